//! Instructions of a run of the present program, which unlike times do not depend on what else a machine does.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

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

/// Counts the instructions of each call of one function, and all that it calls; its name is in the symbols of this program.
///
/// # Errors
/// Errors of [`instructions`], and those of a folder for temporary files.
#[allow(dead_code, reason = "benches that count whole runs share this file")]
pub fn instructions_of_calls(function: &str, arguments: &[&str]) -> Result<Vec<f64>, String> {
    let folder = env::temp_dir().join(format!("luztar-calls-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let file = format!("--callgrind-out-file={}", folder.join("calls").display());
    let [toggle, dump] =
        ["--toggle-collect", "--dump-after"].map(|key| format!("{key}=*{function}*"));
    let found = counted(&["--collect-atstart=no", &toggle, &dump, &file], arguments);
    let numbers = found.and_then(|_| totals(&folder));
    fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    numbers
}

/// Reads the totals of all files in a folder that callgrind has written, the greatest first.
fn totals(folder: &Path) -> Result<Vec<f64>, String> {
    let mut numbers = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| error.to_string())? {
        let path = entry.map_err(|error| error.to_string())?.path();
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
        numbers.extend(total.and_then(|number| number.trim().parse::<f64>().ok()));
    }
    numbers.sort_by(|a, b| b.total_cmp(a));
    Ok(numbers)
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
