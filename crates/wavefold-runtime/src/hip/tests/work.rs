//! Memory, streams, events, kernels: which calls in which order, and who owns what for how long.

use std::time::Duration;

use hip_standin::{Options, Standin};

use super::super::WorkGroupMode;
use super::{Rig, arguments, assert_tidy, event, memory, open, open_with, options, stream, text};
use crate::backend::{Backend, Jit, Launch, StreamHandle};
use crate::element::{as_bytes, as_room};
use crate::{Device, Error};

const DEFAULT: StreamHandle = StreamHandle::DEFAULT;

/// The calls, without those that find the current device.
fn calls(rig: &Rig) -> Vec<String> {
    rig.standin.take_trace().into_iter().filter(|line| !line.starts_with("hipGetDevice = ")).collect()
}

#[test]
fn bytes_go_to_the_device_and_back() {
    let rig = Rig::new();
    let memory = memory(&rig.hip, 8).unwrap();
    let stream = stream(&rig.hip).unwrap();
    let mut read = [1; 8];
    // SAFETY: memory and stream are open, and hold so much.
    unsafe {
        for stream in [DEFAULT, stream.1] {
            let mut host = vec![1_u8, 2, 3, 4];
            rig.hip.zero(memory.1, 8, stream).unwrap();
            rig.hip.write(memory.1.add(2), as_bytes(&host), stream).unwrap();
            // The stand-in copies when it is waited for: what is done to the host's memory now must come too late.
            host.fill(9);
            rig.hip.read(as_room(&mut read), memory.1, stream).unwrap();
            assert_eq!(read, [0, 0, 1, 2, 3, 4, 0, 0]);
        }
    }
    let trace = calls(&rig);
    let own = [
        "hipStreamSynchronize(stream 1)",
        "hipMemsetAsync(memory 1, 0, 8) in legacy stream",
        "hipStreamSynchronize(legacy stream)",
        "hipStreamSynchronize(stream 1)",
        "hipMemcpyAsync(memory 1 + 2 from host, 4) in legacy stream",
        "hipStreamSynchronize(legacy stream)",
        "hipStreamSynchronize(stream 1)",
        "hipMemcpyAsync(host from memory 1, 8) in legacy stream",
        "hipStreamSynchronize(legacy stream)",
    ];
    let users = [
        "hipMemsetAsync(memory 1, 0, 8) in stream 1",
        "hipMemcpyAsync(memory 1 + 2 from host, 4) in stream 1",
        "hipStreamSynchronize(stream 1)",
        "hipMemcpyAsync(host from memory 1, 8) in stream 1",
        "hipStreamSynchronize(stream 1)",
    ];
    let begin = trace.iter().position(|line| line == own[0]).unwrap();
    assert_eq!(trace[begin..], [&own[..], &users[..]].concat());
    drop((memory, stream));
    rig.close();
}

#[test]
fn the_devices_own_stream_comes_after_all_others() {
    let rig = Rig::new();
    let memory = memory(&rig.hip, 4).unwrap();
    let streams = [stream(&rig.hip).unwrap(), stream(&rig.hip).unwrap()];
    let mut read = [1; 4];
    // SAFETY: memory and streams are open, and hold so much.
    unsafe {
        rig.hip.write(memory.1, as_bytes(&[5_u8; 4]), DEFAULT).unwrap();
        rig.hip.zero(memory.1, 2, streams[0].1).unwrap();
        rig.hip.zero(memory.1.add(3), 1, streams[1].1).unwrap();
        rig.hip.read(as_room(&mut read), memory.1, DEFAULT).unwrap();
    }
    assert_eq!(read, [0, 0, 5, 0]);
    drop((memory, streams));
    rig.close();
}

#[test]
fn empty_memory_has_an_address_and_needs_no_copies() {
    let rig = Rig::new();
    let memory = memory(&rig.hip, 0).unwrap();
    assert_eq!(calls(&rig).last().unwrap(), "hipMalloc(1) = memory 1");
    // SAFETY: no byte is touched.
    unsafe {
        rig.hip.zero(memory.1, 0, DEFAULT).unwrap();
        rig.hip.write(memory.1, &[], DEFAULT).unwrap();
        rig.hip.read(&mut [], memory.1, DEFAULT).unwrap();
    }
    assert_eq!(calls(&rig), [""; 0]);
    drop(memory);
    rig.close();
}

