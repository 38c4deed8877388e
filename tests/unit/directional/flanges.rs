//! Flanges: changes of the mass and of the force that are felt there with masses and entries of inertia matrices.

use luztar::unit::{Model, Simulation};

use crate::directional::differences::{check_numbers, check_start, derivatives};
use crate::draws::Draws;
use crate::support::{Named, unit};

/// Of M = [[m, c], [c, n]] the first is felt as m − c²/n, and forces f and g as f − c·g/n.
#[test]
fn two_coupled_bodies_change_in_closed_form() {
    let text = "[model]\nname = \"Pair\"\n[body.a]\nmass = 1.0\nconstantForce = 1.0\nflange = true\n\
        [body.b]\nmass = 2.0\nconstantForce = 3.0\n\
        [inertia.block]\nbodies = [\"a\", \"b\"]\nmatrix = [[1.0, 0.5], [0.5, 2.0]]\n";
    let unit = unit(text);
    for make in [Simulation::new, Simulation::exchange] {
        let mut instance = make(unit.clone());
        let of = ["a.effectiveMass", "a.freeForce"].map(|name| instance.index(name));
        let expect = |instance: &mut Simulation, known: &str, right: [f64; 2]| {
            let known = instance.index(known);
            let found = derivatives(instance, &of, known).unwrap();
            for (found, right) in found.into_iter().zip(right) {
                assert!((found - right).abs() < 1e-14, "{known}: {found} {right}");
            }
        };
        instance.enter_initialization().unwrap();
        expect(&mut instance, "a.mass", [1.0, 0.0]);
        expect(&mut instance, "b.mass", [0.0625, 0.375]);
        expect(&mut instance, "block.matrix[1,2]", [-0.5, -1.5]);
        instance.exit_initialization().unwrap();
        expect(&mut instance, "block.matrix[1,2]", [-0.5, -1.5]);
        // Fixed modes and masses in time.
        assert_eq!(instance.output_derivative(of[0]).unwrap(), 0.0);
    }
}

/// A matrix L Lᵀ over two blocks and a rotor, all flanges: a plate sticks to the first block, the second slips on the ground, beside it
/// or not a rod without mass.
fn network(draws: &mut Draws) -> String {
    let mut factor = [[0.0; 3]; 3];
    for (row, entries) in factor.iter_mut().enumerate() {
        entries[..row].fill_with(|| draws.between(-1.0, 1.0));
        entries[row] = draws.between(0.7, 1.5);
    }
    let entry = |i: usize, j: usize| -> f64 { (0..3).map(|k| factor[i][k] * factor[j][k]).sum() };
    let matrix: [[f64; 3]; 3] = std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)));
    let [m, n, inertia] = [0, 1, 2].map(|i| matrix[i][i]);
    let plate = draws.between(0.5, 2.0);
    // With no slip at the start, or some.
    let (velocity, grip) = draws.pick(&[(0.0, ""), (0.3, ""), (0.15, "ratio = 2.0\n")]);
    let rod = match draws.chance(0.5) {
        true => "",
        false => {
            "[body.rod]\nmass = 0.0\nforce = \"input\"\n\
             [damper.oil]\nbetween = [\"rod\", \"plate\"]\ndamping = 0.7\n\
             [damper.air]\nbetween = \"rod\"\ndamping = 0.3\n"
        }
    };
    format!(
        "[model]\nname = \"Flanges\"\n[body.a]\nmass = {m:?}\nvelocity = 0.3\nforce = \"input\"\nflange = true\n\
         [body.b]\nmass = {n:?}\nvelocity = 0.4\nforce = \"input\"\nflange = true\n\
         [body.rotor]\naxis = \"rotation\"\ninertia = {inertia:?}\nangularVelocity = -0.7\nflange = true\n\
         [inertia.arm]\nbodies = [\"a\", \"b\", \"rotor\"]\nmatrix = {matrix:?}\n\
         [body.plate]\nmass = {plate:?}\nvelocity = {velocity:?}\nflange = true\n{rod}\
         [contact.grip]\nbetween = [\"a\", \"plate\"]\nlaw = \"coulomb\"\nkineticFriction = 50.0\n{grip}\
         [contact.floor]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 0.2\nviscous = 0.3\n\
         [spring.leaf]\nbetween = [\"a\", \"b\"]\nstiffness = 3.0\ncubic = 5.0\ndamping = 0.7\n"
    )
}

#[test]
fn flanges_of_random_matrices_change_as_differences_say() {
    let draws = &mut Draws::new(4);
    for _ in 0..12 {
        let unit = Model::read(&network(draws), "flanges.toml").unwrap();
        for make in [Simulation::new, Simulation::exchange] {
            let mut instance = make(unit.clone());
            instance.enter_initialization().unwrap();
            let (compared, refused) = check_start(&mut instance);
            assert!(compared > 100, "{compared}");
            assert!(!refused.iter().any(|name| name.contains("mass")), "{refused:?}");
        }
        let mut slave = Simulation::new(unit.clone());
        slave.enter_initialization().unwrap();
        slave.exit_initialization().unwrap();
        slave.put("b.force", 0.7);
        slave.step(0.0, 0.01).unwrap();
        // The plate is stuck by then.
        assert_eq!(slave.real("grip.slipVelocity"), 0.0);
        assert!(check_numbers(&mut slave) > 100);
    }
}
