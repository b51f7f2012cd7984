//! `#[derive(DeviceType)]`

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, FieldsNamed};
use wavefold_codegen::MAX_VECTOR_BYTES;

use crate::report::Report;
use crate::tree::plain;

/// Expands `#[derive(DeviceType)]` on `input`.
pub fn device_type(input: TokenStream) -> TokenStream {
    let mut report = Report::default();
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => {
            report.push(error);
            return report.into_tokens();
        }
    };
    layout(&mut report, &input);
    for lifetime in input.generics.lifetimes() {
        report.error(lifetime, "a value in a kernel refers to nothing outside; hold the values themselves");
    }
    match fields(&mut report, &input) {
        Some(fields) if report.is_empty() => expand(&input, fields),
        _ => report.into_tokens(),
    }
}

/// `#[repr(C)]` is there, and nothing that packs the fields.
fn layout(report: &mut Report, input: &DeriveInput) {
    let mut is_c = false;
    for attribute in input.attrs.iter().filter(|attribute| attribute.path().is_ident("repr")) {
        // What rustc does not understand either, it reports itself.
        let _ = attribute.parse_nested_meta(|meta| {
            is_c |= meta.path.is_ident("C");
            if meta.path.is_ident("packed") {
                report.error(
                    &meta.path,
                    "a packed struct has fields that no kernel can load at once; leave this out",
                );
            }
            if meta.input.peek(syn::token::Paren) {
                meta.input.parse::<proc_macro2::TokenTree>()?;
            }
            Ok(())
        });
    }
    if !is_c && matches!(input.data, Data::Struct(_)) {
        report.error(
            &input.ident,
            "`#[repr(C)]` is missing: without it Rust orders the fields as it likes, and a kernel could not find them",
        );
    }
}

fn fields<'d>(report: &mut Report, input: &'d DeriveInput) -> Option<&'d FieldsNamed> {
    let message = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) if !fields.named.is_empty() => return Some(fields),
            Fields::Named(_) | Fields::Unit => "this struct holds nothing; give it a field",
            Fields::Unnamed(_) => {
                "kernels know fields by their names; give every field one, as in `{ n: f32, mean: f32 }`"
            }
        },
        Data::Enum(_) => "kernels have no enums; use a struct with a number that tells the cases apart",
        Data::Union(_) => "kernels have no unions; use a struct, and `to_bits` and `from_bits` for floats",
    };
    report.error(&input.ident, message);
    None
}

fn expand(input: &DeriveInput, fields: &FieldsNamed) -> TokenStream {
    let name = &input.ident;
    let text = plain(name);
    let (most_align, most_size) = (MAX_VECTOR_BYTES as usize, u64::from(u32::MAX));
    let (parameters, arguments, bounds) = input.generics.split_for_impl();
    let fields = fields.named.iter().map(|field| {
        let (name, ty) = (&field.ident, &field.ty);
        let text = name.as_ref().map(plain);
        // At the user's type, where rustc says that it is no element.
        let ty = quote_spanned!(ty.span()=> element::<#ty>());
        quote! {
            ::wavefold::__private::codegen::Field {
                name: #text,
                ty: #ty,
                offset: ::core::mem::offset_of!(Self, #name) as ::core::primitive::u32,
            }
        }
    });
    quote! {
        // SAFETY: rustc has laid the struct out as C does, and says itself where every field lies; every field is an
        // element, so zeros are a value of it.
        #[automatically_derived]
        unsafe impl #parameters ::wavefold::__private::DeviceType for #name #arguments #bounds {
            const TYPE: ::wavefold::__private::codegen::Type<'static> = {
                ::core::assert!(
                    ::core::mem::align_of::<Self>() <= #most_align,
                    "a struct in a kernel is aligned to 16 bytes at most: no load is wider",
                );
                ::core::assert!(
                    ::core::mem::size_of::<Self>() as ::core::primitive::u64 <= #most_size,
                    "a struct in a kernel has less than 2^32 bytes",
                );
                const fn element<T: ::wavefold::__private::Element>() -> ::wavefold::__private::codegen::Type<'static> {
                    <T as ::wavefold::__private::DeviceType>::TYPE
                }
                ::wavefold::__private::codegen::Type::Struct(&::wavefold::__private::codegen::Struct {
                    name: #text,
                    fields: &[#(#fields),*],
                    size: ::core::mem::size_of::<Self>() as ::core::primitive::u32,
                    align: ::core::mem::align_of::<Self>() as ::core::primitive::u32,
                })
            };
        }
        // SAFETY: as above.
        #[automatically_derived]
        unsafe impl #parameters ::wavefold::__private::Element for #name #arguments #bounds {}
    }
}
