//! The tests of this crate as one program: what they have in common is built once. Those that count allocations are a program of their
//! own, because they replace the allocator.

mod cone_crowds;
mod cone_models;
mod crowd;
mod edits;
mod explanation;
mod hostile_steering;
mod orca;
mod orca_lanes;
mod quality;
mod removal;
