//! SciPy's event location, by the script event_location.py.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::problem::Problem;
use super::transitions::Transition;

/// Results of the script with one tolerance.
pub struct Located {
    pub tolerance: f64,
    /// CPU time per simulated second, s.
    pub seconds: f64,
    pub transitions: Vec<Transition>,
}

/// Runs the script by `python3`, or what the variable `PYTHON` names, on a file that it writes to a folder.
///
/// # Errors
/// The last line of what Python says, such as that SciPy is not installed.
pub fn locate(problem: &Problem, folder: &Path) -> Result<Vec<Located>, String> {
    let path = folder.join(format!("{}.json", problem.unit));
    fs::write(&path, problem.in_json().to_string())
        .map_err(|error| format!("{}: {error}", path.display()))?;
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let run = Command::new(&python)
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/precision/event_location.py"))
        .arg(&path)
        .output()
        .map_err(|error| format!("{python}: {error}"))?;
    if !run.status.success() {
        let told = String::from_utf8_lossy(&run.stderr);
        return Err(told.trim_end().lines().last().unwrap_or("failed").to_owned());
    }
    read(&String::from_utf8_lossy(&run.stdout)).ok_or_else(|| "no table of numbers".to_owned())
}

fn read(text: &str) -> Option<Vec<Located>> {
    let mut found: Vec<Located> = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split(',').collect();
        match words[..] {
            [tolerance, seconds] => found.push(Located {
                tolerance: tolerance.parse().ok()?,
                seconds: seconds.parse().ok()?,
                transitions: Vec::new(),
            }),
            [contact, slips, time] => found.last_mut()?.transitions.push(Transition {
                time: time.parse().ok()?,
                contact: contact.parse().ok()?,
                slips: slips == "1",
            }),
            _ => return None,
        }
    }
    Some(found)
}
