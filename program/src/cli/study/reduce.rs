//! `luztar reduce`: the reduced luz/tar model of a network as a report: D. Żardecki's parametric reduction (JTAM 44 (2006)
//! 1, §4).
//!
//! Which reductions were applied follows from the network that was read: springs in series are one (simplification 2),
//! bodies without mass that friction or dampers hold have equations of first order (simplification 1), and springs
//! without freeplay are linear (simplification 3).

use std::io::Write;

use luztar::laws::{Conditions, Law};
use luztar::network::{
    BodyKind, Contact, Damper, End, Force, ForceKind, LoadSource, Network, PartNumbers, Signal,
    Spring,
};
use luztar::study::Model;
use luztar::study::characteristic::known_load;

use super::subject::Subject;
use crate::cli::failure::Failure;

#[derive(clap::Args)]
#[command(after_long_help = concat!(
    "Example:\n  luztar reduce GearTrain --set reduction=2", super::options::exit_status!()))]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let model = arguments.subject.any_model()?;
    let report = Report { model: &model, network: model.unit().network() };
    writeln!(out, "{}", model.unit().name())?;
    let parts = [
        ("Reductions", report.reductions()),
        ("Equations", report.equations()),
        ("Springs", report.network.springs.iter().map(|one| report.spring(one)).collect()),
        ("Dampers", report.network.dampers.iter().map(|one| report.damper(one)).collect()),
        ("Forces", report.network.forces.iter().map(|one| report.force(one)).collect()),
        ("Friction", (0..report.network.contacts.len()).map(|one| report.contact(one)).collect()),
    ];
    for (title, lines) in parts {
        if !lines.is_empty() {
            writeln!(out, "{title}")?;
            lines.iter().try_for_each(|line| writeln!(out, "  {line}"))?;
        }
    }
    Ok(())
}

struct Report<'m> {
    model: &'m Model,
    network: &'m Network,
}

/// A number with six digits at most.
fn number(value: f64) -> String {
    let plain = value == 0.0 || (1e-4..1e7).contains(&value.abs());
    let shown = if plain { rounded(value) } else { format!("{value:.5e}") };
    shown.replace('-', "−")
}

