//! Laws and kinds of elements that the build has read already (build.rs), for networks that come as bytes.

use crate::network::compiled::Library;

include!(concat!(env!("OUT_DIR"), "/ready.rs"));
