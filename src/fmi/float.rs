//! The floating-point environment of a call: which exceptions trap, how operations round, and which flags are raised.
//!
//! Numerical code divides by zero and overflows on purpose, and its results are the same on every machine only where
//! operations round to the nearest. A host may have other modes (FE_DIVBYZERO unmasked to find its own errors, flush to
//! zero): they are kept aside while a call is under way, given back to its callbacks, and restored at its end with the
//! flags as they were, as by C's `feholdexcept` and `fesetenv`.

use std::cell::Cell;

use machine::{DEFAULT, Environment, read, write};

// It needs no destructor, which would keep the library from being unloaded.
thread_local! {
    static HOST: Cell<Environment> = const { Cell::new(DEFAULT) };
}

/// The default environment, until it is dropped.
pub struct Held {
    /// Environment of the caller.
    host: Environment,
    /// Environment of the call around this one, if a callback made it.
    outer: Environment,
}

impl Held {
    #[inline]
    pub fn begin() -> Self {
        let host = read();
        write(DEFAULT);
        Self { host, outer: HOST.replace(host) }
    }
}

impl Drop for Held {
    #[inline]
    fn drop(&mut self) {
        HOST.set(self.outer);
        write(self.host);
    }
}

/// Runs a function of the host in its own environment.
pub fn outside<R>(callback: impl FnOnce() -> R) -> R {
    write(HOST.get());
    let result = callback();
    write(DEFAULT);
    result
}

/// MXCSR (Intel 64 and IA-32 Architectures Software Developer's Manual, vol. 1, §10.2.3). The x87 unit has one of its
/// own, which this library does not use.
#[cfg(target_arch = "x86_64")]
mod machine {
    use std::arch::asm;

    pub type Environment = u32;

    /// All exceptions masked and none raised, to the nearest, no flush to zero.
    pub const DEFAULT: Environment = 0x1F80;

    #[inline]
    pub fn read() -> Environment {
        let mut found = 0;
        // SAFETY: the instruction writes four bytes to the pointer.
        unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut found, options(nostack, preserves_flags)) };
        found
    }

    #[inline]
    pub fn write(environment: Environment) {
        // SAFETY: the instruction reads four bytes, which `read` gave or which set no reserved bit.
        unsafe {
            asm!("ldmxcsr [{}]", in(reg) &raw const environment, options(nostack, preserves_flags));
        }
    }
}

/// FPCR and FPSR (Arm Architecture Reference Manual for A-profile, C5.2).
#[cfg(target_arch = "aarch64")]
mod machine {
    use std::arch::asm;

    pub type Environment = (u64, u64);

    /// Default environment: no traps, no flags raised, rounding to nearest, no flush to zero.
    pub const DEFAULT: Environment = (0, 0);

    #[inline]
    pub fn read() -> Environment {
        let (control, status);
        // SAFETY: both registers can be read by every program.
        unsafe {
            asm!("mrs {}, fpcr", "mrs {}, fpsr", out(reg) control, out(reg) status,
                 options(nostack, preserves_flags));
        }
        (control, status)
    }

    #[inline]
    pub fn write((control, status): Environment) {
        // SAFETY: both registers can be written by every program; the values are those of `read` or 0.
        unsafe {
            asm!("msr fpcr, {}", "msr fpsr, {}", in(reg) control, in(reg) status,
                 options(nostack, preserves_flags));
        }
    }
}

/// Environment of other processors, where nothing traps.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod machine {
    pub type Environment = ();

    pub const DEFAULT: Environment = ();

    pub fn read() -> Environment {}

    pub fn write((): Environment) {}
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    /// Rounding down, so that what the modes are can be seen.
    const DOWN: Environment = DEFAULT | 0x2000;

    #[test]
    fn a_call_holds_the_environment_and_a_callback_has_that_of_the_host() {
        write(DOWN);
        let held = Held::begin();
        let within = read();
        let (outer, inner) = outside(|| {
            let host = read();
            let held = Held::begin();
            let inner = read();
            drop(held);
            (host, inner)
        });
        let again = read();
        drop(held);
        let end = read();
        write(DEFAULT);
        let control = |environment: Environment| environment & !0x3F;
        assert_eq!(
            [within, outer, inner, again, end].map(control),
            [DEFAULT, DOWN, DEFAULT, DEFAULT, DOWN]
        );
        assert_eq!(control(HOST.get()), DEFAULT);
    }
}
