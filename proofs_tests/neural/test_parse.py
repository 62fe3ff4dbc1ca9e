"""`neural.parse`: sentences come out as trees, in order, with all that was in their lines; errors leave no output."""

from __future__ import annotations

import argparse
import io
import json
import random
import subprocess
import sys
import unicodedata
import warnings
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import ClassVar, NoReturn

import pytest

from bubbletree import Row, Sentence, coordinations, parse_brackets, validate
from bubbletree.cli.guard import INTERRUPTED, TERMINATED, Termination, UsageError
from bubbletree.cli.inputs import Format
from bubbletree.cli.outputs import text_writer, write_trees
from bubbletree.cli.skipped import Skipped
from bubbletree.cli.terminal import Terminal
from bubbletree.convert import Punctuation, to_ud
from bubbletree.draw.direction import isolated
from bubbletree.grammar import generate
from bubbletree.io import iter_sentences, read_conllu, read_jsonl, write_conllu
from neural import evaluate, parse
from neural.cli.request import Form
from neural.corpus import job, workers
from neural.corpus.parsing import Settings
from neural.corpus.shards import WORDS, inputs
from neural.data.tokens import Convention, Tokeniser
from neural.methods.interface import LongSentenceWarning
from neural.methods.spans import sentence as sentence_spans
from neural.models import loading, processes
from neural.models.parser import Parser
from neural.models.processes import Processes
from proofs_tests.neural import tiny
from proofs_tests.neural.files import write
from proofs_tests.support.conllu import conllu
from proofs_tests.support.paths import ROOT


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny.untrained(tmp_path_factory.mktemp("model"), {"encoder.tags": "upos"})


def test_every_sentence_comes_out_in_order_with_all_that_was_in_its_lines(model: Path, tmp_path: Path) -> None:
    trees = list(generate(150, seed=4))
    random.Random(0).shuffle(trees)
    odd = (
        "# sent_id = odd\n# text = won't go\n"
        "1-2\twon't\t_\t_\t_\t_\t_\t_\t_\t_\n1\two\twill\tAUX\tMD\tA=B\t_\t_\t_\tX=Y\n"
        "2\tn't\tnot\tPART\t_\t_\t_\t_\t_\t_\n2.1\tgo\t_\t_\t_\t_\t_\t_\t0:root\t_\n3\tgo\tgo\tVERB\t_\t_\t_\t_\t_\t_\n\n"
    )
    write_conllu(trees, tmp_path / "in.conllu")
    with (tmp_path / "in.conllu").open("a", encoding="utf-8") as file:
        file.write(odd)
    out = tmp_path / "out.conllu"
    assert parse.main([str(model), str(tmp_path / "in.conllu"), "-o", str(out), "--batch-size=7"]) == 0
    parsed = read_conllu(out)
    assert [tree.words for tree in parsed] == [tree.words for tree in trees] + [("wo", "n't", "go")]
    for tree in parsed:
        validate(tree).raise_for_violations()

    def kept(sentence: Sentence) -> list[tuple[str, ...]]:
        return [(r.id, r.form, r.lemma, r.upos, r.xpos, r.feats, r.misc) for r in sentence.rows]

    before, after = list(iter_sentences(tmp_path / "in.conllu")), list(iter_sentences(out))
    assert [kept(sentence) for sentence in after] == [kept(sentence) for sentence in before]
    assert [sentence.comments for sentence in after] == [sentence.comments for sentence in before]


def test_deps_of_another_tree_are_not_left_beside_the_heads(model: Path, tmp_path: Path) -> None:
    rows = [
        "1 tea _ _ _ _ 0 root 0:root A=B",
        "1.1 not _ _ _ _ _ _ 1:dep _",
        "2 buns _ _ _ _ 1 conj 1:conj _",
    ]
    source, out = write(tmp_path / "in.conllu", conllu(*rows)), tmp_path / "out.conllu"
    assert parse.main([str(model), str(source), "-o", str(out)]) == 0
    [sentence] = iter_sentences(out)
    assert [(row.id, row.deps, row.misc) for row in sentence.rows] == [
        ("1", "_", "A=B"),
        ("1.1", "1:dep", "_"),
        ("2", "_", "_"),
    ]


