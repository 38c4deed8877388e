//! Warnings of what is allowed in a network and yet likely a mistake, or a trouble to some host.

use luztar::network::{BodyKind, End, Network};

/// Reserved words of Modelica 3.6 §2.3.3: Modelica tools rename a variable `block.position` or refuse
/// it.
const MODELICA_KEYWORDS: &[&str] = &[
    "algorithm",
    "and",
    "annotation",
    "block",
    "break",
    "class",
    "connect",
    "connector",
    "constant",
    "constrainedby",
    "der",
    "discrete",
    "each",
    "else",
    "elseif",
    "elsewhen",
    "encapsulated",
    "end",
    "enumeration",
    "equation",
    "expandable",
    "extends",
    "external",
    "false",
    "final",
    "flow",
    "for",
    "function",
    "if",
    "import",
    "impure",
    "in",
    "initial",
    "inner",
    "input",
    "loop",
    "model",
    "not",
    "operator",
    "or",
    "outer",
    "output",
    "package",
    "parameter",
    "partial",
    "protected",
    "public",
    "pure",
    "record",
    "redeclare",
    "replaceable",
    "return",
    "stream",
    "then",
    "true",
    "type",
    "when",
    "while",
    "within",
];

/// Returns one line per doubt.
pub fn of(network: &Network) -> Vec<String> {
    let mut warnings = Vec::new();
    keywords(network, &mut warnings);
    idle_bodies(network, &mut warnings);
    unresolved_stiction(network, &mut warnings);
    velocities_in_steps(network, &mut warnings);
    super::relays::doubts(network, &mut warnings);
    warnings
}

fn keywords(network: &Network, warnings: &mut Vec<String>) {
    let bodies = network.bodies.iter().map(|body| ("body", &body.name));
    let inertias = network.inertias.iter().map(|inertia| ("inertia", &inertia.name));
    let contacts = network.contacts.iter().map(|contact| ("contact", &contact.name));
    let springs = network.springs.iter().map(|spring| ("spring", &spring.name));
    let dampers = network.dampers.iter().map(|damper| ("damper", &damper.name));
    let forces = network.forces.iter().filter(|force| force.acts());
    let forces = forces.map(|force| ("force", &force.name));
    let unit = [("unit", &network.about.name)];
    let bodies = unit.into_iter().chain(bodies).chain(inertias);
    for (element, name) in bodies.chain(contacts).chain(springs).chain(dampers).chain(forces) {
        if MODELICA_KEYWORDS.contains(&name.as_str()) {
            warnings.push(format!(
                "{element} `{name}`: a keyword of Modelica, whose tools must rename its variables"
            ));
        }
    }
}

/// Returns the ends of all contacts, springs, dampers and forces by formula.
fn ends(network: &Network) -> impl Iterator<Item = End> {
    let contacts = network.contacts.iter().flat_map(|contact| [contact.i, contact.j]);
    let springs = network.springs.iter().flat_map(|spring| [spring.i, spring.j]);
    let dampers = network.dampers.iter().flat_map(|damper| [damper.i, damper.j]);
    let actions = network.forces.iter().flat_map(|force| &force.actions);
    let forces = actions.flat_map(|action| [action.i, action.j]);
    contacts.chain(springs).chain(dampers).chain(forces)
}

fn idle_bodies(network: &Network, warnings: &mut Vec<String>) {
    for (index, body) in network.bodies.iter().enumerate() {
        let forced = match &body.kind {
            BodyKind::Free { force, constant_force, source, .. }
            | BodyKind::Massless { force, constant_force, source, .. } => {
                force.is_some() || constant_force.is_some() || source.is_some()
            }
            BodyKind::Fixed | BodyKind::Prescribed(_) => false,
        };
        let coupled = || network.inertias.iter().any(|inertia| inertia.bodies.contains(&index));
        // A prescribed body may be no more than a signal.
        let prescribed = matches!(body.kind, BodyKind::Prescribed(_));
        let seen = || network.forces.iter().any(|force| force.bodies().any(|body| body == index));
        if prescribed && seen() {
            continue;
        }
        if !forced && !coupled() && ends(network).all(|end| end.body != Some(index)) {
            warnings.push(format!("body `{}`: nothing acts on it or touches it", body.name));
        }
    }
}

fn unresolved_stiction(network: &Network, warnings: &mut Vec<String>) {
    let free = |end: End| end.body.is_some_and(|body| network.bodies[body].kind.is_free());
    for contact in &network.contacts {
        if !free(contact.i) && !free(contact.j) && contact.applied_force.is_none() {
            warnings.push(format!(
                "contact `{}`: both ends are prescribed or fixed, so its friction force is 0 while it \
                 sticks; `appliedForce = \"input\"` gives it a load to balance",
                contact.name
            ));
        }
    }
}

/// Doubts contacts of bodies that are prescribed by their position, of which a sample gives no more than a mean velocity.
fn velocities_in_steps(network: &Network, warnings: &mut Vec<String>) {
    for contact in &network.contacts {
        for body in [contact.i, contact.j].into_iter().filter_map(|end| end.body) {
            let body = &network.bodies[body];
            if matches!(body.kind, BodyKind::Prescribed(drive) if drive.velocity().is_none()) {
                warnings.push(format!(
                    "contact `{}`: `{}` is prescribed by its position, so its velocity jumps at each communication point, and \
                     what sticks to it slips there for a moment; prescribe its velocity (`by = \"velocity\"`), or position \
                     and velocity (`by = \"both\"`)",
                    contact.name, body.name
                ));
            }
        }
    }
}
