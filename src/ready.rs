//! Data that the build has read already (build.rs): the laws of `src/laws/forms` and the kinds of elements of
//! `src/network/forms`, in the encoding of the crate postcard. In the program of the build itself, which reads them, a
//! module of the same name has their texts.

/// Names and contents.
pub type Files = &'static [(&'static str, &'static [u8])];

/// True if the contents are what was made of the texts, not the texts themselves.
pub const IS_READ: bool = true;

include!(concat!(env!("OUT_DIR"), "/ready.rs"));
