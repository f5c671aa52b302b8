//! Most tests of the library in one program: what they have in common is built once. Those with a command of their own are programs of
//! their own, and so are the one that counts allocations and what every new planner is tried with.

mod angles_on_terrain;
mod anya_figures;
mod astar_ps;
mod components;
mod corners;
mod cost_matrix;
mod costs;
mod field_dstar;
mod fields;
mod heuristics;
mod index;
mod jps;
mod jump_ch;
mod jump_graph;
mod jump_table;
mod landmarks;
mod many;
mod midpoints;
mod observed;
mod open_lists;
mod properties;
mod single_source;
mod sliced;
mod smooth;
mod smooth_cells;
mod taut_points;
mod taut_prepared;
mod theta_figures;
mod theta_parents;
mod visibility;
