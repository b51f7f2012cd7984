//! What hosts of all kinds of kernels have in common.

use super::host::{FILE, HALVES, HELPERS, MAIN};
use super::signature::{Argument, arguments};
use super::values;
use crate::text::template::fill;
use crate::{Fp, Item, KernelText, WarpSize};

/// A kernel and what its host needs to know.
pub(super) struct Program<'p> {
    pub(super) item: &'p Item<'p>,
    pub(super) kernel: &'p KernelText,
    pub(super) warp_size: WarpSize,
    /// The bytes of all run-time parameters.
    pub(super) parameters: &'p [Vec<u8>],
}

/// What one kind of kernel has of its own, as statements of the host.
pub(super) struct Launch<'l> {
    /// Defines what the kernel takes by value besides the run-time parameters, under the kernel's names.
    pub(super) constants: String,
    /// Defines `grid`, of `n`.
    pub(super) grid: &'l str,
    /// Bytes of shared memory that the launch asks for.
    pub(super) shared_bytes: u32,
    /// The memory that a kernel may take to write to: its name for it, and of how many values it is.
    pub(super) memory: &'l [(&'l str, &'l str)],
    /// Waits for the kernel and prints the result.
    pub(super) show: String,
}

/// What `main` calls its own variables; where the kernel does not, its arguments may have these names.
const LOCALS: [&str; 17] = [
    "argc",
    "argv",
    "device",
    "edge_bytes",
    "edge_values",
    "elements",
    "grid",
    "k",
    "a",
    "b",
    "c",
    "d",
    "lanes",
    "made_up",
    "most",
    "tiles",
    "result_bytes",
];

/// An input of the kernel, as the host sees it.
struct Input {
    /// The user's name for it.
    declared: String,
    argument: Argument,
    /// What the host calls its bytes.
    bytes: String,
}

