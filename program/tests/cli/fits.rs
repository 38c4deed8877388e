//! `luztar fit`: parameters from noisy synthetic data lie within their own intervals of 95 %.

use std::f64::consts::TAU;
use std::fs;
use std::path::Path;
use std::thread;

use crate::{done, fault, luztar};

/// Fits of one law.
const DRAWS: usize = 100;

/// SplitMix64, and pairs of normal numbers by Box and Muller.
struct Noise(u64);

impl Noise {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (-2.0 * (1.0 - self.unit()).ln()).sqrt() * (TAU * self.unit()).cos()
    }
}

/// How many of so many fits had each parameter within its interval. `rows` are exact, the last cell is measured.
fn hits(
    folder: &Path,
    network: &str,
    (header, rows, noise): (&str, &[Vec<f64>], f64),
    truth: &[(&str, f64)],
) -> Vec<usize> {
    let one = |draw: usize| -> Vec<bool> {
        let data = folder.join(format!("{draw}.csv"));
        let mut random = Noise(draw as u64);
        let mut text = format!("{header}\n");
        for row in rows {
            let mut row = row.clone();
            *row.last_mut().expect("a cell") += noise * random.normal();
            let cells: Vec<String> = row.iter().map(|cell| format!("{cell:?}")).collect();
            text.push_str(&format!("{}\n", cells.join(",")));
        }
        fs::write(&data, text).expect("writable");
        let data = data.display().to_string();
        let mut arguments = vec!["fit", &data, network];
        arguments.extend(truth.iter().flat_map(|(name, _)| ["--free", *name]));
        let found = done(&arguments);
        let rows = found.lines().skip(1).zip(truth);
        rows.map(|(row, (name, value))| {
            let cells: Vec<&str> = row.split(',').collect();
            assert_eq!(cells[0], *name);
            let [low, high] = [2, 3].map(|k| cells[k].parse::<f64>().expect("a number"));
            assert!(high > low, "{row}");
            (low..high).contains(value)
        })
        .collect()
    };
    let half = |odd: usize| (0..DRAWS).filter(|k| k % 2 == odd).map(one).collect::<Vec<_>>();
    let all = thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        [half(0), other.join().expect("fits")].concat()
    });
    assert_eq!(all.len(), DRAWS);
    (0..truth.len()).map(|k| all.iter().filter(|draw| draw[k]).count()).collect()
}

/// Each parameter in 90 of 100 draws at least, all together in 93 of 100.
fn check(hits: &[usize]) {
    let all: usize = hits.iter().sum();
    assert!(hits.iter().all(|count| *count >= 90), "{hits:?}");
    assert!(all * 100 >= 93 * DRAWS * hits.len(), "{hits:?}");
}

#[test]
fn stribecks_parameters_lie_within_their_intervals() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let network = folder.path().join("rig.toml");
    let text = "[model]\nname = \"Rig\"\n[body.slider]\nmass = 1.0\n[contact.pair]\nbetween = \"slider\"\nlaw = \"stribeck\"\n\
                kineticFriction = 0.7\nstaticFriction = 1.2\nstribeckVelocity = 0.1\nviscous = 0.2\n";
    fs::write(&network, text).expect("writable");
    let force = |w: f64| 1.0 + 0.5 * (-(w / 0.05).powi(2)).exp() + 0.4 * w;
    let rows: Vec<Vec<f64>> =
        (1..=60).map(|k| 0.006 * f64::from(k)).map(|w| vec![w, force(w)]).collect();
    let truth = [
        ("pair.kineticFriction", 1.0),
        ("pair.staticFriction", 1.5),
        ("pair.stribeckVelocity", 0.05),
        ("pair.viscous", 0.4),
    ];
    let data = ("slider.velocity,pair.frictionForce", rows.as_slice(), 0.02);
    check(&hits(folder.path(), &network.display().to_string(), data, &truth));
}

