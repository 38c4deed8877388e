#![doc = include_str!("../README.md")]
#![deny(missing_docs, unsafe_code)]

pub mod algebra;
pub mod laws;
pub mod network;
pub mod projections;
#[doc(hidden)]
pub mod skyline;
