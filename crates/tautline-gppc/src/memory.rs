//! How much memory the process has, as `pmap -x` says it in its last line.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use anyhow::Context;

/// Writes, or adds, a line with the memory of this process in kB: all of it, what is resident, and what of that was written to.
/// Nothing is written where the system does not tell, which is everywhere but on Linux.
pub(crate) fn write(path: &Path, is_first: bool) -> anyhow::Result<()> {
    let Some([size, resident, dirty]) = kilobytes() else { return Ok(()) };
    let open = || {
        if is_first { File::create(path) } else { File::options().append(true).create(true).open(path) }
    };
    open()
        .and_then(|mut file| writeln!(file, "total kB {size:>15} {resident:>7} {dirty:>7}"))
        .with_context(|| format!("cannot write {}", path.display()))
}

fn kilobytes() -> Option<[u64; 3]> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let pages = fs::read_to_string("/proc/self/smaps_rollup").ok()?;
    let dirty = sum(&pages, &["Private_Dirty:", "Shared_Dirty:"])?;
    Some([sum(&status, &["VmSize:"])?, sum(&pages, &["Rss:"])?, dirty])
}

/// The sum of the numbers behind these names; none if one is missing.
fn sum(text: &str, names: &[&str]) -> Option<u64> {
    let number = |name: &&str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    names.iter().map(number).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_by_their_names() {
        let text = "Name:\ttautline\nRss:    2120 kB\nShared_Dirty:  4 kB\nPrivate_Dirty:   96 kB\n";
        assert_eq!(sum(text, &["Rss:"]), Some(2120));
        assert_eq!(sum(text, &["Private_Dirty:", "Shared_Dirty:"]), Some(100));
        assert_eq!(sum(text, &["Rss:", "Pss:"]), None);
    }
}
