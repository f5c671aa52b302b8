//! How the programs show what they do: as text, and as pictures if they are given the name of a file.

use std::error::Error;
use std::io::{IsTerminal, stdout};
use std::path::PathBuf;
use std::{env, fs};

use tautline_draw::Scene;

/// Prints a headline and scenes, each below what there is to be seen in it. With a file name as argument it writes them as SVG
/// or PNG, too: where there are several, `way.svg` becomes `way-1.svg`, `way-2.svg` and so on.
pub(crate) fn show<const N: usize>(
    headline: &str,
    scenes: [(&str, Scene<'_>); N],
) -> Result<(), Box<dyn Error>> {
    println!("{headline}\n{}", "=".repeat(headline.chars().count()));
    for (number, (text, scene)) in scenes.into_iter().enumerate() {
        println!("\n{text}\n");
        if stdout().is_terminal() {
            scene.write_text(100, &mut stdout())?;
        } else {
            print!("{}", scene.text(100));
        }
        let Some(mut file) = env::args_os().nth(1).map(PathBuf::from) else { continue };
        let ending = file.extension().unwrap_or_default().to_os_string();
        if N > 1 {
            let stem = file.file_stem().unwrap_or_default().to_os_string();
            file.set_file_name(format!("{}-{}", stem.display(), number + 1));
            file.set_extension(&ending);
        }
        match ending.to_str() {
            Some("svg") => scene.caption(headline).write_svg(&mut fs::File::create(file)?)?,
            Some("png") => fs::write(file, scene.png()?)?,
            _ => return Err(format!("{}: a picture ends in .svg or .png", file.display()).into()),
        }
    }
    Ok(())
}
