//! The FMU as a zip archive.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

use luztar::export::archive::Contents;
use luztar::export::{Library, Platform, Version, archive, description_of, model_description};
use luztar::unit::{Compiled, Model};

use crate::support::{BLOCK, started, unit};

fn libraries(directory: &Path) -> Vec<Library> {
    let library = |platform: Platform| {
        let path = directory.join(platform.library_name());
        fs::write(&path, format!("library for {platform}").repeat(99)).unwrap();
        Library { platform, path }
    };
    vec![library(Platform::Linux64), library(Platform::Win64)]
}

fn contents(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut zip = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    let mut files = BTreeMap::new();
    for index in 0..zip.len() {
        let mut file = zip.by_index(index).unwrap();
        let name = file.name().unwrap().into_owned();
        assert!(file.is_file(), "{name}");
        assert_eq!(file.compression(), zip::CompressionMethod::Deflated, "{name}");
        let mut content = Vec::new();
        file.read_to_end(&mut content).unwrap();
        files.insert(name, content);
    }
    files
}

fn write(unit: &std::sync::Arc<Model>, root: &Path) -> std::path::PathBuf {
    write_as(Version::Two, unit, root)
}

fn write_as(
    contents: impl Into<Contents>,
    unit: &std::sync::Arc<Model>,
    root: &Path,
) -> std::path::PathBuf {
    let (libraries, folder) = (libraries(root), root.join("out/fmu"));
    archive::write(unit, contents, &libraries, &folder).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn archive_holds_everything_in_its_place() {
    let root = tempfile::tempdir().unwrap();
    let unit = unit(BLOCK);
    let path = write(&unit, root.path());
    assert_eq!(path, root.path().join("out/fmu/Block.fmu"));
    let files = contents(&path);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let expected = [
        "binaries/linux64/Block.so",
        "binaries/win64/Block.dll",
        "documentation/fmi-ls-ref.txt",
        "documentation/index.html",
        "documentation/licenses/LICENSE-APACHE.txt",
        "documentation/licenses/LICENSE-MIT.txt",
        "documentation/licenses/LICENSE-THIRD-PARTY.txt",
        "documentation/mechanism.svg",
        "extra/org.fmi-standard.fmi-ls-ref/Block_error.csv",
        "extra/org.fmi-standard.fmi-ls-ref/Block_in.csv",
        "extra/org.fmi-standard.fmi-ls-ref/Block_out.csv",
        "extra/org.fmi-standard.fmi-ls-ref/fmi-ls-manifest.xml",
        "model.png",
        "modelDescription.xml",
        "resources/network.bin",
        "resources/network.toml",
    ];
    assert_eq!(names, expected);
    assert_eq!(files["modelDescription.xml"], model_description(&unit).into_bytes());
    assert_eq!(files["resources/network.toml"], BLOCK.as_bytes());
    assert_eq!(files["binaries/win64/Block.dll"], b"library for win64".repeat(99));
    assert!(files["model.png"].starts_with(b"\x89PNG"));
    let page = String::from_utf8(files["documentation/index.html"].clone()).unwrap();
    for row in unit.variables() {
        assert!(page.contains(&format!("<code>{}</code>", row.name)), "{}", row.name);
    }
    let drawing = String::from_utf8(files["documentation/mechanism.svg"].clone()).unwrap();
    assert!(page.contains("<img src=\"mechanism.svg\"") && drawing.contains(">mover</text>"));
    assert!(page.contains("m·z'' = F − λ".replace('\'', "&apos;").as_str()), "{page}");
}

#[test]
fn a_network_that_nobody_can_overlook_is_not_drawn() {
    let root = tempfile::tempdir().unwrap();
    let blocks = luztar::network::choose(
        luztar::unit::catalogue::text("BurridgeKnopoff").unwrap(),
        "BurridgeKnopoff.toml",
        &[("blocks".to_owned(), "100".to_owned())],
    );
    let files = contents(&write_as(Version::Three, &unit(&blocks.unwrap()), root.path()));
    assert!(!files.contains_key("documentation/mechanism.svg"));
    let page = String::from_utf8(files["documentation/index.html"].clone()).unwrap();
    assert!(!page.contains("<img"), "{page}");
    assert!(!String::from_utf8_lossy(&files["terminalsAndIcons/icon.svg"]).contains("<text"));
}

#[test]
fn an_archive_of_the_other_version_has_its_own_name_and_folders() {
    let root = tempfile::tempdir().unwrap();
    let unit = unit(BLOCK);
    let first = contents(&write(&unit, root.path()));
    let path = write_as(Version::Three, &unit, root.path());
    assert_eq!(path, root.path().join("out/fmu/Block.fmi3.fmu"));
    let files = contents(&path);
    let library = "binaries/x86_64-linux/Block.so";
    assert_eq!(files[library], first["binaries/linux64/Block.so"], "one library");
    assert_eq!(files["binaries/x86_64-windows/Block.dll"], first["binaries/win64/Block.dll"]);
    let description = description_of(&unit, Version::Three).into_bytes();
    assert_eq!(files["modelDescription.xml"], description);
    assert_eq!(files["terminalsAndIcons/icon.png"], first["model.png"]);
    assert_eq!(files.len(), first.len() - 1 + 2, "icons for model.png");
    let drawing = String::from_utf8(files["documentation/mechanism.svg"].clone()).unwrap();
    let icon = String::from_utf8(files["terminalsAndIcons/icon.svg"].clone()).unwrap();
    assert!(icon.contains(">mover</text>") && icon != drawing, "{icon}");
}

#[test]
fn archives_have_terminals_where_they_are_asked_for() {
    let root = tempfile::tempdir().unwrap();
    let unit = unit(BLOCK);
    let icons = ["icon.png", "icon.svg"];
    for (version, more) in [(Version::Two, 3), (Version::Three, 1)] {
        let plain = contents(&write_as(version, &unit, root.path()));
        let own = plain.keys().filter_map(|name| name.strip_prefix("terminalsAndIcons/"));
        assert_eq!(own.collect::<Vec<_>>(), icons[..if more == 1 { 2 } else { 0 }]);
        let with = contents(&write_as(Contents { version, terminals: true }, &unit, root.path()));
        assert_eq!(with.len(), plain.len() + more);
        assert!(plain.iter().all(|(name, content)| with[name] == *content), "the same otherwise");
        let text = &with["terminalsAndIcons/terminalsAndIcons.xml"];
        assert!(String::from_utf8_lossy(text).contains("<Terminal name=\"mover\""));
    }
}

#[test]
fn the_page_parts_constants_from_what_changes() {
    let root = tempfile::tempdir().unwrap();
    let bristles = BLOCK.replace("coulomb", "dahl").replace("staticFriction", "bristleStiffness");
    let page = contents(&write(&unit(&bristles), root.path()));
    let page = String::from_utf8(page["documentation/index.html"].clone()).unwrap();
    for (name, heading) in [
        ("floor.bristleStiffness", "Parameters"),
        ("floor.viscous", "Constants"),
        ("mover.force", "Inputs"),
        ("floor.bristleForce", "Outputs"),
        ("floor.bristleForceRate", "Local variables"),
    ] {
        let row = page.find(&format!("<td><code>{name}</code>")).unwrap();
        let under = page[..row].rfind("<h3>").unwrap() + "<h3>".len();
        assert!(page[under..].starts_with(&format!("{heading}</h3>")), "{name}");
    }
}

#[test]
fn the_same_unit_gives_the_same_bytes() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let unit = unit(BLOCK);
    let first = fs::read(write(&unit, one.path())).unwrap();
    assert_eq!(first, fs::read(write(&unit, other.path())).unwrap());
    assert_eq!(first, fs::read(write(&unit, one.path())).unwrap(), "written over itself");
}

