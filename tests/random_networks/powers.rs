//! Forces by formula with powers about their branch points, and with jumps at times.

use super::draws::Draws;
use super::laws::Keys;

/// A table of the file and its keys, as [`super::formulas::keys`] gives them.
pub fn keys(
    draws: &mut Draws,
    (own, other): (usize, Option<usize>),
    [force, position, velocity]: [&'static str; 3],
) -> (&'static str, Keys) {
    let own = format!("b{own}.{position}");
    let moving = other.map_or("t".to_owned(), |other| format!("b{other}.{velocity}"));
    let seen = other.map_or("t".to_owned(), |other| format!("b{other}.{position}"));
    let (table, key, formula) = match draws.below(17) {
        0 => ("force", force, "10*p*max(s - e, 0)^n".to_owned()),
        1 => ("force", force, "max(10*p*max(s - e, 0)^n*(1 - 0.2*q*rate), 0)".to_owned()),
        2 => ("force", force, "-p*abs(e)^n*sign(e)".to_owned()),
        3 => ("force", force, "-p*abs(rate)^n*sign(rate)".to_owned()),
        4 => ("force", force, "-p*sqrt(abs(e))*sign(e) - 0.1*rate".to_owned()),
        5 => ("force", force, "if(t > q + 0.0123, p, -p)".to_owned()),
        6 => ("force", force, "p*sign(sin(q*t)) - 0.1*rate".to_owned()),
        7 => (
            "force",
            force,
            "if(t > q + 0.0123, p, if(t > 2*s + 0.0456, -p, 0))*exp(-0.3*t)".to_owned(),
        ),
        8 => ("force", force, "-if(t > 2*q + 0.0123, 10*p, 3*p)*e".to_owned()),
        9 => ("force", force, format!("-0.2*p*min(abs({moving}), 2)^n - 0.1*rate")),
        10 => ("force", force, "min(max(-10*p*e, -q), q)".to_owned()),
        11 => ("force", force, "table(e, at, up)*abs(sin(q*t))^n - 0.1*rate".to_owned()),
        12 => ("spring", force, "5*p*abs(e)^n*sign(e) + 0.1*q*rate".to_owned()),
        13 => ("spring", force, "if(e > s, 20*p*(e - s)^n, 0)".to_owned()),
        14 => ("potential", "energy", format!("p*abs({own})^(1 + n)")),
        15 => ("potential", "energy", format!("5*p*max(s - {own}, 0)^2.5 + 0.1*q*{own}^2")),
        _ => ("potential", "energy", format!("p*abs({own} - 0.1*sin({seen}))^(1 + n)")),
    };
    let [p, q, s] =
        [(0.2, 3.0), (0.5, 4.0), (0.0, 0.4)].map(|(low, high)| draws.mixed(&[1.0], low, high));
    let n = draws.mixed(&[1.5, 2.2], 1.1, 2.9);
    let ups: Vec<f64> = (0..4).map(|_| draws.mixed(&[0.0, 1.0], -1.5, 1.5)).collect();
    let parameters = format!(
        "{{ p = {p:?}, q = {q:?}, s = {s:?}, n = {n:?}, at = [-1.0, -0.2, 0.3, 1.0], up = {ups:?} }}"
    );
    (table, vec![(key, format!("{formula:?}")), ("parameter", parameters)])
}

/// Keys of a normal load, as [`super::formulas::load`] gives them.
pub fn load(draws: &mut Draws, massless: bool) -> Keys {
    let formula = draws.pick(&[
        "2*p*max(q - e, 0)^n",
        "p*abs(e - 0.07)^n",
        "p*if(t > q + 0.0123, 1, 0.4)",
        "p*(1.2 + sign(sin(q*t)))",
        "p + abs(rate)^n",
        "p*if(t > 2*q + 0.0123, 1 + 0.1*t, if(t > q + 0.0456, 0.3, 1))",
    ]);
    let formula = if massless { formula.replace("rate", "e") } else { formula.to_owned() };
    let [p, q] = [(0.2, 2.0), (0.5, 4.0)].map(|(low, high)| draws.mixed(&[1.0], low, high));
    let n = draws.mixed(&[1.5], 1.1, 2.9);
    let parameters = format!("{{ p = {p:?}, q = {q:?}, n = {n:?} }}");
    vec![("normalForce", format!("{formula:?}")), ("parameter", parameters)]
}
