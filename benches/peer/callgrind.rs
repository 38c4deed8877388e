//! Instructions of a run of the present program, which unlike times do not depend on what else a machine does.

use std::env;
use std::process::Command;

/// Instructions of this program with the arguments `--run …`, as Valgrind's callgrind counts them.
///
/// # Errors
/// Valgrind is not there, or what it or the program says.
pub fn instructions(arguments: &[&str]) -> Result<f64, String> {
    counted(&[], arguments)
}

/// Counts the instructions of one function alone, and all that it calls; its name is in the symbols of this program.
///
/// # Errors
/// Errors of [`instructions`].
#[allow(dead_code, reason = "benches that count whole runs share this file")]
pub fn instructions_within(function: &str, arguments: &[&str]) -> Result<f64, String> {
    let toggle = format!("--toggle-collect=*{function}*");
    counted(&["--collect-atstart=no", &toggle], arguments)
}

fn counted(options: &[&str], arguments: &[&str]) -> Result<f64, String> {
    let itself = env::current_exe().map_err(|error| error.to_string())?;
    let counted = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args(options)
        .arg(itself)
        .arg("--run")
        .args(arguments)
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let text = String::from_utf8_lossy(&counted.stderr);
    let number = text.lines().find_map(|line| line.split_once("Collected : "));
    let number = number.and_then(|(_, number)| number.trim().parse().ok());
    number.filter(|_| counted.status.success()).ok_or_else(|| text.into_owned())
}
