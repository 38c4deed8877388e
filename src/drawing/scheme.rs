//! Contents of the drawing of a network: bodies and walls as nodes, elements between two of them as links, and elements
//! to the ground that hang from their body.

use super::joints::{Joint, joint, own_name, ratios};
use crate::network::{
    Axis, Body, BodyKind, Characteristic, Contact, Damper, Drawn, Drive, Elastic, End, Force,
    ForceKind, InputId, LoadSource, Network, Signal, Spring,
};

pub struct Scheme {
    /// Bodies in the order of the network, walls behind them.
    pub nodes: Vec<Node>,
    pub links: Vec<Link>,
}

pub struct Node {
    pub shape: Shape,
    /// Empty for a wall.
    pub name: String,
    pub arrows: Vec<Arrow>,
    pub hung: Vec<Element>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A translational body, or a disc: a rotational one, seen from its side.
    Body { is_disc: bool, kind: Mobility },
    /// Ground at the end of a chain of bodies.
    Wall,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mobility {
    Free,
    Massless,
    Fixed,
    Prescribed,
}

/// Arrow of a force or motion that acts on a body from outside.
pub struct Arrow {
    pub text: String,
    pub tone: Tone,
    pub is_turning: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// A force or load that the host gives.
    Force,
    /// A motion that is given.
    Motion,
    /// A force or motion that the network itself fixes.
    Plain,
}

/// An element between two nodes.
pub struct Link {
    pub ends: [usize; 2],
    /// True if the motion of each end is weighed by a radius or a ratio that the symbol does not show.
    pub geared: [bool; 2],
    pub element: Element,
}

/// Symbols in a row: one, or those of springs in series.
pub struct Element {
    pub parts: Vec<Part>,
}

pub struct Part {
    pub symbol: Symbol,
    pub name: String,
    /// The radii or the ratio of its ends: from the first one on, and from the second one on.
    pub ratios: Option<[String; 2]>,
    pub notes: Vec<(String, Tone)>,
}

impl Part {
    fn new(symbol: Symbol, name: &str) -> Self {
        Self { symbol, name: name.to_owned(), ratios: None, notes: Vec::new() }
    }

