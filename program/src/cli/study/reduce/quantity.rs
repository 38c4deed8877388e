//! Products and sums of symbols, written twice: with their symbols, and with their numbers.

use super::lines::broken;

/// A text with symbols, and its form with numbers.
#[derive(Clone, Default, PartialEq)]
pub struct Shown {
    pub symbols: String,
    pub numbers: String,
}

impl Shown {
    /// A text that is the same in both.
    pub fn plain(text: impl Into<String>) -> Self {
        let symbols = text.into();
        Self { numbers: symbols.clone(), symbols }
    }

    /// A text around others, whose places are `{}`.
    pub fn around(pattern: &str, parts: &[&Self]) -> Self {
        let filled = |of: fn(&Self) -> &String| {
            let mut texts = pattern.split("{}");
            let mut text = texts.next().unwrap_or_default().to_owned();
            for (part, rest) in parts.iter().zip(texts) {
                text.push_str(of(part));
                text.push_str(rest);
            }
            text
        };
        Self { symbols: filled(|one| &one.symbols), numbers: filled(|one| &one.numbers) }
    }

    /// An equation in lines that are not too wide.
    pub fn broken(&self) -> Self {
        let [symbols, numbers] = [&self.symbols, &self.numbers].map(|text| broken(text));
        Self { symbols, numbers }
    }
}

/// A product of symbols over another one, and its value.
#[derive(Clone)]
pub struct Quantity {
    over: Vec<String>,
    under: Vec<String>,
    pub value: f64,
}

impl Quantity {
    /// The empty product.
    pub fn one() -> Self {
        Self { over: Vec::new(), under: Vec::new(), value: 1.0 }
    }

    pub fn symbol(symbol: String, value: f64) -> Self {
        Self { over: vec![symbol], under: Vec::new(), value }
    }

    pub fn times(&self, other: &Self) -> Self {
        let [mut over, mut under] = [[&self.over, &other.over], [&self.under, &other.under]]
            .map(|both| both.map(Vec::clone).concat());
        over.retain(|symbol| match under.iter().position(|other| other == symbol) {
            Some(place) => {
                under.remove(place);
                false
            }
            None => true,
        });
        Self { over, under, value: self.value * other.value }
    }

    pub fn per(&self, other: &Self) -> Self {
        let (over, under) = (other.under.clone(), other.over.clone());
        self.times(&Self { over, under, value: 1.0 / other.value })
    }

    /// `a b²/(c d)`; `1` of the empty product.
    pub fn text(&self) -> String {
        let over = if self.over.is_empty() { "1".to_owned() } else { powers(&self.over) };
        match self.under.as_slice() {
            [] => over,
            [_] => format!("{over}/{}", self.under[0]),
            _ => format!("{over}/({})", powers(&self.under)),
        }
    }

    pub fn shown(&self) -> Shown {
        Shown { symbols: self.text(), numbers: number(self.value) }
    }

    fn is_one(&self) -> bool {
        self.over.is_empty() && self.under.is_empty()
    }
}

/// `a b²` of `a`, `b`, `b`.
fn powers(symbols: &[String]) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for symbol in symbols {
        match counts.iter_mut().find(|(known, _)| known == symbol) {
            Some((_, count)) => *count += 1,
            None => counts.push((symbol, 1)),
        }
    }
    let power = |(symbol, count): &(&str, usize)| match count {
        1 => (*symbol).to_owned(),
        2 => format!("{symbol}²"),
        _ => format!("{symbol}^{count}"),
    };
    counts.iter().map(power).collect::<Vec<_>>().join(" ")
}

/// A term of a sum: a factor times what stands behind it, which is empty of a scalar.
#[derive(Clone)]
pub struct Term {
    pub minus: bool,
    pub factor: Quantity,
    pub of: Shown,
}

impl Term {
    pub fn scalar(factor: Quantity) -> Self {
        Self { minus: false, factor, of: Shown::default() }
    }

    pub fn of(factor: Quantity, of: Shown) -> Self {
        Self { minus: false, factor, of }
    }

    /// The term times a factor, with the other sign if that is asked for.
    pub fn scaled(&self, minus: bool, by: &Quantity) -> Self {
        Self { minus: self.minus != minus, factor: by.times(&self.factor), of: self.of.clone() }
    }

    /// A factor times a sum: in brackets, unless it is of one term.
    pub fn times(factor: Quantity, terms: &[Self]) -> Self {
        match terms {
            [one] => one.scaled(false, &factor),
            _ => Self::of(factor, Shown::around("({})", &[&sum(terms)])),
        }
    }

    /// Value of a scalar with its sign.
    pub fn value(&self) -> f64 {
        if self.minus { -self.factor.value } else { self.factor.value }
    }

    fn symbols(&self) -> String {
        let Self { factor, of, .. } = self;
        match (factor.is_one(), of.symbols.is_empty()) {
            (_, true) => factor.text(),
            (true, false) => of.symbols.clone(),
            (false, false) if factor.under.is_empty() => {
                format!("{} {}", factor.text(), of.symbols)
            }
            (false, false) => format!("({}) {}", factor.text(), of.symbols),
        }
    }

    fn numbers(&self) -> String {
        let size = self.factor.value.abs();
        match (size == 1.0, self.of.numbers.is_empty()) {
            (_, true) => number(size),
            (true, false) => self.of.numbers.clone(),
            (false, false) => format!("{} {}", number(size), self.of.numbers),
        }
    }
}

/// `a − p b + c`; 0 without terms.
pub fn sum(terms: &[Term]) -> Shown {
    let (mut symbols, mut numbers) = (String::new(), String::new());
    for term in terms {
        add(&mut symbols, term.minus, &term.symbols());
        add(&mut numbers, term.minus != (term.factor.value < 0.0), &term.numbers());
    }
    match terms {
        [] => Shown::plain("0"),
        _ => Shown { symbols, numbers },
    }
}

fn add(text: &mut String, minus: bool, term: &str) {
    text.push_str(match (text.is_empty(), minus) {
        (true, true) => "−",
        (true, false) => "",
        (false, true) => " − ",
        (false, false) => " + ",
    });
    text.push_str(term);
}

/// A number with six digits at most.
pub fn number(value: f64) -> String {
    let plain = value == 0.0 || (1e-4..1e7).contains(&value.abs());
    let shown = if plain { rounded(value) } else { format!("{value:.5e}") };
    shown.replace('-', "−")
}

/// Six digits, without zeros at their end.
fn rounded(value: f64) -> String {
    let before = value.abs().max(1.0).log10().floor() as usize + 1;
    let text = format!("{value:.*}", 6usize.saturating_sub(before));
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}
