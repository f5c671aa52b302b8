//! Map files in and out, and seeded map generators, for Tautline.