impl Program<'_> {
    pub(super) fn text(&self, launch: &Launch<'_>) -> String {
        let mut arguments = arguments(self.kernel);
        for (number, argument) in arguments.iter_mut().enumerate() {
            while LOCALS.contains(&argument.name.as_str()) {
                argument.name.push_str(&format!("_{number}"));
            }
        }
        // Nobody looks a kernel of a program up by its name, which in C could be one of the C library's.
        let kernel = self.kernel.source.replacen("extern \"C\" __global__", "__global__", 1);
        let inputs = self.inputs(&arguments);
        let main = self.main(launch, &arguments, &inputs);
        let mut helpers = HELPERS.to_owned();
        for (name, text) in HALVES {
            if main.contains(&format!("host::{name}(")) {
                helpers.push_str(text);
            }
        }
        helpers.push_str("}  // namespace host\n");
        let comment = self.comment(&usage(&inputs), inputs.len());
        fill(FILE, &[("comment", &comment), ("kernel", kernel.trim_end()), ("helpers", &helpers), ("main", &main)])
    }

    /// The inputs: the first arguments.
    fn inputs(&self, arguments: &[Argument]) -> Vec<Input> {
        let each = |(number, (input, argument)): (usize, (&crate::Binding<'_>, &Argument))| Input {
            declared: input.name.strip_prefix("r#").unwrap_or(input.name).to_owned(),
            argument: argument.clone(),
            bytes: format!("elements[{number}]"),
        };
        self.item.inputs.iter().zip(arguments).enumerate().map(each).collect()
    }

    fn main(&self, launch: &Launch<'_>, arguments: &[Argument], inputs: &[Input]) -> String {
        let all = |each: &dyn Fn(usize, &Input) -> String| -> String {
            inputs.iter().enumerate().map(|(number, input)| each(number, input)).collect()
        };
        let list = |each: &dyn Fn(&Input) -> String, separator: &str| {
            inputs.iter().map(each).collect::<Vec<_>>().join(separator)
        };
        let read = all(&|number, input| format!("{} = host::read_file(argv[{}]);\n", input.bytes, number + 1));
        let resize =
            all(&|_, input| format!("{}.resize(made_up * sizeof({}));\n", input.bytes, input.argument.ty));
        let make_up = all(&|number, input| values::make_up(self.item.inputs[number].ty, number, &input.bytes));
        let upload = all(&|_, Input { argument: Argument { ty, name }, bytes, .. }| {
            format!("const {ty}* {name} = host::upload<{ty}>({bytes});\n")
        });
        let names = list(&|input| input.declared.clone(), ", ");
        let uneven = list(&|input| format!("{}.size() != n * sizeof({})", input.bytes, input.argument.ty), " || ");
        let first = inputs.first().map(|input| format!("{}.size() / sizeof({})", input.bytes, input.argument.ty));
        let memory: String = arguments
            .iter()
            .filter_map(|argument| {
                let Argument { ty, name } = argument;
                let (_, count) = launch.memory.iter().find(|(known, _)| known == name)?;
                Some(format!("{ty}* {name} = host::allocate<{ty}>({count});\n"))
            })
            .collect();
        let passed: Vec<&str> = arguments.iter().map(|argument| argument.name.as_str()).collect();
        fill(
            MAIN,
            &[
                ("parameters", &self.parameters(arguments)),
                ("constants", &launch.constants),
                ("arguments_with_files", &(inputs.len() + 1).to_string()),
                ("usage", &usage(inputs)),
                (
                    "declare_bytes",
                    &format!("std::vector<unsigned char> elements[{}];  // of {names}", inputs.len()),
                ),
                ("read", &read),
                ("resize", &resize),
                ("make_up", &make_up),
                ("n", &first.unwrap_or_default()),
                ("uneven", &uneven),
                (
                    "uneven_message",
                    match inputs {
                        [_] => "the file does not hold whole elements",
                        _ => "the files do not hold whole elements, as many of each input",
                    },
                ),
                ("lanes", &self.warp_size.to_string()),
                ("upload", &upload),
                ("grid", launch.grid.trim_start()),
                ("memory", &memory),
                ("entry", &self.kernel.entry),
                (
                    "shared",
                    &if launch.shared_bytes > 0 { format!(", {}", launch.shared_bytes) } else { String::new() },
                ),
                ("arguments", &passed.join(", ")),
                ("show", &launch.show),
            ],
        )
    }

    /// Defines the run-time parameters that the kernel takes: the arguments behind the inputs and `n`.
    fn parameters(&self, arguments: &[Argument]) -> String {
        let taken = self.kernel.parameters.iter().zip(arguments.iter().skip(self.item.inputs.len() + 1));
        let defined: String = taken
            .filter_map(|(&number, argument)| {
                let (parameter, bytes) = (self.item.parameters.get(number)?, self.parameters.get(number)?);
                Some(values::define(parameter.ty, &argument.ty, &argument.name, bytes))
            })
            .collect();
        if defined.is_empty() {
            return defined;
        }
        format!("// The run-time parameters: change them as you like.\n{defined}\n")
    }

    /// How the file becomes a program, and what that takes.
    fn comment(&self, usage: &str, inputs: usize) -> String {
        let entry = &self.kernel.entry;
        let (amd, nvidia) = match self.item.fp {
            Fp::Strict => (" -ffp-contract=off", " --fmad=false"),
            Fp::Fast => ("", ""),
        };
        let architecture = match self.warp_size {
            WarpSize::W32 => "gfx1100",
            WarpSize::W64 => "gfx942",
        };
        let mut lines = vec![
            "A kernel, and a program that runs it: this file needs no other one. Build it by".to_owned(),
            format!("  hipcc -O3 -std=c++17{amd} --offload-arch={architecture} -o {entry} {entry}.hip"),
        ];
        if self.warp_size == WarpSize::W32 {
            lines.push(format!("  nvcc -O3 -std=c++17{nvidia} -arch=native -x cu -o {entry} {entry}.hip"));
        }
        lines.push(
            "(`amdclang++ -x hip` takes what hipcc takes), with the architecture at hand, and run it by".into(),
        );
        lines.push(format!("  ./{entry}{usage}"));
        let files = if inputs == 1 { "The file holds elements" } else { "A file holds the elements of one input" };
        lines.push(format!("{files} as they lie in memory. Without one, a small input is made up."));
        lines.iter().map(|line| format!("// {line}\n")).collect()
    }
}

/// ` [x.bin y.bin]`
fn usage(inputs: &[Input]) -> String {
    let files: Vec<String> = inputs.iter().map(|input| format!("{}.bin", input.declared)).collect();
    format!(" [{}]", files.join(" "))
}
