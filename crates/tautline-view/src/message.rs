//! Messages: a JSON object, with or without bytes attached.

use axum::body::Bytes;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::fault::Fault;

/// What goes through a WebSocket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// A JSON object.
    Text(String),
    /// A JSON object, and bytes attached.
    Binary(Bytes),
}

/// Attachments begin at a multiple of this, so that arrays of any numbers can lie in them.
const ALIGNMENT: usize = 8;
/// The bytes of the length of the JSON.
const HEAD: usize = 4;

/// A request as it came.
#[derive(Debug)]
pub(crate) struct Incoming {
    /// The number that the page gave it; null where there is none.
    pub(crate) id: Value,
    /// The object, or what is wrong with the message.
    pub(crate) body: Result<Value, Fault>,
    /// What is attached.
    pub(crate) attachment: Bytes,
}

impl Incoming {
    /// Takes a message apart.
    pub(crate) fn decode(frame: Frame) -> Self {
        let parts = match frame {
            Frame::Text(text) => Ok((Bytes::from(text), Bytes::new())),
            Frame::Binary(bytes) => split(&bytes),
        };
        let (object, attachment) = match parts {
            Ok(parts) => parts,
            Err(fault) => return Self { id: Value::Null, body: Err(fault), attachment: Bytes::new() },
        };
        let body: Result<Value, Fault> = serde_json::from_slice(&object)
            .map_err(|error| Fault::new(format!("the message is no JSON: {error}")));
        let id = body.as_ref().ok().and_then(|body| body.get("id")).filter(|id| id.is_number()).cloned();
        let body = match (body, &id) {
            (Ok(body), None) if body.is_object() => {
                drop(body);
                Err(Fault::new("the request has no `id`, expected a number"))
            }
            (Ok(body), None) => {
                Err(Fault::new(format!("the message is {}, expected an object", kind(&body))))
            }
            (body, _) => body,
        };
        Self { id: id.unwrap_or(Value::Null), body, attachment }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// The object and the attachment of a binary frame.
fn split(bytes: &Bytes) -> Result<(Bytes, Bytes), Fault> {
    let cut_off = |expected: usize| {
        Fault::new(format!(
            "the message is cut off: found {} bytes, expected at least {expected}",
            bytes.len()
        ))
    };
    let head: [u8; HEAD] = bytes.first_chunk().copied().ok_or_else(|| cut_off(HEAD))?;
    let end = HEAD + u32::from_le_bytes(head) as usize;
    let begin = end.next_multiple_of(ALIGNMENT);
    if begin > bytes.len() {
        return Err(cut_off(begin));
    }
    Ok((bytes.slice(HEAD..end), bytes.slice(begin..)))
}

/// An answer to a request, without the number of that.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reply {
    fields: Map<String, Value>,
    attachment: Option<Attachment>,
}

impl Reply {
    /// The fields of a struct.
    pub(crate) fn new(fields: &impl Serialize) -> Result<Self, Fault> {
        match serde_json::to_value(fields)? {
            Value::Object(fields) => Ok(Self { fields, attachment: None }),
            other => {
                Err(Fault::new(format!("the answer is {}, which is a defect of the viewer", kind(&other))))
            }
        }
    }

    /// The same with bytes attached.
    pub(crate) fn with(self, attachment: Attachment) -> Self {
        Self { attachment: Some(attachment), ..self }
    }

    /// The message.
    pub(crate) fn encode(mut self, id: Value) -> Frame {
        self.fields.insert("id".into(), id);
        self.fields.insert("ok".into(), Value::Bool(true));
        let object = Value::Object(self.fields).to_string();
        match self.attachment {
            None => Frame::Text(object),
            Some(attachment) => Frame::Binary(join(&object, &attachment.bytes)),
        }
    }
}

fn join(object: &str, attachment: &[u8]) -> Bytes {
    let begin = (HEAD + object.len()).next_multiple_of(ALIGNMENT);
    let mut bytes = Vec::with_capacity(begin + attachment.len());
    bytes.extend_from_slice(&(object.len() as u32).to_le_bytes());
    bytes.extend_from_slice(object.as_bytes());
    bytes.resize(begin, 0);
    bytes.extend_from_slice(attachment);
    bytes.into()
}

/// The answer that there is none.
pub(crate) fn refusal(id: &Value, fault: &Fault) -> Frame {
    Frame::Text(json!({"id": id, "ok": false, "error": fault.0}).to_string())
}

/// Bytes that go with an answer: arrays of numbers one after the other, or a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attachment {
    bytes: Vec<u8>,
}

impl Attachment {
    /// A file.
    pub(crate) fn file(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }

    /// Puts an array behind what is there.
    pub(crate) fn u16s(mut self, numbers: impl IntoIterator<Item = u16>) -> Self {
        self.bytes.extend(numbers.into_iter().flat_map(u16::to_le_bytes));
        self
    }

    /// Puts an array behind what is there.
    pub(crate) fn f32s(mut self, numbers: impl IntoIterator<Item = f32>) -> Self {
        self.bytes.extend(numbers.into_iter().flat_map(f32::to_le_bytes));
        self
    }

    /// Puts an array behind what is there.
    pub(crate) fn f64s(mut self, numbers: impl IntoIterator<Item = f64>) -> Self {
        self.bytes.extend(numbers.into_iter().flat_map(f64::to_le_bytes));
        self
    }

    /// Puts an array behind what is there.
    pub(crate) fn u8s(mut self, numbers: impl IntoIterator<Item = u8>) -> Self {
        self.bytes.extend(numbers);
        self
    }

    /// Zeros, up to where arrays of any numbers can begin.
    pub(crate) fn padded(mut self) -> Self {
        self.bytes.resize(self.bytes.len().next_multiple_of(ALIGNMENT), 0);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(frame: Frame) -> Result<Value, String> {
        Incoming::decode(frame).body.map_err(|fault| fault.0)
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        for length in 0..20 {
            let reply = Reply::new(&json!({"name": "x".repeat(length)})).unwrap();
            let bytes: Vec<u8> = (0..length as u8).collect();
            let frame = reply.with(Attachment::file(bytes.clone())).encode(json!(7));
            let Frame::Binary(raw) = &frame else { panic!("it is attached") };
            assert_eq!((raw.len() - length) % ALIGNMENT, 0);
            let incoming = Incoming::decode(frame);
            assert_eq!((incoming.id, incoming.attachment), (json!(7), bytes.into()));
            assert_eq!(incoming.body.unwrap()["name"], "x".repeat(length));
        }
    }

    #[test]
    fn messages_that_are_none_say_why() {
        let text = |text: &str| body(Frame::Text(text.into())).unwrap_err();
        assert!(text("{").starts_with("the message is no JSON: EOF"));
        assert_eq!(text("[1]"), "the message is an array, expected an object");
        assert_eq!(text(r#"{"do": "stop"}"#), "the request has no `id`, expected a number");
        let binary = |bytes: &[u8]| body(Frame::Binary(Bytes::copy_from_slice(bytes))).unwrap_err();
        assert_eq!(binary(b"abc"), "the message is cut off: found 3 bytes, expected at least 4");
        assert_eq!(
            binary(b"\xff\xff\xff\xff{}"),
            "the message is cut off: found 6 bytes, expected at least 4294967304"
        );
        assert_eq!(binary(b"\x02\0\0\0{}"), "the message is cut off: found 6 bytes, expected at least 8");
        assert_eq!(binary(b"\x02\0\0\0{}\0\0"), "the request has no `id`, expected a number");
    }
}
