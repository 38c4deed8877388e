//! Finding the shared library of each platform that an FMU carries.
//!
//! For the platform of the running program, in this order: one that is given, the environment variable
//! `LUZTAR_LIBRARY`, `<program>/../lib/luztar/<platform>/`, beside the program. Cargo renews the library
//! in `target/<profile>/deps` at every build, but the copy beside the program only when the library was
//! asked for; a program in a Cargo target directory therefore looks in `deps` first. Other platforms:
//! given, named in the environment, or installed under `lib/luztar`.

use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Names the library, or `PLATFORM=PATH` entries, separated as in `PATH`.
pub const LIBRARY_VARIABLE: &str = "LUZTAR_LIBRARY";

/// Enough of a file to tell its platform.
const HEADER_SIZE: u64 = 4096;

/// Platforms, by the folder names of `binaries/` in an FMU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Platform {
    Linux64,
    Win64,
    Darwin64,
    Aarch64Linux,
    Aarch64Darwin,
}

impl Platform {
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

    /// Folder name in `binaries/`.
    pub fn name(self) -> &'static str {
        match self {
            Platform::Linux64 => "linux64",
            Platform::Win64 => "win64",
            Platform::Darwin64 => "darwin64",
            Platform::Aarch64Linux => "aarch64-linux",
            Platform::Aarch64Darwin => "aarch64-darwin",
        }
    }

    /// File name extension of shared libraries.
    pub fn extension(self) -> &'static str {
        match self {
            Platform::Linux64 | Platform::Aarch64Linux => "so",
            Platform::Win64 => "dll",
            Platform::Darwin64 | Platform::Aarch64Darwin => "dylib",
        }
    }

    /// Name of the library as Cargo builds it.
    pub fn library_name(self) -> String {
        let prefix = if self == Platform::Win64 { "" } else { "lib" };
        format!("{prefix}luztar.{}", self.extension())
    }

    /// The platform of a shared library, by the first bytes of its file (ELF, PE or Mach-O).
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

impl FromStr for Platform {
    type Err = LibraryError;

    fn from_str(name: &str) -> Result<Self, LibraryError> {
        let found = Platform::ALL.into_iter().find(|platform| platform.name() == name);
        found.ok_or_else(|| LibraryError::UnknownPlatform { name: name.to_owned() })
    }
}

/// A shared library of luztar for one platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    pub platform: Platform,
    pub path: PathBuf,
}

impl FromStr for Library {
    type Err = LibraryError;

    /// Reads `PLATFORM=PATH`.
    fn from_str(text: &str) -> Result<Self, LibraryError> {
        let (platform, path) = text
            .split_once('=')
            .filter(|(_, path)| !path.is_empty())
            .ok_or_else(|| LibraryError::NotAPair { text: text.to_owned() })?;
        Ok(Library { platform: platform.parse()?, path: PathBuf::from(path) })
    }
}

#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    #[error("unknown platform {name:?}: must be one of {}", platform_names())]
    UnknownPlatform { name: String },
    #[error("{text:?}: must be PLATFORM=PATH, e.g. linux64=/opt/luztar/libluztar.so")]
    NotAPair { text: String },
    #[error("{platform} is given two libraries: {} and {}", first.display(), second.display())]
    Twice { platform: Platform, first: PathBuf, second: PathBuf },
    #[error(
        "no shared library of luztar found; looked for {}; name one by --library PLATFORM=PATH or {}",
        paths(looked),
        LIBRARY_VARIABLE
    )]
    Missing { looked: Vec<PathBuf> },
    #[error("{}: {error}", path.display())]
    Unreadable { path: PathBuf, error: std::io::Error },
    #[error("{}: must be a shared library for {platform}, but is {found}", path.display())]
    WrongPlatform { path: PathBuf, platform: Platform, found: &'static str },
}

fn platform_names() -> String {
    Platform::ALL.map(Platform::name).join(", ")
}

