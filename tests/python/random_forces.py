"""Forces of random networks by formula: powers, jumps and tables, the kinds of docs/elements.md, and potentials.

Each adds to a network what it stores of energy, as a function of the deflection, where that is known in closed form.
"""

import numpy as np

from random_draws import signal


def force(net, index):
    """Draws a force, a spring by formula, a potential or an element of a declared kind."""
    draws, name = net.draws, f"f{index}"
    ends = net.ends()
    unit, length, velocity = draws.force, draws.length, draws.velocity
    f = draws.number(unit, 0.1, 2.0)
    k, c = draws.number(unit / length, 0.3, 10.0), draws.number(draws.damping, 0.03, 1.0)
    kind = draws.pick((_power, _power, _resistance, _friction, _jump, _kink, _table, _of_time, _cubic, _named, _potential))
    kind(net, name, ends, {"f": f, "k": k, "c": c, "l": length, "v": velocity})


def _add(net, name, ends, formula, stored=None, keys=None, table="force"):
    """Adds a force element of a formula. `stored` is its energy over the deflection; None: the work is not known."""
    word = "torque" if net.rotation else "force"
    net.add(table, name, dict(ends.keys) | {word: formula} | (keys or {}))
    if stored is None:
        net.balanced = False
    else:
        net.stored.append(lambda result: stored(ends.deflection(result)))


def nothing(e):
    return 0.0 * e


def _power(net, name, ends, s):
    draws = net.draws
    n, q = draws.pick((1.5, 1.5, 2.5, 2.0, 1.2)), draws.pick((0.0, 0.0, 0.1, -0.3)) * s["l"]
    k = s["k"] * s["l"] / s["l"] ** n
    formula = f"{k!r}*max({q!r} - e, 0)^{n!r}"

    def stored(e):
        return k / (n + 1.0) * np.maximum(q - e, 0.0) ** (n + 1.0)

    _add(net, name, ends, formula, stored)


def _resistance(net, name, ends, s):
    """Resistance by a power of the rate."""
    p = net.draws.pick((2.0, 1.5, 1.3, 0.5))
    c = s["c"] * s["v"] / s["v"] ** p
    by_product = f"-{c!r}*rate*abs(rate)" if p == 2.0 else f"-{c!r}*sign(rate)*abs(rate)^{p!r}"
    _add(net, name, ends, by_product, nothing)


def _friction(net, name, ends, s):
    """Dry friction as a formula, which becomes a contact."""
    f, c, v = s["f"], s["c"], s["v"]
    formula = net.draws.pick(
        (
            f"-{f!r}*sign(rate)",
            f"-{f!r}*sign(rate) - {c!r}*rate",
            f"if(rate > 0, -{f!r}, {0.5 * f!r})",
            f"-sign(rate)*({f!r} + {0.4 * f!r}*exp(-abs(rate)/{v!r}))",
            f"-{f!r}*max(1 + e/{s['l']!r}, 0)*sign(rate)",
        )
    )
    _add(net, name, ends, formula, nothing, table="force")
    net.contacts.append(name)


def _jump(net, name, ends, s):
    """A force that jumps with the position, away from the jump, or with the time."""
    at, f = net.draws.pick((0.0, 0.3, -0.2)) * s["l"], s["f"]
    if net.draws.chance(0.5):
        _add(net, name, ends, f"if(e > {at!r}, {f!r}, 0)", lambda e: -f * np.maximum(e - at, 0.0))
    else:
        _add(net, name, ends, f"if(t > {net.draws.between(0.2, 0.8) * net.stop!r}, {f!r}, {-f!r})")


def _kink(net, name, ends, s):
    k, at = s["k"], net.draws.pick((0.0, 0.3, -0.2)) * s["l"]
    form = net.draws.below(3)
    if form == 0:
        _add(net, name, ends, f"if(e > {at!r}, -{k!r}*(e - {at!r}), 0)", lambda e: 0.5 * k * np.maximum(e - at, 0.0) ** 2)
    elif form == 1:
        _add(net, name, ends, f"-{k!r}*abs(e)*e/{s['l']!r}", lambda e: k / (3.0 * s["l"]) * abs(e) ** 3)
    else:
        _add(net, name, ends, f"-min(max({k!r}*e, -{s['f']!r}), {s['f']!r})", lambda e: _limited(e, k, s["f"]))


