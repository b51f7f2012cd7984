//! "Did you mean …": the known word nearest to a misspelt one.

/// The candidate with the fewest edits, if these are few enough for a slip of the pen.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = match word.chars().count() {
        // One letter is another letter, not a slip.
        0..=1 => return None,
        2..=5 => 1,
        letters => letters / 3,
    };
    candidates
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(edits, _)| *edits <= most)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate)
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = last;
        last = row;
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn counts_edits() {
        assert_eq!(distance("map", "map"), 0);
        assert_eq!(distance("mpa", "map"), 1);
        assert_eq!(distance("identiy", "identity"), 1);
        assert_eq!(distance("", "op"), 2);
    }

    #[test]
    fn suggests_only_near_words() {
        assert_eq!(nearest("blocksize", ["block_size", "warp_size"]), Some("block_size"));
        assert_eq!(nearest("colour", ["map", "op"]), None);
        assert_eq!(nearest("y", ["x"]), None);
    }
}