/// A slider of given velocity on bristles: the exact motion is that of `simulate`.
#[test]
fn lugres_parameters_lie_within_their_intervals() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let text = |values: [f64; 4]| {
        format!(
            "[model]\nname = \"Rig\"\n[body.slider]\nmotion = \"prescribed\"\nvelocity = {{ input = true, start = 0.0 }}\n\
             [contact.pair]\nbetween = \"slider\"\nlaw = \"luGre\"\nkineticFriction = {:?}\nstaticFriction = {:?}\n\
             stribeckVelocity = {:?}\nbristleStiffness = {:?}\nbristleDamping = 2.0\nviscous = 0.4\n",
            values[0], values[1], values[2], values[3]
        )
    };
    fs::write(path("true.toml"), text([1.0, 1.5, 0.05, 100.0])).expect("writable");
    fs::write(path("rig.toml"), text([0.8, 1.2, 0.08, 70.0])).expect("writable");
    let times = (0..=40).map(|k| 0.05 * f64::from(k));
    let velocity = |t: f64| 0.1 * (TAU * 0.5 * t).sin() + 0.05 * (TAU * 1.3 * t).sin();
    let mut inputs = "time,slider.velocity\n".to_owned();
    for t in times {
        inputs.push_str(&format!("{t:?},{:?}\n", velocity(t)));
    }
    fs::write(path("in.csv"), inputs).expect("writable");
    let exact = done(&[
        "simulate",
        &path("true.toml"),
        "--inputs",
        &path("in.csv"),
        "--stop-time",
        "2",
        "--step",
        "0.05",
        "--output",
        "-",
        "--columns",
        "slider.velocity,pair.frictionForce",
    ]);
    let row = |line: &str| line.split(',').map(|cell| cell.parse().expect("a number")).collect();
    let rows: Vec<Vec<f64>> =
        exact.lines().skip(1).take_while(|line| line.contains(',')).map(row).collect();
    assert_eq!(rows.len(), 41);
    let header = exact.lines().next().expect("a header");
    assert_eq!(header, "time,slider.velocity,pair.frictionForce");
    let truth = [
        ("pair.kineticFriction", 1.0),
        ("pair.staticFriction", 1.5),
        ("pair.stribeckVelocity", 0.05),
        ("pair.bristleStiffness", 100.0),
    ];
    check(&hits(folder.path(), &path("rig.toml"), (header, &rows, 0.02), &truth));
}

#[test]
fn what_cannot_be_fitted_is_told() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let network = folder.path().join("rig.toml").display().to_string();
    let text = "[model]\nname = \"Rig\"\n[body.slider]\nmass = 1.0\n[body.rider]\nmass = 1.0\n\
                [spring.leaf]\nbetween = [\"slider\", \"rider\"]\nstiffness = 2.0\nratio = 2.0\n\
                [contact.pair]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticFriction = 0.7\nviscous = 0.2\n";
    fs::write(&network, text).expect("writable");
    let data = folder.path().join("data.csv");
    let rows = "slider.velocity,pair.frictionForce\n0.1,1.0\n0.2,1.1\n0.3,1.2\n";
    for (status, free, written, expected) in [
        (2, "pair.kineticFrictin", rows, "did you mean `pair.kineticFriction`?"),
        (1, "leaf.ratio", rows, "leaf.ratio has no derivative"),
        (1, "slider.mass", rows, "do not depend on slider.mass"),
        (1, "leaf.stiffness", rows, "do not depend on leaf.stiffness"),
        (1, "pair.viscous", "slider.velocity\n0.1\n", "no column is measured"),
        (1, "pair.viscous", "slider.speed,pair.frictionForce\n0.1,1\n", "no such variable"),
        (1, "pair.viscous", "t,pair.frictionForce\n0,1\n", "column t: write `time`"),
        (1, "pair.viscous", "time,pair.frictionForce\n0,1\n0,1\n", "must increase (was 0)"),
        (1, "pair.viscous", "slider.velocity,pair.frictionForce\n0.1,1\n", "too few for 1"),
    ] {
        fs::write(&data, written).expect("writable");
        let (code, text) = fault(&["fit", &data.display().to_string(), &network, "--free", free]);
        assert!(text.contains(expected) && code == status, "{free}: {code} {text}");
    }
    let (code, text) = fault(&["fit", &network, &network, "--free", "pair.viscous"]);
    assert!(text.contains("must be a CSV file, not a network file") && code == 1, "{text}");
}

