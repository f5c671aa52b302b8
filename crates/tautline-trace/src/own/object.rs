use serde_json::{Map, Value};

use crate::Xy;
use crate::error::shown;
use crate::{TraceMap, TraceProblem};

/// Where places can be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    from: f64,
    to: Xy,
}

impl Bounds {
    /// On a map, or right beside it.
    pub(super) fn of(map: Option<&TraceMap>) -> Self {
        match map {
            Some(map) => {
                Self { from: -1.0, to: (f64::from(map.width()) + 1.0, f64::from(map.height()) + 1.0) }
            }
            None => Self { from: i32::MIN.into(), to: (i32::MAX.into(), i32::MAX.into()) },
        }
    }
}

/// An object of JSON of which nothing is believed.
#[derive(Debug)]
pub(super) struct Object(Map<String, Value>);

impl Object {
    /// The object that a line is.
    pub(super) fn parse(line: &[u8]) -> Result<Self, TraceProblem> {
        let wrong = |found: String| TraceProblem::unexpected(found, "an object of JSON");
        match serde_json::from_slice(line) {
            Ok(Value::Object(object)) => Ok(Self(object)),
            Ok(other) => Err(wrong(described(&other))),
            Err(error) => {
                let text = String::from_utf8_lossy(line);
                let why = error.to_string();
                let why = why.split(" at line ").next().unwrap_or_default();
                Err(wrong(format!("{} ({why} at column {})", shown(text.trim_end()), error.column())))
            }
        }
    }

