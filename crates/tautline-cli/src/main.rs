//! tautline
fn main() {}
