"""The few words that the rules know, by lemma, because UD has no feature for what they do.

Everything else is told by relations, parts of speech and features.  A word that is missing here is treated as any
other coordinator or adverb.
"""

from __future__ import annotations

_BUT = """
    but yet aber doch sondern mais pero sino mas ma bensì maar men utan mutta vaan ama fakat ancak sed at verum ale lecz
    но а але али אבל אלא אך לכן لكن بل αλλά
"""
_ONLY = """
    only merely nur bloß seulement solo sólo solamente soltanto só somente apenas alleen slechts bara endast vain
    ainoastaan sadece yalnız yalnızca solum modo tantum jen pouze tylko только רק فقط
"""
_NOT = """
    not n't nicht pas non no não niet inte ikke ej ei değil ne nie не לא ليس لا
"""

BUT = frozenset(_BUT.split())
"""Coordinators that set what follows against what goes before."""
ONLY = frozenset(_ONLY.split())
"""Adverbs that make a correlative with a negation before them: *not only*."""
NOT = frozenset(_NOT.split())
"""Negations, where Polarity is not told."""
