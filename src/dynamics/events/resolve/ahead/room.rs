//! Workspace of the rates of friction forces of stuck contacts.

use crate::gauss::Contact;

/// Forces of stuck contacts now and a short way ahead, with the load and the limits there, and what changes them.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Ahead {
    pub load: Vec<f64>,
    pub limits: Vec<Contact>,
    pub now: Vec<f64>,
    pub then: Vec<f64>,
    /// Rate of the load less that of what moving limits change, which `grown` has by contact; rates of limits beside it.
    pub rate: Vec<f64>,
    pub grown: Vec<f64>,
    pub shift: Vec<f64>,
}
