//! Against the real hiprtc. `cargo xtask test` provides it and runs these; by themselves they are ignored, for most
//! machines have none, and Debian's needs its own loader.

mod amd_in_process {
    use hip_rtc_sys::{CompileError, Compiler};

    const OPTIONS: &[&str] = &["-O3", "-std=c++17", "-ffp-contract=off"];
    const KERNEL: &str = "extern \"C\" __global__ void k(int* x) { x[0] = 1; }\n";

    fn compiler() -> Compiler {
        Compiler::open().unwrap_or_else(|error| panic!("hiprtc is required here: {error}"))
    }

    fn refused(outcome: Result<hip_rtc_sys::Compiled, CompileError>) -> String {
        match outcome {
            Err(CompileError::Refused { log }) => log,
            other => panic!("it is not refused: {other:?}"),
        }
    }

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn a_kernel_of_ours_becomes_a_code_object_without_a_word() {
        let snapshot = include_str!("../../../snapshots/reduction/max_abs.w64.snap");
        let source = snapshot.splitn(3, "---\n").nth(2).unwrap();
        let compiled = compiler().compile(source, "max_abs.hip", "gfx942", OPTIONS).unwrap();
        assert!(compiled.code.starts_with(b"\x7fELF"), "{:?}", &compiled.code[..4]);
        assert!(compiled.code.windows(7).any(|name| name == b"max_abs"), "the kernel's name");
        assert_eq!(compiled.log, "");
    }

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn features_are_part_of_an_architecture() {
        let compiler = compiler();
        let plain = compiler.compile(KERNEL, "k.hip", "gfx942", OPTIONS).unwrap();
        for architecture in ["gfx942:sramecc+:xnack-", "gfx90a:xnack+", "gfx906:sramecc+"] {
            let compiled = compiler.compile(KERNEL, "k.hip", architecture, OPTIONS).unwrap();
            assert_ne!(compiled.code, plain.code, "{architecture}");
        }
    }

    /// Every one of these ends the process when hiprtc is asked.
    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn unknown_architectures_are_refused_before_the_call() {
        let compiler = compiler();
        let fatal = [
            "gfx943",
            "gfx9999",
            "sm_80",
            "",
            "gfx942:",
            "gfx942:xnack",
            "gfx942:foo+",
            "gfx1100:xnack+",
            "gfx942 ",
            "gfx\0",
        ];
        for architecture in fatal {
            match compiler.compile(KERNEL, "k.hip", architecture, OPTIONS) {
                Err(CompileError::UnknownArchitecture { version, architecture: named, known }) => {
                    assert_eq!(named, architecture);
                    assert!(known.iter().any(|name| name == "gfx942"), "{known:?}");
                    assert_eq!(version, compiler.version());
                }
                other => panic!("{architecture}: {other:?}"),
            }
        }
        let contradiction = compiler.compile(KERNEL, "k.hip", "gfx942:xnack+:xnack-", OPTIONS);
        assert!(refused(contradiction).contains("invalid target ID"));
    }

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn two_architectures_are_refused_as_options_and_as_a_wrong_success() {
        let compiler = compiler();
        let option = "--offload-arch=gfx1100";
        let named = compiler.compile(KERNEL, "k.hip", "gfx942", &[option]).unwrap_err();
        assert_eq!(named, CompileError::ArchitectureInOptions { option: option.into() });
        // SAFETY: hiprtc knows both; that there are two makes it report success with an error in the log.
        let both = unsafe { compiler.compile_unchecked(KERNEL, "k.hip", &["--offload-arch=gfx942", option]) };
        assert!(refused(both).contains("multiple output files"));
    }

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn what_is_no_source_or_no_file_name_is_refused() {
        let compiler = compiler();
        let compile = |source, file, options| compiler.compile(source, file, "gfx942", options).unwrap_err();
        assert_eq!(compile("", "k.hip", OPTIONS), CompileError::EmptySource);
        assert_eq!(compile("int x;\0", "k.hip", OPTIONS), CompileError::ZeroByte { what: "source" });
        assert_eq!(compile(KERNEL, "k\0", OPTIONS), CompileError::ZeroByte { what: "file name" });
        assert_eq!(compile(KERNEL, "k.hip", &["-O3\0"]), CompileError::ZeroByte { what: "option" });
        for name in ["", ".", "..", "../k.hip", "a/k.hip", "a\\k.hip"] {
            assert_eq!(compile(KERNEL, name, OPTIONS), CompileError::FileName { name: name.into() });
        }
        assert!(compiler.compile(KERNEL, "é k.hip", "gfx942", OPTIONS).is_ok());
    }

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn an_error_has_its_line_and_the_same_words_every_time() {
        let compiler = compiler();
        let log = || refused(compiler.compile("\n#error no\n", "k.hip", "gfx942", OPTIONS));
        assert!(log().starts_with("k.hip:2:2: error: no\n"), "{}", log());
        assert_eq!(log(), log());
        let option = compiler.compile(KERNEL, "k.hip", "gfx942", &["-fno-such-option"]);
        assert!(refused(option).contains("-fno-such-option"));
    }

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn a_warning_is_a_success_with_a_log() {
        let source = "extern \"C\" __global__ void k(int* x) { int unused = 3; x[0] = 1; }\n";
        let compiled = compiler().compile(source, "k.hip", "gfx942", &["-Wall"]).unwrap();
        assert!(compiled.code.starts_with(b"\x7fELF"));
        assert!(compiled.log.starts_with("k.hip:1:44: warning: unused variable"), "{}", compiled.log);
    }

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn the_version_is_the_librarys_own() {
        let version = compiler().version();
        assert!(version.starts_with("hiprtc ") && version.contains(" with comgr "), "{version}");
        assert!(!version.starts_with("hiprtc 9.0 "), "the interface's version says nothing: {version}");
    }

    #[test]
    #[ignore = "needs AMD's hiprtc: cargo xtask test provides it"]
    fn threads_share_a_compiler() {
        let compiler = compiler();
        let codes: Vec<_> = std::thread::scope(|scope| {
            let one = || compiler.compile(KERNEL, "k.hip", "gfx942", OPTIONS).unwrap().code;
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(one)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(codes.windows(2).all(|pair| pair[0] == pair[1]), "the same source gives the same code");
    }
}
