/// Those of `known` that come nearest to a misspelt name, the nearest first: what an error suggests.
#[must_use]
pub fn nearest_names<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut near: Vec<_> = known
        .into_iter()
        .map(|candidate| (edit_distance(name, candidate), candidate))
        .filter(|&(distance, candidate)| {
            distance <= candidate.len().max(name.len()) / 2 || (!name.is_empty() && candidate.contains(name))
        })
        .collect();
    near.sort_by_key(|&(distance, _)| distance);
    near.into_iter().map(|(_, candidate)| candidate).take(3).collect()
}

/// How many characters have to be put in, taken out or replaced to turn one word into the other (Levenshtein).
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_finds_its_neighbours() {
        let ids = ["bfs", "dijkstra", "astar", "weighted-astar"];
        assert_eq!(nearest_names("dijsktra", ids), ["dijkstra"]);
        assert_eq!(nearest_names("a-star", ids)[0], "astar");
        assert_eq!(nearest_names("weighted", ids), ["weighted-astar"]);
        assert!(nearest_names("something", ids).is_empty());
    }
}
