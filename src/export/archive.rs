//! The FMU: a zip archive (deflate, no links) with the model description, the shared library of each
//! platform under the model's name, the network file, the documentation with a drawing, terminals and an icon. The same unit,
//! libraries and version give the same bytes.

use std::fs::{self, File};
use std::io::{self, BufWriter, Cursor, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::documentation::MECHANISM;
use super::reference::{FOLDER, PAGE, Reference, reference};
use super::terminals::terminals_and_icons;
use super::{Library, Platform, Version, description_of, documentation, resources};
use crate::drawing::{self, Format};
use crate::unit::Model;

const ICON: &[u8] = include_bytes!("model.png");
/// The icon of units whose drawing would be too large for one.
const GENERAL_ICON: &str = include_str!("icon.svg");

/// Elements of the largest networks that are drawn in their FMU: what nobody can overlook is no help there, and
/// `luztar draw` draws it all the same.
const DRAWN: usize = 200;

const LICENSES: [(&str, &str); 3] = [
    ("LICENSE-MIT", include_str!("../../LICENSE-MIT")),
    ("LICENSE-APACHE", include_str!("../../LICENSE-APACHE")),
    ("LICENSE-THIRD-PARTY", include_str!("../../LICENSE-THIRD-PARTY")),
];

/// Unix permissions of the packed libraries and of everything else.
const EXECUTABLE: u32 = 0o755;
const READABLE: u32 = 0o644;

/// Error by which no FMU was made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// A library that cannot be read.
    #[error("{}: cannot be read: {error}", path.display())]
    Read {
        /// Its file.
        path: PathBuf,
        /// Error of the operating system.
        error: io::Error,
    },
    /// A file or folder that cannot be written.
    #[error("{}: cannot be written: {error}", path.display())]
    Write {
        /// Its name.
        path: PathBuf,
        /// Error of the operating system.
        error: io::Error,
    },
    /// An archive that cannot be made.
    #[error("{}: {error}", path.display())]
    Zip {
        /// Its file.
        path: PathBuf,
        /// Error of the writer of archives.
        error: ZipError,
    },
}

/// Contents of an FMU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The version of its description and folders.
    pub version: Version,
    /// Terminals, and in FMI 2.0 icons beside them. FMI Library 3 reports them as errors in both versions.
    pub terminals: bool,
}

impl From<Version> for Contents {
    /// Makes contents without terminals.
    fn from(version: Version) -> Self {
        Contents { version, terminals: false }
    }
}

/// Returns the name of the FMU of a unit, which may have one of each version in a folder.
pub fn file_name(unit: &Model, version: Version) -> String {
    let ending = match version {
        Version::Two => "fmu",
        Version::Three => "fmi3.fmu",
    };
    format!("{}.{ending}", unit.name())
}

/// Writes `<directory>/<unit name>.fmu`, or `.fmi3.fmu` for FMI 3.0, replacing it only when it is complete; makes the
/// directory. Returns its path.
///
/// # Errors
/// If a library cannot be read or the archive not be written; nothing is left behind.
pub fn write(
    unit: &Arc<Model>,
    contents: impl Into<Contents>,
    libraries: &[Library],
    directory: &Path,
) -> Result<PathBuf, ArchiveError> {
    write_if(unit, contents, libraries, directory, |_| Ok(()))
}

/// Writes as [`write()`] does, if `check` finds no error in the whole file, which has another name until then.
///
/// # Errors
/// Those of [`write()`], and those of the check.
pub fn write_if<E: From<ArchiveError>>(
    unit: &Arc<Model>,
    contents: impl Into<Contents>,
    libraries: &[Library],
    directory: &Path,
    check: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<PathBuf, E> {
    let contents = contents.into();
    let name = file_name(unit, contents.version);
    let path = directory.join(&name);
    let draft = directory.join(format!(".{name}.{}", std::process::id()));
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| ArchiveError::Write { path, error }
    };
    fs::create_dir_all(directory).map_err(failed(directory))?;
    let written = write_file(unit, contents, libraries, &draft)
        .map_err(E::from)
        .and_then(|()| check(&draft))
        .and_then(|()| Ok(fs::rename(&draft, &path).map_err(failed(&path))?));
    if written.is_err() {
        // The error that matters is the one before.
        let _ = fs::remove_file(&draft);
    }
    written.map(|()| path)
}

