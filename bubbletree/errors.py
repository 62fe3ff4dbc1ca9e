"""The exceptions of the library: one class per kind of failure, each carrying its facts as fields.

Every class derives from :class:`BubbletreeError`, so ``except bubbletree.BubbletreeError`` catches
exactly what this library raises on purpose.  Errors that belong to one module only (a refused
transition, an invalid tree) are defined beside the code that raises them, on top of this base.
"""

from __future__ import annotations


class BubbletreeError(Exception):
    """Base class of every error that bubbletree raises on purpose."""

    # Subclasses are made from their facts, not from the message that they pass on as ``args``; so
    # the way in which exceptions are pickled (say, on their way out of a worker process) is not theirs.
    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[BubbletreeError], args: tuple[object, ...], facts: dict[str, object]) -> BubbletreeError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(facts)
    return error


class StructureError(BubbletreeError, ValueError):
    """The arguments do not describe a structure (V, B, phi, A) at all.

    A structure may be as ill-formed as one likes, but contents must be non-empty sets of token
    numbers of the sentence, and arcs must connect bubbles that exist (Shi & Lee 2021, section 2.2).
    """


class UnwritableError(BubbletreeError, ValueError):
    """A value that a format cannot hold.

    Attributes
    ----------
    form : str
        The format.
    reason : str
        What stands in the way.
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
        The file's name, or ``"<input>"`` where the text did not come from a named file.
    line : int
        Number of the offending line, counting from 1; 0 where no single line is to blame.
    reason : str
        What is wrong, in words.
    """

    def __init__(self, source: str, line: int, reason: str) -> None:
        super().__init__(f"{source}:{line}: {reason}" if line else f"{source}: {reason}")
        self.source = source
        self.line = line
        self.reason = reason
