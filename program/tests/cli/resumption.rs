//! Signals and `--resume`: real processes are interrupted, and what they have in the end is what an uninterrupted one has.
#![cfg(unix)]

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use crate::{columns, network};

const INTERRUPTED: i32 = 130;

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_luztar"));
    // SAFETY: `signal` may be called between fork and exec. Tests that run under `nohup` inherit an ignored hangup.
    unsafe {
        command.pre_exec(|| {
            libc::signal(libc::SIGHUP, libc::SIG_DFL);
            Ok(())
        });
    }
    command
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts")
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    start(folder, arguments).wait_with_output().expect("ends")
}

fn interrupted(folder: &Path, arguments: &[&str], after: Duration) -> Output {
    let child = start(folder, arguments);
    thread::sleep(after);
    end(child)
}

/// Ctrl-C for a process.
fn end(child: Child) -> Output {
    end_by(child, libc::SIGINT)
}

fn end_by(child: Child, signal: i32) -> Output {
    let id = i32::try_from(child.id()).expect("a process id");
    // SAFETY: the process is a child that nobody has waited for, so that the id is its own.
    assert_eq!(unsafe { libc::kill(id, signal) }, 0);
    child.wait_with_output().expect("ends")
}

/// A study of many seconds, whose file is there when it has been kept for the first time.
fn kept_on_the_way(folder: &Path) -> (Child, Vec<&'static str>) {
    let study = [
        "sweep",
        "BeltOscillator",
        "--vary",
        "belt.decay=0.5:1.5:2000",
        "--threads",
        "1",
        "--output",
        "s.csv",
    ];
    let mut child = start(folder, &study);
    while !folder.join("s.csv.kept").exists() {
        assert!(child.try_wait().expect("a status").is_none(), "it ended");
        thread::sleep(Duration::from_millis(20));
    }
    (child, study.to_vec())
}

/// What `--resume` finds, as the message of the next interruption says it.
fn parts_done(text: &str) -> u64 {
    let (_, rest) = text.rsplit_once("interrupted: ").expect(text);
    rest.split(' ').next().expect("a number").parse().expect("a number")
}

/// SIGTERM and SIGHUP are as Ctrl-C, and of a study that is killed the parts are kept that were done some seconds before;
/// a hangup that is ignored, as by `nohup`, ends nothing.
#[test]
fn a_study_keeps_what_it_has_whatever_ends_it() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let folder = folder.path();
    let (child, study) = kept_on_the_way(folder);
    let killed = end_by(child, libc::SIGKILL);
    assert_eq!(killed.status.code(), None);
    let resumed = [&study[..], &["--resume"]].concat();
    let kept = folder.join("s.csv.kept");
    let when = || fs::metadata(&kept).and_then(|known| known.modified()).expect("kept");
    // What is kept is renewed when the study has gone on.
    let go_on = |start: &mut dyn FnMut() -> Child| {
        let before = when();
        let mut child = start();
        while when() == before {
            assert!(child.try_wait().expect("a status").is_none(), "it ended");
            thread::sleep(Duration::from_millis(20));
        }
        child
    };
    let mut done = 0;
    for signal in [libc::SIGTERM, libc::SIGHUP] {
        let child = go_on(&mut || start(folder, &resumed));
        let output = end_by(child, signal);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(INTERRUPTED), "{text}");
        assert!(parts_done(&text) > done, "{done}: {text}");
        done = parts_done(&text);
    }
    let mut command = Command::new("sh");
    let line =
        format!("trap '' HUP; exec '{}' {}", env!("CARGO_BIN_EXE_luztar"), resumed.join(" "));
    command.args(["-c", &line]).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = go_on(&mut || command.spawn().expect("starts"));
    let id = i32::try_from(child.id()).expect("a process id");
    // SAFETY: as above.
    assert_eq!(unsafe { libc::kill(id, libc::SIGHUP) }, 0);
    thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().expect("a status").is_none(), "a hangup ended it");
    let text = String::from_utf8_lossy(&end(child).stderr).into_owned();
    assert!(parts_done(&text) > done, "{done}: {text}");
}

