"""Values that an option of the parser's commands cannot have."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from neural import calibrate, evaluate, parse
from neural.experiment import command as experiment

Main = Callable[[list[str]], int]


@pytest.mark.parametrize(
    ("main", "arguments", "told"),
    [
        (parse.main, ["x", "--from", "pdf"], "--from: must be one of conllu, text, lines, tokens, not 'pdf'"),
        (parse.main, ["x", "--punctuation", "last"], "--punctuation: must be one of following, first, not 'last'"),
        (evaluate.main, ["m", "x", "--punctuation", "last"], "--punctuation: must be one of following, first, not 'l"),
        (calibrate.main, ["m", "x", "--seed", "one"], "--seed: must be a whole number, not 'one'"),
        (experiment.main, ["compare", "--seeds", "1", "two"], "--seeds: must be a whole number, not 'two'"),
        (experiment.main, ["paper", "--encoders", "gru"], "--encoders: must be one of bilstm, bert, not 'gru'"),
    ],
)
def test_the_values_that_an_option_can_have_are_named(
    main: Main, arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    [line] = capsys.readouterr().err.splitlines()
    assert told in line
