//! The format of Posthoc, the viewer of search traces: YAML with what is to be drawn for each kind of event, and the events.

mod views;
mod write;
mod yaml;