/// A build that is asked to end leaves neither a draft nor a folder of its own behind.
#[test]
fn an_interrupted_build_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let (out, temporary) = (folder.path().join("out"), folder.path().join("tmp"));
    fs::create_dir(&temporary).expect("writable");
    let mut child = Command::new(env!("CARGO_BIN_EXE_luztar"));
    child.args(["build", "--all", "--fmi", "2,3", "--out"]).arg(&out).env("TMPDIR", &temporary);
    let child = child.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("starts");
    let entries = |folder: &Path| {
        let all = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("listed"));
        all.map(|entry| entry.file_name().into_string().expect("UTF-8")).collect::<Vec<_>>()
    };
    while entries(&temporary).is_empty() {
        thread::sleep(Duration::from_millis(1));
    }
    let output = end_by(child, libc::SIGTERM);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(INTERRUPTED), "{text}");
    assert!(text.contains(" is not built"), "{text}");
    assert!(entries(&temporary).is_empty(), "{:?}", entries(&temporary));
    assert!(entries(&out).iter().all(|name| name.ends_with(".fmu") && !name.starts_with('.')));
}

/// Interrupts a command in the middle of its work, at a time that is found by trying; gives what it said.
fn interrupted_halfway(folder: &Path, arguments: &[&str]) -> String {
    let mut wait = 400;
    // How long the work takes depends on what else the machine does, so that no time is ruled out for good.
    for _ in 0..40 {
        let output = interrupted(folder, arguments, Duration::from_millis(wait));
        let text = String::from_utf8(output.stderr).expect("UTF-8");
        wait = match output.status.code() {
            Some(INTERRUPTED) if !text.contains("interrupted: 0 of ") => return text,
            Some(0) => wait * 3 / 5,
            // Before it listened, or before anything was done.
            Some(INTERRUPTED) | None => wait * 3 / 2,
            Some(other) => panic!("{other}: {text}"),
        };
    }
    panic!("never interrupted halfway, last after {wait} ms");
}

/// Rows until then stay, under the name of what is not whole.
#[test]
fn an_interrupted_run_keeps_its_rows() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let folder = folder.path();
    let fast = "engine.torque=sin(1e12*t)";
    let unit = network("Clutch.toml");
    let arguments = ["simulate", &unit, "--stop-time", "100", "--input", fast, "--output", "o.csv"];
    let child = start(folder, &arguments);
    let part = folder.join("o.csv.part");
    while fs::metadata(&part).map_or(0, |known| known.len()) == 0 {
        thread::sleep(Duration::from_millis(20));
    }
    let output = end(child);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(INTERRUPTED), "{told}");
    assert!(told.contains("rows up to t = ") && told.contains("are kept in o.csv.part"), "{told}");
    let (_, rows) = columns(&part);
    assert!(!rows.is_empty() && !folder.join("o.csv").exists());
}

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).expect("written")
}

/// An uninterrupted run, then an interrupted one that goes on: the same bytes in table and picture.
fn check(study: &[&str], picture: bool) {
    let folder = tempfile::tempdir().expect("temporary directory");
    let folder = folder.path();
    let with = |name: &str, more: &[&str]| {
        let (table, drawn) = (format!("{name}.csv"), format!("{name}.svg"));
        let mut all: Vec<String> = study.iter().map(|word| (*word).to_owned()).collect();
        all.extend(["--output".to_owned(), table]);
        if picture {
            all.extend(["--picture".to_owned(), drawn]);
        }
        all.extend(more.iter().map(|word| (*word).to_owned()));
        all
    };
    fn words(all: &[String]) -> Vec<&str> {
        all.iter().map(String::as_str).collect()
    }
    let whole = run(folder, &words(&with("whole", &[])));
    assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stderr));
    let told = interrupted_halfway(folder, &words(&with("part", &["--threads", "1"])));
    assert!(
        told.contains("stored in part.csv.kept; the same command with --resume continues"),
        "{told}"
    );
    let (table, whole_table) = (read(folder, "part.csv"), read(folder, "whole.csv"));
    assert!(table.lines().count() < whole_table.lines().count(), "{told}");
    assert_eq!(table.lines().next(), whole_table.lines().next());
    // What is kept is of this command alone.
    let other = run(folder, &words(&with("part", &["--resume", "--set", "leaf.stiffness=2.5"])));
    let text = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(text.contains("--set was "), "{text}");
    assert_eq!(other.status.code(), Some(2), "{text}");
    let resumed = run(folder, &words(&with("part", &["--resume", "--threads", "2"])));
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    assert_eq!(read(folder, "part.csv"), whole_table);
    if picture {
        assert_eq!(read(folder, "part.svg"), read(folder, "whole.svg"));
    }
    assert!(!folder.join("part.csv.kept").exists());
    let again = run(folder, &words(&with("part", &["--resume"])));
    let text = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(text.contains("no interrupted study is stored in part.csv.kept"), "{text}");
    assert_eq!(again.status.code(), Some(1), "{text}");
}

