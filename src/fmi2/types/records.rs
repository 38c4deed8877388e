//! Transitions as data for C programs.
#![allow(non_camel_case_types)]

use std::ffi::{c_int, c_uint};

/// Kind of the element that made a transition.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum luztar_Kind {
    /// The numbers of its states: -1 backward, 0 stuck, 1 forward, 2 free.
    luztar_contact,
    /// The numbers of its states: -1 lower contact, 0 gap, 1 upper contact, 2 separated, 3 bilateral.
    luztar_spring,
    /// An element such as hertz, impact or huntCrossley; its states: 0 gap, 1 contact, 2 separated.
    luztar_force,
}

impl luztar_Kind {
    /// The kind with this number in C.
    pub fn from_number(number: c_uint) -> Option<Self> {
        [Self::luztar_contact, Self::luztar_spring, Self::luztar_force]
            .get(number as usize)
            .copied()
    }
}

/// One transition.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct luztar_Event {
    /// Time of the transition, s.
    pub time: f64,
    /// Kind of the element that changed its state.
    pub kind: luztar_Kind,
    /// Index of the element among those of its kind, counted from 0.
    pub element: u32,
    /// State before.
    pub from: c_int,
    /// State after.
    pub to: c_int,
}
