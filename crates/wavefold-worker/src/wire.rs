//! Frames on a pipe, and fields in a frame.
//!
//! A frame is four bytes that say so, the length of what follows as a little-endian `u32`, and that. Fields are
//! little-endian numbers, and bytes with their length in front.

use std::io::{self, Read, Write};

/// What every frame begins with, so that a stray print between two of them is noticed.
const MARK: [u8; 4] = *b"wfw\x01";

/// More than any source, log or code object: a longer frame is none.
pub const LONGEST: u32 = 1 << 30;

/// Writes a frame, and flushes.
///
/// # Errors
/// When the pipe cannot be written to, or the content is longer than [`LONGEST`].
pub fn write_frame(output: &mut impl Write, content: &[u8]) -> io::Result<()> {
    let length = u32::try_from(content.len()).ok().filter(|&length| length <= LONGEST);
    let length = length.ok_or_else(|| {
        io::Error::new(io::ErrorKind::InvalidInput, format!("{} bytes are too many for a message", content.len()))
    })?;
    output.write_all(&MARK)?;
    output.write_all(&length.to_le_bytes())?;
    output.write_all(content)?;
    output.flush()
}

/// Reads a frame; `None` when the pipe ends before one.
///
/// # Errors
/// When the pipe cannot be read, ends within a frame, or carries something else: then the kind is `InvalidData`.
pub fn read_frame(input: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut head = Vec::new();
    input.by_ref().take(8).read_to_end(&mut head)?;
    if head.is_empty() {
        return Ok(None);
    }
    let shown = || String::from_utf8_lossy(&head).escape_debug().to_string();
    let Some((&MARK, length)) = head.split_first_chunk() else {
        return Err(io::Error::new(io::ErrorKind::InvalidData, format!("`{}` is no message", shown())));
    };
    let Ok(length) = length.try_into().map(u32::from_le_bytes) else {
        return Err(io::ErrorKind::UnexpectedEof.into());
    };
    if length > LONGEST {
        return Err(io::Error::new(io::ErrorKind::InvalidData, format!("a message of {length} bytes is none")));
    }
    // Grows as bytes arrive: a wrong length costs no memory.
    let mut content = Vec::new();
    input.take(length.into()).read_to_end(&mut content)?;
    if content.len() < length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(content))
}

/// Puts fields together.
#[derive(Default)]
pub(crate) struct Fields(pub(crate) Vec<u8>);

impl Fields {
    pub(crate) fn number(mut self, number: u32) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    /// What is longer than a frame may be cannot be sent anyway, so that its length does not matter.
    pub(crate) fn bytes(self, bytes: &[u8]) -> Self {
        let mut fields = self.number(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        fields.0.extend(bytes);
        fields
    }

    pub(crate) fn list<'a>(self, items: impl ExactSizeIterator<Item = &'a str>) -> Self {
        let fields = self.number(u32::try_from(items.len()).unwrap_or(u32::MAX));
        items.fold(fields, |fields, item| fields.bytes(item.as_bytes()))
    }
}

/// Takes fields apart; `None` where there is no such field.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn number(&mut self) -> Option<u32> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*number))
    }

    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?.try_into().ok()?;
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    pub(crate) fn text(&mut self) -> Option<String> {
        String::from_utf8(self.bytes()?.to_vec()).ok()
    }

    pub(crate) fn list(&mut self) -> Option<Vec<String>> {
        let count = self.number()?;
        (0..count).map(|_| self.text()).collect()
    }

    /// `value`, if nothing is left.
    pub(crate) fn end<T>(self, value: T) -> Option<T> {
        self.0.is_empty().then_some(value)
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::{read_frame, write_frame};

    #[test]
    fn frames_come_out_as_they_went_in_and_then_the_pipe_ends() {
        let mut pipe = Vec::new();
        let contents: [&[u8]; 3] = [b"", b"one", &[0; 70_000]];
        for content in contents {
            write_frame(&mut pipe, content).unwrap();
        }
        let mut input = pipe.as_slice();
        for content in contents {
            assert_eq!(read_frame(&mut input).unwrap().unwrap(), content);
        }
        assert!(read_frame(&mut input).unwrap().is_none());
    }

    #[test]
    fn a_frame_that_is_cut_off_is_an_error_wherever_it_is_cut() {
        let mut pipe = Vec::new();
        write_frame(&mut pipe, b"content").unwrap();
        for length in 1..pipe.len() {
            let error = read_frame(&mut &pipe[..length]).unwrap_err();
            assert!(matches!(error.kind(), io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData), "{length}");
        }
    }

    #[test]
    fn a_stray_print_and_an_absurd_length_are_errors() {
        let error = read_frame(&mut "usage: something\n".as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "`usage: s` is no message");
        let error = read_frame(&mut b"wfw\x01\xff\xff\xff\xff rest".as_slice()).unwrap_err();
        assert_eq!(error.to_string(), "a message of 4294967295 bytes is none");
    }
}