def _limited(e, k, f):
    """Energy of a spring whose force is limited."""
    yields = f / k
    return np.where(abs(e) < yields, 0.5 * k * e**2, f * (abs(e) - 0.5 * yields))


def _table(net, name, ends, s):
    f, length = s["f"], s["l"]
    if net.draws.chance(0.5):
        places, values = [-length, 0.0, 0.5 * length], [2.0 * f, 0.0, -f]
        _add(net, name, ends, f"table(e, {places!r}, {values!r})", lambda e: _tabled(e, f, length))
    else:
        times = [0.0, 0.3 * net.stop, 0.5 * net.stop]
        _add(net, name, ends, f"table(t, {times!r}, {[f, -f, f]!r})")


def _tabled(e, f, length):
    """Energy of a force through (-l, 2f), (0, 0), (l/2, -f). It falls, so that beyond the last point it is constant."""
    inside = f / length * e**2
    return np.where(e < 0.5 * length, inside, 0.25 * f * length + f * (e - 0.5 * length))


def _of_time(net, name, ends, s):
    omega = net.draws.number(1.0 / net.draws.time, 0.5, 3.0)
    if net.draws.chance(0.5):
        _add(net, name, ends, f"{s['f']!r}*sin({omega!r}*t)")
        return
    share = net.input(f"{name}.share", signal(net.draws, 0.5, net.stop), 0.5)
    _add(net, name, ends, f"-{s['k']!r}*e*(1 + share)", keys={"input": {"share": share}})


def _cubic(net, name, ends, s):
    """A spring by formula, which acts against its deflection."""
    k, k3, c = s["k"], s["k"] / s["l"] ** 2, s["c"]
    _add(
        net, name, ends, f"{k!r}*e + {k3!r}*e^3 + {c!r}*rate",
        lambda e: 0.5 * k * e**2 + 0.25 * k3 * e**4, table="spring",
    )  # fmt: skip


def _named(net, name, ends, s):
    """An element of a declared kind."""
    draws = net.draws
    q, n = draws.pick((0.0, 0.2, -0.2)) * s["l"], draws.pick((1.5, 2.2))
    k = s["k"] * s["l"] / s["l"] ** n
    table = draws.pick(("drag", "hertz", "huntCrossley", "impact"))
    keys = {
        "drag": {"coefficient": s["c"] / s["v"]},
        "hertz": {"stiffness": s["k"] * s["l"] / s["l"] ** 1.5, "distance": q},
        "huntCrossley": {"stiffness": k, "exponent": n, "dissipation": 0.3 / s["v"], "distance": q},
        "impact": {
            "stiffness": k, "exponent": n, "damping": s["c"], "fullPenetration": 0.1 * s["l"], "distance": q,
        },
    }[table]  # fmt: skip
    net.add(table, name, dict(ends.keys) | keys)
    if table != "drag":
        k, n = keys["stiffness"], keys.get("exponent", 1.5)
        net.stored.append(lambda result: k / (n + 1.0) * np.maximum(q - ends.deflection(result), 0.0) ** (n + 1.0))


def _potential(net, name, ends, s):
    """A potential over positions of bodies."""
    draws, word = net.draws, "angle" if net.rotation else "position"
    names = [f"{body}.{word}" for body in net.masses]
    one, other, k, length = draws.pick(names), draws.pick(names), s["k"], s["l"]
    formula = draws.pick(
        (
            f"0.5*{k!r}*({one} - {0.5 if one != other else 0.0!r}*{other})^2",
            f"{k!r}*max({one} - {0.2 * length!r}, 0)^2.5/{length**0.5!r}",
            f"{k * length**2!r}*(1 - cos({one}/{length!r}))",
            f"0.25*{k / length**2!r}*{one}^4 + 0.5*{k!r}*{one}^2",
        )
    )
    net.add("potential", name, {"energy": formula})
    net.stored.append(lambda result: result[f"{name}.energy"])
