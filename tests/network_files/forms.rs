//! Elements that are files: all that are declared are right and run, and what a declaration must not say is told.

use luztar::network::{Acts, ElementForm, PhysicalUnit, keys, read};
use luztar::unit::{Simulation, Value};

use crate::shown::{example, turned};
use crate::support::{started, unit};

/// After 2 s.
fn moved(text: String) -> Simulation {
    let mut instance = started(&unit(&text));
    instance.step(0.0, 2.0).unwrap_or_else(|fault| panic!("{fault}"));
    instance
}

/// The network that shows a kind, with a force by formula of the same words in place of the element.
fn by_formula(form: &ElementForm) -> String {
    let text = example(form);
    let (bodies, _) = text.split_once(&format!("[{}.", form.name)).expect("its element");
    let numbers = form.parameters.iter();
    let numbers = numbers.map(|one| format!("{} = {:?}", one.symbol, one.example));
    let kind = if form.acts == Acts::Along { "force" } else { "spring" };
    format!(
        "{bodies}[{kind}.middle]\nbetween = [\"first\", \"second\"]\nforce = {:?}\nparameter = {{ {} }}\n",
        form.text,
        numbers.collect::<Vec<_>>().join(", ")
    )
}

#[test]
fn an_element_moves_as_the_force_by_its_formula() {
    for form in ElementForm::all() {
        let mut both = [example(&form), by_formula(&form)].map(moved);
        for name in ["first.position", "second.position", "second.velocity", "middle.force"] {
            let [own, same] = both.each_mut().map(|one| {
                let index = one.unit().find(name).expect(name);
                one.get(index).expect("is there")
            });
            assert_eq!(own, same, "{name} of {}", form.name);
        }
    }
}

#[test]
fn what_is_declared_runs_on_both_axes() {
    for form in ElementForm::all() {
        for (axis, text) in [example(&form), turned(&form)].into_iter().enumerate() {
            let network = read(&text, form.name).unwrap_or_else(|wrong| panic!("{wrong}"));
            for number in &form.parameters {
                let name = format!("middle.{}", number.name);
                let found = network.parameters.iter().find(|one| one.name == name);
                let found = found.unwrap_or_else(|| panic!("{}: no {name}", form.name));
                assert_eq!((found.start, found.unit), (number.example, number.unit[axis]));
            }
            let mut instance = moved(text);
            for index in 0..instance.unit().variables().len() {
                let value = instance.get(index).expect("is there");
                assert!(!matches!(value, Value::Real(x) if !x.is_finite()), "{}", form.name);
            }
        }
    }
}

/// Whatever the numbers of a declaration may be by themselves, keys of an element are none of another meaning.
#[test]
fn what_is_declared_takes_no_other_word() {
    let tables = keys::tables();
    for form in ElementForm::all() {
        let same = tables.iter().filter(|(table, _)| *table == form.name);
        assert_eq!(same.count(), 1, "{} is another table", form.name);
        for text in [&form.description, &form.reference, &form.text] {
            assert!(!text.is_empty() && !text.ends_with('.'), "{}: {text}", form.name);
        }
        for number in &form.parameters {
            assert!(!number.description.is_empty(), "{} of {}", number.name, form.name);
            let named = |word: &str| word == number.symbol;
            let mut words = form.text.split(|c: char| !c.is_alphanumeric() && c != '_');
            assert!(words.any(named), "{} of {} does nothing", number.name, form.name);
        }
    }
}

/// A declaration with this line in place of the one with the same key, or with one more.
fn declared(line: &str) -> Result<ElementForm, (String, String)> {
    let mut lines: Vec<&str> = vec![
        "description = \"drag\"",
        "reference = \"a book\"",
        "acts = \"against\"",
        "force = \"c*rate\"",
        "[[parameter]]",
        "name = \"drag\"",
        "symbol = \"c\"",
        "measure = \"force per velocity\"",
        "example = 1.0",
        "description = \"what it is\"",
    ];
    let key = |line: &str| line.split(' ').next().map(str::to_owned);
    match lines.iter().rposition(|known| key(known) == key(line)) {
        Some(place) => lines[place] = line,
        None => lines.push(line),
    }
    let text = lines.join("\n");
    ElementForm::read("drag", &text).map_err(|error| (text[error.place].to_owned(), error.rule))
}

#[test]
fn a_declaration_is_read() {
    let form = declared("default = 2.5").expect("is right");
    assert!(form.is_damper());
    let number = &form.parameters[0];
    assert_eq!((number.default, number.example), (Some(2.5), 1.0));
    assert_eq!(number.units(), "N·s/m or N·m·s/rad");
    assert!(!declared("force = \"c*(rate + e)\"").expect("is right").is_damper());
}

