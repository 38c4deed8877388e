//! Results of an interrupted study, kept in a file until the same command continues with `--resume`.
//!
//! A study is a number of chains of links: a link is made from those before it, chains are independent of one another. A
//! sweep has a chain of one link for each run, a bifurcation diagram a chain for each way, with a link for each value.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use luztar::study::parallel::gathered;

use crate::cli::content;
use crate::cli::experiment::progress::Progress;
use crate::cli::failure::{Failure, warn};
use crate::cli::interrupt;
use crate::cli::sheet::is_stdout;
use crate::cli::target::Content;
use crate::cli::words::Words;

/// First line of the file; a hash of all that follows comes next.
const MAGIC: &[u8] = b"luztar: an interrupted study, 1\n";
const HASH: usize = 32;

/// Time between two writings of the file: so much computing is lost where the command is killed.
const INTERVAL: Duration = Duration::from_secs(2);
/// Writing takes one part in so many of the time.
const SHARE: u32 = 20;

/// The links that are done while others are made.
struct Done<T> {
    chains: Vec<Vec<T>>,
    /// Time at which they are kept next; None where they cannot be.
    next: Option<Instant>,
    /// True if they were kept before.
    is_kept: bool,
}

impl<T> Done<T> {
    fn new(chains: Vec<Vec<T>>) -> Self {
        Self { chains, next: Some(Instant::now() + INTERVAL), is_kept: false }
    }
}

#[derive(clap::Args)]
pub struct Resume {
    /// Continues where the same command was interrupted
    #[arg(long)]
    resume: bool,
}

impl Resume {
    /// Refuses `--resume` where nothing is kept.
    ///
    /// # Errors
    /// The option was given (usage).
    pub fn refuse(&self, why: &str) -> Result<(), Failure> {
        match self.resume {
            true => Err(Failure::Usage(format!("--resume: {why}"))),
            false => Ok(()),
        }
    }
}

/// Identity of a study: names of options and files, with their values and contents.
type Identity = Vec<(String, String)>;

/// File in which a study is kept.
pub struct Kept {
    path: PathBuf,
    identity: Identity,
    resume: bool,
}

/// Links of all chains; fewer than there are to be if the study was interrupted.
pub struct Chains<T> {
    pub links: Vec<Vec<T>>,
    interrupted: Option<Failure>,
}

impl<T> Chains<T> {
    /// Returns all links.
    ///
    /// # Errors
    /// The study was interrupted.
    pub fn whole(self) -> Result<Vec<Vec<T>>, Failure> {
        self.interrupted.map_or(Ok(self.links), Err)
    }

    /// Ends the study after its results were written.
    ///
    /// # Errors
    /// The study was interrupted.
    pub fn finish(self) -> Result<(), Failure> {
        self.interrupted.map_or(Ok(()), Err)
    }
}

impl Kept {
    /// Chooses a file beside the table, or, where that is stdout, in this folder by the names of unit and command.
    /// `files` are those that the results depend on. From now on Ctrl-C, SIGTERM and SIGHUP end the study with what it
    /// has.
    pub fn new(
        words: &Words,
        resume: &Resume,
        (output, unit): (&Path, &str),
        files: &[Content],
    ) -> Self {
        let path = match is_stdout(output) {
            true => PathBuf::from(format!("{unit}.{}.kept", words.command)),
            false => {
                let mut name = output.as_os_str().to_owned();
                name.push(".kept");
                name.into()
            }
        };
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let mut identity =
            vec![("luztar".to_owned(), version), ("command".to_owned(), words.command.clone())];
        identity.extend(words.options.iter().cloned());
        let content = |(name, bytes): &Content| (format!("content of {name}"), hash(bytes));
        identity.extend(files.iter().map(content));
        interrupt::watch();
        Self { path, identity, resume: resume.resume }
    }

