//! A body in two parts that move as one: on whichever part forces act, and however light one part is, the motion is that of
//! the whole body. So round-off of forces is that of the mass of both.

use luztar::unit::{ContactId, Element, ForceId, SpringId, Value};

use crate::support::{Host, Random, unit};

/// Units of mass, length and time, kg, m and s.
#[derive(Clone, Copy)]
struct Scales {
    mass: f64,
    length: f64,
    time: f64,
}

impl Scales {
    fn drawn(random: &mut Random) -> Self {
        let mut unit = |decades: f64| 10f64.powf(decades * (2.0 * random.next() - 1.0));
        Self { mass: unit(6.0), length: unit(4.0), time: unit(3.0) }
    }

    fn velocity(self) -> f64 {
        self.length / self.time
    }

    fn force(self) -> f64 {
        self.mass * self.velocity() / self.time
    }
}

/// Draws the law of a contact, N and m in these units.
fn law(random: &mut Random, scales: Scales) -> String {
    let (force, way) = (scales.force() * (0.1 + random.next()), scales.length);
    match (5.0 * random.next()) as u32 {
        0 => format!(
            "law = \"coulomb\"\nkineticFriction = {force:e}\nstaticFriction = {:e}\n",
            1.3 * force
        ),
        1 => format!(
            "law = \"coulomb\"\nkineticFriction = {force:e}\nregularisation = \"tanh\"\nsteepness = {:e}\n",
            20.0 / scales.velocity()
        ),
        2 => format!(
            "law = \"dahl\"\nkineticFriction = {force:e}\nbristleStiffness = {:e}\n",
            50.0 * scales.force() / way
        ),
        3 => format!(
            "law = \"coulomb\"\nkineticFriction = {force:e}\nviscous = {:e}\n",
            0.3 * scales.force() / scales.velocity()
        ),
        _ => format!(
            "law = \"stribeck\"\nkineticFriction = {force:e}\nstaticFriction = {:e}\nstribeckVelocity = {:e}\n",
            1.5 * force,
            0.3 * scales.velocity()
        ),
    }
}

