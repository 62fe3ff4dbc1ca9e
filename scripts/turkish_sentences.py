"""A small treebank of made-up Turkish sentences, as a stand-in for a real one.

    python scripts/turkish_sentences.py 800 --seed 1 > tr.conllu

The file is plain UD: heads and relations, no enhanced dependencies, no bubbles.  Turkish puts the verb last and
modifiers first.  Subjects, objects and verbs are coordinated at random.  The sentences are grammatical and mean little.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from bubbletree import Row, Sentence
from bubbletree.cli.inputs import positive
from bubbletree.io import format_conllu

NAMES = ("Ali", "Ayşe", "Mehmet", "Zeynep", "Elif", "Murat", "Deniz", "Kemal")
NOUNS = ("elma", "armut", "ekmek", "peynir", "çay", "süt", "kitap", "gazete", "çiçek", "balık", "üzüm", "kahve")
ADJECTIVES = ("taze", "eski", "büyük", "küçük", "sıcak", "güzel")
VERBS = ("aldı", "gördü", "sevdi", "buldu", "sattı", "istedi", "getirdi", "seçti")
PLACES = ("pazarda", "evde", "okulda", "bahçede", "köyde", "şehirde")
COORDINATORS = ("ve", "veya")

Word = tuple[str, str, int, str]
"""Form, UPOS, how far away the head is (0: outside the phrase), and the relation."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the sentences to standard output."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("number", type=positive, help="how many sentences")
    parser.add_argument("--seed", type=int, default=1, help="where they come from (1)")
    options = parser.parse_args(arguments)
    source = random.Random(options.seed)
    for number in range(1, options.number + 1):
        sys.stdout.write(format_conllu(_sentence(f"tr-{options.seed}-{number}", source)))
    return 0


def _sentence(name: str, source: random.Random) -> Sentence:
    """A sentence: a subject, perhaps a place, perhaps an object, and the verb."""
    phrases = [("nsubj", _coordinated(_nouns(source, NAMES, 0), source))]
    if source.random() < 0.4:
        place: list[Word] = [(source.choice(PLACES), "NOUN", 0, "")]
        phrases.insert(source.randrange(2), ("obl", place))
    if source.random() < 0.9:
        phrases.append(("obj", _coordinated(_nouns(source, NOUNS, 0.4), source)))
    chosen = source.sample(VERBS, 1 + (source.random() < 0.2))
    verbs: list[list[Word]] = [[(verb, "VERB", 0, "")] for verb in chosen]
    predicate = _coordinated(verbs, source)
    root = sum(len(phrase) for _, phrase in phrases) + 1
    phrases += [("root", predicate), ("punct", [(".", "PUNCT", 0, "")])]
    rows: list[Row] = []
    for relation, phrase in phrases:
        for form, upos, distance, inner in phrase:
            position = len(rows) + 1
            head = position + distance if distance else 0 if relation == "root" else root
            rows.append(Row(str(position), form, upos=upos, head=str(head), deprel=inner or relation))
    rows[0] = replace(rows[0], form=rows[0].form.capitalize())
    text = " ".join(row.form for row in rows)
    for mark in ",.":
        text = text.replace(f" {mark}", mark)
    rows[:-1] = [replace(row, misc="SpaceAfter=No") if after.form in ",." else row for row, after in pairwise(rows)]
    return Sentence(tuple(rows), (f"# sent_id = {name}", f"# text = {text}"))


def _nouns(source: random.Random, words: Sequence[str], modified: float) -> list[list[Word]]:
    """One noun or several, some with an adjective; the last word of each phrase is its head."""
    size = source.choices((1, 2, 3), (0.6, 0.3, 0.1))[0]
    upos = "PROPN" if words is NAMES else "NOUN"
    phrases: list[list[Word]] = [[(word, upos, 0, "")] for word in source.sample(words, size)]
    return [
        [(source.choice(ADJECTIVES), "ADJ", 1, "amod"), *noun] if source.random() < modified else noun
        for noun in phrases
    ]


def _coordinated(conjuncts: Sequence[list[Word]], source: random.Random) -> list[Word]:
    """Conjuncts with commas, and a coordinator before the last one, in the style of UD: the first one is the head."""
    first, *others = conjuncts
    phrase = list(first)
    head = len(first) - 1
    for number, conjunct in enumerate(others, start=1):
        link = (source.choice(COORDINATORS), "CCONJ", "cc") if number == len(others) else (",", "PUNCT", "punct")
        phrase.append((*link[:2], len(conjunct), link[2]))
        *modifiers, (form, upos, _, _) = conjunct
        phrase += modifiers
        phrase.append((form, upos, head - len(phrase), "conj"))
    return phrase


if __name__ == "__main__":
    sys.exit(main())