/// Three points on a line give both parameters of Coulomb's law exactly, also one that is 0 from the first guess on, and rightly so.
#[test]
fn exact_data_give_exact_parameters() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (guess, viscous) in [(0.2, 1.0), (0.0, 0.0)] {
        let text = format!(
            "[model]\nname = \"Rig\"\n[body.slider]\nmass = 1.0\n[contact.pair]\nbetween = \"slider\"\nlaw = \"coulomb\"\n\
             kineticFriction = 0.7\nviscous = {guess:?}\n"
        );
        fs::write(path("rig.toml"), text).expect("writable");
        let row = |w: f64| format!("{w},{}\n", w.signum() + viscous * w);
        let rows: String = [0.1, 0.2, -0.3].map(row).concat();
        fs::write(path("d.csv"), format!("slider.velocity,pair.frictionForce\n{rows}"))
            .expect("writable");
        let free = ["--free", "pair.kineticFriction", "--free", "pair.viscous"];
        let found = done(&[&["fit", &path("d.csv"), &path("rig.toml")][..], &free].concat());
        for (row, exact) in found.lines().skip(1).zip([1.0, viscous]) {
            let value: f64 = row.split(',').nth(1).expect("a cell").parse().expect("a number");
            assert!((value - exact).abs() < 1e-9, "{row}");
        }
    }
}

/// Friction that rises from rest on wants static friction below kinetic friction, which no law takes: the search stops there, and says so.
#[test]
fn a_search_ends_beside_what_is_refused() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let text = "[model]\nname = \"Rig\"\n[body.slider]\nmass = 1.0\n[contact.pair]\nbetween = \"slider\"\nlaw = \"stribeck\"\n\
                kineticFriction = 0.7\nstaticFriction = 1.2\nstribeckVelocity = 0.1\n";
    fs::write(path("rig.toml"), text).expect("writable");
    let mut data = "slider.velocity,pair.frictionForce\n".to_owned();
    for k in 1..=20 {
        let w = 0.02 * f64::from(k);
        data.push_str(&format!("{w:?},{:?}\n", 1.0 - 0.2 * (-(w / 0.1).powi(2)).exp()));
    }
    fs::write(path("d.csv"), data).expect("writable");
    let free = ["--free", "pair.kineticFriction", "--free", "pair.staticFriction"];
    let output = luztar(&[&["fit", &path("d.csv"), &path("rig.toml")][..], &free].concat());
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("static friction must not be below kinetic friction"), "{told}");
    let found = String::from_utf8(output.stdout).expect("UTF-8");
    let value = |line: usize| -> f64 {
        let row = found.lines().nth(line).expect("a row");
        row.split(',').nth(1).expect("a cell").parse().expect("a number")
    };
    let (kinetic, fixed) = (value(1), value(2));
    assert!(fixed >= kinetic && (kinetic - 1.0).abs() < 0.1, "{kinetic} {fixed}");
}

/// A slider that runs into the stops of a cart: its mass and the gap from where both are over time.
#[test]
fn masses_and_backlashes_are_found_from_a_motion() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let text = |mass: f64, gap: f64| {
        format!(
            "[model]\nname = \"Stops\"\n[body.slider]\nmass = {mass:?}\nvelocity = 1.1\n[body.cart]\nmass = 3.0\n\
             [spring.stop]\nbetween = [\"slider\", \"cart\"]\nstiffness = 40.0\ndamping = 1.5\nbacklash = {gap:?}\n\
             [spring.anchor]\nbetween = \"cart\"\nstiffness = 6.0\n\
             [contact.floor]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticFriction = 0.05\n"
        )
    };
    let truth = [1.0, 0.6];
    fs::write(path("true.toml"), text(truth[0], truth[1])).expect("writable");
    fs::write(path("rig.toml"), text(1.1, 0.54)).expect("writable");
    let (run, columns) = (path("true.toml"), "slider.position,cart.position");
    let grid = ["--stop-time", "3.6", "--step", "0.15", "--columns", columns];
    done(&[&["simulate", &run, "--output", &path("d.csv")][..], &grid].concat());
    let free = ["--free", "slider.mass", "--free", "stop.backlash"];
    let found = done(&[&["fit", &path("d.csv"), &path("rig.toml")][..], &free].concat());
    for (row, value) in found.lines().skip(1).zip(truth) {
        let fitted: f64 = row.split(',').nth(1).expect("a cell").parse().expect("a number");
        assert!((fitted - value).abs() < 1e-6, "{row}: {value}");
    }
    assert_eq!(found.lines().count(), 3);
}

