"""Where a result comes from: the command, the data, the versions, the machine."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import torch

import bubbletree
from neural.config import Json

_PACKAGES = ("torch", "numpy", "transformers")


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the results of an experiment come from.

    Attributes
    ----------
    command : str
        The command.
    date : str
        The day of the report, as YYYY-MM-DD.
    seconds : float
        How long the command took.  Trials that earlier runs finished are not counted.
    data : mapping of str to str
        The SHA-256 of each file that was read, by the file's name.
    versions : mapping
        What :func:`versions` returned.
    machine : mapping
        What :func:`machine` returned.
    """

    command: str
    date: str
    seconds: float
    data: Mapping[str, str]
    versions: Mapping[str, Json]
    machine: Mapping[str, Json]


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
    """The versions of Python, of bubbletree, and of the packages that it computes with."""
    found: dict[str, Json] = {"python": platform.python_version(), "bubbletree": bubbletree.__version__}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def machine(device: str) -> dict[str, Json]:
    """The system, the CPU and the number of its cores; the GPU, if ``device`` is one."""
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
