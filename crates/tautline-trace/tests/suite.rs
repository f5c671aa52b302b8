//! The tests of this crate as one program: what they have in common is built once.

mod hostile_traces;
mod posthoc;
mod traces;
