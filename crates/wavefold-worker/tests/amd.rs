//! Against the real hiprtc, in a worker. `cargo xtask test` provides the libraries and runs these; by themselves they
//! are ignored.

mod amd_worker {
    use wavefold_worker::{Job, Outcome, Worker, WorkerCommand, WorkerError};

    const PROGRAM: &str = env!("CARGO_BIN_EXE_wavefold-worker");

    /// The worker, with the libraries of the folder that `WAVEFOLD_HIP_LIBRARIES` names, else with the machine's.
    fn command() -> WorkerCommand {
        match std::env::var_os("WAVEFOLD_HIP_LIBRARIES") {
            Some(folder) => WorkerCommand::with_libraries(PROGRAM, folder),
            None => WorkerCommand::new(PROGRAM),
        }
    }

    fn job(source: &str) -> Job {
        Job {
            source: source.into(),
            file: "k.hip".into(),
            architecture: Some("gfx942".into()),
            options: ["-O3", "-std=c++17", "-ffp-contract=off"].map(str::to_owned).into(),
        }
    }

    fn kernel() -> Job {
        job("extern \"C\" __global__ void k(int* x) { x[0] = 1; }\n")
    }

    fn code(outcome: Outcome) -> Vec<u8> {
        match outcome {
            Outcome::Compiled { code, log } if log.is_empty() => code,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn a_kernel_of_ours_becomes_a_code_object() {
        let worker = Worker::new(command());
        let info = worker.info().unwrap();
        assert!(info.version.starts_with("hiprtc "), "{info:?}");
        assert!(info.architectures.iter().any(|name| name == "gfx942"), "{info:?}");
        let snapshot = include_str!("../../../snapshots/reduction/max_abs.w64.snap");
        let code = code(worker.compile(&job(snapshot.splitn(3, "---\n").nth(2).unwrap())).unwrap());
        assert!(code.starts_with(b"\x7fELF"));
    }

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn an_abort_fails_its_own_job_and_no_other() {
        let worker = Worker::new(command());
        let before = code(worker.compile(&kernel()).unwrap());
        let fatal = Job { architecture: None, options: vec!["--offload-arch=gfx9999".into()], ..kernel() };
        match worker.compile(&fatal) {
            // It frees what it never allocated, and dies of that in one way or another.
            Err(WorkerError::Died { death, .. }) => assert!(death.signal.is_some(), "{death}"),
            other => panic!("hiprtc has survived an unknown architecture: {other:?}"),
        }
        assert_eq!(code(worker.compile(&kernel()).unwrap()), before);
    }

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn an_unknown_architecture_is_answered_with_those_that_are_known() {
        let worker = Worker::new(command());
        let unknown = Job { architecture: Some("gfx9999".into()), ..kernel() };
        match worker.compile(&unknown).unwrap() {
            Outcome::UnknownArchitecture { version, known } => {
                assert_eq!(version, worker.info().unwrap().version);
                assert!(known.iter().any(|name| name == "gfx1100"), "{known:?}");
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn errors_and_warnings_come_with_their_log() {
        let worker = Worker::new(command());
        match worker.compile(&job("\nint x = y;\n")).unwrap() {
            Outcome::Refused { log } => assert!(log.starts_with("k.hip:2:9: error: "), "{log}"),
            other => panic!("{other:?}"),
        }
        let warned = job("#warning careful\nextern \"C\" __global__ void k() {}\n");
        match worker.compile(&warned).unwrap() {
            Outcome::Compiled { log, .. } => assert!(log.starts_with("k.hip:1:2: warning: careful"), "{log}"),
            other => panic!("{other:?}"),
        }
        match worker.compile(&Job { file: "../k.hip".into(), ..kernel() }).unwrap() {
            Outcome::Failed { message } => {
                assert!(message.contains("`../k.hip` is no plain file name"), "{message}")
            }
            other => panic!("{other:?}"),
        }
    }

    /// More than a pipe holds, both ways.
    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn a_large_source_and_a_large_log_do_not_wait_for_each_other() {
        let mut large = job(&"#error this is one of very many lines that are wrong\n".repeat(40_000));
        large.options.push("-ferror-limit=0".into());
        match Worker::new(command()).compile(&large).unwrap() {
            Outcome::Refused { log } => assert!(log.len() > 4_000_000, "{} bytes", log.len()),
            other => panic!("{other:?}"),
        }
    }

    /// comgr can be told to print all that it does to the standard output, where the answers go.
    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn what_the_compiler_prints_does_not_get_between_the_answers() {
        let talkative =
            command().variable("AMD_COMGR_EMIT_VERBOSE_LOGS", "1").variable("AMD_COMGR_REDIRECT_LOGS", "stdout");
        let worker = Worker::new(talkative);
        for _ in 0..2 {
            let outcome = worker.compile(&kernel()).unwrap();
            assert!(matches!(outcome, Outcome::Compiled { .. }), "{outcome:?}");
        }
        let fatal = Job { architecture: None, options: vec!["--offload-arch=gfx9999".into()], ..kernel() };
        let words = worker.compile(&fatal).unwrap_err().to_string();
        assert!(words.contains("ActionKind") || words.contains("amd_comgr"), "it has printed nothing: {words}");
    }

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn workers_compile_at_the_same_time() {
        let expected = code(Worker::new(command()).compile(&kernel()).unwrap());
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| assert_eq!(code(Worker::new(command()).compile(&kernel()).unwrap()), expected));
            }
        });
    }
}
