//! The host of a program: what it does for every kind of kernel.

use super::host::{FILE, HALVES, HELPERS, MAIN};
use super::{numbers, values};
use crate::text::names::Scope;
use crate::text::template::fill;
use crate::text::types::{self, Structs};
use crate::{Fp, Item, KernelText, Value, WarpSize};

/// A kernel and what its host needs to know.
pub(super) struct Program<'p> {
    pub(super) item: &'p Item<'p>,
    pub(super) kernel: &'p KernelText,
    pub(super) warp_size: WarpSize,
    /// The values of all run-time parameters.
    pub(super) parameters: &'p [Value],
}

/// What one kind of kernel has of its own, as statements of the host.
pub(super) struct Launch {
    /// Defines what the kernel takes after the run-time parameters.
    pub(super) constants: String,
    /// Defines `grid`, of `n`.
    pub(super) grid: String,
    /// Allocates what the kernel writes.
    pub(super) memory: String,
    /// The arguments after the run-time parameters.
    pub(super) arguments: Vec<&'static str>,
    /// Waits for the kernel and prints the result.
    pub(super) show: String,
}

/// What the host calls its own variables.
const LOCALS: [&str; 21] = [
    "argc",
    "argv",
    "n",
    "i",
    "k",
    "device",
    "lanes",
    "slots",
    "tiles",
    "most",
    "grid",
    "range",
    "partials",
    "totals",
    "arrivals",
    "result",
    "found",
    "counters",
    "counts",
    "result_bytes",
    "made_up",
];

/// An input: what the host calls it and its bytes, and the kernel's type of an element.
struct Input {
    rust: String,
    pointer: String,
    bytes: String,
    element: String,
}

