"""What an option can name: classes of this package, from a table, and classes of other packages, by entry points.

A class is imported when the option has its name: some bring a compiler with them, which takes a second.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar

from bubbletree.errors import not_one_of
from neural.config.options import ConfigError

T = TypeVar("T")


class Registry(Generic[T]):
    """The classes that an option chooses from.

    Any installed package can add a class: by an entry point, whose name is the value of the option.  The package is
    imported only when the option has that value.  No package can replace a class of the table.

    Parameters
    ----------
    option : str
        The dotted name of the option.
    group : str
        The group of the entry points.
    base : type
        What every class must derive from.
    own : mapping of str to str
        The table: classes of this package by name, each as ``module:Class``.

    Attributes
    ----------
    own : mapping of str to str
        The table.
    """

    def __init__(self, option: str, group: str, base: type[T], own: Mapping[str, str]) -> None:
        self.own = own
        self._option = option
        self._group = group
        self._base = base

    def names(self) -> list[str]:
        """All values that the option can have, those of the table first."""
        return list(dict.fromkeys([*self.own, *sorted(entry_points(group=self._group).names)]))

    def find(self, name: str) -> type[T]:
        """The class of a name.

        Raises
        ------
        ConfigError
            There is none, or it cannot be loaded.
        """
        if name in self.own:
            found = [EntryPoint(name, self.own[name], self._group)]
        else:
            found = list(entry_points(group=self._group, name=name))
        if not found:
            raise ConfigError(self._option, not_one_of(name, self.names()))
        place = found[0].value
        try:
            loaded: object = found[0].load()
        except (ImportError, AttributeError) as error:
            raise ConfigError(self._option, f"{name} ({place}) cannot be loaded: {error}") from error
        if not (isinstance(loaded, type) and issubclass(loaded, self._base)):
            raise ConfigError(self._option, f"{name} ({place}) is not a subclass of {self._base.__name__}")
        return loaded
