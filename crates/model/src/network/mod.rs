//! Networks of bodies, contacts and springs: the file format and the checked network made from it.

mod axis;
mod bodies;
mod characteristic;
#[doc(hidden)]
pub mod compiled;
mod constants;
mod contacts;
mod descriptions;
mod diagnostics;
mod drive;
mod driven;
mod elastic;
mod elements;
mod ends;
mod expression;
mod family;
mod force;
mod forces;
mod form;
mod indexed;
mod inertia;
mod joined;
pub mod keys;
mod law;
mod law_keys;
mod law_texts;
mod loads;
mod massless;
mod model;
mod names;
mod nominal;
mod options;
mod parts;
mod read;
mod reader;
mod reduce;
mod renamed;
mod repeat;
mod role;
mod section;
mod series;
mod settings;
mod springs;
mod tree;
mod units;
mod user_laws;
mod values;

pub use crate::algebra::nearest;
#[doc(hidden)]
pub use characteristic::spring_keys;
pub use characteristic::{Characteristic, Cubic};
pub use constants::number;
pub use descriptions::description_of;
pub use diagnostics::{Diagnostic, Diagnostics, plain};
#[doc(hidden)]
pub use elastic::ElasticNumbers;
pub use elastic::{Elastic, Freeplay};
pub use expression::Value as OptionValue;
pub use force::{Action, Force, ForceKind, Meaning};
pub use form::{Acts, Drawn, ElementForm, ElementMode, ElementNumber};
#[doc(hidden)]
pub use joined::{contact_links, force_links, inertia_links, joined};
pub use law::{friction_word, law_unit};
pub use model::*;
pub use nominal::Nominals;
pub use options::{ChoiceError, choose, options};
pub use read::{decode, read, read_in};
#[doc(hidden)]
pub use series::{PartNumbers, Shares};
pub use settings::*;
pub use tree::{LONGEST_FILE, place_of_element};
pub use units::{DisplayUnit, PhysicalUnit};
pub use values::*;
