//! Contacts of each body.

use super::super::Row;

/// A contact seen from one of its two bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub contact: usize,
    pub q: f64,
    pub other: usize,
    pub q_other: f64,
}

/// A contact with the ground.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    pub contact: usize,
    pub body: usize,
    pub q: f64,
}

/// The graph of all contacts, stuck or not; kept as long as the rows stay the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Incidence {
    rows: Vec<Row>,
    bodies: usize,
    /// Links of each body, as ranges into `links`.
    first_link: Vec<usize>,
    links: Vec<Link>,
    anchors: Vec<Anchor>,
    cursor: Vec<usize>,
}

impl Incidence {
    /// Takes the rows of all contacts; true if they are others than before.
    pub fn update(&mut self, bodies: usize, rows: &[Row]) -> bool {
        if self.bodies == bodies && self.rows == rows {
            return false;
        }
        self.bodies = bodies;
        self.rows.clear();
        self.rows.reserve_exact(rows.len());
        self.rows.extend_from_slice(rows);
        self.first_link.clear();
        self.first_link.resize(bodies + 1, 0);
        self.anchors.clear();
        self.anchors.reserve_exact(rows.iter().filter(|row| row.pair().is_none()).count());
        for (contact, row) in rows.iter().enumerate() {
            if let Some((i, _, j, _)) = row.pair() {
                self.first_link[i + 1] += 1;
                self.first_link[j + 1] += 1;
            } else if let Some((body, q)) = row.terms().next() {
                self.anchors.push(Anchor { contact, body, q });
            }
        }
        for body in 0..bodies {
            self.first_link[body + 1] += self.first_link[body];
        }
        self.cursor.clear();
        self.cursor.extend_from_slice(&self.first_link);
        self.links.clear();
        let none = Link { contact: 0, q: 0.0, other: 0, q_other: 0.0 };
        self.links.resize(self.first_link[bodies], none);
        for (contact, row) in rows.iter().enumerate() {
            if let Some((i, q_i, j, q_j)) = row.pair() {
                self.link(i, Link { contact, q: q_i, other: j, q_other: q_j });
                self.link(j, Link { contact, q: q_j, other: i, q_other: q_i });
            }
        }
        true
    }

    fn link(&mut self, body: usize, link: Link) {
        self.links[self.cursor[body]] = link;
        self.cursor[body] += 1;
    }

    pub fn bodies(&self) -> usize {
        self.bodies
    }

    pub fn links(&self, body: usize) -> &[Link] {
        &self.links[self.first_link[body]..self.first_link[body + 1]]
    }

    pub fn anchors(&self) -> &[Anchor] {
        &self.anchors
    }
}
