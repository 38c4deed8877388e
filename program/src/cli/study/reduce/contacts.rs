//! Friction in tar and Sgn: its limits, and constant friction in parallel as one.

use std::collections::HashMap;

use luztar::laws::{Conditions, Law, LawParameter};
use luztar::network::{Contact, Force, LoadSource, Signal};
use luztar::study::Case;
use luztar::study::characteristic::known_load;

use super::ends::{Acting, difference, grouped, motion};
use super::quantity::{Quantity, Shown, Term, number, sum};
use super::symbols::{Symbols, force};

/// Places of the numbers of Coulomb's law.
const KINETIC: usize = 0;
const STATIC: usize = 1;
const VISCOUS: usize = 2;

/// Friction of one contact, or of several in parallel.
pub struct Friction {
    pub contacts: Vec<usize>,
    pub acting: Acting,
    /// Definitions of names in its force.
    pub lines: Vec<Shown>,
    /// Its limit at rest, where that is not the one of slip.
    pub at_rest: Option<Shown>,
    /// C and FT0 of constant friction with a viscous part, of which tar has an inverse.
    pub inverse: Option<[Quantity; 2]>,
}

/// True if friction is constant beside its viscous part.
fn is_constant(contact: &Contact) -> bool {
    contact.law.kind.name() == "coulomb" && contact.law.is_constant()
}

/// Contacts of the network, those in parallel as one group: constant ones with one slip velocity whose limits no spring or
/// formula makes. Without those that are the friction of a force by formula, whose text has it.
pub fn groups(case: &Case) -> Vec<Vec<usize>> {
    let network = case.unit().network();
    let key = |contact: &Contact| {
        let simple = is_constant(contact) && contact.load_from.is_none();
        let still = contact.surface_velocity == Signal::Zero && contact.applied_force.is_none();
        (simple && still).then(|| motion(case, [contact.i, contact.j]))
    };
    let of_force =
        |contact: usize| network.forces.iter().any(|one| one.frictions.contains(&contact));
    let mut groups = grouped(network.contacts.iter().map(key).collect());
    groups.retain(|group| !of_force(group[0]));
    groups
}

/// Friction of a group; `springs` are names of forces of springs.
pub fn friction(
    symbols: &mut Symbols,
    group: Vec<usize>,
    springs: &HashMap<usize, String>,
) -> Friction {
    let contact = &symbols.network.contacts[group[0]];
    let slip = slip(symbols, contact);
    let (load, mut lines) = load(symbols, contact, springs);
    let ends = [contact.i, contact.j];
    if !is_constant(contact) {
        let name = symbols.claim(&format!("T_{}", contact.name));
        lines.push(by_law(symbols, (group[0], &name), load.as_ref(), &sum(&slip)));
        let force = vec![Term::of(Quantity::one(), Shown::plain(name))];
        let acting = Acting::between(ends, force);
        return Friction { contacts: group, acting, lines, at_rest: None, inverse: None };
    }
    let kinetic = total(symbols, &group, KINETIC);
    let viscous = (viscous_of(symbols.case, &group) > 0.0).then(|| total(symbols, &group, VISCOUS));
    let at_rest = at_rest(symbols, &group, load.as_ref());
    let free = load.is_none() && contact.surface_velocity == Signal::Zero;
    let inverse = viscous.clone().filter(|_| free).map(|viscous| [viscous, kinetic.clone()]);
    let force = constant(&slip, load.as_ref(), kinetic, viscous);
    Friction { contacts: group, acting: Acting::between(ends, force), lines, at_rest, inverse }
}

/// `w_i v_i − w_j v_j − v`.
fn slip(symbols: &mut Symbols, contact: &Contact) -> Vec<Term> {
    let ones = [Quantity::one(), Quantity::one()];
    let mut terms = difference(symbols, [contact.i, contact.j], &ones, "'");
    if contact.surface_velocity != Signal::Zero {
        let velocity = symbols.signal(contact.surface_velocity);
        terms.push(Term { minus: true, ..Term::scalar(velocity) });
    }
    terms
}

