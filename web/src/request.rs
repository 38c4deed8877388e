//! Requests of the page.

use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;
use crate::source::Source;
use crate::{fmu, given, mechanism, motion};

#[derive(Deserialize)]
#[serde(tag = "job", rename_all = "camelCase")]
enum Request {
    /// Networks to begin with.
    Given,
    /// Description of a network: drawing, variables.
    Read(Source),
    /// A motion.
    Run {
        #[serde(flatten)]
        source: Source,
        #[serde(flatten)]
        experiment: motion::Experiment,
    },
    /// An FMU.
    Fmu {
        #[serde(flatten)]
        source: Source,
        #[serde(flatten)]
        order: fmu::Order,
    },
}

/// Returns the answer to a request, line of JSON and bytes.
pub fn answer(request: &[u8]) -> Vec<u8> {
    let end = request.iter().position(|byte| *byte == b'\n').unwrap_or(request.len());
    let (line, bytes) = (&request[..end], request.get(end + 1..).unwrap_or_default());
    let answered = match serde_json::from_slice(line) {
        Ok(request) => dispatch(request, bytes),
        Err(error) => Err(Refusal::Request { rule: error.to_string() }),
    };
    answered.unwrap_or_else(|refusal| message(&refusal, &[]))
}

fn dispatch(request: Request, bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    Ok(match request {
        Request::Given => message(&given::networks(), &[]),
        Request::Read(source) => {
            let unit = source.unit()?;
            message(&mechanism::of(&unit, &source)?, &[])
        }
        Request::Run { source, experiment } => {
            let (motion, numbers) = motion::run(&source.unit()?, &experiment)?;
            message(&motion, &numbers)
        }
        Request::Fmu { source, order } => {
            let (told, archive) = fmu::make(&source.unit()?, &order, bytes)?;
            message(&told, &archive)
        }
    })
}

fn message(told: &impl Serialize, bytes: &[u8]) -> Vec<u8> {
    let mut message = serde_json::to_vec(told).expect("names, texts and finite numbers");
    message.push(b'\n');
    message.extend(bytes);
    message
}
