//! Reading of a network file, from its text to the checked network.

use std::path::Path;
use std::sync::Arc;

use super::bodies::Bodies;
use super::constants::Constants;
use super::contacts::{contact, coupling};
use super::diagnostics::{Diagnostics, Report, plain, shown};
use super::elements::{Element, Elements, Names};
use super::expression::{Expressions, Known};
use super::family::families;
use super::form::ElementForm;
use super::model::{About, BodyKind, Contact, Damper, Experiment, Method, Network, Spring};
use super::names::name_fault;
use super::options::{declarations, known};
use super::reader::Reader;
use super::reduce::{self, Joined};
use super::repeat::holds;
use super::section::{Section, root};
use super::springs::{damper, spring};
use super::tree::{LONGEST_FILE, Node, Table, parse};
use super::units::PhysicalUnit;
use super::user_laws::FOLDER;
use super::{RELATIVE_TOLERANCE_BOUNDS, forces, inertia, keys, loads, massless, user_laws};

/// Relative tolerance of units that do not say otherwise: event times of problems of unit scale are
/// then right to some 1e-12 s.
const DEFAULT_TOLERANCE: f64 = 1e-10;

/// Reads a network from a text that is complete in itself; `file` is its name, for messages.
///
/// # Errors
/// All errors that were found (the first hundred), each with its place and the rule it breaks.
pub fn read(text: &str, file: &str) -> Result<Network, Diagnostics> {
    read_with(text, file, &mut Reader::default())
}

/// Reads a network from the text of a file in a folder, whose folder `laws` may have laws that it names; with the text
/// that is complete in itself, in which those laws are tables.
///
/// # Errors
/// Those of [`read`]; or the errors of a law's file.
pub fn read_in(text: &str, file: &str, folder: &Path) -> Result<(Network, String), Diagnostics> {
    let mut reader = Reader::default();
    reader.beside.folder = Some(folder.to_owned());
    let network = read_with(text, file, &mut reader)?;
    let complete = format!("{text}{}", reader.beside.text);
    let mut report = Report::default();
    if parse(&complete, &mut report).is_none() {
        let rule = format!(
            "with the laws of the folder `{FOLDER}` the file must be at most {LONGEST_FILE} bytes long and have its own \
             laws as tables [law.NAME]"
        );
        let mut report = Report::default();
        report.fault(&(0..0), "law", rule);
        return Err(report.into_diagnostics(text, file));
    }
    Ok((network, complete))
}

fn read_with(text: &str, file: &str, reader: &mut Reader) -> Result<Network, Diagnostics> {
    let table = parse(text, &mut reader.report);
    if let Some(root) = table.as_ref().filter(|root| root.has("law")) {
        reader.laws = user_laws::laws(&mut reader.report, root, text);
    }
    // Contacts of a law that is wrong are not looked at.
    let table = table.filter(|_| reader.report.is_clean());
    let network = table.and_then(|root| network(reader, &root));
    if let Some(wrong) = reader.beside.wrong.take() {
        return Err(wrong);
    }
    match network {
        Some(mut network) if reader.report.is_clean() => {
            network.about.doubts = reader.report.take_doubts(text, file);
            network.about.doubts.append(&mut reader.beside.doubts);
            Ok(network)
        }
        _ => Err(std::mem::take(&mut reader.report).into_diagnostics(text, file)),
    }
}

/// Decodes the text of a file from its bytes.
///
/// # Errors
/// The place at which the bytes are not UTF-8.
pub fn decode(bytes: Vec<u8>, file: &str) -> Result<String, Diagnostics> {
    String::from_utf8(bytes).map_err(|error| {
        let right = error.utf8_error().valid_up_to();
        let wrong = error.as_bytes()[right];
        let text = String::from_utf8_lossy(&error.as_bytes()[..right]);
        let mut report = Report::default();
        let rule = "is not UTF-8; a network file must be saved in that encoding";
        report.fault(&(right..right), format!("byte 0x{wrong:02X}"), rule);
        report.into_diagnostics(&text, file)
    })
}

