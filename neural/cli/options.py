"""Options that the commands share.

PyTorch takes a second to load, so it is loaded only when the options are known to be right.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import TYPE_CHECKING

from bubbletree.cli.guard import UsageError
from bubbletree.cli.inputs import member_of, positive
from bubbletree.convert import Punctuation
from neural.config import Config, parse_settings
from neural.config.presets import PRESETS
from neural.models.names import PRECISIONS

if TYPE_CHECKING:
    import torch

    from neural.models.parser import Parser
    from neural.models.processes import Processes


def plural(number: int, noun: str) -> str:
    """A number with its noun, in the plural unless the number is 1.

    Examples
    --------
    >>> plural(1, "sentence"), plural(2, "sentence")
    ('1 sentence', '2 sentences')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def add_device(parser: argparse.ArgumentParser) -> None:
    """Add the option that says where to compute; :func:`chosen_device` finds the device."""
    parser.add_argument("--device", default="cpu", help="cpu (default), cuda, cuda:1, ...")


def chosen_device(options: argparse.Namespace) -> torch.device:
    """The device that the option of :func:`add_device` names.

    Raises
    ------
    DeviceError
        There is no such device.
    """
    from neural.models.loading import available

    return available(options.device)


def add_batch_size(parser: argparse.ArgumentParser) -> None:
    """Add the option that says how many sentences to parse together."""
    parser.add_argument("--batch-size", type=positive, default=256, metavar="N", help="sentences parsed together (256)")


def add_precision(parser: argparse.ArgumentParser) -> None:
    """Add the option that says in what numbers the encoder computes."""
    parser.add_argument(
        "--precision",
        choices=PRECISIONS,
        help="the numbers with which the encoder computes: float32; bfloat16, faster on recent "
        "processors; or int8, faster still on a CPU and less exact (default: as in training, mostly float32)",
    )


def add_loading(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how to parse with a model; :func:`loaded` loads it."""
    add_batch_size(parser)
    add_beam(parser)
    add_precision(parser)
    add_device(parser)


def loaded(model: str | Path, options: argparse.Namespace, processes: Processes) -> Parser:
    """The parser that the options of :func:`add_loading` ask for.

    Parameters
    ----------
    model : str or Path
        A model, as for :func:`neural.models.loading.load`.
    options : argparse.Namespace
        The options.
    processes : Processes
        The processes that share the work.

    Raises
    ------
    BubbletreeError
        As for :func:`neural.models.loading.load`.
    """
    from neural.models.loading import load

    return load(
        model,
        device=processes.device,
        beam=options.beam,
        batch_size=options.batch_size,
        processes=processes,
        precision=options.precision,
    )


def add_beam(parser: argparse.ArgumentParser) -> None:
    """Add the option that says how many partial derivations to keep."""
    parser.add_argument(
        "--beam",
        type=positive,
        metavar="K",
        help="keep K partial derivations of each sentence (default: the model's own option, mostly 1, greedy)",
    )


def add_config(parser: argparse.ArgumentParser, default: str) -> None:
    """Add the options that choose a configuration; ``default`` names the default preset for the help text."""
    parser.add_argument("--preset", choices=PRESETS, help=f"a named set of options (default: {default})")
    parser.add_argument("--config", type=Path, metavar="FILE", help="options in a JSON file")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="change one option, as in training.epochs=3"
    )


def chosen_config(options: argparse.Namespace, default: str) -> Config:
    """The configuration that the options of :func:`add_config` choose.

    Raises
    ------
    UsageError
        Both a preset and a file are named.
    ConfigError
        There is no such option, or it cannot have that value.
    OSError
        The file cannot be read.
    """
    from neural.methods.registry import check

    if options.preset and options.config:
        raise UsageError("--preset and --config both name a configuration: leave one out")
    config = Config.read(options.config) if options.config else PRESETS[options.preset or default]
    config = config.replace(parse_settings(options.set))
    check(config)
    return config


def minutes(argument: str) -> float:
    """An argument that is a number of minutes above 0, in seconds."""
    try:
        seconds = 60 * float(argument)
    except ValueError:
        seconds = math.nan
    if not seconds > 0:
        raise argparse.ArgumentTypeError(f"must be a number of minutes above 0, not {argument!r}")
    return seconds


def probability(text: str) -> float:
    """An argument that is a number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"must be a number from 0 to 1, not {text!r}")
    return number


def add_punctuation(parser: argparse.ArgumentParser) -> None:
    """Add the option that says how UD attaches punctuation between conjuncts."""
    parser.add_argument(
        "--punctuation",
        type=member_of(Punctuation),
        choices=list(Punctuation),
        default=Punctuation.FOLLOWING,
        metavar="{" + ",".join(custom.value for custom in Punctuation) + "}",
        help="the head of punctuation between conjuncts in UD: the following conjunct (default; UD version 2) or "
        "the first one (GENIA)",
    )