#[test]
fn what_a_declaration_must_not_say_is_told() {
    for (line, place, rule) in [
        ("name = \"2\"", "\"2\"", "a name has letters a–z, A–Z, digits and _, and no digit first"),
        ("name = \"ratio\"", "\"ratio\"", "`ratio` means something else in every element"),
        ("name = \"force\"", "\"force\"", "`force` means something else in every element"),
        (
            "name = \"aNumberWithALongerName2\"",
            "\"aNumberWithALongerName2\"",
            "has more than 22 characters",
        ),
        ("symbol = \"rate\"", "\"rate\"", "`rate` means something else in formulas"),
        (
            "measure = \"force per speed\"",
            "\"force per speed\"",
            "no measure `force per speed` (did you mean `force per time`?)",
        ),
        ("example = -1.0", "-1.0", "must be finite and ≥ 0"),
        ("default = -1.0", "-1.0", "must be finite and ≥ 0"),
        (
            "force = \"c*speed\"",
            "s",
            "no variable `speed`: write `rate`, the velocity of the first end relative to the second",
        ),
        (
            "force = \"c*floor(rate)\"",
            "f",
            "`ceil`, `floor` and `round` have infinitely many jumps: they must not depend on the motion or the time",
        ),
        ("acts = \"away\"", "\"away\"", "unknown variant `away`, expected `along` or `against`"),
        ("rule = 1", "rule", "unknown field `rule`"),
    ] {
        let (found, said) = declared(line).expect_err(line);
        assert!(said.starts_with(rule), "{line}: {said}");
        assert_eq!(found, place, "{line}");
    }
    let twice = "[[parameter]]\nname = \"other\"\nsymbol = \"c\"\nmeasure = \"number\"\nexample = 1.0\ndescription = \"x\"";
    let (found, said) = declared(twice).expect_err("twice");
    assert_eq!(
        (found.as_str(), said.as_str()),
        ("\"other\"", "another parameter has this name or symbol")
    );
}

/// A declaration of drag with these modes in front of its parameter.
fn with_modes(modes: &str) -> Result<ElementForm, (String, String)> {
    let text = format!(
        "description = \"drag\"\nreference = \"a book\"\nacts = \"against\"\nforce = \"c*max(rate, 0)\"\n{modes}\n\
         [[parameter]]\nname = \"drag\"\nsymbol = \"c\"\nmeasure = \"force per velocity\"\nexample = 1.0\ndescription = \"what it is\"\n"
    );
    ElementForm::read("drag", &text).map_err(|error| (text[error.place].to_owned(), error.rule))
}

#[test]
fn modes_are_branches_of_the_force() {
    let idle = "[[mode]]\nname = \"idle\"\nwhere = \"rate < 0\"\n";
    let form = with_modes(&format!("{idle}[[mode]]\nname = \"drags\"\n")).expect("is right");
    let names: Vec<&str> = form.modes.iter().map(|mode| mode.name.as_str()).collect();
    assert_eq!(
        (names, form.mode_on(&[0]), form.mode_on(&[1])),
        (vec!["idle", "drags"], Some(0), Some(1))
    );
    for (modes, place, rule) in [
        (idle.to_owned(), "\"rate < 0\"", "the last mode is that of all else"),
        ("[[mode]]\nname = \"drags\"\n".to_owned(), "\"drags\"", "is the only mode"),
        (
            format!("{idle}{idle}[[mode]]\nname = \"drags\"\n"),
            "\"idle\"",
            "another mode has this name",
        ),
        (
            "[[mode]]\nname = \"idle\"\nwhere = \"e < 0\"\n[[mode]]\nname = \"drags\"\n".to_owned(),
            "e",
            "must be a comparison of two numbers that `force` compares",
        ),
        (
            "[[mode]]\nname = \"idle\"\nwhere = \"rate < v\"\n[[mode]]\nname = \"drags\"\n"
                .to_owned(),
            "v",
            "no variable `v`",
        ),
        (
            "[[mode]]\nname = \"idle\"\n[[mode]]\nname = \"drags\"\n".to_owned(),
            "\"idle\"",
            "needs `where`",
        ),
    ] {
        let (found, said) = with_modes(&modes).expect_err(&modes);
        assert!(said.starts_with(rule) && found == place, "{modes}: {found}: {said}");
    }
}

/// Powers of kg, m, s and rad of a word of measures along an axis, from what it says.
fn dimension(measure: &str, axis: usize) -> [i8; 4] {
    let of = |word: &str| match (word, axis) {
        ("number", _) => [0, 0, 0, 0],
        ("time", _) => [0, 0, 1, 0],
        ("length", 0) => [0, 1, 0, 0],
        ("length", _) => [0, 0, 0, 1],
        ("velocity", 0) => [0, 1, -1, 0],
        ("velocity", _) => [0, 0, -1, 1],
        ("force", 0) => [1, 1, -2, 0],
        ("force", _) => [1, 2, -2, 0],
        (other, _) => panic!("{other}"),
    };
    let (above, below) = measure.split_once("per ").unwrap_or((measure, "number"));
    let above = if above.is_empty() { "number" } else { above.trim_end() };
    let word = below.trim_end_matches(|c: char| c.is_ascii_digit());
    let power: i8 = below[word.len()..].parse().unwrap_or(1);
    std::array::from_fn(|k| of(above)[k] - power * of(word)[k])
}

#[test]
fn measures_have_the_units_that_they_say() {
    let (_, said) = declared("measure = \"?\"").expect_err("no measure");
    let (_, list) = said.split_once("there are ").expect("lists them");
    let readme = include_str!("../../crates/model/src/network/forms/README.md");
    assert!(readme.contains(&format!("either axis: {list} |")), "README.md lacks some of {list}");
    for measure in list.split(", ") {
        let form = declared(&format!("measure = \"{measure}\"")).expect(measure);
        for axis in 0..2 {
            let [kg, m, s, rad] = dimension(measure, axis);
            let unit: PhysicalUnit = form.parameters[0].unit[axis];
            assert_eq!(
                unit.exponents(),
                luztar::algebra::Exponents::new(kg, m, s, rad),
                "{measure}"
            );
        }
    }
}
