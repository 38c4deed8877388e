//! The C interfaces of FMI 2.0 and 3.0 as hosts call them, in this process; and the fuzz targets on stable.

#[path = "../../fuzz/bodies/mod.rs"]
mod bodies;
mod calling_sequences;
#[path = "../counting/mod.rs"]
mod counting;
mod fmi2;
mod fmi2_host;
mod fmi3;
mod fmi3_host;
mod fuzzing;
