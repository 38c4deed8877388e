//! The platforms of FMUs: names, file names, and how their shared libraries begin.

use std::fmt;

use super::Version;

/// Platforms, by the folder names of `binaries/` in an FMU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Platform {
    /// Linux on x86-64.
    Linux64,
    /// Windows on x86-64.
    Win64,
    /// macOS on x86-64.
    Darwin64,
    /// Linux on 64-bit Arm.
    Aarch64Linux,
    /// macOS on 64-bit Arm.
    Aarch64Darwin,
}

impl Platform {
    /// All platforms, in the order in which an FMU has them.
    pub const ALL: [Platform; 5] = [
        Platform::Linux64,
        Platform::Win64,
        Platform::Darwin64,
        Platform::Aarch64Linux,
        Platform::Aarch64Darwin,
    ];

    /// The platform that this program was built for; None if FMUs have no folder for it.
    pub const HOST: Option<Platform> = if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        Some(Platform::Linux64)
    } else if cfg!(all(target_os = "windows", target_arch = "x86_64")) {
        Some(Platform::Win64)
    } else if cfg!(all(target_os = "macos", target_arch = "x86_64")) {
        Some(Platform::Darwin64)
    } else if cfg!(all(target_os = "linux", target_arch = "aarch64")) {
        Some(Platform::Aarch64Linux)
    } else if cfg!(all(target_os = "macos", target_arch = "aarch64")) {
        Some(Platform::Aarch64Darwin)
    } else {
        None
    };

    /// Returns the folder in `binaries/` of an FMU.
    pub fn folder(self, version: Version) -> &'static str {
        match (version, self) {
            (Version::Two, platform) => platform.name(),
            (Version::Three, Platform::Linux64) => "x86_64-linux",
            (Version::Three, Platform::Win64) => "x86_64-windows",
            (Version::Three, Platform::Darwin64) => "x86_64-darwin",
            (Version::Three, platform) => platform.name(),
        }
    }

    /// Returns its name in FMI 2.0, and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Platform::Linux64 => "linux64",
            Platform::Win64 => "win64",
            Platform::Darwin64 => "darwin64",
            Platform::Aarch64Linux => "aarch64-linux",
            Platform::Aarch64Darwin => "aarch64-darwin",
        }
    }

    /// Returns the platform of this folder.
    pub fn of_name(name: &str) -> Option<Platform> {
        Platform::ALL.into_iter().find(|platform| platform.name() == name)
    }

    /// Returns the file name extension of shared libraries.
    pub fn extension(self) -> &'static str {
        match self {
            Platform::Linux64 | Platform::Aarch64Linux => "so",
            Platform::Win64 => "dll",
            Platform::Darwin64 | Platform::Aarch64Darwin => "dylib",
        }
    }

    /// Returns the name of the library as Cargo builds it.
    pub fn library_name(self) -> String {
        let prefix = if self == Platform::Win64 { "" } else { "lib" };
        format!("{prefix}luztar.{}", self.extension())
    }

    /// Returns the platform of a shared library, by the first bytes of its file (ELF, PE or Mach-O).
    pub fn of_binary(bytes: &[u8]) -> Option<Platform> {
        let u16_at = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
        let u32_at = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        if bytes.starts_with(b"\x7fELF\x02") {
            return match u16_at(18)? {
                62 => Some(Platform::Linux64),
                183 => Some(Platform::Aarch64Linux),
                _ => None,
            };
        }
        if bytes.starts_with(b"MZ") {
            let header = u32_at(0x3c)? as usize;
            let signature = bytes.get(header..header.checked_add(4)?)?;
            return (signature == b"PE\0\0" && u16_at(header + 4)? == 0x8664)
                .then_some(Platform::Win64);
        }
        match (u32_at(0)?, u32_at(4)?) {
            (0xfeed_facf, 0x0100_0007) => Some(Platform::Darwin64),
            (0xfeed_facf, 0x0100_000c) => Some(Platform::Aarch64Darwin),
            _ => None,
        }
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first bytes of an ELF library for a machine.
    fn elf(machine: u8) -> Vec<u8> {
        let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
        bytes.resize(64, 0);
        bytes[18] = machine;
        bytes
    }

    #[test]
    fn headers_tell_the_platform() {
        assert_eq!(Platform::of_binary(&elf(62)), Some(Platform::Linux64));
        assert_eq!(Platform::of_binary(&elf(183)), Some(Platform::Aarch64Linux));
        let mut windows = b"MZ".to_vec();
        windows.resize(0x90, 0);
        windows[0x3c] = 0x80;
        windows[0x80..0x86].copy_from_slice(b"PE\0\0\x64\x86");
        assert_eq!(Platform::of_binary(&windows), Some(Platform::Win64));
        let mac = [0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1];
        assert_eq!(Platform::of_binary(&mac), Some(Platform::Darwin64));
        for broken in [&b""[..], b"\x7fELF\x02", b"MZ", b"#!/bin/sh", &windows[..0x82]] {
            assert_eq!(Platform::of_binary(broken), None);
        }
        let mut wild = windows;
        wild[0x3c..0x40].fill(0xff);
        assert_eq!(Platform::of_binary(&wild), None);
    }

    #[test]
    fn names_lead_back_to_platforms() {
        for platform in Platform::ALL {
            assert_eq!(Platform::of_name(platform.name()), Some(platform));
        }
        assert_eq!(Platform::of_name("linux"), None);
    }
}
