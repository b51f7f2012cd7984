//! Fields, and expressions that make structs.

use quote::ToTokens;
use syn::{Expr as SynExpr, Member};

use super::Parser;
use super::expr::peel;
use super::path::names_self;
use crate::tree::{FieldValue, Kind, Type};

impl Parser<'_> {
    /// `base.name`, `base.0`
    pub(super) fn field(&mut self, written: &syn::ExprField) -> Option<Kind> {
        self.no_attributes(&written.attrs);
        if let SynExpr::Path(base) = peel(&written.base)
            && base.path.is_ident("self")
        {
            return self.refuse_self(written);
        }
        let base = self.expr(&written.base)?;
        Some(Kind::Field(Box::new(base), written.dot_token, written.member.clone()))
    }

    /// `Moments { n: 1.0, mean }`
    pub(super) fn structure(&mut self, written: &syn::ExprStruct) -> Option<Kind> {
        self.no_attributes(&written.attrs);
        let before = self.report.len();
        if written.qself.is_some() || names_self(&written.path) {
            self.report.error(&written.path, "name the struct here, as in `Moments { n: 1.0, mean: x }`");
        }
        if let Some(dots) = &written.dot2_token {
            let rest = written.rest.as_ref().map(ToTokens::to_token_stream);
            self.report.error(
                quote::quote!(#dots #rest),
                "`..` in a struct is not part of the kernel subset; write all of its fields",
            );
        }
        let fields: Vec<_> = written.fields.iter().map(|field| self.field_value(field)).collect();
        if self.report.len() > before {
            return None;
        }
        Some(Kind::Struct(Type::outer(written.path.to_token_stream()), fields.into_iter().collect::<Option<_>>()?))
    }

    fn field_value(&mut self, written: &syn::FieldValue) -> Option<FieldValue> {
        self.no_attributes(&written.attrs);
        let value = self.expr(&written.expr);
        match &written.member {
            Member::Named(name) => {
                Some(FieldValue { name: name.clone(), colon: written.colon_token, value: value? })
            }
            Member::Unnamed(number) => {
                self.report
                    .error(number, "the fields of a kernel's structs have names; declare the struct with names");
                None
            }
        }
    }
}
