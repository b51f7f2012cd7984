//! Arrays, tuples and the user's structs as C++ structs: their names, and their definitions with what the host believes
//! about them.

use super::names::{Scope, file_name};
use super::template::fill;
use super::types::scalar_name;
use crate::Type;
use crate::infer::Ty;

/// The longest line of a definition.
const LONGEST_LINE: usize = 110;

/// The struct types of a text: named when first heard of, defined when the text uses them.
#[derive(Default, Debug)]
pub(crate) struct Structs {
    names: Scope,
    named: Vec<(Ty, String)>,
    /// In order of first use, so that what a definition is made of stands before it.
    used: Vec<Ty>,
}

/// A member of a C++ struct. Padding is one too: a value made by braces then has no byte without a value, and the
/// words that a shuffle moves and the bytes of a result are the same everywhere.
enum Member<'t> {
    Field { rust: String, name: String, ty: &'t Ty },
    Padding { name: String, bytes: u32 },
}

impl Structs {
    /// Takes a name of file scope that is no type's.
    pub(crate) fn reserve(&mut self, stem: &str) -> String {
        self.names.fresh(stem)
    }

    /// The name of `ty` in the text, which need not use it.
    pub(crate) fn name(&mut self, ty: &Ty) -> String {
        if let Ty::Scalar(scalar) = ty {
            return scalar_name(*scalar).into();
        }
        if let Some((_, name)) = self.named.iter().find(|(named, _)| named == ty) {
            return name.clone();
        }
        let stem = self.stem(ty);
        let name = self.names.fresh(&stem);
        self.named.push((ty.clone(), name.clone()));
        name
    }

    /// What `names.rs` keeps from users: `u8x3`, `array_Moments_x3`, `tuple_f32_u64`. And what users call their structs.
    fn stem(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Scalar(scalar) => scalar.rust_name().into(),
            Ty::Array(element, length) => {
                let of_scalars = is_scalars(element);
                let element = if of_scalars { self.stem(element) } else { self.name(element) };
                if of_scalars { format!("{element}x{length}") } else { format!("array_{element}_x{length}") }
            }
            Ty::Tuple(fields) => {
                let parts = fields.iter().map(|field| match field {
                    Ty::Scalar(scalar) => scalar.rust_name().into(),
                    _ => self.name(field),
                });
                format!("tuple_{}", parts.collect::<Vec<_>>().join("_"))
            }
            Ty::Struct(of) => file_name(&of.name),
        }
    }

    /// The name of `ty`, whose definition is then part of the text.
    pub(crate) fn require(&mut self, ty: &Ty) -> String {
        if !matches!(ty, Ty::Scalar(_)) && !self.used.contains(ty) {
            if let Ty::Array(element, _) = ty {
                self.require(element);
            }
            for (_, member, _) in ty.members() {
                self.require(member);
            }
            self.used.push(ty.clone());
        }
        self.name(ty)
    }

    /// [`require`](Self::require) for a type of the spec.
    pub(crate) fn require_type(&mut self, ty: Type<'_>) -> String {
        self.require(&Ty::from(ty))
    }

    /// What the field `rust` of `ty` is called in the text.
    pub(crate) fn member(&mut self, ty: &Ty, field: &str) -> String {
        let found = self.members(ty).into_iter().find_map(|member| match member {
            Member::Field { rust, name, .. } if rust == field => Some(name),
            _ => None,
        });
        found.unwrap_or_default()
    }

    /// The values of a struct or a tuple, given those of its fields, as its braces take them.
    pub(crate) fn braces(&mut self, ty: &Ty, values: Vec<String>) -> Vec<String> {
        let mut values = values.into_iter();
        let of_member = |member| match member {
            Member::Field { .. } => values.next().unwrap_or_default(),
            Member::Padding { .. } => "{}".into(),
        };
        self.members(ty).into_iter().map(of_member).collect()
    }

    fn members<'t>(&mut self, ty: &'t Ty) -> Vec<Member<'t>> {
        let mut names = Scope::default();
        // A member named as its type would change what the name means.
        let _own = names.fresh(&self.name(ty));
        for (_, member, _) in ty.members() {
            let _of_member = names.fresh(&self.name(member));
        }
        let mut members = Vec::new();
        let mut end = 0;
        let mut gaps = Vec::new();
        for (rust, member, offset) in ty.members() {
            if offset > end {
                gaps.push((members.len() + gaps.len(), offset - end));
            }
            end = offset.saturating_add(member.size());
            let name = match ty {
                Ty::Tuple(_) => format!("_{rust}"),
                _ => names.bind(&rust),
            };
            members.push(Member::Field { rust, name, ty: member });
        }
        if ty.size() > end {
            gaps.push((members.len() + gaps.len(), ty.size() - end));
        }
        // Fields keep their names where they can; padding takes what is left.
        for (position, bytes) in gaps {
            members.insert(position, Member::Padding { name: names.fresh("padding"), bytes });
        }
        members
    }

    /// Definitions with assertions of what the host believes about them.
    pub(crate) fn definitions(&mut self) -> String {
        let used = self.used.clone();
        used.iter()
            .map(|ty| match ty {
                Ty::Array(element, length) => self.array(ty, element, *length),
                _ => self.aggregate(ty),
            })
            .collect()
    }

    fn array(&mut self, ty: &Ty, element: &Ty, length: u32) -> String {
        let holes = [
            ("name", self.name(ty)),
            ("element", self.name(element)),
            ("length", length.to_string()),
            ("size", ty.size().to_string()),
        ];
        fill(
            "
struct $name { $element element[$length]; };
static_assert(sizeof($name) == $size, \"packed as in Rust\");
",
            &holes.each_ref().map(|(hole, text)| (*hole, text.as_str())),
        )
    }

    /// With its padding written out a struct has no room to lie otherwise: its size says where every field begins.
    fn aggregate(&mut self, ty: &Ty) -> String {
        let (name, mut lines) = (self.name(ty), Vec::new());
        for member in self.members(ty) {
            lines.push(match member {
                Member::Field { name, ty, .. } => format!("{} {name};", self.name(ty)),
                Member::Padding { name, bytes } => format!("u8 {name}[{bytes}];"),
            });
        }
        let natural = ty.members().iter().map(|(_, member, _)| member.align()).max().unwrap_or(1);
        let aligned = if ty.align() > natural { format!("alignas({}) ", ty.align()) } else { String::new() };
        let short = format!("struct {aligned}{name} {{ {} }};\n", lines.join(" "));
        let definition = if short.len() <= LONGEST_LINE {
            short
        } else {
            format!("struct {aligned}{name} {{\n    {}\n}};\n", lines.join("\n    "))
        };
        let (size, align) = (ty.size(), ty.align());
        let believed = format!("sizeof({name}) == {size} && alignof({name}) == {align}");
        definition + &format!("static_assert({believed}, \"laid out as in Rust\");\n")
    }
}

fn is_scalars(ty: &Ty) -> bool {
    match ty {
        Ty::Scalar(_) => true,
        Ty::Array(element, _) => is_scalars(element),
        Ty::Tuple(_) | Ty::Struct(_) => false,
    }
}
