//! Messages to the host: one category each. Without a logger they are dropped; nothing is ever printed.

use std::ffi::{CStr, CString};
use std::fmt::{self, Write};

use super::answer::Status;
use super::panic;

/// Category of a message; the numbers are bits of [`Switches`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    Events = 1,
    Warning = 2,
    Discard = 4,
    Error = 8,
    Fatal = 16,
}

const CATEGORIES: [Category; 5] =
    [Category::Events, Category::Warning, Category::Discard, Category::Error, Category::Fatal];

/// Name of all categories together.
const ALL_NAME: &CStr = c"logAll";

impl Category {
    pub fn name(self) -> &'static CStr {
        match self {
            Category::Events => c"logEvents",
            Category::Warning => c"logStatusWarning",
            Category::Discard => c"logStatusDiscard",
            Category::Error => c"logStatusError",
            Category::Fatal => c"logStatusFatal",
        }
    }

    /// Returns the category of a message that says why a call was answered with `status`.
    fn of(status: Status) -> Category {
        match status {
            Status::Discard => Category::Discard,
            Status::Error => Category::Error,
            Status::Fatal => Category::Fatal,
            Status::Ok | Status::Warning => Category::Warning,
        }
    }
}

/// The categories that are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Switches(u8);

impl Switches {
    const ALL: Switches = Switches(1 | 2 | 4 | 8 | 16);
    /// The switches of a host that asks for no category: [`Switches::ALWAYS`] remain.
    const NONE: Switches = Switches(0);
    /// A host cannot switch these off: an error without its reason helps nobody. FMI 3.0.3 §2.2.3 asks for it and silences all
    /// else; FMI 2.0 says of errors that the logger was called, and of other categories as 3.0.
    const ALWAYS: Switches = Switches(8 | 16);

    /// Returns the bits of the category of this name.
    fn named(name: &CStr) -> Option<u8> {
        if name == ALL_NAME {
            return Some(Self::ALL.0);
        }
        CATEGORIES.into_iter().find(|category| category.name() == name).map(|found| found as u8)
    }

    fn have(self, category: Category) -> bool {
        (self.0 | Self::ALWAYS.0) & category as u8 != 0
    }
}

/// A message on its way to the host: the instance's name, category and text.
#[derive(Clone, Copy, Debug)]
pub struct Message<'m> {
    pub instance: &'m CStr,
    pub status: Status,
    pub category: &'m CStr,
    pub text: &'m CStr,
}

/// The host's logger, in the form of a version of the standard.
pub trait Sink {
    fn send(&self, message: &Message<'_>);
}

/// The host's logger with the instance's name.
pub struct Logger {
    sink: Option<Box<dyn Sink>>,
    instance_name: CString,
    switches: Switches,
    /// The message under way, ended by a zero.
    text: String,
}

impl Logger {
    pub fn new(sink: Option<Box<dyn Sink>>, instance_name: CString, debug: bool) -> Self {
        Self {
            sink,
            instance_name,
            switches: if debug { Switches::ALL } else { Switches::NONE },
            text: String::new(),
        }
    }

    /// Switches debug logging: of the named categories, or without names of all.
    ///
    /// # Errors
    /// If a name is none of the categories; nothing is switched then.
    pub fn switch(&mut self, on: bool, names: &[&CStr]) -> Result<(), String> {
        let mut bits = 0;
        for name in names {
            bits |= Switches::named(name).ok_or_else(|| unknown(name))?;
        }
        self.switches = match (on, names.is_empty()) {
            (true, true) => Switches::ALL,
            (false, true) => Switches::NONE,
            (true, false) => Switches(self.switches.0 | bits),
            (false, false) => Switches(self.switches.0 & !bits),
        };
        Ok(())
    }

    /// True if messages of this category reach the host.
    pub fn wants(&self, category: Category) -> bool {
        self.sink.is_some() && self.switches.have(category)
    }

    /// Logs the reason why a call is answered with `status`.
    pub fn status(&mut self, status: Status, message: fmt::Arguments<'_>) {
        self.send(status, Category::of(status), message);
    }

    /// Logs a transition.
    pub fn event(&mut self, message: fmt::Arguments<'_>) {
        self.send(Status::Ok, Category::Events, message);
    }

    fn send(&mut self, status: Status, category: Category, message: fmt::Arguments<'_>) {
        if !self.wants(category) {
            return;
        }
        self.text.clear();
        let _ = self.text.write_fmt(message);
        // A zero inside would end the text early.
        while let Some(place) = self.text.find('\0') {
            self.text.replace_range(place..=place, "\u{fffd}");
        }
        self.text.push('\0');
        let (Some(sink), Ok(text)) = (&self.sink, CStr::from_bytes_until_nul(self.text.as_bytes()))
        else {
            return;
        };
        let (instance, category) = (self.instance_name.as_c_str(), category.name());
        let message = Message { instance, status, category, text };
        panic::outside(|| sink.send(&message));
    }
}

fn unknown(name: &CStr) -> String {
    let names: Vec<_> = CATEGORIES.iter().map(|category| category.name()).collect();
    let names: Vec<_> =
        names.iter().chain([&ALL_NAME]).map(|name| name.to_string_lossy()).collect();
    format!("log category {name:?} does not exist; there are {}", names.join(", "))
}
