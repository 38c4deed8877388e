//! Series reduction: a body without mass, load and friction between two undamped, linear springs is no
//! body but a joint of the two, which are one spring ([`super::series`]).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use toml::Spanned;

use super::bodies::{Bodies, Site};
use super::characteristic;
use super::elements::{Element, OfForms};
use super::forces::words_of;
use super::keys::DEFINE;
use super::model::{Contact, Damper, End, Parameter, Series, SeriesPart, Spring};
use super::reader::Reader;
use super::tree::{Node, Table};

/// Keys of a load on a body.
const LOADS: &[&str] = &["force", "torque", "constantForce", "constantTorque", "excitation"];

/// Keys of formulas that may name bodies.
const FORMULAS: &[&str] = &["force", "torque", "energy", "normalForce"];

/// Numbers of the elements that touch a body.
#[derive(Default)]
struct Touch {
    springs: usize,
    /// Contacts, dampers, springs that are damped or not linear, and formulas.
    others: usize,
}

/// Returns the names of the bodies that are joints: known by the keys of the file alone, before it is read.
pub(super) fn joints(lists: &[Vec<Element>; 9], of_forms: &OfForms) -> BTreeSet<String> {
    let [bodies, _, _, contacts, couplings, springs, dampers, loads, potentials] = lists;
    let mut touches: HashMap<&str, Touch> = HashMap::new();
    let formulas = [contacts, springs, loads, potentials].into_iter().flatten();
    for name in formulas.flat_map(|element| named(&element.table)) {
        touches.entry(name).or_default().others += 1;
    }
    for spring in springs {
        let mut others = characteristic::keys().map(|key| key.name);
        let simple = !others.any(|key| spring.table.has(key))
            && ["damping", "force", "torque"].iter().all(|key| !spring.table.has(key));
        for name in ends(&spring.table) {
            let touch = touches.entry(name).or_default();
            if simple { touch.springs += 1 } else { touch.others += 1 }
        }
    }
    let of_forms = of_forms.iter().flat_map(|(_, elements)| elements);
    let others = contacts.iter().chain(couplings).chain(dampers).chain(loads).chain(of_forms);
    for name in others.flat_map(|element| ends(&element.table)) {
        touches.entry(name).or_default().others += 1;
    }
    let joint = |body: &&Element| {
        let touch = touches.get(&*body.name);
        is_bare(&body.table) && touch.is_some_and(|touch| touch.springs == 2 && touch.others == 0)
    };
    bodies.iter().filter(joint).map(|body| body.name.to_string()).collect()
}

/// True if a body has neither mass nor load.
fn is_bare(body: &Table) -> bool {
    let number = |key| body.get(key).map(|value| value.get_ref());
    let massless = |key| matches!(number(key), Some(Node::Number(mass)) if *mass == 0.0);
    let free = match number("motion") {
        None => true,
        Some(Node::Text(motion)) => motion == "free",
        Some(_) => false,
    };
    free && (massless("mass") || massless("inertia")) && !LOADS.iter().any(|key| body.has(key))
}

/// Returns the names under `between`.
fn ends(element: &Table) -> impl Iterator<Item = &str> {
    let names = element.get("between").map(|value| match value.get_ref() {
        Node::List(entries) => entries.as_slice(),
        _ => std::slice::from_ref(value),
    });
    names.unwrap_or_default().iter().filter_map(|name| match name.get_ref() {
        Node::Text(name) => Some(name.as_str()),
        _ => None,
    })
}

