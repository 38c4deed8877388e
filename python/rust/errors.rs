//! Failures as exceptions.

use luztar_cli::cli::failure::Failure;
use pyo3::PyErr;
use pyo3::exceptions::PyKeyboardInterrupt;

pyo3::import_exception!(luztar._errors, ArgumentError);
pyo3::import_exception!(luztar._errors, LuztarError);
pyo3::import_exception!(luztar._errors, NetworkError);

/// Returns the exception of a failure.
pub fn raised(failure: Failure) -> PyErr {
    match failure {
        Failure::Usage(text) | Failure::Refused(text) => ArgumentError::new_err(text),
        Failure::Diagnostics(errors) => {
            let place = |entry: &luztar::network::Diagnostic| {
                (errors.file.clone(), entry.line, entry.column, entry.to_string())
            };
            let entries: Vec<_> = errors.entries.iter().map(place).collect();
            NetworkError::new_err((errors.to_string(), entries))
        }
        Failure::Interrupted(text) => PyKeyboardInterrupt::new_err(text),
        other => LuztarError::new_err(other.text()),
    }
}
