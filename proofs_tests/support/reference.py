"""The library's configurations compared with the paper's, piece by piece."""

from __future__ import annotations

from bubbletree.configuration import Configuration, cells
from proofs_tests.support.brute import SetConfiguration


def assert_same(configuration: Configuration, reference: SetConfiguration) -> None:
    """Both are the same septuple (sigma, beta, V, B, phi, A, O)."""
    assert configuration.stack == reference.stack
    assert configuration.buffer == reference.buffer
    assert frozenset(range(len(configuration.words) + 1)) == reference.tokens
    assert dict(enumerate(configuration.contents)) == reference.phi
    assert len(set(configuration.arcs)) == len(configuration.arcs)
    assert frozenset(configuration.arcs) == reference.arcs
    assert configuration.open == reference.open
    items = [*cells(configuration.stack_items), *cells(configuration.buffer_items)]
    for item in items:
        assert frozenset(range(item.projection.first, item.projection.last + 1)) == reference.psi(item.bubble)
        assert frozenset(range(item.content.first, item.content.last + 1)) == reference.phi[item.bubble]
        assert item.is_open == (item.bubble in reference.open)
    assert configuration.is_terminal == (reference.stack == (0,) and not reference.buffer)
    # The claim on which the spans rest: the items cover RT and the words once, in order.
    covered = [
        t
        for item in [*reversed(items[: len(reference.stack)]), *items[len(reference.stack) :]]
        for t in range(item.projection.first, item.projection.last + 1)
    ]
    assert covered == sorted(reference.tokens)
