//! Expressions as Rust: our arithmetic in place of Rust's, with the user's spans, so that rustc's type
//! errors underline what the user wrote.

mod types;

pub(crate) use types::{array, tuple};

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt, quote, quote_spanned};
use wavefold_codegen::Binary;

use crate::tree::{Block, Call, Expr, Extent, FieldValue, Kind, Pattern, Type};
use types::{bracketed, scalar};

/// `::wavefold::__private::face::name::<generics>(arguments)`.
///
/// rustc underlines an expression from its first to its last token: these get the ends of what the user
/// wrote, the name gets the operator's.
pub(crate) fn call(
    extent: Extent,
    at: Span,
    name: &str,
    generics: Option<TokenStream>,
    arguments: &[TokenStream],
) -> TokenStream {
    let name = Ident::new(name, at);
    let colons = quote_spanned!(extent.first=> ::);
    let turbofish = generics.map(|generics| quote_spanned!(at=> ::<#generics>));
    let mut parens = Group::new(Delimiter::Parenthesis, quote!(#(#arguments),*));
    parens.set_span(extent.last);
    quote_spanned!(at=> #colons wavefold::__private::face::#name #turbofish #parens)
}

/// An expression that can stand as an argument or as the value of a block.
pub(crate) fn expr(tree: &Expr) -> TokenStream {
    let extent = tree.extent;
    match &tree.kind {
        Kind::Literal(literal) => literal.token.clone(),
        Kind::Name(name) => name.to_token_stream(),
        Kind::Numeric(numeric) if numeric.which.is_mathematical() => numeric.path.to_token_stream(),
        Kind::Numeric(numeric) => scalar(extent.first, numeric.scalar, &numeric.path),
        Kind::Outer(outer) => outer.path.to_token_stream(),
        Kind::Neg(minus, operand) => match &operand.kind {
            // `-128i8` is one literal: its positive half does not exist.
            Kind::Literal(literal) => {
                let literal = &literal.token;
                quote!(#minus #literal)
            }
            _ => call(extent, minus.span, "neg", None, &[expr(operand)]),
        },
        Kind::Not(bang, operand) => call(extent, bang.span, "not", None, &[expr(operand)]),
        Kind::Binary(left, operator, right) => match function(operator.which) {
            Some(name) => {
                let at = crate::parse::extent(operator.token).first;
                call(extent, at, name, None, &[expr(left), expr(right)])
            }
            None => {
                let (left, right, token) = (operand(left), operand(right), operator.token);
                quote!(#left #token #right)
            }
        },
        Kind::Cast(value, keyword, to) => cast(extent, value, keyword, to),
        Kind::From { to, name, value } => {
            let value = parenthesized(value);
            quote!(<#to>::#name #value)
        }
        Kind::Index(base, index, _) => {
            let base = operand(base);
            let mut brackets = Group::new(Delimiter::Bracket, index.to_token_stream());
            brackets.set_span(extent.last);
            quote!(#base #brackets)
        }
        Kind::Field(base, dot, member) => {
            let base = operand(base);
            quote!(#base #dot #member)
        }
        Kind::Method(method) => call_method(extent, method),
        Kind::Call(path, arguments) => {
            let mut parens = Group::new(Delimiter::Parenthesis, separated(arguments.iter().map(expr)));
            parens.set_span(extent.last);
            quote!(#path #parens)
        }
        Kind::Tuple(fields) => tuple(extent, fields.iter().map(expr)),
        Kind::Struct(ty, fields) => {
            let fields = fields.iter().map(|FieldValue { name, colon, value }| match colon {
                Some(colon) => {
                    let value = expr(value);
                    quote!(#name #colon #value)
                }
                None => expr(value),
            });
            let mut braces = Group::new(Delimiter::Brace, separated(fields));
            braces.set_span(extent.last);
            quote!(#ty #braces)
        }
        Kind::If(branch) => {
            let (if_token, else_token) = (branch.if_token, branch.else_token);
            let (condition, then) = (expr(&branch.condition), block(&branch.then));
            let otherwise = match &branch.otherwise.kind {
                Kind::Block(inner) => block(inner),
                _ => expr(&branch.otherwise),
            };
            quote!(#if_token #condition #then #else_token #otherwise)
        }
        Kind::Match(matching) => {
            let (match_token, scrutinee) = (matching.match_token, expr(&matching.scrutinee));
            let arms = matching.arms.iter().map(|arm| {
                let (pattern, body) = (pattern(&arm.pattern), expr(&arm.body));
                let guard = arm.guard.as_ref().map(|guard| {
                    let guard = expr(guard);
                    quote!(if #guard)
                });
                quote!(#pattern #guard => #body,)
            });
            let mut braces = Group::new(Delimiter::Brace, quote!(#(#arms)*));
            braces.set_span(extent.last);
            quote!(#match_token #scrutinee #braces)
        }
        // rustc would call such braces unnecessary where ours is a function, not an operator.
        Kind::Block(inner) if inner.lets.is_empty() => expr(&inner.value),
        Kind::Block(inner) => block(inner),
        Kind::Array(elements) => bracketed(extent, separated(elements.iter().map(expr))),
        Kind::Repeat(value, length) => {
            let value = expr(value);
            let length = *length as usize;
            bracketed(extent, quote!(#value; #length))
        }
    }
}

/// An expression as the operand of a Rust operator: in parentheses unless it holds together by itself.
fn operand(tree: &Expr) -> TokenStream {
    match &tree.kind {
        Kind::Binary(_, operator, _) if function(operator.which).is_none() => parenthesized(tree),
        Kind::Cast(value, ..) if value.as_literal().is_some() => parenthesized(tree),
        Kind::Block(inner) if inner.lets.is_empty() => operand(&inner.value),
        Kind::If(_) | Kind::Match(_) | Kind::Block(_) | Kind::Struct(..) => parenthesized(tree),
        _ => expr(tree),
    }
}

fn parenthesized(tree: &Expr) -> TokenStream {
    let mut parens = Group::new(Delimiter::Parenthesis, expr(tree));
    parens.set_span(tree.extent.last);
    TokenTree::from(parens).into()
}

fn separated(items: impl Iterator<Item = TokenStream>) -> TokenStream {
    quote!(#(#items),*)
}

fn cast(extent: Extent, value: &Expr, keyword: &syn::Token![as], to: &Type) -> TokenStream {
    if value.as_literal().is_some() {
        match to {
            // Rust gives a literal the type that it is cast to.
            Type::Scalar(to) if !to.scalar.is_half() => {
                let value = expr(value);
                return quote!(#value #keyword #to);
            }
            _ => {
                let value = suffixed(value);
                return call(
                    extent,
                    keyword.span,
                    "cast",
                    Some(quote_spanned!(keyword.span=> #to, _)),
                    &[expr(&value)],
                );
            }
        }
    }
    call(extent, keyword.span, "cast", Some(quote_spanned!(keyword.span=> #to, _)), &[expr(value)])
}

/// A literal with the type that it has by itself. Where a cast goes to a type that only rustc knows, or to one without
/// literals, every face must convert the same number.
pub(crate) fn suffixed(value: &Expr) -> Expr {
    let mut value = value.clone();
    match &mut value.kind {
        Kind::Neg(_, operand) => {
            if let Kind::Literal(literal) = &mut operand.kind {
                literal.suffix(true);
            }
        }
        Kind::Block(block) => *block.value = suffixed(&block.value),
        Kind::Literal(literal) => literal.suffix(false),
        _ => {}
    }
    value
}

fn call_method(extent: Extent, method: &Call) -> TokenStream {
    let arguments: Vec<_> = method.arguments.iter().map(expr).collect();
    let generics = method.on.as_ref().map(ToTokens::to_token_stream);
    call(extent, method.name.span(), method.method.name(), generics, &arguments)
}

/// The function for an operator: wrapping, masked, defined, of the types that kernel text has. Only `&&` and `||`
/// are Rust's own.
fn function(op: Binary) -> Option<&'static str> {
    Some(match op {
        Binary::Add => "add",
        Binary::Sub => "sub",
        Binary::Mul => "mul",
        Binary::Div => "div",
        Binary::Rem => "rem",
        Binary::BitAnd => "bitand",
        Binary::BitOr => "bitor",
        Binary::BitXor => "bitxor",
        Binary::Shl => "shl",
        Binary::Shr => "shr",
        Binary::Eq => "eq",
        Binary::Ne => "ne",
        Binary::Lt => "lt",
        Binary::Le => "le",
        Binary::Gt => "gt",
        Binary::Ge => "ge",
        Binary::And | Binary::Or => return None,
    })
}

fn block(tree: &Block) -> TokenStream {
    let mut braces = Group::new(Delimiter::Brace, statements(tree));
    braces.set_span(tree.extent.last);
    TokenTree::from(braces).into()
}

/// An expression as the body of a function, which has braces already.
pub(crate) fn body(tree: &Expr) -> TokenStream {
    match &tree.kind {
        Kind::Block(block) => statements(block),
        _ => expr(tree),
    }
}

fn statements(tree: &Block) -> TokenStream {
    let lets = tree.lets.iter().map(|binding| {
        let (let_token, name) = (binding.let_token, &binding.binding);
        let ty = binding.ty.as_ref().map(|ty| quote!(: #ty));
        let value = expr(&binding.value);
        quote!(#let_token #name #ty = #value;)
    });
    let value = body(&tree.value);
    quote!(#(#lets)* #value)
}

fn pattern(tree: &Pattern) -> TokenStream {
    match tree {
        Pattern::Wild(underscore) => underscore.to_token_stream(),
        // Never a constant of that name, which would be compared with.
        Pattern::Binding(name) => quote!(#name @ _),
        Pattern::Value(value) => expr(value),
        Pattern::Range { low, limits, high } => {
            let (low, high) = (low.as_ref().map(expr), high.as_ref().map(expr));
            quote!(#low #limits #high)
        }
        Pattern::Any(cases) => {
            let mut cases_tokens = TokenStream::new();
            cases_tokens.append_separated(cases.iter().map(pattern), quote!(|));
            cases_tokens
        }
    }
}
