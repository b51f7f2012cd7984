//! The README shows real output: its kernel is what `MaxAbs::source` prints.

use wavefold::Error;
use wavefold::prelude::*;

reduction! {
    /// Largest absolute value; 0 for empty input.
    pub MaxAbs: fn(x: f32) -> f32 { map: x.abs(), op: |a, b| a.max(b), identity: 0.0 }
}

/// What the README puts where it leaves lines out.
const GAP: &str = "// …\n";

#[test]
fn the_kernel_in_the_readme_is_the_generated_one() -> Result<(), Error> {
    let readme = include_str!("../README.md");
    let block = readme.split("```cpp\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_default();
    let source = MaxAbs::source(WarpSize::W64)?;
    let pieces: Vec<&str> = block.split(GAP).map(|piece| piece.trim_matches('\n')).collect();
    assert!(pieces.len() >= 2, "the README shows the kernel in pieces, with `{}` between them", GAP.trim());
    for piece in pieces {
        assert!(!piece.is_empty() && source.contains(piece), "the generator no longer prints:\n{piece}");
    }
    Ok(())
}
