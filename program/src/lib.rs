//! The program `luztar`, for whoever runs it in a process of their own: the command line, and what stands behind its commands.

#![deny(unsafe_code)]

pub mod cli;