    /// Makes all links, `lengths` telling how many each chain has: those that are kept are there already. `link` makes
    /// the next of a chain, by its number, from those before. What is done is kept every few seconds, so that little is
    /// lost where the command is killed.
    ///
    /// # Errors
    /// A file that is missing, damaged or of another study; the first chain that cannot continue.
    pub fn chains<T>(
        &self,
        lengths: &[usize],
        threads: usize,
        link: impl Fn(usize, &[T]) -> Result<T, Failure> + Sync,
    ) -> Result<Chains<T>, Failure>
    where
        T: Clone + Send + Sync + Serialize + DeserializeOwned,
    {
        let begun = match self.resume {
            true => self.read(lengths)?,
            false => lengths.iter().map(|_| Vec::new()).collect(),
        };
        let count: usize = lengths.iter().sum();
        let progress = Progress::new(count as u64);
        let step = || progress.step();
        begun.iter().flatten().for_each(|_: &T| step());
        let done = Mutex::new(Done::new(begun.clone()));
        let job = |chain: usize| {
            let mut links: Vec<T> = begun[chain].clone();
            while links.len() < lengths[chain] && !interrupt::asked() {
                match link(chain, &links) {
                    Ok(next) => links.push(next),
                    Err(Failure::Interrupted(_)) => break,
                    Err(failure) => return Err(failure),
                }
                step();
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                done.chains[chain].extend(links.last().cloned());
                self.keep_at_times(lengths, &mut done);
            }
            Ok(links)
        };
        let found = gathered(lengths.len(), threads, job, |_| ());
        drop(progress);
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        let links = found.into_iter().collect::<Result<Vec<_>, _>>().inspect_err(|_| {
            if done.is_kept && !self.resume {
                // The failure is what matters.
                let _ = fs::remove_file(&self.path);
            }
        })?;
        let interrupted = match links.iter().map(Vec::len).sum::<usize>() < count {
            true => Some(self.keep(lengths, &links, count)?),
            false => None,
        };
        if interrupted.is_none() && (self.resume || done.is_kept) {
            fs::remove_file(&self.path).map_err(|error| self.fault(error))?;
        }
        Ok(Chains { links, interrupted })
    }

    /// Keeps what is done, if the last time was long enough ago.
    fn keep_at_times<T>(&self, lengths: &[usize], done: &mut Done<T>)
    where
        T: Clone + Serialize + DeserializeOwned,
    {
        let begun = Instant::now();
        if done.next.is_none_or(|next| begun < next) {
            return;
        }
        match self.keep(lengths, &done.chains, lengths.iter().sum()) {
            Ok(_) => {
                done.is_kept = true;
                done.next = Some(Instant::now() + INTERVAL.max(SHARE * begun.elapsed()));
            }
            Err(failure) => {
                done.next = None;
                warn(&format!("{}: the progress is not stored", failure.text()));
            }
        }
    }

    /// Writes what there is, and what an earlier run of the same study kept beyond it.
    fn keep<T>(&self, lengths: &[usize], links: &[Vec<T>], count: usize) -> Result<Failure, Failure>
    where
        T: Clone + Serialize + DeserializeOwned,
    {
        let mut all = links.to_vec();
        if let Ok(earlier) = self.read::<T>(lengths) {
            for (links, earlier) in all.iter_mut().zip(earlier) {
                if earlier.len() > links.len() {
                    *links = earlier;
                }
            }
        }
        let mut payload = encoded(&self.identity);
        payload.extend(encoded(&all));
        let folder = self.path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let mut file = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))
            .map_err(|error| self.fault(error))?;
        for part in [MAGIC, &Sha256::digest(&payload), &payload] {
            file.write_all(part).map_err(|error| self.fault(error))?;
        }
        file.persist(&self.path).map_err(|error| self.fault(error.error))?;
        let done: usize = all.iter().map(Vec::len).sum();
        Ok(Failure::Interrupted(format!(
            "{done} of {count} parts are done and stored in {}; the same command with --resume continues",
            self.path.display()
        )))
    }

    /// Checks that the study can be resumed, where it is to.
    ///
    /// # Errors
    /// Those of [`Kept::chains`], for the file.
    pub fn check(&self) -> Result<(), Failure> {
        if self.resume { self.stored().map(|_| ()) } else { Ok(()) }
    }

    /// Returns the encoded chains of the file, which is one of this study.
    fn stored(&self) -> Result<Vec<u8>, Failure> {
        let file = self.path.display();
        let bytes =
            content::bytes(&self.path, content::LONGEST).map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => {
                    Failure::job(format!("--resume: no interrupted study is stored in {file}"))
                }
                _ => self.fault(error),
            })?;
        let damaged = || self.damaged();
        let rest = bytes.strip_prefix(MAGIC).ok_or_else(damaged)?;
        let (sum, payload) = rest.split_at_checked(HASH).ok_or_else(damaged)?;
        if sum != Sha256::digest(payload).as_slice() {
            return Err(damaged());
        }
        let (identity, rest) =
            postcard::take_from_bytes::<Identity>(payload).map_err(|_| damaged())?;
        self.compare(&identity)?;
        Ok(rest.to_vec())
    }

    fn read<T: DeserializeOwned>(&self, lengths: &[usize]) -> Result<Vec<Vec<T>>, Failure> {
        let chains: Vec<Vec<T>> =
            postcard::from_bytes(&self.stored()?).map_err(|_| self.damaged())?;
        let fits = chains.len() == lengths.len()
            && chains.iter().zip(lengths).all(|(chain, length)| chain.len() <= *length);
        if fits { Ok(chains) } else { Err(self.damaged()) }
    }

    fn damaged(&self) -> Failure {
        Failure::job(format!("{}: is damaged, or no interrupted study", self.path.display()))
    }

    /// # Errors
    /// The name of what differs from the study that is kept.
    fn compare(&self, kept: &Identity) -> Result<(), Failure> {
        let value = |list: &Identity, name: &str| {
            list.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone())
        };
        let names = self.identity.iter().chain(kept).map(|(name, _)| name);
        for name in names {
            let (then, now) = (value(kept, name), value(&self.identity, name));
            if then == now {
                continue;
            }
            let file = self.path.display();
            let shown = |value: Option<String>| match value {
                Some(value) if !value.is_empty() => format!("`{value}`"),
                _ => "not given".to_owned(),
            };
            let what = match name.starts_with("content of ") {
                true => format!("the {name} has changed since"),
                false => format!("{name} was {}, now it is {}", shown(then), shown(now)),
            };
            return Err(Failure::Usage(format!(
                "--resume: {file} is of another study: {what}; without --resume the study starts anew"
            )));
        }
        Ok(())
    }

    fn fault(&self, error: std::io::Error) -> Failure {
        Failure::job(format!("{}: {error}", self.path.display()))
    }
}

