//! Messages to the host: one category each, given to its logger through the format "%s". Without a
//! logger they are dropped; nothing is ever printed.

use std::ffi::{CStr, CString};
use std::fmt::{self, Write};

use super::panic;
use super::types::{
    fmi2CallbackFunctions, fmi2CallbackLogger, fmi2ComponentEnvironment, fmi2Status, fmi2String,
};

/// What a message is about; the numbers are bits of [`Switches`].
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

    /// The category of a message that says why a call was answered with `status`.
    fn of(status: fmi2Status) -> Category {
        match status {
            fmi2Status::fmi2Discard => Category::Discard,
            fmi2Status::fmi2Error => Category::Error,
            fmi2Status::fmi2Fatal => Category::Fatal,
            fmi2Status::fmi2OK | fmi2Status::fmi2Warning | fmi2Status::fmi2Pending => {
                Category::Warning
            }
        }
    }
}

/// The categories that are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Switches(u8);

impl Switches {
    const ALL: Switches = Switches(1 | 2 | 4 | 8 | 16);
    /// Without debug logging a host still learns why a call was not answered with fmi2OK.
    const QUIET: Switches = Switches(2 | 4 | 8 | 16);
    /// A host cannot switch these off: an error without its reason helps nobody.
    const ALWAYS: Switches = Switches(8 | 16);

    /// The bits of the category of this name.
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

/// The host's logger with the instance's name.
pub struct Logger {
    callback: fmi2CallbackLogger,
    environment: fmi2ComponentEnvironment,
    instance_name: CString,
    switches: Switches,
    /// The message under way, ended by a zero.
    text: String,
}

impl Logger {
    pub fn new(functions: &fmi2CallbackFunctions, instance_name: CString, debug: bool) -> Self {
        Self {
            callback: functions.logger,
            environment: functions.componentEnvironment,
            instance_name,
            switches: if debug { Switches::ALL } else { Switches::QUIET },
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
            (false, true) => Switches::QUIET,
            (true, false) => Switches(self.switches.0 | bits),
            (false, false) => Switches(self.switches.0 & !bits),
        };
        Ok(())
    }

    /// Whether messages of this category reach the host.
    pub fn wants(&self, category: Category) -> bool {
        self.callback.is_some() && self.switches.have(category)
    }

    /// Why a call is answered with `status`.
    pub fn status(&mut self, status: fmi2Status, message: fmt::Arguments<'_>) {
        self.send(status, Category::of(status), message);
    }

    /// A transition.
    pub fn event(&mut self, message: fmt::Arguments<'_>) {
        self.send(fmi2Status::fmi2OK, Category::Events, message);
    }

    fn send(&mut self, status: fmi2Status, category: Category, message: fmt::Arguments<'_>) {
        let Some(callback) = self.callback.filter(|_| self.wants(category)) else { return };
        self.text.clear();
        let _ = self.text.write_fmt(message);
        // A zero inside would end the text early.
        while let Some(place) = self.text.find('\0') {
            self.text.replace_range(place..=place, "\u{fffd}");
        }
        self.text.push('\0');
        let name = self.instance_name.as_ptr();
        let text: fmi2String = self.text.as_ptr().cast();
        let category = category.name().as_ptr();
        // SAFETY: the host promised a logger of this type; every text is ended by a zero and lives
        // until the call returns.
        panic::outside(|| unsafe {
            callback(self.environment, name, status, category, c"%s".as_ptr(), text);
        });
    }
}

fn unknown(name: &CStr) -> String {
    let names: Vec<_> = CATEGORIES.iter().map(|category| category.name()).collect();
    let names: Vec<_> =
        names.iter().chain([&ALL_NAME]).map(|name| name.to_string_lossy()).collect();
    format!("log category {name:?} does not exist; there are {}", names.join(", "))
}
