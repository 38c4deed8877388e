//! The C types of variables, and the values of the table that they hold.

use crate::unit::Value;

pub trait Held: Copy {
    /// Type of the variables.
    const TYPE: &'static str;

    /// Makes a value of a variable of this type.
    fn of(value: Value) -> Self;

    /// # Errors
    /// No value of such a variable.
    fn value(self) -> Result<Value, String>;
}

impl Held for f64 {
    const TYPE: &'static str = "Float64";

    fn of(value: Value) -> Self {
        match value {
            Value::Real(x) => x,
            Value::Integer(n) => n.into(),
            Value::Boolean(b) => b.into(),
        }
    }

    fn value(self) -> Result<Value, String> {
        Ok(Value::Real(self))
    }
}

impl Held for i32 {
    const TYPE: &'static str = "Int32";

    fn of(value: Value) -> Self {
        if let Value::Integer(n) = value { n } else { 0 }
    }

    fn value(self) -> Result<Value, String> {
        Ok(Value::Integer(self))
    }
}

impl Held for i64 {
    const TYPE: &'static str = "Enumeration";

    fn of(value: Value) -> Self {
        i32::of(value).into()
    }

    fn value(self) -> Result<Value, String> {
        let item =
            i32::try_from(self).map_err(|_| format!("{self} is not an item of an enumeration"))?;
        Ok(Value::Integer(item))
    }
}

/// A truth value, for which a foreign program may write any byte.
impl Held for u8 {
    const TYPE: &'static str = "Boolean";

    fn of(value: Value) -> Self {
        (value == Value::Boolean(true)).into()
    }

    fn value(self) -> Result<Value, String> {
        Ok(Value::Boolean(self != 0))
    }
}