/// Draws the elements on two bodies, as keys before and after that of their ends, and the ends.
fn elements(random: &mut Random, scales: Scales) -> Vec<(String, [&'static str; 2], String)> {
    let (force, way) = (scales.force(), scales.length);
    let mut elements = Vec::new();
    for (name, ends) in [("c0", ["a", "ground"]), ("c1", ["b", "ground"]), ("c2", ["a", "b"])] {
        if name == "c0" || random.next() < 0.6 {
            elements.push((format!("[contact.{name}]"), ends, law(random, scales)));
        }
    }
    for (name, ends) in [("s0", ["a", "ground"]), ("s1", ["b", "a"])] {
        let stiffness = format!("stiffness = {:e}\n", force / way * (0.5 + 4.0 * random.next()));
        let gap = format!("backlash = {:e}\n", way * (0.1 + random.next()));
        let gap = if random.next() < 0.4 { &gap } else { "" };
        elements.push((format!("[spring.{name}]"), ends, stiffness + gap));
    }
    if random.next() < 0.5 {
        let factor = force / scales.velocity().powf(1.5);
        let drag = format!("force = \"-{factor:e}*rate*abs(rate)^0.5\"\n");
        elements.push(("[force.drag]".to_owned(), ["b", "ground"], drag));
    }
    if random.next() < 0.4 {
        let stop = format!(
            "distance = {:e}\nstiffness = {:e}\n",
            -way * (0.2 + random.next()),
            10.0 * force / way.powf(1.5)
        );
        elements.push(("[hertz.stop]".to_owned(), ["a", "ground"], stop));
    }
    elements
}

/// Draws a mechanism, whole and with its bodies in two parts, and its duration, s.
fn mechanism(random: &mut Random) -> ([String; 2], f64) {
    let scales = Scales::drawn(random);
    let elements = elements(random, scales);
    let light = 10f64.powf(-2.0 - 11.0 * random.next());
    let grip = scales.force() * 10f64.powf(1.0 + 8.0 * random.next());
    let joint = match random.next() < 0.6 {
        true => format!("law = \"coulomb\"\nkineticFriction = {grip:e}\n"),
        false => String::new(),
    };
    let bodies: Vec<[f64; 6]> = (0..2).map(|_| std::array::from_fn(|_| random.next())).collect();
    let end = 8.0 * scales.time;
    let head = format!(
        "model = {{ name = \"Parts\" }}\nexperiment = {{ relativeTolerance = 1e-10, stopTime = {end:e} }}\n"
    );
    let [mut whole, mut parts] = [head.clone(), head];
    for (name, [mass, z, v, amplitude, omega, _]) in ["a", "b"].into_iter().zip(&bodies) {
        let mass = scales.mass * (0.5 + 1.5 * mass);
        let start = format!(
            "position = {:e}\nvelocity = {:e}\n",
            scales.length * (z - 0.5),
            scales.velocity() * (2.0 * v - 1.0)
        );
        let drive = format!(
            "excitation = {{ amplitude = {:e}, angularFrequency = {:e}, phase = 0.3 }}\n",
            scales.force() * (0.5 + 1.5 * amplitude),
            (0.5 + 2.5 * omega) / scales.time
        );
        whole += &format!("[body.{name}]\nmass = {mass:e}\n{start}{drive}");
        let rest = mass * (1.0 - light);
        let kind = if joint.is_empty() { "coupling" } else { "contact" };
        parts += &format!(
            "[body.{name}]\nmass = {rest:e}\n{start}{drive}[body.light{name}]\nmass = {:e}\n{start}\
             [{kind}.joint{name}]\nbetween = [\"light{name}\", \"{name}\"]\n{joint}",
            mass * light
        );
    }
    for (head, ends, keys) in &elements {
        let [one, other] = ends;
        whole += &format!("{head}\nbetween = [\"{one}\", \"{other}\"]\n{keys}");
        let on = ends.map(|end| match end != "ground" && random.next() < 0.5 {
            true => format!("light{end}"),
            false => end.to_owned(),
        });
        parts += &format!("{head}\nbetween = [\"{}\", \"{}\"]\n{keys}", on[0], on[1]);
    }
    ([whole, parts], end)
}

/// Times, elements and modes of all transitions but those of joints, and the positions at each communication point.
fn motion(text: &str, end: f64) -> (Vec<(f64, String)>, Vec<[f64; 2]>) {
    let unit = unit(text);
    let mut host = Host::start(&unit, &[]);
    let mut positions = Vec::new();
    host.run_seen(end, end / 40.0, |host| {
        positions.push(["a.position", "b.position"].map(|name| {
            let value = host.value(name);
            let Value::Real(value) = value else { panic!("a position") };
            value
        }));
    });
    let network = unit.network();
    let told = host.events.iter().map(|event| {
        let name = match event.element() {
            Element::Contact(ContactId(contact)) => &network.contacts[contact].name,
            Element::Spring(SpringId(spring)) => &network.springs[spring].name,
            Element::Force(ForceId(force)) => &network.forces[force].name,
        };
        (event.time(), format!("{name} {} {}", event.from(), event.to()))
    });
    (told.filter(|(_, what)| !what.starts_with("joint")).collect(), positions)
}

/// 150 drawn mechanisms: the same transitions within 1e-9 of the duration, and positions within 1e-9 of the greatest.
#[test]
fn a_body_in_two_parts_moves_as_the_whole() {
    let mut compared = 0;
    for seed in 1..=150 {
        let mut random = Random(seed);
        let ([whole, parts], end) = mechanism(&mut random);
        let ((events, positions), (others, moved)) = (motion(&whole, end), motion(&parts, end));
        assert_eq!(events.len(), others.len(), "{seed}: {events:?} {others:?}\n{parts}");
        compared += events.len();
        let mut by_time = [events, others];
        // At one instant the order of elements is of no matter.
        by_time.iter_mut().for_each(|events| {
            events.sort_by(|one, other| {
                let apart = (one.0 - other.0).abs() > 1e-9 * end;
                if apart { one.0.total_cmp(&other.0) } else { one.1.cmp(&other.1) }
            });
        });
        let [events, others] = &by_time;
        for (one, other) in events.iter().zip(others) {
            let same = one.1 == other.1 && (one.0 - other.0).abs() <= 1e-9 * end;
            assert!(same, "{seed}: {one:?} {other:?}\n{parts}");
        }
        let greatest = positions.iter().flatten().fold(0.0_f64, |most, z| most.max(z.abs()));
        for (one, other) in positions.iter().flatten().zip(moved.iter().flatten()) {
            assert!((one - other).abs() <= 1e-9 * greatest, "{seed}: {one} {other}\n{parts}");
        }
    }
    assert!(compared > 1500, "{compared}");
}
