//! Springs in luz: their stiffness, half their gap, and those in series and in parallel as one.

use luztar::network::{
    Characteristic, Contact, Elastic, Freeplay, LoadSource, ParameterId, PartNumbers, Signal,
    Spring,
};

use super::ends::{Acting, difference, grouped, motion};
use super::quantity::{Quantity, Shown, Term, sum};
use super::symbols::{Symbols, length};

/// An edge of a gap, or its middle.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Lower,
    Middle,
    Upper,
}

/// Springs of the network, those in parallel as one group: linear ones without gap and offset whose deflections
/// are equal. The force of none of them is a normal load.
pub fn groups(symbols: &Symbols) -> Vec<Vec<usize>> {
    let (network, case) = (symbols.network, symbols.case);
    let loads: Vec<usize> = network.contacts.iter().filter_map(pressing).collect();
    let value = |id| case.parameter(id);
    let key = |(index, spring): (usize, &Spring)| {
        let linear = spring.series.is_none()
            && !spring.has_freeplay()
            && spring.characteristic == Characteristic::Linear;
        let centred = spring.edges(value) == [0.0; 2];
        (linear && centred && !loads.contains(&index)).then(|| motion(case, [spring.i, spring.j]))
    };
    grouped(network.springs.iter().enumerate().map(key).collect())
}

/// The name of a spring's force, and the line that says what it is.
pub type Named = (String, Shown);

/// The force of a group of springs, which has a name where a formula in luz does not say it all or a normal load needs it.
pub fn acting(symbols: &mut Symbols, group: &[usize]) -> (Acting, Option<Named>) {
    let network = symbols.network;
    let spring = &network.springs[group[0]];
    if group.len() > 1 {
        return (Acting::between([spring.i, spring.j], parallel(symbols, group)), None);
    }
    let factors = factors(symbols, spring);
    let mut force = elastic(symbols, spring, &factors);
    let mut beyond = "";
    if let Some(damping) = spring.damping.filter(|id| symbols.case.parameter(*id) != 0.0) {
        let rate = difference(symbols, [spring.i, spring.j], &factors, "'");
        force.push(Term::times(symbols.parameter(damping), &rate));
        if spring.has_freeplay() {
            beyond = " beyond the gap, never pulling";
        }
    }
    let presses = network.contacts.iter().filter_map(pressing).any(|index| index == group[0]);
    let named = (presses || !beyond.is_empty()).then(|| {
        let name = symbols.claim(&format!("S_{}", spring.name));
        let line = Shown::around(&format!("{name} = {{}}{beyond}"), &[&sum(&force)]);
        force = vec![Term::of(Quantity::one(), Shown::plain(name.as_str()))];
        (name, line)
    });
    (Acting { ends: [spring.i, spring.j], factors, force }, named)
}

/// The spring whose force is part of the normal load of a contact.
fn pressing(contact: &Contact) -> Option<usize> {
    match contact.load_from {
        Some(LoadSource::Spring(load)) => Some(load.spring),
        Some(LoadSource::Formula(_)) | None => None,
    }
}

/// Names of a spring or a series in a symbol.
fn subscript(spring: &Spring) -> String {
    match spring.series.as_ref().and_then(|series| series.parts.last()) {
        Some(last) => format!("{}_{}", spring.name, last.name),
        None => spring.name.clone(),
    }
}

/// Linear springs with one deflection: the sum of their stiffness, and of their damping.
fn parallel(symbols: &mut Symbols, group: &[usize]) -> Vec<Term> {
    let (network, case) = (symbols.network, symbols.case);
    let springs: Vec<&Spring> = group.iter().map(|index| &network.springs[*index]).collect();
    let names: Vec<&str> = springs.iter().map(|spring| spring.name.as_str()).collect();
    let ends = [springs[0].i, springs[0].j];
    let mut total = |letter: &str, ids: &[ParameterId]| {
        let terms: Vec<Term> = ids.iter().map(|id| Term::scalar(symbols.parameter(*id))).collect();
        let unit = ids.first().map_or("-", |id| symbols.unit(Signal::Parameter(*id)));
        symbols.total(&format!("{letter}_{}", names.join("_")), &terms, unit)
    };
    let stiffness: Vec<_> = springs.iter().map(|spring| spring.elastic.stiffness).collect();
    let damping = springs.iter().filter_map(|spring| spring.damping);
    let damping: Vec<_> = damping.filter(|id| case.parameter(*id) != 0.0).collect();
    let k = total("k", &stiffness);
    let d = (!damping.is_empty()).then(|| total("d", &damping));
    let ones = [Quantity::one(), Quantity::one()];
    let mut terms = vec![Term::times(k, &difference(symbols, ends, &ones, ""))];
    if let Some(d) = d {
        terms.push(Term::times(d, &difference(symbols, ends, &ones, "'")));
    }
    terms
}

