//! The equations of bodies: what accelerates them, and the sum of forces.

use std::collections::HashMap;

use luztar::network::{
    BodyKind, Contact, Force, ForceKind, Harmonic, InputId, ParameterId, Signal,
};

use super::contacts::{self, Friction};
use super::ends::{Acting, difference};
use super::quantity::{Quantity, Shown, Term, sum};
use super::springs;
use super::symbols::Symbols;

/// Elements of a network with their forces.
pub struct Equations {
    pub friction: Vec<Friction>,
    dampers: Vec<Acting>,
    /// Places of springs in parallel.
    pub springs: Vec<Vec<usize>>,
    elastic: Vec<Acting>,
    formulas: Vec<Acting>,
    /// Lines that define the names in equations.
    pub definitions: Vec<Shown>,
}

/// Forces of the file and of the host on a body.
struct Loads {
    force: Option<InputId>,
    constant: Option<ParameterId>,
    source: Option<Harmonic>,
}

impl Equations {
    pub fn of(symbols: &mut Symbols) -> Self {
        let network = symbols.network;
        let mut definitions = Vec::new();
        let mut names = HashMap::new();
        let springs = springs::groups(symbols);
        let mut elastic = Vec::new();
        for group in &springs {
            let (acting, named) = springs::acting(symbols, group);
            if let Some((name, line)) = named {
                names.insert(group[0], name);
                definitions.push(line);
            }
            elastic.push(acting);
        }
        let mut friction = Vec::new();
        for group in contacts::groups(symbols.case) {
            let one = contacts::friction(symbols, group, &names);
            definitions.extend(one.lines.iter().cloned());
            friction.push(one);
        }
        let mut dampers = Vec::new();
        for damper in &network.dampers {
            let ones = [Quantity::one(), Quantity::one()];
            let rate = difference(symbols, [damper.i, damper.j], &ones, "'");
            let force = vec![Term::times(symbols.parameter(damper.damping), &rate)];
            dampers.push(Acting::between([damper.i, damper.j], force));
        }
        let mut formulas = Vec::new();
        for force in network.forces.iter() {
            let (acting, line) = formula(symbols, force);
            formulas.extend(acting);
            definitions.extend(line);
        }
        Self { friction, dampers, springs, elastic, formulas, definitions }
    }

    /// The equation of each body.
    pub fn lines(&self, symbols: &mut Symbols) -> Vec<Shown> {
        (0..symbols.network.bodies.len()).map(|index| self.line(symbols, index)).collect()
    }

    fn line(&self, symbols: &mut Symbols, index: usize) -> Shown {
        let body = &symbols.network.bodies[index];
        let name = &body.name;
        match body.kind {
            BodyKind::Free { mass, force, constant_force: constant, source, .. } => {
                let own = Shown::plain(format!("{name}''"));
                let mut inertia = vec![Term::of(symbols.parameter(mass), own)];
                inertia.extend(coupled(symbols, index));
                let mut forces = external(symbols, Loads { force, constant, source });
                forces.extend(self.forces(symbols, index, None));
                Shown::around("{} = {}", &[&sum(&inertia), &sum(&forces)])
            }
            BodyKind::Massless { force, constant_force: constant, source, .. } => {
                let mut forces = external(symbols, Loads { force, constant, source });
                let held = self.held(symbols, index);
                forces.extend(self.forces(symbols, index, held));
                let forces = sum(&forces);
                match held.and_then(|place| self.friction[place].inverse.as_ref()) {
                    Some([viscous, kinetic]) => Shown::around(
                        &format!("{{}} {name}' = luz({{}}, {{}})"),
                        &[&viscous.shown(), &forces, &kinetic.shown()],
                    ),
                    None => Shown::around(&format!("0 = {{}} at {name}"), &[&forces]),
                }
            }
            BodyKind::Prescribed(_) => Shown::plain(format!("{name} is prescribed by inputs")),
            BodyKind::Fixed => Shown::plain(format!("{name} is at rest")),
        }
    }

