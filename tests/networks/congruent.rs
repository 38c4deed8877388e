//! Random mechanisms in two sets of coordinates: positions x of single masses, and y, in which some bodies count their
//! position from another one and the mass matrix is full. Both are the same mechanism.

use std::fmt::Write;

/// A mechanism as two network files, whose elements have the same names and order.
#[derive(Debug)]
pub struct Congruent {
    pub plain: String,
    pub coupled: String,
    /// Of each body the one from which it counts its position in y; None of one that does not.
    pub parent: Vec<Option<usize>>,
}

impl Congruent {
    /// Of motions or forces in y those in x: x_c = y_c + y_p.
    pub fn positions(&self, y: &[f64]) -> Vec<f64> {
        let own = self.parent.iter().zip(y);
        own.map(|(parent, y_c)| parent.map_or(*y_c, |parent| y_c + y[parent])).collect()
    }

    /// Of forces on single masses those on the coordinates y: Q_p = f_p + Σ f_c.
    pub fn forces(&self, f: &[f64]) -> Vec<f64> {
        let mut forces = f.to_vec();
        for (child, parent) in self.parent.iter().enumerate() {
            if let Some(parent) = parent {
                forces[*parent] += f[child];
            }
        }
        forces
    }
}

/// Draws a mechanism by numbers in [0, 1); `driven`: the first body is coupled to one of given velocity.
pub fn draw(unit: &mut impl FnMut() -> f64, driven: bool) -> Congruent {
    let mut below = |count: usize| (unit() * count as f64) as usize;
    let mut parent = Vec::new();
    for _ in 0..1 + below(3) {
        let first = parent.len();
        parent.push(None);
        (0..1 + below(3)).for_each(|_| parent.push(Some(first)));
    }
    let head = "[model]\nname = \"Mechanism\"\n";
    let mut drawn = Congruent { plain: head.to_owned(), coupled: head.to_owned(), parent };
    let bodies = drawn.parent.len();
    // Numbers whose sums have no round-off.
    let mut number = |low: f64, high: f64| {
        let parts = 64.0 * (high - low);
        low + (unit() * parts).floor() / 64.0
    };
    let mass: Vec<f64> = (0..bodies).map(|_| number(0.5, 2.0)).collect();
    let position: Vec<f64> = (0..bodies).map(|_| number(-0.5, 0.5)).collect();
    let velocity: Vec<f64> =
        (0..bodies).map(|body| if driven && body == 0 { 0.0 } else { number(-1.0, 1.0) }).collect();
    write_bodies(&mut drawn, &mass, &position, &velocity, driven);
    for element in 0..3 * bodies {
        let (i, second) = (below_of(unit, bodies), below_of(unit, bodies + 2));
        let Some([plain, coupled]) = ends(&drawn.parent, i, second, bodies) else { continue };
        let numbers = numbers(unit, element % 2 == 0);
        let kind = if element % 2 == 0 { "contact" } else { "spring" };
        let _ = writeln!(drawn.plain, "[{kind}.e{element}]\n{plain}\n{numbers}");
        let _ = writeln!(drawn.coupled, "[{kind}.e{element}]\n{coupled}\n{numbers}");
    }
    // Time stepping weighs the ends of a step alike in bodies that contacts or inertia join: contacts join in x those that
    // inertia joins in y.
    for (child, from) in drawn.parent.clone().into_iter().enumerate() {
        let Some([plain, coupled]) = from.and_then(|from| ends(&drawn.parent, child, from, bodies))
        else {
            continue;
        };
        let numbers = "law = \"coulomb\"\nkineticFriction = 0.0625";
        let _ = writeln!(drawn.plain, "[contact.link{child}]\n{plain}\n{numbers}");
        let _ = writeln!(drawn.coupled, "[contact.link{child}]\n{coupled}\n{numbers}");
    }
    // Something that brings all to rest in the end.
    for body in 0..bodies {
        let [plain, coupled] = ends(&drawn.parent, body, bodies, bodies).expect("the ground");
        let numbers = "law = \"coulomb\"\nkineticFriction = 0.125";
        let _ = writeln!(drawn.plain, "[contact.floor{body}]\n{plain}\n{numbers}");
        let _ = writeln!(drawn.coupled, "[contact.floor{body}]\n{coupled}\n{numbers}");
        let numbers = "stiffness = 4.0";
        let _ = writeln!(drawn.plain, "[spring.wall{body}]\n{plain}\n{numbers}");
        let _ = writeln!(drawn.coupled, "[spring.wall{body}]\n{coupled}\n{numbers}");
    }
    drawn
}

