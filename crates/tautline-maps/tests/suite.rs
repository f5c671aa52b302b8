//! The tests of this crate as one program: what they have in common is built once. Those that count allocations are a program of their
//! own, because they replace the allocator.

mod common;
mod fuzz_corpus;
mod hostile;
mod hostile_images;
mod movingai;
mod mutations;
mod round_trips;
mod tiled;
