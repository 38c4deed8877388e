//! A saved state of an instance, and its bytes: in a seal GUID of the unit and state, in the encoding of the crate postcard, in
//! which a Real is its eight bytes, lowest first. They depend on the fields of the state, hence on the version of luztar.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::answer::Status;
use super::calls::State;
use super::clocks::Clocks;
use crate::unit::sealed::{self, Broken};
use crate::unit::{Phase, Snapshot};

/// Counts layouts of states in their seal.
const LAYOUT: u8 = 1;

/// An instance at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// GUID of its unit.
    pub guid: Arc<str>,
    pub moment: Moment,
}

/// Saved data of an instance: all but its model and its logger.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    pub state: State,
    pub last_step: Option<Status>,
    pub snapshot: Snapshot,
    /// The instance before an evaluation of its discrete states that `snapshot` shows and that was not committed.
    pub tentative: Option<Box<Snapshot>>,
    pub clocks: Clocks,
}

impl Moment {
    /// True if a transition waits for an event.
    pub fn is_pending(&self) -> bool {
        self.tentative.as_deref().unwrap_or(&self.snapshot).is_pending()
    }

    /// True if the interface and the unit are at the same point of their life.
    fn is_consistent(&self) -> bool {
        let evaluated =
            |before: &Snapshot| self.state == State::EventMode && before.phase() == Phase::Stepping;
        if !self.tentative.as_deref().is_none_or(evaluated) {
            return false;
        }
        match self.state {
            State::Instantiated => self.snapshot.phase() == Phase::Instantiated,
            State::InitializationMode => self.snapshot.phase() == Phase::Initialising,
            State::StepComplete
            | State::StepMode
            | State::EventMode
            | State::ContinuousTimeMode => self.snapshot.phase() == Phase::Stepping,
            State::Terminated => true,
            State::IntermediateUpdateMode | State::Failed => false,
        }
    }
}

impl Saved {
    /// # Errors
    /// Never for a state; the encoder's own words otherwise.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let told = |error: postcard::Error| format!("the state cannot be encoded: {error}");
        let body = postcard::to_allocvec(&(&*self.guid, &self.moment)).map_err(told)?;
        Ok(sealed::seal(LAYOUT, &body))
    }

    /// Reads a state of the unit with this GUID.
    ///
    /// # Errors
    /// Bytes that are no state, are damaged, or come from another unit or version.
    pub fn from_bytes(bytes: &[u8], guid: &Arc<str>) -> Result<Self, String> {
        let own = env!("CARGO_PKG_VERSION");
        let body = sealed::open(LAYOUT, bytes).map_err(|broken| match broken {
            Broken::Foreign => "the bytes are not a state of a model of luztar".to_owned(),
            Broken::Layout(other) => {
                format!("the bytes have layout {other}; luztar {own} reads layout {LAYOUT}")
            }
            Broken::Damaged => damaged(),
            Broken::Version(version) => {
                format!("the state was saved by luztar {version}; this is luztar {own}")
            }
        })?;
        let (origin, body): (&str, _) = postcard::take_from_bytes(body).map_err(|_| damaged())?;
        check_guid(origin, guid)?;
        let (moment, rest): (Moment, _) = postcard::take_from_bytes(body).map_err(|_| damaged())?;
        match rest.is_empty() && moment.is_consistent() {
            true => Ok(Self { guid: guid.clone(), moment }),
            false => Err(damaged()),
        }
    }
}

/// # Errors
/// Another unit's GUID.
pub fn check_guid(found: &str, expected: &str) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("the state belongs to the model with GUID {found}, this one has {expected}"))
}

