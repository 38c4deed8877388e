//! Forces by formula that jump against their own slip: contacts, by closed forms and beside the same networks with contacts.

use luztar::unit::Simulation;

use super::draws::Draws;
use super::host::Integrator;
use super::support::{Named, started, unit};
use super::{assert_near, go, go_in};

const HEAD: &str = "[model]\nname = \"Dry\"\n[experiment]\nrelativeTolerance = 1e-12\nMETHOD\n";

/// A friction with a number for each direction.
pub const TWO: &str = "[law.two]\nfriction = \"a\"\nbackward = \"z\"\n\
                   [[law.two.parameter]]\nname = \"forward\"\nsymbol = \"a\"\nmeasure = \"friction\"\n\
                   [[law.two.parameter]]\nname = \"backward\"\nsymbol = \"z\"\nmeasure = \"friction\"\n";

/// A block on a spring, at 0.1 m and 1 m/s, with these elements.
pub fn block(rest: &str) -> String {
    format!(
        "{HEAD}[body.b]\nmass = 1.0\nposition = 0.1\nvelocity = 1.0\nforce = \"input\"\n\
             [spring.s]\nbetween = \"b\"\nstiffness = 10.0\n{rest}"
    )
}

pub fn force(formula: &str, numbers: &str) -> String {
    block(&format!("[force.f]\nbetween = \"b\"\nforce = \"{formula}\"\n{numbers}\n"))
}

pub fn contact(law: &str, rest: &str) -> String {
    block(&format!("[contact.f]\nbetween = \"b\"\n{law}\n{}", by_series(rest)))
}

/// Elements beside a contact; with a force that is 0 if there is none, so that it moves by series as its twin does, and not by a
/// propagator, whose last bits are others.
pub fn by_series(rest: &str) -> String {
    let still = "[force.still]\nbetween = \"b\"\nforce = \"0*e\"\n";
    if rest.contains("[force") { rest.to_owned() } else { format!("{rest}{still}") }
}

/// Motion, friction and transitions of a block.
fn seen(block: &mut Simulation) -> Vec<f64> {
    let names = ["b.position", "b.velocity", "b.acceleration", "f.frictionForce", "f.slipVelocity"];
    let counts =
        ["f.state", "f.dissipatedEnergy", "f.stickToSlipCount", "f.lastEventTime", "eventCount"];
    names.into_iter().chain(counts).map(|name| block.real(name)).collect()
}

