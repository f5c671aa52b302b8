//! The program, called as the competition calls its entries.

mod common;
mod entry;
mod movingai;
