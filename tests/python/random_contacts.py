"""Contacts of random networks: all laws of docs/friction-laws.md, with their loads."""

from random_draws import signal

# Laws by what their contacts can: time stepping takes no states, and the direction of those with bristles, or regularised,
# is the sign of a slip velocity that never stays 0.
PLAIN = (
    "coulomb", "coulomb", "coulomb", "stribeck", "exponential", "hyperbolic", "falling", "quadratic", "asymmetric",
    "table", "piecewise", "plateau", "wanheimBay", "fractal", "rubber", "worn",
)  # fmt: skip
STATES = ("dahl", "blimanSorine", "luGre", "antunes", "ostermeyer")
# What these laws hold over a communication step, so that no signal of the time goes with them.
HELD = ("wanheimBay", "ostermeyer")

RUBBER = """
[law.rubber]
friction = "mu0/(1 + (x/v0)^2) + k*max(x - v1, 0)"
static = "1.2*friction(0)"
parameter = [
    { name = "mu0", loaded = "mu0Coefficient", measure = "friction" },
    { name = "v0", measure = "velocity", range = "positive" },
    { name = "k", measure = "friction per velocity" },
    { name = "v1", measure = "velocity" },
]
"""

WORN = """
[law.worn]
friction = "mu*(1.5 + sin(first.position/l))"
static = "1.1*friction(0)"
parameter = [
    { name = "mu", loaded = "muCoefficient", measure = "friction" },
    { name = "l", measure = "length", range = "positive" },
]
"""

OWN = {"rubber": RUBBER, "worn": WORN}


def law(draws, name, kind, f, v, length):
    """Draws the keys of a law with friction about `f` and slip velocities about `v`; `kind` is Friction or Coefficient."""
    static = f * draws.pick((1.0, 1.2, 1.5, 2.0))
    match name:
        case "coulomb":
            keys = {f"kinetic{kind}": f}
            return keys | ({f"static{kind}": static} if draws.chance(0.6) else {})
        case "stribeck":
            exponent = draws.pick((1.0, 2.0, 2.0, 0.5, 1.4))
            return {f"kinetic{kind}": f, f"static{kind}": static, "stribeckVelocity": v, "stribeckExponent": exponent}
        case "exponential":
            return {f"kinetic{kind}": f, f"static{kind}": static, "slope": f / v}
        case "hyperbolic":
            return {f"static{kind}": f, "decay": draws.pick((0.0, 1.0, 3.0)) / v}
        case "falling":
            return {f"static{kind}": f, "slope": 0.5 * f / v, f"min{kind}": draws.pick((0.0, 0.3, 1.0)) * f}
        case "quadratic":
            return {f"kinetic{kind}": f, f"static{kind}": static, "decay": 1.0 / v, "growth": 0.1 * f / v**2}
        case "asymmetric":
            return _asymmetric(draws, kind, f, v)
        case "table":
            values = {"slip": [0.0, 0.3 * v, v], kind.lower(): [f, 0.5 * f, draws.pick((0.5, 0.8)) * f]}
            return values | {"peak": draws.pick((1.0, 1.1))}
        case "piecewise":
            return {f"kinetic{kind}": f, f"static{kind}": static, "luzWidth": [0.4 * v, v], "luzSlope": [-0.5 * f / v, 0.8 * f / v]}
        case "plateau":
            return {f"kinetic{kind}": f, f"static{kind}": static, "plateauVelocity": v, "slope": 0.5 * f / v}
        case "fractal":
            shape = {"slip": [0.0, 0.4 * v, v], kind.lower(): [f, 0.6 * f, 0.8 * f]}
            return shape | {"scaling": draws.pick((0.3, -0.2)), "depth": 1, "peak": 1.1}
        case "rubber":
            return {"mu0" + ("Coefficient" if kind == "Coefficient" else ""): f, "v0": v, "k": 0.3 * f / v, "v1": 0.5 * v}
        case "worn":
            return {"mu" + ("Coefficient" if kind == "Coefficient" else ""): 0.5 * f, "l": length}
        case _:
            return _with_states(draws, name, kind, f, static, v, length)


def _asymmetric(draws, kind, f, v):
    drop = "Coefficient" if kind == "Coefficient" else ""
    return {
        f"maxForward{kind}": 1.2 * f, f"minForward{kind}": 0.4 * f, "forwardVelocity": v,
        f"maxBackward{kind}": 1.6 * f, f"minBackward{kind}": 0.5 * f, "backwardVelocity": 0.8 * v,
        f"firstDrop{drop}": 0.4 * f, "firstVelocity": 0.2 * v, f"secondDrop{drop}": 0.3 * f, "secondVelocity": v,
        "backwardStiction": draws.pick((0.0, 1.0)),
    }  # fmt: skip


def _with_states(draws, name, kind, f, static, v, length):
    stiffness = f / (length * draws.number(1.0, 0.003, 0.1))
    match name:
        case "dahl":
            return {f"kinetic{kind}": f, "bristleStiffness": stiffness, "dahlExponent": draws.pick((1.0, 0.5, 2.0))}
        case "blimanSorine":
            return {f"rise{kind}": f, f"fall{kind}": 0.4 * f, "slipLength": f / stiffness, "lengthRatio": 0.3}
        case "luGre":
            damping = draws.pick((0.0, 0.1)) * f / v
            keys = {f"kinetic{kind}": f, f"static{kind}": static, "stribeckVelocity": 0.3 * v}
            return keys | {"bristleStiffness": stiffness, "bristleDamping": damping}
        case "antunes":
            keys = {f"kinetic{kind}": f, f"static{kind}": static}
            return keys | {"bristleStiffness": stiffness, "bristleDamping": 0.05 * f / v}
    raise ValueError(name)