/// Six digits, without zeros at their end.
fn rounded(value: f64) -> String {
    let before = value.abs().max(1.0).log10().floor() as usize + 1;
    let text = format!("{value:.*}", 6usize.saturating_sub(before));
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

impl Report<'_> {
    fn reductions(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for spring in &self.network.springs {
            if let Some(series) = &spring.series {
                let names: Vec<&str> = std::iter::once(spring.name.as_str())
                    .chain(series.parts.iter().map(|part| part.name.as_str()))
                    .collect();
                lines.push(format!(
                    "{} are one spring: what joins them has neither mass, friction nor load (J1 §4.1, simplification 2)",
                    names.join(", ")
                ));
            }
        }
        for (index, body) in self.network.bodies.iter().enumerate() {
            if matches!(body.kind, BodyKind::Massless { .. }) {
                let how = match self.held(index) {
                    Some(_) => {
                        "its friction force is that of all others, so that its velocity is a luz of it"
                    }
                    None => "its velocity follows from the balance of forces",
                };
                lines.push(format!(
                    "{} has no mass: {how} (J1 §3.1, §4.1, simplification 1)",
                    body.name
                ));
            }
        }
        let linear = |spring: &&Spring| {
            let [lower, upper] = spring.edges(|id| self.model.parameter(id));
            spring.has_freeplay() && lower == upper
        };
        for spring in self.network.springs.iter().filter(linear) {
            lines.push(format!(
                "{} has no freeplay now: luz(e, 0) = e (J1 §4.1, simplification 3)",
                spring.name
            ));
        }
        if lines.is_empty() {
            lines.push("none: all bodies have mass, and no springs are in series".to_owned());
        }
        lines
    }

    /// The contact that alone holds a body without mass to the ground, with viscous friction that does not vanish.
    fn held(&self, body: usize) -> Option<usize> {
        let touches = |end: End| end.body == Some(body);
        let mut contacts = (0..self.network.contacts.len()).filter(|&k| {
            touches(self.network.contacts[k].i) || touches(self.network.contacts[k].j)
        });
        let contact = contacts.next().filter(|_| contacts.next().is_none())?;
        let Contact { i, j, .. } = &self.network.contacts[contact];
        let damped =
            self.network.dampers.iter().any(|damper| touches(damper.i) || touches(damper.j));
        let alone = touches(*i) && j.body.is_none() && i.weight.is_none() && !damped;
        let law = self.law(contact)?;
        (alone && law.is_constant() && law.viscous() > 0.0).then_some(contact)
    }

    /// Inertia of other bodies in the equation of one.
    fn coupled(&self, body: usize) -> String {
        let all = self.network.inertias.iter().flat_map(|inertia| inertia.couplings());
        let own = all.filter(|(i, j, _)| [i, j].contains(&&body));
        let terms = own.map(|(i, j, entry)| (i + j - body, self.model.parameter(entry)));
        let terms = terms.filter(|(_, mass)| *mass != 0.0);
        terms
            .map(|(other, mass)| {
                let sign = if mass < 0.0 { "−" } else { "+" };
                format!(" {sign} {} {}''", number(mass.abs()), self.network.bodies[other].name)
            })
            .collect()
    }

    fn equations(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (index, body) in self.network.bodies.iter().enumerate() {
            let name = &body.name;
            match body.kind {
                BodyKind::Free { mass, .. } => {
                    let mass = number(self.model.parameter(mass));
                    let coupled = self.coupled(index);
                    lines.push(format!("{mass} {name}''{coupled} = {}", self.forces(index, None)));
                }
                BodyKind::Massless { .. } => match self.held(index) {
                    Some(contact) => {
                        let law = self.law(contact).expect("held by it");
                        let limit =
                            law.kinetic_limits(Conditions::under(self.load(contact))).forward;
                        let others = self.forces(index, Some(contact));
                        let viscous = number(law.viscous());
                        lines.push(format!("{viscous} {name}' = luz({others}, {})", number(limit)));
                    }
                    None => lines.push(format!("0 = {} at {name}", self.forces(index, None))),
                },
                BodyKind::Prescribed(_) => lines.push(format!("{name} moves as inputs say")),
                BodyKind::Fixed => lines.push(format!("{name} is at rest")),
            }
        }
        lines
    }

    /// Sum of the forces on a body, without that of one contact.
    fn forces(&self, body: usize, without: Option<usize>) -> String {
        let network = self.network;
        let mut terms: Vec<(f64, String)> = Vec::new();
        let mut external = |input: bool, constant: Option<f64>, source: bool| {
            let name = &network.bodies[body].name;
            if input {
                terms.push((1.0, format!("F({name})")));
            }
            if let Some(constant) = constant {
                terms.push((1.0, number(constant)));
            }
            if source {
                terms.push((1.0, format!("S({name}, t)")));
            }
        };
        match network.bodies[body].kind {
            BodyKind::Free { force, constant_force, source, .. }
            | BodyKind::Massless { force, constant_force, source, .. } => {
                let constant = constant_force.map(|id| self.model.parameter(id));
                external(force.is_some(), constant, source.is_some());
            }
            BodyKind::Fixed | BodyKind::Prescribed(_) => {}
        }
        let mut element = |i: End, j: End, [first, second]: [f64; 2], name: &str| {
            if i.body == Some(body) {
                terms.push((-first * self.weight(i), name.to_owned()));
            }
            if j.body == Some(body) {
                terms.push((second * self.weight(j), name.to_owned()));
            }
        };
        for (index, contact) in network.contacts.iter().enumerate() {
            if without != Some(index) {
                element(contact.i, contact.j, [1.0; 2], &contact.name);
            }
        }
        for damper in &network.dampers {
            element(damper.i, damper.j, [1.0; 2], &damper.name);
        }
        for spring in &network.springs {
            let factors = spring.end_factors(|id| self.model.parameter(id));
            element(spring.i, spring.j, factors, &spring.name);
        }
        for force in network.forces.iter().filter(|force| force.acts()) {
            for action in force.actions.iter().skip(usize::from(force.kind == ForceKind::Potential))
            {
                let factor = if force.kind == ForceKind::Load { -1.0 } else { 1.0 };
                let name = match force.kind {
                    ForceKind::Potential => {
                        let of =
                            action.i.body.map_or("", |body| network.bodies[body].name.as_str());
                        format!("∂{}/∂{of}", force.name)
                    }
                    _ => force.name.clone(),
                };
                element(action.i, action.j, [factor; 2], &name);
            }
        }
        sum(&terms)
    }

    fn weight(&self, end: End) -> f64 {
        end.weight.map_or(1.0, |id| self.model.parameter(id))
    }

    /// `a − 2 b` of both ends, with a mark behind their names.
    fn difference(&self, (i, j): (End, End), [first, second]: [f64; 2], mark: &str) -> String {
        let mut terms = Vec::new();
        for (sign, end, factor) in [(1.0, i, first), (-1.0, j, second)] {
            if let Some(body) = end.body {
                let name = &self.network.bodies[body].name;
                terms.push((sign * factor * self.weight(end), format!("{name}{mark}")));
            }
        }
        sum(&terms)
    }

    fn spring(&self, spring: &Spring) -> String {
        let value = |id| self.model.parameter(id);
        let factors = spring.end_factors(value);
        let e = self.difference((spring.i, spring.j), factors, "");
        let parts: Vec<_> = spring.part_numbers(value).collect();
        let softness = |part: &PartNumbers| part.ratio * part.ratio / part.elastic.stiffness;
        let flexible: f64 = parts.iter().map(softness).sum();
        let k = if parts.len() == 1 { parts[0].elastic.stiffness } else { 1.0 / flexible };
        let [lower, upper] = spring.edges(value);
        let from = |place: f64| match place {
            0.0 => e.clone(),
            place => format!("{e} - {}", number(place)),
        };
        let half = 0.5 * (upper - lower);
        let e = match lower.is_infinite() || upper.is_infinite() {
            true if lower.is_finite() => from(lower),
            true if upper.is_finite() => from(upper),
            true => e,
            false => from(0.5 * (lower + upper)),
        };
        let (name, stiffness) = (&spring.name, number(k));
        let mut text = match (lower.is_finite(), upper.is_finite()) {
            (true, true) if half > 0.0 => {
                format!("{name} = k luz({e}, Δ), k = {stiffness}, Δ = {}", number(half))
            }
            (true, true) => format!("{name} = k ({e}), k = {stiffness}"),
            (true, false) => format!("{name} = k min({e}, 0), k = {stiffness}"),
            (false, true) => format!("{name} = k max({e}, 0), k = {stiffness}"),
            (false, false) => format!("{name} = 0: its gap has no end"),
        };
        if parts.len() > 1 {
            let list = |of: &dyn Fn(&PartNumbers) -> String| {
                parts.iter().map(of).collect::<Vec<_>>().join(" + ")
            };
            let ratio = |part: &PartNumbers| number(part.ratio);
            let stiffness = |part: &PartNumbers| number(part.elastic.stiffness);
            let ks = list(&|part| format!("{}²/{}", ratio(part), stiffness(part)));
            text.push_str(&format!("; 1/k = {ks}"));
            if half > 0.0 && half.is_finite() {
                let gap = |part: &PartNumbers| number(0.5 * part.elastic.width());
                let gaps = list(&|part| format!("{}·{}", number(part.ratio.abs()), gap(part)));
                text.push_str(&format!(", Δ = {gaps}"));
            }
        }
        if let Some(cubic) = spring.cubic {
            text.push_str(&format!(", + {} ({e})³", number(value(cubic))));
        }
        if let Some(damping) = spring.damping {
            let rate = self.difference((spring.i, spring.j), factors, "'");
            text.push_str(&format!(", + {} ({rate})", number(value(damping))));
            if spring.has_freeplay() {
                text.push_str(" beyond the gap, never pulling");
            }
        }
        text
    }

    fn damper(&self, damper: &Damper) -> String {
        let rate = self.difference((damper.i, damper.j), [1.0; 2], "'");
        format!("{} = {} ({rate})", damper.name, number(self.model.parameter(damper.damping)))
    }

    fn force(&self, force: &Force) -> String {
        format!("{} = {}", force.name, force.text)
    }

    fn law(&self, contact: usize) -> Option<Law> {
        let entry = &self.network.contacts[contact];
        let numbers: Vec<f64> =
            entry.law_numbers.iter().map(|number| self.model.signal(*number)).collect();
        Law::new(&entry.law, &numbers).ok()
    }

    /// Normal load of a contact; 1 where a spring makes it, the numbers being coefficients.
    fn load(&self, contact: usize) -> f64 {
        let load = known_load(self.model, contact, None).unwrap_or(1.0);
        let radius = self.network.contacts[contact].effective_radius;
        load * radius.map_or(1.0, |id| self.model.parameter(id))
    }

    fn contact(&self, index: usize) -> String {
        let contact = &self.network.contacts[index];
        let mut slip = self.difference((contact.i, contact.j), [1.0; 2], "'");
        if contact.surface_velocity != Signal::Zero {
            slip.push_str(&format!(" − {}", number(self.model.signal(contact.surface_velocity))));
        }
        let name = &contact.name;
        let Some(law) = self.law(index) else { return format!("{name}: a faulty law") };
        let at = Conditions::under(self.load(index));
        let (kinetic, holds, viscous) =
            (law.kinetic_limits(at).forward, law.static_limits(at).forward, law.viscous());
        let loaded = match contact.load_from {
            Some(LoadSource::Spring(load)) => {
                format!(" N, N with the force of {}", self.network.springs[load.spring].name)
            }
            Some(LoadSource::Formula(force)) => {
                format!(" N, N = {}", self.network.forces[force].text)
            }
            None => String::new(),
        };
        let simple = law.kind().name() == "coulomb" && law.is_constant();
        let mut text = match (simple, viscous > 0.0 && loaded.is_empty()) {
            (true, true) => {
                format!(
                    "{name} ∈ C tar({slip}, FT0/C), C = {}, FT0 = {}",
                    number(viscous),
                    number(kinetic)
                )
            }
            (true, false) => format!("{name} ∈ FT0 Sgn({slip}), FT0 = {}{loaded}", number(kinetic)),
            (false, _) if law.evolves() => {
                let kind = &contact.law.kind;
                let beside = match kind.states() {
                    [] => "of the motion of its ends, and the time",
                    _ => "with internal states",
                };
                return format!("{name} by the law {} of w = {slip}, {beside}", kind.name());
            }
            (false, _) => format!(
                "{name} by the law {} of w = {slip}, {}{loaded} for the slowest slip",
                contact.law.kind.name(),
                number(kinetic)
            ),
        };
        if holds != kinetic {
            text.push_str(&format!("; at rest up to {}", number(holds)));
        }
        text
    }
}

/// `a − 2 b + c`; 0 without terms.
fn sum(terms: &[(f64, String)]) -> String {
    let mut text = String::new();
    for (factor, name) in terms {
        let sign = match (text.is_empty(), *factor < 0.0) {
            (true, true) => "−",
            (true, false) => "",
            (false, true) => " − ",
            (false, false) => " + ",
        };
        text.push_str(sign);
        if factor.abs() != 1.0 {
            text.push_str(&format!("{} ", number(factor.abs())));
        }
        text.push_str(name);
    }
    if text.is_empty() { "0".to_owned() } else { text }
}
