"""Values that an option of the parser's commands cannot have."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from neural import calibrate, evaluate, parse, train
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


@pytest.mark.parametrize(
    ("main", "arguments", "near"),
    [
        (experiment.main, ["compar"], "compare"),
        (experiment.main, ["compare", "--methods", "bubble-hybird"], "bubble-hybrid"),
        (experiment.main, ["crossval", "--fold-s", "3"], "--folds"),
        (train.main, ["--preset", "smal"], "small"),
        (train.main, ["--pre-set", "small"], "--preset"),
        (parse.main, ["x", "--to", "jsn"], "json"),
        (parse.main, ["x", "--precision", "bfloat"], "bfloat16"),
        (evaluate.main, ["m", "x", "--on-error", "stopp"], "stop"),
    ],
)
def test_a_slip_is_answered_with_the_name_that_was_meant(
    main: Main, arguments: list[str], near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.splitlines()[0].endswith(f"; did you mean {near}?")


@pytest.mark.parametrize(
    ("main", "arguments", "near"),
    [
        (train.main, ["--set", "training.epoch=1"], "training.epochs"),
        (train.main, ["--set", "training.schedule=cosin"], "cosine"),
        (train.main, ["--set", "encoder.kind=bilst"], "bilstm"),
        (parse.main, ["--model", "englsh", "tea or milk"], "english"),
        (evaluate.main, ["english-fst", "x.conllu"], "english-fast"),
        (experiment.main, ["compare", "--variant", "a:encoder.layer=1"], "encoder.layers"),
    ],
)
def test_a_slip_in_a_setting_or_a_model_is_answered_in_the_same_way(
    main: Main, arguments: list[str], near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.endswith(f"; did you mean {near}?\n")
