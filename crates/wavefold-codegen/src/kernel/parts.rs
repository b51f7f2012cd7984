//! The parts of a reduction's declaration, as device functions.

use crate::kernel::functions::{DeviceFunction, FunctionSpec, KernelNames, device_function};
use crate::text::Definitions;
use crate::{Binding, Constant, GenerateError, Part, ReductionSpec};

/// Every expression of the declaration.
pub(crate) fn parts<'s, 'a>(spec: &'s ReductionSpec<'a>) -> Vec<&'s Part<'a>> {
    let ReductionSpec { item, map, op, identity, init, finish, .. } = spec;
    let finish = finish.as_ref().map(|finish| &finish.part);
    [item.filter.as_ref(), Some(map), Some(&op.part), identity.as_ref(), init.as_ref(), finish]
        .into_iter()
        .flatten()
        .collect()
}

/// The parts of the declaration.
pub(crate) struct Functions {
    pub(crate) filter: Option<DeviceFunction>,
    pub(crate) map: DeviceFunction,
    pub(crate) op: DeviceFunction,
    pub(crate) identity: Option<DeviceFunction>,
    pub(crate) init: Option<DeviceFunction>,
    pub(crate) finish: Option<DeviceFunction>,
}

impl Functions {
    /// Those of a kernel in the canonical order. With `init` no total is ever absent, so the identity is not needed.
    pub(crate) fn new<'a>(
        spec: &ReductionSpec<'a>,
        names: &KernelNames,
        constants: &[Constant<'_>],
        definitions: &mut Definitions<'a>,
    ) -> Result<Self, GenerateError> {
        let needed = ReductionSpec { identity: spec.identity.filter(|_| spec.init.is_none()), ..*spec };
        Self::padded(&needed, names, constants, definitions)
    }

    /// All of them: those of a kernel that pads with the identity.
    pub(crate) fn padded<'a>(
        spec: &ReductionSpec<'a>,
        names: &KernelNames,
        constants: &[Constant<'_>],
        definitions: &mut Definitions<'a>,
    ) -> Result<Self, GenerateError> {
        let mut make = |spec_of_part: FunctionSpec<'_, 'a>| {
            device_function(&spec_of_part, &spec.item, names, constants, definitions)
        };
        let bool = crate::Type::Scalar(crate::Scalar::Bool);
        let accumulator = spec.accumulator;
        let operands = [spec.op.left, spec.op.right].map(|name| Binding { name, ty: accumulator });
        let filter = spec.item.filter.as_ref().map(|part| {
            make(FunctionSpec { name: "filter", part, operands: &[], element: true, result: Some(bool) })
        });
        let map = make(FunctionSpec {
            name: "map",
            part: &spec.map,
            operands: &[],
            element: true,
            result: Some(accumulator),
        })?;
        let op = make(FunctionSpec {
            name: "op",
            part: &spec.op.part,
            operands: &operands,
            element: false,
            result: Some(accumulator),
        })?;
        let mut value = |name, part: &Option<Part<'a>>| {
            part.as_ref()
                .map(|part| {
                    make(FunctionSpec { name, part, operands: &[], element: false, result: Some(accumulator) })
                })
                .transpose()
        };
        let identity = value("identity", &spec.identity)?;
        let init = value("init", &spec.init)?;
        let finish = spec.finish.as_ref().map(|finish| {
            make(FunctionSpec {
                name: "finish",
                part: &finish.part,
                operands: &[Binding { name: finish.total, ty: accumulator }],
                element: false,
                result: Some(spec.output),
            })
        });
        Ok(Self { filter: filter.transpose()?, map, op, identity, init, finish: finish.transpose()? })
    }

    /// All of them, in the order of the declaration's keys.
    pub(crate) fn all(&self) -> Vec<&DeviceFunction> {
        let Self { filter, map, op, identity, init, finish } = self;
        [filter.as_ref(), Some(map), Some(op), identity.as_ref(), init.as_ref(), finish.as_ref()]
            .into_iter()
            .flatten()
            .collect()
    }
}
