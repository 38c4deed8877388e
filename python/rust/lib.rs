//! The module `luztar._luztar`: what the Python package `luztar` is made over. It has no words of its own: numbers go in
//! and out as bytes, values as the texts that the program reads, errors as the exceptions of `luztar._errors`.

#![deny(unsafe_code)]

mod errors;
mod network;
mod picture;
mod record;
mod run;
mod simulation;
mod studies;

use pyo3::prelude::*;

#[pymodule]
mod _luztar {
    use std::ffi::OsString;
    use std::path::PathBuf;

    use pyo3::prelude::*;

    #[pymodule_export]
    use super::network::Network;

    #[pymodule_export]
    use super::simulation::Stepper;

    /// Lets the program find the libraries for FMUs that the package has, `luztar/lib/luztar/PLATFORM`.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let file: PathBuf = module.getattr("__spec__")?.getattr("origin")?.extract()?;
        if let Some(package) = file.parent() {
            luztar_cli::cli::installed::at(package.join("bin/luztar"));
        }
        Ok(())
    }

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = luztar::VERSION;

    /// Runs a command line, whose first word is the program's name, and returns the exit status.
    #[pyfunction]
    fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
        py.detach(|| luztar_cli::cli::run(words))
    }

    /// Draws variables over time, in panels by unit; numbers are bytes of 64-bit floating-point numbers.
    #[pyfunction]
    fn picture(
        title: String,
        time: Vec<u8>,
        panels: Vec<(String, Vec<super::picture::Curve>)>,
        transitions: Vec<f64>,
    ) -> PyResult<String> {
        super::picture::picture(title, &time, panels, &transitions).map_err(super::errors::raised)
    }

    /// Returns the names of the models of the library.
    #[pyfunction]
    fn models() -> Vec<&'static str> {
        luztar::unit::catalogue::names().collect()
    }
}