#[test]
fn memory_that_is_not_there_says_what_was_asked_and_what_is_free() {
    let rig = Rig::with(&Options { memory: 10_000, ..Options::default() });
    let some = memory(&rig.hip, 4000).unwrap();
    let Err(error) = rig.hip.allocate(8000) else { panic!("there is not so much") };
    assert!(matches!(error, Error::OutOfMemory { bytes: 8000, free: Some(6000), .. }), "{error:?}");
    // The device is as good as before.
    drop(memory(&rig.hip, 6000).unwrap());
    drop(some);
    rig.close();
}

#[test]
fn streams_wait_for_events_and_events_have_times() {
    let rig = Rig::new();
    let memory = memory(&rig.hip, 4).unwrap();
    let (early, late) = (stream(&rig.hip).unwrap(), stream(&rig.hip).unwrap());
    let mut read = [1; 4];
    // SAFETY: memory and streams are open, and hold so much; the second stream waits for the first.
    unsafe {
        rig.hip.write(memory.1, as_bytes(&[7_u8; 4]), early.1).unwrap();
        let start = event(&rig.hip, early.1).unwrap();
        rig.hip.zero(memory.1, 4, early.1).unwrap();
        let end = event(&rig.hip, early.1).unwrap();
        rig.hip.wait(late.1, end.1).unwrap();
        calls(&rig);
        rig.hip.read(as_room(&mut read), memory.1, late.1).unwrap();
        assert_eq!(read, [0; 4], "the later stream reads what the earlier one wrote");
        assert_eq!(rig.hip.elapsed(start.1, end.1).unwrap(), Duration::from_micros(250));
    }
    let trace = [
        "hipMemcpyAsync(host from memory 1, 4) in stream 2",
        "hipStreamSynchronize(stream 2)",
        "hipEventSynchronize(event 1)",
        "hipEventSynchronize(event 2)",
        "hipEventElapsedTime(event 1, event 2)",
        "hipEventDestroy(event 2)",
        "hipEventDestroy(event 1)",
    ];
    assert_eq!(calls(&rig), trace);
    drop((memory, early, late));
    rig.close();
}

#[test]
fn an_event_in_the_devices_own_stream_has_passed() {
    let rig = Rig::new();
    let (start, end) = (event(&rig.hip, DEFAULT).unwrap(), event(&rig.hip, DEFAULT).unwrap());
    // SAFETY: neither event is closed.
    unsafe { rig.hip.wait(DEFAULT, start.1).and_then(|()| rig.hip.elapsed(start.1, end.1)) }.unwrap();
    drop((start, end));
    rig.close();
}

#[test]
fn a_kernel_is_compiled_for_the_device_and_launched_with_its_arguments() {
    let rig = Rig::new();
    let (input, output) = (memory(&rig.hip, 4000).unwrap(), memory(&rig.hip, 4).unwrap());
    let stream = stream(&rig.hip).unwrap();
    calls(&rig);
    let kernel = rig.hip.compile(&text("\nconstexpr u32 WARP_SIZE = 64;\n")).unwrap();
    assert_eq!(*rig.asked.lock().unwrap(), [("gfx942:sramecc+:xnack-".into(), WorkGroupMode::CompilerDefault)]);
    let arguments = arguments(input.1, output.1);
    let launch = Launch { grid: 4, block: 256, shared_bytes: 0, arguments: &arguments };
    // SAFETY: the arguments are the kernel's, the streams are open.
    unsafe {
        kernel.launch(launch, stream.1).unwrap();
        kernel.launch(launch, DEFAULT).unwrap();
    }
    // What is in flight still needs the module: it is waited for.
    // SAFETY: as above.
    unsafe { kernel.launch(launch, stream.1) }.unwrap();
    drop(kernel);
    let launched = "hipModuleLaunchKernel(max_abs, 4 × 256, [memory 1, 8:0x3e8, memory 2]) in";
    let trace = [
        "hipModuleLoadData = module 1",
        "hipModuleGetFunction(module 1, max_abs)",
        &format!("{launched} stream 1"),
        "(ran max_abs)",
        "hipStreamSynchronize(stream 1)",
        &format!("{launched} legacy stream"),
        "(ran max_abs)",
        "hipStreamSynchronize(legacy stream)",
        &format!("{launched} stream 1"),
        "(ran max_abs)",
        "hipStreamSynchronize(stream 1)",
        "hipModuleUnload(module 1)",
    ];
    assert_eq!(calls(&rig), trace);
    drop((input, output, stream));
    rig.close();
}

