//! What a client asks, and what a worker answers.

use crate::error::Attempt;
use crate::wire::{Fields, Reader};

/// The version of these messages; a worker of another one is refused.
pub const PROTOCOL: u32 = 1;

/// Something to compile.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Job {
    /// HIP C++.
    pub source: String,
    /// What messages call the source: a plain file name.
    pub file: String,
    /// What to compile for, features included: checked before hiprtc is asked. With `None` the options name it, nothing
    /// is checked, and a name that hiprtc does not know ends the worker.
    pub architecture: Option<String>,
    /// clang's options, one each.
    pub options: Vec<String>,
}

/// What became of a [`Job`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Outcome {
    /// It is compiled.
    Compiled {
        /// The code object.
        code: Vec<u8>,
        /// Warnings; empty if there are none.
        log: String,
    },
    /// The compiler refuses the source.
    Refused {
        /// What it says.
        log: String,
    },
    /// The compiler does not know the architecture.
    UnknownArchitecture {
        /// The compiler and its version.
        version: String,
        /// Those it knows, without features.
        known: Vec<String>,
    },
    /// It could not be compiled for another reason.
    Failed {
        /// The reason.
        message: String,
    },
}

/// The compiler that a worker has found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CompilerInfo {
    /// The name or path that it was loaded by.
    pub library: String,
    /// It and its version: `hiprtc 6.4.43484 with comgr 3.0`.
    pub version: String,
    /// The architectures it knows, without features.
    pub architectures: Vec<String>,
}

impl CompilerInfo {
    #[doc(hidden)]
    pub fn new(library: String, version: String, architectures: Vec<String>) -> Self {
        Self { library, version, architectures }
    }
}

/// What a client asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Which version it talks: the first request.
    Hello,
    /// Which compiler it has.
    Info,
    /// To compile.
    Compile(Job),
}

/// What a worker answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Response {
    /// The version it talks.
    Hello(u32),
    /// The compiler it has.
    Info(CompilerInfo),
    /// What became of the job.
    Compile(Outcome),
    /// There is no compiler to ask.
    NoCompiler(Vec<Attempt>),
}

impl Request {
    /// As the content of a frame.
    pub fn encode(&self) -> Vec<u8> {
        let fields = match self {
            Self::Hello => Fields::default().number(0),
            Self::Info => Fields::default().number(1),
            Self::Compile(job) => Fields::default()
                .number(2)
                .bytes(job.source.as_bytes())
                .bytes(job.file.as_bytes())
                .list(job.architecture.as_deref().into_iter())
                .list(job.options.iter().map(String::as_str)),
        };
        fields.0
    }

    /// What it is about, in words.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Hello => "for its version",
            Self::Info => "for its compiler",
            Self::Compile(_) => "to compile",
        }
    }

    /// From the content of a frame; `None` for what is no request.
    pub fn decode(content: &[u8]) -> Option<Self> {
        let mut reader = Reader(content);
        let request = match reader.number()? {
            0 => Self::Hello,
            1 => Self::Info,
            2 => Self::Compile(Job {
                source: reader.text()?,
                file: reader.text()?,
                architecture: reader.list()?.into_iter().next(),
                options: reader.list()?,
            }),
            _ => return None,
        };
        reader.end(request)
    }
}

impl Response {
    /// As the content of a frame.
    pub fn encode(&self) -> Vec<u8> {
        let list = |fields: Fields, items: &[String]| fields.list(items.iter().map(String::as_str));
        let fields = match self {
            Self::Hello(version) => Fields::default().number(100).number(*version),
            Self::Info(info) => list(
                Fields::default().number(101).bytes(info.library.as_bytes()).bytes(info.version.as_bytes()),
                &info.architectures,
            ),
            Self::NoCompiler(attempts) => Fields::default()
                .number(102)
                .list(attempts.iter().map(|attempt| attempt.name.as_str()))
                .list(attempts.iter().map(|attempt| attempt.reason.as_str())),
            Self::Compile(Outcome::Compiled { code, log }) => {
                Fields::default().number(103).bytes(code).bytes(log.as_bytes())
            }
            Self::Compile(Outcome::Refused { log }) => Fields::default().number(104).bytes(log.as_bytes()),
            Self::Compile(Outcome::UnknownArchitecture { version, known }) => {
                list(Fields::default().number(105).bytes(version.as_bytes()), known)
            }
            Self::Compile(Outcome::Failed { message }) => Fields::default().number(106).bytes(message.as_bytes()),
        };
        fields.0
    }