/// Each force beside the contact, with what else there is, that it is.
fn twins() -> Vec<(String, String)> {
    let coulomb = |number: &str| format!("law = \"coulomb\"\nkineticFriction = {number}");
    let loaded = |number: &str, load: &str| {
        format!("law = \"coulomb\"\nkineticCoefficient = {number}\nnormalForce = {load}")
    };
    let also = |formula: &str| format!("[force.t]\nbetween = \"b\"\nforce = \"{formula}\"\n");
    let two = |[a, z]: [f64; 2]| format!("law = \"two\"\nforward = {a:?}\nbackward = {z:?}");
    let f = "parameter = { F = 1.5 }";
    vec![
        (force("-F*sign(rate)", f), contact(&coulomb("1.5"), "")),
        (force("-F*sign(b.velocity)", f), contact(&coulomb("1.5"), "")),
        (force("-F*((rate > 0) - (rate < 0))", f), contact(&coulomb("1.5"), "")),
        (force("-F*rate/abs(rate)", f), contact(&coulomb("1.5"), "")),
        (force("-F*rate/sqrt(rate^2)", f), contact(&coulomb("1.5"), "")),
        (force("-F*b.velocity/(rate*rate)^0.5", f), contact(&coulomb("1.5"), "")),
        (force("-F*sign(rate) - 0.3*rate", f), contact(&coulomb("1.5"), &also("-0.3*rate"))),
        (force("-(F*sign(rate) + 4*e)*0.5", f), contact(&coulomb("0.75"), &also("-0.5*(4*e)"))),
        (force("if(rate > 0, -1.5, 0.8)", ""), contact(&two([1.5, 0.8]), TWO)),
        (
            force("if(rate > 0, -a, if(rate < 0, z, 0))", "parameter = { a = 1.5, z = 0.8 }"),
            contact(&two([1.5, 0.8]), TWO),
        ),
        (
            force("if(rate >= 0, -1.5 - 4*e, 0.8 - 4*e)", ""),
            contact(&two([1.5, 0.8]), &(TWO.to_owned() + &also("-(4*e)"))),
        ),
        (force("if(rate > 0, -3, -1)", ""), contact(&coulomb("1.0"), &also("-2"))),
        (
            force(
                "-sign(rate)*(Fc + (Fs - Fc)*exp(-abs(rate/vs)))",
                "parameter = { Fc = 1.0, Fs = 1.5, vs = 0.2 }",
            ),
            contact(
                "law = \"stribeck\"\nkineticFriction = 1.0\nstaticFriction = 1.5\nstribeckVelocity = 0.2\nstribeckExponent = 1.0",
                "",
            ),
        ),
        (
            force("-0.3*N*sign(rate)", "input = { N = { input = true, start = 5.0 } }"),
            contact(&loaded("0.3", "\"N\"\ninput = { N = { input = true, start = 5.0 } }"), ""),
        ),
        (
            force(
                "-mu*(N + k*abs(e))*sign(rate) - 2*e",
                "parameter = { mu = 0.3, N = 2.0, k = 10.0 }",
            ),
            contact(
                &loaded("0.3", "\"N + k*abs(e)\"\nparameter = { N = 2.0, k = 10.0 }"),
                &also("-2*e"),
            ),
        ),
        (
            force("if(t > 0.25, -F*rate/abs(rate) - rate, 0)", f),
            contact(&loaded("1.5", "\"if(t > 0.25, 1, 0)\""), &also("if(t > 0.25, -rate, 0)")),
        ),
        (
            force("-(1 + 0.5*sin(3*t))*sign(rate)", ""),
            contact(&loaded("1.0", "\"1 + 0.5*sin(3*t)\""), ""),
        ),
        (
            block(
                "[spring.f]\nbetween = \"b\"\nforce = \"3*e + F*sign(rate)\"\nparameter = { F = 1.5 }\n",
            ),
            contact(&coulomb("1.5"), &also("-(3*e)")),
        ),
    ]
}

/// The bits of what is seen on the way, in so many steps.
pub fn run(text: &str, method: &str, steps: usize) -> Vec<f64> {
    let mut block = started(&unit(&text.replace("METHOD", method)));
    let mut all = Vec::new();
    for part in 1..=4 {
        block.put("b.force", [0.0, 2.0, -3.0, 0.0][part - 1]);
        go_in(&mut block, 0.6 * part as f64, steps);
        all.extend(seen(&mut block));
    }
    all
}

/// To the bit, by both methods.
#[test]
fn forces_that_jump_are_their_contacts() {
    for (force, contact) in twins() {
        for method in ["", "method = \"moreau\"\nmoreauStep = 0.002"] {
            for steps in [1, 30] {
                let [one, other] = [&force, &contact].map(|text| run(text, method, steps));
                assert_eq!(one, other, "{force}");
            }
        }
    }
}

#[test]
fn a_host_that_integrates_finds_the_same_transitions() {
    for (force, contact) in twins() {
        let [one, other] = [force, contact].map(|text| {
            let unit = unit(&text.replace("METHOD", ""));
            let mut host = Integrator::new(&unit, &[("b.force", 0.5)]);
            host.run(2.0, 0.05);
            let events: Vec<f64> = host.events.iter().map(|event| event.time()).collect();
            (events, host.x)
        });
        assert_eq!(one.0.len(), other.0.len());
        let (ones, others) = (one.0.iter().chain(&one.1), other.0.iter().chain(&other.1));
        ones.zip(others).for_each(|(one, other)| assert_near(*one, *other, 1e-9));
    }
}