/// Name of a normal load that changes with the motion, and the line that defines it.
fn load(
    symbols: &mut Symbols,
    contact: &Contact,
    springs: &HashMap<usize, String>,
) -> (Option<Shown>, Vec<Shown>) {
    let Some(from) = contact.load_from else { return (None, Vec::new()) };
    let name = symbols.claim(&format!("N_{}", contact.name));
    let line = match from {
        LoadSource::Formula(force) => {
            let Force { text, defined, .. } = &symbols.network.forces[force];
            Shown::plain(format!("{name} = max({text}, 0){defined}"))
        }
        LoadSource::Spring(load) => {
            let own = contact.normal_load.filter(|own| symbols.case.signal(*own) != 0.0);
            let own = own.map(|own| symbols.named(own, &format!("N0_{}", contact.name)));
            let force = Shown::plain(springs[&load.spring].as_str());
            let pressed = Term::of(symbols.parameter(load.factor), force);
            let terms: Vec<Term> = own.map(Term::scalar).into_iter().chain([pressed]).collect();
            Shown::around(&format!("{name} = max({{}}, 0)"), &[&sum(&terms)])
        }
    };
    (Some(Shown::plain(name)), vec![line])
}

/// Constant friction: `C tar(w, FT0/C)`, or `FT0 Sgn(w)` and `C w`.
fn constant(
    slip: &[Term],
    load: Option<&Shown>,
    kinetic: Quantity,
    viscous: Option<Quantity>,
) -> Vec<Term> {
    let w = sum(slip);
    match (viscous, load) {
        (Some(viscous), None) => {
            let ratio = kinetic.per(&viscous).shown();
            vec![Term::of(viscous, Shown::around("tar({}, {})", &[&w, &ratio]))]
        }
        (None, None) => vec![Term::of(kinetic, Shown::around("Sgn({})", &[&w]))],
        (viscous, Some(load)) => {
            let dry = Term::of(kinetic, Shown::around("{} Sgn({})", &[load, &w]));
            let viscous = viscous.map(|viscous| Term::times(viscous, slip));
            viscous.into_iter().chain([dry]).collect()
        }
    }
}

/// The limit of constant friction at rest, where that is not the one of slip.
fn at_rest(symbols: &mut Symbols, group: &[usize], load: Option<&Shown>) -> Option<Shown> {
    let differs = |index: &usize| {
        let numbers = &symbols.network.contacts[*index].law_numbers;
        symbols.case.signal(numbers[STATIC]) != symbols.case.signal(numbers[KINETIC])
    };
    group.iter().any(differs).then(|| {
        let bound = Term::of(total(symbols, group, STATIC), load.cloned().unwrap_or_default());
        let names = names(symbols, group, " + ");
        Shown::around(&format!("|{names}| ≤ {{}}"), &[&sum(&[bound])])
    })
}

/// Names of contacts.
pub fn names(symbols: &Symbols, group: &[usize], between: &str) -> String {
    let contacts = &symbols.network.contacts;
    let names: Vec<&str> = group.iter().map(|index| contacts[*index].name.as_str()).collect();
    names.join(between)
}

/// The sum of the viscous friction of a group.
fn viscous_of(case: &Case, group: &[usize]) -> f64 {
    // Without normal load there is no friction of any kind.
    let loaded = group.iter().filter(|index| normal_load(case, **index) > 0.0);
    let contacts = &case.unit().network().contacts;
    loaded.map(|index| case.signal(contacts[*index].law_numbers[VISCOUS])).sum()
}

