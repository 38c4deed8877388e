//! Symbols of the parameters and states of laws, as users write them in place of names: `Fk`, `fk`, `mu_k`, `sigma0`, `σ₀`.

use super::declaration::LawParameter;
use super::kind::LawKind;
use super::spelling::plain;
use super::state_form::StateVariable;

/// Returns the parameter whose symbol a word is, in its law or in a built-in law that has a parameter of the same name. None
/// if there are several.
pub fn of_symbol<'p>(word: &str, own: &[&'p LawParameter]) -> Option<&'p LawParameter> {
    [true, false].into_iter().find_map(|capitals| {
        one(word, own.iter().copied(), capitals).or_else(|| {
            let all = LawKind::all();
            let named =
                |other: &&LawParameter| own.iter().any(|parameter| parameter.name == other.name);
            let others = all.iter().flat_map(LawKind::parameters).filter(named);
            let name = &one(word, others, capitals)?.name;
            own.iter().copied().find(|parameter| parameter.name == *name)
        })
    })
}

/// Returns the one parameter, by its name, with a symbol.
fn one<'p>(
    word: &str,
    mut all: impl Iterator<Item = &'p LawParameter>,
    capitals: bool,
) -> Option<&'p LawParameter> {
    let fits = |parameter: &&LawParameter| {
        [false, true].into_iter().any(|loaded| parameter.has_symbol(word, loaded, capitals))
    };
    let found = all.find(fits)?;
    all.filter(fits).all(|other| other.name == found.name).then_some(found)
}

/// Returns the state whose symbol a word is: that of the state, or with a 0 behind it that of the state at the start.
pub fn state_of_symbol<'s>(word: &str, states: &'s [StateVariable]) -> Option<&'s StateVariable> {
    let word = plain(word);
    let is_of = |symbol: &str| {
        let symbol = plain(symbol);
        word == symbol || word.strip_suffix('0') == Some(symbol.as_str())
    };
    states.iter().find(|state| state.symbol != state.name && is_of(&state.symbol))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_known_in_every_spelling() {
        for (law, word, name) in [
            ("coulomb", "Fk", "kineticFriction"),
            ("coulomb", "fk", "kineticFriction"),
            ("coulomb", "mu_k", "kineticFriction"),
            ("coulomb", "μk", "kineticFriction"),
            ("coulomb", "Fc", "kineticFriction"),
            ("luGre", "σ0", "bristleStiffness"),
            ("luGre", "sigma_0", "bristleStiffness"),
            ("luGre", "σ₁", "bristleDamping"),
            ("luGre", "Fk", "kineticFriction"),
            ("luGre", "C", "viscous"),
            ("antunes", "c", "bristleDamping"),
            ("antunes", "C", "viscous"),
            ("coulomb", "c", "viscous"),
            ("ostermeyer", "theta0", "ambientTemperature"),
        ] {
            let law = LawKind::named(law).expect("a law");
            let own: Vec<_> = law.parameters().iter().collect();
            let found = of_symbol(word, &own).map(|parameter| &*parameter.name);
            assert_eq!(found, Some(name), "{} {word}", law.name());
        }
    }

    #[test]
    fn what_no_parameter_of_the_law_has_is_none() {
        let law = LawKind::named("coulomb").expect("a law");
        let own: Vec<_> = law.parameters().iter().collect();
        for word in ["vs", "sigma0", "x", "", "F", "kineticFriction1"] {
            assert_eq!(of_symbol(word, &own), None, "{word}");
        }
    }

    #[test]
    fn states_have_symbols_now_and_at_the_start() {
        for (law, word, name) in [
            ("luGre", "z", Some("bristleDeflection")),
            ("luGre", "z0", Some("bristleDeflection")),
            ("luGre", "z₀", Some("bristleDeflection")),
            ("ostermeyer", "theta", Some("temperature")),
            ("ostermeyer", "mu", Some("coefficient")),
            ("luGre", "z1", None),
            ("luGre", "Z", None),
            ("coulomb", "z", None),
        ] {
            let law = LawKind::named(law).expect("a law");
            let found = state_of_symbol(word, law.states()).map(|state| &*state.name);
            assert_eq!(found, name, "{} {word}", law.name());
        }
    }

    #[test]
    fn a_coefficient_has_the_symbol_of_one() {
        let law = LawKind::named("coulomb").expect("a law");
        let kinetic = &law.parameters()[0];
        assert_eq!((&*kinetic.symbol_under(false), &*kinetic.symbol_under(true)), ("Fk", "μk"));
        assert!(kinetic.is_symbol_under(true, "muk") && !kinetic.is_symbol_under(false, "muk"));
        let viscous = law.parameters().last().expect("C");
        assert_eq!(viscous.symbol_under(true), "C");
        assert!(!viscous.is_symbol_under(true, "C") && !viscous.is_symbol_under(false, "C"));
    }
}
