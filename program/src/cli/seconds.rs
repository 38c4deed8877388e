//! Times of options.

use luztar::network::{self, PhysicalUnit};

/// Reads a time in s, or a text with a unit of time: `0.5`, `10 ms`, `2*pi/3`.
///
/// # Errors
/// The text is no time; the fault in it.
pub fn seconds(text: &str) -> Result<f64, String> {
    text.parse().or_else(|_| {
        let read = network::number(text, PhysicalUnit::Second);
        read.map_err(|why| format!("must be a time, in s or with a unit: {why}"))
    })
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn times_may_have_units_of_time() {
        for (text, time) in
            [("0.5", 0.5), ("10 ms", 0.01), ("2 min", 120.0), ("1/4", 0.25), ("-1", -1.0)]
        {
            assert_eq!(seconds(text), Ok(time), "{text}");
        }
        for (text, rule) in [
            ("0.3 m", "must be in s, but is in m"),
            ("soon", "no constant or unit `soon`"),
            ("1 sec", "write `s`"),
        ] {
            let told = seconds(text).expect_err(text);
            assert!(told.contains(rule), "{text}: {told}");
        }
    }
}
