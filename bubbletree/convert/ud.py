"""Bubble trees as UD columns (draft)."""
from __future__ import annotations
from enum import Enum
from dataclasses import replace
from bubbletree.sentence import Row, Sentence
from bubbletree.tree import CONJ, ROOT, BubbleTree

class Punctuation(Enum):
    FOLLOWING = "following"
    FIRST = "first"

def to_ud(tree: BubbleTree, punctuation: Punctuation = Punctuation.FOLLOWING) -> Sentence:
    heads, labels = columns(tree, punctuation)
    s = tree.sentence
    if s is None:
        return Sentence.from_columns(tree.words, heads=heads, deprels=labels)
    it = iter(zip(heads, labels))
    rows = []
    for r in s.rows:
        if r.is_word:
            h, l = next(it)
            r = replace(r, head=str(h), deprel=l)
        rows.append(r)
    return replace(s, rows=tuple(rows))

def columns(tree, punctuation):
    n = len(tree.words)
    # head word of each bubble
    kids = {}
    headchild = {}
    for b in tree.bubbles:
        c = tree.contents[b]
        if len(c) > 1:
            ch = sorted(tree.children(b), key=lambda x: (min(tree.contents[x])))
            inside = [x for x in ch if tree.contents[x] <= c]
            kids[b] = inside
            conj = [x for x in inside if tree.label(x) == CONJ]
            headchild[b] = (conj or inside or ch)[0]
    word = {}
    def hw(b):
        seen = []
        while b not in word:
            c = tree.contents[b]
            if len(c) == 1:
                word[b] = min(c)
                break
            seen.append(b)
            b = headchild[b]
        w = word[b]
        for x in seen: word[x] = w
        return w
    heads = [0] * n
    labels = ["_"] * n
    for a in tree.arcs:
        if headchild.get(a.head) == a.dependent: continue
        d = hw(a.dependent)
        heads[d - 1] = hw(a.head)
        # label of d: this arc is the topmost only if dependent is the top of chain
        labels[d - 1] = a.label
    for b, inside in kids.items():
        following = None
        for x in reversed(inside):
            if tree.label(x) == CONJ:
                following = x
            elif following is not None and following != headchild[b]:
                lab = tree.label(x)
                if lab.split(':')[0] == 'punct' and punctuation is Punctuation.FIRST: continue
                heads[hw(x) - 1] = hw(following)
    return heads, labels
