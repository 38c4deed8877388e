//! Sequences of calls, generated from the tables and state machines of the standard as a test writes them down: what these
//! allow is answered, all else refused by name without a trace.

/// How an instance answers a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// With fmi2OK or fmi3OK, or fmi2Discard where a status has no answer.
    Done,
    /// With an error, and one message that names the function.
    Refused,
}

/// Names of what can be read in a state, of an instance of SingleMassFriction.
pub fn readable(state: &str) -> &'static [&'static str] {
    match state {
        "instantiated" => &["body.mass", "body.force"],
        _ => &["body.force", "body.position", "body.velocity", "contact.dissipatedEnergy"],
    }
}

/// An instance under test.
pub trait Called {
    /// Calls a function with arguments that are right in a state.
    fn call(&mut self, function: &str, state: &str) -> Answer;
    /// Bits of what can be read in a state.
    fn digest(&mut self, state: &str) -> Vec<u64>;
}

/// Functions, each with the states that allow it.
pub type Allowed = Vec<(&'static str, Vec<&'static str>)>;

/// A state machine.
pub struct Chart {
    /// The state of a fresh instance.
    pub first: &'static str,
    /// What the standard allows.
    pub allowed: Allowed,
    /// Functions that lead from a state to a state, maybe the same.
    pub moves: &'static [(&'static str, &'static str, &'static str)],
    /// Functions that are answered in states where the standard does not allow them.
    pub lenient: &'static [(&'static str, &'static [&'static str])],
    /// Functions that are refused where the standard allows them: the unit has nothing for them.
    pub absent: &'static [&'static str],
}

/// Reads a table with a line for each function: its name, and for each state a mark, `-` where it is not allowed.
pub fn table(states: &[&'static str], text: &'static str) -> Allowed {
    let row = |line: &'static str| {
        let mut words = line.split_whitespace();
        let function = words.next().expect("a function");
        let marks: Vec<&str> = words.collect();
        assert_eq!(marks.len(), states.len(), "{function}");
        let allowed = states.iter().zip(marks).filter(|(_, mark)| *mark != "-");
        (function, allowed.map(|(state, _)| *state).collect())
    };
    text.lines().filter(|line| !line.trim().is_empty()).map(row).collect()
}

/// Reads lists of the functions that states allow, among all functions.
pub fn lists(all: &'static str, lists: &[(&'static str, &'static str)]) -> Allowed {
    let names = |text: &'static str| text.split_whitespace();
    for (state, list) in lists {
        let unknown = names(list).find(|name| !names(all).any(|one| one == *name));
        assert_eq!(unknown, None, "in {state}");
    }
    let of = |function: &'static str| {
        let states = lists.iter().filter(|(_, list)| names(list).any(|name| name == function));
        (function, states.map(|(state, _)| *state).collect())
    };
    names(all).map(of).collect()
}

impl Chart {
    /// How a function is to be answered in a state.
    fn expected(&self, function: &str, states: &[&str], state: &str) -> Answer {
        let lenient = self.lenient.iter().find(|(name, _)| *name == function);
        let allowed = states.contains(&state) && !self.absent.contains(&function);
        let answered = allowed || lenient.is_some_and(|(_, states)| states.contains(&state));
        if answered { Answer::Done } else { Answer::Refused }
    }

    fn moves_from(&self, state: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
        let of = self.moves.iter().filter(move |(_, from, _)| *from == state);
        of.map(|(function, _, to)| (*function, *to)).collect::<Vec<_>>().into_iter()
    }

    /// Tries all sequences of at most `longest` moves, and after each of them every function of the table; how many there
    /// were.
    pub fn explore<C: Called>(&self, fresh: &dyn Fn() -> C, longest: usize) -> usize {
        self.extend(fresh, &mut Vec::new(), longest)
    }

    fn extend<C: Called>(
        &self,
        fresh: &dyn Fn() -> C,
        path: &mut Vec<(&'static str, &'static str)>,
        left: usize,
    ) -> usize {
        let state = self.try_all(&mut fresh(), path);
        let mut count = 1;
        for one in self.moves_from(state).filter(|_| left > 0) {
            path.push(one);
            count += self.extend(fresh, path, left - 1);
            path.pop();
        }
        count
    }

    /// The state that a sequence leads to.
    fn try_all<C: Called>(&self, one: &mut C, path: &[(&str, &'static str)]) -> &'static str {
        let mut state = self.first;
        for (function, to) in path {
            assert_eq!(one.call(function, state), Answer::Done, "{function} in {state}: {path:?}");
            state = to;
        }
        let before = one.digest(state);
        let moves: Vec<&str> = self.moves_from(state).map(|(function, _)| function).collect();
        // Those that are refused first, before others change values.
        for wanted in [Answer::Refused, Answer::Done] {
            for (function, states) in &self.allowed {
                let expected = self.expected(function, states, state);
                if expected == wanted && !moves.contains(function) {
                    let answer = one.call(function, state);
                    assert_eq!(answer, wanted, "{function} in {state} after {path:?}");
                }
            }
            if wanted == Answer::Refused {
                assert_eq!(one.digest(state), before, "{state} after {path:?}");
            }
        }
        state
    }
}
