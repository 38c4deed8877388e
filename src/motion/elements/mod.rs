//! What a network is made of: each kind of element, and each way in which a contact behaves, with everything that concerns
//! it. The rest of the motion knows bodies, rows and modes.

pub mod body;
pub mod contact;
pub mod formula;
pub mod spring;

pub(super) use body::{BodyNumbers, SourceNumbers};
pub(super) use contact::{ContactNumbers, LoadMaker};
pub(super) use spring::SpringNumbers;
