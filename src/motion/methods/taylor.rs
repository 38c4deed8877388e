//! Steps by Taylor series: how many terms one needs, whether it satisfies the equations, and how far it goes.

pub(in crate::motion) mod branch;
pub(in crate::motion) mod convergence;
pub(in crate::motion) mod defect;
pub(in crate::motion) mod pace;
