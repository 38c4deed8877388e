//! A user's network is found wherever a host says the FMU's resources are, or, where it says nothing or
//! nonsense, beside the library.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::program::{folder, shared_library};
use luztar::export;
use luztar::unit::Model;

const NETWORK: &str = include_str!("../networks/spring_mass.toml");

/// An unpacked FMU in a folder with a blank, a percent sign and an umlaut in its name.
struct Unpacked {
    root: PathBuf,
    guid: String,
}

const PLATFORM: &str = "binaries/linux64";

impl Unpacked {
    fn new(name: &str, network: &str) -> Self {
        let root = folder("resources").join(name);
        fs::create_dir_all(root.join(PLATFORM)).unwrap();
        fs::create_dir_all(root.join("resources")).unwrap();
        let unit = Model::read(network, "network.toml").unwrap();
        export::write_resources(&unit, &root.join("resources")).unwrap();
        fs::copy(shared_library(), root.join(PLATFORM).join("Unit.so")).unwrap();
        Self { root, guid: export::guid(&unit) }
    }

    fn library(&self) -> PathBuf {
        self.root.join(PLATFORM).join("Unit.so")
    }

    fn resources(&self) -> String {
        self.root.join("resources").to_str().unwrap().to_owned()
    }
}

fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| crate::program::program("resources", &["-ldl"]))
}

/// Whether the unit ran, and what was printed.
fn instantiate(library: &Path, guid: &str, location: &str, from: Option<&Path>) -> (bool, String) {
    let mut command = Command::new(program());
    command.arg(library).arg(guid).arg(location).args(from);
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(errors, "", "{command:?}");
    (output.status.success(), text)
}

fn encoded(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let code = |byte: u8| if plain(byte) { (byte as char).into() } else { format!("%{byte:02X}") };
    path.bytes().map(code).collect()
}

/// A library apart from any FMU, so that only the location can lead to the resources.
fn stray_library() -> PathBuf {
    let library = folder("stray").join("Unit.so");
    fs::copy(shared_library(), &library).unwrap();
    library
}

#[test]
fn every_form_of_location_leads_to_the_network() {
    let fmu = Unpacked::new("every form ü 100%", NETWORK);
    let library = stray_library();
    let path = fmu.resources();
    let code = encoded(&path);
    assert!(code.contains("%20") && code.contains("%25") && code.contains("%C3%BC"));
    for location in [
        format!("file://{code}"),
        format!("file:{code}"),
        format!("file:///{code}"),
        format!("file://localhost{code}"),
        format!("file:/{code}"),
        format!("file://{code}/"),
        format!("file://{path}"),
        format!("file:/{}", code.trim_start_matches('/')),
        format!("file://{}", code.trim_start_matches('/')),
        format!("file://{}", encoded(fmu.root.to_str().unwrap())),
        path,
    ] {
        let (ran, text) = instantiate(&library, &fmu.guid, &location, None);
        assert!(ran, "{location}: {text}");
        assert_eq!(text, "ran\n");
    }
}

#[test]
fn without_a_location_the_library_knows_where_it_lies() {
    let fmu = Unpacked::new("by itself", NETWORK);
    for location in ["NULL", "", "file:", "nonsense", "file:///no/such/folder", "http://a/b"] {
        let (ran, text) = instantiate(&fmu.library(), &fmu.guid, location, None);
        assert!(ran, "{location}: {text}");
    }
    // Loaded by a relative path from a working folder that changes afterwards.
    let relative = Path::new("binaries/linux64/Unit.so");
    let (ran, text) = instantiate(relative, &fmu.guid, "NULL", Some(&fmu.root));
    assert!(ran, "{text}");
}

#[test]
fn a_library_apart_says_what_it_did_not_find() {
    let (ran, text) = instantiate(&stray_library(), "{0}", "file:///no/such/folder", None);
    assert!(!ran);
    assert!(text.contains("network.bin") && text.contains("/no/such/folder"), "{text}");
}

#[test]
fn a_network_that_is_not_the_one_of_the_guid_is_refused() {
    let changed = NETWORK.replace("stopTime", "# stopTime").replace("description", "# text");
    let fmu = Unpacked::new("another", &changed);
    let guid = export::guid(&Model::read(NETWORK, "network.toml").unwrap());
    let (ran, text) = instantiate(&fmu.library(), &guid, "NULL", None);
    assert!(!ran);
    let told = format!("network.bin has the GUID {}", fmu.guid);
    assert!(text.contains(&guid) && text.contains(&told), "{text}");
    assert!(text.trim_end().ends_with("must come from the same FMU"), "{text}");
}

/// What a host is told of an FMU in which `spoil` has changed something.
fn refusal(name: &str, spoil: impl Fn(&Path)) -> String {
    let fmu = Unpacked::new(name, NETWORK);
    spoil(&fmu.root.join("resources"));
    let (ran, text) = instantiate(&fmu.library(), &fmu.guid, "NULL", None);
    assert!(!ran, "{name}");
    text
}

#[test]
fn an_fmu_without_its_compiled_network_or_with_a_spoilt_one_is_explained() {
    let told = refusal("missing", |folder| fs::remove_file(folder.join("network.bin")).unwrap());
    assert!(told.contains("no network.bin was found at"), "{told}");
    let told = refusal("damaged", |folder| {
        let file = folder.join("network.bin");
        let mut bytes = fs::read(&file).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(file, bytes).unwrap();
    });
    assert!(told.contains("network.bin is damaged"), "{told}");
    let told = refusal("foreign", |folder| {
        fs::write(folder.join("network.bin"), "[model]\nname = \"X\"\n").unwrap();
    });
    assert!(told.contains("network.bin is not a compiled network of luztar"), "{told}");
    let told = refusal("edited", |folder| {
        let text = format!("{NETWORK}# a thought\n");
        fs::write(folder.join("network.toml"), text).unwrap();
    });
    assert!(told.contains("was not made from the network.toml beside it"), "{told}");
}

/// A checkout or an archiver may write the ends of lines in its own way, and nobody needs the text to run the FMU.
#[test]
fn the_text_beside_the_network_may_have_other_ends_of_lines_or_be_missing() {
    let fmu = Unpacked::new("ends of lines", NETWORK);
    let file = fmu.root.join("resources/network.toml");
    fs::write(&file, NETWORK.replace('\n', "\r\n")).unwrap();
    assert_eq!(instantiate(&fmu.library(), &fmu.guid, "NULL", None), (true, "ran\n".to_owned()));
    fs::remove_file(&file).unwrap();
    assert_eq!(instantiate(&fmu.library(), &fmu.guid, "NULL", None), (true, "ran\n".to_owned()));
}
