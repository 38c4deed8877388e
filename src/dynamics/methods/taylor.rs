//! Steps by Taylor series: their order, their defect, and their length.

pub(in crate::dynamics) mod branch;
pub(in crate::dynamics) mod convergence;
pub(in crate::dynamics) mod defect;
pub(in crate::dynamics) mod horizon;
pub(in crate::dynamics) mod mode_set_use;
pub(in crate::dynamics) mod request;
