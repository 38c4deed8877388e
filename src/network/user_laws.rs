//! The laws that a network file brings along, `[law.NAME]`: what a contact's `law` can name beside those that are
//! built in.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::diagnostics::Report;
use super::names::name_fault;
use crate::laws::{Document, Form, FormError, LawKind};

/// A file, of which only the laws are looked at.
#[derive(Deserialize)]
struct Laws {
    #[serde(default)]
    law: BTreeMap<Spanned<String>, Document>,
}

/// The laws of a file whose text is a TOML table; notes what is wrong with them.
pub(super) fn laws(report: &mut Report, text: &str) -> Vec<LawKind> {
    let laws = match toml::from_str::<Laws>(text) {
        Ok(Laws { law }) => law,
        Err(error) => {
            report.fault(&error.span().unwrap_or(0..0), "law", error.message());
            return Vec::new();
        }
    };
    let mut kinds = Vec::new();
    for (name, document) in &laws {
        let subject = format!("law.{}", name.get_ref());
        let rule = if LawKind::named(name.get_ref()).is_some() {
            Some("a built-in law has this name; give yours another one")
        } else {
            name_fault(name.get_ref())
        };
        if let Some(rule) = rule {
            report.fault(&name.span(), subject, rule);
            continue;
        }
        match Form::of_user(name.get_ref(), name.span(), document) {
            Ok(form) => kinds.push(LawKind::of(form)),
            Err(FormError { place, rule }) => report.fault(&place, subject, rule),
        }
    }
    kinds
}
