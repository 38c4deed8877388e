//! The numbers of a network, in levels.

use super::shape::{Key, NOWHERE, Shape};
use super::slope::{Knot, smaller};
use super::slot::Slot;
use super::{Beside, Level, Levels, Other, Own};
use crate::tolerances::BALANCED_RATIOS;
use crate::{Confine, Contact};

/// Stands for an infinite bound: this many times the sum of all forces there are.
const UNBOUNDED: f64 = 4.0;

impl Other {
    #[cold]
    fn new(index: usize, contact: &Contact, in_slot: bool) -> Self {
        let Contact { row, beta, lower, upper, viscous } = *contact;
        let lambda = (!in_slot).then_some(0.0f64.confined(lower, upper));
        Self { contact: index, row, beta, viscous, lambda }
    }

    fn add_to(&self, shape: &Shape, levels: &mut [Level]) {
        for (body, q) in self.row.terms() {
            let place = shape.place[body] as usize;
            let q = q * shape.nodes[place].ratio;
            let own = &mut levels[place].own;
            own.weight += self.viscous * q * q;
            own.force += self.viscous * q * self.beta - q * self.lambda.unwrap_or(0.0);
        }
    }
}

/// Agreement of a set of contacts with the present shape.
#[derive(PartialEq, Eq)]
enum Fit {
    Other,
    Same,
    /// No shape: they have no levels.
    Never,
}

impl Levels {
    /// True if the network has levels.
    pub fn load(&mut self, mass: &[f64], force: &[f64], contacts: &[Contact]) -> bool {
        let mut fit = self.take(mass, force, contacts);
        if fit == Fit::Other {
            if contacts.iter().any(is_coupled) {
                return false;
            }
            self.shape.make(mass.len(), contacts);
            self.resize();
            fit = self.take(mass, force, contacts);
        }
        if fit != Fit::Same || !self.set_offsets() {
            return false;
        }
        if !self.is_limited {
            self.set_limits();
        }
        true
    }

    fn resize(&mut self) {
        let places = self.shape.nodes.len();
        self.levels.resize(places, Level::default());
        self.sums.clear();
        self.sums.reserve_exact(places);
        let slots = self.shape.contact.len();
        self.slots.clear();
        self.slots.extend(
            self.shape.contact.iter().zip(&self.shape.kappa).map(|(contact, kappa)| Slot {
                contact: *contact,
                kappa: *kappa,
                ..Slot::default()
            }),
        );
        self.chord_force.clear();
        self.chord_force.resize(self.shape.chords.len(), 0.0);
        self.knots.resize(self.shape.room, Knot::default());
        self.steps.reserve_exact(if self.shape.core.is_empty() { 0 } else { 2 * places + slots });
        self.connect_core();
        self.stack.reserve_exact(usize::BITS as usize);
        self.others.clear();
        self.others.reserve_exact(self.shape.keys.len());
    }

    fn connect_core(&mut self) {
        let Self { shape, cuts, node, .. } = self;
        let mut count = 0;
        node.clear();
        node.extend(shape.nodes.iter().map(|own| {
            count += u32::from(own.in_core);
            count - u32::from(own.in_core)
        }));
        let edges = shape.core.iter().map(|edge| edge.ends.map(|place| node[place as usize]));
        cuts.connect(count as usize, if count > 0 { shape.room } else { 0 }, edges);
    }

    fn take(&mut self, mass: &[f64], force: &[f64], contacts: &[Contact]) -> Fit {
        let Self { shape, others, .. } = self;
        if shape.bodies != mass.len() || shape.keys.len() != contacts.len() {
            return Fit::Other;
        }
        if !shape.is_balanced {
            let mut known = shape.keys.iter().zip(&shape.sticks).zip(contacts);
            let same = known.all(|((key, sticks), contact)| {
                key.is(&contact.row) && *sticks == (contact.lower < contact.upper)
            });
            return if same { Fit::Never } else { Fit::Other };
        }
        others.clear();
        let (slots, mut widths) = (&mut self.slots[..], 0.0);
        self.has_offsets = false;
        for (index, (key, contact)) in shape.keys.iter().zip(contacts).enumerate() {
            let Contact { beta, lower, upper, viscous, .. } = *contact;
            if !key.is(&contact.row) {
                return Fit::Other;
            }
            if let Some(slot) = slots.get_mut(key.slot as usize) {
                slot.set_range(lower, upper);
                widths += upper - lower;
                slot.offset = beta;
                if beta != 0.0 {
                    slot.offset /= slot.kappa;
                    self.has_offsets = true;
                }
                if viscous <= 0.0 {
                    continue;
                }
            } else if lower < upper {
                return Fit::Other;
            }
            if viscous > 0.0 && key.one().is_none() {
                return Fit::Never;
            }
            others.push(Other::new(index, contact, key.slot != NOWHERE));
        }
        self.is_limited = widths.is_finite();
        if self.take_bodies(mass, force) { Fit::Same } else { Fit::Never }
    }