    /// What it is, in words.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Hello(_) => "its version",
            Self::Info(_) | Self::NoCompiler(_) => "what compiler it has",
            Self::Compile(_) => "what became of a job",
        }
    }

    /// From the content of a frame; `None` for what is no answer.
    pub fn decode(content: &[u8]) -> Option<Self> {
        let mut reader = Reader(content);
        let response = match reader.number()? {
            100 => Self::Hello(reader.number()?),
            101 => Self::Info(CompilerInfo {
                library: reader.text()?,
                version: reader.text()?,
                architectures: reader.list()?,
            }),
            102 => {
                let (names, reasons) = (reader.list()?, reader.list()?);
                let attempts = names.into_iter().zip(reasons).map(|(name, reason)| Attempt { name, reason });
                Self::NoCompiler(attempts.collect())
            }
            103 => Self::Compile(Outcome::Compiled { code: reader.bytes()?.to_vec(), log: reader.text()? }),
            104 => Self::Compile(Outcome::Refused { log: reader.text()? }),
            105 => Self::Compile(Outcome::UnknownArchitecture { version: reader.text()?, known: reader.list()? }),
            106 => Self::Compile(Outcome::Failed { message: reader.text()? }),
            _ => return None,
        };
        reader.end(response)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn requests() -> Vec<Request> {
        let job = Job {
            source: "__global__ void k() {} // é\0".into(),
            file: "k.hip".into(),
            architecture: Some("gfx942:xnack-".into()),
            options: vec!["-O3".into(), String::new()],
        };
        let raw = Job { architecture: None, options: Vec::new(), ..job.clone() };
        vec![Request::Hello, Request::Info, Request::Compile(job), Request::Compile(raw)]
    }

    fn responses() -> Vec<Response> {
        let known = vec!["gfx906".to_owned(), "gfx942".to_owned()];
        vec![
            Response::Hello(PROTOCOL),
            Response::Info(CompilerInfo {
                library: "libhiprtc.so.6".into(),
                version: "6".into(),
                architectures: known.clone(),
            }),
            Response::NoCompiler(vec![Attempt { name: "a".into(), reason: "b".into() }]),
            Response::Compile(Outcome::Compiled { code: vec![0, 255, 10], log: "warning".into() }),
            Response::Compile(Outcome::Refused { log: "error".into() }),
            Response::Compile(Outcome::UnknownArchitecture { version: "6".into(), known }),
            Response::Compile(Outcome::Failed { message: "no".into() }),
        ]
    }

    #[test]
    fn messages_come_out_as_they_went_in() {
        for request in requests() {
            assert_eq!(Request::decode(&request.encode()), Some(request));
        }
        for response in responses() {
            assert_eq!(Response::decode(&response.encode()), Some(response));
        }
    }

    #[test]
    fn what_is_cut_off_or_too_long_or_the_other_sides_is_no_message() {
        let requests = requests().into_iter().map(|request| request.encode());
        for content in requests.chain(responses().into_iter().map(|response| response.encode())) {
            for length in 0..content.len() {
                assert_eq!(Request::decode(&content[..length]), None);
                assert_eq!(Response::decode(&content[..length]), None);
            }
            assert_eq!(Request::decode(&[&content[..], b"x"].concat()), None);
            assert_eq!(Response::decode(&[&content[..], b"x"].concat()), None);
            assert!(Request::decode(&content).is_none() || Response::decode(&content).is_none());
        }
    }
}
