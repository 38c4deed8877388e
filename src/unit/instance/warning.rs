//! Warnings of a motion that a host gives.

use std::fmt;

use super::alternation::Pattern;
use super::contradictions::Contradiction;
use crate::unit::Variable;

/// An error of prescribed motions that does not end a simulation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Warning<'u> {
    /// A position and a velocity of a body that contradict each other.
    Contradiction {
        /// Name of the body.
        body: &'u str,
        /// Its position.
        position: &'u Variable,
        /// Its velocity.
        velocity: &'u Variable,
        /// The samples.
        found: Contradiction,
    },
    /// A contact that alternates, since it knows too little of the host.
    Alternation {
        /// Name of the contact.
        contact: &'u str,
        /// Time of the last transition, s.
        time: f64,
        /// The pattern of its slips.
        pattern: Pattern,
        /// Names of the effective masses and applied forces of its ports.
        missing: Vec<String>,
        /// Ports among its bodies whose applied force is estimated.
        estimated: Vec<&'u str>,
    },
}

impl fmt::Display for Warning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (body, position, velocity, found) = match self {
            Self::Contradiction { body, position, velocity, found } => {
                (body, position, velocity, found)
            }
            Self::Alternation { contact, time, pattern, missing, estimated } => {
                write!(f, "{contact}: at t = {time} s it {pattern}: ")?;
                if *pattern == Pattern::CloseSlips {
                    write!(
                        f,
                        "the estimate of the force on {} needs the right effective mass and the output that the host \
                         applies; ",
                        estimated.join(", ")
                    )?;
                } else {
                    f.write_str("a body of the host cannot come to rest on a contact that does not know its mass; ")?;
                }
                match missing.is_empty() {
                    true => f.write_str("make its bodies ports (motion = \"port\")")?,
                    false => write!(f, "give {}", missing.join(", "))?,
                }
                return write!(
                    f,
                    ", or move the mass into the model (docs/coupling.md). Later warnings of {contact} are not reported",
                );
            }
        };
        let Contradiction { times: [from, to], mean, velocities: [least, most], bound, .. } = found;
        let (outside, unit) = ((least - mean).max(mean - most), velocity.unit_symbol());
        let (position, velocity) = (&position.name, &velocity.name);
        write!(
            f,
            "from t = {from} s to {to} s {position} changes by {mean} {unit}, while {velocity} goes from {least} {unit} to \
             {most} {unit}: outside by {outside} {unit}, the bound is {bound} {unit}. If only one of them is \
             prescribed, set `by` of {body} in the file. Later contradictions of {body} are not reported"
        )
    }
}