fn network(reader: &mut Reader, table: &Table) -> Option<Network> {
    let root = root(table);
    reader.report.check_keys(&root, &keys::file());
    let faults = reader.report.count();
    let options = declarations(&mut reader.report, &root);
    if reader.report.count() > faults {
        return None;
    }
    let options: Vec<_> = options.into_iter().map(|(option, _)| option).collect();
    let known = known(&options);
    add_laws_of_folder(reader, table, &known)?;
    let about = about(&mut reader.report, &root, &known);
    let local_diagnostics = local_diagnostics(&mut reader.report, &root);
    reader.constants = Constants::read(&mut reader.report, &root, &known);
    let (experiment, predict) = experiment(reader, &root);
    let mut bodies = Bodies::default();
    let (lists, of_forms) = lists(reader, &mut bodies, &root, known)?;
    bodies.join(reduce::joints(&lists, &of_forms));
    let all = lists.iter().chain(of_forms.iter().map(|(_, list)| list)).flatten();
    reader.elements = all.map(|element| (element.name.to_string(), element.named())).collect();
    let families = families(lists.iter().chain(of_forms.iter().map(|(_, list)| list)).flatten());
    let [body, inertias, ports, contacts, couplings, springs, dampers, force_elements, potentials] =
        lists;
    let (by_formula, springs) = springs.into_iter().partition(forces::is_by_formula);
    for element in &body {
        bodies.read(reader, &element.section());
    }
    let elements = [&contacts, &couplings, &springs, &dampers].map(Vec::as_slice);
    let (mut contacts_read, springs, dampers) = elements_of(reader, &mut bodies, elements);
    let by_formula: Vec<Element> = by_formula;
    let by_formula = [&force_elements, &by_formula, &potentials].map(Vec::as_slice);
    let mut forces = forces::read(reader, &bodies, by_formula, &of_forms, &mut contacts_read);
    let inertias = inertia::read(reader, &bodies, &body, [&inertias, &ports]);
    if reader.report.is_clean() {
        loads::read_formulas(reader, &bodies, &contacts, &mut contacts_read, &mut forces);
    }
    let network = Network {
        about: about?,
        options,
        experiment,
        bodies: bodies.list,
        inertias,
        contacts: contacts_read,
        springs,
        dampers,
        forces: Arc::new(forces),
        families,
        parameters: std::mem::take(&mut reader.parameters),
        inputs: std::mem::take(&mut reader.inputs),
        predict,
        local_diagnostics,
    };
    check_motions(reader, &root, &network);
    Some(network)
}

/// The elements of each of [`keys::ELEMENTS`], and those of the declared kinds that the file has.
type Lists<'t> =
    ([Vec<Element<'t>>; keys::ELEMENTS.len()], Vec<(Arc<ElementForm>, Vec<Element<'t>>)>);

/// Reads the elements of a file, written out; None where some are missing.
fn lists<'t>(
    reader: &mut Reader,
    bodies: &mut Bodies,
    root: &Section<'t>,
    known: Vec<Known>,
) -> Option<Lists<'t>> {
    let mut elements = Elements::new(known, &reader.laws);
    let mut of = |kind| elements.of(&mut reader.report, bodies, root, kind);
    let lists = keys::ELEMENTS.map(&mut of);
    let forms = ElementForm::names().filter(|name| root.has(name)).filter_map(ElementForm::named);
    let of_forms: Vec<_> = forms.map(Arc::new).map(|form| (form.clone(), of(form.name))).collect();
    if elements.incomplete {
        return None;
    }
    let declared = of_forms.iter().map(|(form, list)| (form.name, list));
    let mut names = Names::default();
    for (kind, list) in keys::ELEMENTS.into_iter().zip(&lists).chain(declared) {
        list.iter().for_each(|element| names.check(&mut reader.report, kind, element));
    }
    Some((lists, of_forms))
}

/// Reports a network in which nothing can move, and `inputsAtStepEnd` where no motion is given.
fn check_motions(reader: &mut Reader, root: &Section, network: &Network) {
    if network.bodies.iter().all(|body| body.kind == BodyKind::Fixed) && reader.report.is_clean() {
        let rule = "a network needs a body that can move, free or prescribed";
        reader.report.fault(&root.key_place("body"), "body", rule);
    }
    if network.experiment.inputs_at_end && !network.has_given_motions() {
        let rule =
            "is for networks with a prescribed body, or a surface whose velocity is an input";
        let experiment = reader.report.table(root, "experiment");
        experiment.iter().for_each(|table| reader.report.forbid(table, "inputsAtStepEnd", rule));
    }
}

/// Reads contacts, with couplings behind them, springs and dampers with their loads; joints whose parts share a
/// massless body are reduced.
fn elements_of(
    reader: &mut Reader,
    bodies: &mut Bodies,
    [contact_elements, coupling_elements, spring_elements, damper_elements]: [&[Element]; 4],
) -> (Vec<Contact>, Vec<Spring>, Vec<Damper>) {
    let elements = contact_elements.iter();
    let mut contacts: Vec<_> =
        elements.filter_map(|one| contact(reader, bodies, &one.section())).collect();
    let elements = coupling_elements.iter();
    contacts.extend(elements.filter_map(|one| coupling(reader, bodies, &one.section())));
    let elements = spring_elements.iter();
    let mut springs: Vec<_> =
        elements.filter_map(|one| spring(reader, bodies, &one.section())).collect();
    let elements = damper_elements.iter();
    let mut dampers: Vec<_> =
        elements.filter_map(|one| damper(reader, bodies, &one.section())).collect();
    if reader.report.is_clean() {
        let joined =
            Joined { contacts: &mut contacts, springs: &mut springs, dampers: &mut dampers };
        reduce::reduce(reader, bodies, joined, spring_elements);
        loads::read(reader, bodies, contact_elements, &mut contacts, &springs);
        massless::check(reader, bodies, (&contacts, &springs, &dampers));
    }
    (contacts, springs, dampers)
}

