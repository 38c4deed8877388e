//! Programs in C that call the libraries, and the libraries as files. One target, so that short programs run beside the
//! long ones.
#![cfg(target_os = "linux")]

mod binary;
mod calls;
mod copies;
mod platforms;
mod program;
mod random_calls;
mod resources;
