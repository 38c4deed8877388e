//! From which seed on networks have what.

/// From this seed on networks have forces by formula, couplings and freewheels.
pub const EXTENDED: u64 = 1_000_001;
/// From this one on their springs have offsets, preloads and gaps that lie anywhere, too.
pub const PLACED: u64 = 2_000_001;
/// From this one on their laws are all that are built in, with numbers about those of their examples.
pub const LISTED: u64 = 3_000_001;
/// From this one on contacts have laws of one's own with an input, too.
pub const OWN: u64 = 4_000_001;
/// From this one on they have elements of the kinds that are declared, too.
pub const DECLARED: u64 = 5_000_001;
/// From this one on laws of one's own see where the ends of their contacts are, and the time.
pub const SEEING: u64 = 6_000_001;
/// From this one on these may tell directions of slip apart, and normal loads of bodies without mass are formulas, too.
pub const SIDED: u64 = 7_000_001;
/// From this one on laws of one's own may be regularised.
pub const SMOOTH: u64 = 8_000_001;
/// From this one on formulas have powers, and jumps with the time, gaps are open on one side, and networks are stepped in time, too.
pub const POWERED: u64 = 9_000_001;
/// From this one on they have none of one's own laws, and move in other units, too.
pub const SCALED: u64 = 10_000_001;
/// From this one on inputs are formulas of the time, in those other units, too.
pub const FOLLOWED: u64 = 11_000_001;
