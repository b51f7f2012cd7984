//! A GPU beside CUB: the same buffers, the same stream, the same process.
//!
//! `cargo bench --bench gpu -- [--device cuda] [--cub libcub_peer.so] [--largest 28]`; the library is made of
//! `peers/cub_peer.cu`. Times are the device's, of launches within a graph, so that the host does not count; the host's
//! own time and the start of a process are measured apart.

mod bins;
mod host;
mod peer;
mod start;
mod work;

use std::path::PathBuf;

use clap::Parser;
use peer::Peer;
use wavefold::Device;

#[derive(Parser)]
struct Options {
    /// The backend
    #[arg(long, default_value = "cuda", value_parser = ["cuda", "hip"])]
    device: String,
    /// The library made of `peers/cub_peer.cu`
    #[arg(long)]
    cub: Option<PathBuf>,
    /// The largest input has 2 to the power of this many elements
    #[arg(long, default_value_t = 28)]
    largest: u32,
    /// Only print how long a new process takes to its first results
    #[arg(long, hide = true)]
    start: bool,
    /// Given by `cargo bench`
    #[arg(long, hide = true)]
    bench: bool,
}

impl Options {
    fn open(&self) -> Result<Device, wavefold::Error> {
        match &*self.device {
            "hip" => Device::hip(0),
            _ => Device::cuda(0),
        }
    }
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    if options.start {
        return start::child(&options);
    }
    start::measure(&options.device)?;
    let device = options.open()?;
    println!("\n{device}");
    host::measure(&device)?;
    let peer = options.cub.as_deref().map(Peer::load).transpose()?;
    if peer.is_none() {
        println!("\nCUB: NOT MEASURED; give --cub the library made of peers/cub_peer.cu");
    }
    work::measure(&device, peer.as_ref(), options.largest)
}
