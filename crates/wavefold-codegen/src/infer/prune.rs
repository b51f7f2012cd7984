//! What has no influence on a value is left out of its text: unused bindings, arms that cannot be reached.
//!
//! It stays until the types are known, because it takes part in telling them; in the text it would be what
//! compilers warn of.

use super::fold::fold;
use super::types::Types;
use super::{Kind, Node, TypedArm, TypedPattern};

/// Prunes `node` and everything in it.
pub(super) fn prune(node: &mut Node<'_>, types: &Types) {
    for child in node.children_mut() {
        prune(child, types);
    }
    fold(node, types);
    if let Kind::Match(scrutinee, arms) = &mut node.kind {
        reachable(arms);
        if !is_looked_at(arms) {
            let unused = std::mem::take(arms);
            choose_by_guards(node, unused);
        } else if let [TypedArm { pattern: TypedPattern::Binding(name), guard: None, .. }] = arms[..] {
            // One arm that takes everything is a `let`.
            let scrutinee = std::mem::replace(&mut **scrutinee, placeholder(node.ty));
            let body = arms.remove(0).body;
            node.kind = Kind::Block(vec![(name, scrutinee)], Box::new(body));
        }
    }
    if let Kind::Block(lets, value) = &mut node.kind {
        for index in 0..lets.len() {
            take_apart(index, lets, value);
        }
        for index in (0..lets.len()).rev() {
            let (name, later) = (lets[index].0, &lets[index + 1..]);
            if !block_uses(later, value, name) {
                lets.remove(index);
            }
        }
        if lets.is_empty() {
            let value = std::mem::replace(&mut **value, placeholder(node.ty));
            *node = value;
        }
    }
}

/// `let (a, b) = (x, y);` is `let a = x; let b = y;` where nothing else sees the tuple, and `y` no `a`.
fn take_apart(index: usize, lets: &mut [(&str, Node<'_>)], value: &Node<'_>) {
    let (bound, later) = lets.split_at_mut(index + 1);
    let Some((name, Node { kind: Kind::Tuple(values), .. })) = bound.last_mut() else { return };
    let mut takers: Vec<(usize, usize)> = Vec::new();
    for (taker, (bound, node)) in later.iter().enumerate() {
        match field_of(node, name) {
            Some(field) => takers.push((taker, field)),
            None if uses(node, name) => return,
            None => {}
        }
        if bound == name {
            return;
        }
    }
    let meets = |&(taker, field): &(usize, usize)| {
        uses(&values[field], name)
            || later[..taker].iter().any(|(bound, _)| uses(&values[field], bound))
            || takers.iter().any(|&(other, same)| other != taker && same == field)
    };
    if uses(value, name) || takers.iter().any(meets) {
        return;
    }
    for (taker, field) in takers {
        later[taker].1 = std::mem::replace(&mut values[field], placeholder(later[taker].1.ty));
    }
}

/// Which field of the tuple `name` the node is.
fn field_of(node: &Node<'_>, name: &str) -> Option<usize> {
    match &node.kind {
        Kind::Field(base, field) if matches!(base.kind, Kind::Name(used) if used == name) => field.parse().ok(),
        _ => None,
    }
}

fn placeholder<'a>(ty: super::TypeId) -> Node<'a> {
    Node { kind: Kind::Bool(false), ty }
}

/// rustc has checked that the arms without guards are exhaustive, so that nothing comes after the last of them.
fn reachable(arms: &mut Vec<TypedArm<'_>>) {
    let takes_all = |arm: &TypedArm<'_>| arm.guard.is_none() && takes_everything(&arm.pattern);
    let end = match arms.iter().position(takes_all) {
        Some(first) => Some(first),
        None => arms.iter().rposition(|arm| arm.guard.is_none()),
    };
    if let Some(last) = end {
        arms.truncate(last + 1);
    }
}

fn takes_everything(pattern: &TypedPattern<'_>) -> bool {
    match pattern {
        TypedPattern::Wild | TypedPattern::Binding(_) => true,
        TypedPattern::Literal(_) | TypedPattern::Range { .. } => false,
        TypedPattern::Any(patterns) => patterns.iter().any(takes_everything),
    }
}

/// Whether the text looks at what is matched; the last arm needs no test.
fn is_looked_at(arms: &[TypedArm<'_>]) -> bool {
    arms.iter().enumerate().any(|(index, arm)| match arm.pattern {
        TypedPattern::Binding(name) => uses(&arm.body, name) || arm.guard.iter().any(|guard| uses(guard, name)),
        _ => index + 1 < arms.len() && !takes_everything(&arm.pattern),
    })
}

/// `match … { _ if a => b, _ => c }` is `if a { b } else { c }`.
fn choose_by_guards<'a>(node: &mut Node<'a>, arms: Vec<TypedArm<'a>>) {
    let ty = node.ty;
    let mut arms = arms.into_iter().rev();
    let Some(last) = arms.next() else { return };
    let chosen = arms.fold(last.body, |otherwise, arm| match arm.guard {
        Some(guard) => Node { kind: Kind::If(Box::new(guard), Box::new(arm.body), Box::new(otherwise)), ty },
        None => arm.body,
    });
    *node = chosen;
}

/// Whether `node` uses `name` where nothing inside `node` binds it.
pub(crate) fn uses(node: &Node<'_>, name: &str) -> bool {
    match &node.kind {
        Kind::Name(used) => *used == name,
        Kind::Match(scrutinee, arms) => {
            uses(scrutinee, name)
                || arms.iter().any(|arm| {
                    let bound = matches!(arm.pattern, TypedPattern::Binding(bound) if bound == name);
                    !bound && (uses(&arm.body, name) || arm.guard.iter().any(|guard| uses(guard, name)))
                })
        }
        Kind::Block(lets, value) => block_uses(lets, value, name),
        _ => node.children().iter().any(|child| uses(child, name)),
    }
}

fn block_uses(lets: &[(&str, Node<'_>)], value: &Node<'_>, name: &str) -> bool {
    for (bound, node) in lets {
        if uses(node, name) {
            return true;
        }
        if *bound == name {
            return false;
        }
    }
    uses(value, name)
}
