//! What every mechanism with formulas must show, whatever it is made of.

use std::borrow::Cow;
use std::sync::Arc;

use luztar::unit::{Model, Simulation};

use crate::differences::{check_numbers, check_states};
use crate::host::Integrator;
use crate::support::{Named, started, unit};
use crate::{assert_near, go, go_in};

/// A mechanism, and what is looked at.
pub struct Machine {
    pub file: Cow<'static, str>,
    pub seen: Cow<'static, [&'static str]>,
    /// Transitions that it has at least in 6 s.
    pub events: f64,
    /// How near one step comes to many.
    pub tolerance: f64,
    /// When derivatives are compared, and more than how many of them there are.
    pub times: &'static [f64],
    pub derivatives: usize,
}

/// Tests that mechanisms show it.
macro_rules! show_all_manners {
    ($machines:expr) => {
        #[test]
        fn one_step_goes_where_many_steps_and_a_host_go() {
            $machines.iter().for_each(Machine::check_hosts);
        }

        #[test]
        fn a_saved_motion_goes_on_as_it_was() {
            $machines.iter().for_each(Machine::check_saved);
        }

        #[test]
        fn directional_derivatives_are_those_of_differences() {
            $machines.iter().for_each(Machine::check_derivatives);
        }
    };
}
pub(crate) use show_all_manners;

impl Machine {
    /// A slide that is driven to and fro on a table that swings; `way` is the contact between them, and what else there is,
    /// of which `more` is seen.
    pub fn slide(push: &str, way: &str, more: &[&'static str], events: f64) -> Self {
        let mut seen = vec![
            "slide.position",
            "slide.velocity",
            "table.position",
            "table.velocity",
            "way.heat",
            "way.frictionForce",
            "way.dissipatedEnergy",
        ];
        seen.extend(more);
        Self {
            file: Cow::Owned(format!(
                "[model]\nname = \"Slide\"\n[experiment]\nrelativeTolerance = 1e-12\n\
                 [body.slide]\nmass = 1.0\nvelocity = 0.8\nforce = {{ input = true, start = 0.4 }}\n\
                 [body.table]\nmass = 2.0\n[force.push]\nbetween = \"slide\"\nforce = \"{push}\"\n\
                 [spring.back]\nbetween = \"table\"\nstiffness = 9.0\n\
                 [contact.way]\nbetween = [\"slide\", \"table\"]\n{way}"
            )),
            seen: Cow::Owned(seen),
            events,
            tolerance: 1e-9,
            times: &[0.1, 0.9, 1.4, 2.3, 3.1],
            derivatives: 30,
        }
    }

    pub fn unit(&self) -> Arc<Model> {
        unit(&self.file)
    }

    pub fn values(&self, instance: &mut Simulation) -> Vec<f64> {
        self.seen.iter().map(|name| instance.real(name)).collect()
    }

    /// What is seen after 6 s in so many steps, and the transitions up to then.
    pub fn moved(&self, steps: usize) -> (Vec<f64>, f64) {
        let mut instance = started(&self.unit());
        go_in(&mut instance, 6.0, steps);
        (self.values(&mut instance), instance.real("eventCount"))
    }

    /// One step goes where many steps go, and a host that integrates.
    pub fn check_hosts(&self) {
        let [(one, events), (many, others)] = [1, 61].map(|steps| self.moved(steps));
        assert!(events >= self.events && events == others, "{events} {others}");
        one.iter().zip(&many).for_each(|(a, b)| assert_near(*a, *b, self.tolerance));
        let mut host = Integrator::new(&self.unit(), &[]);
        host.run(6.0, 0.1);
        for (name, expected) in self.seen.iter().zip(one) {
            assert_near(host.get(name), expected, 1e-7);
        }
    }

    /// A saved motion goes on as it was, bit for bit.
    pub fn check_saved(&self) {
        let unit = self.unit();
        for at in [0.2, 1.3, 2.7] {
            let mut one = started(&unit);
            go(&mut one, at);
            let saved = one.save();
            let mut other = started(&unit);
            other.restore(&saved).unwrap();
            for instance in [&mut one, &mut other] {
                go_in(instance, 5.0, 3);
            }
            assert_eq!(self.values(&mut one), self.values(&mut other));
            assert_eq!(one.save(), other.save());
        }
    }

    /// Directional derivatives are those of differences.
    pub fn check_derivatives(&self) {
        for &at in self.times {
            let mut instance = started(&self.unit());
            go(&mut instance, at);
            assert!(check_numbers(&mut instance) > self.derivatives);
            let mut host = Integrator::new(&self.unit(), &[]);
            host.run(at, 0.1);
            assert!(check_states(&mut host.instance) > self.derivatives);
        }
    }
}
