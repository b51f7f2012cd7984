//! Many tasks on all processors.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{panic, thread};

use anyhow::Result;

/// How many threads work.
pub(crate) fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Does `each` task on one of the threads; the outcomes, in the order of the tasks, or the first failure. A thread takes
/// the next task when it is done with one, and keeps the state that `begin` makes.
pub(crate) fn map<T: Sync, S, D: Send>(
    tasks: &[T],
    begin: impl Fn() -> S + Sync,
    each: impl Fn(&mut S, &T) -> Result<D> + Sync,
) -> Result<Vec<D>> {
    let next = AtomicUsize::new(0);
    let run = || -> Result<Vec<(usize, D)>> {
        let (mut state, mut done) = (begin(), Vec::new());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(number) else { return Ok(done) };
            done.push((number, each(&mut state, task)?));
        }
    };
    let done = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads()).map(|_| scope.spawn(run)).collect();
        let joined =
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
        joined.collect::<Result<Vec<_>>>()
    })?;
    let mut done: Vec<_> = done.into_iter().flatten().collect();
    done.sort_by_key(|&(number, _)| number);
    Ok(done.into_iter().map(|(_, outcome)| outcome).collect())
}

#[cfg(test)]
mod tests {
    use anyhow::{Result, bail};

    use super::map;

    #[test]
    fn every_task_is_done_once_and_outcomes_come_in_order() -> Result<()> {
        let tasks: Vec<u32> = (0..1000).collect();
        let each = |seen: &mut u32, task: &u32| {
            *seen += 1;
            Ok((*task, *seen))
        };
        let done = map(&tasks, || 0, each)?;
        assert!(done.iter().map(|&(task, _)| task).eq(tasks));
        assert!(done.iter().all(|&(_, seen)| seen > 0));
        Ok(())
    }

    #[test]
    fn a_failure_is_the_outcome() {
        let fails = |(): &mut (), task: &u32| if *task == 7 { bail!("seven") } else { Ok(*task) };
        assert_eq!(map(&[1, 7, 2], || (), fails).unwrap_err().to_string(), "seven");
        assert_eq!(map(&[], || (), fails).unwrap(), [0; 0]);
    }
}
