//! What is no instance, and instances that cannot be made: no crash, and a message that says why.

use std::cell::RefCell;
use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use crate::fmi2::refusals::assert_mentions;
use crate::fmi2_host::{Message, NOBODY, callbacks, fmi2Error, fmi2OK, guid, kind};
use luztar::fmi2::*;

const UNIT: &str = "SingleMassFriction";

#[test]
fn what_is_no_instance_is_refused() {
    let zeros = [0u64; 64];
    let odd = zeros.as_ptr().cast::<u8>().wrapping_add(1);
    for nobody in [NOBODY, zeros.as_ptr().cast_mut().cast(), odd.cast_mut().cast()] {
        unsafe {
            assert_eq!(fmi2DoStep(nobody, 0.0, 0.1, 1), fmi2Error);
            assert_eq!(fmi2Reset(nobody), fmi2Error);
            assert_eq!(fmi2Terminate(nobody), fmi2Error);
            assert_eq!(fmi2GetReal(nobody, null(), 0, null_mut()), fmi2Error);
            fmi2FreeInstance(nobody);
        }
    }
}

type Log = RefCell<Vec<Message>>;

struct Attempt<'a> {
    name: Option<&'a CStr>,
    kind: MaybeUninit<fmi2Type>,
    guid: Option<&'a CStr>,
    location: Option<&'a CStr>,
}

impl Attempt<'_> {
    /// The message of an fmi2Instantiate that must fail.
    fn message(&self) -> String {
        let log = Log::default();
        let functions = callbacks(&log);
        let pointer = |text: Option<&CStr>| text.map_or(null(), CStr::as_ptr);
        let (name, guid, location) =
            (pointer(self.name), pointer(self.guid), pointer(self.location));
        let c = unsafe { fmi2Instantiate(name, self.kind, guid, location, &functions, 0, 0) };
        assert!(c.is_null());
        let messages = log.take();
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert_eq!(
            (messages[0].status, messages[0].category.as_str()),
            (fmi2Error, "logStatusError")
        );
        messages[0].text.clone()
    }
}

#[test]
fn instances_that_cannot_be_made_say_why() {
    let guid = guid(UNIT);
    let good = || Attempt {
        name: Some(c"unit"),
        kind: kind(fmi2Type::fmi2CoSimulation),
        guid: Some(&guid),
        location: None,
    };
    let mut strange = MaybeUninit::<fmi2Type>::uninit();
    unsafe { strange.as_mut_ptr().cast::<u32>().write(5) };
    assert_mentions(&Attempt { name: None, ..good() }.message(), &["instanceName"]);
    assert_mentions(&Attempt { name: Some(c""), ..good() }.message(), &["instanceName"]);
    assert_mentions(&Attempt { kind: strange, ..good() }.message(), &["fmuType"]);
    assert_mentions(&Attempt { guid: None, ..good() }.message(), &["fmuGUID is NULL"]);
    let wrong = Attempt { guid: Some(c"{1}"), location: Some(c"file:///no/where"), ..good() };
    assert_mentions(&wrong.message(), &["{1}", "/no/where", luztar::VERSION]);
    let latin = Attempt { guid: Some(c"\xe4"), location: Some(c"\xff\xfe"), ..good() };
    assert_mentions(&latin.message(), &["no model"]);
}

#[test]
fn without_callbacks_there_is_no_instance_but_without_a_logger_there_is() {
    let guid = guid(UNIT);
    let instantiate = |functions: *const fmi2CallbackFunctions| unsafe {
        let kind = kind(fmi2Type::fmi2CoSimulation);
        fmi2Instantiate(c"unit".as_ptr(), kind, guid.as_ptr(), null(), functions, 0, 1)
    };
    assert!(instantiate(null()).is_null());
    let silent = fmi2CallbackFunctions {
        logger: None,
        allocateMemory: None,
        freeMemory: None,
        stepFinished: None,
        componentEnvironment: null_mut(),
    };
    let c = instantiate(&silent);
    assert!(!c.is_null());
    unsafe {
        assert_eq!(fmi2DoStep(c, 0.0, 0.1, 1), fmi2Error);
        assert_eq!(fmi2EnterInitializationMode(c), fmi2OK);
        assert_eq!(fmi2ExitInitializationMode(c), fmi2OK);
        assert_eq!(fmi2DoStep(c, 0.0, 2.0, 1), fmi2OK);
        fmi2FreeInstance(c);
        fmi2FreeInstance(null_mut());
    }
}

#[test]
fn guids_are_known_by_name_only() {
    unsafe {
        assert!(luztar_guid(null()).is_null());
        assert!(luztar_guid(c"NoSuchUnit".as_ptr()).is_null());
        assert!(luztar_guid(c"\xff".as_ptr()).is_null());
    }
    assert_eq!(guid(UNIT), guid(UNIT));
    assert_ne!(guid(UNIT), guid("BearingFriction"));
}
