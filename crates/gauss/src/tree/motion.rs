//! Motion that goes with modes: what is held together moves as one.

use super::shape::NOWHERE;
use super::slope::Range;
use super::slot::{Mode, Slot};
use super::sum::{Sum, Total};
use super::{Beside, Flow, Level, Levels, Own};
use crate::Confine;

impl Levels {
    /// Adds up sums over what moves as one, from the levels (which give the modes) or by the modes that are known.
    pub(super) fn add_up(&mut self, known: bool) {
        let Self { shape, levels, slots, sums, has_offsets, .. } = self;
        let (nodes, slots) = (&shape.nodes[..], &mut slots[..]);
        let levels = &mut levels[..nodes.len()];
        sums.clear();
        for place in (0..nodes.len()).rev() {
            let node = &nodes[place];
            let set = match levels.get(node.up as usize) {
                Some(above) => {
                    let (x, set, beside) = (above.x, above.flow.set, above.beside);
                    let level = &mut levels[place];
                    if !known {
                        level.set_level(x, node.in_core);
                    }
                    if level.mode == Mode::Held {
                        if *has_offsets {
                            let step = slots[node.slots as usize].offset;
                            level.beside =
                                Beside { t: beside.t + step, size: beside.size + step.abs() };
                        }
                        set
                    } else {
                        let z = level.mode.end_of(level.range);
                        let above = &mut levels[node.up as usize].flow;
                        above.known -= z;
                        above.terms += z.abs();
                        let sum = &mut sums[set as usize];
                        if !sum.is_closed {
                            sum.drive(z, z.abs());
                        }
                        levels[place].begin_set(z, sums)
                    }
                }
                None => levels[place].begin_set(0.0, sums),
            };
            let level = &mut levels[place];
            level.flow.set = set;
            level.add_to(&mut sums[set as usize], &mut slots[node.ground_slots()], known);
        }
        self.add_chords(known);
        self.sums.iter_mut().for_each(Sum::close);
    }

    /// Adds contacts that close cycles: forces of those that hold are known.
    fn add_chords(&mut self, known: bool) {
        let slots = &mut self.slots[self.shape.first_chord..];
        for ((chord, slot), z) in self.shape.chords.iter().zip(slots).zip(&mut self.chord_force) {
            let [i, j] = chord.ends.map(|place| place as usize);
            if !known {
                slot.mode = Mode::of(self.levels[i].x, self.levels[j].x, slot.can_hold());
            }
            if slot.mode != Mode::Held {
                *z = slot.mode.end_of(slot.range);
            }
            for (place, z) in [(i, *z), (j, -*z)] {
                let flow = &mut self.levels[place].flow;
                flow.known += z;
                flow.terms += z.abs();
                self.sums[flow.set as usize].drive(-z, z.abs());
            }
        }
    }
}

impl Level {
    /// Sets its level and the mode of its edge, from the level above.
    #[inline]
    fn set_level(&mut self, above: f64, in_core: bool) {
        if !in_core {
            self.x = above.confined(self.between.low, self.between.high);
        }
        self.mode = Mode::of(self.x, above, self.range.low < self.range.high);
    }

    /// Begins a set below an edge with force z; returns its number.
    #[inline]
    fn begin_set(&mut self, z: f64, sums: &mut Vec<Sum>) -> u32 {
        self.beside = Beside::default();
        let drive = Total { sum: -z, lost: 0.0 };
        sums.push(Sum { drive, size: z.abs(), ..Sum::default() });
        sums.len() as u32 - 1
    }

    /// Adds what is known of its forces to those of its set.
    #[inline]
    fn add_to(&mut self, sum: &mut Sum, grounds: &mut [Slot], known: bool) {
        let Level { own: Own { weight, force }, offset, x, beside, .. } = *self;
        let mut flow = Flow { known: -force, terms: force.abs(), ..self.flow };
        (flow.wide, flow.taker) = (Range::default(), NOWHERE);
        for slot in grounds {
            if !known {
                slot.mode = Mode::of(x, slot.offset - offset, slot.can_hold());
            }
            if slot.mode != Mode::Held {
                let z = slot.mode.end_of(slot.range);
                flow.known += z;
                flow.terms += z.abs();
                continue;
            }
            flow.wide = flow.wide.plus(slot.range);
            if !sum.is_closed {
                sum.is_closed = true;
                sum.y = slot.offset - beside.t;
                sum.extent = slot.offset.abs() + beside.size;
            }
        }
        if !sum.is_closed {
            let drag = weight * beside.t;
            sum.drive(-flow.known - drag, flow.terms + drag.abs());
            sum.weight.add(weight);
        }
        self.flow = flow;
    }
}
