//! The client with the real program, and with programs that are none. No hiprtc is needed.
#![cfg(unix)]

use std::sync::Arc;

use wavefold_worker::{Job, Worker, WorkerCommand, WorkerError};

const PROGRAM: &str = env!("CARGO_BIN_EXE_wavefold-worker");

/// A shell that does something before it becomes the worker, or instead of it.
fn shell(script: &str) -> WorkerCommand {
    WorkerCommand::new("/bin/sh").argument("-c").argument(script).variable("PROGRAM", PROGRAM)
}

fn job() -> Job {
    Job {
        source: "extern \"C\" __global__ void k(int* x) { x[0] = 1; }\n".into(),
        file: "k.hip".into(),
        architecture: Some("gfx942".into()),
        options: Vec::new(),
    }
}

/// The program answers, also where there is no hiprtc: then with the names that it tried.
fn answers(worker: &Worker) {
    match worker.info() {
        Ok(info) => assert!(!info.architectures.is_empty(), "{info:?}"),
        Err(WorkerError::NoCompiler { attempts }) => {
            assert!(attempts.iter().any(|attempt| attempt.name.contains("hiprtc")), "{attempts:?}");
            assert!(attempts.iter().all(|attempt| !attempt.reason.is_empty()), "{attempts:?}");
        }
        Err(other) => panic!("{other}"),
    }
}

fn died(worker: &Worker) -> (Option<i32>, Option<i32>, String) {
    match worker.info() {
        Err(WorkerError::Died { death, stderr, .. }) => (death.code, death.signal, stderr),
        other => panic!("it has not died: {other:?}"),
    }
}

fn not_a_worker(worker: &Worker) -> String {
    match worker.info() {
        Err(WorkerError::Protocol { what, .. }) => what,
        other => panic!("it passes for a worker: {other:?}"),
    }
}

#[test]
fn the_program_answers_again_and_again() {
    let worker = Worker::new(WorkerCommand::new(PROGRAM));
    answers(&worker);
    answers(&worker);
}

#[test]
fn a_missing_program_is_named_with_the_reason() {
    let error = Worker::new(WorkerCommand::new("/nowhere/wavefold-worker")).info().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the compile worker `/nowhere/wavefold-worker` cannot be started: No such file or directory (os error 2)"
    );
}

#[test]
fn a_death_has_its_cause_and_the_last_words() {
    assert_eq!(died(&Worker::new(shell("echo sorry >&2; exit 7"))), (Some(7), None, "sorry\n".into()));
    let worker = Worker::new(shell("echo ouch >&2; kill -s SEGV $$"));
    assert_eq!(died(&worker), (None, Some(11), "ouch\n".into()));
    let message = worker.info().unwrap_err().to_string();
    assert_eq!(message, "the compile worker `/bin/sh` died: signal 11 (SIGSEGV); its last words:\nouch");
}

#[test]
fn the_next_request_starts_a_new_process() {
    let folder = tempfile::tempdir().unwrap();
    let script = "test -e \"$MARK\" || { touch \"$MARK\"; exit 3; }; exec \"$PROGRAM\"";
    let worker = Worker::new(shell(script).variable("MARK", folder.path().join("mark")));
    assert_eq!(died(&worker), (Some(3), None, String::new()));
    answers(&worker);
}

/// The process dies with the request in its hands, after it has answered others.
#[test]
fn a_death_between_two_requests_fails_one_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let worker = Worker::new(shell("echo $$ > \"$PID\"; exec \"$PROGRAM\"").variable("PID", &pid));
    answers(&worker);
    let first: i32 = std::fs::read_to_string(&pid).unwrap().trim().parse().unwrap();
    // SAFETY: the process is this test's own child.
    assert_eq!(unsafe { libc::kill(first, libc::SIGKILL) }, 0);
    assert_eq!(died(&worker), (None, Some(9), String::new()));
    answers(&worker);
    let second: i32 = std::fs::read_to_string(&pid).unwrap().trim().parse().unwrap();
    assert_ne!(first, second);
    drop(worker);
    // SAFETY: signal 0 only asks whether the process is there; it was collected when the worker was dropped.
    assert_eq!(unsafe { libc::kill(second, 0) }, -1, "it ends with the `Worker`");
}

#[test]
fn programs_that_are_no_workers_are_found_out() {
    assert_eq!(not_a_worker(&Worker::new(shell("echo usage: something"))), "`usage: s` is no message");
    assert_eq!(not_a_worker(&Worker::new(shell("exec cat"))), "its answer cannot be understood");
    let garbage = not_a_worker(&Worker::new(shell("printf 'wfw\\001\\377\\377\\377\\177'; cat >&2")));
    assert_eq!(garbage, "a message of 2147483647 bytes is none");
    let hello = "printf 'wfw\\001\\010\\000\\000\\000\\144\\000\\000\\000\\001\\000\\000\\000'";
    let parrot = not_a_worker(&Worker::new(shell(&format!("{hello}; {hello}; cat >&2"))));
    assert_eq!(parrot, "it answers a request for its compiler with its version");
}

#[test]
fn a_noisy_worker_neither_waits_nor_grows() {
    let worker = Worker::new(shell("yes noise | head -c 3000000 >&2; exec \"$PROGRAM\""));
    answers(&worker);
    let (code, _, stderr) = died(&Worker::new(shell("yes noise | head -c 3000000 >&2; echo last >&2; exit 1")));
    assert_eq!(code, Some(1));
    assert!(stderr.ends_with("noise\nlast\n") && stderr.len() < 10_000, "{} bytes", stderr.len());
}

/// The program reads none of the source, which is more than a pipe holds.
#[test]
fn a_death_while_a_large_source_is_on_its_way_is_a_death() {
    let folder = tempfile::tempdir().unwrap();
    // Says hello as the real one does, then reads a little of the next request and ends.
    let script = "printf 'wfw\\001\\010\\000\\000\\000\\144\\000\\000\\000\\001\\000\\000\\000'; head -c 100 > \"$READ\"; exit 5";
    let worker = Worker::new(shell(script).variable("READ", folder.path().join("read")));
    let large = Job { source: " ".repeat(8 << 20), ..job() };
    match worker.compile(&large) {
        Err(WorkerError::Died { death, .. }) => assert_eq!(death.code, Some(5)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn threads_share_a_worker_and_workers_share_nothing() {
    let shared = Arc::new(Worker::new(WorkerCommand::new(PROGRAM)));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| answers(&shared));
            scope.spawn(|| answers(&Worker::new(WorkerCommand::new(PROGRAM))));
        }
    });
}
