"""Folds: whole documents, even sizes, files that are disjoint and complete."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bubbletree import Row, Sentence
from bubbletree.convert import to_ud
from bubbletree.grammar import generate
from bubbletree.io import iter_sentences, write_conllu
from neural.cli.sources import Sources, sampled
from neural.data.gold import read_gold
from neural.experiment.folds import assigned, documents, write_folds
from neural.experiment.plan import ExperimentError


def test_documents_are_told_by_comments_or_by_names() -> None:
    def named(*comments: str) -> Sentence:
        return Sentence((Row("1", "tea"),), tuple(f"# {comment}" for comment in comments))

    ud = [
        named("newdoc id = x-1", "sent_id = x-1-0001"),
        named("sent_id = y-7"),
        named("newdoc", "sent_id = q.2"),
        named("newdoc id = x-2"),
    ]
    assert documents(ud) == ["x-1", "x-1", "#3", "x-2"]
    assert documents([named("sent_id = 12.S1"), named("sent_id = 12.S2"), named("sent_id = a-b-01"), named()]) == [
        "12",
        "12",
        "a-b",
        "#4",
    ]


@pytest.mark.parametrize("folds", [2, 3, 7])
def test_folds_are_even_and_take_whole_documents(folds: int) -> None:
    rng = random.Random(folds)
    names = [f"d{rng.randrange(40)}" for _ in range(500)]
    places = assigned(names, folds)
    assert set(places) == set(range(folds))
    assert len(set(zip(names, places, strict=True))) == len(set(names))
    assert sorted(Counter(assigned(["large"] * 12 + [f"small-{n}" for n in range(12)], 2)).values()) == [12, 12]
    sizes = [places.count(fold) for fold in range(folds)]
    assert max(sizes) - min(sizes) <= max(map(names.count, names))
    # The order of the sentences makes no difference.
    assert assigned(names[::-1], folds)[::-1] == places
    with pytest.raises(ExperimentError, match="41 folds"):
        assigned([f"d{number}" for number in range(40)], 41)


@pytest.mark.parametrize("between", ["\n", ""])
@pytest.mark.parametrize(("limit", "sample"), [(None, None), (70, None), (None, 50), (70, 50)])
def test_fold_files_are_disjoint_complete_and_verbatim(
    tmp_path: Path, limit: int | None, sample: int | None, between: str
) -> None:
    source, coord = tmp_path / "s.conllu", tmp_path / "s.coord"
    numbered = []
    for number, tree in enumerate(generate(90, seed=3)):
        ud = to_ud(tree)
        numbered.append(replace(ud, comments=(f"# sent_id = d{number // 6}.S{number % 6}", "# note = x")))
    write_conllu(numbered, source)
    # Every other sentence has a coordination of its first and third words.
    blocks = [
        f"{one.sent_id}\t1\t*\t1\t3\tNP-COOD\n{one.sent_id}\t1\t1\t1\t1\tNP-COOD\n"
        f"# {one.sent_id}\t1\t2\t2\t2\tNP-COOD\n{one.sent_id}\t1\t3\t3\t3\tNP-COOD\n"
        for one in numbered[::2]
    ]
    # Blank lines between sentences may be missing.
    coord.write_text(between.join(blocks), encoding="utf-8")
    chosen = sampled(numbered[:limit], sample)
    sources = Sources(str(source), str(coord), limit=limit, sample=sample)
    splits = write_folds(sources, 3, tmp_path / "folds")
    assert write_folds(sources, 3, tmp_path / "again")[0][0].train != splits[0][0].train
    tested = []
    for learned_from, test in splits:
        assert learned_from.train is not None
        assert learned_from.dev is not None
        assert test.file is not None
        files = {
            "train": (learned_from.train, learned_from.coord),
            "dev": (learned_from.dev, learned_from.dev_coord),
            "test": (test.file, test.coord),
        }
        parts = {part: list(iter_sentences(path)) for part, (path, _) in files.items()}
        found = [one for part in parts.values() for one in part]
        assert sorted(found, key=numbered.index) == chosen
        names = {part: {str(one.sent_id).split(".")[0] for one in members} for part, members in parts.items()}
        assert all(names.values())
        assert sum(map(len, names.values())) == len(set.union(*names.values()))
        for part, (path, given) in files.items():
            assert [len(one.coordinations) for one in read_gold(path, given)] == [
                int(one in numbered[::2]) for one in parts[part]
            ]
        tested += parts["test"]
    assert sorted(tested, key=numbered.index) == chosen
    for part in ("train.conllu", "dev.coord", "test.conllu"):
        assert (tmp_path / "folds/2" / part).read_bytes() == (tmp_path / "again/2" / part).read_bytes()


def test_trees_with_bubbles_keep_them_in_folds(tmp_path: Path) -> None:
    trees = list(generate(40, seed=4))
    write_conllu(trees, tmp_path / "whole.conllu")
    text = (tmp_path / "whole.conllu").read_text(encoding="utf-8")
    (tmp_path / "s.conllu").write_text(re.sub(r"sent_id = generated-4-", "sent_id = ", text), encoding="utf-8")
    [(_, first), (_, second)] = write_folds(Sources(str(tmp_path / "s.conllu")), 2, tmp_path)
    found = [one.tree for gold in (first, second) for one in gold.read()]
    assert sorted(found, key=trees.index) == trees  # type: ignore[arg-type]  # all of them have a tree


def test_too_few_documents_are_refused(tmp_path: Path) -> None:
    write_conllu([Sentence((Row("1", "tea"),), (f"# sent_id = {name}.1",)) for name in "aab"], tmp_path / "s.conllu")
    with pytest.raises(ExperimentError, match="fold 1 leaves one document"):
        write_folds(Sources(str(tmp_path / "s.conllu")), 2, tmp_path)
