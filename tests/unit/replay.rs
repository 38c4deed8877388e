//! What follows a state is the same to the last bit, however it was come to, and whatever was read on the way.

use std::sync::Arc;

use luztar::unit::{Model, Simulation, catalogue};

use crate::support::{Named, started};

/// A step after two others, before one of which a number is given, with all outputs read on the way or not; and the same step once
/// more in another instance, from where it began.
fn steps(
    unit: &Arc<Model>,
    (name, value, before): (&str, f64, usize),
    sizes: [f64; 3],
    reads: bool,
) -> [Simulation; 2] {
    let mut instance = started(unit);
    let mut time = 0.0;
    for (step, size) in sizes[..2].iter().enumerate() {
        if step == before {
            instance.put(name, value);
        }
        instance.step(time, *size).unwrap();
        time += size;
        for index in 0..if reads { unit.variables().len() } else { 0 } {
            instance.get(index).unwrap();
        }
    }
    let mut other = Simulation::new(unit.clone());
    other.restore(&instance.save()).unwrap();
    for one in [&mut instance, &mut other] {
        one.step(time, sizes[2]).unwrap();
    }
    [instance, other]
}

/// The step that follows passes along polynomials of which a part is gone.
#[test]
fn mean_forces_are_the_same_after_a_state_was_restored() {
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    for force in [-3.0, 0.5, 2.0, 5.0, 7.0] {
        for place in 0..27 {
            let sizes = [place, place / 3, place / 9].map(|place| [0.01, 0.02, 0.05][place % 3]);
            let means = steps(&unit, ("body.force", force, 1), sizes, false)
                .map(|mut one| one.real("contact.meanFrictionForce").to_bits());
            assert_eq!(means[0], means[1], "{force} {sizes:?}");
        }
    }
}

/// A place on the last line of a table, which was looked at from another place before.
#[test]
fn a_table_gives_the_same_wherever_it_was_read_before() {
    let text = include_str!("../../examples/networks/WornRack.toml");
    let unit = Model::read(text, "WornRack.toml").unwrap();
    let given = ("yoke.loads[6]", 842.0453074146351, 0);
    for last in [1e-10, 1e-6, 1e-3] {
        let loads = [false, true].map(|reads| {
            steps(&unit, given, [5e-4, 5e-4, last], reads)
                .map(|mut one| one.real("yoke.normalLoad").to_bits())
        });
        assert_eq!(loads[0], loads[1], "{last}");
        assert_eq!(loads[0][0], loads[0][1], "{last}");
    }
}
