//! A block on a belt, held by a spring: how long it sticks, and how far it is carried, by the speed of the belt. Prints a
//! CSV row for each speed.
//!
//! While it sticks the belt carries it at v until the spring pulls with Fs; it slips from there to the next instant at
//! which its velocity is v again.

use std::sync::Arc;

use luztar::{ContactMode, Error, Event, Model, Simulation, Value};

const NETWORK: &str = include_str!("belt.toml");

/// A stretch in which the block sticks.
struct Hold {
    from: f64,
    to: f64,
    /// Position of the block where it lets go, m.
    carried: f64,
}

/// Finds the last complete hold within `duration` s with a belt at `speed` m/s.
fn last_hold(model: &Arc<Model>, speed: f64, duration: f64) -> Result<Option<Hold>, Error> {
    let belt = model.index_of("belt.surfaceVelocity")?;
    let position = model.index_of("block.position")?;
    let stops = model.index_of("stopAtEvents")?;
    let mut block = Simulation::new(model.clone());
    block.set_real(belt, speed)?;
    block.set(stops, Value::Boolean(true))?;
    block.setup_experiment(0.0, None, None)?;
    block.enter_initialization()?;
    block.exit_initialization()?;
    let (mut held_from, mut released, mut last) = (None, None, None);
    while block.time() < duration {
        let now = block.time();
        // Ends at the next transition, if one comes sooner.
        block.step(now, duration - now)?;
        for event in block.step_events() {
            let Event::Contact { from, to, time, .. } = *event else { continue };
            if to == ContactMode::Stuck {
                held_from = Some(time);
            } else if from == ContactMode::Stuck {
                released = Some(time);
            }
        }
        if let Some((from, to)) = held_from.zip(released.take()) {
            let carried = block.get_real(position)?;
            last = Some(Hold { from, to, carried });
            held_from = None;
        }
    }
    Ok(last)
}

fn main() -> Result<(), Error> {
    let model = Model::read(NETWORK, "belt.toml")?;
    println!("belt m/s,stuck from s,to s,let go at m");
    for speed in [0.05, 0.1, 0.2, 0.4] {
        match last_hold(&model, speed, 60.0)? {
            Some(Hold { from, to, carried }) => println!("{speed},{from},{to},{carried}"),
            None => println!("{speed},,,"),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_belt_carries_the_block_from_where_slip_ends_to_where_it_begins() {
        let model = Model::read(NETWORK, "belt.toml").unwrap();
        // Slip begins at Fs/k and, about Fk/k, ends as far on its other side: at (2Fk − Fs)/k.
        let (begins, ends) = (0.05, 0.01);
        for speed in [0.05, 0.1, 0.2] {
            let Hold { from, to, carried } = last_hold(&model, speed, 60.0).unwrap().unwrap();
            assert!((to - from - (begins - ends) / speed).abs() < 1e-9, "{speed}: {}", to - from);
            assert!((carried - begins).abs() < 1e-9, "{speed}: {carried}");
        }
        // From rest the block oscillates at 0.3 m/s, never as fast as this belt.
        assert!(last_hold(&model, 0.4, 60.0).unwrap().is_none());
    }
}
