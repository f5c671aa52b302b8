//! The files of the page are part of the program: a file that is new has to be noticed, too.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
