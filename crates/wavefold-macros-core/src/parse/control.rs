//! `if` and `match`.

use syn::Pat;

use super::Parser;
use crate::tree::{Arm, If, Match};

impl Parser<'_> {
    pub(super) fn condition(&mut self, written: &syn::ExprIf) -> Option<If> {
        self.no_attributes(&written.attrs);
        let condition = self.expr(&written.cond);
        let then = self.block(&written.then_branch);
        let Some((else_token, otherwise)) = &written.else_branch else {
            self.report.error(written, "this `if` has no value when it does not hold; add `else { … }`");
            return None;
        };
        let otherwise = self.expr(otherwise)?;
        Some(If {
            if_token: written.if_token,
            condition: Box::new(condition?),
            then: then?,
            else_token: *else_token,
            otherwise: Box::new(otherwise),
        })
    }

    pub(super) fn matching(&mut self, written: &syn::ExprMatch) -> Option<Match> {
        self.no_attributes(&written.attrs);
        let scrutinee = self.expr(&written.expr);
        if written.arms.is_empty() {
            self.report.error(written, "a `match` without arms has no value; add `_ => …`");
            return None;
        }
        let arms: Vec<_> = written.arms.iter().map(|arm| self.arm(arm)).collect();
        Some(Match {
            match_token: written.match_token,
            scrutinee: Box::new(scrutinee?),
            arms: arms.into_iter().collect::<Option<_>>()?,
        })
    }

    fn arm(&mut self, written: &syn::Arm) -> Option<Arm> {
        self.no_attributes(&written.attrs);
        let mark = self.scope.enter();
        let (pattern, guard) = match &written.pat {
            Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
            other => (other, None),
        };
        let pattern = self.pattern(pattern, true);
        let guard = guard.map(|guard| self.expr(guard));
        let body = self.expr(&written.body);
        self.scope.leave(mark);
        Some(Arm {
            pattern: pattern?,
            guard: match guard {
                Some(guard) => Some(guard?),
                None => None,
            },
            body: body?,
        })
    }
}
