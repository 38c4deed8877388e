//! Progress of a long run or study, on stderr: a bar where that is a terminal, else a line now and then.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Duration below which no bar is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between two tests of the progress.
const GLANCE: Duration = Duration::from_millis(100);
/// Time to the first line; each further one comes after twice the time of the last.
const FIRST_LINE: Duration = Duration::from_secs(10);
/// Length of the bar.
const WHOLE: f64 = 1e6;

/// Progress of a run or study. A thread of its own reports it, since a single step may take minutes.
pub struct Progress {
    state: Arc<State>,
    steps: f64,
    /// Whole steps that are done.
    done: AtomicU64,
    teller: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    /// Bits of the share that is done.
    share: AtomicU64,
    ended: AtomicBool,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    pub fn new(steps: u64) -> Self {
        let state = Arc::new(State::default());
        let told = state.clone();
        let teller = thread::Builder::new().spawn(move || match io::stderr().is_terminal() {
            true => draw(&told),
            false => write_lines(&told),
        });
        // Without a thread nothing is told, and all is done.
        Self { state, steps: steps as f64, done: AtomicU64::new(0), teller: teller.ok() }
    }

    /// Records that one more step is done.
    pub fn step(&self) {
        self.reach((self.done.fetch_add(1, Ordering::Relaxed) + 1) as f64);
    }

    /// Sets the number of steps that are done, the last of them in part.
    pub fn reach(&self, steps: f64) {
        self.state.share.store((steps / self.steps).to_bits(), Ordering::Relaxed);
    }

    /// Does something that writes on stderr.
    pub fn pause(&self, write: impl FnOnce()) {
        match self.state.bar.get() {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    /// Removes the bar.
    fn drop(&mut self) {
        self.state.ended.store(true, Ordering::Relaxed);
        if let Some(teller) = self.teller.take() {
            teller.thread().unpark();
            // It does not panic, and nothing depends on it.
            let _ = teller.join();
        }
    }
}

impl State {
    fn share(&self) -> f64 {
        f64::from_bits(self.share.load(Ordering::Relaxed))
    }

    /// Waits until a time, or until the end; true if that has come.
    fn ends_before(&self, until: Instant) -> bool {
        loop {
            if self.ended.load(Ordering::Relaxed) {
                return true;
            }
            match until.checked_duration_since(Instant::now()) {
                None | Some(Duration::ZERO) => return false,
                Some(left) => thread::park_timeout(left),
            }
        }
    }
}

fn draw(state: &State) {
    if state.ends_before(Instant::now() + PATIENCE) {
        return;
    }
    let style = ProgressStyle::with_template("{wide_bar} {percent}% after {elapsed}, {eta} left")
        .expect("a valid template");
    let bar = ProgressBar::new(WHOLE as u64).with_style(style).with_elapsed(PATIENCE);
    let bar = state.bar.get_or_init(|| bar);
    while !state.ends_before(Instant::now() + GLANCE) {
        bar.set_position((state.share() * WHOLE) as u64);
    }
    bar.finish_and_clear();
}

fn write_lines(state: &State) {
    let begin = Instant::now();
    let mut after = FIRST_LINE;
    while !state.ends_before(begin + after) {
        let (percent, seconds) = (100.0 * state.share(), after.as_secs());
        // Nobody is left to be told where stderr is closed.
        let _ = writeln!(io::stderr(), "after {seconds} s: {percent:.2} % done");
        after *= 2;
    }
}
