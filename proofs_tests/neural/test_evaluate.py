"""`neural.evaluate` counts every sentence of a file, and says what is wrong with files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bubbletree import BubbleTree, coordinations
from bubbletree.convert import Punctuation, to_ud
from bubbletree.grammar import generate
from bubbletree.io import parse_brackets, write_conllu
from bubbletree.metrics.mistakes import MistakeKind
from neural import evaluate
from neural.data.gold import read_gold
from neural.evaluation.bootstrap import interval
from neural.evaluation.scores import score_parser
from neural.methods.interface import Analysis
from neural.models.loading import load
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.neural.files import COORD, SENTENCES, UD, write


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.untrained(tmp_path_factory.mktemp("model"), {"encoder.tags": "upos"})


def test_evaluation_prints_a_table_or_json(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_conllu(generate(30, seed=8), tmp_path / "gold.conllu")
    assert evaluate.main([str(model), str(tmp_path / "gold.conllu")]) == 0
    table = capsys.readouterr().out
    for heading in ("exact", "inner", "whole", "UAS", "LAS", "all, paper", "NP, strict", "all, released"):
        assert heading in table
    assert evaluate.main([str(model), str(tmp_path / "gold.conllu"), "--mistakes", "2"]) == 0
    mistakes = capsys.readouterr().out.partition("\nmistake ")[2]
    assert mistakes.count("   gold   ") + mistakes.count("   found  ") >= 2
    assert len(re.findall(rf"^\d+\. ({'|'.join(MistakeKind)})", mistakes, re.MULTILINE)) == 2
    assert evaluate.main([str(model), str(tmp_path / "gold.conllu"), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    expected = score_parser(Parser.load(model), list(read_gold(tmp_path / "gold.conllu")))
    assert result["sentences"] == 30
    assert sum(result["mistakes"].values()) >= expected.paper.overall.exact.gold - expected.paper.overall.exact.correct
    assert result["coordination"]["strict"]["all"]["whole"]["f1"] == expected.strict.overall.whole.f1
    assert result["coordination"]["paper"]["categories"]["NP"]["exact"]["gold"] > 0
    assert expected.attachment is not None
    assert result["attachment"]["las"]["correct"] == expected.attachment.labelled.correct


def test_each_score_has_its_interval(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "gold.conllu"
    write_conllu(generate(30, seed=8), source)
    assert evaluate.main([str(model), str(source), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["intervals"]
    assert list(found) == ["exact F1, paper", "exact F1, strict", "exact F1, released", "UAS", "LAS"]
    parser = Parser.load(model)
    each = [score_parser(parser, [one]) for one in read_gold(source)]
    las = interval([one.attachment.labelled for one in each if one.attachment is not None])
    assert found["LAS"] == pytest.approx(las)
    assert found["exact F1, strict"] == pytest.approx(interval([one.strict.overall.exact for one in each]))
    assert evaluate.main([str(model), str(source)]) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("LAS  "))
    assert row.split() == ["LAS", f"{100 * las.low:.2f}", f"{100 * las.high:.2f}"]


def test_scores_are_broken_down(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "gold.conllu"
    write_conllu(generate(60, seed=8), source)
    assert evaluate.main([str(model), str(source), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    whole = result["coordination"]["strict"]["all"]["exact"]
    for name in ("coordinator", "conjuncts", "nesting", "length", "sentence"):
        values = result["breakdown"][name].values()
        assert sum(one["strict"]["gold"] for one in values) == whole["gold"] > 10, name
        assert sum(one["strict"]["correct"] for one in values) == whole["correct"], name
    assert evaluate.main([str(model), str(source)]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"^exact +paper R +F1 +from +to +strict R", printed, re.MULTILINE)
    assert re.search(r"^nesting: alone +\d", printed, re.MULTILINE)


COORDINATED = parse_brackets("nsubj=[(amod=hot tea) cc=and buns] slept")
NARROW = parse_brackets("amod=hot nsubj=[tea cc=and buns] slept")
BARE = parse_brackets("amod=hot nsubj=tea cc=and conj=buns slept")


@pytest.mark.parametrize(
    ("gold", "found", "kind", "line"),
    [
        (BARE, COORDINATED, "spurious", "found  [hot tea] and [buns] slept"),
        (COORDINATED, BARE, "missed", "gold   [hot tea] and [buns] slept"),
        (
            NARROW,
            COORDINATED,
            "left end, wide",
            "gold   hot [tea] and [buns] slept\n   found  [hot tea] and [buns] slept",
        ),
    ],
)
def test_mistakes_show_what_is_right_and_what_was_found(
    model: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    gold: BubbleTree,
    found: BubbleTree,
    kind: str,
    line: str,
) -> None:
    monkeypatch.setattr(Parser, "analyse_all", lambda *_: iter([Analysis(coordinations(found), found)]))
    source = tmp_path / "gold.conllu"
    write_conllu([gold], source)
    assert evaluate.main([str(model), str(source), "--mistakes", "1"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("1 sentence\n")
    assert printed.endswith(f"\n1. {kind} (no sent_id)\n   {line}\n")
    assert evaluate.main([str(model), str(source), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["mistakes"] == {kind: 1}


def test_the_mistakes_that_are_shown_are_the_same_each_time(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        Parser, "analyse_all", lambda *_: iter([Analysis(coordinations(COORDINATED), COORDINATED)] * 100)
    )
    write_conllu([BARE] * 100, tmp_path / "gold.conllu")
    assert evaluate.main([str(model), str(tmp_path / "gold.conllu"), "--mistakes", "3"]) == 0
    shown = re.findall(r"^(\d+)\. spurious", capsys.readouterr().out, re.MULTILINE)
    assert shown == ["18", "73", "98"]


def test_gold_sentences_without_a_tree_count(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, coord = write(tmp_path / "gold.conllu", UD), write(tmp_path / "gold.coord", COORD)
    assert evaluate.main([str(model), str(gold), f"--coord={coord}", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["sentences"], result["not_converted"]) == (2, {"the heads do not form a tree": 1})
    assert result["attachment"]["uas"]["total"] == 5
    assert result["coordination"]["strict"]["all"]["exact"]["gold"] == 2
    assert result["coordination"]["paper"]["left_out"]["gold"] == 1
    without = "1 sentence without a gold bubble tree (the heads do not form a tree)"
    assert evaluate.main([str(model), str(gold)]) == 0
    printed = capsys.readouterr()
    assert printed.err == f"{without}; their coordinations are unknown, and count as none\n"
    assert ["95%", "interval", "from", "to"] in [line.split() for line in printed.out.splitlines()]
    assert evaluate.main([str(model), str(gold), f"--coord={coord}"]) == 0
    assert capsys.readouterr().err == f"{without}\n"


def test_gold_sentences_without_heads_count_for_coordinations_and_not_for_attachment(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    headless = "# sent_id = c\n1\ttea\t_\tNOUN\t_\t_\t0\troot\t_\t_\n2\tplease\t_\tINTJ\t_\t_\t_\t_\t_\t_\n\n"
    gold = write(tmp_path / "gold.conllu", headless + UD)
    results = []
    for path in (write(tmp_path / "without.conllu", UD), gold):
        assert evaluate.main([str(model), str(path), "--json"]) == 0
        results.append(json.loads(capsys.readouterr().out))
    without, with_it = results
    assert with_it["not_converted"] == {"a word has no head": 1, **without["not_converted"]}
    assert with_it["attachment"] == without["attachment"]
    assert with_it["sentences"] == without["sentences"] + 1
    assert evaluate.main([str(model), str(gold)]) == 0
    line = "1 sentence without a gold bubble tree (a word has no head); their coordinations are unknown"
    assert f"{line}, and count as none" in capsys.readouterr().err.splitlines()


@pytest.mark.parametrize("tags", ["none", "upos"])
def test_tags_are_scored_if_the_model_has_learned_them(
    tags: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, source = tiny.untrained(tmp_path / "model", {"training.tags": tags}), tmp_path / "gold.conllu"
    write_conllu(generate(6, seed=8), source)
    assert evaluate.main([str(model), str(source), "--json"]) == 0
    printed = capsys.readouterr().out
    result = json.loads(printed)
    assert printed == json.dumps(result, indent=1) + "\n", "people read it, too"
    assert (result["tagging"] is not None) is ("UPOS" in result["intervals"]) is (tags == "upos")


@pytest.mark.parametrize(
    ("sentences", "coordinations", "problems", "used"),
    [
        (UD, COORD.replace("b\t", "c\t"), ["{coord}: sentence 'c' is not in {gold}"], 2),
        (UD + UD, COORD, [f"{{coord}}: sentence {one!r} is in {{gold}} twice" for one in "ab"], 2),
        (UD.replace("# sent_id = b\n", "# sent_id = b\nx\n"), COORD, ["{gold}:7: b: expected 10 columns"], 1),
    ],
)
def test_coordinations_without_a_sentence_of_their_own_are_named(
    sentences: str,
    coordinations: str,
    problems: list[str],
    used: int,
    model: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    gold, coord = write(tmp_path / "gold.conllu", sentences), write(tmp_path / "gold.coord", coordinations)
    report = tmp_path / "report.json"
    asked = [str(model), str(gold), f"--coord={coord}", "--json", f"--report={report}"]
    assert evaluate.main(asked) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["sentences"] == used
    expected = ["neural.evaluate: " + problem.format(gold=gold, coord=coord) for problem in problems]
    assert all(line.startswith(one) for line, one in zip(printed.err.splitlines(), expected, strict=True))
    assert len(json.loads(report.read_text())["skipped"]) == len(problems)
    assert evaluate.main([*asked, "--on-error=stop"]) == 2
    assert capsys.readouterr().err.startswith(expected[0])


def test_evaluation_with_a_beam(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tiny.saved(tiny.bubbly(list(generate(30, seed=1))), tmp_path / "model")
    # What the parser finds with a beam of three is made the truth, which only that beam finds.
    write_conllu(load(model, beam=3).parse_all(SENTENCES), tmp_path / "gold.conllu")
    printed = []
    for beam in ("1", "3"):
        assert evaluate.main([str(model), str(tmp_path / "gold.conllu"), "--beam", beam, "--json"]) == 0
        printed.append(json.loads(capsys.readouterr().out)["attachment"]["las"]["correct"])
    words = sum(len(sentence.words) for sentence in SENTENCES)
    assert printed[0] < printed[1] == words


def test_the_custom_for_punctuation_is_that_of_the_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # What the parser finds is made the truth, in either custom; only the same custom gives full marks.
    network = tiny.punctuating()
    model, trees = (
        str(tiny.saved(network, tmp_path / "model")),
        list(Parser(network).parse_all(map(to_ud, generate(60, seed=8)))),
    )
    for custom in Punctuation:
        write_conllu(trees, tmp_path / "gold.conllu", custom)
        for option in Punctuation:
            asked = [model, str(tmp_path / "gold.conllu"), "--json", f"--punctuation={option.value}"]
            assert evaluate.main(asked) == 0
            found = json.loads(capsys.readouterr().out)["attachment"]["las"]
            assert (found["correct"] == found["total"]) is (option is custom)
        assert evaluate.main([model, str(tmp_path / "gold.conllu"), "--json"]) == 0
        found = json.loads(capsys.readouterr().out)["attachment"]["las"]
        assert (found["correct"] == found["total"]) is (custom is Punctuation.FOLLOWING)


def test_gold_sentences_that_cannot_be_read_are_named_and_left_out(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = "1\ttea\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
    bad = "# sent_id = b\n1\tbuns\n\n"
    source = tmp_path / "gold.conllu"
    source.write_text(good + bad + good, encoding="utf-8")
    report = tmp_path / "report.json"
    assert evaluate.main([str(model), str(source), "--json", "--report", str(report)]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["sentences"] == 2
    line = f"neural.evaluate: {source}:4: b: expected 10 columns separated by tabs, found 2\n"
    assert printed.err == line
    assert json.loads(report.read_text(encoding="utf-8"))["used"] == 2
    assert evaluate.main([str(model), str(source), "--on-error", "stop"]) == 2
    assert capsys.readouterr() == ("", line)
    source.write_text(bad, encoding="utf-8")
    assert evaluate.main([str(model), str(source)]) == 2
    assert capsys.readouterr().out == ""
