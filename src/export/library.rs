//! Finding the shared library of each platform that an FMU carries.
//!
//! For the platform of the running program, in this order: one that is given, one that another FMU
//! donates, the environment variable `LUZTAR_LIBRARY`, `<program>/../lib/luztar/<platform>/`, beside the
//! program, inside the program. Cargo renews the library in `target/<profile>/deps` at every build, but the copy beside the
//! program only when the library was asked for; a program in a Cargo target directory therefore looks in
//! `deps` first. Other platforms: given, donated, named in the environment, or installed under
//! `lib/luztar`.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::Platform;

/// Names the library, or `PLATFORM=PATH` entries, separated as in `PATH`.
pub const LIBRARY_VARIABLE: &str = "LUZTAR_LIBRARY";

/// Enough of a file to tell its platform.
const HEADER_SIZE: u64 = 4096;

/// A shared library of luztar for one platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Library {
    /// The platform that it is for.
    pub platform: Platform,
    /// Its file.
    pub path: PathBuf,
}

impl FromStr for Library {
    type Err = LibraryError;

    /// Reads `PLATFORM=PATH`.
    fn from_str(text: &str) -> Result<Self, LibraryError> {
        let (name, path) = text
            .split_once('=')
            .filter(|(_, path)| !path.is_empty())
            .ok_or_else(|| LibraryError::NotAPair { text: text.to_owned() })?;
        let platform = Platform::of_name(name)
            .ok_or_else(|| LibraryError::UnknownPlatform { name: name.to_owned() })?;
        Ok(Library { platform, path: PathBuf::from(path) })
    }
}

/// Error by which no libraries can be packed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LibraryError {
    /// A platform for which there are no libraries.
    #[error("unknown platform {name:?}: must be one of {}", platform_names())]
    UnknownPlatform {
        /// Name that was given.
        name: String,
    },
    /// A choice of a library that does not name its platform.
    #[error("{text:?}: must be PLATFORM=PATH, e.g. linux64=/opt/luztar/libluztar.so")]
    NotAPair {
        /// Text that was given.
        text: String,
    },
    /// Two libraries of one platform.
    #[error("{platform} has two libraries, {} and {}; give one", first.display(), second.display())]
    Twice {
        /// The platform.
        platform: Platform,
        /// The one given first.
        first: PathBuf,
        /// The one given then.
        second: PathBuf,
    },
    /// No library was found.
    #[error(
        "no shared library of luztar found; looked for {}; name one by --library PLATFORM=PATH or {}",
        paths(looked),
        LIBRARY_VARIABLE
    )]
    Missing {
        /// Places that were searched, in this order.
        looked: Vec<PathBuf>,
    },
    /// A file that cannot be read.
    #[error("{}: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        error: std::io::Error,
    },
    /// A file that is no library of its platform.
    #[error("{}: must be a shared library for {platform}, but is {found}", path.display())]
    WrongPlatform {
        /// The file.
        path: PathBuf,
        /// Platform for which it was given.
        platform: Platform,
        /// The kind of the file, in words.
        found: &'static str,
    },
}

fn platform_names() -> String {
    Platform::ALL.map(Platform::name).join(", ")
}

fn paths(paths: &[PathBuf]) -> String {
    let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    paths.join(", ")
}

/// Finds the libraries to pack, at most one for each platform, in the order of [`Platform`]. `given` come from the
/// command line, `donated` from another FMU, `program` is the path of the program; `spare` is asked for the library of
/// its platform where none is found.
///
/// # Errors
/// If there is none for the platform of this program nor for any other, or one cannot be read, or is
/// none for its platform.
pub fn find(
    given: &[Library],
    donated: &[Library],
    program: &Path,
    spare: impl FnOnce() -> Option<PathBuf>,
) -> Result<Vec<Library>, LibraryError> {
    let variable = std::env::var_os(LIBRARY_VARIABLE);
    find_from(given, donated, variable.as_deref(), program, spare)
}

