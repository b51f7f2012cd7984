//! The quickstart as its users meet it: the normal run, their own files, and files that nobody should have.

mod images;
mod normal;
mod program;
mod reading;
mod tables;