fn paths(paths: &[PathBuf]) -> String {
    let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    paths.join(", ")
}

/// The libraries to pack, at most one for each platform, in the order of [`Platform`]. `given` come from
/// the command line.
///
/// # Errors
/// If there is none for the platform of this program nor for any other, or one cannot be read, or is
/// none for its platform.
pub fn find(given: &[Library]) -> Result<Vec<Library>, LibraryError> {
    let program = std::env::current_exe()
        .map_err(|error| LibraryError::Unreadable { path: PathBuf::from("program"), error })?;
    find_from(given, std::env::var_os(LIBRARY_VARIABLE).as_deref(), &program)
}

fn find_from(
    given: &[Library],
    variable: Option<&OsStr>,
    program: &Path,
) -> Result<Vec<Library>, LibraryError> {
    let named = from_variable(variable)?;
    refuse_twice(given)?;
    refuse_twice(&named)?;
    let mut found = Vec::new();
    let mut looked = Vec::new();
    for platform in Platform::ALL {
        let of_platform = |libraries: &[Library]| {
            let library = libraries.iter().find(|library| library.platform == platform);
            library.map(|library| library.path.clone())
        };
        let path = of_platform(given).or_else(|| of_platform(&named)).or_else(|| {
            let places = places(platform, program);
            let path = places.iter().find(|path| path.is_file()).cloned();
            looked.extend(places.into_iter().filter(|_| Some(platform) == Platform::HOST));
            path
        });
        if let Some(path) = path {
            require_platform(platform, &path)?;
            found.push(Library { platform, path });
        }
    }
    if found.is_empty() { Err(LibraryError::Missing { looked }) } else { Ok(found) }
}

/// Entries of the environment variable; a bare path is the library of this program's platform.
fn from_variable(variable: Option<&OsStr>) -> Result<Vec<Library>, LibraryError> {
    let entries = variable.map(std::env::split_paths).into_iter().flatten();
    let entries = entries.filter(|entry| !entry.as_os_str().is_empty());
    entries
        .map(|entry| match (entry.to_str().filter(|text| text.contains('=')), Platform::HOST) {
            (Some(pair), _) => pair.parse(),
            (None, Some(platform)) => Ok(Library { platform, path: entry }),
            (None, None) => Err(LibraryError::NotAPair { text: entry.display().to_string() }),
        })
        .collect()
}

fn refuse_twice(libraries: &[Library]) -> Result<(), LibraryError> {
    for (index, second) in libraries.iter().enumerate() {
        let mut before = libraries[..index].iter();
        if let Some(first) = before.find(|first| first.platform == second.platform) {
            let (first, second) = (first.path.clone(), second.path.clone());
            return Err(LibraryError::Twice { platform: libraries[index].platform, first, second });
        }
    }
    Ok(())
}

/// Where a library of `platform` may be, best first.
fn places(platform: Platform, program: &Path) -> Vec<PathBuf> {
    let name = platform.library_name();
    let directory = program.parent().unwrap_or(Path::new("."));
    let mut places = Vec::new();
    if let Some(prefix) = directory.parent() {
        places.push(prefix.join("lib/luztar").join(platform.name()).join(&name));
    }
    if Some(platform) == Platform::HOST {
        if is_cargo_target(directory) {
            places.push(directory.join("deps").join(&name));
        }
        places.push(directory.join(&name));
    }
    places
}

/// Whether this is `target/<profile>` of a Cargo build.
fn is_cargo_target(directory: &Path) -> bool {
    directory.join("deps").is_dir() && directory.join(".fingerprint").is_dir()
}

