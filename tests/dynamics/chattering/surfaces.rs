//! Surfaces that accelerate along a step: what decides a transition is their velocity there, not that at the start.

use luztar::network::read;

use crate::chattering::moves::Moves;

/// A block on a spring, on a surface that accelerates.
const LAWS: [&str; 4] = [
    "law = \"antunes\"\nkineticFriction = 0.8\nbristleStiffness = 13.0",
    "law = \"slipRatio\"\nadhesion = 0.86\nrise = 34.0",
    "law = \"slipRatio\"\nadhesion = 0.3\nrise = 10.0",
    "law = \"coulomb\"\nkineticFriction = 0.8\nstaticFriction = 1.0\nregularisation = \"karnopp\"\nwindow = 0.01",
];

fn moved(law: &str, steps: usize) -> Moves {
    let file = format!(
        "[model]\nname = \"Surface\"\n[body.block]\nmass = 1.0\n\
         excitation = {{ amplitude = 0.9, angularFrequency = 4.7, phase = 4.9 }}\n\
         [spring.leaf]\nbetween = \"block\"\nstiffness = 17.0\n\
         [contact.surface]\nbetween = \"block\"\nsurfaceVelocity = \"input\"\nsurfaceAcceleration = \"input\"\n{law}\n"
    );
    let network = read(&file, "surface.toml").expect("a network");
    let acceleration = -0.3;
    let velocity = |time: f64| 0.4 + acceleration * time;
    let [place, other] = ["surface.surfaceVelocity", "surface.surfaceAcceleration"]
        .map(|name| network.inputs.iter().position(|input| input.name == name).expect("an input"));
    let (mut inputs, rates) = ([0.0; 2], [0.0; 2]);
    (inputs[place], inputs[other]) = (velocity(0.0), acceleration);
    let mut moves = Moves::begin(network, 0.0, &inputs, &rates).expect("begins");
    for step in 0..steps {
        let [begin, end] = [step, step + 1].map(|step| 4.0 * step as f64 / steps as f64);
        inputs[place] = velocity(begin);
        moves.advance(end, &inputs, &rates).unwrap_or_else(|fault| panic!("{law}: {fault}"));
    }
    moves
}

#[test]
fn transitions_on_an_accelerating_surface_are_the_same_in_one_step_and_in_many() {
    for law in LAWS {
        let [one, many] = [1, 40].map(|steps| moved(law, steps));
        assert!(one.events.len() > 2, "{law}: {:?}", one.events);
        assert_eq!(one.sequence(), many.sequence(), "{law}");
        for (one, many) in one.events.iter().zip(&many.events) {
            assert!((one.time() - many.time()).abs() < 1e-8, "{law}: {one:?} {many:?}");
        }
        let [one, many] = [&one, &many].map(|moves| moves.motion.state().velocity[0]);
        assert!((one - many).abs() < 1e-7, "{law}: {one} {many}");
    }
}

/// A wheel on a body that creeps, both moved by a surface that is far faster: where the tyre's force passes through 0, its slip is
/// round-off of that velocity, and both move as one.
#[test]
fn a_tyre_rolls_while_its_slip_is_round_off() {
    for surface in [1.7e-3, 0.05, 1.0] {
        let file = format!(
            "[model]\nname = \"Wheel\"\n[body.a]\nmass = 3600.0\nvelocity = 2.8e-6\nconstantForce = 0.09\n\
             [body.b]\nmass = 0.6\nvelocity = {:?}\n\
             excitation = {{ amplitude = 2.5e-3, angularFrequency = 5.0, phase = 3.0 }}\n\
             [contact.c]\nbetween = [\"a\", \"b\"]\nlaw = \"slipRatio\"\nadhesionCoefficient = 2.0\nrise = 30.0\n\
             normalForce = 2e4\nsurfaceVelocity = {surface:?}\n",
            2.8e-6 - surface
        );
        let moves = Moves::of(&file, 0.4, 1);
        let pushed = 0.09 * 0.4 + 2.5e-3 / 5.0 * (f64::sin(5.0) - f64::sin(3.0));
        let velocity = 2.8e-6 + pushed / 3600.6;
        let off = moves.motion.state().velocity[0] - velocity;
        assert!(off.abs() <= 1e-11 * velocity + 1e-16 * surface, "{surface}: {off}");
        assert!(moves.events.len() <= 4, "{:?}", moves.events.len());
    }
}
