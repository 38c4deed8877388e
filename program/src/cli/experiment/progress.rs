//! A progress bar for runs that take a while; on stderr, and only where that is a terminal.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Runs shorter than this end without a bar.
const PATIENCE: Duration = Duration::from_secs(1);

pub struct Progress {
    begin: Instant,
    done: u64,
    steps: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub fn new(steps: u64) -> Self {
        Self { begin: Instant::now(), done: 0, steps, bar: None }
    }

    /// One more step is done.
    pub fn step(&mut self) {
        self.done += 1;
        if self.bar.is_none() && self.begin.elapsed() > PATIENCE {
            let style = ProgressStyle::with_template("{wide_bar} {percent}%, {eta} left")
                .expect("a valid template");
            self.bar = Some(ProgressBar::new(self.steps).with_style(style));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.done);
        }
    }

    /// Does something that writes on stderr.
    pub fn pause(&self, write: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Removes the bar.
    pub fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
