//! The binary as a user meets it: what it prints, where, and with which exit code.

mod bad_input;
mod common;
mod crowd;
mod drawing;
mod files;
mod generate;
mod help;
mod index;
mod lab;
mod lab_cazenave;
mod lab_report;
mod lab_resumed;
mod plan;
mod planners;
mod rayner;
mod readme;
mod scen;
mod tour;
mod trace;
mod view;
mod worlds;
