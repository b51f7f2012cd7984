//! Which blocks of a counted kernel end in a conditional branch.
//!
//! The compilers' coverage instrumentation calls one hook at the start of every basic block. What it does not say is whether
//! the block ends in a branch; its assembler text does. There, the call at the start of a block that has a conditional jump
//! is given another hook.

/// What the compilers call.
const BLOCK: &str = "__sanitizer_cov_trace_pc";
/// What blocks with a conditional jump call instead.
const BRANCHING: &str = "__wavefold_branching_block";

/// Names the other hook in blocks of `assembly` with a conditional jump.
pub(crate) fn mark(assembly: &str) -> String {
    let mut marked = String::with_capacity(assembly.len() + 1024);
    // The block's call and what follows it, up to where the next block or function begins.
    let mut block: Option<(&str, String, bool)> = None;
    let finish = |block: Option<(&str, String, bool)>, marked: &mut String| {
        if let Some((call, rest, branches)) = block {
            marked.push_str(&if branches { call.replace(BLOCK, BRANCHING) } else { call.to_owned() });
            marked.push_str(&rest);
        }
    };
    for line in assembly.split_inclusive('\n') {
        if is_block_call(line) {
            finish(block.replace((line, String::new(), false)), &mut marked);
            continue;
        }
        match &mut block {
            Some((_, rest, branches)) => {
                rest.push_str(line);
                *branches |= jumps_conditionally(line);
            }
            None => marked.push_str(line),
        }
        if line.trim_start().starts_with(".cfi_endproc") {
            finish(block.take(), &mut marked);
        }
    }
    finish(block, &mut marked);
    marked
}

fn is_block_call(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let call = matches!(words.next(), Some("call" | "callq" | "bl"));
    call && words.next().is_some_and(|name| name.split('@').next() == Some(BLOCK))
}

/// Of x86-64 and AArch64, whose mnemonics have no letter in common at their start.
fn jumps_conditionally(line: &str) -> bool {
    let Some(mnemonic) = line.strip_prefix('\t').and_then(|line| line.split_whitespace().next()) else {
        return false;
    };
    let x86 = mnemonic.starts_with('j') && !mnemonic.starts_with("jmp");
    let arm = mnemonic.starts_with("b.") || matches!(mnemonic, "cbz" | "cbnz" | "tbz" | "tbnz");
    x86 || arm
}

#[cfg(test)]
mod tests {
    use super::mark;

    #[test]
    fn blocks_with_a_conditional_jump_call_the_other_hook() {
        let gnu = "k:\n\tcall\t__sanitizer_cov_trace_pc@PLT\n\tjmp\t.L2\n\tcall\t__sanitizer_cov_trace_pc@PLT\n.L2:\n\tjne\t.L2\n\
                   \tret\n\t.cfi_endproc\n\tjne\t.L2\n";
        let expected = gnu.replacen("__sanitizer_cov_trace_pc@PLT\n.L2", "__wavefold_branching_block@PLT\n.L2", 1);
        assert_eq!(mark(gnu), expected);

        let arm = "\tbl\t__sanitizer_cov_trace_pc\n\tb\t.L2\n\tbl\t__sanitizer_cov_trace_pc\n\tb.ne\t.L2\n";
        assert_eq!(
            mark(arm),
            arm.replacen(
                "\tb\t.L2\n\tbl\t__sanitizer_cov_trace_pc",
                "\tb\t.L2\n\tbl\t__wavefold_branching_block",
                1
            )
        );
    }
}
