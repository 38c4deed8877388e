//! Releases of indeterminate stuck sets: what the contacts together can hold decides, not one choice of
//! their forces.

use luztar::dynamics::ContactMode;

use crate::networks::{Builder, Friction};
use crate::run::{Run, assert_close};

/// SplitMix64 (Steele, Lea & Flood, OOPSLA 2014), uniform in [low, high).
struct Random(u64);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let unit = ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * unit
    }

    fn below(&mut self, count: usize) -> usize {
        self.between(0.0, count as f64) as usize
    }
}

/// The load grows as A sin ωt.
const OMEGA: f64 = 0.2;

fn pulled(builder: &mut Builder, body: usize, amplitude: f64) {
    builder.shake(body, amplitude, OMEGA, -std::f64::consts::FRAC_PI_2);
}

/// When A sin ωt reaches a load.
fn time_of(load: f64, amplitude: f64) -> f64 {
    (load / amplitude).asin() / OMEGA
}

/// All transitions so far happened at once; returns the instant.
fn only_instant(run: &Run) -> f64 {
    let first = run.events.first().expect("a release").time();
    assert!(run.events.iter().all(|event| event.time() == first), "{:?}", run.events);
    first
}

/// Two contacts of one block with the ground share the load in proportion to their limits; neither lets
/// go before both are at their limit, also where one of them is much weaker.
#[test]
fn parallel_contacts_let_go_together() {
    for weak in [0.01, 0.5, 1.0, 3.0] {
        let mut builder = Builder::default();
        let block = builder.body(2.0, 0.0, 0.0);
        for kinetic in [weak, 1.0] {
            let limit = Some(1.5 * kinetic);
            builder.contact(Friction { limit, ..Friction::ground(block, kinetic) });
        }
        pulled(&mut builder, block, 10.0);
        let mut run = Run::new(&builder.network());
        let release = time_of(1.5 * (1.0 + weak), 10.0);
        run.run(release - 1e-6, 0.1);
        assert!(run.events.is_empty());
        run.run(release + 0.01, 0.1);
        assert_close(only_instant(&run), release, 1e-9);
        assert_eq!(run.contact(0), ContactMode::Forward);
        assert_eq!(run.contact(1), ContactMode::Forward);
    }
}

/// Three blocks in a loop, one of them on the ground: the pulled one lets go of its two neighbours when
/// both contacts are at their limit, though any split of the load below that is possible.
#[test]
fn one_block_leaves_a_loop_of_three() {
    let mut builder = Builder::default();
    for _ in 0..3 {
        builder.body(1.0, 0.0, 0.0);
    }
    builder.contact(Friction::ground(0, 10.0));
    builder.contact(Friction::between(1, 0, 1.0));
    builder.contact(Friction::between(1, 2, 2.0));
    builder.contact(Friction::between(2, 0, 5.0));
    pulled(&mut builder, 1, 10.0);
    let mut run = Run::new(&builder.network());
    let release = time_of(3.0, 10.0);
    run.run(release - 1e-6, 0.1);
    assert!(run.events.is_empty());
    run.run(release + 0.5, 0.1);
    assert_close(only_instant(&run), release, 1e-9);
    assert_eq!(run.events.len(), 2);
    assert_eq!(run.contact(1), ContactMode::Forward);
    assert_eq!(run.contact(2), ContactMode::Forward);
    assert_eq!((run.velocity(0), run.velocity(2)), (0.0, 0.0));
}

/// The least A sin ωt at which some set of bodies, moved forward or backward as one, is driven harder
/// than its contacts hold: Σ share·load > Σ of the limits that the set slips on.
fn first_cut(
    bodies: usize,
    contacts: &[(usize, Option<usize>, f64)],
    share: &[f64],
) -> (f64, usize) {
    let mut least = (f64::INFINITY, 0);
    for set in 1..1usize << bodies {
        let inside = |body: usize| set >> body & 1 == 1;
        let load: f64 = (0..bodies).filter(|body| inside(*body)).map(|body| share[body]).sum();
        let held = contacts.iter().filter(|(i, j, _)| inside(*i) != j.is_some_and(inside));
        let needed = held.map(|(_, _, limit)| limit).sum::<f64>() / load.abs();
        if needed < least.0 {
            least = (needed, set);
        }
    }
    least
}

/// Random networks with cycles on the ground. Until the first cut is overloaded all contacts hold; then its
/// bodies move, all at one instant, the way they are pulled.
#[test]
fn the_first_overloaded_cut_moves() {
    let mut numbers = Random(7);
    for case in 0..300 {
        let bodies = 2 + numbers.below(6);
        let mut contacts = Vec::new();
        for body in 0..bodies {
            if body == 0 || numbers.below(2) == 0 {
                contacts.push((body, None, numbers.between(0.5, 3.0)));
            }
            if body > 0 {
                contacts.push((body, Some(numbers.below(body)), numbers.between(0.5, 3.0)));
            }
        }
        for _ in 0..2 + numbers.below(2 * bodies) {
            let (i, j) = (numbers.below(bodies), numbers.below(bodies));
            let other = (i != j).then_some(j);
            contacts.push((i, other, numbers.between(0.5, 3.0)));
        }
        let share: Vec<f64> = (0..bodies).map(|_| numbers.between(-1.0, 1.0)).collect();
        let (least, set) = first_cut(bodies, &contacts, &share);
        let amplitude = 3.0 * least;
        let mut builder = Builder::default();
        for share in &share {
            let body = builder.body(numbers.between(0.5, 2.0), 0.0, 0.0);
            pulled(&mut builder, body, amplitude * share);
        }
        for &(i, j, limit) in &contacts {
            // Friction that does not fall when it slips: the cut is all that moves.
            builder.contact(Friction { i: Some(i), j, kinetic: limit, ..Friction::default() });
        }
        let mut run = Run::new(&builder.network());
        let release = time_of(least, amplitude);
        run.run(release - 1e-5, 0.3);
        assert!(run.events.is_empty(), "{case}: {:?} before {release}", run.events);
        run.run(release + 1e-5, 0.3);
        assert_close(only_instant(&run), release, 1e-8);
        let forward =
            (0..bodies).filter(|body| set >> body & 1 == 1).map(|b| share[b]).sum::<f64>();
        for body in 0..bodies {
            let velocity = run.velocity(body);
            let moves = set >> body & 1 == 1;
            assert_eq!(velocity != 0.0, moves, "{case}: body {body} at {velocity}");
            assert!(!moves || velocity * forward > 0.0, "{case}: body {body} at {velocity}");
        }
        for (contact, &(i, j, _)) in contacts.iter().enumerate() {
            let slips = (set >> i & 1 == 1) != j.is_some_and(|j| set >> j & 1 == 1);
            assert_eq!(run.contact(contact) != ContactMode::Stuck, slips, "{case}: {contact}");
        }
    }
}
