//! Impulses of friction over a communication step, of which mean forces are made when somebody reads them.
//!
//! To find the impulses of shared loads ([`super::shared`]) takes far longer than all else that is done along a segment, and
//! few hosts ask for it. Parts of the step with such loads wait until a mean force is read; they keep what they need, so
//! that the motion may have gone on since, and are added in their order, so that the bits are those of an immediate
//! reader.

use super::shared::{Room, SharedLoad};
use crate::gauss::Kernel;

/// Parts of a communication step that wait; with one more all are evaluated.
pub(super) const MOST_PARTS: usize = 4;

/// Impulses since the start of a segment.
#[derive(Clone, Debug, Default)]
pub(super) struct Impulses {
    /// Time up to which these are known, since the start of the segment, s.
    pub tau: f64,
    /// Impulse of each contact, N·s.
    pub of: Vec<f64>,
    /// True if what contacts share is not in them yet.
    pub wait: bool,
}

impl Impulses {
    /// Sets all to 0 at the start of a segment.
    pub fn clear(&mut self) {
        self.of.fill(0.0);
        (self.tau, self.wait) = (0.0, false);
    }

    pub fn copy_from(&mut self, other: &Self) {
        (self.tau, self.wait) = (other.tau, other.wait);
        self.of.clone_from(&other.of);
    }

    /// Adds what contacts share.
    fn complete(&mut self, shared: &mut SharedLoad, kernel: &mut Kernel, room: &mut Room) {
        if std::mem::take(&mut self.wait) {
            let of = &mut self.of;
            shared.integrate(kernel, room, self.tau, None, &mut |contact, impulse| {
                of[contact] += impulse;
            });
        }
    }
}

/// Part of a communication step: impulses of a segment where it begins, and where it ends.
#[derive(Clone, Debug, Default)]
struct Part {
    ends: [Impulses; 2],
    shared: SharedLoad,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Means {
    /// Impulse of each contact since the start of the communication step, but for parts that wait, N·s.
    impulse: Vec<f64>,
    parts: Vec<Part>,
    waiting: usize,
    /// Duration of the communication step, s.
    duration: f64,
}

impl Means {
    pub fn resize(&mut self, contacts: usize) {
        self.impulse.resize(contacts, 0.0);
        self.waiting = 0;
    }

    /// Reserves memory for parts that wait.
    pub fn reserve(&mut self, contacts: usize, unknown: usize, orders: usize) {
        self.parts.resize_with(MOST_PARTS, Part::default);
        for Part { ends, shared } in &mut self.parts {
            ends.iter_mut().for_each(|end| end.of.resize(contacts, 0.0));
            shared.reserve(contacts, unknown, orders);
        }
    }

    /// True if there is memory for parts that wait.
    pub fn may_wait(&self) -> bool {
        !self.parts.is_empty()
    }

    /// True if mean forces are not those of the step yet.
    pub fn wait(&self) -> bool {
        self.waiting > 0
    }

    /// Forgets parts that wait.
    pub fn forget(&mut self) {
        self.waiting = 0;
    }

    /// Begins a communication step.
    pub fn begin(&mut self) {
        self.impulse.fill(0.0);
        self.waiting = 0;
    }

    /// Begins a communication step with these impulses.
    pub fn begin_with(&mut self, impulse: &[f64]) {
        for (own, impulse) in self.impulse.iter_mut().zip(impulse) {
            // No −0.
            *own = impulse + 0.0;
        }
        self.waiting = 0;
    }

    /// Returns the impulse of a contact since the start of the communication step, where nothing waits.
    pub fn impulse_mut(&mut self, contact: usize) -> &mut f64 {
        &mut self.impulse[contact]
    }

    /// Adds what happens on a segment from one place to another.
    pub fn add(
        &mut self,
        ends: [&Impulses; 2],
        shared: &SharedLoad,
        kernel: &mut Kernel,
        room: &mut Room,
    ) {
        let waits = ends.iter().any(|end| end.wait);
        if self.waiting == self.parts.len() {
            self.resolve_modes(kernel, room);
        }
        if !waits && self.waiting == 0 {
            return add(&mut self.impulse, ends.map(|end| &end.of[..]));
        }
        let part = &mut self.parts[self.waiting];
        self.waiting += 1;
        part.ends.iter_mut().zip(ends).for_each(|(own, end)| own.copy_from(end));
        if waits {
            part.shared.copy_from(shared);
        }
    }

    /// Evaluates all parts that wait; the impulses at the end of the last one.
    pub fn resolve_modes(&mut self, kernel: &mut Kernel, room: &mut Room) -> Option<&Impulses> {
        let count = std::mem::take(&mut self.waiting);
        for Part { ends, shared } in &mut self.parts[..count] {
            ends.iter_mut().for_each(|end| end.complete(shared, kernel, room));
            add(&mut self.impulse, ends.each_ref().map(|end| &end.of[..]));
        }
        Some(&self.parts[count.checked_sub(1)?].ends[1])
    }

    /// Ends a communication step of this duration, s; mean forces are written unless parts wait.
    pub fn end(&mut self, duration: f64, mean: &mut [f64]) {
        self.duration = duration;
        if !self.wait() {
            self.write(mean);
        }
    }

    /// Writes mean forces of the communication step, where nothing waits.
    pub fn write(&self, mean: &mut [f64]) {
        for (mean, impulse) in mean.iter_mut().zip(&self.impulse) {
            *mean = impulse / self.duration;
        }
    }
}

/// Adds the difference of impulses at two places of a segment.
fn add(impulse: &mut [f64], [from, to]: [&[f64]; 2]) {
    for (impulse, from) in impulse.iter_mut().zip(from) {
        *impulse -= from;
    }
    for (impulse, to) in impulse.iter_mut().zip(to) {
        *impulse += to;
    }
}