/// pₖ of the parts without their signs, which are those of the numbers.
fn ratios(symbols: &mut Symbols, spring: &Spring) -> Vec<Quantity> {
    let mut ratio = Quantity::one();
    let mut ratios = vec![ratio.clone()];
    for part in spring.series.iter().flat_map(|series| &series.parts) {
        let [before, own] = part
            .weights
            .map(|weight| weight.map_or_else(Quantity::one, |id| symbols.parameter(id)));
        ratio = ratio.times(&before).per(&own);
        ratios.push(ratio.clone());
    }
    ratios
}

/// Factors ρ of the weights of both ends.
fn factors(symbols: &mut Symbols, spring: &Spring) -> [Quantity; 2] {
    let ratio = ratios(symbols, spring).pop().unwrap_or_else(Quantity::one);
    match &spring.series {
        Some(series) if series.at_first_end => [ratio, Quantity::one()],
        _ => [Quantity::one(), ratio],
    }
}

/// The force without that of damping.
fn elastic(symbols: &mut Symbols, spring: &Spring, factors: &[Quantity; 2]) -> Vec<Term> {
    let case = symbols.case;
    let [lower, upper] = spring.edges(|id| case.parameter(id));
    let place = match (lower.is_finite(), upper.is_finite()) {
        (true, true) => Place::Middle,
        (true, false) => Place::Lower,
        (false, true) => Place::Upper,
        (false, false) => return Vec::new(),
    };
    let mut deflection = difference(symbols, [spring.i, spring.j], factors, "");
    if let Some(shift) = shift(symbols, spring, place) {
        deflection.push(Term { minus: true, ..Term::scalar(shift) });
    }
    let (k, e) = (stiffness(symbols, spring), sum(&deflection));
    let mut terms = vec![match place {
        Place::Lower => Term::of(k, Shown::around("min({}, 0)", &[&e])),
        Place::Upper => Term::of(k, Shown::around("max({}, 0)", &[&e])),
        Place::Middle if lower < upper => {
            let half = half_gap(symbols, spring).shown();
            Term::of(k, Shown::around("luz({}, {})", &[&e, &half]))
        }
        Place::Middle => Term::times(k, &deflection),
    }];
    let is_linear = spring.characteristic.map(|id| case.parameter(id)).is_linear();
    if let Some((factor, shape)) = spring.characteristic.factor().filter(|_| !is_linear) {
        terms.push(Term::of(symbols.parameter(factor), Shown::around(shape, &[&e])));
    }
    terms
}

/// k, of a series (Σ p²/k)⁻¹.
fn stiffness(symbols: &mut Symbols, spring: &Spring) -> Quantity {
    let first = symbols.parameter(spring.elastic.stiffness);
    let Some(series) = &spring.series else { return first };
    let ratios = ratios(symbols, spring);
    let mut terms = vec![Term::scalar(Quantity::one().per(&first))];
    for (part, ratio) in series.parts.iter().zip(&ratios[1..]) {
        let k = symbols.parameter(part.elastic.stiffness);
        terms.push(Term::scalar(ratio.times(ratio).per(&k)));
    }
    let flexible: f64 = terms.iter().map(Term::value).sum();
    let formula = format!("1/({})", sum(&terms).symbols);
    let unit = symbols.unit(Signal::Parameter(spring.elastic.stiffness));
    symbols.derived(&format!("k_{}", subscript(spring)), &formula, 1.0 / flexible, unit)
}

/// Parts of a spring: their names, numbers, gaps and ratios.
struct Part<'s> {
    name: &'s str,
    elastic: Elastic,
    numbers: PartNumbers,
    ratio: Quantity,
}

