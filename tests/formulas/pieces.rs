//! Kinks and jumps of formulas: found to round-off.

use super::support::{Named, started, unit};
use super::{assert_near, go};

fn body(velocity: f64, force: &str) -> String {
    format!(
        "[model]\nname = \"Body\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.b]\nmass = 1.0\nvelocity = {velocity:?}\n\
         [force.f]\nbetween = \"b\"\n{force}\n"
    )
}

/// Constant accelerations on both sides of a place: what the time of the passage is off by shows in what follows.
#[test]
fn a_jump_at_a_place_is_where_it_is() {
    let text = body(1.0, "force = \"if(e > 1 and t > -1, -3, 2)\"");
    let passage = -0.5 + (0.25_f64 + 1.0).sqrt();
    let fast = 1.0 + 2.0 * passage;
    let mut b = started(&unit(&text));
    go(&mut b, passage + 0.4);
    assert_near(b.real("b.position"), 1.0 + fast * 0.4 - 1.5 * 0.16, 1e-13);
    assert_near(b.real("b.velocity"), fast - 1.2, 1e-13);
    assert_eq!(b.real("f.force"), -3.0);
    // Back through the place, where the force turns again.
    let back = 2.0 * fast / 3.0;
    go(&mut b, passage + back + 0.1);
    assert_near(b.real("b.position"), 1.0 - fast * 0.1 + 0.01, 1e-12);
    assert_eq!(b.real("f.force"), 2.0);
}

#[test]
fn a_jump_in_time_is_when_it_is() {
    let mut b = started(&unit(&body(0.0, "force = \"if(t < 0.3, 1, 0) - if(t >= 0.7, 2, 0)\"")));
    go(&mut b, 1.0);
    assert_near(b.real("b.velocity"), 0.3 - 0.6, 1e-14);
    assert_near(b.real("b.position"), 0.045 + 0.3 * 0.7 - 0.09, 1e-14);
}

/// −c·|e|: cosine towards the place, hyperbolic from there.
#[test]
fn a_kink_of_a_magnitude_is_where_it_is() {
    let mut b = started(&unit(&body(-1.0, "force = \"-4*abs(e - 0.5) \"")));
    // From z − ½ = −½: u″ = 4u with u(0) = −½, u′(0) = −1 runs to −∞: u = −½·exp(2t).
    go(&mut b, 1.0);
    assert_near(b.real("b.position"), 0.5 - 0.5 * 2.0_f64.exp(), 1e-10);
    let mut b = started(&unit(&body(3.0, "force = \"-4*abs(e - 0.5) \"")));
    // u = −½·cosh 2t + 3/2·sinh 2t is 0 at tanh 2t = 1/3, with u′² = 9 − 1 = 8; then u″ = −4u.
    let passage = 0.5 * (1.0_f64 / 3.0).atanh();
    go(&mut b, passage + 0.6);
    assert_near(b.real("b.position"), 0.5 + 2.0_f64.sqrt() * 1.2_f64.sin(), 1e-12);
}

#[test]
fn tables_over_places_and_times_have_their_points() {
    let text = body(
        1.0,
        "force = \"table(t, at, up) + luz(e, w, s)\"\n[force.f.parameter]\nat = [0.0, 1.0, 2.0]\nup = [0.0, 2.0, 0.0]\nw = [100.0]\ns = [7.0]\n",
    );
    let mut b = started(&unit(&text));
    go(&mut b, 2.5);
    assert_near(b.real("b.velocity"), 1.0 + 2.0, 1e-13);
    // ∫∫: 1/3 + (1·1 + 1 − 1/3) + ½·2, and 2.5 of the velocity at the start.
    assert_near(b.real("b.position"), 2.5 + 1.0 / 3.0 + 1.0 + 1.0 - 1.0 / 3.0 + 1.0, 1e-13);
}

/// Decisions within decisions: what one hides, another may have passed.
#[test]
fn nested_decisions_follow_one_another() {
    let text =
        body(1.0, "force = \"if(e > 1, max(e - 1.5, 0)*abs(e - 3) - 1, abs(sign(e - 0.5) + 1))\"");
    let mut b = started(&unit(&text));
    go(&mut b, 3.0);
    let a = |z: f64| {
        if z > 1.0 {
            (z - 1.5).max(0.0) * (z - 3.0).abs() - 1.0
        } else if z > 0.5 {
            2.0
        } else {
            0.0
        }
    };
    // Steps that end at the places but for their own error.
    let (z, v) = super::runge_kutta([0.0], [1.0], 3.0, 3_000_000, |_, z, _| [a(z[0])]);
    assert_near(b.real("b.position"), z[0], 1e-5);
    assert_near(b.real("b.velocity"), v[0], 1e-5);
}

/// A pole at rest is no jump there: v' = −v^(−1/2) moves until it comes to that.
#[test]
fn a_pole_at_rest_moves_as_long_as_it_moves() {
    let mut b = started(&unit(&body(1.0, "force = \"-rate*abs(rate)^-1.5\"")));
    go(&mut b, 0.4);
    assert_near(b.real("b.velocity"), 0.4_f64.powf(2.0 / 3.0), 1e-10);
}

/// A formula that jumps against the motion at a velocity that changes jumps to and fro where the body should keep that.
#[test]
fn a_storm_names_the_formula() {
    let mut b = started(&unit(&body(1.0, "force = \"-sign(rate - 0.1*(1 + t))\"")));
    let fault = b.step(0.0, 2.0).unwrap_err().to_string();
    assert!(fault.contains("the last at f") && fault.contains("chattering"), "{fault}");
}