#[test]
fn an_interrupted_sweep_goes_on() {
    let file = network("BlockOnBelt.toml");
    let vary = "belt.surfaceVelocity=0.1:0.4:60";
    check(
        &["sweep", &file, "--vary", vary, "--stop-time", "200", "--section", "belt:slips"],
        false,
    );
}

#[test]
fn an_interrupted_diagram_goes_on() {
    let file = network("BlockOnBelt.toml");
    let vary = ["--vary", "belt.surfaceVelocity=0.1:0.4:120", "--section", "belt:slips"];
    let rest = ["--column", "slider.position", "--settle", "100", "--patience", "300"];
    check(&[&["bifurcation", &file][..], &vary, &rest].concat(), true);
}

#[test]
fn interrupted_answers_and_exponents_go_on() {
    let forced = ["--set", "law=coulomb", "--vary", "slider.excitationOmega=1.1:1.4:40"];
    let folder = tempfile::tempdir().expect("temporary directory");
    let folder = folder.path();
    let answers = ["frequency-response", "ForcedOscillator", "--column", "slider.position"];
    let exponents = ["lyapunov", "ForcedOscillator", "--count", "40"];
    for study in [answers.as_slice(), &exponents] {
        let study = [study, &forced].concat();
        let whole = run(folder, &study);
        assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stderr));
        // The table goes to stdout: what is kept has the names of unit and command.
        let told = interrupted_halfway(folder, &study);
        let kept = format!("ForcedOscillator.{}.kept", study[0]);
        assert!(told.contains(&kept) && folder.join(&kept).exists(), "{told}");
        let resumed = run(folder, &[&study, &["--resume"][..]].concat());
        assert_eq!(resumed.stdout, whole.stdout, "{study:?}");
    }
}

#[test]
fn changed_networks_and_damaged_files_are_refused() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let folder = folder.path();
    let text = fs::read_to_string(network("BlockOnBelt.toml")).expect("an example");
    fs::write(folder.join("belt.toml"), &text).expect("writable");
    let vary = ["--vary", "belt.surfaceVelocity=0.1:0.4:200", "--stop-time", "200"];
    let sweep = [&["sweep", "belt.toml"][..], &vary, &["--output", "s.csv"]].concat();
    let resume = [&sweep[..], &["--resume"]].concat();
    interrupted_halfway(folder, &sweep);
    let refused = |status: i32, expected: &str| {
        let output = run(folder, &resume);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains(expected) && output.status.code() == Some(status), "{text}");
    };
    fs::write(folder.join("belt.toml"), text.replace("stiffness = 2.0", "stiffness = 2.1"))
        .expect("writable");
    refused(2, "the content of belt.toml has changed since");
    fs::write(folder.join("belt.toml"), &text).expect("writable");
    let kept = fs::read(folder.join("s.csv.kept")).expect("kept");
    for place in [0, 40, kept.len() / 2, kept.len() - 1] {
        let mut wrong = kept.clone();
        wrong[place] ^= 1;
        fs::write(folder.join("s.csv.kept"), wrong).expect("writable");
        refused(1, "s.csv.kept: is damaged, or no interrupted study");
    }
    fs::write(folder.join("s.csv.kept"), &kept[..kept.len() - 3]).expect("writable");
    refused(1, "is damaged");
    // The same study that is interrupted again loses nothing that was kept.
    fs::write(folder.join("s.csv.kept"), &kept).expect("writable");
    let count = |text: &str| -> usize {
        let rest = text.split("interrupted: ").last().expect("told");
        rest.split(' ').next().expect("a count").parse().expect("a number")
    };
    let before = count(&interrupted_halfway(folder, &resume));
    let after = count(&interrupted_halfway(folder, &sweep));
    assert!(after >= before, "{before} {after}");
}

#[test]
fn what_keeps_nothing_says_so() {
    let file = network("BlockOnBelt.toml");
    let (status, text) = crate::fault(&["lyapunov", &file, "--resume"]);
    assert!(
        status == 2 && text.contains("--resume: the progress of one motion is not stored"),
        "{text}"
    );
    let (status, text) = crate::fault(&["reproduce", "J1", "--resume"]);
    assert!(status == 2 && text.contains("--resume: only S1"), "{text}");
    // Before any page is made.
    let folder = tempfile::tempdir().expect("temporary directory");
    let out = folder.path().join("pages").display().to_string();
    let (status, text) = crate::fault(&["reproduce", "J1", "S1", "--resume", "--out", &out]);
    assert!(status == 1 && text.contains("no interrupted study is stored in"), "{text}");
    assert!(!folder.path().join("pages").exists());
}
