"""Negation in languages without tables: what negates stays, where it has scope, and *not only* goes."""

from __future__ import annotations

import pytest

from bubbletree import Row, Sentence, from_ud, parse_brackets, split
from proofs_tests.support.readings import LANGUAGES, Read, read_sentences


def converted(text: str, language: str) -> list[str]:
    """The readings of a sentence of UD, given as ``form/UPOS/head/deprel/feats``."""
    rows = []
    for number, word in enumerate(text.split(), start=1):
        form, upos, head, deprel, *feats = word.split("/")
        rows.append(Row(str(number), form, upos=upos, feats=(feats or ["_"])[0], head=head, deprel=deprel))
    return [reading.text for reading in split(from_ud(Sentence(tuple(rows))), language=language)]


@pytest.mark.parametrize("read", list(read_sentences(LANGUAGES)), ids=lambda read: read.text)
def test_the_readings_are_those_that_a_person_gives(read: Read) -> None:
    found = split(read.tree, language=read.language)
    assert tuple(reading.text for reading in found) == read.readings
    for reading in found:
        assert [read.text[start:end] for start, end in reading.offsets] == list(reading.words)


@pytest.mark.parametrize(
    ("language", "text", "readings"),
    [
        (
            "fr",
            (
                "Il/PRON/3/nsubj ne/ADV/3/advmod/Polarity=Neg lit/VERB/0/root ni/CCONJ/6/cc "
                "n'/ADV/6/advmod/Polarity=Neg écrit/VERB/3/conj"
            ),
            ["Il ne lit", "Il n' écrit"],
        ),
        (
            "cs",
            "Petr/PROPN/2/nsubj nejí/VERB/0/root/Polarity=Neg maso/NOUN/2/obj ani/CCONJ/5/cc ryby/NOUN/3/conj",
            ["Petr nejí maso", "Petr nejí ryby"],
        ),
        (
            "cs",
            "Petr/PROPN/2/nsubj nejí/VERB/0/root/Polarity=Neg maso/NOUN/2/obj ale/CCONJ/5/cc ryby/NOUN/3/conj",
            ["Petr nejí maso ale ryby"],
        ),
        (
            "es",
            "Nadie/PRON/2/nsubj/PronType=Neg come/VERB/0/root carne/NOUN/2/obj sino/CCONJ/5/cc pescado/NOUN/3/conj",
            ["Nadie come carne sino pescado"],
        ),
        (
            "cs",
            (
                "Nemluví/VERB/3/advcl/Polarity=Neg ,/PUNCT/1/punct jí/VERB/0/root maso/NOUN/3/obj ani/CCONJ/6/cc "
                "ryby/NOUN/4/conj"
            ),
            ["Nemluví, jí maso", "Nemluví, jí ani ryby"],
        ),
        (
            "cs",
            "Nejí/VERB/0/root/Polarity=Neg maso/NOUN/1/obj ani/CCONJ/4/cc ryby/NOUN/2/conj",
            ["Nejí maso", "Nejí ryby"],
        ),
        (
            "ro",
            "Ana/PROPN/3/nsubj nu/ADV/3/advmod/Polarity=Neg cântă/VERB/0/root nici/CCONJ/5/cc dansează/VERB/3/conj",
            ["Ana nu cântă", "Ana nici dansează"],
        ),
        (
            "es",
            "Nadie/PRON/2/nsubj/PronType=Neg come/VERB/0/root carne/NOUN/2/obj ni/CCONJ/5/cc pescado/NOUN/3/conj",
            ["Nadie come carne", "Nadie come pescado"],
        ),
        (
            "pt",
            (
                "Nenhum/DET/2/det/PronType=Neg aluno/NOUN/3/nsubj lê/VERB/0/root livros/NOUN/3/obj nem/CCONJ/6/cc "
                "jornais/NOUN/4/conj"
            ),
            ["Nenhum aluno lê livros", "Nenhum aluno lê jornais"],
        ),
        (
            "xx",
            (
                "Nuk/X/2/advmod:neg ha/VERB/0/root mish/NOUN/2/obj apo/CCONJ/6/cc as/CCONJ/6/cc/Polarity=Neg "
                "peshk/NOUN/3/conj"
            ),
            ["Nuk ha mish", "Nuk ha peshk"],
        ),
        (
            "xx",
            "ha/VERB/0/root mish/NOUN/1/obj as/CCONJ/4/cc/Polarity=Neg peshk/NOUN/2/conj",
            ["ha mish", "ha as peshk"],
        ),
        (
            "is",
            "Hann/PRON/3/nsubj hvorki/CCONJ/3/cc:preconj borðar/VERB/0/root né/CCONJ/5/cc drekkur/VERB/3/conj",
            ["Hann hvorki borðar", "Hann hvorki drekkur"],
        ),
        (
            "xx",
            "Oni/PRON/3/nsubj jek/CCONJ/3/cc:preconj/Polarity=Neg mas/VERB/0/root jek/CCONJ/5/cc trinkas/VERB/3/conj",
            ["Oni jek mas", "Oni jek trinkas"],
        ),
        (
            "sl",
            (
                "Ne/PART/2/advmod/Polarity=Neg samo/PART/3/advmod Ana/PROPN/7/nsubj ,/PUNCT/6/punct ampak/CCONJ/6/cc "
                "Jan/PROPN/3/conj poje/VERB/0/root"
            ),
            ["Ana poje", "Jan poje"],
        ),
        (
            "cs",
            (
                "Nejen/ADV/2/advmod čte/VERB/0/root knihy/NOUN/2/obj ,/PUNCT/7/punct ale/CCONJ/7/cc "
                "i/PART/7/advmod:emph noviny/NOUN/3/conj"
            ),
            ["čte knihy", "čte noviny"],
        ),
        (
            "it",
            (
                "Non/ADV/2/advmod/Polarity=Neg solo/ADV/3/advmod Ugo/PROPN/7/nsubj ma/CCONJ/5/cc Pia/PROPN/3/conj "
                "anche/ADV/7/advmod ride/VERB/0/root"
            ),
            ["Ugo anche ride", "Pia anche ride"],
        ),
    ],
)
def test_what_annotation_says_of_negation_counts(language: str, text: str, readings: list[str]) -> None:
    assert converted(text, language) == readings


