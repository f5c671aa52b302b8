//! The report: one page with every table, plot and picture, each above the command that makes it.
//!
//! [`page`] makes the whole page of [`Section`]s: text in Markdown, and [`Figure`]s in SVG. It needs no network, no script and no
//! other file, is well-formed XML as well as HTML, and whatever comes from data is escaped. The figures that belong to no single
//! experiment are made here too: [`length_against_time`] and [`expansions`] of any [`Records`](crate::harness::Records),
//! [`speed_up_by_difficulty`] of those of the Anya paper, and [`pictures`] of one query by every planner.

mod axis;
mod comparison;
mod dots;
mod embed;
mod labels;
mod looks;
mod markup;
mod origin;
mod page;
mod panels;
mod pictures;
mod plot;
mod scatter;
mod section;
mod sections;
mod table;
mod text;

pub use comparison::Comparison;
pub use dots::expansions;
pub use page::page;
pub use panels::speed_up_by_difficulty;
pub use pictures::pictures;
pub use scatter::length_against_time;
pub use section::{Figure, Section};
pub use sections::{EXPERIMENTS, picture_section, section};
