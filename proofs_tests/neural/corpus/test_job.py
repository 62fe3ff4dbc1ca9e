"""Many files are parsed into a folder of shards; what was done before is not done again, and nothing is doubled."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from bubbletree.io import read_conllu, read_json
from neural import parse as parse_command
from neural.corpus import workers
from neural.corpus.manifest import NAME
from neural.corpus.parsing import Done, Settings, parse_shard
from neural.corpus.shards import Shard
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.neural.files import write
from proofs_tests.support.paths import ROOT

TEXT = "Tea or coffee and buns.\n\nOld men and women sang, ate and left. They came.\n\nBoth, please.\n"


@pytest.fixture
def place(bubbly: BubbleHybrid, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a model and some input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(workers.ADDRESS, raising=False)
    tiny.saved(bubbly, tmp_path / "model")
    (tmp_path / "in").mkdir()
    write(tmp_path / "in" / "a.txt", TEXT)
    write(tmp_path / "in" / "b.jsonl", '{"id": "x", "text": "Tea and buns. Both."}\n{"id": "y", "text": "Thanks."}\n')
    return tmp_path


def run(*more: str, out: str = "out", count: int = 1) -> int:
    return parse_command.main([f"--workers={count}", "--model=model", "in", "-o", out, "--shard-words=4", *more])


def written(out: str, suffix: str = "json") -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path(out).rglob(f"*.{suffix}"))}


def manifest(out: str = "out") -> list[str]:
    return Path(out, NAME).read_text("utf-8").splitlines()


def test_shards_in_order_are_what_one_process_writes(place: Path) -> None:
    assert run("--confidence") == 0
    names = [f"a.txt.{number:06}.json" for number in (1, 2, 3)] + [f"b.jsonl.{number:06}.json" for number in (1, 2)]
    assert sorted(written("out")) == names
    trees = [tree for name in names[:3] for tree in read_json(Path("out", name))]
    assert parse_command.main(["--model=model", "in/a.txt", "-o", "whole.json", "--confidence"]) == 0
    whole = read_json(Path("whole.json"))
    assert trees == whole
    for mine, other in zip(trees, whole, strict=True):
        assert mine.sentence
        assert other.sentence
        assert mine.sentence.rows == other.sentence.rows  # with the places of tokens in the file
    ids = [tree.sentence.sent_id for tree in trees if tree.sentence]
    assert ids == ["1-1", "2-1", "2-2", "3-1"]
    documents = [tree.sentence for name in names[3:] for tree in read_json(Path("out", name)) if tree.sentence]
    assert [(one.sent_id, one.comments[0]) for one in documents] == [
        ("x-1", "# newdoc id = x"),
        ("x-2", "# sent_id = x-2"),
        ("y-1", "# newdoc id = y"),
    ]


def test_a_second_run_does_the_missing_part_only(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 0
    first, lines = written("out"), manifest()
    stamps = {name: Path("out", name).stat().st_mtime_ns for name in first}
    # As if the run had been cut off: a file without its line, a line without its end, a file that never appeared.
    unfinished = json.loads(lines[2])["shard"] + ".json"
    Path("out", NAME).write_text("\n".join([*lines[:2], *lines[3:-1], lines[-1][:20]]), encoding="utf-8")
    Path("out", "a.txt.000001.json").unlink()
    Path("out", ".b.jsonl.000002.json.0123.tmp").write_text("half", encoding="utf-8")
    capsys.readouterr()
    assert run() == 0
    assert "3 shards" in (said := capsys.readouterr().err)
    assert "2 shards done before" in said
    assert written("out") == first
    redone = {name for name, stamp in stamps.items() if Path("out", name).stat().st_mtime_ns != stamp}
    assert redone == {"a.txt.000001.json", unfinished, "b.jsonl.000002.json"}
    assert not list(Path("out").glob(".*"))
    assert sorted({json.loads(line)["shard"] for line in manifest()[1:]}) == sorted(name[:-5] for name in first)


def test_a_job_does_not_read_what_it_has_written_into_the_folder_that_it_parses(place: Path) -> None:
    assert run(out="in/out") == 0
    before = written("in")
    assert run(out="in/out") == 0
    assert written("in") == before


def test_a_job_takes_any_file_whose_form_is_told(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(place / "notes.html", "Tea and buns\n")
    arguments = ["--workers=1", "--model=model", "notes.html", "-o", "out"]
    assert parse_command.main(arguments) == 2
    assert "notes.html: " in capsys.readouterr().err
    assert parse_command.main([*arguments, "--from=lines"]) == 0
    assert [tree.words for tree in read_json(Path("out", "notes.html.000001.json"))] == [("Tea", "and", "buns")]


def test_input_that_has_changed_is_parsed_again(place: Path) -> None:
    assert run() == 0
    before = written("out")
    write(place / "in" / "a.txt", TEXT.replace("Both", "None"))
    write(place / "in" / "c.txt", "More tea.\n")
    assert run() == 0
    after = written("out")
    assert {name for name in after if after[name] != before.get(name)} == {"a.txt.000003.json", "c.txt.000001.json"}


def test_another_job_does_not_go_into_the_same_folder(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 0
    before = written("out")
    assert run("--to=conllu") == 2
    assert "is of a job with another to" in capsys.readouterr().err
    tiny.untrained(place / "model", {"decoding.normal_form": False})
    assert run() == 2
    assert "is of a job with another model" in capsys.readouterr().err
    assert written("out") == before
    (place / "full").mkdir()
    write(place / "full" / "thesis.txt", "")
    assert run(out="full") == 2
    assert "neither empty nor the result of an earlier run" in capsys.readouterr().err


def test_what_cannot_be_used_is_named_with_its_place_in_the_file(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = "1\ttea" + 8 * "\t_" + "\n"
    bad = "# sent_id = s2\n1\ttea\n"
    write(place / "in" / "c.conllu", f"{row.replace('tea', 'x')}\n{row}2{row[1:]}3{row[1:]}4{row[1:]}\n{bad}\n{row}\n")
    write(place / "in" / "d.jsonl", "{}\n")
    assert run("--report=left-out.json") == 0
    left_out = json.loads(Path("left-out.json").read_text("utf-8"))["skipped"]
    assert [(one["file"], one["line"], one["number"]) for one in left_out] == [
        ("in/c.conllu", 9, 3),
        ("in/d.jsonl", 1, 0),
    ]
    # A run that has nothing to do names them, too.
    capsys.readouterr()
    assert run() == 0
    assert capsys.readouterr().err.count("bubbletree parse: in/c.conllu:9") == 1
    assert run("--on-error=stop", out="other") == 2


def test_formats_are_those_of_trees_and_a_table(place: Path) -> None:
    assert run("--to=conllu", out="trees") == 0
    assert [tree.words[0] for path in sorted(Path("trees").glob("a*")) for tree in read_conllu(path)] == [
        "Tea",
        "Old",
        "They",
        "Both",
    ]
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    assert run("--to=parquet", out="table") == 0
    frame = pandas.read_parquet("table")
    ordered = frame.sort_values(["file", "shard", "sentence"], kind="stable")
    assert ordered[["file", "shard", "sentence"]].values.tolist()[0] == ["in/a.txt", 1, 1]
    write(place / "in" / "e.txt", "They came.\n")  # without a coordination, perhaps: the types are the same
    assert run("--to=parquet", out="table") == 0
    assert pandas.read_parquet("table").dtypes.equals(frame.dtypes)
    assert set(frame["sent_id"]) <= {"1-1", "2-1", "2-2", "3-1", "x-1", "x-2", "y-1"}
    assert len(frame)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--coord=x.coord",), "--coord does not go with --workers"),
        (("--n-best=2",), "--n-best does not go with --workers"),
        (("--min-confidence=0.5",), "--min-confidence does not go with --workers"),
        (("--to=drawing",), "--to drawing does not go with --workers"),
        (("--to=brat",), "--to brat does not go with --workers"),
        (("--to=jsonl", "--confidence"), "--to jsonl does not go with --confidence"),
        (("--alternatives=2",), "--alternatives does not go with --workers"),
        (("--to=coord", "--confidence"), "--to coord does not go with --confidence"),
        (("-",), "--workers needs files or folders to parse, and cannot read standard input"),
        (("-o-",), "--workers needs -o: the folder to write to"),
    ],
)
def test_what_does_not_go_together_is_said(
    place: Path, more: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*more) == 2
    assert capsys.readouterr() == ("", f"bubbletree parse: {said}\n")
    assert not Path("out").exists()


def test_without_an_input_a_job_does_not_begin(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert parse_command.main(["--workers=1", "--model=model", "-o", "out"]) == 2
    told = "--workers needs files or folders to parse, and cannot read standard input"
    assert capsys.readouterr() == ("", f"bubbletree parse: {told}\n")
    assert not Path("out").exists()


def test_several_workers_without_ray_are_told_what_to_install(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "find_spec", lambda _name: None)
    assert run(count=2) == 2
    assert "several workers need Ray: pip install '.[ray]'" in capsys.readouterr().err
    # As many workers as there are cores, and never one alone.
    assert parse_command.main(["--ray", "--model=model", "in", "-o", "other"]) == 2
    assert "several workers need Ray: pip install '.[ray]'" in capsys.readouterr().err


def test_a_ray_that_does_not_start_is_one_line(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "ray").mkdir()
    failing = "def init(**options): raise RuntimeError('\\x1b[31mno node\\nlog')\ndef shutdown(): pass\n"
    write(place / "ray" / "__init__.py", failing)
    write(place / "ray" / "exceptions.py", "class RayError(Exception): pass\n")
    monkeypatch.syspath_prepend(place)
    for name in ("ray", "ray.exceptions"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    assert run(count=2) == 2
    assert capsys.readouterr() == ("", "bubbletree parse: Ray does not start: no node\n")
    for name in ("ray", "ray.exceptions"):
        monkeypatch.delitem(sys.modules, name)


@pytest.mark.parametrize("to", ["json", "conllu", "parquet"])
def test_a_document_with_half_a_surrogate_pair_is_left_out(
    place: Path, to: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if to == "parquet":
        pytest.importorskip("pyarrow")
    write(place / "in" / "c.jsonl", '{"text": "\\ud800 and x"}\n{"text": "Tea and milk."}\n')
    assert run(f"--to={to}") == 0
    assert "in/c.jsonl:1: 'text' holds '\\ud800'" in capsys.readouterr().err
    assert len([name for name in written("out", to) if name.startswith("c.")]) == 1


def test_a_shard_that_cannot_be_parsed_stops_no_other(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(parser: Parser, shard: Shard, settings: Settings) -> Done:
        if shard.name == "a.txt.000002":
            raise ValueError("half of it is missing")
        return parse_shard(parser, shard, settings)

    monkeypatch.setattr(workers, "parse_shard", broken)
    assert run("--report=left-out.json") == 2
    said = capsys.readouterr().err
    assert "in/a.txt: a.txt.000002 could not be parsed: ValueError: half of it is missing\n" in said
    assert "1 shard could not be parsed; another run tries again" in said
    [listed] = json.loads(Path("left-out.json").read_text("utf-8"))["skipped"]
    assert listed["file"] == "in/a.txt"
    assert len(written("out")) == 4
    assert run("--on-error=stop", out="other") == 2
    assert sorted(written("other")) == ["a.txt.000001.json"]
    monkeypatch.undo()
    monkeypatch.chdir(place)
    assert run() == 0
    assert len(written("out")) == 5


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_what_ends_a_job_leaves_no_unfinished_file(
    error: type[BaseException], place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_parser: Parser, shard: Shard, settings: Settings) -> Done:
        Path(settings.folder, f".{shard.name}.json.0123.tmp").touch()
        raise error

    monkeypatch.setattr(workers, "parse_shard", broken)
    assert run() == (130 if error is KeyboardInterrupt else 2)
    assert ("interrupted; run again to go on" in capsys.readouterr().err) is (error is KeyboardInterrupt)
    assert not list(Path("out").rglob("*.tmp"))


def test_messages_of_ray_lose_their_colours() -> None:
    assert workers._first_line(Exception("\x1b[36mray::Worker\x1b[39m died\nmore")) == "ray::Worker died"


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed (extra ray)")
def test_ctrl_c_ends_several_workers_with_a_word_and_without_a_crash(place: Path) -> None:
    write(place / "in" / "b.jsonl", '{"text": "Tea and buns, or coffee. Both."}\n' * 4000)
    command = [sys.executable, "-m", "neural.parse", "--workers=2", "--model=model", "in", "-o", "out"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    with Path("log").open("wb") as log:
        process = subprocess.Popen(
            [*command, "--shard-words=60"], env=environment, stdout=log, stderr=log, cwd=place, start_new_session=True
        )
    while process.poll() is None and not written("out"):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait() == 130
    # On a slow machine, progress is told before the first shard is done.
    said = [line for line in Path("log").read_text("utf-8").splitlines() if not line.endswith(" words/s)")]
    assert said == ["neural.parse: interrupted; run again to go on"]
    assert not list(Path("out").rglob("*.tmp"))


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="ray is not installed (extra ray)")
def test_a_worker_that_is_killed_loses_no_sentence_and_doubles_none(place: Path) -> None:
    lines = [f'{{"id": "{number}", "text": "Tea and buns, or coffee. Both."}}' for number in range(400)]
    write(place / "in" / "b.jsonl", "\n".join(lines) + "\n")
    command = [sys.executable, "-m", "neural.parse", "--workers=2", "--model=model", "in", "-o", "out"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    with Path("log").open("wb") as log:
        process = subprocess.Popen([*command, "--shard-words=60"], env=environment, stderr=log, cwd=place)
    killed = 0
    while process.poll() is None:
        done = manifest()[1:] if Path("out", NAME).exists() else []
        if not killed and len(done) > 2:
            # It is in the middle of something: each worker has its next shard already.
            killed = int(json.loads(done[-1])["worker"].rpartition(":")[2])
            os.kill(killed, signal.SIGKILL)
        time.sleep(0.01)
    assert process.returncode == 0, Path("log").read_text("utf-8")
    assert killed
    assert len({json.loads(line)["worker"] for line in manifest()[1:]}) > 2, "another worker took its place"
    documents = [
        tree.sentence.sent_id
        for name in sorted(written("out"))
        if name.startswith("b.")
        for tree in read_json(Path("out", name))
        if tree.sentence
    ]
    assert documents == [f"{number}-{one}" for number in range(400) for one in (1, 2)]
