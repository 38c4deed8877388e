//! Independent jobs on several threads. Results are gathered by the number of the job, so that they are the same on any
//! number of threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Results of `job(0)`, …, `job(count − 1)` in this order; `told` is called on this thread after each job that is done,
/// with how many are.
pub fn gathered<T: Send>(
    count: usize,
    threads: usize,
    job: impl Fn(usize) -> T + Sync,
    mut told: impl FnMut(usize),
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.max(1)) {
            let (sender, next, job) = (sender.clone(), &next, &job);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    // A receiver that is gone belongs to a thread that panics: nobody wants the rest.
                    if index >= count || sender.send((index, job(index))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (done, (index, result)) in (1..).zip(receiver) {
            results[index] = Some(result);
            told(done);
        }
    });
    results.into_iter().map(|result| result.expect("every job is done")).collect()
}

#[cfg(test)]
mod tests {
    use super::gathered;

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        let expected: Vec<usize> = (0..100).map(|k| k * k).collect();
        for threads in [0, 1, 2, 7, 200] {
            let mut last = 0;
            let found = gathered(100, threads, |k| k * k, |done| last = done);
            assert_eq!((found, last), (expected.clone(), 100), "{threads} threads");
        }
        assert!(gathered(0, 2, |k| k, |_| ()).is_empty());
    }
}
