//! What the kernel's image holds that a kernel may touch: shared variables, other variables, constants.

use std::path::Path;

use object::{Object, ObjectSection, ObjectSegment, ObjectSymbol, SegmentFlags, SymbolKind};

use super::error::EmulatorError;

/// `__shared__` of the header.
const SHARED: &str = "wavefold_shared";
/// What `extern __shared__` arrays are aliases of.
pub(crate) const DYNAMIC: &str = "wavefold_dynamic_shared";
/// The runtime's own state, as part of its mangled name.
const RUNTIME: &str = "wavefold_runtime_state";

/// A variable of the kernel text; addresses are relative to the image.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) shared: bool,
    pub(crate) writable: bool,
    /// All that `extern __shared__` arrays can have; a launch says how much they do have.
    pub(crate) dynamic: bool,
    pub(crate) begin: u64,
    pub(crate) bytes: u64,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Image {
    pub(crate) variables: Vec<Variable>,
    /// Segments that are read-only: tables and literals, which have no symbols.
    pub(crate) constants: Vec<(u64, u64)>,
}

impl Image {
    pub(crate) fn read(path: &Path) -> Result<Self, EmulatorError> {
        let unreadable = |reason: String| EmulatorError::ImageUnreadable { reason };
        let bytes = std::fs::read(path).map_err(|error| unreadable(error.to_string()))?;
        let file = object::File::parse(bytes.as_slice()).map_err(|error| unreadable(error.to_string()))?;

        let mut variables: Vec<Variable> = file
            .symbols()
            .filter(|symbol| symbol.kind() == SymbolKind::Data && symbol.size() != 0)
            .filter_map(|symbol| {
                let section = file.section_by_index(symbol.section_index()?).ok()?;
                let section = section.name().ok()?;
                let dynamic = symbol.name() == Ok(DYNAMIC);
                let shared = section == SHARED || dynamic;
                let other = section.starts_with(".data") || section.starts_with(".bss");
                let name = symbol.name().ok()?;
                // Names with a dot are the compiler's own (`completed.0` of the start-up files).
                (!name.contains(RUNTIME) && !name.contains('.') && (shared || other)).then(|| Variable {
                    name: if dynamic { "extern __shared__".to_owned() } else { demangle(name) },
                    dynamic,
                    shared,
                    writable: !section.starts_with(".data.rel.ro"),
                    begin: symbol.address(),
                    bytes: symbol.size(),
                })
            })
            .collect();
        variables.sort_by_key(|variable| variable.begin);

        let constants = file
            .segments()
            .filter(|segment| matches!(segment.flags(), SegmentFlags::Elf { p_flags, .. } if p_flags & object::elf::PF_W == object::elf::ProgramFlags(0)))
            .map(|segment| (segment.address(), segment.address() + segment.size()))
            .collect();
        Ok(Self { variables, constants })
    }
}

/// `_ZZ6reduceE4tile` is `reduce::tile`.
fn demangle(name: &str) -> String {
    cpp_demangle::Symbol::new(name)
        .ok()
        .and_then(|symbol| symbol.demangle().ok())
        .unwrap_or_else(|| name.to_owned())
}
