"""Whatever a text holds, its tokens are what stands at their places, and its sentences can be written and read."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings

from proofs_tests.fuzz.mutated import mutated
from proofs_tests.fuzz.plain_text import MARKS, VALID, check


def test_tokens_stand_at_their_places_in_mutated_text(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"

    @settings(deadline=None, suppress_health_check=list(HealthCheck))
    @given(mutated(VALID, MARKS))
    def run(data: bytes) -> None:
        path.write_bytes(data)
        check(path)

    path.write_bytes(VALID)
    check(path)
    run()
