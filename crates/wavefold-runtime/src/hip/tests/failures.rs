//! Each call of the runtime made to fail, one after the other: the error names it, and nothing leaks.

use std::collections::BTreeMap;

use hip_standin::{Options, Standin};
use hip_sys::hipErrorUnknown;

use super::{arguments, assert_tidy, event, graph, memory, open, stream, text};
use crate::Error;
use crate::backend::{Backend, Graphs, Jit, Launch, StreamHandle};
use crate::element::{as_bytes, as_room};

/// Functions that give something back. Their errors are nobody's.
const GIVING_BACK: [&str; 6] = [
    "hipFree",
    "hipStreamDestroy",
    "hipEventDestroy",
    "hipModuleUnload",
    "hipGraphExecDestroy",
    "hipGraphDestroy",
];

/// How often each function was called.
type Counts = BTreeMap<String, u32>;

fn counts(standin: &Standin) -> Counts {
    let mut counts = Counts::new();
    for line in standin.take_trace() {
        let name: String = line.chars().take_while(char::is_ascii_alphanumeric).collect();
        if !name.is_empty() {
            *counts.entry(name).or_default() += 1;
        }
    }
    counts
}

/// Uses everything there is. Gives the calls made until then, before anything is given back.
fn everything(standin: &Standin) -> Result<Counts, Error> {
    let (hip, _) = open(standin, 0)?;
    let (input, output) = (memory(&hip, 4000)?, memory(&hip, 4)?);
    let (first, second) = (stream(&hip)?, stream(&hip)?);
    let kernel = hip.compile(&text("\nconstexpr u32 WARP_SIZE = 64;\n"))?;
    let arguments = arguments(input.1, output.1);
    let launch = Launch { grid: 4, block: 256, shared_bytes: 0, arguments: &arguments };
    let mut read = [0; 4];
    // SAFETY: memory, streams and events are open, and hold so much; the arguments are the kernel's.
    let (start, end, graph) = unsafe {
        hip.write(input.1, as_bytes(&[1_u8; 4000]), StreamHandle::DEFAULT)?;
        let start = event(&hip, first.1)?;
        hip.zero(output.1, 4, first.1)?;
        kernel.launch(launch, first.1)?;
        let end = event(&hip, first.1)?;
        hip.wait(second.1, end.1)?;
        hip.read(as_room(&mut read), output.1, second.1)?;
        hip.elapsed(start.1, end.1)?;
        let graph = graph(&hip, first.1, || kernel.launch(launch, first.1))?;
        hip.launch_graph(graph.1, first.1)?;
        hip.synchronize(StreamHandle::DEFAULT)?;
        kernel.launch(launch, StreamHandle::DEFAULT)?;
        (start, end, graph)
    };
    let used = counts(standin);
    drop((graph, end, start, kernel));
    Ok(used)
}

#[test]
fn every_call_may_fail() {
    let standin = Standin::new(&Options::default());
    let used = everything(&standin).unwrap();
    assert_tidy(&standin);
    let mut all = used.clone();
    for (function, count) in counts(&standin) {
        *all.entry(function).or_default() += count;
    }
    for function in GIVING_BACK {
        assert!(all.contains_key(function), "{function} is called");
    }

    let mut failed = 0;
    for (function, count) in &all {
        for nth in 1..=*count {
            standin.begin(&Options::default());
            standin.fail(function, nth, hipErrorUnknown);
            let result = everything(&standin);
            let while_used = nth <= used.get(function).copied().unwrap_or(0);
            match result {
                Err(Error::Call { function: named, code: 999, .. }) if while_used => assert_eq!(named, function),
                Ok(_) if !while_used || GIVING_BACK.contains(&&**function) => {}
                other => panic!("call {nth} of {function} failed, and so: {other:?}"),
            }
            assert_eq!(standin.live(), [""; 0], "call {nth} of {function} failed");
            assert_eq!(standin.misuse(), [""; 0], "call {nth} of {function} failed");
            failed += 1;
        }
    }
    assert!(failed > 80, "only {failed} calls were made to fail");
}
