//! Laws in files beside a network file: `laws/NAME.toml`.

use std::fs;
use std::path::Path;

use luztar::network::{read, read_in};
use luztar::unit::{Model, Simulation};

const LAW: &str = r#"description = "falls with the slip speed"
friction = "mu0/(1 + x/v0)"
static = "friction(0)"
parameter = [
    { name = "mu0", loaded = "mu0Coefficient", measure = "friction" },
    { name = "v0", measure = "velocity", range = "positive", default = 0.1 },
    { name = "knots", symbol = "k", measure = "velocity", list = true, default = "none" },
]
"#;

const NETWORK: &str = r#"[model]
name = "Slider"
[option]
cover = { default = "rubber", values = ["rubber", "coulomb"] }
[body.block]
repeat = { i = [1, 2] }
mass = 1.0
velocity = 1.0
[contact.floor]
repeat = { i = [1, 2] }
between = "block{i}"
law = "{cover}"
mu0 = 2.0
knots = [0.1, 0.2]
"#;

/// A folder with a law.
fn folder(law: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("laws")).expect("a folder");
    fs::write(folder.path().join("laws/rubber.toml"), law).expect("a file");
    folder
}

fn refused(text: &str, folder: &Path) -> String {
    read_in(text, "net.toml", folder).expect_err("refused").to_string()
}

