"""The exceptions of the library: one class for each kind of failure, with the facts as fields.

Every class derives from :class:`BubbletreeError`, so ``except bubbletree.BubbletreeError`` catches
exactly what this library raises on purpose.  Errors that belong to one module only (a refused
transition, an invalid tree) are defined beside the code that raises them, on top of this base.
"""

from __future__ import annotations

from collections.abc import Iterable

_SHOWN = 40
"""How many characters of what stands in a file a message shows."""


def shortened(text: str, most: int = _SHOWN) -> str:
    """What stands in a file, for a message: only its beginning if it is long.

    Examples
    --------
    >>> shortened("tea"), shortened("tea" * 100)
    ('tea', 'teateateateateateateateateateateateateat...')
    """
    return text if len(text) <= most else text[:most] + "..."


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """What to add to the message that there is no such name; empty if nothing known looks like it.

    Of dotted names, the group may be left out.

    Examples
    --------
    >>> did_you_mean("bilstmm", ["bilstm", "transformer"]), did_you_mean("x", ["bilstm", "transformer"])
    ('; did you mean bilstm?', '')
    >>> did_you_mean("layer", ["encoder.layers"])
    '; did you mean encoder.layers?'
    """
    from difflib import get_close_matches  # here, because it is needed for mistakes alone

    options = {option: option for option in known}
    # The likeliest slip is to leave out the group of an option.
    options.update({option.rpartition(".")[2]: option for option in list(options)})
    close = get_close_matches(name, options, n=1, cutoff=0.6)
    close += get_close_matches(name.rpartition(".")[2], options, n=1, cutoff=0.75)
    names = dict.fromkeys(options[found] for found in close)
    return f"; did you mean {' or '.join(names)}?" if names else ""


def not_one_of(name: str, known: Iterable[str]) -> str:
    """What is wrong with a name that is none of those that are known.

    Examples
    --------
    >>> not_one_of("bilstmm", ["bilstm", "transformer"])
    "must be one of bilstm, transformer, not 'bilstmm'; did you mean bilstm?"
    """
    known = list(known)
    return f"must be one of {', '.join(known)}, not {name!r}{did_you_mean(name, known)}"


def shown(value: object) -> str:
    """A value, for a message: only its beginning if it is long.

    Examples
    --------
    >>> shown(list(range(100)))
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 2...'
    """
    return shortened(repr(value), 2 * _SHOWN)


class BubbletreeError(Exception):
    """Base class of every error that bubbletree raises on purpose."""

    # Exceptions are pickled by their ``args``, for example when they leave a worker process. Subclasses take other
    # arguments than the message in ``args``, so they need their own way.
    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[BubbletreeError], args: tuple[object, ...], facts: dict[str, object]) -> BubbletreeError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(facts)
    return error


class StructureError(BubbletreeError, ValueError):
    """The arguments do not describe a structure (V, B, phi, A) at all.

    A structure may be ill-formed in any way, but contents must be non-empty sets of token numbers of the sentence, and
    arcs must connect bubbles that exist (Shi & Lee 2021, section 2.2).
    """


class UnwritableError(BubbletreeError, ValueError):
    """A value cannot be written in a format.

    Attributes
    ----------
    form : str
        The format.
    reason : str
        Why not, in words.
    """

    def __init__(self, form: str, reason: str) -> None:
        super().__init__(f"cannot be written as {form}: {reason}")
        self.form = form
        self.reason = reason


class FormatError(BubbletreeError, ValueError):
    """A file does not follow its format.

    Attributes
    ----------
    source : str
        The file's name, or ``"<input>"`` if the text did not come from a named file.
    line : int
        The number of the line with the error, counting from 1; 0 if it is not a single line.
    reason : str
        What is wrong, in words.
    """

    def __init__(self, source: str, line: int, reason: str) -> None:
        super().__init__(f"{source}:{line}: {reason}" if line else f"{source}: {reason}")
        self.source = source
        self.line = line
        self.reason = reason


class MissingExtraError(BubbletreeError):
    """Something needs a package that is not installed, and that comes with an extra of bubbletree.

    Attributes
    ----------
    extra : str
        The extra.
    """

    def __init__(self, purpose: str, extra: str) -> None:
        super().__init__(
            f"{purpose} need the extra {extra!r}; to install it, in a checkout of bubbletree: pip install '.[{extra}]'"
        )
        self.extra = extra