/// Returns the bodies whose motion a formula of an element names.
fn named(element: &Table) -> impl Iterator<Item = &str> {
    let defined = match element.get(DEFINE).map(Spanned::get_ref) {
        Some(Node::Table(table)) => table.entries.as_slice(),
        _ => &[],
    };
    let formulas = FORMULAS.iter().filter_map(|key| element.get(key));
    let texts = formulas.chain(defined.iter().map(|(_, text)| text));
    let texts = texts.filter_map(|text| match text.get_ref() {
        Node::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.flat_map(words_of).filter_map(|(_, word)| Some(word.rsplit_once('.')?.0))
}

/// Elements whose ends are bodies.
pub(super) struct Joined<'n> {
    pub contacts: &'n mut [Contact],
    pub springs: &'n mut Vec<Spring>,
    pub dampers: &'n mut [Damper],
}

/// Puts the springs at the joints in series, and takes the joints out of the bodies. `elements` are those
/// that the springs were read from.
pub(super) fn reduce(
    reader: &mut Reader,
    bodies: &mut Bodies,
    joined: Joined,
    elements: &[Element],
) {
    let joints = bodies.take_joints();
    if joints.is_empty() {
        return;
    }
    let at = springs_at(reader, &joints, joined.springs, elements);
    let mut reduced: BTreeMap<usize, Spring> = BTreeMap::new();
    let mut used = vec![false; joined.springs.len()];
    for start in 0..joined.springs.len() {
        let first = &joined.springs[start];
        let is_joint = |end: &End| end.body.is_some_and(|body| joints.contains_key(&body));
        if used[start] || is_joint(&first.i) == is_joint(&first.j) {
            continue;
        }
        let at_first_end = is_joint(&first.i);
        let (inner, outer) = if at_first_end { (first.i, first.j) } else { (first.j, first.i) };
        let (parts, node) = chain(joined.springs, &at, (start, inner), at_first_end, &mut used);
        if outer.body == node.body || bodies.is_at_rest(&outer) && bodies.is_at_rest(&node) {
            let site = &joints[&inner.body.expect("a joint is a body")];
            let rule = "the springs in series at it begin and end at the same body, or at bodies at rest; a \
                        massless body there needs friction, a damper or a mass";
            reader.report.fault(&site.place, &site.subject, rule);
        }
        let (i, j) = if at_first_end { (node, outer) } else { (outer, node) };
        let series = Some(Series { at_first_end, parts });
        reduced.insert(start, Spring { i, j, series, ..first.clone() });
    }
    for (body, springs) in &at {
        if springs.iter().any(|index| !used[*index]) {
            let site = &joints[body];
            let rule = "the springs at it join massless bodies alone, so that their positions are undetermined; one \
                of them needs friction, a damper or a mass";
            reader.report.fault(&site.place, &site.subject, rule);
        }
    }
    let springs = std::mem::take(joined.springs).into_iter().enumerate();
    joined.springs.extend(springs.filter_map(|(index, spring)| match reduced.remove(&index) {
        Some(series) => Some(series),
        None => (!used[index]).then_some(spring),
    }));
    let renumbered = bodies.remove(&joints);
    let contacts = joined.contacts.iter_mut().flat_map(|one| [&mut one.i, &mut one.j]);
    let springs = joined.springs.iter_mut().flat_map(|one| [&mut one.i, &mut one.j]);
    let dampers = joined.dampers.iter_mut().flat_map(|one| [&mut one.i, &mut one.j]);
    for end in contacts.chain(springs).chain(dampers) {
        end.body = end.body.map(|body| renumbered[body]);
    }
}

/// Returns the two springs at each joint.
fn springs_at(
    reader: &mut Reader,
    joints: &BTreeMap<usize, Site>,
    springs: &[Spring],
    elements: &[Element],
) -> HashMap<usize, Vec<usize>> {
    let mut at: HashMap<usize, Vec<usize>> = HashMap::new();
    for (index, spring) in springs.iter().enumerate() {
        for body in [spring.i.body, spring.j.body].into_iter().flatten() {
            if joints.contains_key(&body) {
                at.entry(body).or_default().push(index);
                check_stiffness(reader, spring, &elements[index]);
            }
        }
    }
    at
}

/// Returns the springs that follow one at a joint, and the far end of the last; all of them are then `used`.
fn chain(
    springs: &[Spring],
    at: &HashMap<usize, Vec<usize>>,
    (start, mut node): (usize, End),
    at_first_end: bool,
    used: &mut [bool],
) -> (Vec<SeriesPart>, End) {
    let (mut parts, mut last) = (Vec::new(), start);
    used[start] = true;
    while let Some((body, both)) = node.body.and_then(|body| at.get_key_value(&body)) {
        last = both.iter().copied().find(|index| *index != last).unwrap_or(last);
        used[last] = true;
        let spring = &springs[last];
        let forward = spring.i.body == Some(*body);
        let (near, far) = if forward { (spring.i, spring.j) } else { (spring.j, spring.i) };
        parts.push(SeriesPart {
            name: spring.name.clone(),
            description: spring.description.clone(),
            axis: spring.axis,
            elastic: spring.elastic,
            weights: [node.weight, near.weight],
            opposed: forward == at_first_end,
        });
        node = far;
    }
    (parts, node)
}

/// Checks that a spring of a series has a stiffness > 0, whatever a host sets.
fn check_stiffness(reader: &mut Reader, spring: &Spring, element: &Element) {
    let Parameter { start, bounds, .. } = &mut reader.parameters[spring.elastic.stiffness.0];
    if bounds.min.is_none_or(|min| min <= 0.0) {
        (bounds.min, bounds.min_exclusive) = (Some(0.0), true);
    }
    if *start <= 0.0 {
        let rule = format!("must be > 0 in a spring at a massless body, not {start}");
        let section = element.section();
        reader.report.value_fault(&section, "stiffness", rule);
    }
}
