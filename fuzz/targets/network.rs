//! Network files: whatever the text is, it becomes a network or messages.
#![no_main]

#[path = "../bodies/mod.rs"]
mod bodies;
#[path = "../../tests/fmi/fmi2_host.rs"]
mod fmi2_host;
#[path = "../../tests/fmi/fmi3_host.rs"]
mod fmi3_host;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::network(data));
