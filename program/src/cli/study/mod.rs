//! Studies: commands that run many motions of a unit. What they compute is the library's (`luztar::study`); here are
//! their options, files and pictures.

mod bifurcation;
pub mod branch;
mod characteristic;
pub mod chart;
mod cycle;
mod energy;
pub mod fit;
mod frequency_response;
mod kept;
mod loops;
mod lyapunov;
pub mod options;
mod phase;
mod poincare;
mod reduce;
mod reproduce;
mod section;
pub mod subject;
mod sweep;
mod vary;
mod ways;

use std::io::Write;

use super::failure::Failure;
use super::words::Words;

#[derive(clap::Subcommand)]
pub enum Command {
    /// Runs a model for many values of parameters and reports for each run: final values, extremes, RMS, transitions, periods
    Sweep(sweep::Arguments),
    /// Draws a bifurcation diagram: crossings of a section while a parameter goes up and down
    Bifurcation(bifurcation::Arguments),
    /// Draws a motion on a Poincaré section, and its return map
    Poincare(poincare::Arguments),
    /// Finds a periodic motion with its multipliers, and continues it over a parameter
    Cycle(cycle::Arguments),
    /// Reports the Lyapunov exponents of a motion, with their errors
    Lyapunov(lyapunov::Arguments),
    /// Draws amplitude and phase over the frequency of a harmonic force, going up and down
    FrequencyResponse(frequency_response::Arguments),
    /// Draws the force of a contact against slip velocity, or of a spring against deflection
    Characteristic(characteristic::Arguments),
    /// Draws a phase plane: its vector field, motions, and where contacts stick
    Phase(phase::Arguments),
    /// Reports the balance of energy along a motion, and its defect
    Energy(energy::Arguments),
    /// Prints the reduced luz/tar model of a network: equations, numbers, and which reductions were applied
    Reduce(reduce::Arguments),
    /// Finds parameters from measurements, with their confidence intervals
    Fit(fit::Arguments),
    /// Computes figures and numbers of the papers, beside what they print
    Reproduce(reproduce::Arguments),
}

/// Runs a study; `words` are those of the command line, by which an interrupted study is known again.
///
/// # Errors
/// Those of the study.
pub fn run(command: &Command, words: &Words, out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        Command::Sweep(arguments) => sweep::run(arguments, words),
        Command::Bifurcation(arguments) => bifurcation::run(arguments, words, out),
        Command::Poincare(arguments) => poincare::run(arguments, out),
        Command::Cycle(arguments) => cycle::run(arguments, out),
        Command::Lyapunov(arguments) => lyapunov::run(arguments, words, out),
        Command::FrequencyResponse(arguments) => frequency_response::run(arguments, words, out),
        Command::Characteristic(arguments) => characteristic::run(arguments),
        Command::Phase(arguments) => phase::run(arguments, out),
        Command::Energy(arguments) => energy::run(arguments, out),
        Command::Reduce(arguments) => reduce::run(arguments, out),
        Command::Fit(arguments) => fit::run(arguments, out),
        Command::Reproduce(arguments) => reproduce::run(arguments, words, out),
    }
}
