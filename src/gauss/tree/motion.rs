//! Motion that goes with modes: what is held together moves as one.

use super::shape::NOWHERE;
use super::slope::Range;
use super::{Beside, Level, Levels, Mode, Own, Sum, Total};
use crate::gauss::Confine;

/// Forces whose sum over a set is below this fraction of their sizes balance, but for the round-off of the
/// ratios and of the sum: the set keeps its velocity to the last bit.
const CANCELLED: f64 = 4.0 * f64::EPSILON;

impl Range {
    pub(super) fn at(self, mode: Mode) -> f64 {
        if mode == Mode::High { self.high } else { self.low }
    }
}

impl Levels {
    /// Sums over what moves as one, from the levels (which tell the modes) or by the modes that are known.
    pub(super) fn add_up(&mut self, known: bool) {
        self.tops.clear();
        for place in (0..self.shape.nodes.len()).rev() {
            let up = self.shape.nodes[place].up;
            let flow = &mut self.flows[place];
            (flow.known, flow.terms) = (0.0, 0.0);
            (flow.wide, flow.taker) = (Range::default(), NOWHERE);
            if up == NOWHERE {
                self.begin_set(place, 0.0);
            } else {
                self.add_edge(place, up as usize, known);
            }
            self.add_body(place, known);
        }
        self.add_chords(known);
        for &top in &self.tops {
            let sum = &mut self.sums[top as usize];
            if !sum.is_closed {
                let (drive, weight) = (sum.drive.value(), sum.weight.value());
                let balanced = drive.abs() <= CANCELLED * sum.size;
                sum.y = if balanced { 0.0 } else { drive / weight };
                sum.extent = sum.size / weight;
            }
        }
    }

    /// A set begins below an edge with force z.
    #[inline]
    fn begin_set(&mut self, place: usize, z: f64) {
        self.flows[place].top = place as u32;
        self.tops.push(place as u32);
        self.beside[place] = Beside::default();
        let drive = Total { sum: -z, lost: 0.0 };
        self.sums[place] = Sum { drive, size: z.abs(), ..Sum::default() };
    }

    #[inline]
    fn add_edge(&mut self, place: usize, up: usize, known: bool) {
        let edges = &mut self.slots[self.shape.edges(place)];
        let above = self.levels[up].x;
        let level = &mut self.levels[place];
        let range = level.range;
        if !known {
            if !self.shape.nodes[place].in_core {
                level.x = above.confined(level.between.low, level.between.high);
            }
            let mode = Mode::of(level.x, above, range.low < range.high);
            edges.iter_mut().for_each(|slot| slot.mode = mode);
        }
        let (mode, step) = (edges[0].mode, edges[0].offset);
        let top = self.flows[up].top;
        if mode == Mode::Held {
            self.flows[place].top = top;
            let above = self.beside[up];
            self.beside[place] = Beside { t: above.t + step, size: above.size + step.abs() };
        } else {
            let z = range.at(mode);
            let above = &mut self.sums[top as usize];
            above.drive.add(z);
            above.size += z.abs();
            self.begin_set(place, z);
        }
    }

    #[inline]
    fn add_body(&mut self, place: usize, known: bool) {
        let Beside { t, size } = self.beside[place];
        let Level { own: Own { weight, force }, offset, x, .. } = self.levels[place];
        let sum = &mut self.sums[self.flows[place].top as usize];
        let drag = weight * t;
        sum.drive.add(force - drag);
        sum.size += force.abs() + drag.abs();
        sum.weight.add(weight);
        let node = &self.shape.nodes[place];
        for slot in &mut self.slots[node.grounds as usize..node.end as usize] {
            if !known {
                slot.mode = Mode::of(x, slot.offset - offset, slot.can_hold());
            }
            if slot.mode != Mode::Held {
                let z = slot.range().at(slot.mode);
                sum.drive.add(-z);
                sum.size += z.abs();
            } else if !sum.is_closed {
                sum.is_closed = true;
                sum.y = slot.offset - t;
                sum.extent = slot.offset.abs() + size;
            }
        }
    }

    /// Contacts that close cycles: forces of those that hold are known.
    fn add_chords(&mut self, known: bool) {
        let slots = &mut self.slots[self.shape.first_chord..];
        for ((chord, slot), z) in self.shape.chords.iter().zip(slots).zip(&mut self.chord_force) {
            let [i, j] = chord.ends.map(|place| place as usize);
            if !known {
                slot.mode = Mode::of(self.levels[i].x, self.levels[j].x, slot.can_hold());
            }
            if slot.mode != Mode::Held {
                *z = slot.range().at(slot.mode);
            }
            for (place, z) in [(i, *z), (j, -*z)] {
                let flow = &mut self.flows[place];
                flow.known += z;
                flow.terms += z.abs();
                let sum = &mut self.sums[flow.top as usize];
                sum.drive.add(-z);
                sum.size += z.abs();
            }
        }
    }
}
