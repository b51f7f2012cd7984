//! The parts of a declaration as device functions, and how the kernel calls them.

use crate::infer::{Ty, infer, uses};
use crate::text::Definitions;
use crate::text::expression::function;
use crate::text::names::Scope;
use crate::{Binding, Constant, GenerateError, Item, Part, Scalar, Type};

/// The kernel's names for what a declaration binds.
#[derive(Debug)]
pub(crate) struct KernelNames {
    /// Of the inputs: pointers in the kernel, elements in the functions.
    pub(crate) inputs: Vec<String>,
    /// Of the types of the inputs' elements.
    pub(crate) input_types: Vec<String>,
    /// Of the run-time parameters.
    pub(crate) parameters: Vec<String>,
    parameter_types: Vec<String>,
    scope: Scope,
    /// Of functions that see no element: without the inputs.
    scope_of_totals: Scope,
}

impl KernelNames {
    pub(crate) fn new(item: &Item<'_>, definitions: &mut Definitions<'_>) -> Self {
        let mut scope = definitions.names.clone();
        let mut types = |bindings: &[Binding<'_>]| -> Vec<String> {
            bindings.iter().map(|binding| definitions.structs.name(&binding.ty.into())).collect()
        };
        let (input_types, parameter_types) = (types(item.inputs), types(item.parameters));
        let inputs = item.inputs.iter().map(|input| scope.bind_forwarded(input.name)).collect();
        let parameters: Vec<String> =
            item.parameters.iter().map(|parameter| scope.bind_forwarded(parameter.name)).collect();
        let mut scope_of_totals = definitions.names.clone();
        for (parameter, name) in item.parameters.iter().zip(&parameters) {
            scope_of_totals.adopt(parameter.name, name);
        }
        Self { inputs, input_types, parameters, parameter_types, scope, scope_of_totals }
    }
}

/// A device function and what it takes.
#[derive(Debug)]
pub(crate) struct DeviceFunction {
    /// Its definition, without a newline at the end.
    pub(crate) text: String,
    /// The line of the user's file that it prints; 0 when unknown.
    pub(crate) line: u32,
    name: &'static str,
    /// Which inputs it takes, by number.
    inputs: Vec<usize>,
    /// Whether it takes the element's index.
    pub(crate) index: bool,
    /// The type of its result, if that is a scalar.
    pub(crate) result: Option<Scalar>,
    /// Which run-time parameters it takes, by number.
    parameters: Vec<usize>,
}

/// What a part computes.
pub(crate) struct FunctionSpec<'p, 'a> {
    pub(crate) name: &'static str,
    pub(crate) part: &'p Part<'a>,
    /// The names that only this part binds, always taken, before everything else (`op`'s operands).
    pub(crate) operands: &'p [Binding<'a>],
    /// Whether it sees the element.
    pub(crate) element: bool,
    pub(crate) result: Option<Type<'a>>,
}

/// Makes the device function of a part: it takes its operands, and of the rest only what it uses.
pub(crate) fn device_function<'a>(
    spec: &FunctionSpec<'_, 'a>,
    item: &Item<'a>,
    names: &KernelNames,
    constants: &[Constant<'_>],
    definitions: &mut Definitions<'a>,
) -> Result<DeviceFunction, GenerateError> {
    let index = item.index.map(|name| Binding { name, ty: Type::Scalar(Scalar::U64) });
    let mut scope: Vec<Binding<'a>> = item.parameters.to_vec();
    if spec.element {
        scope.extend(item.inputs);
        scope.extend(index);
    }
    // Operands come last: they shadow parameters of the same name, as closure parameters do in Rust.
    scope.extend(spec.operands);
    let typed = infer(spec.name, &spec.part.body, &scope, constants, spec.result)?;

    let taken = |binding: &Binding<'_>| {
        uses(&typed.root, binding.name) && !spec.operands.iter().any(|operand| operand.name == binding.name)
    };
    let chosen = |bindings: &[Binding<'_>]| -> Vec<usize> {
        (0..bindings.len()).filter(|&i| taken(&bindings[i])).collect()
    };
    let inputs = if spec.element { chosen(item.inputs) } else { Vec::new() };
    let parameters = chosen(item.parameters);
    let index = index.filter(|binding| spec.element && taken(binding));

    let mut scope = if spec.element { names.scope.clone() } else { names.scope_of_totals.clone() };
    let mut arguments: Vec<(String, Ty)> = Vec::new();
    for operand in spec.operands {
        let name = scope.bind(operand.name);
        // Without a name, it is not an unused one.
        let name = if uses(&typed.root, operand.name) { name } else { String::new() };
        arguments.push((name, operand.ty.into()));
    }
    for &i in &inputs {
        arguments.push((names.inputs[i].clone(), item.inputs[i].ty.into()));
    }
    if let Some(index) = index {
        arguments.push((scope.bind(index.name), index.ty.into()));
    }
    for &i in &parameters {
        arguments.push((names.parameters[i].clone(), item.parameters[i].ty.into()));
    }
    let result = match typed.ty(&typed.root) {
        Ty::Scalar(scalar) => Some(scalar),
        _ => None,
    };
    let text = function(spec.name, &arguments, scope, &typed, definitions).trim_end().to_owned();
    let (line, index) = (spec.part.line, index.is_some());
    Ok(DeviceFunction { text, line, name: spec.name, inputs, index, result, parameters })
}

impl DeviceFunction {
    /// Whether it takes an input.
    pub(crate) fn reads_elements(&self) -> bool {
        !self.inputs.is_empty()
    }

    /// The call, given its operands, the elements (by input) and the index.
    pub(crate) fn call(
        &self,
        names: &KernelNames,
        operands: &[&str],
        element: impl Fn(usize) -> String,
        index: &str,
    ) -> String {
        let mut arguments: Vec<String> = operands.iter().map(ToString::to_string).collect();
        arguments.extend(self.inputs.iter().map(|&i| element(i)));
        if self.index {
            arguments.push(index.into());
        }
        arguments.extend(self.parameters.iter().map(|&i| names.parameters[i].clone()));
        format!("{}({})", self.name, arguments.join(", "))
    }
}

/// The run-time parameters that some of `parts` take, for functions that call these: `(declared, passed)`,
/// each starting with a comma when not empty.
pub(crate) fn forwarded(parts: &[&DeviceFunction], item: &Item<'_>, names: &KernelNames) -> (String, String) {
    let (mut declared, mut passed) = (String::new(), String::new());
    for i in parameters_of(parts, item) {
        declared.push_str(&format!(", {} {}", names.parameter_types[i], names.parameters[i]));
        passed.push_str(&format!(", {}", names.parameters[i]));
    }
    (declared, passed)
}

/// The numbers of the run-time parameters that some of `parts` take.
pub(crate) fn parameters_of(parts: &[&DeviceFunction], item: &Item<'_>) -> Vec<usize> {
    (0..item.parameters.len()).filter(|i| parts.iter().any(|part| part.parameters.contains(i))).collect()
}