def contact(net, index):
    """Draws a contact and adds it to a network."""
    draws, unit, name = net.draws, net.draws.force, f"c{index}"
    # Laws without a slope keep what bodies without friction would lose: they are most.
    chosen = draws.pick(STATES) if draws.chance(0.1) else draws.pick(PLAIN)
    if net.rotation and chosen in HELD:
        chosen = "coulomb"
    ends = net.ends()
    keys = dict(ends.keys) | {"law": chosen}
    f, v = draws.number(unit, 0.1, 2.0, spread=True), draws.number(draws.velocity, 0.1, 2.0)
    radius = draws.pick((1.0, 0.5, 0.05)) if net.rotation else 1.0
    loaded = chosen in HELD or draws.chance(0.5)
    load = draws.pick((0.5, 1.0, 4.0)) * unit / radius
    if loaded and net.rotation:
        keys["effectiveRadius"] = radius
    if chosen == "wanheimBay":
        keys |= {"shearForce": f, "frictionFactor": draws.pick((0.3, 0.6, 1.0)), "normalForce": draws.number(unit)}
    elif chosen == "ostermeyer":
        keys |= _pad(draws, unit) | {"normalForce": draws.number(unit)}
    else:
        kind = "Coefficient" if loaded else "Friction"
        keys |= law(draws, chosen, kind, f / (load * radius) if loaded else f, v, draws.length)
        if loaded:
            _load(net, name, ends, keys, load)
    if draws.chance(0.25):
        keys["viscous"] = draws.number(draws.damping, 0.03, 1.0, spread=True)
    _surface(net, name, keys)
    _regularise(draws, chosen, keys, v)
    net.own |= {chosen} & OWN.keys()
    turns = chosen in STATES or "regularisation" in keys
    net.add("contact", name, keys, contact=True, turns=turns)
    windowed = keys.get("regularisation") == "karnopp"
    if chosen in STATES or windowed:
        net.steps = False
    if chosen == "ostermeyer" or windowed:
        # In Model Exchange the law follows loads with a delay of 0.1 ms, whatever the unit of time; and a host arrives at a window
        # 2e-9 of it late, from where a slow load takes as many ms to leave it as the square root of that says.
        net.exchanges = False


def _pad(draws, unit):
    return {
        "growthRate": 2.0 / draws.time, "coolingRate": 0.5 / draws.time, "heating": 0.3, "ambientTemperature": 0.6,
        "referencePower": unit * draws.velocity, "coefficient0": 0.4, "temperature0": 0.7,
    }  # fmt: skip


def _load(net, name, ends, keys, load):
    """Draws a normal load about `load`: a number, a signal, a formula, or the force of a spring beside it."""
    draws, kind = net.draws, net.draws.below(8)
    springs = [spring for spring in net.springs if spring.loads]
    if kind <= 2:
        keys["normalForce"] = net.input(f"{name}.normalForce", signal(draws, load, net.stop), load)
        return
    keys["normalForce"] = draws.number(load, 0.5, 2.0)
    if kind == 3 and springs:
        spring = draws.pick(springs)
        factor = (load / draws.force) * draws.pick((-1.0, 1.0)) * draws.number(1.0, 0.1, 1.0)
        keys |= {"loadSpring": spring.name, "loadFactor": factor}
    elif kind in (4, 5):
        stiffness, omega = draws.number(load / draws.length), draws.number(1.0 / draws.time, 0.5, 3.0)
        keys["normalForce"] = draws.pick(
            (
                f"max({load!r} + {stiffness!r}*e, 0)",
                f"{load!r}*(1 + sin({omega!r}*t))",
                f"abs({stiffness!r}*e)",
                f"if(e > 0, {load!r}, {0.5 * load!r})",
                f"table(t, [0, {0.3 * net.stop!r}, {0.6 * net.stop!r}], [{load!r}, 0, {load!r}])",
                f"{load!r} + {0.2 * load * draws.time / draws.length!r}*abs(rate)",
            )
        )


def _surface(net, name, keys):
    draws = net.draws
    if draws.chance(0.15):
        velocity = draws.number(draws.velocity, 0.2, 2.0)
        keys["surfaceVelocity"] = velocity
        net.surfaces[name] = velocity
    elif draws.chance(0.05):
        keys |= net.moving(f"{name}.surfaceVelocity", f"{name}.surfaceAcceleration", draws.velocity)


def _regularise(draws, chosen, keys, v):
    if chosen in STATES or not draws.chance(0.12):
        return
    kind = draws.pick(("atan", "tanh", "linear", "karnopp"))
    if kind in ("linear", "karnopp") and chosen in ("wanheimBay", "worn"):
        kind = "tanh"
    sizes = {"atan": ("steepness", 30.0 / v), "tanh": ("steepness", 30.0 / v)}
    sizes |= {"linear": ("rampVelocity", 0.05 * v), "karnopp": ("window", 0.01 * v)}
    key, value = sizes[kind]
    keys |= {"regularisation": kind, key: value}
