//! The tests of this crate as one program: what they have in common is built once.

mod cells;
mod corner_brute_force;
mod corner_cases;
mod corner_properties;
mod movingai;