fn encoded(value: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).expect("memory is all that it needs")
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::{Failure, Kept};

    /// Returns the next number of a chain from those before.
    fn next(chain: usize, before: &[f64]) -> f64 {
        0.1 * chain as f64 + before.last().map_or(0.3, |last| 3.9 * last * (1.0 - last))
    }

    #[test]
    fn chains_are_the_same_on_any_number_of_threads_and_from_what_was_kept() {
        let folder = tempfile::tempdir().expect("temporary directory");
        let kept = |resume| Kept {
            path: folder.path().join("study.kept"),
            identity: vec![("--vary".to_owned(), "x=1:2:3".to_owned())],
            resume,
        };
        let lengths = [5, 0, 7, 1];
        let made = AtomicUsize::new(0);
        let link = |chain: usize, before: &[f64]| {
            made.fetch_add(1, Ordering::Relaxed);
            Ok(next(chain, before))
        };
        let whole = |resume, threads| {
            let chains = kept(resume).chains(&lengths, threads, link).expect("chains");
            chains.whole().expect("nobody interrupts")
        };
        let expected = whole(false, 1);
        assert_eq!(expected.iter().map(Vec::len).collect::<Vec<_>>(), lengths);
        for threads in [2, 7] {
            assert_eq!(whole(false, threads), expected);
        }
        let part = [expected[0][..2].to_vec(), vec![], expected[2][..6].to_vec(), vec![]];
        let told = kept(false).keep(&lengths, &part, 13).expect("writable").text();
        assert!(told.starts_with("8 of 13 parts are done"), "{told}");
        // A shorter part of the same study takes nothing away.
        kept(false).keep(&lengths, &[const { Vec::<f64>::new() }; 4], 13).expect("writable");
        made.store(0, Ordering::Relaxed);
        assert_eq!(whole(true, 2), expected);
        assert_eq!(made.load(Ordering::Relaxed), 5);
        assert!(!folder.path().join("study.kept").exists());
    }

    #[test]
    fn the_first_chain_that_cannot_go_on_is_told() {
        let folder = tempfile::tempdir().expect("temporary directory");
        let path = folder.path().join("study.kept");
        let kept = Kept { path, identity: Vec::new(), resume: false };
        let link = |chain: usize, before: &[f64]| match (chain, before.len()) {
            (1 | 2, 1) => Err(Failure::Job(format!("chain {chain}"))),
            _ => Ok(next(chain, before)),
        };
        for threads in [1, 2] {
            let failure = kept.chains(&[2, 2, 2], threads, link).err().expect("fails");
            assert_eq!(failure.text(), "chain 1");
        }
    }
}
