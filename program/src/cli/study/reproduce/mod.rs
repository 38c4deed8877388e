//! `luztar reproduce`: figures and numbers of the papers, beside what luztar finds.

mod a1;
mod bench;
mod friction;
mod page;
mod s1;

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use super::kept::{Kept, Resume};
use super::options::Threads;
use crate::cli::failure::Failure;
use crate::cli::words::Words;
use page::Page;

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Paper {
    /// Żardecki, JTAM 44 (2006) 1: luz and tar
    #[value(name = "J1")]
    J1,
    /// Żardecki, JTAM 44 (2006) 2: friction and stick-slip
    #[value(name = "J2")]
    J2,
    /// Żardecki, JTAM 45 (2007) 2: static friction indeterminacy
    #[value(name = "J3")]
    J3,
    /// Olejnik, Awrejcewicz, Fečkan, Applied Mathematical Sciences 8 (2014)
    #[value(name = "A1")]
    A1,
    /// Awrejcewicz, Olejnik, Applied Mechanics Reviews 58 (2005)
    #[value(name = "S1")]
    S1,
}

#[derive(clap::Args)]
#[command(after_long_help = concat!(
    "Example:\n  luztar reproduce A1 --out reproduction\n\nWrites a page PAPER.md with a table and pictures for each paper.",
    super::options::exit_status!()))]
pub struct Arguments {
    /// Papers to be reproduced [default: all]
    #[arg(value_name = "PAPER", ignore_case = true)]
    papers: Vec<Paper>,
    /// Folder for pages and pictures
    #[arg(long, value_name = "DIR", default_value = "docs/reproduction")]
    out: PathBuf,
    #[command(flatten)]
    resume: Resume,
    #[command(flatten)]
    threads: Threads,
}

pub fn run(arguments: &Arguments, words: &Words, out: &mut dyn Write) -> Result<(), Failure> {
    let all = [Paper::J1, Paper::J2, Paper::J3, Paper::A1, Paper::S1];
    let papers = if arguments.papers.is_empty() { &all } else { arguments.papers.as_slice() };
    let kept = match papers.contains(&Paper::S1) {
        true => {
            let place = arguments.out.join("reproduce");
            Some(Kept::new(words, &arguments.resume, (&place, ""), &[]))
        }
        false => {
            arguments.resume.refuse("only S1 takes so long that it is kept")?;
            None
        }
    };
    kept.as_ref().map_or(Ok(()), Kept::check)?;
    fs::create_dir_all(&arguments.out)
        .map_err(|error| Failure::job(format!("{}: {error}", arguments.out.display())))?;
    for paper in papers {
        let page = match paper {
            Paper::J1 => friction::j1(),
            Paper::J2 => friction::j2(),
            Paper::J3 => friction::j3(),
            Paper::A1 => a1::page(),
            Paper::S1 => {
                let kept = kept.as_ref().expect("made for S1");
                s1::page(kept, arguments.threads.number())
            }
        };
        let page: Page = page.map_err(Failure::from)?;
        page.write(&arguments.out)?;
        let (rows, pictures) = (page.rows.len(), page.pictures.len());
        writeln!(out, "{}: {rows} rows, {pictures} pictures", page.paper)?;
    }
    Ok(())
}