fn parts<'s>(symbols: &mut Symbols, spring: &'s Spring) -> Vec<Part<'s>> {
    let case = symbols.case;
    let rest = spring.series.iter().flat_map(|series| &series.parts);
    let rest = rest.map(|part| (part.name.as_str(), part.elastic));
    let all = std::iter::once((spring.name.as_str(), spring.elastic)).chain(rest);
    let numbers = spring.part_numbers(|id| case.parameter(id));
    let parts = all.zip(numbers).zip(ratios(symbols, spring));
    parts
        .map(|(((name, elastic), numbers), ratio)| Part { name, elastic, numbers, ratio })
        .collect()
}

/// Δ, of a series Σ |p| Δ.
fn half_gap(symbols: &mut Symbols, spring: &Spring) -> Quantity {
    let mut terms = Vec::new();
    for part in parts(symbols, spring).iter().filter(|part| part.numbers.elastic.width() > 0.0) {
        let half = half_of(symbols, part, length(spring.axis));
        terms.push(Term::scalar(part.ratio.times(&half)));
    }
    symbols.total(&format!("Δ_{}", subscript(spring)), &terms, length(spring.axis))
}

/// Half the gap of one part.
fn half_of(symbols: &mut Symbols, part: &Part, unit: &str) -> Quantity {
    let formula = match part.elastic.freeplay {
        Some(Freeplay::Between([Some(lower), Some(upper)])) => {
            let [lower, upper] = [lower, upper].map(|id| symbols.parameter(id).text());
            format!("({upper} − {lower})/2")
        }
        _ => format!("{}.backlash/2", part.name),
    };
    let half = 0.5 * part.numbers.elastic.width();
    symbols.derived(&format!("Δ_{}", part.name), &formula, half, unit)
}

/// The deflection from which the spring counts, if it is not 0.
fn shift(symbols: &mut Symbols, spring: &Spring, place: Place) -> Option<Quantity> {
    let case = symbols.case;
    let mut terms = Vec::new();
    for part in parts(symbols, spring) {
        let opposed = part.numbers.ratio < 0.0;
        let mut add = |minus: bool, factor: Quantity| {
            if factor.value != 0.0 {
                let factor = part.ratio.times(&factor);
                terms.push(Term { minus: minus != opposed, ..Term::scalar(factor) });
            }
        };
        if let Some(offset) = part.elastic.offset.filter(|id| case.parameter(*id) != 0.0) {
            add(false, symbols.parameter(offset));
        }
        if let Some(preload) = part.elastic.preload.filter(|id| case.parameter(*id) != 0.0) {
            let k = symbols.parameter(part.elastic.stiffness);
            add(true, symbols.parameter(preload).per(&k));
        }
        let (minus, edge) = edge(symbols, &part, place, length(spring.axis));
        if let Some(edge) = edge {
            add(minus, edge);
        }
    }
    let base = format!("s_{}", subscript(spring));
    (!terms.is_empty()).then(|| symbols.total(&base, &terms, length(spring.axis)))
}

/// An edge of the gap of a part from its offset on, or its middle, with its sign.
fn edge(symbols: &mut Symbols, part: &Part, place: Place, unit: &str) -> (bool, Option<Quantity>) {
    let upper = (place == Place::Upper) != (part.numbers.ratio < 0.0);
    match (part.elastic.freeplay, place) {
        (None, _) | (Some(Freeplay::Total(_)), Place::Middle) => (false, None),
        (Some(Freeplay::Total(_)), _) => (!upper, Some(half_of(symbols, part, unit))),
        (Some(Freeplay::Between([Some(a), Some(b)])), Place::Middle) => {
            let value = 0.5 * (symbols.case.parameter(a) + symbols.case.parameter(b));
            let middle = (value != 0.0).then(|| {
                let [a, b] = [a, b].map(|id| symbols.parameter(id).text());
                let base = format!("e0_{}_middle", part.name);
                symbols.derived(&base, &format!("({a} + {b})/2"), value, unit)
            });
            (false, middle)
        }
        (Some(Freeplay::Between([a, b])), _) => {
            let edge = if upper { b } else { a };
            (false, edge.map(|id| symbols.parameter(id)))
        }
    }
}