def test_words_of_other_languages_are_no_negations_in_other_relations() -> None:
    # "ne" is a pronoun in Italian, "no" an adposition with an article in Portuguese.
    assert texts("obj=ne legge obj=[libri cc=né giornali]", "it") == ["ne legge libri", "ne legge né giornali"]
    assert texts("obl=(case=no rio) vejo obj=[barcos cc=nem redes]", "pt") == [
        "no rio vejo barcos",
        "no rio vejo nem redes",
    ]


def test_a_negation_reaches_only_what_follows_it_in_its_clause() -> None:
    late = "nsubj=Ana come obj=[pan cc=ni queso] advmod=nunca advmod=no"
    assert texts(late, "es") == ["Ana come pan nunca no", "Ana come ni queso nunca no"]
    assert texts("[(advmod=no come obj=[pan cc=ni queso]) cc=y bebe]", "es")[1] == "no come queso"
    assert texts("[(advmod=no come) cc=y (bebe obj=[té cc=ni vino])]", "es")[2] == "bebe ni vino"


def test_words_that_are_fixed_to_a_coordinator_negate_with_it() -> None:
    assert texts("[come cc=(y fixed=no) bebe]", "es") == ["come", "y no bebe"]


def test_an_also_that_could_belong_to_all_conjuncts_stays() -> None:
    only = "advmod=También advmod=(advmod=no solo) [canta cc=sino (advmod=también baila)]"
    assert texts(only, "es") == ["También canta", "También baila"]


def test_not_and_only_are_neighbours() -> None:
    assert texts("advmod=no advmod=solo [canta cc=y baila]", "es") == ["canta", "baila"]
    assert texts("advmod=no punct=: advmod=solo [canta cc=y baila]", "es")[0] == "no: solo canta"
    assert texts("obl=no advmod=hoy advmod=solo [canta cc=y baila]", "es")[0] == "no hoy solo canta"


@pytest.mark.parametrize("only", ["advmod=no advmod=tan advmod=solo", "advmod=(advmod=no advmod=tan solo)"])
def test_an_adverb_may_stand_between_not_and_only(only: str) -> None:
    assert texts(f"{only} [canta cc=sino (advmod=también baila)]", "es") == ["canta", "baila"]


def test_a_word_between_not_and_only_that_is_no_adverb_keeps_both() -> None:
    between = "advmod=no obj=té advmod=solo [canta cc=y baila]"
    assert texts(between, "es")[0] == "no té solo canta"


def test_a_correlative_of_which_nothing_is_known_goes() -> None:
    assert texts("cc:preconj=zek [a cc=zek b]", "xx") == ["a", "b"]


def test_a_negative_coordinator_before_the_first_conjunct_stays_in_all_readings() -> None:
    assert texts("obj=[cc=ni té cc=ni café] quiere", "es") == ["ni té quiere", "ni café quiere"]
    assert texts("[cc=neither sing cc=nor dance]", "en") == ["neither sing", "neither dance"]
    assert texts("obj=[cc=ni té cc=ni café] quiere", "es", without=["negative-coordinator"]) == [
        "té quiere",
        "café quiere",
    ]


def test_a_negation_before_a_coordination_does_not_keep_it_together_in_other_languages() -> None:
    assert texts("advmod=no [canta cc=y baila]", "es") == ["no canta", "no baila"]
    assert texts("aux=do advmod=not [drink cc=and drive]", "en") == ["do not drink and drive"]


def test_not_only_of_a_verb_goes_if_its_objects_are_coordinated_with_but() -> None:
    but = "nsubj=He aux=does advmod=not advmod=only eat obj=[meat cc=but (advmod=also fish)]"
    assert texts(but, "en") == ["He does eat meat", "He does eat fish"]
    assert texts(but.replace("but", "and"), "en")[0] == "He does not only eat meat"


def texts(brackets: str, language: str, **options: object) -> list[str]:
    found = split(parse_brackets(brackets), language=language, **options)  # type: ignore[arg-type]  # options by name
    return [reading.text for reading in found]
