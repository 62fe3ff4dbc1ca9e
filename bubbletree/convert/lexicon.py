"""The few words that the rules know, by lemma, because UD has no feature for what they do.

Everything else is told by relations, parts of speech and features.  A word that is missing here is treated as any
other coordinator or adverb.
"""

from __future__ import annotations

_BUT = """
    but yet aber doch sondern mais pero sino mas ma bensì maar men utan mutta vaan ama fakat ancak sed at verum ale lecz
    но а але али אבל אלא אך לכן لكن بل αλλά
    temveč ampak marveč već nego nýbrž avšak však проте ами нъ bet tačiau hanem vaid kuid ci însă però sinó porém senão
    senón heldur baina baizik ach ond waaye ἀλλά όμως բայց այլ بلکه اما ولی लेकिन बल्कि मगर tetapi tapi melainkan nhưng
    mà 但 但是 而 而是 不过 可是 しかし 그러나 하지만
"""
_ONLY = """
    only merely just nur bloß seulement solo sólo solamente soltanto só somente apenas alleen slechts bara endast vain
    ainoastaan sadece yalnız yalnızca solum modo tantum jen pouze tylko только רק فقط
    samo само лише тільки лишь csak numai doar només sols kun bare aðeins ainult tik tikai bakarrik amháin μόνο μόνον
    تنها केवल सिर्फ़ hanya saja chỉ những 只 仅 只是
"""
_NOT_ONLY = """
    nejen nejenom nejenže nielen nemcsak 不仅 不但 不只
"""
_NOT = """
    not n't nicht pas non no não niet inte ikke ej ei değil ne nie не לא ليس لا
    nem ekki ikkje ez bukan tidak không chẳng chưa mitte 不 没 没有 δεν δε μη μην όχι οὐ οὐκ οὐχ μή نه नहीं मत न
"""
_NOR = """
    nor neither ni né nè nem nici noch weder varken vare verken hverken korkje hvorki hvørki eikä ega ei nei
    nedz ani ні ані ни нито niti sem se ne ούτε μήτε ουδέ μηδέ οὔτε οὐδέ οὔθ' μήθ' neque nec neve neu nih
    ez ezta ná nac ո՛չ ոչ არც न نہ نه ולא ولا
"""
_WITHOUT = """
    without ohne sans sin sem sen sense senza zonder uden uten utan án ilman fără bez без brez χωρίς δίχως ἄνευ sine
    بدون بلا دون ללא בלי बिना sonder tanpa 没有
"""
_ALSO = """
    also too auch aussi también tamén també também anche pure ook også också myös ka även též i rovněž také
    taky tiež aj też również także также тоже и також теж та й таксама също tudi također takođe isto și
    líka einnig is szintén ere και επίσης καὶ etiam quoque גם أيضا أيضاً نیز هم भी juga
    cũng 也 还 還 も
"""
_FOLLOWING = """
    τε τ' τ’ θ' θ’ च que =que -que と や とか やら だの なり 와 과 하고 이랑 랑 உம்
"""
_VARIANTS = """
    y e ed
    o u od
    a ac atque
    né ned
    na nac
    nec neque
    neu neve
    seu sive
    ha hag
    és s
    eta ta
    і й
    και κι
    δέ δ' δ’
    οὐδέ οὐδ' οὐδ’
    οὔτε οὔτ' οὔτ’ οὔθ' οὔθ’
    τε τ' τ’ θ' θ’
    և եւ
    da de
    мен бен пен
    와 과
    이랑 랑
    이나 나
"""

BUT = frozenset(_BUT.split())
"""Coordinators that set what follows against what goes before."""
ONLY = frozenset(_ONLY.split())
"""Adverbs that make a correlative with a negation before them: *not only*."""
NOT_ONLY = frozenset(_NOT_ONLY.split())
"""Words that are such a correlative by themselves."""
NOT = frozenset(_NOT.split())
"""Negations, where Polarity is not told."""
NOR = frozenset(_NOR.split())
"""Coordinators, and what announces them, that negate: *neither*, *nor*."""
WITHOUT = frozenset(_WITHOUT.split())
"""Adpositions and subordinators that negate."""
ALSO = frozenset(_ALSO.split())
"""Adverbs that belong to *not only* after the coordinator: *but also*."""
FOLLOWING = frozenset(_FOLLOWING.split())
"""Coordinators that follow the conjunct that they belong to: *inu to neko to*."""
VARIANTS = {form: line.split()[0] for line in _VARIANTS.strip().splitlines() for form in line.split()}
"""Coordinators whose form depends on the sounds around them, where LEMMA does not tell: the first form of each."""
