//! Naive oracles that hold Tautline's planners to what they claim.