/// z″ = −4z ∓ ½ from 0.9 m: half swings of π/2 s about ∓⅛ m, to −0.65, 0.4, −0.15 and −0.1 m, where it is held for good.
#[test]
fn a_swing_ends_where_its_friction_holds_it() {
    let text = "[model]\nname = \"Swing\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.b]\nmass = 1.0\nposition = 0.9\n\
                [spring.f]\nbetween = \"b\"\nforce = \"4*e + F*sign(rate)\"\nparameter = { F = 0.5 }\n";
    for steps in [1, 7] {
        let mut swing = started(&unit(text));
        for (part, place) in (1..).zip([-0.65, 0.4, -0.15, -0.1]) {
            let turn = f64::from(part) * std::f64::consts::FRAC_PI_2;
            go_in(&mut swing, turn, steps);
            assert_near(swing.real("b.position"), place, 1e-12);
            go(&mut swing, turn + 0.001);
            assert_near(swing.real("f.lastEventTime"), turn, 1e-10);
        }
        go(&mut swing, 20.0);
        assert_near(swing.real("b.position"), -0.1, 1e-12);
        assert_eq!((swing.real("b.velocity"), swing.real("f.stuck")), (0.0, 1.0));
        assert_near(swing.real("f.frictionForce"), 0.4, 1e-12);
        assert_near(swing.real("f.force"), 0.0, 1e-12);
        // ½·4·(0.9² − 0.1²) over a way of 1.55 + 1.05 + 0.55 + 0.05 m at ½ N.
        assert_near(swing.real("f.dissipatedEnergy"), 1.6, 1e-12);
    }
}

/// A pulse of more than the friction moves the block, one of less does not: v = (2 − 1.5)·t.
#[test]
fn a_force_at_rest_is_what_it_holds() {
    let text = force("-F*sign(rate)", "parameter = { F = 1.5 }");
    let text = text.replace("METHOD", "").replace("stiffness = 10.0", "stiffness = 0.0");
    let mut block = started(&unit(&text.replace("velocity = 1.0", "velocity = 0.0")));
    block.put("b.force", 1.25);
    go(&mut block, 1.0);
    assert_eq!([block.real("b.velocity"), block.real("f.force")], [0.0, -1.25]);
    block.put("b.force", 2.0);
    go(&mut block, 2.0);
    assert_near(block.real("b.velocity"), 0.5, 1e-14);
    assert_eq!([block.real("f.state"), block.real("f.force")], [1.0, -1.5]);
    assert_eq!([block.real("f.stickToSlipCount"), block.real("f.lastEventTime")], [1.0, 1.0]);
}

/// Numbers by which it would drive are refused when they are set, those of a normal load by their least value.
#[test]
fn numbers_that_make_friction_drive_are_refused() {
    let mut block =
        started(&unit(&force("-F*sign(rate)", "parameter = { F = 1.5 }").replace("METHOD", "")));
    block.put("f.F", -1.0);
    let fault = block.step(0.0, 0.1).unwrap_err().to_string();
    assert!(fault.contains("f: friction must not be negative"), "{fault}");
    let numbers = "parameter = { F = 1.5, N = 2.0 }\ninput = { p = \"input\" }";
    let unit = unit(&force("-F*(N + p*e^2)*sign(rate)", numbers).replace("METHOD", ""));
    let least = |name: &str| unit.variables()[unit.find(name).unwrap()].min;
    assert_eq!([least("f.F"), least("f.N"), least("f.p")], [None, Some(0.0), Some(0.0)]);
}

