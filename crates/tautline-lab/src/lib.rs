//! Experiments that measure Tautline's planners side by side with others.

pub mod yardstick;
