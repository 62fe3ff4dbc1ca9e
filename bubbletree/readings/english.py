"""The tables of English. Verbs are listed by their base form, and all their forms are in the table."""

from __future__ import annotations

from bubbletree.readings.lexicon import Lexicon, phrases, words

_IRREGULAR = {
    "agree": "agreed agreeing agrees", "break": "broke broken breaking breaks", "differ": "differed differing differs",
    "fight": "fought fighting fights", "get": "got gotten getting gets", "make": "made making makes",
    "meet": "met meeting meets", "shake": "shook shaken shaking shakes",
    "split": "splitting splits", "swap": "swapped swapping swaps",
    "overlap": "overlapped overlapping overlaps", "hug": "hugged hugging hugs", "wed": "wedded wedding weds",
    "fall": "fell fallen falling falls", "intermix": "intermixed intermixing intermixes",
    "pair": "paired pairing pairs",
    "co-write": "co-wrote co-written co-writing co-writes", "cowrite": "cowrote cowritten cowriting cowrites",
    "quarrel": "quarreled quarrelled quarreling quarrelling quarrels", "concur": "concurred concurring concurs",
}  # fmt: skip


def _forms(verb: str) -> list[str]:
    """All forms of a verb; of a verb with a particle or complement, each form with it."""
    base, blank, particle = verb.partition(" ")
    if base in _IRREGULAR:
        found = [base, *_IRREGULAR[base].split()]
    elif base.endswith("e"):
        found = [base, f"{base}s", f"{base}d", f"{base[:-1]}ing"]
    elif base.endswith("y") and base[-2] not in "aeiou":
        found = [base, f"{base[:-1]}ies", f"{base[:-1]}ied", f"{base}ing"]
    else:
        ending = "es" if base.endswith(("s", "x", "sh", "ch", "z")) else "s"
        found = [base, f"{base}{ending}", f"{base}ed", f"{base}ing"]
    return [form + blank + particle for form in found]


def _verbs(text: str) -> frozenset[str]:
    return frozenset(form for verb in phrases(text) for form in _forms(verb))


ENGLISH = Lexicon(
    additive=phrases("and, &, +, plus, n, 'n, 'n', as well as, and also, along with"),
    negative=words("nor neither"),
    excluding=phrases("""not, but not, and not, never, but never, and never, but no, and no, if not, rather than,
    instead of, as opposed to, in lieu of"""),
    corrective=words("but"),
    negations=words("not n't never no neither nobody nothing none nowhere without hardly scarcely cannot"),
    conditions=words("if unless provided"),
    correlatives=phrases("both, either, not only, not just, not merely, not simply"),
    continuations=words("also too even"),
    distributors=words("each every both either neither"),
    floating=words("both each alike"),
    rest=phrases("etc, etc., et cetera, so on, so forth, so on and so forth, and so on, the like, such, such like, "
    "et al, et al., vice versa, more, so, stuff like that, things like that"),
    between=phrases("between, betwixt, among, amongst, in between, inbetween, in-between"),
    respectively=words("respectively resp. resp"),
    together=words("together jointly collectively mutually reciprocally"),
    reciprocal_pronouns=phrases("each other, each other's, one another, one another's, eachother"),
    meeting=_verbs("""meet, marry, wed, divorce, elope, collide, converge, diverge, merge, agree, disagree, concur,
    quarrel, fight, differ, kiss, hug, embrace, correspond, interact, intersect, overlap, coincide, cooperate,
    co-operate, collaborate, coexist, co-exist, cohabit, alternate, correlate, intermarry, reunite, clash, converse,
    co-occur, cooccur, conspire, unite, argue, chat, negotiate, separate,
    break up, split up, team up, pair up, make up, get along, get together,
    get married, get engaged, get divorced, fall out, part ways"""),
    sharing=_verbs("share, co-author, coauthor, co-write, cowrite, co-found, cofound, co-own, coown, swap, exchange, "
    "shake hands"),
    mixing=_verbs("""mix, combine, blend, merge, compare, contrast, connect, link, unite, fuse, swap, interchange,
    separate, distinguish, differentiate, conflate, confuse, juxtapose, reconcile, reunite, intermix, interleave,
    balance, marry, wed, pair, alternate"""),
    mixtures=words("""mixture mix combination blend sum union intersection ratio comparison average mean product pair
    couple team group collection set interaction interplay relationship merger marriage meeting fusion conjunction
    difference distance correlation contrast
    balance separation coexistence cooperation collaboration juxtaposition total amalgam alliance coalition"""),
    composing=_verbs("consist, compose, comprise, make, make up, be composed"),
    constituting=_verbs("constitute, compose"),
    comprising=_verbs("comprise"),
    of=words("of"),
    symmetric=words("""similar dissimilar different distinct identical equal equivalent alike adjacent contiguous
    parallel perpendicular orthogonal opposite related unrelated compatible incompatible inseparable interchangeable
    synonymous same indistinguishable comparable married divorced
    friends brothers sisters siblings twins cousins neighbours neighbors colleagues partners enemies rivals lovers
    opposites relatives roommates classmates teammates couple pair team spouses allies synonyms antonyms cognates"""),
    partners=words("with against to from than"),
    colours=words("""black white red green blue yellow brown grey gray pink orange purple violet gold silver beige cream
    turquoise navy scarlet crimson"""),
    expressions=phrases("""bed breakfast, research development, rock roll, gin tonic, salt pepper, trial error,
    supply demand, terms conditions, profit loss, black white, law order, fish chips, macaroni cheese, mac cheese,
    peanut butter jelly, bread butter, r d, q a, hit run, hide seek, arts crafts, nuts bolts, pros cons, odds ends,
    bits pieces, ups downs, dos don'ts, back forth, up down, now then, here there, on off, in out, to fro, by large,
    first foremost, first only, husband wife, man wife, cause effect, command control, cut paste, copy paste,
    wait see, lo behold, safe sound, sick tired, loud clear, far away, far wide, few far between, touch go,
    give take, pick choose, plug play, drag drop, stop start, more less, sooner later, double nothing, life death,
    do die, take leave, time again, day night, night day, once all, room board, lost found, live learn, home garden,
    health safety, checks balances, search rescue, hot cold running, science technology, meet greet"""),
    preludes=words("try sure go come"),
    approximations=words("so more less two"),
    fractions=words("half halves quarter quarters third thirds fraction fifth eighth tenth"),
    powers=words("hundred thousand million billion trillion dozen"),
    numerals=words("""one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"""),
    joiners=words("& +"),
    articles=words("a an this that one another each every"),
    plurals=words("men women children people feet teeth mice geese sheep data media criteria police"),
    plural_ending="s",
    singular_verbs=words("is was has does isn't wasn't hasn't doesn't"),
)  # fmt: skip
"""English."""
