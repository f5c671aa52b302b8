//! What the fuzz targets do with their bytes. The tests of the main workspace run the corpus through the same functions.

pub mod corpus;
pub mod index;
pub mod maps;