def test_a_sentence_that_cannot_be_read_is_named_and_the_others_are_parsed(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = "# sent_id = {}\n1\ttea\t_\tNOUN\t_\t_\t_\t_\t_\t_\n\n"
    text = good.format("a") + "# sent_id = b\n1\tbuns\n\n" + good.format("c")
    source, out = write(tmp_path / "in.conllu", text), tmp_path / "out.conllu"
    assert parse.main([str(model), str(source), "-o", str(out)]) == 0
    assert [sentence.sent_id for sentence in iter_sentences(out)] == ["a", "c"]
    reason = "expected 10 columns separated by tabs, found 2"
    assert capsys.readouterr().err == f"bubbletree parse: {source}:5: b: {reason}\n"
    assert parse.main([str(model), str(source), "-o", str(tmp_path / "none.conllu"), "--on-error", "stop"]) == 2
    assert not (tmp_path / "none.conllu").exists()


@pytest.mark.parametrize("name", ["in.conllu", "in"])
def test_words_that_cannot_be_parsed_are_named_and_the_other_sentences_are_parsed(
    name: str, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = b"# sent_id = %s\n1\ttea\t_\tNOUN\t_\t_\t_\t_\t_\t_\n\n"
    latin1 = good.replace(b"tea", b"caf\xe9") % b"b"
    source, out, report = tmp_path / name, tmp_path / "out.conllu", tmp_path / "report.json"
    source.write_bytes(good % b"a" + latin1 + good.replace(b"tea", b"\x01") % b"c" + good % b"d")
    assert parse.main([str(model), str(source), "-o", str(out), "--report", str(report)]) == 0
    assert [sentence.sent_id for sentence in iter_sentences(out)] == ["a", "d"]
    assert capsys.readouterr().err.splitlines() == [
        f"bubbletree parse: {source}:5: b: not UTF-8: byte 0xe9 (invalid continuation byte)",
        f"bubbletree parse: {source}:7: c: word 1, '\\x01', holds a control character",
    ]
    found = json.loads(report.read_text())
    assert (found["used"], [one["line"] for one in found["skipped"]]) == (2, [5, 7])


@pytest.mark.parametrize("form", ["text", "lines", "tokens"])
def test_a_line_of_text_that_is_not_utf8_is_named_and_left_out(
    form: str, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out = tmp_path / "in.txt", tmp_path / "out.jsonl"
    content = b"Tea .\ncaf\xe9 au lait .\r\nMilk .\n"
    source.write_bytes(content)
    assert parse.main([str(model), str(source), "--from", form, "-o", str(out)]) == 0
    assert capsys.readouterr().err.startswith(f"bubbletree parse: {source}:2: not UTF-8: byte 0xe9")
    trees = read_jsonl(out)
    assert [tree.words for tree in trees] == [("Tea", "."), ("Milk", ".")]
    text = content.decode("utf-8", "replace")
    places = [offsets for tree in trees if tree.sentence for offsets in tree.sentence.offsets or ()]
    assert [text[start:end] for start, end in places] == ["Tea", ".", "Milk", "."]
    source.write_bytes(b"\xe9\n")
    assert parse.main([str(model), str(source), "--from", form]) == 2


def test_a_folder_without_a_model_is_no_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([str(tmp_path)], ["english", str(tmp_path)]):
        assert parse.main(arguments) == 2
        message = f"bubbletree parse: {tmp_path}: a folder without a model cannot be parsed: name a file\n"
        assert capsys.readouterr().err == message


@pytest.mark.parametrize("form", ["conllu", "tokens"])
def test_a_sentence_with_too_many_words_is_named_and_left_out(
    form: str, model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "tea\ntea and buns\n"
    rows = "".join(f"{number}\t{word}\t_\tNOUN" + "\t_" * 6 + "\n" for number, word in enumerate(["a", "b", "c"], 1))
    source = write(tmp_path / "in", text if form == "tokens" else "1\ttea\t_\tNOUN" + "\t_" * 6 + f"\n\n{rows}\n")
    out = tmp_path / "out.conllu"
    asked = [str(model), str(source), "--from", form, "-o", str(out)]
    assert parse.main([*asked, "--max-words", "3"]) == 0
    assert [len(tree.words) for tree in read_conllu(out)] == [1, 3]
    capsys.readouterr()
    assert parse.main([*asked, "--max-words", "2"]) == 0
    assert [len(tree.words) for tree in read_conllu(out)] == [1]
    assert "the sentence has more than 2 words, the most that are read\n" in capsys.readouterr().err


def test_languages_are_codes_of_iso_639(capsys: pytest.CaptureFixture[str]) -> None:
    for code in ("de", "de-AT", "DE", "grc"):
        assert parse.main(["Tea, please!", "--language", code, "--to", "brackets"]) == 0
    for unknown in ("xx", "german", ""):
        with pytest.raises(SystemExit, match="2"):
            parse.main(["Tea, please!", "--language", unknown])
        message = f"--language: must be a language code of ISO 639, as in en or de, not {unknown!r}\n"
        assert capsys.readouterr().err.endswith(message)


def test_a_list_too_long_for_the_chart_stands_between_its_neighbours_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sentence_spans, "MAX_CELLS", 500)
    text = "I like tea and buns .\n" + "tea , buns and " * 10 + "jam\n" + "I like jam .\n"
    source, out = write(tmp_path / "in.txt", text), tmp_path / "out.conllu"
    assert parse.main([str(source), "--from", "tokens", "-o", str(out)]) == 0
    assert [len(tree.words) for tree in read_conllu(out)] == [6, 41, 4]
    message = (
        "bubbletree parse: sentence 2 is too long, with 41 words: it is parsed without the chart of coordinations\n"
    )
    assert capsys.readouterr().err == message


def test_gold_annotation_is_not_looked_at(model: Path, tmp_path: Path) -> None:
    trees = list(generate(20, seed=5))
    write_conllu(trees, tmp_path / "gold.conllu")
    blank = [Sentence(tuple(Row(r.id, r.form, upos=r.upos) for r in to_ud(tree).rows)) for tree in trees]
    write_conllu(blank, tmp_path / "blank.conllu")
    for name in ("gold", "blank"):
        command = [str(model), str(tmp_path / f"{name}.conllu"), "-o", str(tmp_path / f"{name}-out.conllu")]
        assert parse.main(command) == 0
    assert read_conllu(tmp_path / "gold-out.conllu") == read_conllu(tmp_path / "blank-out.conllu")
    assert all(not tree.sentence.categories for tree in read_conllu(tmp_path / "gold-out.conllu") if tree.sentence)


@pytest.mark.parametrize("workers", [[], ["--workers=1"]])
def test_heads_that_make_no_sense_are_not_looked_at(model: Path, tmp_path: Path, workers: list[str]) -> None:
    rows = ["1 tea _ NOUN _ _ 18 root _ _", "2 buns _ NOUN _ _ -x conj _ _"]
    source = write(tmp_path / "in.conllu", "# bubbles = nonsense\n# ud_source = 1: 7 x\n" + conllu(*rows))
    out = tmp_path / "out"
    arguments = [f"--model={model}", str(source), "--to=conllu", f"-o={out}", *workers]
    assert parse.main(arguments) == 0
    [tree] = read_conllu(next(out.glob("*.conllu")) if workers else out)
    assert tree.words == ("tea", "buns")


def test_text_lines_become_sentences_named_by_their_number(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = write(tmp_path / "in.txt", "\ufeffTea and  buns .\n\n   \nMilk, please!\r\nlast")
    assert parse.main([str(model), str(source), "--text"]) == 0
    out, err = capsys.readouterr()
    trees = read_conllu(out)
    assert [tree.words for tree in trees] == [("Tea", "and", "buns", "."), ("Milk,", "please!"), ("last",)]
    assert [tree.sentence.sent_id for tree in trees if tree.sentence] == ["1", "4", "5"]
    assert "# text = Tea and buns ." in out
    assert err == "bubbletree parse: the model reads UPOS tags, but 7 of 7 words have none\n"


@pytest.mark.parametrize(
    ("program", "name"), [("bubbletree parse", "bubbletree parse"), (parse.MODULE, "python -m neural.parse")]
)
def test_help_names_the_command_as_it_was_typed(program: str, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        parse.main(["--help"], program)
    assert capsys.readouterr().out.startswith(f"usage: {name} [options]")


def test_standard_output_is_no_file_of_its_name(
    bubbly_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-").mkdir()
    assert parse.main([str(bubbly_model), "tea and buns", "-o", "-", "--to", "brackets"]) == 0
    assert "tea" in capsys.readouterr().out


def test_the_examples_of_the_help_are_lines_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        parse.main(["--help"])
    lines = capsys.readouterr().out.splitlines()
    examples = lines[lines.index("examples:") + 1 :]
    assert len(examples) == 4
    assert all(line.startswith("  bubbletree parse ") for line in examples)


@pytest.mark.parametrize(("cores", "processes"), [(None, 2), (1, 2), (2, 2), (16, 16)])
def test_ray_has_as_many_processes_as_there_are_cores_and_at_least_two(
    cores: int | None, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int | None] = []

    def run_job(options: argparse.Namespace, _program: str) -> int:
        asked.append(options.workers)
        return 0

    monkeypatch.setattr("os.cpu_count", lambda: cores)
    monkeypatch.setattr(parse, "_run_job", run_job)
    assert parse.main(["--ray", "texts", "-o", "trees"]) == 0
    assert parse.main(["--workers=3", "texts", "-o", "trees"]) == 0
    assert asked == [processes, 3]


def test_options_may_stand_anywhere(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = str(write(tmp_path / "in.txt", "Tea and buns\n"))
    printed = set()
    for command in ([str(model), "--text", source], ["--text", str(model), source], [str(model), source, "--text"]):
        assert parse.main(command) == 0
        printed.add(capsys.readouterr().out)
    assert len(printed) == 1


def test_text_is_read_in_paragraphs_and_each_conjunct_is_found_in_it(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = "Tea, cafe\u0301s\r\nand buns. Isn't it?\r\n\r\nMilk or\r\ntea.\r\n"
    source = tmp_path / "notes.txt"
    source.write_bytes(content.encode())
    assert parse.main([str(model), str(source)]) == 0
    written = capsys.readouterr().out
    trees = read_conllu(written)
    expected = [("Tea", ",", "cafés", "and", "buns", "."), ("Is", "n't", "it", "?"), ("Milk", "or", "tea", ".")]
    assert [tree.words for tree in trees] == expected
    assert written.count("# newpar\n") == 2
    assert parse.main([str(model), str(source), "--to", "jsonl"]) == 0
    for tree, line in zip(trees, capsys.readouterr().out.splitlines(), strict=True):
        assert tree.sentence is not None
        assert tree.sentence.offsets is not None
        assert json.loads(line)["offsets"] == [list(one) for one in tree.sentence.offsets]
        for found in coordinations(tree):
            for first, last in found.conjuncts:
                start, end = tree.sentence.offsets[first - 1][0], tree.sentence.offsets[last - 1][1]
                in_text = unicodedata.normalize("NFC", "".join(content[start:end].split()))
                assert in_text == "".join(tree.words[first - 1 : last])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--from", "tokens"], [("Tea.", "And", "buns"), ("it's", "late")]),
        (["--text"], [("Tea.", "And", "buns"), ("it's", "late")]),
        (["--from", "lines"], [("Tea", ".", "And", "buns"), ("it", "'s", "late")]),
        (["--tokenise"], [("Tea", ".", "And", "buns"), ("it", "'s", "late")]),
        (["--from", "text"], [("Tea", "."), ("And", "buns", "it", "'s", "late")]),
        (["--from", "text", "--language", "de"], [("Tea", "."), ("And", "buns", "it's", "late")]),
    ],
)
def test_the_four_kinds_of_input(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: list[tuple[str, ...]]
) -> None:
    source = write(tmp_path / "in.conllu", "Tea. And buns\nit's late")  # what is said counts, not the name
    assert parse.main([str(model), str(source), *options]) == 0
    assert [tree.words for tree in read_conllu(capsys.readouterr().out)] == words


@pytest.mark.parametrize("convention", Convention)
def test_the_treebank_whose_tokens_a_text_has_is_an_option(
    model: Path, tmp_path: Path, convention: Convention, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "IFN-gamma and CD4+ cells"
    words = tuple(token.form for token in Tokeniser(convention=convention).tokenise(text))
    assert ("IFN-gamma" in words) == (convention is Convention.GENIA)
    lines = write(tmp_path / "in.txt", f"{text}\n")
    for form in ("text", "lines"):
        assert parse.main([str(model), str(lines), "--from", form, "--tokenisation", convention]) == 0
        assert [tree.words for tree in read_conllu(capsys.readouterr().out)] == [words]
    job = ["--model", str(model), str(lines), "--tokenisation", convention, "--workers", "1"]
    assert parse.main([*job, "--to", "conllu", "-o", str(tmp_path / "trees")]) == 0
    [made] = (tmp_path / "trees").glob("*.conllu")
    assert [tree.words for tree in read_conllu(made)] == [words]


def test_standard_input_and_output(model: Path) -> None:
    command = [sys.executable, "-m", "neural.parse", str(model)]
    done = subprocess.run(command, cwd=ROOT, input=b"Tea\r\nand buns.\r\n", capture_output=True, check=True)
    [tree] = read_conllu(io.StringIO(done.stdout.decode()))
    assert tree.words == ("Tea", "and", "buns", ".")
    assert tree.sentence is not None
    assert tree.sentence.offsets == ((0, 3), (5, 8), (9, 13), (13, 14))
    again = subprocess.run(command, cwd=ROOT, input=done.stdout, capture_output=True, check=True)
    assert again.stdout == done.stdout


class Typed(io.TextIOWrapper):
    """Standard input at a terminal, or not."""

    def __init__(self, text: str, *, is_terminal: bool) -> None:
        super().__init__(io.BytesIO(text.encode()), encoding="utf-8")
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.mark.parametrize("is_terminal", [True, False])
def test_who_reads_from_a_terminal_says_so(
    is_terminal: bool, model: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Typed("Tea slept\n", is_terminal=is_terminal))
    assert parse.main([str(model), "--from=tokens"]) == 0
    out, err = capsys.readouterr()
    assert [tree.words for tree in read_conllu(io.StringIO(out))] == [("Tea", "slept")]
    told = "bubbletree parse: reading from the terminal; end with Ctrl-D\n"
    assert err.count(told) == is_terminal
    assert "terminal" not in err.replace(told, "")


def test_a_text_is_no_file_that_the_output_would_replace(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert parse.main([str(model), "Tea slept", "--to=jsonl", "-o", "Tea slept"]) == 0
    assert [tree.words for tree in read_jsonl(tmp_path / "Tea slept")] == [("Tea", "slept")]


def test_no_input_no_output(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more in ([], ["--text"]):
        assert parse.main([str(model), str(write(tmp_path / "empty", "")), *more]) == 0
        assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("1\ttea\t_\n", "in:1: "),
        ("1\ttea\t_\t_\t_\t_\t_\t_\t_\t_\n3\tbuns\t_\t_\t_\t_\t_\t_\t_\t_\n\n", "in:2: "),
    ],
)
def test_broken_input_is_named_by_line_and_leaves_no_output(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, message: str
) -> None:
    source = write(tmp_path / "in", content)
    assert parse.main([str(model), str(source), "-o", str(tmp_path / "out.conllu")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"{tmp_path}/{message}" in err
    assert len(err.splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


@pytest.mark.parametrize("to", ["conllu", "drawing"])
def test_where_no_sentence_can_be_parsed_no_file_is_written(model: Path, tmp_path: Path, to: str) -> None:
    source = write(tmp_path / "in.conllu", "1\tbuns\n\n")
    assert parse.main([str(model), str(source), f"--to={to}", "-o", str(tmp_path / "out")]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["in.conllu"]


@pytest.mark.parametrize("kind", [LongSentenceWarning, DeprecationWarning])
def test_each_warning_of_a_long_sentence_is_shown_and_no_other_that_would_not_be(
    kind: type[Warning], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def warned(*_: object) -> NoReturn:
        for _time in range(2):
            warnings.warn("too long", kind, stacklevel=1)
        raise UsageError("that is all")

    monkeypatch.setattr(processes, "launched", warned)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert parse.main(["Tea or buns."]) == 2
    assert capsys.readouterr().err.count("bubbletree parse: too long\n") == (2 if kind is LongSentenceWarning else 0)


@pytest.mark.parametrize("to", ["conllu", "jsonl", "brackets", "ud"])
def test_trees_are_written_in_the_format_asked_for(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], to: str
) -> None:
    source = tmp_path / "in.conllu"
    write_conllu(list(generate(5, seed=4)), source)
    assert parse.main([str(model), str(source)]) == 0
    trees = read_conllu(capsys.readouterr().out)
    assert parse.main([str(model), str(source), "--to", to]) == 0
    written = capsys.readouterr().out
    streamed = io.StringIO()
    write_trees(trees, text_writer(Format(to), streamed))
    assert written == streamed.getvalue()
    if to != "ud":
        assert parse.main([str(model), str(source), "-o", str(tmp_path / f"out.{to}")]) == 0
        assert (tmp_path / f"out.{to}").read_text(encoding="utf-8") == written


@pytest.mark.parametrize("to", ["conllu", "ud"])
def test_the_custom_for_punctuation_is_that_of_the_option(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], to: str
) -> None:
    network = tiny.punctuating()
    model, source = str(tiny.saved(network, tmp_path / "model")), str(tmp_path / "in.conllu")
    write_conllu(generate(60, seed=8), source)
    trees = list(Parser(network).parse_all(iter_sentences(source)))
    written = {}
    for custom in Punctuation:
        streamed = io.StringIO()
        write_trees(trees, text_writer(Format(to), streamed, custom))
        assert parse.main([model, source, f"--to={to}", f"--punctuation={custom.value}"]) == 0
        written[custom] = capsys.readouterr().out
        assert written[custom] == streamed.getvalue()
    assert written[Punctuation.FIRST] != written[Punctuation.FOLLOWING]
    assert parse.main([model, source, f"--to={to}"]) == 0
    assert capsys.readouterr().out == written[Punctuation.FOLLOWING]


def test_a_name_that_tells_no_format_is_refused(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for asked in ([], ["I like tea and buns"]):
        assert parse.main([str(model), *asked, "-o", str(tmp_path / "out.png")]) == 2
        assert "out.png: the name does not tell the format" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", [parse.main, evaluate.main])
def test_a_missing_model_or_file_is_named(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: object
) -> None:
    assert callable(command)
    source = str(write(tmp_path / "in.conllu", ""))
    for name in (str(tmp_path / "none"), "./none", "none/"):
        assert command([name, source]) == 2
        assert f": {name}: there is no such model directory" in capsys.readouterr().err
    assert command([str(model), str(tmp_path / "none.conllu")]) == 2
    assert "none.conllu: " in (said := capsys.readouterr().err)
    assert "no such file" in said.lower()


class NotFirst(Processes):
    """One of several processes that has all the work; another one writes."""

    @property
    def is_first(self) -> bool:
        return False


@pytest.mark.parametrize("command", [parse, evaluate])
def test_of_several_processes_only_the_first_writes(
    command: ModuleType,
    model: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "1\tbuns\n\n1\ttea\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n"
    source, report = write(tmp_path / "in.conllu", text), tmp_path / "report.json"
    asked = [str(model), str(source), f"--report={report}"]
    for place in (processes, evaluate):
        monkeypatch.setattr(place, "launched", lambda device: NotFirst(device=device))
    assert command.main(asked) == 0
    assert capsys.readouterr() == ("", "")
    assert not report.exists()
    monkeypatch.undo()
    assert command.main(asked) == 0
    assert all(capsys.readouterr())
    assert report.exists()


def test_the_other_processes_work_as_well_and_end_with_the_same_status(
    model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [str(model), str(write(tmp_path / "in.conllu", "1\tbuns\n\n"))]
    assert parse.main(asked) == 2
    monkeypatch.setattr(processes, "launched", lambda device: NotFirst(device=device))
    capsys.readouterr()
    assert parse.main(asked) == 2, "nothing could be parsed, which only shows while it is parsed"
    assert capsys.readouterr() == ("", "")


# Many files.


class Recorded:
    """In the place of a job: it keeps what it is made of and how it is run."""

    seen: ClassVar[list[tuple[object, ...]]] = []

    def __init__(self, *arguments: object) -> None:
        self.seen.append(arguments)

    def run(self, workers: int, program: str, skipped: Skipped) -> None:
        self.seen.append((workers, program))
        skipped.use(1)


def test_a_job_is_what_the_options_say(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "Job", Recorded)
    monkeypatch.setattr(Recorded, "seen", [])
    monkeypatch.chdir(tmp_path)
    source = str(write(tmp_path / "in.txt", "Tea and buns .\n"))
    assert parse.main([f"--model={model}", "--workers=1", source, "-o", "trees"]) == 0
    plain = Settings(str(model.resolve()), str(tmp_path.resolve() / "trees"))
    assert Recorded.seen == [(inputs([source]), plain, None, WORDS), (1, "bubbletree parse")]

    Recorded.seen.clear()
    told = "--to=ud --device=cpu:0 --beam=3 --batch-size=8 --precision=int8 --confidence --language=en --max-words=9"
    more = [*told.split(), "--punctuation=first", "--from=lines", "--shard-words=77", "--tokenisation=genia"]
    assert parse.main([f"--model={model}", "--workers=3", source, "-o", "trees", *more], parse.MODULE) == 0
    chosen = replace(
        plain,
        to="ud",
        device="cpu:0",
        beam=3,
        batch_size=8,
        precision="int8",
        confidence=True,
        tokeniser=Tokeniser("en", Convention.GENIA),
        max_words=9,
        punctuation=Punctuation.FIRST,
    )
    assert Recorded.seen == [(inputs([source], Form.LINES), chosen, Form.LINES, 77), (3, parse.MODULE)]


@pytest.mark.parametrize("error", [KeyboardInterrupt, Termination])
@pytest.mark.parametrize("has_ray", [False, True])
def test_an_interrupted_job_says_how_it_goes_on_and_leaves_at_once_where_ray_has_threads(
    error: type[BaseException],
    has_ray: bool,
    model: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left: list[int] = []
    asked: list[int] = []

    def interrupted(*_: object) -> None:
        raise error

    def uses_ray(workers: int) -> bool:
        asked.append(workers)
        return has_ray

    monkeypatch.setattr(Recorded, "run", interrupted)
    monkeypatch.setattr(job, "Job", Recorded)
    monkeypatch.setattr(parse, "leave", left.append)
    monkeypatch.setattr(workers, "uses_ray", uses_ray)
    source = str(write(tmp_path / "in.txt", "Tea and buns .\n"))
    status = parse.main([f"--model={model}", "--workers=2", source, "-o", str(tmp_path / "trees")])
    assert status == (INTERRUPTED if error is KeyboardInterrupt else TERMINATED)
    assert left == ([status] if has_ray else [])
    assert asked == [2]
    assert capsys.readouterr().err == "bubbletree parse: interrupted; run again to go on\n"


# A sentence as an argument.


@pytest.mark.usefixtures("english")
def test_a_text_in_quotes_may_hold_several_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse.main(["Tea, please! It isn't late.", "--to", "conllu"]) == 0
    found = [tree.words for tree in read_conllu(capsys.readouterr().out)]
    assert found == [("Tea", ",", "please", "!"), ("It", "is", "n't", "late", ".")]


@pytest.mark.usefixtures("english")
def test_a_sentence_is_drawn_with_its_conjuncts(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse.main(["I prefer tea, or buns"]) == 0
    drawn = capsys.readouterr().out
    [tree] = loading.load().parse_all(["I prefer tea, or buns"])
    assert tree.words == ("I", "prefer", "tea", ",", "or", "buns")
    for found in coordinations(tree):
        assert " | ".join(" ".join(tree.words[first - 1 : last]) for first, last in found.conjuncts) in drawn
    assert all(word in drawn for word in tree.words)
    assert "#" not in drawn


@pytest.mark.usefixtures("english")
def test_or_written_where_a_file_is_named_or_the_format(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse.main(["I prefer tea", "-o", "out.conllu"]) == 0
    assert parse.main(["I prefer tea", "--to", "conllu"]) == 0
    assert capsys.readouterr().out == Path("out.conllu").read_text()
    [tree] = read_conllu("out.conllu")
    assert tree.words == ("I", "prefer", "tea")
    assert parse.main(["out.conllu", "--to", "drawing", "-o", "out.txt"]) == 0
    assert "prefer" in Path("out.txt").read_text()
    assert "\t" not in Path("out.txt").read_text()


@pytest.mark.usefixtures("english")
def test_what_is_asked_for_about_a_tree_is_drawn_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert parse.main(["tea and buns", "--n-best", "2"]) == 0
    drawn = capsys.readouterr().out
    assert [line for line in drawn.splitlines() if line.startswith("# n_best")] == ["# n_best = 1", "# n_best = 2"]
    assert drawn.count("# log_probability") == 2


def test_a_drawing_is_followed_by_conjuncts_other_readings_and_what_was_asked_for() -> None:
    tree, terminal = parse_brackets("root=[tea cc=or amod=old [milk cc=and שמן]]"), Terminal(80, False, False)
    conjuncts = [f"tea | {isolated('milk and שמן')}", f"milk | {isolated('שמן')}"]
    drawing = terminal.fitting(tree)
    assert parse._drawn(tree, terminal) == "\n".join([drawing, "", *conjuncts, "", ""])
    comments = {
        "sent_id": "a",
        "log_probability": "-1.5",
        "confidence": "1-6:0.70 4-6:0.8",
        "alternatives": "1-6:0.256:1-1,4-4 1-6:0.1:3-3,4-4",
    }
    told = tree.with_sentence(Sentence.from_columns(tree.words).with_comments(comments))
    readings = ["  or, 0.26: tea | milk", "  or, 0.10: old | milk"]
    added = ["# log_probability = -1.5", "# confidence = 1-6:0.70 4-6:0.8"]
    expected = [drawing, "", conjuncts[0], *readings, conjuncts[1], *added, "", ""]
    assert parse._drawn(told, terminal) == "\n".join(expected)