fn below_of(unit: &mut impl FnMut() -> f64, count: usize) -> usize {
    (unit() * count as f64) as usize
}

fn write_bodies(
    drawn: &mut Congruent,
    mass: &[f64],
    position: &[f64],
    velocity: &[f64],
    driven: bool,
) {
    let Congruent { plain, coupled, parent } = drawn;
    let body = |text: &mut String, name: usize, mass: f64, position: f64, velocity: f64| {
        let _ = writeln!(
            text,
            "[body.b{name}]\nmass = {mass:?}\nposition = {position:?}\nvelocity = {velocity:?}\nforce = \"input\""
        );
    };
    for (b, from) in parent.iter().enumerate() {
        body(plain, b, mass[b], position[b], velocity[b]);
        let children = (0..mass.len()).filter(|child| parent[*child] == Some(b));
        let all = mass[b] + children.map(|child| mass[child]).sum::<f64>();
        let (z, v) = from.map_or((0.0, 0.0), |from| (position[from], velocity[from]));
        body(coupled, b, all, position[b] - z, velocity[b] - v);
    }
    for (b, _) in parent.iter().enumerate().filter(|(_, from)| from.is_none()) {
        let block: Vec<usize> =
            (0..mass.len()).filter(|child| *child == b || parent[*child] == Some(b)).collect();
        let all: f64 = block.iter().map(|member| mass[*member]).sum();
        let entry = |i: usize, j: usize| match (i == b, j == b) {
            (true, true) => all,
            (true, false) => mass[j],
            (false, true) => mass[i],
            (false, false) => {
                if i == j {
                    mass[i]
                } else {
                    0.0
                }
            }
        };
        let names: Vec<String> = block.iter().map(|member| format!("\"b{member}\"")).collect();
        let row = |i: &usize| {
            let row: Vec<String> = block.iter().map(|j| format!("{:?}", entry(*i, *j))).collect();
            format!("[{}]", row.join(", "))
        };
        let rows: Vec<String> = block.iter().map(row).collect();
        let _ = writeln!(
            coupled,
            "[inertia.block{b}]\nbodies = [{}]\nmatrix = [{}]",
            names.join(", "),
            rows.join(", ")
        );
    }
    if driven {
        for text in [plain, coupled] {
            let _ = writeln!(
                text,
                "[body.drive]\nmotion = \"prescribed\"\nby = \"velocity\"\n\
                 [coupling.shaft]\nbetween = [\"b0\", \"drive\"]"
            );
        }
    }
}

/// `between` and `ratio` of an element between body i and another one, or the ground, in x and in y; None where a row in y
/// would have three ends.
fn ends(parent: &[Option<usize>], i: usize, j: usize, bodies: usize) -> Option<[String; 2]> {
    let one = |b: usize| format!("between = \"b{b}\"");
    let two = |b: usize, c: usize| format!("between = [\"b{b}\", \"b{c}\"]");
    if j >= bodies {
        let coupled = match parent[i] {
            None => one(i),
            Some(from) => format!("{}\nratio = -1.0", two(i, from)),
        };
        return Some([one(i), coupled]);
    }
    match (parent[i], parent[j]) {
        _ if i == j => None,
        (None, None) => Some([two(i, j), two(i, j)]),
        (Some(from), None) if from == j => Some([two(i, j), one(i)]),
        (Some(first), Some(second)) if first == second => Some([two(i, j), two(i, j)]),
        _ => None,
    }
}

/// Numbers of a contact or a spring.
fn numbers(unit: &mut impl FnMut() -> f64, contact: bool) -> String {
    let mut number = |low: f64, high: f64| low + (high - low) * unit();
    if contact {
        let kinetic = number(0.05, 0.8);
        let fixed = if number(0.0, 1.0) < 0.5 { kinetic } else { kinetic * number(1.0, 1.5) };
        let viscous = if number(0.0, 1.0) < 0.7 { 0.0 } else { number(0.0, 0.2) };
        format!(
            "law = \"coulomb\"\nkineticFriction = {kinetic:?}\nstaticFriction = {fixed:?}\nviscous = {viscous:?}"
        )
    } else {
        let stiffness = number(1.0, 20.0);
        let more = match (3.0 * number(0.0, 1.0)) as usize {
            0 => format!("backlash = {:?}", 2.0 * number(0.01, 0.1)),
            1 => format!("damping = {:?}", number(0.0, 0.3)),
            _ => String::new(),
        };
        format!("stiffness = {stiffness:?}\n{more}")
    }
}