/// The sum of a number of Coulomb's law over a group, times normal loads and radii where it is a coefficient: one symbol.
/// Contacts whose number is 0 are left out if others are not.
fn total(symbols: &mut Symbols, group: &[usize], place: usize) -> Quantity {
    let network = symbols.network;
    let counts = |index: &&usize| {
        let number = network.contacts[**index].law_numbers[place];
        match place {
            VISCOUS => viscous_of(symbols.case, &[**index]) != 0.0,
            _ => symbols.case.signal(number) != 0.0 || matches!(number, Signal::Input(_)),
        }
    };
    let mut counted: Vec<usize> = group.iter().filter(counts).copied().collect();
    if counted.is_empty() {
        counted.push(group[0]);
    }
    let one = |index: &usize| {
        let contact = &network.contacts[*index];
        let number = symbols.signal(contact.law_numbers[place]);
        let loads = [contact.normal_load.filter(|_| contact.load_from.is_none())];
        let radius = contact.effective_radius.map(Signal::Parameter);
        let factors = loads.into_iter().chain([radius]).flatten().filter(|_| place != VISCOUS);
        Term::scalar(factors.fold(number, |all, one| all.times(&symbols.signal(one))))
    };
    let terms: Vec<Term> = counted.iter().map(one).collect();
    let contact = &network.contacts[group[0]];
    let (letter, unit) = match place {
        VISCOUS => ("C", symbols.unit(contact.law_numbers[VISCOUS])),
        STATIC => ("FTs", force(contact.axis)),
        _ => ("FT0", force(contact.axis)),
    };
    let base = format!("{letter}_{}", names(symbols, &counted, "_"));
    symbols.total(&base, &terms, unit)
}

/// Normal load of a contact times its radius; 1 in place of a load that changes with the motion.
fn normal_load(case: &Case, contact: usize) -> f64 {
    let load = known_load(case, contact, None).unwrap_or(1.0);
    let radius = case.unit().network().contacts[contact].effective_radius;
    load * radius.map_or(1.0, |id| case.parameter(id))
}

/// Friction by another law than constant friction.
fn by_law(
    symbols: &mut Symbols,
    (index, name): (usize, &str),
    load: Option<&Shown>,
    slip: &Shown,
) -> Shown {
    let (case, contact) = (symbols.case, &symbols.network.contacts[index]);
    let kind = &contact.law.kind;
    if kind.is_rigid() {
        return Shown::around(&format!("{name} holds {{}} = 0"), &[slip]);
    }
    parameters(symbols, contact);
    let mut text = format!("{name} by the law {} of w = {}", kind.name(), slip.symbols);
    if !kind.formula().is_empty() {
        text.push_str(&format!(": {}", kind.formula()));
    }
    let numbers: Vec<f64> = contact.law_numbers.iter().map(|one| case.signal(*one)).collect();
    match Law::new(&contact.law, &numbers) {
        Ok(law) if !law.kind().evolves() && !kind.holds_without_limit() => {
            let at = Conditions::under(normal_load(case, index));
            let (slow, holds) = (law.kinetic_limits(at).forward, law.static_limits(at).forward);
            text.push_str(&format!("; {} for the slowest slip", number(slow)));
            if holds != slow {
                text.push_str(&format!(", at rest up to {}", number(holds)));
            }
            if let Some(load) = load {
                text.push_str(&format!(", times {}", load.symbols));
            }
        }
        Ok(_) => {}
        Err(error) => text.push_str(&format!("; {error}")),
    }
    Shown::plain(text)
}

/// Enters the parameters of a law by their symbols in its formula.
fn parameters(symbols: &mut Symbols, contact: &Contact) {
    let starts = [0].into_iter().chain(contact.law.ends.iter().copied());
    let ranges = starts.zip(&contact.law.ends);
    let parameters: Vec<&LawParameter> = contact.law.parameters().collect();
    for (parameter, (start, end)) in parameters.into_iter().zip(ranges) {
        let numbers = &contact.law_numbers[start..*end];
        if !parameter.start {
            symbols.list(numbers, &format!("{}_{}", parameter.symbol, contact.name));
        }
    }
    let loads = [contact.normal_load, contact.effective_radius.map(Signal::Parameter)];
    for load in loads.into_iter().flatten().filter(|one| *one != Signal::Zero) {
        symbols.signal(load);
    }
}
