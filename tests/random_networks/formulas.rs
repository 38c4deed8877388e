//! Forces by formula with random numbers: smooth ones, and ones with kinks. None jumps with a position or a velocity, so that
//! motions are unique and end no event in another.

use super::draws::Draws;
use super::laws::Keys;

/// A table of the file and its keys for a force on a body, and maybe another one; `words` are those of the axis for force,
/// position and velocity.
pub fn keys(
    draws: &mut Draws,
    (own, other): (usize, Option<usize>),
    [force, position, velocity]: [&'static str; 3],
) -> (&'static str, Keys) {
    let own = format!("b{own}.{position}");
    let [seen, moving] = [position, velocity]
        .map(|word| other.map_or("t".to_owned(), |other| format!("b{other}.{word}")));
    let (table, key, formula) = match draws.below(14) {
        0 => ("force", force, "-p*sin(q*e)".to_owned()),
        1 => ("force", force, "-p*rate*abs(rate)".to_owned()),
        2 => ("force", force, "p*exp(-(q*e)^2)".to_owned()),
        3 => ("force", force, "-if(e > s, 20*p*(e - s), if(e < -q, 10*p*(e + q), 0))".to_owned()),
        4 => ("force", force, "p*sin(q*t)*cos(e)".to_owned()),
        5 => ("force", force, format!("-0.2*p*min(abs({moving}), 2) - 0.1*rate")),
        6 => ("force", force, "table(e, at, up) - 0.1*rate".to_owned()),
        7 => ("force", force, "table(t, when, up)".to_owned()),
        8 => ("spring", force, "5*p*e + p*e^3 + 0.1*q*rate".to_owned()),
        9 => ("spring", force, "p*sin(q*e)".to_owned()),
        10 => ("spring", force, "10*p*max(abs(e) - s, 0)*tanh(20*e)".to_owned()),
        11 => ("potential", "energy", format!("2*p*({own} - 0.1*sin({seen}))^2")),
        12 => ("potential", "energy", format!("p*(1 - cos(q*{own})) + 0.1*{own}^2")),
        _ => {
            ("potential", "energy", format!("p*max({own} - s, 0)^2 + 0.3*q*{own}^2*cos({seen})^2"))
        }
    };
    let [p, q, s] =
        [(0.2, 3.0), (0.5, 4.0), (0.0, 0.4)].map(|(low, high)| draws.mixed(&[1.0], low, high));
    let ups: Vec<f64> = (0..4).map(|_| draws.mixed(&[0.0, 1.0], -1.5, 1.5)).collect();
    let parameters = format!(
        "{{ p = {p:?}, q = {q:?}, s = {s:?}, at = [-1.0, -0.2, 0.3, 1.0], when = [0.0, 1.0, 4.0, 9.0], up = {ups:?} }}"
    );
    (table, vec![(key, format!("{formula:?}")), ("parameter", parameters)])
}

/// Keys of a normal load by formula of the contact's own ends: loads that touch 0, that stay there, that grow with time. None
/// begins at 0 or fades away: hosts of Model Exchange take loads up to 1e-9 N for none. Where an end has no mass, none depends
/// on its velocity.
pub fn load(draws: &mut Draws, massless: bool) -> Keys {
    let formula = draws.pick(&[
        "abs(5*p*(e - 0.07))",
        "p + q*e",
        "max(2*p*(e - 0.07), 0)",
        "p*exp(-q*e^2) + 0.05",
        "p + 0.3*rate^2",
        "table(t, when, up) + abs(e - 0.07)",
        "p*(1 + 0.5*sin(q*t))",
    ]);
    let formula = if massless { formula.replace("rate", "e") } else { formula.to_owned() };
    let [p, q] = [(0.2, 2.0), (0.5, 4.0)].map(|(low, high)| draws.mixed(&[1.0], low, high));
    let parameters = format!(
        "{{ p = {p:?}, q = {q:?}, when = [0.0, 1.0, 4.0, 9.0], up = [1.0, 0.0, 0.5, 2.0] }}"
    );
    vec![("normalForce", format!("{formula:?}")), ("parameter", parameters)]
}