fn after_a_second(unit: std::sync::Arc<Model>) -> f64 {
    let velocity = unit.find("block1.velocity").expect("a variable");
    let mut instance = Simulation::new(unit);
    instance.enter_initialization().and_then(|()| instance.exit_initialization()).expect("starts");
    instance.step(0.0, 0.2).expect("moves");
    match instance.get(velocity).expect("a value") {
        luztar::unit::Value::Real(value) => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_text_of_the_unit_is_complete_in_itself() {
    let folder = folder(LAW);
    let unit = Model::read_in(NETWORK, "net.toml", folder.path()).unwrap_or_else(|e| panic!("{e}"));
    assert!(unit.source().starts_with(NETWORK));
    let alone =
        Model::read(unit.source(), "resources/network.toml").unwrap_or_else(|e| panic!("{e}"));
    let inside = format!("{NETWORK}[law.rubber]\n{LAW}");
    let inside = Model::read(&inside, "n").unwrap_or_else(|e| panic!("{e}"));
    let [beside, alone, inside] = [unit, alone, inside].map(after_a_second);
    assert_eq!(beside.to_bits(), alone.to_bits());
    assert_eq!(beside.to_bits(), inside.to_bits());
    assert!(beside > 0.0 && beside < 1.0, "{beside}");
}

#[test]
fn a_file_that_needs_no_law_of_the_folder_stays_as_it_is() {
    let folder = folder("friction = ");
    let text = NETWORK.replace("default = \"rubber\"", "default = \"coulomb\"");
    let text = text.replace("mu0 = 2.0\nknots = [0.1, 0.2]", "kineticFriction = 2.0");
    let (_, complete) = read_in(&text, "n", folder.path()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(complete, text);
    let own = format!("{NETWORK}[law.rubber]\n{LAW}");
    let (_, complete) = read_in(&own, "n", folder.path()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(complete, own);
}

#[test]
fn faults_of_the_law_name_its_file() {
    for (from, to, place, rule) in [
        ("mu0/(1", "mu1/(1", "2:13", "no variable `mu1` (did you mean `mu0`?)"),
        (
            "friction = ",
            "frictoin = ",
            "2:1",
            "law.rubber.frictoin: unknown key (did you mean `friction`?)",
        ),
        (
            "\"velocity\", range",
            "\"speed\", range",
            "6:30",
            "law.rubber.parameter.measure: must be one of \"friction\", ",
        ),
        ("x/v0)\"", "x/v0)", "2:", ""),
    ] {
        let folder = folder(&LAW.replacen(from, to, 1));
        let file = folder.path().join("laws").join("rubber.toml");
        let said = refused(NETWORK, folder.path());
        assert!(said.starts_with(&format!("{}:{place}", file.display())), "{said}");
        assert!(said.contains(rule), "{said}");
    }
}

/// What no formula names is allowed, and told with its place in the file that says it.
#[test]
fn numbers_that_nothing_names_are_doubts() {
    let folder = folder(LAW);
    let (network, complete) = read_in(NETWORK, "net.toml", folder.path()).expect("right");
    let file = folder.path().join("laws").join("rubber.toml");
    let place = |file: &str, line: usize| {
        format!("{file}:{line}:14: law.rubber: `knots` occurs in no formula of the law")
    };
    assert_eq!(network.about.doubts, [place(&file.display().to_string(), 7)]);
    let network = read(&complete, "n").expect("right");
    assert_eq!(network.about.doubts.len(), 1, "{:?}", network.about.doubts);
    let own = "[law.own]\nfriction = \"a*(1 + b)\"\nscale = [{ length = \"s\" }]\n\
               define = [{ name = \"unused\", formula = \"d\" }]\n\
               rule = [{ holds = \"r > 0\", text = \"r must be > 0\", parameters = [\"r\"] }]\n\
               input = [{ name = \"heat\", measure = \"temperature\" }]\nparameter = [\n";
    let mut text = format!("{NETWORK}{own}");
    for (name, more) in
        [("a", ""), ("b", ", default = \"c\""), ("c", ""), ("d", ""), ("r", ""), ("s", "")]
    {
        text += &format!("{{ name = \"{name}\", measure = \"number\"{more} }},\n");
    }
    text += "]\n";
    let (network, _) =
        read_in(&text.replace("default = \"c\"", "default = 1.0"), "n", folder.path())
            .expect("right");
    let told: Vec<&str> =
        network.about.doubts.iter().filter_map(|one| one.split(": ").last()).collect();
    let names = ["`heat`", "`c`", "`d`", "`knots`"]
        .map(|name| format!("{name} occurs in no formula of the law"));
    assert_eq!(told, names);
}

/// Headings stand in network files alone; other encodings are told.
#[test]
fn what_a_law_s_own_file_may_not_be_is_told() {
    let folder = folder(&format!("[law.rubber]\n{LAW}"));
    let said = refused(NETWORK, folder.path());
    assert!(said.contains("rubber.toml:1:2: ") && said.contains("without the heading"), "{said}");
    let file = folder.path().join("laws/rubber.toml");
    fs::write(&file, b"# gr\xf6\n").expect("a file");
    let said = refused(NETWORK, folder.path());
    assert!(said.contains("law.rubber: is not UTF-8, from its byte 5 on"), "{said}");
}

#[test]
fn a_law_that_is_nowhere_is_told_with_the_places() {
    let folder = folder(LAW);
    let text = NETWORK.replace("rubber", "vulcanite");
    let said = refused(&text, folder.path());
    let said = said.lines().next().expect("a message");
    let rule = "not \"vulcanite\"; the file has no [law.vulcanite], and beside it there is no laws/vulcanite.toml";
    assert!(said.ends_with(rule), "{said}");
    let said = read(&text, "n").expect_err("no folder").to_string();
    let said = said.lines().next().expect("a message");
    let rule = "not \"vulcanite\"; the text has no [law.vulcanite], and no folder is known in which laws/vulcanite.toml \
                could be";
    assert!(said.ends_with(rule), "{said}");
    // No other folder than that of laws is looked at.
    let said = refused(&NETWORK.replace("rubber", "../laws/rubber"), folder.path());
    let first = said.lines().next().expect("a message");
    assert!(first.ends_with("not \"../laws/rubber\""), "{said}");
}

#[test]
fn laws_within_braces_cannot_be_joined_by_others() {
    let folder = folder(LAW);
    let text = format!("law = {{ felt = {{ friction = \"1\" }} }}\n{NETWORK}");
    let said = refused(&text, folder.path());
    assert!(said.contains("its own laws as tables [law.NAME]"), "{said}");
}

/// The file of an FMU has all laws as tables, of which it may have fifty.
#[test]
fn laws_of_file_and_folder_are_counted_together() {
    let folder = folder(LAW);
    let laws = |count: usize| -> String {
        (0..count)
            .map(|law| format!("[law.own{law}]\nfriction = \"1\"\nstatic = \"1\"\n"))
            .collect()
    };
    let unit = Model::read_in(&format!("{NETWORK}{}", laws(49)), "n", folder.path());
    let unit = unit.unwrap_or_else(|e| panic!("{e}"));
    Model::read(unit.source(), "resources/network.toml").unwrap_or_else(|e| panic!("{e}"));
    let told = refused(&format!("{NETWORK}{}", laws(50)), folder.path());
    assert!(told.contains("law.rubber: a network has at most 50 laws"), "{told}");
}
