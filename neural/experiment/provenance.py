"""What a result owes itself to: the command, the data, the versions, the machine."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import torch

import bubbletree
from neural.config import Json

_PACKAGES = ("torch", "numpy", "transformers")


def digests(files: Iterable[str]) -> dict[str, str]:
    """The SHA-256 of each file, in hexadecimal, by the file's name.

    Raises
    ------
    OSError
        A file cannot be read.
    """
    found = {}
    for name in dict.fromkeys(files):
        with Path(name).open("rb") as stream:
            found[name] = hashlib.file_digest(stream, "sha256").hexdigest()
    return found


def versions() -> dict[str, Json]:
    """The versions of Python, of bubbletree and of what it computes with."""
    found: dict[str, Json] = {"python": platform.python_version(), "bubbletree": bubbletree.__version__}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def machine(device: str) -> dict[str, Json]:
    """The machine: its cores, of what make, and the accelerator if it computes with one."""
    found: dict[str, Json] = {"system": f"{platform.system()} {platform.machine()}", "cpu": _cpu(), "cores": cores()}
    if torch.device(device).type == "cuda":
        found["gpu"] = torch.cuda.get_device_name(device)
    return found


def cores() -> int:
    """How many CPU cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()