#[test]
fn a_mode_that_was_chosen_reaches_the_compiler() {
    let standin = Standin::new(&Options { architecture: "gfx1100", warp_size: 32, ..Options::default() });
    let (hip, asked) = open_with(&options(&standin, 0).work_group_mode(WorkGroupMode::Cu)).unwrap();
    drop(hip.compile(&text("")).unwrap());
    assert_eq!(*asked.lock().unwrap(), [("gfx1100".into(), WorkGroupMode::Cu)]);
    drop(hip);
    assert_tidy(&standin);
}

#[test]
fn text_for_another_warp_size_is_refused_before_it_is_compiled() {
    let rig = Rig::new();
    let Err(error) = rig.hip.compile(&text("\nconstexpr u32 WARP_SIZE = 32;\n")) else { panic!("it has 64") };
    assert_eq!(error.to_string(), "the device `hip 0 (Stand-in 0)` has no warps of 32 lanes");
    assert!(rig.asked.lock().unwrap().is_empty());
    // Text that does not depend on it has none.
    drop(rig.hip.compile(&text("")).unwrap());
    rig.close();
}

#[test]
fn an_architecture_that_the_compiler_does_not_know_loads_nothing() {
    let rig = Rig::with(&Options { architecture: "gfx000", ..Options::default() });
    calls(&rig);
    assert!(matches!(rig.hip.compile(&text("")), Err(Error::UnknownArchitecture { .. })));
    assert_eq!(calls(&rig), [""; 0]);
    rig.close();
}

#[test]
fn a_code_object_without_the_kernel_is_unloaded() {
    let rig = Rig::new();
    let Err(error) = rig.hip.compile(&text("lost")) else { panic!("the kernel is not in it") };
    let Error::Call { function, code: 500, name, .. } = error else { panic!("{error:?}") };
    assert_eq!((function, &*name), ("hipModuleGetFunction", "hipErrorNotFound"));
    rig.close();
}

#[test]
fn children_keep_the_device_alive() {
    let rig = Rig::new();
    let kernel = rig.hip.compile(&text("")).unwrap();
    let device = Device::new(rig.hip);
    let (buffer, stream) = (device.upload(&[1_u32, 2, 3]).unwrap(), device.stream().unwrap());
    drop(device);
    assert_eq!(rig.standin.live(), ["1 × memory", "1 × stream", "1 × module"]);
    stream.synchronize().unwrap();
    assert_eq!(buffer.read(&stream).unwrap(), [1, 2, 3]);
    drop((buffer, stream));
    assert_eq!(rig.standin.live(), ["1 × module"]);
    drop(kernel);
    assert_tidy(&rig.standin);
}

#[test]
fn threads_and_devices_do_not_mix_anything_up() {
    let standin = Standin::new(&Options { devices: 2, ..Options::default() });
    let devices = [open(&standin, 0).unwrap().0, open(&standin, 1).unwrap().0];
    std::thread::scope(|scope| {
        for thread in 0..4_u8 {
            let hip = &devices[usize::from(thread % 2)];
            scope.spawn(move || {
                let stream = stream(hip).unwrap();
                for round in 0..50_u8 {
                    let memory = memory(hip, 64).unwrap();
                    let value = thread * 50 + round;
                    let mut read = [0; 64];
                    let queue = if round % 5 == 0 { DEFAULT } else { stream.1 };
                    // SAFETY: memory and streams are open, and hold so much.
                    unsafe {
                        hip.write(memory.1, as_bytes(&[value; 64]), queue).unwrap();
                        hip.zero(memory.1, 32, queue).unwrap();
                        let event = event(hip, queue).unwrap();
                        hip.wait(stream.1, event.1).unwrap();
                        hip.read(as_room(&mut read), memory.1, stream.1).unwrap();
                    }
                    assert_eq!((read[31], read[32]), (0, value));
                }
            });
        }
    });
    drop(devices);
    assert_tidy(&standin);
}