/// The shared library of a platform, as the bytes of its file.
pub type Binary = (Platform, Vec<u8>);

/// Makes the bytes of the FMU, whose libraries are at hand already.
///
/// # Errors
/// If it cannot be packed.
pub fn bytes(
    unit: &Arc<Model>,
    contents: impl Into<Contents>,
    binaries: &[Binary],
) -> Result<Vec<u8>, ZipError> {
    let mut bytes = Cursor::new(Vec::new());
    pack(unit, contents.into(), binaries, &mut bytes)?;
    Ok(bytes.into_inner())
}

fn write_file(
    unit: &Arc<Model>,
    contents: Contents,
    libraries: &[Library],
    path: &Path,
) -> Result<(), ArchiveError> {
    let read = |Library { platform, path }: &Library| match fs::read(path) {
        Ok(binary) => Ok((*platform, binary)),
        Err(error) => Err(ArchiveError::Read { path: path.clone(), error }),
    };
    let binaries = libraries.iter().map(read).collect::<Result<Vec<Binary>, _>>()?;
    let failed = |error| ArchiveError::Write { path: path.to_owned(), error };
    let mut file = BufWriter::new(File::create(path).map_err(failed)?);
    pack(unit, contents, &binaries, &mut file)
        .map_err(|error| ArchiveError::Zip { path: path.to_owned(), error })?;
    file.flush().map_err(failed)
}

fn pack(
    unit: &Arc<Model>,
    Contents { version, terminals }: Contents,
    binaries: &[Binary],
    out: impl Write + Seek,
) -> Result<(), ZipError> {
    let mut archive = Archive(ZipWriter::new(out));
    archive.add("modelDescription.xml", READABLE, description_of(unit, version).as_bytes())?;
    if version == Version::Two {
        archive.add("model.png", READABLE, ICON)?;
    }
    let network = unit.network();
    let elements = network.contacts.len()
        + network.springs.len()
        + network.dampers.len()
        + network.forces.iter().filter(|force| force.acts()).count();
    let is_drawn = network.bodies.len() + elements <= DRAWN;
    let draw = |format| is_drawn.then(|| drawing::svg(network, format));
    let icon = draw(Format::Icon);
    let icon = icon.as_deref().unwrap_or(GENERAL_ICON);
    if version == Version::Three || terminals {
        for (name, content) in [("icon.png", ICON), ("icon.svg", icon.as_bytes())] {
            archive.add(&format!("terminalsAndIcons/{name}"), READABLE, content)?;
        }
    }
    if terminals {
        let text = terminals_and_icons(unit);
        archive.add("terminalsAndIcons/terminalsAndIcons.xml", READABLE, text.as_bytes())?;
    }
    for (platform, binary) in binaries {
        let folder = platform.folder(version);
        let name = format!("binaries/{folder}/{}.{}", unit.name(), platform.extension());
        archive.add(&name, EXECUTABLE, binary)?;
    }
    for (name, content) in resources(unit) {
        archive.add(&format!("resources/{name}"), READABLE, &content)?;
    }
    let reference = reference(unit);
    let html = documentation::html(unit, is_drawn, reference.is_some());
    archive.add("documentation/index.html", READABLE, html.as_bytes())?;
    if let Some(picture) = draw(Format::Picture) {
        archive.add(&format!("documentation/{MECHANISM}"), READABLE, picture.as_bytes())?;
    }
    if let Some(Reference { files, page }) = reference {
        archive.add(&format!("documentation/{PAGE}"), READABLE, page.as_bytes())?;
        for (name, content) in files {
            archive.add(&format!("{FOLDER}/{name}"), READABLE, content.as_bytes())?;
        }
    }
    for (name, text) in LICENSES {
        archive.add(&format!("documentation/licenses/{name}.txt"), READABLE, text.as_bytes())?;
    }
    archive.0.finish().map(|_| ())
}

/// An archive under way.
struct Archive<W: Write + Seek>(ZipWriter<W>);

impl<W: Write + Seek> Archive<W> {
    fn add(&mut self, name: &str, permissions: u32, content: &[u8]) -> Result<(), ZipError> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default())
            .unix_permissions(permissions);
        self.0.start_file(name, options)?;
        Ok(self.0.write_all(content)?)
    }
}
