//! Test of whether the forces decide the velocities of massless bodies in every mode.
//!
//! They solve Σ B_cᵀλ_c = f with λ_c = C_c·B_c v + dry friction: v is unique iff Σ C_c·B_cᵀB_c over the
//! massless bodies is positive definite. What may vanish does not count: a contact whose normal load may be 0,
//! a damped spring with a gap, a viscous friction that may be tuned to 0. Then every massless body has to hang,
//! by elements that always resist, on a body whose velocity is known, or on the ground. (A closed chain of
//! massless bodies whose ratios do not multiply to 1 would do without; but a host can set ratios.)
//!
//! Nor may the dry friction of a contact depend on the slip velocity: with a slope C + F′(w) < 0 several
//! velocities would balance the same forces, and with a rising one the equations would not be linear.

use std::collections::BTreeMap;

use super::bodies::Bodies;
use super::model::{BodyKind, Contact, Damper, End, ParameterId, Signal, Spring};
use super::reader::Reader;
use crate::laws::{LawShape, RegularisationKind, Trend};

/// An element whose force may depend on the velocity of a massless body.
struct Hold {
    ends: [End; 2],
    /// The coefficient that makes it resist in every mode, or why it may not.
    resists: Result<ParameterId, String>,
}

/// Reports every massless body whose velocity something may leave undecided. The coefficients that decide it
/// keep bounds that exclude 0.
pub(super) fn check(
    reader: &mut Reader,
    bodies: &Bodies,
    (contacts, springs, dampers): (&[Contact], &[Spring], &[Damper]),
) {
    let is_massless = |body: usize| matches!(bodies.list[body].kind, BodyKind::Massless { .. });
    if !(0..bodies.list.len()).any(is_massless) {
        return;
    }
    check_laws(reader, bodies, contacts);
    let mut holds: Vec<Hold> = contacts.iter().map(|one| contact(reader, one)).collect();
    holds.extend(dampers.iter().map(|one| damper(reader, one)));
    holds.extend(springs.iter().filter_map(|one| spring(reader, one)));
    holds.retain(|hold| hold.ends.iter().any(|end| end.body.is_some_and(is_massless)));
    // Velocities that are known are one node, behind all bodies.
    let known = bodies.list.len();
    let mut nodes = Nodes::new(known + 1);
    let node = |end: End| end.body.filter(|body| is_massless(*body)).unwrap_or(known);
    for Hold { ends: [i, j], resists } in &holds {
        if let Ok(id) = resists {
            nodes.join(node(*i), node(*j));
            let bounds = &mut reader.parameters[id.0].bounds;
            if bounds.min.is_none_or(|min| min <= 0.0) {
                (bounds.min, bounds.min_exclusive) = (Some(0.0), true);
            }
        }
    }
    let held = nodes.root(known);
    let mut loose: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for body in (0..known).filter(|body| is_massless(*body)) {
        let root = nodes.root(body);
        if root != held {
            loose.entry(root).or_default().push(body);
        }
    }
    for group in loose.values() {
        let inside = |end: &End| end.body.is_some_and(|body| group.contains(&body));
        let reasons: Vec<&str> = holds
            .iter()
            .filter(|hold| hold.ends.iter().any(inside))
            .filter_map(|hold| hold.resists.as_ref().err().map(String::as_str))
            .collect();
        report(reader, bodies, group, &reasons);
    }
}

/// Reports massless bodies whose velocity a law enters by more than its viscous part: the motion finds their
/// velocities from equations that are linear but for the signs of slip.
fn check_laws(reader: &mut Reader, bodies: &Bodies, contacts: &[Contact]) {
    for one in contacts.iter().filter(|one| !one.law.is_constant()) {
        let ends = [one.i, one.j].into_iter().filter_map(|end| end.body);
        let sites = ends.filter_map(|body| bodies.massless.get(&bodies.list[body].name));
        for site in sites {
            let (name, law) = (&one.name, one.law.kind.name());
            let why = if !one.law.kind.states().is_empty() {
                "has internal states"
            } else if one.law.kind.evolves() {
                "depends on positions, on velocities of its ends or on the time"
            } else if may_fall(&one.law) {
                "may fall with the velocity, so that more than one velocity would balance the forces"
            } else if one.law.regularisation == Some(RegularisationKind::Karnopp) {
                "has a velocity window"
            } else {
                "depends on the slip velocity beyond its viscous part"
            };
            let rule =
                format!("must be > 0 at contact `{name}`: the friction of its law \"{law}\" {why}");
            reader.report.fault(&site.place, &site.subject, rule);
        }
    }
}