#[test]
fn a_failed_archive_leaves_the_old_one_and_nothing_else() {
    let root = tempfile::tempdir().unwrap();
    let unit = unit(BLOCK);
    let path = write(&unit, root.path());
    let before = fs::read(&path).unwrap();
    let missing = Library { platform: Platform::Linux64, path: root.path().join("missing.so") };
    let error = archive::write(&unit, Version::Two, &[missing], path.parent().unwrap())
        .unwrap_err()
        .to_string();
    assert!(error.contains("missing.so") && error.contains("cannot be read"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
}

/// Laws of one's own, and of forces that jump, travel with the unit as they are with each regularisation: what is made of the
/// file's bytes moves the same, bit for bit.
#[test]
fn laws_that_are_regularised_are_in_the_resources() {
    let root = tempfile::tempdir().unwrap();
    let contact = |name: &str, more: &str| {
        format!("[contact.{name}]\nbetween = \"a\"\nlaw = \"worn\"\n{more}\n")
    };
    let text = [
        "[model]\nname = \"Worn\"\n[body.a]\nmass = 1.0\nvelocity = 2.0\nforce = \"input\"\n",
        &contact("one", "regularisation = \"tanh\"\nsteepness = 9.0"),
        &contact("two", "regularisation = \"tanh\"\nsteepness = 2.0"),
        &contact("three", "regularisation = \"linear\"\nrampVelocity = 0.3"),
        &contact("four", ""),
        "[force.dry]\nbetween = \"a\"\nforce = \"-0.2*(1 + abs(e))*(1 + exp(-abs(rate)))*sign(rate) - 0.1*rate\"\n",
        "[law.worn]\nfriction = \"0.5 + abs(first.position)/(1 + x) + 0.1*t\"\nbackward = \"1 + t/9\"\n",
    ];
    let told = unit(&text.concat());
    let files = contents(&write(&told, root.path()));
    let compiled = Compiled::new(&files["resources/network.bin"]).unwrap().unit().unwrap();
    let [one, other] = [&told, &compiled].map(|unit| {
        let mut instance = started(unit);
        for k in 0..30 {
            instance.step(0.1 * f64::from(k), 0.1).unwrap();
        }
        instance.save()
    });
    assert_eq!(one, other);
}
