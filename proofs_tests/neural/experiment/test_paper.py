"""The paper's tables, on miniatures of all files that they need."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bubbletree import read_brackets, read_conllu, read_coord
from neural.experiment import command
from neural.experiment.paper import figures
from neural.experiment.paper.systems import Encoder, on_genia, on_penn
from neural.experiment.paper.treebanks import Genia, Penn, bracketed, unmarked
from neural.experiment.plan import ExperimentError
from proofs_tests.neural.experiment.miniature import PENN, PLAIN, Miniature, made


@pytest.fixture
def mini(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Miniature:
    monkeypatch.chdir(tmp_path)
    return made(tmp_path / "mini")


def paper(*arguments: str) -> int:
    return command.main(["paper", *arguments])


def test_what_is_missing_is_named_with_the_way_to_get_it(mini: Miniature, capsys: pytest.CaptureFixture[str]) -> None:
    (mini.ptb / "05" / "wsj_0501.mrg").unlink()
    (mini.ptb / "test.ud.conllu").unlink()
    given = [f"--ptb={mini.ptb}", f"--genia={mini.genia}", "--encoders", "bilstm"]
    assert paper(*given, "--dry-run") == 0
    said = capsys.readouterr().out
    assert paper(*given) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    for text in (said, printed.err):
        missing = re.findall(r"^MISSING ([^:]*)", text, re.MULTILINE)
        assert missing == [
            "Penn Treebank, train, bracket trees with marks",
            "Penn Treebank, test, UD by CoreNLP 4.2.0",
            "GloVe, 100 dimensions, 6 billion words",
        ]
        assert f"-treeFile models/paper/data/ptb/test.plain.mrg > {mini.ptb}/test.ud.conllu" in text
        assert "Sections 02 to 21 of the Wall Street Journal (39,832 sentences)" in text
    assert "3 parts missing: see docs/guide/reproduce.md" in printed.err
    # The command that is named can be run: its input is there.
    assert "COORD" not in Path("models/paper/data/ptb/test.plain.mrg").read_text("utf-8")


def test_the_plan_names_each_system_with_its_trainings(mini: Miniature, capsys: pytest.CaptureFixture[str]) -> None:
    assert paper(f"--ptb={mini.ptb}", f"--genia={mini.genia}", "--dry-run", "--seeds", "1", "2", "--folds=3") == 0
    said = capsys.readouterr().out
    for name in (figures.LSTM, figures.MEAN, figures.TWO, figures.ONE, figures.BUFFER, figures.BERT, figures.EDGES):
        assert re.search(rf"^ptb +{re.escape(name)} +2 x", said, re.MULTILINE)
    assert re.findall(r"^genia +(.*?) +6 x", said, re.MULTILINE) == [figures.LSTM, figures.BERT]
    assert not Path("results").exists()


def test_a_treebank_must_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert paper("--dry-run") == 2
    assert "name a treebank: --ptb, --genia, or both" in capsys.readouterr().err


def test_a_treebank_is_not_written_over(mini: Miniature, capsys: pytest.CaptureFixture[str]) -> None:
    Path("models", "data").mkdir(parents=True)
    Path("models", "data", "ptb").symlink_to(Path("ptb").absolute())
    assert paper("--ptb", "ptb", "--models", "models") == 2
    said = "--ptb ptb: what is made of the treebank would go there: name another --models"
    assert capsys.readouterr().err == f"neural.experiment: {said}\n"


def test_sections_become_bubble_trees(mini: Miniature) -> None:
    penn = Penn(mini.ptb, Path("work"))
    for part in ("train", "dev", "test"):
        penn.join(part)
        penn.convert(part)
    found = [tree for part in ("train", "dev", "test") for tree in read_conllu(penn.gold(part))]
    assert found == read_brackets(PENN / "mini.brackets")


def test_trees_without_marks_and_a_list_of_spans_do_as_well(mini: Miniature) -> None:
    text = unmarked((PENN / "mini.mrg").read_text("utf-8"))
    assert "COORD" not in text
    (mini.ptb / "test.mrg").write_text(text, encoding="utf-8")
    (mini.ptb / "test.spans").write_bytes((PENN / "mini.spans").read_bytes())
    parts = [(mini.ptb / f"{part}.ud.conllu").read_text("utf-8") for part in ("train", "dev", "test")]
    (mini.ptb / "test.ud.conllu").write_text("".join(parts), encoding="utf-8")
    penn = Penn(mini.ptb, Path("work"))
    penn.join("test")
    penn.convert("test")
    assert read_conllu(penn.gold("test")) == read_brackets(PENN / "mini.brackets")


def test_what_is_made_follows_what_it_is_made_from(mini: Miniature) -> None:
    penn = Penn(mini.ptb, Path("work"))
    penn.join("dev")
    before = penn.plain("dev").stat().st_mtime_ns
    penn.join("dev")
    assert penn.plain("dev").stat().st_mtime_ns == before
    (mini.ptb / "dev.mrg").write_text("( (NP (NN tea)) )\n", encoding="utf-8")
    penn.join("dev")
    assert penn.plain("dev").read_text("utf-8") == "( (NP (NN tea)) )\n"


def test_articles_become_trees_for_corenlp_and_gold_sentences_with_ids(mini: Miniature) -> None:
    genia = Genia(mini.genia, Path("work"))
    genia.join()
    first = genia.plain.read_text("utf-8").splitlines()[0]
    assert first == "( (NP (NN IL-2) (CC and) (NN IL-LRB-4-RRB-1)) (. .) )"
    genia.convert()
    trees = genia.gold.read_text("utf-8")
    assert trees.startswith("# sent_id = 1.S1\n1\tIL-2\t")
    assert set(read_coord(genia.coord)) == {f"{article}.S{number}" for article in range(1, 7) for number in (1, 2, 3)}
    text = genia.ud.read_text("utf-8")
    genia.ud.write_text(text[: text.rindex("\n\n") - 20].rpartition("\n\n")[0] + "\n\n", encoding="utf-8")
    genia.gold.unlink()
    with pytest.raises(ExperimentError, match=r"other sentences or words than the articles, from sentence 6\.S3 on"):
        genia.convert()


def test_a_tree_of_several_parts_is_one_line_of_brackets(mini: Miniature) -> None:
    from bubbletree.io.penn import parse_penn

    text = "( (NP (DT the) (NN tea)) (CC and) (NP (NP (NN milk)) (PP (IN in) (NP (NN it)))) (. .) )"
    assert bracketed(parse_penn(text)) == text


def test_systems_are_those_of_the_paper() -> None:
    penn = on_penn(list(Encoder), "glove.txt", "bert", ["training.epochs=3"])
    assert {system.name for system in penn} == {*figures.RESCORING, *figures.ATTACHMENT}
    assert {system.name for system in on_genia(list(Encoder), "glove.txt", "bert", [])} == set(figures.COMPLEXITY)
    by_name = {system.name: system.config() for system in penn}
    assert by_name[figures.BUFFER].scorer.stack_features == 0
    assert by_name[figures.MEAN].scorer.composition == "mean"
    assert by_name[figures.EDGES].method.kind == "edge-factored"
    assert by_name[figures.BERT].encoder.model == "bert"
    assert {config.training.epochs for config in by_name.values()} == {3}


@pytest.mark.slow
def test_from_the_files_to_the_tables(mini: Miniature, capsys: pytest.CaptureFixture[str]) -> None:
    given = [f"--ptb={mini.ptb}", f"--genia={mini.genia}", f"--glove={mini.glove}", "--encoders", "bilstm"]
    given += ["--seeds", "1", "--folds=2", *PLAIN]
    assert paper(*given) == 0
    capsys.readouterr()
    text = Path("results/paper/README.md").read_text("utf-8")
    scores = json.loads(Path("results/paper/results.json").read_text("utf-8"))["scores"]
    attachment = scores["ptb"]["test"][figures.LSTM]["1"]["attachment"]
    assert attachment["uas"][1] == 31
    exact = scores["genia"]["test"][figures.LSTM]["1"]["released"]["all"][0]
    assert exact[2] == 18, "all sentences of all folds are tested"
    # The paper's figure, ours below it, and the difference.
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    place = next(n for n, row in enumerate(rows) if row[0] == f"exact, {figures.LSTM}: paper" and len(row) == 11)
    assert rows[place][-1] == "67.09"
    recall = 100 * exact[0] / exact[2]
    assert rows[place + 1][-1] == f"{recall:.2f}"
    assert rows[place + 2][-1] == f"{recall - 67.09:+.2f}"
    for figure in ("76.48", "75.51", "76.05", "76.33", "50.27", "72.97", "95.99"):
        assert figure in text
    # The same command has nothing left to do.
    assert paper(*given) == 0
    assert "7 of 7 trials were finished before" in capsys.readouterr().err