/// A formula of a random friction, its numbers, and the contact and other force that it is.
fn drawn(draw: &mut Draws) -> [String; 2] {
    let mut number = |low: f64, high: f64| draw.between(low, high);
    let [f, g, c, k] = [number(0.2, 2.0), number(0.2, 2.0), number(0.0, 0.5), number(0.0, 3.0)];
    let kinetic = |f: f64| format!("law = \"coulomb\"\nkineticFriction = {f:?}");
    let loaded = |load: &str| {
        format!("law = \"coulomb\"\nkineticCoefficient = {f:?}\nnormalForce = \"{load}\"")
    };
    let (formula, law, rest) = match draw.below(6) {
        0 => (format!("-{f:?}*sign(rate)"), kinetic(f), "0".to_owned()),
        1 => (format!("-{f:?}*sign(rate) - {c:?}*rate"), kinetic(f), format!("-{c:?}*rate")),
        2 => (
            format!("if(rate > 0, -{f:?} - {k:?}*e, {g:?} - {k:?}*e)"),
            format!("law = \"two\"\nforward = {f:?}\nbackward = {g:?}"),
            format!("-{k:?}*e"),
        ),
        3 => (
            format!("-{f:?}*(1 + abs(e))*sign(rate) + {c:?}*cos(3*t)"),
            loaded("1 + abs(e)"),
            format!("{c:?}*cos(3*t)"),
        ),
        4 => (
            format!("if(t > 1, -{f:?}*sign(rate)*max(sin(2*t), 0) - {k:?}*e, 0)"),
            loaded("if(t > 1, max(sin(2*t), 0), 0)"),
            format!("if(t > 1, -{k:?}*e, 0)"),
        ),
        _ => (
            format!("-sign(rate)*({f:?} + {g:?}*exp(-abs(rate)/0.3))"),
            format!(
                "law = \"stribeck\"\nkineticFriction = {f:?}\nstaticFriction = {:?}\nstribeckVelocity = 0.3\nstribeckExponent = 1.0",
                f + g
            ),
            "0".to_owned(),
        ),
    };
    [format!("force = \"{formula}\"\n"), format!("{law}\nREST\nforce = \"{rest}\"\n")]
}

/// A random chain with one to three frictions, by forces and by contacts.
pub fn drawn_chains(seed: u64) -> [String; 2] {
    let mut draw = Draws::new(seed);
    let bodies = 1 + draw.below(3);
    let mut common = format!("{HEAD}{TWO}").replace("METHOD", "");
    for body in 0..bodies {
        let [mass, velocity] = [draw.between(0.3, 2.3), draw.between(-1.0, 1.0)];
        common += &format!("[body.b{body}]\nmass = {mass:?}\nvelocity = {velocity:?}\n");
        common += "excitation = { amplitude = 1.5, angularFrequency = 2.3 }\n";
        let other = if body == 0 { "ground".to_owned() } else { format!("b{}", body - 1) };
        let stiffness = draw.between(1.0, 20.0);
        common += &format!(
            "[spring.s{body}]\nbetween = [\"b{body}\", \"{other}\"]\nstiffness = {stiffness:?}\n"
        );
    }
    let mut both = [common.clone(), common];
    for friction in 0..1 + draw.below(3) {
        let first = draw.below(bodies);
        let second = draw.below(bodies + 1);
        let other = if second < bodies && second != first {
            format!("b{second}")
        } else {
            "ground".to_owned()
        };
        let ends = format!("between = [\"b{first}\", \"{other}\"]\n");
        let [force, contact] = drawn(&mut draw);
        both[0] += &format!("[force.f{friction}]\n{ends}{force}");
        let rest = format!("[force.t{friction}]\n{ends}");
        both[1] += &format!("[contact.f{friction}]\n{ends}{}", contact.replace("REST\n", &rest));
    }
    both
}

#[test]
fn random_chains_move_as_with_contacts() {
    let mut transitions = 0.0;
    let count = std::env::var("LUZTAR_JUMPING_FORCES").ok().and_then(|count| count.parse().ok());
    for seed in 0..count.unwrap_or(200_u64) {
        let both = drawn_chains(seed);
        let mut instances = both.each_ref().map(|text| started(&unit(text)));
        for instance in &mut instances {
            go_in(instance, 5.0, 10);
        }
        let [one, other] = &mut instances;
        for name in
            ["b0.position", "b0.velocity", "f0.frictionForce", "lastEventTime", "eventCount"]
        {
            let [a, b] = [one.real(name), other.real(name)];
            assert!((a - b).abs() <= 1e-9, "seed {seed}, {name}: {a:?}, {b:?}\n{}", both[0]);
        }
        transitions += one.real("eventCount");
    }
    assert!(transitions > 700.0, "{transitions}");
}