fn require_platform(platform: Platform, path: &Path) -> Result<(), LibraryError> {
    let unreadable = |error| LibraryError::Unreadable { path: path.to_owned(), error };
    let mut header = Vec::new();
    let file = File::open(path).map_err(unreadable)?;
    file.take(HEADER_SIZE).read_to_end(&mut header).map_err(unreadable)?;
    let found = Platform::of_binary(&header);
    if found == Some(platform) {
        return Ok(());
    }
    let found = found.map_or("no shared library of a known platform", Platform::name);
    Err(LibraryError::WrongPlatform { path: path.to_owned(), platform, found })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The first bytes of an ELF library for x86-64.
    fn elf() -> Vec<u8> {
        let mut bytes = b"\x7fELF\x02\x01\x01".to_vec();
        bytes.resize(64, 0);
        bytes[18] = 62;
        bytes
    }

    fn put(path: &Path, content: &[u8]) -> PathBuf {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        path.to_owned()
    }

    fn only(libraries: Vec<Library>) -> PathBuf {
        assert_eq!(libraries.len(), 1, "{libraries:?}");
        assert_eq!(libraries[0].platform, Platform::Linux64);
        libraries[0].path.clone()
    }

    #[test]
    fn headers_tell_the_platform() {
        assert_eq!(Platform::of_binary(&elf()), Some(Platform::Linux64));
        let mut arm = elf();
        arm[18] = 183;
        assert_eq!(Platform::of_binary(&arm), Some(Platform::Aarch64Linux));
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
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn fresh_library_of_a_cargo_build_wins_over_the_stale_copy() {
        let root = tempfile::tempdir().unwrap();
        let profile = root.path().join("target/release");
        let beside = put(&profile.join("libluztar.so"), &elf());
        let program = profile.join("luztar");
        assert_eq!(only(find_from(&[], None, &program).unwrap()), beside);
        let fresh = put(&profile.join("deps/libluztar.so"), &elf());
        assert_eq!(only(find_from(&[], None, &program).unwrap()), beside, "no Cargo directory yet");
        fs::create_dir(profile.join(".fingerprint")).unwrap();
        assert_eq!(only(find_from(&[], None, &program).unwrap()), fresh);
    }

    #[test]
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn given_wins_over_environment_over_installed_over_beside() {
        let root = tempfile::tempdir().unwrap();
        let at = |path: &str| root.path().join(path);
        let program = at("bin/luztar");
        let find = |given: &[Library], variable: Option<&Path>| {
            find_from(given, variable.map(Path::as_os_str), &program).map(only).unwrap()
        };
        let beside = put(&at("bin/libluztar.so"), &elf());
        assert_eq!(find(&[], None), beside);
        let installed = put(&at("lib/luztar/linux64/libluztar.so"), &elf());
        assert_eq!(find(&[], None), installed);
        let named = put(&at("named.so"), &elf());
        assert_eq!(find(&[], Some(&named)), named);
        let path = put(&at("given.so"), &elf());
        let given = [Library { platform: Platform::Linux64, path: path.clone() }];
        assert_eq!(find(&given, Some(&named)), path);
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let root = tempfile::tempdir().unwrap();
        let program = root.path().join("bin/luztar");
        let text = put(&root.path().join("text"), b"hello");
        let message = |given: &[Library]| find_from(given, None, &program).unwrap_err().to_string();
        let library = |path: &Path| Library { platform: Platform::Win64, path: path.to_owned() };
        assert!(message(&[]).contains("bin/libluztar.so"), "{}", message(&[]));
        let wrong = message(&[library(&text)]);
        assert!(wrong.contains("text") && wrong.contains("win64"), "{wrong}");
        let missing = message(&[library(Path::new("/no/such/file"))]);
        assert!(missing.contains("/no/such/file"), "{missing}");
        let twice = message(&[library(&text), library(&text)]);
        assert!(twice.contains("two libraries"), "{twice}");
        assert!("linux=x".parse::<Library>().unwrap_err().to_string().contains("linux64"));
        assert!("linux64".parse::<Library>().unwrap_err().to_string().contains("PLATFORM=PATH"));
    }
}
