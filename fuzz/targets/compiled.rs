//! Bytes of compiled networks with a checksum that fits: refused, or a network of which an instance is moved.
#![no_main]

#[path = "../bodies/mod.rs"]
mod bodies;
#[path = "../../tests/fmi2_host/mod.rs"]
mod fmi2_host;
#[path = "../../tests/fmi3/host.rs"]
mod fmi3_host;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    bodies::compiled(data);
});
