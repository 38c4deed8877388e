//! Inherent methods that files define, and calls in them.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::circles::{Sources, definer};
use crate::imports::Module;

/// Files that hand a name on, one to the next, at most.
const MOST_HANDS: usize = 4;

/// A type: the file that defines it, and its name.
pub type Type = (Module, String);

/// A call in a file: of a method of a type, or of whatever has it.
#[derive(Debug)]
pub struct Call {
    pub of: Option<Type>,
    pub method: String,
}

/// An inherent method or function.
#[derive(Debug)]
pub struct Method {
    pub of: Type,
    pub name: String,
    /// False if its file and the folder of that alone see it.
    pub is_public: bool,
}

/// Methods of a file and calls in it.
#[derive(Debug, Default)]
pub struct Found {
    pub methods: Vec<Method>,
    pub calls: Vec<Call>,
}

/// A file that is read.
struct Reader<'s> {
    sources: &'s Sources,
    file: &'s Module,
    /// Types that names mean in it.
    types: BTreeMap<String, Option<Type>>,
    /// Types of the parameters of the function that is read.
    parameters: BTreeMap<String, Type>,
    found: Found,
}

fn word(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(word)) => Some(word.to_string()),
        _ => None,
    }
}

fn is_mark(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// The place behind generic arguments that begin at `at`, if any do.
fn behind_generics(tokens: &[TokenTree], at: usize) -> usize {
    if !is_mark(tokens.get(at), '<') {
        return at;
    }
    let mut depth = 0;
    for place in at..tokens.len() {
        let arrow = place > 0 && is_mark(tokens.get(place - 1), '-');
        depth += i32::from(is_mark(tokens.get(place), '<'));
        depth -= i32::from(is_mark(tokens.get(place), '>') && !arrow);
        if depth == 0 {
            return place + 1;
        }
    }
    tokens.len()
}

impl Reader<'_> {
    /// The type that a name means in this file.
    fn type_of(&mut self, name: &str) -> Option<Type> {
        if let Some(known) = self.types.get(name) {
            return known.clone();
        }
        let found = self.find_type(name);
        self.types.insert(name.to_owned(), found.clone());
        found
    }

    fn find_type(&self, name: &str) -> Option<Type> {
        let here = self.sources[self.file].defines(name);
        let ends = |path: &&Module| path.last().is_some_and(|last| last == name);
        let named = || {
            let mut paths = self.sources[self.file].paths.iter().filter(ends);
            paths.find_map(|path| definer(self.sources, path)).cloned()
        };
        let beside = || {
            // `use super::*` in a module below.
            let above = &self.file[..self.file.len().saturating_sub(1)];
            let (above, source) = self.sources.get_key_value(above)?;
            source.defines(name).then(|| above.clone())
        };
        let mut file = if here { Some(self.file.clone()) } else { named().or_else(beside) };
        // Through what is handed on from beside.
        for _ in 0..MOST_HANDS {
            let Some(by) = file.as_ref().filter(|file| !self.sources[*file].defines(name)) else {
                break;
            };
            let mut paths = self.sources[by].paths.iter().filter(ends);
            file = paths.find_map(|path| definer(self.sources, path)).cloned();
        }
        file.map(|file| (file, name.to_owned()))
    }

    /// Reads items, or what stands in a function of a type.
    fn read(&mut self, tokens: TokenStream, of: Option<&Type>) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            at = match &tokens[at] {
                TokenTree::Group(_) if is_tests(&tokens, at) => behind_item(&tokens, at + 1),
                TokenTree::Group(group) => {
                    self.read(group.stream(), of);
                    at + 1
                }
                TokenTree::Ident(name) if *name == "impl" && of.is_none() => {
                    self.read_impl(&tokens, at + 1)
                }
                TokenTree::Ident(name) if *name == "fn" => self.read_function(&tokens, at + 1, of),
                TokenTree::Ident(_) => {
                    self.note_call(&tokens, at, of);
                    at + 1
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => at + 1,
            };
        }
    }

    /// Reads a function from its name on; the place behind it.
    fn read_function(&mut self, tokens: &[TokenTree], at: usize, of: Option<&Type>) -> usize {
        let begin = behind_generics(tokens, at + 1);
        let (Some(_), Some(TokenTree::Group(group))) = (word(tokens.get(at)), tokens.get(begin))
        else {
            return at;
        };
        let parameters = self.parameters_in(group.stream());
        let around = std::mem::replace(&mut self.parameters, parameters);
        let end = behind_item(tokens, begin + 1);
        self.read(tokens[begin + 1..end].iter().cloned().collect(), of);
        self.parameters = around;
        end
    }

    /// The parameters that are of a type of the crate, or references to one.
    fn parameters_in(&mut self, list: TokenStream) -> BTreeMap<String, Type> {
        let tokens: Vec<TokenTree> = list.into_iter().collect();
        let mut found = BTreeMap::new();
        let names = (0..tokens.len()).filter(|at| {
            let begins = |place: usize| is_mark(tokens.get(place), ',');
            let is_first = *at == 0 || begins(at - 1);
            let is_mut = *at > 0 && word(tokens.get(at - 1)).as_deref() == Some("mut");
            let is_named = is_mark(tokens.get(at + 1), ':') && !is_mark(tokens.get(at + 2), ':');
            (is_first || is_mut) && is_named
        });
        for at in names {
            let rest = &tokens[at + 2..];
            let is_end = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if [',', '<'].contains(&punct.as_char()));
            let end = rest.iter().position(is_end).unwrap_or(rest.len());
            let of = word(end.checked_sub(1).and_then(|last| rest.get(last)));
            let of = of.and_then(|name| self.type_of(&name));
            found.extend(word(tokens.get(at)).zip(of));
        }
        found
    }

    /// Reads an `impl` block from behind that word; the place behind it.
    fn read_impl(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let begin = behind_generics(tokens, at);
        let is_body = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let Some(body) = tokens[begin..].iter().position(is_body).map(|place| begin + place) else {
            return at;
        };
        let words = || (begin..body).map(|place| (place, word(tokens.get(place))));
        let is = |wanted: &'static str| {
            move |(_, word): &(usize, Option<String>)| word.as_deref() == Some(wanted)
        };
        let end = words().find(is("where")).map_or(body, |(place, _)| place);
        let of_trait = words().find(is("for")).map(|(place, _)| place).filter(|place| *place < end);
        let mut place = of_trait.map_or(begin, |place| place + 1);
        let mut name = None;
        // The last word of a path, references and lifetimes apart.
        while place < end && !is_mark(tokens.get(place), '<') {
            name = word(tokens.get(place)).or(name);
            place += 1;
        }
        let of = name.and_then(|name| self.type_of(&name));
        let TokenTree::Group(group) = &tokens[body] else { return body };
        if let (None, Some(of)) = (of_trait, &of) {
            self.note_methods(group.stream(), of);
        }
        // Whatever has no name in the crate is another one's.
        let nobody = (Module::new(), String::new());
        self.read(group.stream(), Some(&of.unwrap_or(nobody)));
        body + 1
    }

    fn note_methods(&mut self, body: TokenStream, of: &Type) {
        let tokens: Vec<TokenTree> = body.into_iter().collect();
        let mut is_public = false;
        for (at, token) in tokens.iter().enumerate() {
            match (token, word(tokens.get(at + 1))) {
                (TokenTree::Ident(word), _) if *word == "pub" => is_public = true,
                (TokenTree::Ident(word), Some(name)) if *word == "fn" => {
                    self.found.methods.push(Method { of: of.clone(), name, is_public });
                    is_public = false;
                }
                (TokenTree::Punct(punct), _) if punct.as_char() == ';' => is_public = false,
                _ => {}
            }
        }
    }

    /// Notes the call of a method whose name stands at `at`, if one does.
    fn note_call(&mut self, tokens: &[TokenTree], at: usize, own: Option<&Type>) {
        let mut next = at + 1;
        if is_mark(tokens.get(next), ':') && is_mark(tokens.get(next + 2), '<') {
            next = behind_generics(tokens, next + 2);
        }
        let called = matches!(tokens.get(next), Some(TokenTree::Group(group))
            if group.delimiter() == Delimiter::Parenthesis);
        let (Some(method), Some(before)) = (word(tokens.get(at)), at.checked_sub(1)) else {
            return;
        };
        let back = |steps: usize| at.checked_sub(steps).and_then(|place| tokens.get(place));
        if is_mark(tokens.get(before), '.') && !is_mark(back(2), '.') {
            let of = match word(back(2)).filter(|_| !is_mark(back(3), '.')).as_deref() {
                Some("self") => own.cloned(),
                Some(name) => self.parameters.get(name).cloned(),
                None => None,
            };
            if called {
                self.found.calls.push(Call { of, method });
            }
        } else if is_mark(tokens.get(before), ':') && is_mark(back(2), ':') {
            // A function of a type, called or handed on.
            let of = match word(back(3)).as_deref() {
                Some("Self") => own.cloned(),
                Some(name) if name.starts_with(char::is_uppercase) => self.type_of(name),
                _ => None,
            };
            self.found.calls.extend(of.map(|of| Call { of: Some(of), method }));
        }
    }
}

/// True if the group at `at` is that of `#[cfg(test)]`.
fn is_tests(tokens: &[TokenTree], at: usize) -> bool {
    let hash = at.checked_sub(1).is_some_and(|before| is_mark(tokens.get(before), '#'));
    let TokenTree::Group(group) = &tokens[at] else { return false };
    hash && group.stream().to_string().replace(' ', "") == "cfg(test)"
}

/// The place behind the item that begins at `at`: behind its braces, its semicolon or its comma.
fn behind_item(tokens: &[TokenTree], at: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => [';', ','].contains(&punct.as_char()),
        _ => false,
    };
    let end = tokens[at..].iter().position(ends);
    end.map_or(tokens.len(), |end| at + end + 1)
}

/// Methods that the files define, and those that they call.
pub fn read(texts: &[(Module, &str)], sources: &Sources) -> BTreeMap<Module, Found> {
    let of = |(file, text): &(Module, &str)| {
        let (types, parameters, found) = (BTreeMap::new(), BTreeMap::new(), Found::default());
        let mut reader = Reader { sources, file, types, parameters, found };
        reader.read(text.parse().expect("Rust source"), None);
        (file.clone(), reader.found)
    };
    texts.iter().map(of).collect()
}
