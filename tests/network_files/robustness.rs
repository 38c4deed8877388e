//! Whatever the text is, reading it ends soon with a network or with messages, never with a panic.

use std::time::{Duration, Instant};

use luztar::network::{Diagnostics, read};
use proptest::prelude::*;

/// Texts to spoil; together they have every key of the format.
const TEXTS: &[&str] = &[
    include_str!("../networks/every_key.toml"),
    include_str!("../networks/spring_mass.toml"),
    include_str!("../networks/rack.toml"),
];

/// Words of which files are made, and some that they are not made of.
const WORDS: &[&str] = &[
    "\"input\"",
    "{ input = true, start = 1.0 }",
    "{ value = 1.0, min = 2.0 }",
    "nan",
    "-inf",
    "1e308",
    "0",
    "-1.0",
    "true",
    "\"\"",
    "\"ground\"",
    "[]",
    "[1.0, 2.0]",
    "{}",
    "1979-05-27",
    "\n",
    "=",
    "[",
    "]]",
    "mass",
    "radii",
    "ratio",
    "[body.a]",
    "[contact]",
    "[[spring]]",
    "\"\"\"",
    "#",
    "\u{7}",
    "é",
    "\r",
    "99999999999999999999",
    ".",
    "between",
    "backlash",
    "gap",
    "law",
    "normalForce",
    "repeat",
    "{ i = [1, 3] }",
    "\"b{i+1}\"",
];

/// A file is read in far less; the machine may be busy.
pub const SOON: Duration = Duration::from_secs(20);

/// The messages have places in the text and rules.
fn check(text: &str, wrong: &Diagnostics) {
    assert!(!wrong.entries.is_empty());
    let lines = text.split('\n').count();
    for entry in &wrong.entries {
        assert!((1..=lines).contains(&entry.line), "{entry:?}");
        let line = text.split('\n').nth(entry.line - 1).expect("a line of the text");
        assert!((1..=line.chars().count() + 1).contains(&entry.column), "{entry:?}");
        assert!(!entry.rule.is_empty() && entry.rule.len() < 2000, "{entry:?}");
        assert!(!entry.subject.contains('\n'), "{entry:?}");
    }
}

fn read_any(text: &str) {
    if let Err(wrong) = read(text, "any.toml") {
        check(text, &wrong);
    }
}

