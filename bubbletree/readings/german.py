"""The tables of German: the words that are common, and no more. What is missing is split by structure."""

from __future__ import annotations

from bubbletree.readings.lexicon import Lexicon, phrases, words

GERMAN = Lexicon(
    additive=phrases("und, sowie, &, +, plus, sowohl als auch"),
    negative=words("noch"),
    excluding=phrases("nicht, aber nicht, nicht aber, und nicht, jedoch nicht, statt, anstatt, anstelle von"),
    corrective=words("sondern"),
    negations=words("nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder ohne"),
    conditions=words("wenn falls sofern"),
    correlatives=phrases("sowohl, entweder, nicht nur"),
    continuations=words("auch"),
    distributors=words("jeder jede jedes jeden jedem beide"),
    floating=words("beide beiden jeweils gleichermaßen"),
    rest=phrases("usw, usw., etc, etc., so weiter, dergleichen, ähnliches"),
    between=words("zwischen"),
    respectively=words("beziehungsweise respektive"),
    together=words("zusammen gemeinsam miteinander"),
    reciprocal_pronouns=words("einander"),
    meeting=words("heiraten heiratet heirateten kollidieren kollidieren kollidierten streiten stritten"),
    sharing=words("teilen teilten"),
    mixing=words("mischen mischt vermischen vergleichen vergleicht verglichen verbinden verbindet trennen trennt"),
    mixtures=words("mischung kombination summe vergleich verhältnis"),
    composing=words("bestehen besteht bestand"),
    of=words("von aus"),
    symmetric=words("ähnlich verschieden gleich identisch freunde geschwister nachbarn brüder schwestern"),
    partners=words("mit gegen von"),
    colours=words("schwarz weiß rot grün blau gelb"),
    expressions=phrases("ab zu, hin her, nach nach, schwarz weiß"),
    joiners=words("&"),
    articles=words("ein eine einen einem einer eines"),
    singular_verbs=words("ist war hat"),
)
"""German."""
