//! Elements of a network: each kind of element, and each behaviour of a contact, with everything that concerns it. The
//! rest of the dynamics knows bodies, rows and modes.

pub mod body;
pub mod contact;
pub mod formula;
pub mod spring;

pub(super) use body::{BodyData, ExcitationData};
pub(super) use contact::{ContactData, LoadMaker};
pub(super) use spring::SpringData;