impl Program<'_> {
    pub(super) fn text(&self, launch: &Launch) -> String {
        let mut scope = Scope::default();
        for local in LOCALS {
            scope.fresh(local);
        }
        let inputs = self.inputs(&mut scope);
        let (parameters, passed) = self.parameters(&mut scope);
        // Nobody looks a kernel of a program up by its name, which in C could be one of the C library's.
        let kernel = self.kernel.source.replacen("extern \"C\" __global__", "__global__", 1);
        let main = self.main(launch, &inputs, &parameters, &passed);
        let helpers = self.helpers(&main);
        let comment = self.comment(&inputs);
        fill(FILE, &[("comment", &comment), ("kernel", kernel.trim_end()), ("helpers", &helpers), ("main", &main)])
    }

    fn inputs(&self, scope: &mut Scope) -> Vec<Input> {
        let each = |input: &crate::Binding<'_>| {
            let pointer = scope.bind(input.name);
            let bytes = scope.fresh(&format!("{}_bytes", pointer.trim_end_matches('_')));
            let rust = input.name.strip_prefix("r#").unwrap_or(input.name).to_owned();
            Input { rust, pointer, bytes, element: Structs::default().require_type(input.ty) }
        };
        self.item.inputs.iter().map(each).collect()
    }

    /// The definitions of the run-time parameters that the kernel takes, and their names.
    fn parameters(&self, scope: &mut Scope) -> (String, Vec<String>) {
        let (mut defined, mut names) = (String::new(), Vec::new());
        for &number in &self.kernel.parameters {
            let (Some(parameter), Some(&value)) = (self.item.parameters.get(number), self.parameters.get(number))
            else {
                continue;
            };
            let name = scope.bind(parameter.name);
            let ty = types::name(&parameter.ty.into());
            defined.push_str(&format!("const {ty} {name} = {};\n", numbers::literal(value)));
            names.push(name);
        }
        if !defined.is_empty() {
            defined.insert_str(0, "// The run-time parameters: change them as you like.\n");
            defined.push('\n');
        }
        (defined, names)
    }

    fn main(&self, launch: &Launch, inputs: &[Input], parameters: &str, passed: &[String]) -> String {
        let all = |each: &dyn Fn(usize, &Input) -> String| -> String {
            inputs.iter().enumerate().map(|(number, input)| each(number, input)).collect()
        };
        let read = all(&|number, input| {
            let file = number + 1;
            format!("{} = host::read_file(argv[{file}]);\n", input.bytes)
        });
        let make_up = all(&|number, input| values::make_up(self.item.inputs[number].ty, number, &input.bytes));
        let resize = all(&|_, input| format!("{}.resize(made_up * sizeof({}));\n", input.bytes, input.element));
        let upload = all(&|_, input| {
            let Input { pointer, bytes, element, .. } = input;
            format!("const {element}* {pointer} = host::upload<{element}>({bytes});\n")
        });
        let uneven: Vec<String> = inputs
            .iter()
            .map(|input| format!("{}.size() != n * sizeof({})", input.bytes, input.element))
            .collect();
        let mut arguments: Vec<&str> = inputs.iter().map(|input| input.pointer.as_str()).collect();
        arguments.push("n");
        arguments.extend(passed.iter().map(String::as_str));
        arguments.extend(&launch.arguments);
        let first = inputs.first();
        let bytes: Vec<&str> = inputs.iter().map(|input| input.bytes.as_str()).collect();
        fill(
            MAIN,
            &[
                ("parameters", parameters),
                ("constants", &launch.constants),
                ("arguments_with_files", &(inputs.len() + 1).to_string()),
                ("usage", &usage(inputs)),
                ("declare_bytes", &format!("std::vector<unsigned char> {};", bytes.join(", "))),
                ("read", &read),
                ("resize", &resize),
                ("make_up", &make_up),
                ("first_bytes", first.map_or("", |input| &input.bytes)),
                ("first_element", first.map_or("", |input| &input.element)),
                ("uneven", &uneven.join(" || ")),
                (
                    "uneven_message",
                    match inputs {
                        [_] => "the file does not hold whole elements",
                        _ => "the files do not hold whole elements, as many of each input",
                    },
                ),
                ("lanes", &self.warp_size.to_string()),
                ("grid", &launch.grid),
                ("upload", &upload),
                ("memory", &launch.memory),
                ("entry", &self.kernel.entry),
                ("arguments", &arguments.join(", ")),
                ("show", &launch.show),
            ],
        )
    }

    /// The functions that `main` calls.
    fn helpers(&self, main: &str) -> String {
        let mut helpers = HELPERS.to_owned();
        for (name, text) in HALVES {
            if main.contains(&format!("host::{name}(")) {
                helpers.push_str(text);
            }
        }
        helpers.push_str("}  // namespace host\n");
        helpers
    }

    /// How the file becomes a program, and what that takes.
    fn comment(&self, inputs: &[Input]) -> String {
        let entry = &self.kernel.entry;
        let strict = self.item.fp == Fp::Strict;
        let (amd, nvidia) = if strict { (" -ffp-contract=off", " --fmad=false") } else { ("", "") };
        let mut lines =
            vec!["A kernel, and a program that runs it: this file needs no other one. Build it by".to_owned()];
        match self.warp_size {
            WarpSize::W32 => {
                lines.push(format!("  hipcc -O3 -std=c++17{amd} --offload-arch=gfx1100 -o {entry} {entry}.hip"));
                lines.push(format!("  nvcc -O3 -std=c++17{nvidia} -arch=native -x cu -o {entry} {entry}.hip"));
            }
            WarpSize::W64 => {
                lines.push(format!("  hipcc -O3 -std=c++17{amd} --offload-arch=gfx942 -o {entry} {entry}.hip"));
            }
        }
        lines.push(
            "(amdclang++ -x hip takes what hipcc takes), with the architecture at hand, and run it by".into(),
        );
        lines.push(format!("  ./{entry}{}", usage(inputs)));
        let files = match inputs {
            [_] => "The file holds elements",
            _ => "A file holds the elements of one input",
        };
        lines.push(format!("{files} as they lie in memory. Without one, a small input is made up."));
        lines.iter().map(|line| format!("// {line}\n")).collect()
    }
}

/// ` [x.bin y.bin]`
fn usage(inputs: &[Input]) -> String {
    let files: Vec<String> = inputs.iter().map(|input| format!("{}.bin", input.rust)).collect();
    format!(" [{}]", files.join(" "))
}