/// True if the dry friction of a law may fall where the slip velocity rises.
fn may_fall(law: &LawShape) -> bool {
    match law.kind.trend() {
        Trend::Constant | Trend::NeverFalls => false,
        Trend::NeverRises | Trend::Any => true,
    }
}

fn report(reader: &mut Reader, bodies: &Bodies, group: &[usize], reasons: &[&str]) {
    let names: Vec<_> = group.iter().map(|body| format!("`{}`", bodies.list[*body].name)).collect();
    let who = match names.as_slice() {
        [name] => format!("{name} has no mass, and its velocity is not determined in every mode"),
        names => format!(
            "{} have no mass, and their velocities are determined only relative to one another",
            names.join(", ")
        ),
    };
    let why = if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join("; ")) };
    let rule = format!(
        "{who}{why}: give a mass, a damper, or viscous friction at a contact that is always loaded; with two \
         springs alone, undamped and linear, and no load, the body would be a joint of springs in series"
    );
    for body in group {
        if let Some(site) = bodies.massless.get(&bodies.list[*body].name) {
            reader.report.fault(&site.place, &site.subject, &rule);
            return;
        }
    }
}

fn contact(reader: &Reader, contact: &Contact) -> Hold {
    let name = &contact.name;
    let viscous = contact.law.viscous().and_then(|place| contact.law_parameter(place));
    let resists = match viscous.filter(|id| reader.parameters[id.0].start > 0.0) {
        None => Err(format!("contact `{name}` has no viscous friction")),
        Some(_) if !is_always_loaded(reader, contact) => {
            Err(format!("the normal load of contact `{name}` may be 0"))
        }
        Some(id) => Ok(id),
    };
    Hold { ends: [contact.i, contact.j], resists }
}

/// True if bounds keep the normal load above 0.
fn is_always_loaded(reader: &Reader, contact: &Contact) -> bool {
    match contact.normal_load {
        None => true,
        Some(Signal::Parameter(id)) => {
            let bounds = reader.parameters[id.0].bounds;
            bounds.min.is_some_and(|min| min > 0.0 || min == 0.0 && bounds.min_exclusive)
        }
        Some(Signal::Input(_) | Signal::Zero) => false,
    }
}

fn damper(reader: &Reader, damper: &Damper) -> Hold {
    let resists = if reader.parameters[damper.damping.0].start > 0.0 {
        Ok(damper.damping)
    } else {
        Err(format!("the damping of damper `{}` is 0", damper.name))
    };
    Hold { ends: [damper.i, damper.j], resists }
}

fn spring(reader: &Reader, spring: &Spring) -> Option<Hold> {
    let damping = spring.damping?;
    let name = &spring.name;
    let resists = if spring.has_freeplay() {
        Err(format!("spring `{name}` has no damping in its gap"))
    } else if reader.parameters[damping.0].start > 0.0 {
        Ok(damping)
    } else {
        Err(format!("the damping of spring `{name}` is 0"))
    };
    Some(Hold { ends: [spring.i, spring.j], resists })
}

/// Nodes of a graph, joined to trees that point at their roots.
struct Nodes(Vec<usize>);

impl Nodes {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn root(&mut self, mut node: usize) -> usize {
        while self.0[node] != node {
            self.0[node] = self.0[self.0[node]];
            node = self.0[node];
        }
        node
    }

    fn join(&mut self, i: usize, j: usize) {
        let (i, j) = (self.root(i), self.root(j));
        self.0[i] = j;
    }
}

#[cfg(test)]
mod tests {
    use super::may_fall;
    use crate::laws::{LawKind, LawShape};

    #[test]
    fn laws_that_fall_with_the_velocity_are_known() {
        let falls = |name| may_fall(&LawShape::plain(LawKind::named(name).expect("is built in")));
        assert!(!falls("coulomb") && !falls("plateau"));
        assert!(falls("stribeck") && falls("table"));
    }
}
