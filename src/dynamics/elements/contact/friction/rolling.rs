//! Friction of contacts whose law is one of the slip ratio, along a step.

use super::{Place, Sliding};
use crate::dynamics::elements::contact::ContactData;
use crate::dynamics::elements::contact::rolling::{LOCKED, ROLLING, piece, speed};
use crate::dynamics::series::Series;
use crate::dynamics::start::Start;
use crate::laws::{Direction, LawSeries};

impl Sliding {
    /// Returns [`Sliding::coefficient`] of such a contact, whose slip along its direction has the coefficient x.
    pub(in crate::dynamics) fn of_rolling(
        &mut self,
        (entry, contact): (&ContactData, usize),
        direction: Direction,
        start: &Start,
        (velocity, x): (&Series, f64),
        k: usize,
    ) -> f64 {
        let a = direction.sign() * entry.first_end(velocity, k);
        let b = a - x;
        if k == 0 {
            let stands = entry.stands(start.velocity, start.tau);
            self.piece[contact] = match start.contacts[contact].branch() {
                ROLLING if entry.grounded => LOCKED,
                held => piece(held, a, b, stands),
            };
            let beyond = x < 0.0 && self.piece[contact] == ROLLING;
            self.side[contact] = if beyond { -1.0 } else { 1.0 };
            self.first_leads[contact] = a + b >= 0.0;
        }
        let (piece, side) = (entry.formula_piece(self.piece[contact]), self.side[contact]);
        let place = self.place[contact].expect("its law varies with the slip");
        let series = &mut self.series[place];
        series.speed[k] = speed(entry, side, self.first_leads[contact], a, b);
        if side < 0.0 {
            series.slip[k] = -x;
        }
        side * entry.law.coefficient(direction, piece, series, k)
    }

    /// Returns [`Sliding::value`] of such a contact, with x ≥ 0 in the series.
    pub(in crate::dynamics) fn rolling_value(
        &self,
        (entry, contact): (&ContactData, usize),
        direction: Direction,
        place: &Place,
        series: &mut LawSeries,
    ) -> f64 {
        let (a, side) = (direction.sign() * place.first, self.side[contact]);
        let b = a - direction.sign() * place.slip;
        series.speed[0] = speed(entry, side, self.first_leads[contact], a, b);
        let piece = entry.formula_piece(self.piece[contact]);
        side * entry.law.coefficient(direction, piece, series, 0)
    }
}
