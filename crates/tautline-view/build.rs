//! Lists the files of the page with their contents, so that they are part of the program.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

const NOT_UTF_8: &str = "a file name that is not UTF-8";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=page");
    println!("cargo::rerun-if-changed=build.rs");
    let page = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("page");
    let mut files = Vec::new();
    collect(&page, &mut files)?;
    let name = |file: &Path| -> Result<String, Box<dyn Error>> {
        Ok(file.strip_prefix(&page)?.to_str().ok_or(NOT_UTF_8)?.replace('\\', "/"))
    };
    let mut named =
        files.iter().map(|file| Ok((name(file)?, file))).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    // In the order of the names as text, in which they are looked up; that of paths is another one.
    named.sort();
    let mut list = String::from("&[\n");
    for (name, file) in named {
        let file = file.to_str().ok_or(NOT_UTF_8)?;
        writeln!(list, "    ({name:?}, include_bytes!({file:?})),")?;
    }
    list.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("files.rs"), list)?;
    Ok(())
}

/// All files in a folder and the folders in it.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
