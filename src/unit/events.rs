//! Bounded records of transitions: those of the last step, and a queue that a program may drain. Both
//! are allocated once.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::dynamics::Event;

/// Transitions that the queue, and the list of one step, can hold.
pub const EVENT_CAPACITY: usize = 4096;

/// Transitions in order of time. A step keeps its first [`EVENT_CAPACITY`] transitions; in the full
/// queue the oldest makes room. Whatever is dropped is counted.
#[derive(Clone, Debug)]
pub struct EventQueue {
    queue: VecDeque<Event>,
    lost: u64,
    /// Transitions of the last step, then those of the step under way.
    steps: Vec<Event>,
    /// Length of the first part of `steps`.
    last: usize,
    /// Transitions of the step under way that found no place.
    overflow: u64,
    /// Transitions that are pending: made, but not yet reported.
    pending: Vec<Event>,
}

/// The transitions that an [`EventQueue`] holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedEvents {
    queue: Vec<Event>,
    lost: u64,
    last_step: Vec<Event>,
    pending: Vec<Event>,
}

impl Default for EventQueue {
    fn default() -> Self {
        Self {
            queue: VecDeque::with_capacity(EVENT_CAPACITY),
            lost: 0,
            steps: Vec::with_capacity(2 * EVENT_CAPACITY),
            last: 0,
            overflow: 0,
            pending: Vec::with_capacity(EVENT_CAPACITY),
        }
    }
}

impl EventQueue {
    /// Starts a step, forgetting what an abandoned one recorded.
    pub fn begin(&mut self) {
        self.steps.truncate(self.last);
        self.overflow = 0;
    }

    pub fn record(&mut self, event: Event) {
        if self.steps.len() - self.last < EVENT_CAPACITY {
            self.steps.push(event);
        } else {
            self.overflow += 1;
        }
    }

    /// Withholds the transitions of the step under way from this time on, s: they are reported with the next event.
    pub fn withhold(&mut self, time: f64) {
        let told = self.steps[self.last..].iter().take_while(|event| event.time() < time).count();
        self.pending.clear();
        self.pending.extend(self.steps.drain(self.last + told..));
    }

    /// Records the transitions that were withheld.
    pub fn release(&mut self) {
        for place in 0..self.pending.len() {
            self.record(self.pending[place]);
        }
    }

    /// Returns the transitions that are withheld, in order of time.
    pub fn pending(&self) -> &[Event] {
        &self.pending
    }

    /// Drops the transitions that are withheld.
    pub fn forget_pending(&mut self) {
        self.pending.clear();
    }

    /// Ends a step: what it recorded becomes the last step's transitions and joins the queue.
    #[inline]
    pub fn commit(&mut self) {
        if !self.steps.is_empty() {
            self.take_step();
        }
    }

    fn take_step(&mut self) {
        self.steps.drain(..self.last);
        self.last = self.steps.len();
        self.lost += self.overflow;
        for event in &self.steps {
            if self.queue.len() == EVENT_CAPACITY {
                self.queue.pop_front();
                self.lost += 1;
            }
            self.queue.push_back(*event);
        }
    }

    /// Returns the transitions of the last step, in order of time.
    pub fn of_last_step(&self) -> &[Event] {
        &self.steps[..self.last]
    }

    /// Takes the oldest transitions of the queue, `most` of them at most.
    pub fn take(&mut self, most: usize) -> impl ExactSizeIterator<Item = Event> + '_ {
        self.queue.drain(..most.min(self.queue.len()))
    }

    pub fn save(&self) -> SavedEvents {
        let EventQueue { queue, lost, steps: _, last: _, overflow: _, pending } = self;
        let (last_step, pending) = (self.of_last_step().to_vec(), pending.clone());
        SavedEvents { queue: queue.iter().copied().collect(), lost: *lost, last_step, pending }
    }

    /// Becomes what was saved; of more transitions than there is room for, the first ones.
    pub fn restore(&mut self, saved: &SavedEvents) {
        let SavedEvents { queue, lost, last_step, pending } = saved;
        self.pending.clear();
        self.pending.extend(pending.iter().take(EVENT_CAPACITY));
        self.queue.clear();
        self.queue.extend(queue.iter().take(EVENT_CAPACITY));
        self.lost = *lost;
        self.steps.clear();
        self.steps.extend(last_step.iter().take(EVENT_CAPACITY));
        self.last = self.steps.len();
        self.overflow = 0;
    }

    /// Returns the number of transitions dropped since the start.
    pub fn lost(&self) -> u64 {
        self.lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamics::{ContactId, ContactMode};

    fn event(number: usize) -> Event {
        let (from, to) = (ContactMode::Stuck, ContactMode::Forward);
        Event::Contact { contact: ContactId(0), from, to, time: number as f64 }
    }

    fn step(queue: &mut EventQueue, numbers: std::ops::Range<usize>) {
        queue.begin();
        numbers.for_each(|number| queue.record(event(number)));
        queue.commit();
    }

    #[test]
    fn events_come_out_oldest_first_and_once() {
        let mut queue = EventQueue::default();
        step(&mut queue, 0..2);
        step(&mut queue, 2..5);
        assert_eq!(queue.of_last_step(), [event(2), event(3), event(4)]);
        let four: Vec<Event> = queue.take(4).collect();
        assert_eq!(four, [event(0), event(1), event(2), event(3)]);
        assert_eq!(queue.take(4).collect::<Vec<_>>(), [event(4)]);
        assert_eq!(queue.take(4).len(), 0);
        assert_eq!(queue.lost(), 0);
    }

    #[test]
    fn an_abandoned_step_leaves_the_last_one() {
        let mut queue = EventQueue::default();
        step(&mut queue, 0..2);
        queue.begin();
        queue.record(event(7));
        assert_eq!(queue.of_last_step(), [event(0), event(1)]);
        step(&mut queue, 2..3);
        assert_eq!(queue.of_last_step(), [event(2)]);
        assert_eq!(queue.take(9).len(), 3);
    }

    #[test]
    fn a_restored_queue_is_the_one_saved() {
        let mut queue = EventQueue::default();
        step(&mut queue, 0..3);
        step(&mut queue, 3..5);
        drop(queue.take(1));
        let saved = queue.save();
        step(&mut queue, 5..9);
        drop(queue.take(4));
        queue.restore(&saved);
        assert_eq!(queue.save(), saved);
        assert_eq!(queue.of_last_step(), [event(3), event(4)]);
        let all: Vec<Event> = queue.take(9).collect();
        assert_eq!(all, [event(1), event(2), event(3), event(4)]);
    }

    #[test]
    fn overflow_drops_the_oldest_and_is_counted() {
        let mut queue = EventQueue::default();
        step(&mut queue, 0..EVENT_CAPACITY);
        step(&mut queue, EVENT_CAPACITY..EVENT_CAPACITY + 3);
        assert_eq!(queue.lost(), 3);
        assert_eq!(queue.take(1).next(), Some(event(3)));
        step(&mut queue, 0..EVENT_CAPACITY + 10);
        assert_eq!(queue.of_last_step().len(), EVENT_CAPACITY);
        assert_eq!(queue.lost(), 3 + 10 + EVENT_CAPACITY as u64 - 1);
    }
}