fn damaged() -> String {
    "the bytes are damaged: they are not those that were serialized".to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::unit::{Simulation, catalogue};

    fn stepped() -> Saved {
        let mut instance = Simulation::new(catalogue::unit("TwoMassTwoContacts").unwrap());
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        instance.step(0.0, 0.1).unwrap();
        let (state, last_step) = (State::StepComplete, Some(Status::Ok));
        let (snapshot, clocks) = (instance.save(), Clocks::default());
        let moment = Moment { state, last_step, snapshot, tentative: None, clocks };
        Saved { guid: "{1}".into(), moment }
    }

    const MAGIC: &[u8; 7] = b"luztar\0";
    const HEAD: usize = MAGIC.len() + 1 + 32;

    /// Bytes with another body and a checksum that fits.
    fn forged(body: &[u8]) -> Vec<u8> {
        let digest = Sha256::digest(body);
        [&MAGIC[..], &[LAYOUT], digest.as_slice(), body].concat()
    }

    fn refusal(bytes: &[u8]) -> String {
        Saved::from_bytes(bytes, &"{1}".into()).expect_err("must be refused")
    }

    #[test]
    fn bytes_give_the_state_back() {
        let saved = stepped();
        let bytes = saved.to_bytes().unwrap();
        assert_eq!(Saved::from_bytes(&bytes, &saved.guid).unwrap(), saved);
    }

    #[test]
    fn strange_bytes_are_refused_by_what_they_are() {
        let saved = stepped();
        let bytes = saved.to_bytes().unwrap();
        assert!(refusal(b"").contains("not a state"));
        assert!(refusal(b"not a state at all, but long enough").contains("not a state"));
        assert!(refusal(MAGIC).contains("damaged"));
        let mut later = bytes.clone();
        later[MAGIC.len()] = LAYOUT + 1;
        assert!(refusal(&later).contains("layout 2"));
        let other = Saved { guid: "{2}".into(), ..saved.clone() };
        assert!(refusal(&other.to_bytes().unwrap()).contains("GUID {2}, this one has {1}"));
        let old = postcard::to_allocvec(&("0.0.1", "{1}", &saved.moment)).unwrap();
        assert!(refusal(&forged(&old)).contains("saved by luztar 0.0.1"));
        for state in [State::Failed, State::Instantiated] {
            let moment = Moment { state, ..saved.moment.clone() };
            let bytes = Saved { moment, ..saved.clone() }.to_bytes().unwrap();
            assert!(refusal(&bytes).contains("damaged"), "{state}");
        }
        let evaluated = Some(Box::new(saved.moment.snapshot.clone()));
        let moment = Moment { tentative: evaluated, ..saved.moment.clone() };
        let bytes = Saved { moment, ..saved.clone() }.to_bytes().unwrap();
        assert!(refusal(&bytes).contains("damaged"), "evaluated outside of Event Mode");
        assert!(refusal(&[bytes.clone(), vec![0]].concat()).contains("damaged"));
        assert!(refusal(&forged(&[&bytes[HEAD..], &[0]].concat())).contains("damaged"));
    }

    proptest! {
        #[test]
        fn changed_or_truncated_bytes_are_refused(place in any::<prop::sample::Index>(), bit in 0..8) {
            let mut bytes = stepped().to_bytes().unwrap();
            let place = place.index(bytes.len());
            refusal(&bytes[..place]);
            bytes[place] ^= 1_u8 << bit;
            refusal(&bytes);
        }

        #[test]
        fn forged_states_neither_panic_nor_move_the_instance_unless_they_fit(
            place in any::<prop::sample::Index>(),
            bytes in prop::collection::vec(any::<u8>(), 1..12),
        ) {
            let saved = stepped();
            let mut body = saved.to_bytes().unwrap().split_off(HEAD);
            let place = place.index(body.len());
            let end = (place + bytes.len()).min(body.len());
            body.splice(place..end, bytes);
            if let Ok(forgery) = Saved::from_bytes(&forged(&body), &saved.guid) {
                let mut instance = Simulation::new(catalogue::unit("TwoMassTwoContacts").unwrap());
                instance.restore(&saved.moment.snapshot).unwrap();
                if instance.restore(&forgery.moment.snapshot).is_err() {
                    prop_assert_eq!(instance.save(), saved.moment.snapshot);
                }
            }
        }
    }
}