/// Adds the laws of the folder that the contacts name; None if one of them is wrong.
fn add_laws_of_folder(reader: &mut Reader, table: &Table, options: &[Known]) -> Option<()> {
    let of_folder = reader.beside.laws(table, &reader.laws, options);
    reader.laws.extend(of_folder);
    reader.beside.wrong.is_none().then_some(())
}

/// Reads `[model]`: name and descriptive texts; None without a name.
fn about(report: &mut Report, root: &Section, known: &[Known]) -> Option<About> {
    report.require(root, "model", "a table [model] with the `name` of the model");
    let model = report.table(root, "model")?;
    report.check_keys(&model, keys::MODEL);
    report.require(&model, "name", "every model has one, a C identifier");
    let name = report.text(&model, "name");
    if let Some((name, rule)) = name.and_then(|name| name_fault(name).map(|rule| (name, rule))) {
        report.value_fault(&model, "name", format!("`{}`: {rule}", shown(name)));
    }
    let description = report.text(&model, "description").unwrap_or_default().to_owned();
    let reference = report.text(&model, "reference").unwrap_or_default().to_owned();
    let equations = equations(report, &model, known);
    Some(About { name: name?.to_owned(), description, reference, equations, doubts: Vec::new() })
}

/// Reads `diagnostics`: whether counts, states and energies are outputs or local variables.
fn local_diagnostics(report: &mut Report, root: &Section) -> bool {
    let model = report.table(root, "model");
    let words = [("output", false), ("local", true)];
    model.and_then(|model| report.word(&model, "diagnostics", &words)).unwrap_or(false)
}

/// Reads `equations`: texts, each alone or as `{ text = …, when = … }`.
fn equations(report: &mut Report, model: &Section, known: &[Known]) -> Vec<String> {
    let (mut texts, mut expressions) = (Vec::new(), Expressions::default());
    for entry in report.entries(model, "equations") {
        let Node::Table(table) = entry.get_ref() else {
            texts.extend(report.printed(model, "equations", entry).map(str::to_owned));
            continue;
        };
        let line = Section { place: entry.span(), ..model.inner("equations", table) };
        report.check_keys(&line, keys::EQUATION);
        report.require(&line, "text", "the equation");
        let text = report.text(&line, "text").map(str::to_owned);
        if holds(report, &line, known, &mut expressions) == Some(true) {
            texts.extend(text);
        }
    }
    texts
}

/// Reads `[experiment]`: the default experiment, and true if transitions are predicted.
fn experiment(reader: &mut Reader, root: &Section) -> (Experiment, bool) {
    let mut experiment = Experiment {
        stop_time: 1.0,
        step_size: 1e-3,
        relative_tolerance: DEFAULT_TOLERANCE,
        method: Method::default(),
        moreau_step: 0.0,
        inputs_at_end: false,
    };
    let Some(table) = reader.report.table(root, "experiment") else {
        return (experiment, false);
    };
    reader.report.check_keys(&table, keys::EXPERIMENT);
    let times = [("stopTime", &mut experiment.stop_time), ("stepSize", &mut experiment.step_size)];
    for (key, slot) in times {
        match reader.plain_number(&table, key, PhysicalUnit::Second) {
            Some(value) if value > 0.0 => *slot = value,
            Some(value) => {
                reader.report.value_fault(&table, key, format!("must be > 0, not {}", plain(value)))
            }
            None => {}
        }
    }
    let (tightest, loosest) = RELATIVE_TOLERANCE_BOUNDS;
    match reader.plain_number(&table, "relativeTolerance", PhysicalUnit::One) {
        Some(value) if (tightest..=loosest).contains(&value) => {
            experiment.relative_tolerance = value;
        }
        Some(value) => {
            let rule = format!("must be within {tightest:e} and {loosest:e}, not {value:e}");
            reader.report.value_fault(&table, "relativeTolerance", rule);
        }
        None => {}
    }
    let methods = Method::ALL.map(|method| (method.name(), method));
    if let Some(method) = reader.report.word(&table, "method", &methods) {
        experiment.method = method;
    }
    match reader.plain_number(&table, "moreauStep", PhysicalUnit::Second) {
        Some(step) if step >= 0.0 => experiment.moreau_step = step,
        Some(step) => {
            reader.report.value_fault(
                &table,
                "moreauStep",
                format!("must be ≥ 0, not {}", plain(step)),
            );
        }
        None => {}
    }
    experiment.inputs_at_end = reader.report.flag(&table, "inputsAtStepEnd").unwrap_or(false);
    (experiment, reader.report.flag(&table, "predict").unwrap_or(false))
}