    /// Returns the lines of text below its name; `reversed`: its first end is on the right.
    pub fn lines(&self, reversed: bool) -> impl Iterator<Item = (&str, Tone)> {
        let ratios = self.ratios.as_ref().map(|texts| &texts[usize::from(reversed)]);
        let notes = self.notes.iter().map(|(note, tone)| (note.as_str(), *tone));
        ratios.map(|text| (text.as_str(), Tone::Plain)).into_iter().chain(notes)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    Spring {
        freeplay: bool,
        nonlinear: bool,
        damped: bool,
    },
    Damper,
    Friction {
        pressed: bool,
        moving: bool,
    },
    /// A coupling of two bodies by a formula or a matrix, with its letter.
    Block(&'static str),
    /// A contact that holds without limit.
    Coupling(Joint),
}

/// Letters of blocks: a mass matrix, a potential, a force by formula.
const INERTIA: Symbol = Symbol::Block("M");
const POTENTIAL: Symbol = Symbol::Block("U");
const FORMULA: Symbol = Symbol::Block("f");

impl Scheme {
    pub fn new(network: &Network) -> Self {
        let nodes = (0..network.bodies.len()).map(|body| node(network, body)).collect();
        let mut scheme = Self { nodes, links: Vec::new() };
        let copies: Vec<&String> = network.families.iter().flat_map(|one| &one.copies).collect();
        let copies: std::collections::BTreeSet<&String> = copies.into_iter().collect();
        let mut grounded = Vec::new();
        let springs = network.springs.iter().map(|one| (one.i, one.j, spring(network, one)));
        let dampers = network.dampers.iter().map(|one| (one.i, one.j, damper(one)));
        let contacts = network.contacts.iter().map(|one| (one.i, one.j, contact(network, one)));
        let forces = drawn_forces(network).filter(|one| is_link(one));
        let forces = forces.map(|one| (one.actions[0].i, one.actions[0].j, by_formula(one)));
        for inertia in &network.inertias {
            scheme.join(INERTIA, &inertia.name, &inertia.bodies);
        }
        for force in drawn_forces(network).filter(|one| is_joint(one)) {
            let is_potential = force.kind == ForceKind::Potential;
            let symbol = if is_potential { POTENTIAL } else { FORMULA };
            scheme.join(symbol, &force.name, &bodies(force));
        }
        for (i, j, mut element) in springs.chain(forces).chain(dampers).chain(contacts) {
            element.parts[0].ratios = ratios(network, [i, j]);
            match (i.body, j.body) {
                (Some(first), Some(second)) if first != second => {
                    let is_coupling = matches!(element.parts[0].symbol, Symbol::Coupling(_));
                    let geared = [i, j].map(|end: End| end.weight.is_some() && !is_coupling);
                    scheme.links.push(Link { ends: [first, second], geared, element });
                }
                (Some(body), _) | (None, Some(body)) => {
                    let end = if i.body.is_some() { i } else { j };
                    grounded.push((body, end.weight.is_some(), element));
                }
                (None, None) => unreachable!("the file format wants a body in every element"),
            }
        }
        scheme.ground(grounded, |name| copies.contains(name));
        scheme
    }

    /// Joins bodies in a row by blocks.
    fn join(&mut self, symbol: Symbol, name: &str, bodies: &[usize]) {
        for ends in bodies.windows(2) {
            let element = Element { parts: vec![Part::new(symbol, name)] };
            self.links.push(Link { ends: [ends[0], ends[1]], geared: [false; 2], element });
        }
    }

    /// Adds the elements to the ground: a wall beside a body with one neighbour at most holds its springs and dampers,
    /// all else hangs below the body; copies of one template do, too, to look alike.
    fn ground(&mut self, grounded: Vec<(usize, bool, Element)>, is_copy: impl Fn(&String) -> bool) {
        let mut neighbours = vec![std::collections::BTreeSet::new(); self.nodes.len()];
        for Link { ends: [i, j], .. } in &self.links {
            neighbours[*i].insert(*j);
            neighbours[*j].insert(*i);
        }
        let mut walls = std::collections::BTreeMap::new();
        for (body, geared, element) in grounded {
            let first = &element.parts[0];
            let rubs = matches!(first.symbol, Symbol::Friction { .. });
            if rubs || neighbours[body].len() > 1 || is_copy(&first.name) {
                self.nodes[body].hung.push(element);
                continue;
            }
            let nodes = &mut self.nodes;
            let wall = *walls.entry(body).or_insert_with(|| {
                nodes.push(Node {
                    shape: Shape::Wall,
                    name: String::new(),
                    arrows: Vec::new(),
                    hung: Vec::new(),
                });
                nodes.len() - 1
            });
            self.links.push(Link { ends: [body, wall], geared: [geared, false], element });
        }
    }
}

fn node(network: &Network, index: usize) -> Node {
    let body: &Body = &network.bodies[index];
    let is_disc = body.axis == Axis::Rotation;
    let mut arrows = Vec::new();
    let mut arrow = |text: &str, tone| {
        arrows.push(Arrow { text: text.to_owned(), tone, is_turning: is_disc });
    };
    let kind = match &body.kind {
        BodyKind::Free { force, constant_force, source, .. }
        | BodyKind::Massless { force, constant_force, source, .. } => {
            if let Some(force) = force {
                arrow(own_name(input(network, *force)), Tone::Force);
            }
            if let Some(constant) = constant_force {
                arrow(own_name(&network.parameters[constant.0].name), Tone::Plain);
            }
            if source.is_some() {
                arrow(if is_disc { "harmonic torque" } else { "harmonic force" }, Tone::Plain);
            }
            match body.kind {
                BodyKind::Massless { .. } => Mobility::Massless,
                _ => Mobility::Free,
            }
        }
        BodyKind::Fixed => Mobility::Fixed,
        BodyKind::Prescribed(drive) => {
            let given = match drive {
                Drive::Both { .. } => "prescribed motion",
                Drive::Velocity { .. } => "prescribed velocity",
                Drive::Position { .. } => "prescribed position",
                Drive::Port(_) => "port",
            };
            arrow(given, Tone::Motion);
            Mobility::Prescribed
        }
    };
    let is_load = |force: &&Force| !is_link(force) && !is_joint(force) && acts_on(force, index);
    let loads = drawn_forces(network).filter(is_load);
    loads.for_each(|force| arrow(&force.name, Tone::Plain));
    let shape = Shape::Body { is_disc, kind };
    Node { shape, name: body.name.clone(), arrows, hung: Vec::new() }
}

fn spring(network: &Network, spring: &Spring) -> Element {
    let part = |name: &str, elastic: Elastic, nonlinear: bool, damped: bool| {
        let freeplay = elastic.freeplay.is_some();
        Part::new(Symbol::Spring { freeplay, nonlinear, damped }, name)
    };
    let damped = spring.damping.is_some_and(|id| network.parameters[id.0].start != 0.0);
    let nonlinear = spring.characteristic != Characteristic::Linear;
    let mut parts = vec![part(&spring.name, spring.elastic, nonlinear, damped)];
    if let Some(series) = &spring.series {
        let rest = series.parts.iter().map(|one| part(&one.name, one.elastic, false, false));
        parts.extend(rest);
        if series.at_first_end {
            parts.reverse();
        }
    }
    Element { parts }
}

/// Returns the forces by formula that have a symbol of their own: what is friction alone has that of its contact.
fn drawn_forces(network: &Network) -> impl Iterator<Item = &Force> {
    network.forces.iter().filter(|force| !force.is_friction())
}

/// True if a force by formula is drawn between its ends: not one on a body alone, or on several.
fn is_link(force: &Force) -> bool {
    force.kind == ForceKind::Spring || force.joins_two()
}

/// True if a force by formula, or a potential, joins bodies as a block: those on which it acts and those that it sees.
fn is_joint(force: &Force) -> bool {
    force.acts() && !is_link(force) && bodies(force).len() > 1
}

/// Returns the bodies of a force, each once.
fn bodies(force: &Force) -> Vec<usize> {
    let mut bodies = Vec::new();
    for body in force.bodies() {
        if !bodies.contains(&body) {
            bodies.push(body);
        }
    }
    bodies
}

fn acts_on(force: &Force, body: usize) -> bool {
    let mut ends = force
        .acts()
        .then_some(&force.actions)
        .into_iter()
        .flatten()
        .flat_map(|action| [action.i.body, action.j.body]);
    ends.any(|end| end == Some(body))
}

fn by_formula(force: &Force) -> Element {
    let symbol = match force.form.as_ref().map_or(Drawn::Spring, |form| form.drawn) {
        Drawn::Spring => Symbol::Spring { freeplay: false, nonlinear: true, damped: false },
        Drawn::Stop => Symbol::Spring { freeplay: true, nonlinear: false, damped: true },
        Drawn::Damper => Symbol::Damper,
    };
    Element { parts: vec![Part::new(symbol, &force.name)] }
}

fn damper(damper: &Damper) -> Element {
    Element { parts: vec![Part::new(Symbol::Damper, &damper.name)] }
}

fn contact(network: &Network, contact: &Contact) -> Element {
    let mut notes = Vec::new();
    let given = |signal: Signal| match signal {
        Signal::Input(id) => Some(own_name(input(network, id)).to_owned()),
        Signal::Parameter(_) | Signal::Zero => None,
    };
    let load = contact.normal_load.and_then(given);
    let pressed = load.is_some() || contact.load_from.is_some();
    notes.extend(load.map(|name| (name, Tone::Force)));
    match contact.load_from {
        Some(LoadSource::Spring(load)) => {
            notes.push((format!("load of {}", network.springs[load.spring].name), Tone::Plain));
        }
        Some(LoadSource::Formula(_)) => notes.push(("load by formula".to_owned(), Tone::Plain)),
        None => {}
    }
    if let Some(applied) = contact.applied_force {
        notes.push((own_name(input(network, applied)).to_owned(), Tone::Force));
    }
    let numbers = contact.law_numbers.iter().filter_map(|number| given(*number));
    notes.extend(numbers.map(|name| (name, Tone::Force)));
    let moving = match contact.surface_velocity {
        Signal::Zero => None,
        Signal::Parameter(id) => Some(own_name(&network.parameters[id.0].name).to_owned()),
        Signal::Input(id) => Some(own_name(input(network, id)).to_owned()),
    };
    let kind = &contact.law.kind;
    let symbol = match kind.holds_without_limit() {
        true if kind.is_rigid() => Symbol::Coupling(joint(network, [contact.i, contact.j])),
        true => Symbol::Coupling(Joint::Freewheel),
        false => Symbol::Friction { pressed, moving: moving.is_some() },
    };
    notes.extend(moving.map(|name| (name, Tone::Motion)));
    Element { parts: vec![Part { notes, ..Part::new(symbol, &contact.name) }] }
}

fn input(network: &Network, id: InputId) -> &str {
    &network.inputs[id.0].name
}
