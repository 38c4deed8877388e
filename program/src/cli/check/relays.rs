//! Forces that jump against a displacement, as those of a relay: beside dry friction a body comes to rest there after transitions
//! without end in a finite time.

use std::ops::Range;

use luztar::algebra::{Along, Dual, Given, On};
use luztar::network::{Action, Force, ForceKind, Meaning, Network};

/// Part of a force below which a difference on two branches is round-off, no jump.
const JUMP: f64 = 1e-9;

/// Values of the names of a force at rest at position 0, with the start values of parameters and inputs.
struct AtRest {
    values: Vec<f64>,
    lists: Vec<Range<usize>>,
    entries: Vec<f64>,
}

impl AtRest {
    fn of(network: &Network, force: &Force) -> Self {
        let parameters = network.start_parameters();
        let mut at = Self { values: Vec::new(), lists: Vec::new(), entries: Vec::new() };
        for (_, meaning) in &force.names {
            let first = at.entries.len();
            at.values.push(match meaning {
                Meaning::Parameter(id) => parameters[id.0],
                Meaning::Input(id) => network.inputs[id.0].start,
                _ => 0.0,
            });
            if let Meaning::List(ids) = meaning {
                at.entries.extend(ids.iter().map(|id| parameters[id.0]));
            }
            at.lists.push(first..at.entries.len());
        }
        at
    }
}

impl Given<f64> for AtRest {
    fn number(&self, name: usize) -> f64 {
        self.values[name]
    }

    fn list(&self, name: usize) -> Range<usize> {
        self.lists[name].clone()
    }

    fn entry(&self, place: usize) -> f64 {
        self.entries[place]
    }
}

/// Warns of each such force on a body that has dry friction, too.
pub fn doubts(network: &Network, warnings: &mut Vec<String>) {
    for force in network.forces.iter().filter(|force| force.acts()) {
        let resists = |action: &Action| {
            has_friction(network, action) && resists_displacement(network, force, action)
        };
        if force.kind != ForceKind::Potential && force.actions.iter().any(resists) {
            warnings.push(format!(
                "force `{}`: jumps against the displacement of bodies with dry friction, which may come to rest there after \
                 transitions without end (Zeno behaviour), where a simulation ends; give the jump a slope, as \
                 `tanh(x/1e-6)` for `sign(x)`",
                force.name
            ));
        }
    }
}

/// True if an end of an action is a body on which a contact has friction that jumps with the slip velocity.
fn has_friction(network: &Network, action: &Action) -> bool {
    let ends = [action.i.body, action.j.body];
    network.contacts.iter().any(|contact| {
        let is_dry =
            contact.law.regularisation.is_none() && !contact.law.kind.holds_without_limit();
        let touches = |body: Option<usize>| body.is_some() && ends.contains(&body);
        is_dry && (touches(contact.i.body) || touches(contact.j.body))
    })
}

/// True if the force of an action on its first end jumps down where a displacement of this end rises.
fn resists_displacement(network: &Network, force: &Force, action: &Action) -> bool {
    let given = AtRest::of(network, force);
    let decisions = &action.decisions;
    let mut results = Vec::new();
    action.formula.results(&given, &mut results);
    let start: Vec<usize> = (0..decisions.len())
        .map(|decision| decisions.piece(decision, decisions.number(decision, &results), &given))
        .collect();
    let places = action.variables.iter().filter(|name| {
        matches!(&force.names[**name].1, Meaning::Relative)
            || matches!(&force.names[**name].1, Meaning::Position(body) if action.i.body == Some(*body))
    });
    let sign = if force.kind == ForceKind::Load { 1.0 } else { -1.0 };
    places.copied().any(|name| {
        (0..decisions.len()).filter(|decision| decisions.jumps(*decision)).any(|decision| {
            let jump = jump(&given, action, (decision, name), &start);
            jump.is_some_and(|jump| sign * jump < 0.0)
        })
    })
}

/// Returns by how much the value of an action jumps where a name rises through the place at which a decision changes its branch.
fn jump(
    at: &AtRest,
    action: &Action,
    (decision, name): (usize, usize),
    start: &[usize],
) -> Option<f64> {
    let decisions = &action.decisions;
    let value = Dual::new(at.values[name], 1.0);
    let mut duals = Vec::new();
    let on = On { decisions, pieces: start };
    action.formula.results_on(&Along { given: at, name, value }, &on, &mut duals);
    let slope = decisions.change(decision, &duals);
    let number = duals.iter().map(|dual| dual.value).collect::<Vec<f64>>();
    let off = decisions.level(decision, 0, at) - decisions.number(decision, &number);
    let value = at.values[name] + off / slope;
    let [below, above] = [0, 1].map(|piece| {
        let mut pieces = start.to_vec();
        pieces[decision] = piece;
        let on = On { decisions, pieces: &pieces };
        action.formula.results_on(&Along { given: at, name, value }, &on, &mut Vec::new())
    });
    let jump = (above - below) * slope.signum();
    (value.is_finite() && jump.abs() > JUMP * (above.abs() + below.abs())).then_some(jump)
}
