//! What to install for what is missing.

use super::Probe;

/// Something to install, or to look at.
pub(super) struct Advice {
    /// What for.
    pub(super) title: &'static str,
    /// What to do, by system.
    pub(super) rows: &'static [(&'static str, &'static str)],
}

const HIP: Advice = Advice {
    title: "for AMD GPUs, the HIP runtime and hiprtc",
    rows: &[
        (
            "Debian, Ubuntu",
            "apt install libamdhip64-6 libhiprtc6; -7 where that is newer, libamdhip64-5 alone in Debian 13",
        ),
        ("Fedora", "dnf install rocm-hip"),
        ("Arch", "pacman -S hip-runtime-amd"),
        ("Windows", "AMD's display driver, and its HIP SDK for hiprtc"),
        ("elsewhere", "set ROCM_PATH to the folder of a ROCm"),
    ],
};

const HIP_DEVICES: Advice = Advice {
    title: "for AMD GPUs, a device: the runtime is there and lists none",
    rows: &[
        ("Linux", "load the kernel's driver amdgpu, and let this user open /dev/kfd: groups render and video"),
        ("containers", "pass /dev/kfd and /dev/dri in"),
    ],
};

const CUDA_DRIVER: Advice = Advice {
    title: "for NVIDIA GPUs, the driver's libcuda",
    rows: &[
        ("Debian", "apt install nvidia-driver, from non-free"),
        ("Ubuntu", "ubuntu-drivers install"),
        ("Fedora", "dnf install xorg-x11-drv-nvidia-cuda, from RPM Fusion"),
        ("Arch", "pacman -S nvidia-utils"),
        ("Windows", "NVIDIA's display driver"),
        ("containers", "NVIDIA's container toolkit passes the host's in"),
    ],
};

const CUDA_COMPILER: Advice = Advice {
    title: "for NVIDIA GPUs, the compiler NVRTC",
    rows: &[
        ("Debian, Ubuntu", "apt install libnvrtc12"),
        ("Fedora", "dnf install cuda-nvrtc-13-0, from NVIDIA's repository"),
        ("Arch", "pacman -S cuda"),
        ("Windows", "the CUDA toolkit"),
        ("Python", "pip install nvidia-cuda-nvrtc, in the active virtual environment"),
        ("elsewhere", "set CUDA_PATH to the folder of a CUDA"),
    ],
};

const CUDA_DEVICES: Advice = Advice {
    title: "for NVIDIA GPUs, a device: the driver is there and lists none",
    rows: &[
        ("Linux", "nvidia-smi says whether the kernel's driver is loaded; CUDA_VISIBLE_DEVICES may hide devices"),
        ("containers", "start them with the GPUs: --gpus all"),
    ],
};

const EMULATOR: Advice = Advice {
    title: "for the emulator, a C++ compiler",
    rows: &[
        ("Debian, Ubuntu", "apt install g++"),
        ("Fedora", "dnf install gcc-c++"),
        ("Arch", "pacman -S gcc"),
        ("elsewhere", "the emulator runs on 64-bit little-endian Linux only"),
    ],
};

/// What this machine lacks, in the order of the report.
pub(super) fn advice(probe: &Probe) -> Vec<&'static Advice> {
    let mut advice = Vec::new();
    for backend in &probe.backends {
        let missing: Vec<bool> = backend.libraries.iter().map(|library| library.found.is_err()).collect();
        let (runtime, compiler) = (missing.first() == Some(&true), missing.iter().skip(1).any(|&missing| missing));
        let none = !runtime && !backend.has_devices();
        let each: &[(bool, &Advice)] = match backend.kind {
            "HIP" => &[(runtime || compiler, &HIP), (none, &HIP_DEVICES)],
            _ => &[(runtime, &CUDA_DRIVER), (compiler, &CUDA_COMPILER), (none, &CUDA_DEVICES)],
        };
        advice.extend(each.iter().filter(|(lacks, _)| *lacks).map(|(_, advice)| *advice));
    }
    if probe.emulator.is_err() {
        advice.push(&EMULATOR);
    }
    advice
}