    /// Masses and forces, with what contacts add that are not in slots; true if every body has inertia.
    fn take_bodies(&mut self, mass: &[f64], force: &[f64]) -> bool {
        let Self { shape, levels, others, .. } = self;
        let (mut least, mut sum) = (f64::INFINITY, 0.0);
        for (level, node) in levels.iter_mut().zip(&shape.nodes) {
            let (body, ratio) = (node.body as usize, node.ratio);
            let weight = mass[body] * ratio * ratio;
            level.own = Own { weight, force: force[body] * ratio };
            (least, sum) = (smaller(weight, least), sum + weight);
        }
        others.iter().for_each(|other| other.add_to(shape, levels));
        let resists = |level: &Level| level.own.weight > 0.0 && level.own.weight.is_finite();
        least > 0.0 && sum.is_finite() && others.is_empty() || levels.iter().all(resists)
    }

    /// Finds t of each body; true if all contacts agree.
    fn set_offsets(&mut self) -> bool {
        let Self { shape, levels, slots, .. } = self;
        if !self.has_offsets {
            if self.had_offsets {
                for level in levels {
                    (level.offset, level.beside) = (0.0, Beside::default());
                }
            }
            self.had_offsets = false;
            return true;
        }
        self.had_offsets = true;
        let agree =
            |first: f64, second: f64, whole: f64| (first - second).abs() <= BALANCED_RATIOS * whole;
        for (place, node) in shape.nodes.iter().enumerate().rev() {
            let up = node.up as usize;
            if up == NOWHERE as usize {
                levels[place].offset = 0.0;
                continue;
            }
            let above = levels[up].offset;
            let edges = &slots[node.edge_slots()];
            let step = edges[0].offset;
            let offset = above + step;
            levels[place].offset = offset;
            let whole = offset.abs() + above.abs() + step.abs();
            if !edges.iter().all(|slot| agree(slot.offset, step, whole + slot.offset.abs())) {
                return false;
            }
        }
        shape.chords.iter().zip(&slots[shape.first_chord..]).all(|(chord, slot)| {
            let [i, j] = chord.ends.map(|place| levels[place as usize].offset);
            agree(i - j, slot.offset, i.abs() + j.abs() + slot.offset.abs())
        })
    }

    /// Sets infinite bounds to more than any contact can have to carry: no level is further from 0 than those of bodies
    /// on their own, or of the ground.
    fn set_limits(&mut self) {
        let Self { shape, levels, slots, .. } = self;
        let (mut furthest, mut sum) = (0.0f64, 0.0);
        for (level, node) in levels.iter().zip(&shape.nodes) {
            furthest = furthest.max((level.own.force / level.own.weight - level.offset).abs());
            for slot in &slots[node.ground_slots()] {
                furthest = furthest.max((slot.offset - level.offset).abs());
            }
        }
        for slot in &*slots {
            let finite = [slot.lower, slot.upper].into_iter().filter(|bound| bound.is_finite());
            sum += finite.map(|bound| (slot.kappa * bound).abs()).sum::<f64>();
        }
        for Level { own, offset, .. } in &*levels {
            sum += own.weight * furthest + (own.weight * offset - own.force).abs();
        }
        let infinite = UNBOUNDED * sum + f64::MIN_POSITIVE;
        for slot in slots {
            let most = infinite / slot.kappa.abs();
            slot.set_range(slot.lower.max(-most), slot.upper.min(most));
        }
    }
}

fn is_coupled(contact: &Contact) -> bool {
    contact.viscous > 0.0 && {
        let key = Key::of(&contact.row);
        key.one().is_none()
    }
}
