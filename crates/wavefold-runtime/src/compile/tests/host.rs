//! Marked text, and what the machine's own C++ compiler says to it.

use wavefold_codegen::WarpSize;

use super::faulty;
use crate::compile::{Severity, marked, refused};
use crate::emulator::{Emulator, EmulatorError};

#[test]
fn errors_come_back_to_the_users_lines() {
    let emulator = Emulator::new(WarpSize::W32).unwrap();
    for file in ["src/main.rs", "src/my file é.rs", r#"C:\new dir\a (1): "what??/".rs"#] {
        let text = faulty(file);
        let error = emulator.compile(&marked(&text), &text.entry).unwrap_err();
        let EmulatorError::CompileFailed { compiler, message, .. } = error else { panic!("{error}") };
        let refused = refused(&text, &compiler, "this machine", &message);
        let mut found: Vec<(&str, u32)> = Vec::new();
        for message in refused.messages.iter().filter(|message| message.severity == Severity::Error) {
            let place = message.place.as_ref().unwrap();
            assert!(!place.generated.is_empty(), "{refused}");
            found.push((&place.file, place.line));
        }
        found.dedup();
        assert_eq!(found, [(file, 12), (file, 13), ("max_abs.hip", 19), ("max_abs.hip", 20)], "{refused}");
    }
}
