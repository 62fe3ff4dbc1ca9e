"""Classes by the value of an option: those of the table, and those that other packages add to the option's group."""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints

import pytest

from neural.config import ConfigError, registry
from neural.config.registry import Registry

OWN = {"small": "collections:OrderedDict", "list": "collections:UserList", "lost": "collections:Missing"}
ADDED = [
    EntryPoint("big", "collections:Counter", "dicts"),
    EntryPoint("big", "collections:UserString", "others"),
    EntryPoint("small", "collections:UserString", "dicts"),
    EntryPoint("else", "collections:Counter", "others"),
]


@pytest.fixture
def dicts(monkeypatch: pytest.MonkeyPatch) -> Registry[dict[object, object]]:
    monkeypatch.setattr(registry, "entry_points", lambda **selected: EntryPoints(ADDED).select(**selected))
    return Registry("method.kind", "dicts", dict, OWN)


def test_a_class_is_found_in_the_table_and_then_in_the_group(dicts: Registry[dict[object, object]]) -> None:
    assert dicts.names() == ["small", "list", "lost", "big"]
    assert dicts.find("small").__name__ == "OrderedDict"
    assert dicts.find("big").__name__ == "Counter"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("else", "must be one of small, list, lost, big, not 'else'"),
        ("smal", "must be one of small, list, lost, big, not 'smal'; did you mean small?"),
        ("list", "list (collections:UserList) is not a subclass of dict"),
        ("lost", "lost (collections:Missing) cannot be loaded: module 'collections' has no attribute 'Missing'"),
    ],
)
def test_what_cannot_be_used_is_an_error_of_the_option(
    name: str, reason: str, dicts: Registry[dict[object, object]]
) -> None:
    with pytest.raises(ConfigError) as raised:
        dicts.find(name)
    assert (raised.value.key, raised.value.reason) == ("method.kind", reason)