    /// An object within this one, or none where there is `null`.
    pub(super) fn object(&self, key: &str) -> Result<Option<Self>, TraceProblem> {
        match self.get(key, "an object or null")? {
            Value::Null => Ok(None),
            Value::Object(object) => Ok(Some(Self(object.clone()))),
            _ => Err(self.wrong(key, "an object or null")),
        }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    pub(super) fn text(&self, key: &str, expected: &str) -> Result<&str, TraceProblem> {
        self.get(key, expected)?.as_str().ok_or_else(|| self.wrong(key, expected))
    }

    pub(super) fn flag(&self, key: &str) -> Result<bool, TraceProblem> {
        let expected = "true or false";
        self.get(key, expected)?.as_bool().ok_or_else(|| self.wrong(key, expected))
    }

    pub(super) fn list(&self, key: &str, expected: &str) -> Result<&[Value], TraceProblem> {
        self.get(key, expected)?.as_array().map(Vec::as_slice).ok_or_else(|| self.wrong(key, expected))
    }

    pub(super) fn number(&self, key: &str) -> Result<f64, TraceProblem> {
        let expected = "a finite number";
        finite(self.get(key, expected)?).ok_or_else(|| self.wrong(key, expected))
    }

    /// A number, or none where there is `null`.
    pub(super) fn number_or_null(&self, key: &str) -> Result<Option<f64>, TraceProblem> {
        let expected = "a finite number or null";
        match self.get(key, expected)? {
            Value::Null => Ok(None),
            number => finite(number).map(Some).ok_or_else(|| self.wrong(key, expected)),
        }
    }

    pub(super) fn whole<N: TryFrom<i64>>(&self, key: &str, expected: &str) -> Result<N, TraceProblem> {
        let whole = self.get(key, expected)?.as_i64().and_then(|number| number.try_into().ok());
        whole.ok_or_else(|| self.wrong(key, expected))
    }

    /// The place with the coordinates `x` and `y`.
    pub(super) fn xy(&self, bounds: Bounds) -> Result<Xy, TraceProblem> {
        Ok((self.coordinate("x", bounds.to.0, bounds)?, self.coordinate("y", bounds.to.1, bounds)?))
    }

    /// A coordinate of a place along a row.
    pub(super) fn column(&self, key: &str, bounds: Bounds) -> Result<f64, TraceProblem> {
        self.coordinate(key, bounds.to.0, bounds)
    }

    fn coordinate(&self, key: &str, to: f64, bounds: Bounds) -> Result<f64, TraceProblem> {
        let number = self.number(key)?;
        if number >= bounds.from && number <= to {
            Ok(number)
        } else {
            Err(self.wrong(key, &format!("a number from {} to {to}", bounds.from)))
        }
    }

    /// The number of a row of corners.
    pub(super) fn row(&self, key: &str, bounds: Bounds) -> Result<i32, TraceProblem> {
        let expected = format!("a whole number from {} to {}", bounds.from, bounds.to.1);
        let row: i32 = self.whole(key, &expected)?;
        let is_near = f64::from(row) >= bounds.from && f64::from(row) <= bounds.to.1;
        if is_near { Ok(row) } else { Err(self.wrong(key, &expected)) }
    }

    pub(super) fn spot(&self, key: &str, bounds: Bounds) -> Result<Xy, TraceProblem> {
        let expected = place(bounds);
        spot(self.get(key, &expected)?, bounds).ok_or_else(|| self.wrong(key, &expected))
    }

    /// A place, or none where there is `null`.
    pub(super) fn spot_or_null(&self, key: &str, bounds: Bounds) -> Result<Option<Xy>, TraceProblem> {
        let expected = format!("{} or null", place(bounds));
        match self.get(key, &expected)? {
            Value::Null => Ok(None),
            value => spot(value, bounds).map(Some).ok_or_else(|| self.wrong(key, &expected)),
        }
    }

    /// A direction, of any length, or none where there is `null`.
    pub(super) fn direction_or_null(&self, key: &str) -> Result<Option<Xy>, TraceProblem> {
        let expected = "a direction [x,y] or null";
        let everywhere = Bounds { from: f64::MIN, to: (f64::MAX, f64::MAX) };
        match self.get(key, expected)? {
            Value::Null => Ok(None),
            value => spot(value, everywhere).map(Some).ok_or_else(|| self.wrong(key, expected)),
        }
    }

    pub(super) fn spots(&self, key: &str, bounds: Bounds) -> Result<Vec<Xy>, TraceProblem> {
        let wrong = |number: usize, value| {
            let found = format!("{} as number {number} of {key:?}", described(value));
            TraceProblem::unexpected(found, place(bounds))
        };
        let places = self.list(key, "a list of places")?.iter().enumerate();
        places.map(|(index, value)| spot(value, bounds).ok_or_else(|| wrong(index + 1, value))).collect()
    }

    fn get(&self, key: &str, expected: &str) -> Result<&Value, TraceProblem> {
        self.0.get(key).ok_or_else(|| TraceProblem::unexpected(format!("no {key:?}"), expected))
    }

    /// What stands behind a key is not what it should be.
    pub(super) fn wrong(&self, key: &str, expected: &str) -> TraceProblem {
        let found = self.0.get(key).map_or_else(|| "nothing".to_owned(), described);
        TraceProblem::unexpected(format!("{found} as {key:?}"), expected)
    }
}

fn finite(value: &Value) -> Option<f64> {
    value.as_f64().filter(|number| number.is_finite())
}

fn spot(value: &Value, bounds: Bounds) -> Option<Xy> {
    let [x, y] = value.as_array()?.as_slice() else { return None };
    let within = |number: &f64, to: f64| *number >= bounds.from && *number <= to;
    let x = finite(x).filter(|x| within(x, bounds.to.0))?;
    Some((x, finite(y).filter(|y| within(y, bounds.to.1))?))
}

fn place(bounds: Bounds) -> String {
    let Bounds { from, to: (x, y) } = bounds;
    format!("a place [x,y] from [{from},{from}] to [{x},{y}]")
}

/// A value, for an error message.
pub(super) fn described(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => shown(text),
        Value::Array(list) if list.len() == 2 && list.iter().all(Value::is_number) => value.to_string(),
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Object(_) => "an object".to_owned(),
    }
}