/// A coast down from 1 m/s, x'' = −F − C x' up to rest, from guesses a fifth to five times the truth: the closed form is the data.
#[test]
fn a_coast_down_is_found_from_poor_guesses() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (friction, viscous) = (0.3f64, 0.2);
    let rest = (1.0 + viscous / friction).ln() / viscous;
    let mut data = "time,slider.position\n".to_owned();
    for k in 0..=100 {
        let t = 0.05 * f64::from(k);
        let s = t.min(rest);
        let x = (1.0 + friction / viscous) * -(-viscous * s).exp_m1() / viscous
            - friction / viscous * s;
        data.push_str(&format!("{t:?},{x:?}\n"));
    }
    fs::write(path("d.csv"), data).expect("writable");
    for by in [0.2, 0.5, 1.0, 2.0, 5.0] {
        for other in [0.2, 0.5, 2.0, 5.0] {
            let text = format!(
                "[model]\nname = \"Coast\"\n[body.slider]\nmass = 1.0\nvelocity = 1.0\n[contact.floor]\nbetween = \"slider\"\n\
                 law = \"coulomb\"\nkineticFriction = {:?}\nviscous = {:?}\n",
                by * friction,
                other * viscous
            );
            fs::write(path("rig.toml"), text).expect("writable");
            let free = ["--free", "floor.kineticFriction", "--free", "floor.viscous"];
            let found = done(&[&["fit", &path("d.csv"), &path("rig.toml")][..], &free].concat());
            assert_eq!(found.lines().count(), 3, "{found}");
            for (row, value) in found.lines().skip(1).zip([friction, viscous]) {
                let fitted: f64 = row.split(',').nth(1).expect("a cell").parse().expect("a number");
                assert!((fitted - value).abs() < 1e-6, "{by} {other}: {row}");
            }
        }
    }
}

/// Only the product of a coefficient and its load acts, and only ratios to the mass: messages name them.
#[test]
fn parameters_that_no_measurement_tells_apart_are_named() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let text = "[model]\nname = \"Coast\"\n[body.slider]\nmass = 1.0\nvelocity = 1.0\n[contact.floor]\nbetween = \"slider\"\n\
                law = \"stribeck\"\nkineticCoefficient = 0.2\nstaticCoefficient = 0.3\nstribeckVelocity = 0.01\n\
                viscous = 0.1\nnormalForce = { value = 2.0 }\n";
    fs::write(path("rig.toml"), text).expect("writable");
    let mut data = "slider.velocity,floor.frictionForce\n".to_owned();
    for k in 1..=20 {
        let w = 0.1 * f64::from(k);
        data.push_str(&format!("{w:?},{:?}\n", 0.7 + 0.3 * w));
    }
    fs::write(path("d.csv"), data).expect("writable");
    let told = |names: &[&str]| {
        let free: Vec<&str> = names.iter().flat_map(|name| ["--free", *name]).collect();
        let (code, text) =
            fault(&[&["fit", &path("d.csv"), &path("rig.toml")][..], &free].concat());
        assert_eq!(code, 1, "{text}");
        text
    };
    let product = told(&["floor.viscous", "floor.kineticCoefficient", "floor.normalForce"]);
    assert!(product.contains("cannot be distinguished"), "{product}");
    assert!(product.contains("floor.kineticCoefficient") && product.contains("floor.normalForce"));
    assert!(!product.contains("floor.viscous"), "{product}");
    let fast = told(&["floor.kineticCoefficient", "floor.staticCoefficient"]);
    assert!(fast.contains("do not depend on floor.staticCoefficient"), "{fast}");
}