    /// The friction that alone holds a body without mass to the ground, with viscous friction that does not vanish: all
    /// other forces do not depend on its velocity.
    pub fn held(&self, symbols: &Symbols, body: usize) -> Option<usize> {
        let network = symbols.network;
        let touches = |acting: &Acting| acting.ends.iter().any(|end| end.body == Some(body));
        let mut touching =
            (0..self.friction.len()).filter(|place| touches(&self.friction[*place].acting));
        let place = touching.next().filter(|_| touching.next().is_none())?;
        let friction = &self.friction[place];
        let grounded = |index: &usize| {
            let Contact { i, j, .. } = &network.contacts[*index];
            let [own, other] = if i.body == Some(body) { [i, j] } else { [j, i] };
            own.weight.is_none() && other.body.is_none()
        };
        let damped = network.springs.iter().any(|spring| {
            let touches = [spring.i, spring.j].iter().any(|end| end.body == Some(body));
            touches && spring.damping.is_some_and(|id| symbols.case.parameter(id) != 0.0)
        });
        let resisted = network.forces.iter().any(|force| force.resisted().any(|one| one == body));
        let alone = !damped && !resisted && !self.dampers.iter().any(touches);
        let suits = alone && friction.contacts.iter().all(grounded) && friction.inverse.is_some();
        suits.then_some(place)
    }

    /// Forces of elements on a body, without one friction.
    fn forces(&self, symbols: &mut Symbols, body: usize, without: Option<usize>) -> Vec<Term> {
        let friction = self.friction.iter().enumerate();
        let friction = friction.filter(|(place, _)| Some(*place) != without);
        let acting = friction
            .map(|(_, friction)| &friction.acting)
            .chain(&self.dampers)
            .chain(&self.elastic)
            .chain(&self.formulas);
        acting.flat_map(|one| one.on(body, symbols)).collect()
    }
}

/// Inertia of other bodies in the equation of one.
fn coupled(symbols: &mut Symbols, body: usize) -> Vec<Term> {
    let network = symbols.network;
    let all = network.inertias.iter().flat_map(|inertia| inertia.couplings());
    let own = all
        .filter(|(i, j, entry)| [*i, *j].contains(&body) && symbols.case.parameter(*entry) != 0.0);
    let own: Vec<_> = own.collect();
    own.into_iter()
        .map(|(i, j, entry)| {
            let other = Shown::plain(format!("{}''", network.bodies[i + j - body].name));
            Term::of(symbols.parameter(entry), other)
        })
        .collect()
}

/// Input, constant and harmonic force on a body.
fn external(symbols: &mut Symbols, loads: Loads) -> Vec<Term> {
    let mut terms = Vec::new();
    if let Some(input) = loads.force {
        // It changes with the time: its name stands among numbers too.
        let name = symbols.signal(Signal::Input(input)).text();
        terms.push(Term::of(Quantity::one(), Shown::plain(name)));
    }
    terms.extend(loads.constant.map(|id| Term::scalar(symbols.parameter(id))));
    if let Some(Harmonic { amplitude, angular_frequency, phase }) = loads.source {
        let amplitude = symbols.parameter(amplitude);
        let time = Shown::plain("t");
        let mut angle = vec![Term::of(symbols.parameter(angular_frequency), time)];
        angle.extend(phase.map(|id| Term::scalar(symbols.parameter(id))));
        terms.push(Term::of(amplitude, Shown::around("cos({})", &[&sum(&angle)])));
    }
    terms
}

/// Actions of a force by formula, and the line that defines its name.
fn formula(symbols: &mut Symbols, force: &Force) -> (Vec<Acting>, Option<Shown>) {
    for (_, meaning) in &force.names {
        symbols.formula_number(meaning);
    }
    if !force.acts() {
        return (Vec::new(), None);
    }
    let name = symbols.claim(&force.name);
    let actions = force.actions.iter().skip(usize::from(force.kind == ForceKind::Potential));
    let acting = actions.map(|action| {
        let of = action.i.body.map_or("", |body| symbols.network.bodies[body].name.as_str());
        let shown = match force.kind {
            ForceKind::Potential => format!("∂{name}/∂{of}"),
            _ => name.clone(),
        };
        let minus = force.kind == ForceKind::Load;
        let term = Term { minus, ..Term::of(Quantity::one(), Shown::plain(shown)) };
        Acting::between([action.i, action.j], vec![term])
    });
    let acting = acting.collect();
    let dry = if force.frictions.is_empty() { "" } else { ", dry friction where it jumps" };
    (acting, Some(Shown::plain(format!("{name} = {}{dry}{}", force.text, force.defined))))
}
