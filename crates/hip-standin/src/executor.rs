//! The process that executes AMD code objects: `amdemu/execute.py`, which says what is asked and answered.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

const PROGRAM: &str = include_str!("../amdemu/execute.py");

/// A running executor. It ends with this process, when its requests end.
#[derive(Debug)]
pub(crate) struct Executor {
    requests: BufWriter<ChildStdin>,
    answers: BufReader<ChildStdout>,
    _process: Child,
    loaded: usize,
}

/// An argument of a launch: its bytes, and where they point, if they are an address of device memory.
pub(crate) struct Argument<'a> {
    pub(crate) value: &'a [u8],
    pub(crate) place: Option<Place>,
}

/// Where an address points: an allocation, by where it lies in the file and its bytes, and how far into it.
pub(crate) struct Place {
    pub(crate) allocation: usize,
    pub(crate) bytes: usize,
    pub(crate) within: usize,
}

impl Executor {
    /// Starts it with the tool in `folder`, for device memory in this file. Whether the tool works is seen by the first
    /// request.
    pub(crate) fn start(folder: &Path, memory: &str) -> io::Result<Self> {
        let mut command = Command::new(python(folder));
        command.arg("-c").arg(PROGRAM).arg(folder).arg(memory);
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let missing = || io::Error::from(io::ErrorKind::BrokenPipe);
        Ok(Self {
            requests: BufWriter::new(process.stdin.take().ok_or_else(missing)?),
            answers: BufReader::new(process.stdout.take().ok_or_else(missing)?),
            _process: process,
            loaded: 0,
        })
    }

    /// Loads a code object; its number, and its architecture and kernels, a line each.
    pub(crate) fn load(&mut self, code: &[u8]) -> Result<(usize, String), String> {
        self.loaded += 1;
        let request = format!("load {} {}\n", self.loaded, code.len());
        let said = self.ask(&[request.as_bytes(), code].concat())?;
        Ok((self.loaded, said))
    }

    /// Forgets a code object.
    pub(crate) fn forget(&mut self, image: usize) -> Result<(), String> {
        self.ask(format!("forget {image}\n").as_bytes()).map(drop)
    }

    /// Executes a kernel to its end; how many wave instructions that took.
    pub(crate) fn launch(
        &mut self,
        image: usize,
        kernel: &str,
        (grid, block, shared_bytes): (u32, u32, u32),
        arguments: &[Argument<'_>],
    ) -> Result<String, String> {
        let mut request = format!("launch {image} {grid} {block} {shared_bytes} {} {kernel}\n", arguments.len());
        for Argument { value, place } in arguments {
            request.extend(value.iter().map(|byte| format!("{byte:02x}")));
            if let Some(Place { allocation, bytes, within }) = place {
                request.push_str(&format!(" {allocation} {bytes} {within}"));
            }
            request.push('\n');
        }
        self.ask(request.as_bytes())
    }

    fn ask(&mut self, request: &[u8]) -> Result<String, String> {
        let gone = |error: io::Error| format!("the executor has ended ({error}); what it said is above");
        self.requests.write_all(request).and_then(|()| self.requests.flush()).map_err(gone)?;
        let (done, text) = self.answer().map_err(gone)?;
        if done { Ok(text) } else { Err(text) }
    }

    fn answer(&mut self) -> io::Result<(bool, String)> {
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let (status, bytes) = line.trim().split_once(' ').ok_or(io::ErrorKind::UnexpectedEof)?;
        let mut text = vec![0; bytes.parse().map_err(|_| io::ErrorKind::InvalidData)?];
        self.answers.read_exact(&mut text)?;
        Ok((status == "ok", String::from_utf8_lossy(&text).into_owned()))
    }
}

/// The Python that has what the tool needs: an environment `venv` beside it, else the machine's.
fn python(folder: &Path) -> PathBuf {
    let own = folder.join("venv/bin/python");
    if own.exists() { own } else { "python3".into() }
}
