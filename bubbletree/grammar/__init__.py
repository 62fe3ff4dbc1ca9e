"""A probabilistic grammar that generates English-like sentences with gold bubble trees.

It generates any number of sentences; the same seed gives the same sentences on every machine. Their ambiguities are
designed. Which conjuncts share a modifier, and how coordinations nest, depends on the lexical classes and forms of the
words, never on chance. So a learner can get all of them right, but not from parts of speech alone. See
``docs/reference/grammar.md``.

The words are in :mod:`~bubbletree.grammar.lexicon`, the parameters in
:mod:`~bubbletree.grammar.parameters`; :mod:`~bubbletree.grammar.nominals`,
:mod:`~bubbletree.grammar.predicates` and :mod:`~bubbletree.grammar.sentences` build phrases, and the
rule that places modifiers is :func:`bubbletree.grammar.phrases.scope`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from bubbletree.grammar.draw import Draw
from bubbletree.grammar.parameters import Grammar, GrammarError, is_whole
from bubbletree.grammar.phrases import linearise
from bubbletree.grammar.sentences import sentence
from bubbletree.tree import BubbleTree

__all__ = ["Grammar", "GrammarError", "generate"]


def generate(n: int, seed: int, grammar: Grammar | None = None) -> Iterator[BubbleTree]:
    """Generate n sentences with their bubble trees.

    Parameters
    ----------
    n : int
        The number of sentences. The first sentences of a seed are the same for every n.
    seed : int
        Seed of the random choices.
    grammar : Grammar, optional
        The parameters; by default ``Grammar()``.

    Returns
    -------
    iterator of BubbleTree
        Valid projective trees with one child of RT, derivable by Bubble-Hybrid.  The ``sentence`` of
        each holds parts of speech, an id (``generated-SEED-NUMBER``) and the categories of the
        coordinated phrases.

    Raises
    ------
    GrammarError
        n is negative, or n or the seed is not a whole number.

    Examples
    --------
    >>> for tree in generate(3, seed=1):
    ...     print(" ".join(tree.words))
    Anna was a doctor and the sleepy man but saws were rather sturdy .
    Maria and Ivan rode five dogs .
    The neighbour and the clever doctors claim that this cow did not wait .
    """
    for parameter, value in (("n", n), ("seed", seed)):
        if not is_whole(value):
            raise GrammarError(parameter, f"must be a whole number, not {value!r}")
    if n < 0:
        raise GrammarError("n", f"must not be negative, but is {n}")
    return _sentences(n, seed, grammar or Grammar())


def _sentences(n: int, seed: int, grammar: Grammar) -> Iterator[BubbleTree]:
    rng = random.Random(str(seed))  # of whole numbers, Random would ignore the sign
    for number in range(1, n + 1):
        yield _sentence(rng, grammar, f"generated-{seed}-{number}")


def _sentence(rng: random.Random, grammar: Grammar, name: str) -> BubbleTree:
    """One sentence: drawn again, each time with half as much optional material, until it is short enough."""
    damping = 1.0
    while True:
        tree = linearise(sentence(Draw(rng, grammar, damping)), (f"# sent_id = {name}",))
        if len(tree.words) <= grammar.max_words:
            return tree
        damping /= 2
