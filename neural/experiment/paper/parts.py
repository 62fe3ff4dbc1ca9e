"""What the tables need: which parts are there, which are missing, and how to get them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from neural.experiment.paper.treebanks import SECTIONS, SENTENCES, Genia, Penn

CONVERTER = "edu.stanford.nlp.trees.ud.UniversalDependenciesConverter"
"""The program of CoreNLP that makes UD of bracket trees."""


@dataclass(frozen=True, slots=True)
class Part:
    """Something that the tables need.

    Attributes
    ----------
    name : str
        What it is.
    place : str
        Where it is, or is looked for.
    is_there : bool
        Whether it is there.
    advice : str
        How to get it.
    """

    name: str
    place: str
    is_there: bool
    advice: str

    def __str__(self) -> str:
        state = "there" if self.is_there else "MISSING"
        lines = [f"{state:8}{self.name}: {self.place}"]
        if not self.is_there:
            lines += [f"        {line}" for line in self.advice.splitlines()]
        return "\n".join(lines)


def parts_of_penn(penn: Penn) -> Iterator[Part]:
    """The parts of the Penn Treebank.  Trees that are there are joined, so that CoreNLP can be run on them."""
    for part, sections in SECTIONS.items():
        files = penn.sources(part)
        penn.join(part)
        one = len(sections) == 1
        numbers = f"Section {sections[0]:02}" if one else f"Sections {sections[0]:02} to {sections[-1]:02}"
        yield Part(
            f"Penn Treebank, {part}, bracket trees with marks",
            str(penn.folder / f"{part}.mrg") if len(files) != 1 else str(files[0]),
            bool(files),
            f"{numbers} of the Wall Street Journal ({SENTENCES[part]:,} sentences), from the Linguistic Data\n"
            "Consortium, with the coordination annotation of Ficler and Goldberg (2016), from its authors.\n"
            f"Put them here as one file, or as folders of sections ({penn.folder / f'{sections[0]:02}'}).\n"
            f"Trees without marks need {part}.spans, a list of spans, beside them.",
        )
        yield Part(
            f"Penn Treebank, {part}, UD by CoreNLP 4.2.0",
            str(penn.ud(part)),
            penn.ud(part).is_file(),
            _with_corenlp(penn.plain(part), penn.ud(part)),
        )


def parts_of_genia(genia: Genia) -> Iterator[Part]:
    """The parts of GENIA.  Articles that are there are joined, so that CoreNLP can be run on their trees."""
    genia.join()
    yield Part(
        "GENIA, articles",
        str(genia.folder / "*.xml"),
        bool(genia.articles),
        "The beta version of the GENIA treebank in XML, from the GENIA project (2,508 sentences).",
    )
    yield Part("GENIA, UD by CoreNLP 4.2.0", str(genia.ud), genia.ud.is_file(), _with_corenlp(genia.plain, genia.ud))


def part_of_vectors(file: Path | None) -> Part:
    """The word vectors of the bi-LSTM."""
    return Part(
        "GloVe, 100 dimensions, 6 billion words",
        str(file or "no --glove"),
        file is not None and file.is_file(),
        "glove.6B.zip from the Stanford NLP Group; unpack glove.6B.100d.txt and name it with --glove.",
    )


def part_of_bert(name: str, *, is_there: bool) -> Part:
    """The BERT model."""
    return Part(
        "BERT, cased, base",
        name,
        is_there,
        "Fetch it where there is a network (hf download bert-base-cased --local-dir bert-base-cased), and name the\n"
        "folder with --bert.",
    )


def _with_corenlp(trees: Path, ud: Path) -> str:
    first = "" if trees.exists() else f"First the trees; this command joins them in {trees}. Then:\n"
    return f"{first}java -cp 'corenlp/*' {CONVERTER} \\\n    -treeFile {trees} > {ud}"