/// Nearest beginning of a character at or before a byte.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Replaces `length` bytes at `place` (a fraction of the text) by a word.
fn spoil(text: &mut String, place: f64, length: usize, word: &str) {
    let start = boundary(text, (place * text.len() as f64) as usize);
    let end = boundary(text, (start + length).min(text.len()));
    text.replace_range(start..end.max(start), word);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn spoilt_files_are_told(
        base in proptest::sample::select(TEXTS),
        spoils in prop::collection::vec((0.0..1.0, 0..12_usize, proptest::sample::select(WORDS)), 1..6),
    ) {
        let mut text = base.to_owned();
        for (place, length, word) in spoils {
            spoil(&mut text, place, length, word);
        }
        read_any(&text);
    }

    /// A value or key replaced as a whole leaves a file that is TOML, so that the rules are reached.
    #[test]
    fn exchanged_values_are_told(
        base in proptest::sample::select(TEXTS),
        line in any::<prop::sample::Index>(),
        word in proptest::sample::select(WORDS),
    ) {
        let mut lines: Vec<String> = base.lines().map(str::to_owned).collect();
        let line = line.index(lines.len());
        if let Some((key, _)) = lines[line].split_once(" = ") {
            lines[line] = format!("{key} = {word}");
        }
        read_any(&lines.join("\n"));
    }

    #[test]
    fn lines_in_another_order_are_told(
        base in proptest::sample::select(TEXTS),
        swaps in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..4),
    ) {
        let mut lines: Vec<&str> = base.lines().collect();
        for (a, b) in swaps {
            let count = lines.len();
            lines.swap(a.index(count), b.index(count));
        }
        read_any(&lines.join("\n"));
    }

    #[test]
    fn random_bytes_are_told(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_any(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn monsters_are_refused_politely() {
    let megabytes = |piece: &str| piece.repeat((1 << 20) / piece.len());
    let unit = "[model]\nname = \"X\"\n";
    let numbered = |line: fn(usize) -> String| (0..60_000).map(line).collect::<String>();
    let monsters = [
        ("too long", "#".repeat(16 << 20)),
        ("deep lists", format!("x = {}", megabytes("["))),
        ("deep tables", format!("x = {}", megabytes("{a="))),
        ("deep keys", format!("{unit}{}b = 1", megabytes("a."))),
        ("deep header", format!("{unit}[{}b]", megabytes("a."))),
        ("long list", format!("{unit}equations = [{}]", megabytes("1,"))),
        (
            "long between",
            format!("{unit}[spring.s]\nstiffness = 1\nbetween = [{}]", megabytes("\"a\",")),
        ),
        ("long key", format!("{unit}{} = 1", megabytes("k"))),
        ("long word", format!("{unit}[body.a]\nmotion = \"{}\"", megabytes("w"))),
        ("one line", format!("{unit}body = {{ a = {{ mass = \"{}\" }}, b = 1 }}", megabytes("é"))),
        ("unknown keys", format!("{unit}{}", numbered(|k| format!("key{k} = 1\n")))),
        ("duplicate keys", format!("{unit}{}", megabytes("a = 1\n"))),
        ("bad lines", megabytes("= =\n")),
        (
            "springs to nowhere",
            format!("{unit}{}", numbered(|k| format!("[spring.s{k}]\nbetween = \"b\"\n"))),
        ),
        (
            "many bodies and a misspelt one",
            format!(
                "{unit}{}[spring.s]\nbetween = \"bodx\"\nstiffness = 1\n",
                numbered(|k| format!("[body.body{k}]\nmass = 1\n"))
            ),
        ),
    ];
    for (name, text) in monsters {
        let start = Instant::now();
        let wrong = read(&text, "monster.toml").expect_err(name);
        assert!(start.elapsed() < SOON, "{name}: {:?}", start.elapsed());
        assert!(wrong.entries.len() <= 100, "{name}: {} messages", wrong.entries.len());
        let said = wrong.to_string();
        assert!(said.len() < 100_000, "{name}: {} bytes of messages", said.len());
    }
}

#[test]
fn a_large_network_is_read() {
    let bodies: String = (0..5000).map(|k| format!("[body.b{k}]\nmass = 1\n")).collect();
    let contact = |k| {
        format!(
            "[contact.c{k}]\nbetween = [\"b{k}\", \"b{}\"]\nlaw = \"coulomb\"\nkineticFriction = 1\n",
            k + 1
        )
    };
    let contacts: String = (0..4999).map(contact).collect();
    let start = Instant::now();
    let network = read(&format!("[model]\nname = \"Chain\"\n{bodies}{contacts}"), "chain.toml");
    let network = network.unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!((network.bodies.len(), network.contacts.len()), (5000, 4999));
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}

/// A byte order mark and Windows line ends are no faults.
#[test]
fn texts_of_other_systems_are_read() {
    let text = TEXTS[1].replace('\n', "\r\n");
    assert!(read(&text, "crlf.toml").is_ok());
    assert!(read(&format!("\u{feff}{text}"), "bom.toml").is_ok());
    let wrong = read(&text.replace("mass = 1.0", "mass = -1.0"), "crlf.toml").unwrap_err();
    assert_eq!((wrong.entries[0].line, wrong.entries[0].column), (12, 8));
}

/// A curve that copies itself thirty times has more kinks than memory has places.
#[test]
fn a_curve_of_too_many_points_is_refused() {
    let text = r#"
        model = { name = "Rugged" }
        body.block = { mass = 1.0, velocity = 1.0 }
        contact.floor = { between = "block", law = "rugged", p = [0.0, 0.4, 1.0], q = [1.0, 0.6, 0.8] }
        [law.rugged]
        friction = "abs(fractal(x, p, q, 0.3, 30))"
        parameter = [{ name = "p", measure = "velocity", list = true }, { name = "q", measure = "friction", list = true }]
    "#;
    let wrong = read(text, "rugged.toml").expect_err("has too many points").to_string();
    assert!(wrong.contains("the points of `fractal` must be at most 10 000"), "{wrong}");
}