fn find_from(
    given: &[Library],
    donated: &[Library],
    variable: Option<&OsStr>,
    program: &Path,
    spare: impl FnOnce() -> Option<PathBuf>,
) -> Result<Vec<Library>, LibraryError> {
    let mut spare = Some(spare);
    let named = from_variable(variable)?;
    let sources = [given, donated, &named];
    sources.into_iter().try_for_each(refuse_twice)?;
    let mut found = Vec::new();
    let mut looked = Vec::new();
    for platform in Platform::ALL {
        let mut libraries = sources.into_iter().flatten();
        let library = libraries.find(|library| library.platform == platform);
        let path = library.map(|library| library.path.clone()).or_else(|| {
            let places = places(platform, program);
            let path = places.iter().find(|path| path.is_file()).cloned();
            if Some(platform) != Platform::HOST {
                return path;
            }
            looked.extend(places);
            path.or_else(|| spare.take().and_then(|spare| spare()))
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

/// Returns the places at which a library of `platform` may be, best first.
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

/// True if this is `target/<profile>` of a Cargo build.
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

    /// Returns the first bytes of an ELF library for x86-64.
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
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn fresh_library_of_a_cargo_build_wins_over_the_stale_copy() {
        let root = tempfile::tempdir().unwrap();
        let profile = root.path().join("target/release");
        let beside = put(&profile.join("libluztar.so"), &elf());
        let program = profile.join("luztar");
        assert_eq!(only(find_from(&[], &[], None, &program, || None).unwrap()), beside);
        let fresh = put(&profile.join("deps/libluztar.so"), &elf());
        assert_eq!(
            only(find_from(&[], &[], None, &program, || None).unwrap()),
            beside,
            "no Cargo directory yet"
        );
        fs::create_dir(profile.join(".fingerprint")).unwrap();
        assert_eq!(only(find_from(&[], &[], None, &program, || None).unwrap()), fresh);
    }

    #[test]
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn given_wins_over_donated_over_environment_over_installed_over_beside_over_spare() {
        let root = tempfile::tempdir().unwrap();
        let at = |path: &str| root.path().join(path);
        let program = at("bin/luztar");
        let linux = |path: &PathBuf| [Library { platform: Platform::Linux64, path: path.clone() }];
        let spare = put(&at("spare.so"), &elf());
        let find = |given: &[Library], donated: &[Library], variable: Option<&PathBuf>| {
            let variable = variable.map(|path| path.as_os_str());
            let spare = || Some(spare.clone());
            find_from(given, donated, variable, &program, spare).map(only).unwrap()
        };
        assert_eq!(find(&[], &[], None), spare);
        let beside = put(&at("bin/libluztar.so"), &elf());
        assert_eq!(find(&[], &[], None), beside);
        let installed = put(&at("lib/luztar/linux64/libluztar.so"), &elf());
        assert_eq!(find(&[], &[], None), installed);
        let named = put(&at("named.so"), &elf());
        assert_eq!(find(&[], &[], Some(&named)), named);
        let donated = put(&at("donated.so"), &elf());
        assert_eq!(find(&[], &linux(&donated), Some(&named)), donated);
        let given = put(&at("given.so"), &elf());
        assert_eq!(find(&linux(&given), &linux(&donated), Some(&named)), given);
    }

    #[test]
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn every_platform_is_searched_by_itself() {
        let root = tempfile::tempdir().unwrap();
        let at = |path: &str| root.path().join(path);
        let (program, library) = (at("bin/luztar"), put(&at("other.so"), &elf()));
        let mut arm = elf();
        arm[18] = 183;
        let installed = put(&at("lib/luztar/aarch64-linux/libluztar.so"), &arm);
        let variable = std::env::join_paths([format!("linux64={}", library.display())]).unwrap();
        let found = find_from(&[], &[], Some(&variable), &program, || None).unwrap();
        let expected = [(Platform::Linux64, library), (Platform::Aarch64Linux, installed)];
        assert_eq!(found, expected.map(|(platform, path)| Library { platform, path }));
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let root = tempfile::tempdir().unwrap();
        let program = root.path().join("bin/luztar");
        let text = put(&root.path().join("text"), b"hello");
        let message = |given: &[Library]| {
            find_from(given, &[], None, &program, || None).unwrap_err().to_string()
        };
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
