"""Articles of the GENIA treebank: what is read, and what is wrong with the others."""

from __future__ import annotations

import pytest

from bubbletree import FormatError
from bubbletree.io.genia import iter_genia

WORDS = '<tok cat="NN">tea</tok> <tok cat="COMMA">,</tok><tok cat="PRPP">my\n own</tok>'


def article(*sentences: str, pmid: str = "7", head: str = "") -> str:
    listed = "\n".join(sentences)
    return f'<?xml version="1.0"?>\n{head}<Annotation><PMID>{pmid}</PMID>\n{listed}\n</Annotation>\n'


def test_words_tags_and_phrases_are_read() -> None:
    cons = f'<cons cat="NP" syn="COOD"><cons cat="NP" null="T"></cons>{WORDS}</cons>'
    [tree] = iter_genia(article(f'<sentence id="S1">{cons}</sentence>'))
    assert (tree.sent_id, tree.words, tree.tags) == ("7.S1", ("tea", ",", "my_own"), ("NN", ",", "PRP$"))
    assert [(phrase.label, *phrase.span) for phrase in tree.phrases] == [("NP-COOD", 1, 3)]
    row = tree.sentence().rows[0]
    assert (row.form, row.xpos, tree.sentence().sent_id) == ("tea", "NN", "7.S1")


def test_entities_of_xml_are_characters() -> None:
    [tree] = iter_genia(article('<sentence id="S1"><tok cat="NN">a&amp;b&lt;</tok></sentence>'))
    assert tree.words == ("a&b<",)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (article("<sentence>"), 3, "a sentence has no id"),
        (article('<sentence id="1"><sentence id="2">'), 3, "a sentence inside a sentence"),
        (article('<sentence id="1"><tok cat="NN"> </tok></sentence>'), 3, "a word is empty"),
        (article('<sentence id="1"><tok cat="NN">a<tok cat="X">b</tok></tok></sentence>'), 3, "a tok inside a word"),
        (article("</oops>"), 3, "not XML: mismatched tag"),
        (article('<!DOCTYPE a [<!ENTITY b "c">]>'), 3, "not XML: not well-formed (invalid token)"),
        ("", 2, "not XML: no element found"),
        ("tea\n", 1, "not XML: syntax error"),
    ],
)
def test_errors_name_line_and_cause(text: str, line: int, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(iter_genia([text], "a.xml"))
    assert str(caught.value) == f"a.xml:{line}: {reason}"


def test_files_that_declare_entities_are_refused_before_they_grow() -> None:
    bomb = '<!DOCTYPE a [\n<!ENTITY a "tea">\n<!ENTITY b "&a;&a;&a;&a;">\n]>\n'
    with pytest.raises(FormatError, match=r"^<input>:3: the file declares an entity"):
        list(iter_genia(article('<sentence id="1"><tok cat="NN">&b;</tok></sentence>', head=bomb)))
