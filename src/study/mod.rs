//! Studies: what a family of motions of a unit does, where one run shows what one motion does. Pure computing: nothing
//! is read, written or printed here.
//!
//! - [`sweep`]: which values of parameters to run ([`sweep::latin_hypercube`]), and what to report of a run
//!   ([`measure::Measure`]);
//! - [`parallel`]: jobs on several threads, with the same results on any number of them;
//! - [`model`]: a unit as a dynamical system x' = f(x, t), to be started from any state;
//! - [`section`]: Poincaré sections, [`bifurcation`]: what a motion does on them while a parameter changes;
//! - `tangent`: the derivative of a motion by its start, across transitions; [`cycle`]: periodic motions by Newton's
//!   method, their multipliers; [`settling`]: that to which a motion settles; [`continuation`]: branches of them over a parameter,
//!   [`response`]: those under a harmonic force over its frequency;
//! - [`lyapunov`]: how fast neighbours of any motion come apart or together;
//! - [`characteristic`]: what one contact or spring does by itself, [`hysteresis`]: under a given sinusoidal motion;
//! - [`sensitivity`]: answers to measurements, with derivatives by parameters ([`constants`]);
//! - [`phase`]: the phase plane of two states, [`energy`]: the balance of energy along a motion.

pub mod bifurcation;
pub mod characteristic;
pub mod constants;
pub mod continuation;
pub mod cycle;
pub mod energy;
pub mod hysteresis;
mod linear;
pub mod lyapunov;
pub mod measure;
pub mod model;
mod neutral;
mod newton;
pub mod parallel;
mod periods;
pub mod phase;
pub mod response;
mod returns;
pub mod section;
pub mod sensitivity;
pub mod settling;
pub mod sweep;
mod tangent;

pub use model::{Case, Refusal};
