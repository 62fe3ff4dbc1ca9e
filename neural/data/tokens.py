r"""Running text as sentences and tokens, each with its place in the text.

The library ``sentencex`` finds the ends of sentences: it knows full stops and abbreviations of many languages.  The
rules for tokens stand here: for English those of the English Web Treebank (*do n't*, *she 's*, *hot - headed* but
*post-war*) or, for biomedical text, those of the GENIA treebank (*IFN-gamma*, *CD4+*); for other languages what they
have in common.  docs/guide/text.md compares them with other libraries.

Three things hold for any text, and the tests try to break them:

* Text is cut as it reads in NFC, so texts that differ only in their normal form have the same tokens.
* No grapheme cluster is cut: an accented letter, a syllable with its vowel signs, an emoji of several characters.
* Places are counted in the characters of the text as it was given.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

import regex
import sentencex  # type: ignore[import-untyped]  # ships no types

_ENGLISH: Final = "en"
_UNKNOWN: Final = "und"

_LANGUAGE_OF_SCRIPT: Final = {
    "LATIN": _ENGLISH,
    "ARABIC": "ar",
    "ARMENIAN": "hy",
    "BENGALI": "bn",
    "CJK": "zh",
    "CYRILLIC": "ru",
    "DEVANAGARI": "hi",
    "ETHIOPIC": "am",
    "GREEK": "el",
    "GUJARATI": "gu",
    "GURMUKHI": "pa",
    "HIRAGANA": "ja",
    "KANNADA": "kn",
    "KATAKANA": "ja",
    "MALAYALAM": "ml",
    "MYANMAR": "my",
    "TAMIL": "ta",
    "TELUGU": "te",
}
"""What a text is taken for whose language is not named, by the first word of its letters' names."""

_FUNCTION_WORDS: Final = {
    _ENGLISH: "a all an and are as at be but by do for from had has have i in is it me my no not of on or that the "
    "there they this to was we were what with you",
    "da": "af at de den der det er et har ikke og på som til",
    "de": "auch auf das dem der ein eine im ist mit nicht sich und von wird zu",
    "es": "con del el en la las lo los por que se su una y",
    "fi": "ei ja he hän mutta oli on ovat se että",
    "fr": "au dans des du elle est et il la le les pas pour que qui sur un une",
    "it": "che con del della di gli il la nel non per sono una è",
    "nl": "dat de een en het is met niet ook op van voor zijn",
    "pl": "do jest na nie od oraz się w z za że",
    "pt": "ao com da do dos em não os para que se um uma é",
    "sk": "aj do je na nie sa si v za že",
}
"""Frequent words of languages in Latin letters: a text is in the language that it has most of them of, if not one only;
in doubt it is English."""

_PREFIXES: Final = (
    "anti|arch|co|counter|cross|e|ex|extra|inter|intra|mid|mini|multi|neo|non|over|post|pre|pro|pseudo|re|semi|socio|"
    "sub|super|trans|ultra|un|under"
)
"""Prefixes: English writes them before a hyphen, but they are not words."""

_UNITS: Final = "am|pm|k|mm|cm|km|kg|mg|lbs?|hrs?|mins?|mph|ft|[kmg]b"
"""Units: English writes them after a number, as words of their own."""

_ABBREVIATIONS: Final = regex.compile(
    r"(?i: approx|ave|blvd|bros|co|corp|dept|dr|etc|inc|jr|ltd|messrs|mrs?|ms|prof|sr|st|vs )", regex.VERBOSE
)
"""Abbreviations that keep their period even at the end of a sentence, because they are not words without it."""

_CITING: Final = "Figs?|Eqs?|Refs?|Tabs?|Suppl|approx|cf|spp?"
"""Abbreviations of scholars that more of the sentence always follows, as in *Fig. 2A* and *Bacillus spp. grew*."""
_IS_CITING: Final = regex.compile(_CITING)

_WORDS: Final = "art|con|ill|la|may|me|miss|no|ok|OK"
"""English words that ``sentencex`` treats as abbreviations."""


_CODES: Final = (
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en "
    "eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv "
    "ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne "
    "ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss "
    "st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)
"""The codes of two letters of ISO 639."""


def is_language(code: str) -> bool:
    """Whether a text is the code of a language: two letters that ISO 639 lists, or any three.

    Examples
    --------
    >>> is_language("de"), is_language("grc"), is_language("xx"), is_language("german")
    (True, True, False, False)
    """
    return code in _CODES.split() or (len(code) == 3 and code.isascii() and code.isalpha())


@dataclass(frozen=True, slots=True)
class Token:
    """A token and its place in the text.

    Attributes
    ----------
    form : str
        What it reads, in NFC.
    start, end : int
        The positions of its first character, counted from 0, and just after its last one.
    space_after : bool
        Whether white space follows, or nothing.
    """

    form: str
    start: int
    end: int
    space_after: bool


class Convention(StrEnum):
    """The treebank whose tokens English text is cut into."""

    EWT = "ewt"
    """UD's English Web Treebank: *hot - headed*, *and / or*, *10 mg* also where no blank is written."""
    GENIA = "genia"
    """The GENIA treebank of biomedical abstracts: *hot-headed*, *and/or*, *IFN-gamma*, *CD4+* and *p56(lck)* whole."""


@dataclass(frozen=True, slots=True)
class Tokeniser:
    """What cuts running text into sentences and tokens.

    Parameters
    ----------
    language : str, optional
        The language of the text, as in ``"de"``.  If left out, it is guessed for each text by the script and by
        frequent words; English if in doubt, and where the convention is GENIA's.
    convention : Convention
        How English is cut; it says nothing for other languages.

    Examples
    --------
    >>> [token.form for token in Tokeniser().tokenise("IFN-gamma and/or CD4+ cells")]
    ['IFN', '-', 'gamma', 'and', '/', 'or', 'CD4', '+', 'cells']
    >>> [token.form for token in Tokeniser(convention=Convention.GENIA).tokenise("IFN-gamma and/or CD4+ cells")]
    ['IFN-gamma', 'and/or', 'CD4+', 'cells']
    """

    language: str | None = None
    convention: Convention = Convention.EWT

    def sentences(self, text: str) -> Iterator[list[Token]]:
        """The sentences of running text: of a paragraph, in which line ends are white space like any other.

        Examples
        --------
        >>> for sentence in Tokeniser().sentences("Mr. Smith isn't in. Call him at 5 p.m., please!"):
        ...     print([token.form for token in sentence])
        ['Mr.', 'Smith', 'is', "n't", 'in', '.']
        ['Call', 'him', 'at', '5', 'p.m.', ',', 'please', '!']
        """
        composed = _Composed.of(text)
        rules = self._rules(composed.text)
        return _cut(composed, rules, _sentence_ends(composed.text, rules.language))

    def tokenise(self, text: str) -> list[Token]:
        """The tokens of a text that is one sentence.

        Examples
        --------
        >>> [(token.form, token.start, token.end) for token in Tokeniser().tokenise("Tea, please!")]
        [('Tea', 0, 3), (',', 3, 4), ('please', 5, 11), ('!', 11, 12)]
        """
        composed = _Composed.of(text)
        return next(_cut(composed, self._rules(composed.text), [len(composed.text)]), [])

    def _rules(self, text: str) -> _Rules:
        """The rules for a text, whose language is known or guessed now."""
        language = self.language or (_ENGLISH if self.convention is Convention.GENIA else _language(text))
        return _Rules(language, self.convention if language == _ENGLISH else None)


ANY_TEXT: Final = Tokeniser()
"""The tokeniser of a text of which nothing is known."""


def blank_separated(text: str) -> list[Token]:
    """The tokens of a text in which white space separates them.

    Examples
    --------
    >>> [token.form for token in blank_separated("Tea , please!")]
    ['Tea', ',', 'please!']
    """
    composed = _Composed.of(text)
    return [composed.token(*found.span()) for found in CHUNK.finditer(composed.text)]


@dataclass(frozen=True, slots=True)
class _Composed:
    """A text in NFC, and for each of its characters, and for its end, the place in the text as it was given."""

    text: str
    origins: Sequence[int]

    @classmethod
    def of(cls, text: str) -> _Composed:
        if unicodedata.is_normalized("NFC", text):
            return cls(text, range(len(text) + 1))
        parts: list[str] = []
        origins: list[int] = []
        for run in _RUN.finditer(text):
            for cluster in _CLUSTER.finditer(text, *run.span()):
                parts.append(unicodedata.normalize("NFC", cluster[0]))
                is_same = parts[-1] == cluster[0]
                origins.extend(range(*cluster.span()) if is_same else [cluster.start()] * len(parts[-1]))
        return cls("".join(parts), [*origins, len(text)])

    def token(self, start: int, end: int) -> Token:
        space_after = end == len(self.text) or _IS_BLANK.match(self.text, end) is not None
        return Token(self.text[start:end], self.origins[start], self.origins[end], space_after)


class _Rules(NamedTuple):  # looked up with each chunk, so its hash has to be fast
    """The language of a text and, if that is English, the convention."""

    language: str
    convention: Convention | None


def _cut(composed: _Composed, rules: _Rules, ends: Sequence[int]) -> Iterator[list[Token]]:
    """The tokens of a text by sentence, given where sentences may end, in ascending order."""
    text = composed.text
    chunks = [found.span() for found in CHUNK.finditer(text)]
    sentence: list[Token] = []
    for (start, end), (following, _) in pairwise([*chunks, (len(text), len(text))]):
        chunk = text[start:end]
        # A sentence that ends among closing quotes and brackets ends behind all of them.
        closing = max(start + len(chunk.rstrip(_CLOSING)), start + 1)
        inside = ends[bisect_left(ends, start + 1) : bisect_left(ends, closing)]
        is_last = following == len(text) or (
            bisect_left(ends, closing) < bisect_left(ends, following + 1)
            and not (closing < end and text[following].islower())  # "Tea!" she said
        )
        for begin, stop in pairwise(_places(chunk, rules, is_last)):
            sentence.append(composed.token(start + begin, start + stop))
            if start + stop in inside or (stop == len(chunk) and is_last):
                yield sentence
                sentence = []


def _language(text: str) -> str:
    """The language that a text, by its beginning, seems to be in."""
    beginning = text[:2000]
    if not text.isascii():
        scripts = Counter(unicodedata.name(one, "").partition(" ")[0] for one in beginning if one.isalpha())
        language = _LANGUAGE_OF_SCRIPT.get(scripts.most_common(1)[0][0], _UNKNOWN) if scripts else _ENGLISH
        if language != _ENGLISH:
            return language
    words = Counter(beginning.lower().split())
    hits = Counter({language: sum(words[one] for one in some.split()) for language, some in _FUNCTION_WORDS.items()})
    (language, most), (_, second) = hits.most_common(2)
    return language if most > max(second, 1) else _ENGLISH


# Sentences

_CLUSTER: Final = regex.compile(r"\X")
_BLANK = r"\s\x00-\x1f\x7f-\x9f"
"""White space, and control characters, which are in no token."""
_IS_BLANK: Final = regex.compile(rf"[{_BLANK}]")
CHUNK: Final = regex.compile(rf"[^{_BLANK}]+")
"""What stands between white space."""
_RUN: Final = regex.compile(rf"[{_BLANK}]+|[^{_BLANK}]+")

_CLOSING: Final = "\"'”’»›)]}*>"
_MASKED: Final = regex.compile(
    rf"""
    (?P<blank> [{_BLANK}] )
  | (?P<bracket> ["“”„«»()\[\]{{}}] )
  | (?P<word> \b (?: (?:{_WORDS})(?=\.) | No(?=\.\s+\D) ) )
  | (?P<period> \. (?: (?<= \b (?: {_CITING} ) \. ) (?= \s+\S ) | (?<= \b (?: fig | eq | ref ) s? \. ) (?= \s+\d ) ) )
    """,
    regex.VERBOSE,
)


def _sentence_ends(text: str, language: str) -> list[int]:
    """Where sentences end, in ascending order.

    The library sees a masked text of the same length.  It never ends a sentence between quotes or brackets, where a
    pair of inch marks is enough to hide a page; and it stumbles over white space that is not ASCII.
    """
    masked = _MASKED.sub(_mask, text).encode("utf-8", "replace").decode("utf-8")
    return list(accumulate(map(len, sentencex.segment(language, masked))))


def _mask(found: regex.Match[str]) -> str:
    if found["blank"]:
        return " "
    return "¤" if found["bracket"] else "x" * len(found[0])


@lru_cache(maxsize=1 << 14)
def _is_known(word: str, language: str) -> bool:
    """Whether ``sentencex`` takes a word with a period for an abbreviation: no sentence ends there."""
    return word not in _WORDS.split("|") and len(sentencex.segment(language, f"{word}. Tea")) == 1


# Tokens.  All repetitions of what may follow itself are bounded, so that no text takes quadratic time.

_PART = r"[\p{L}\p{M}\p{N}\p{Cf}_]"
"""A character of a word: letters, marks, digits, joiners."""
_STOP = rf"(?!{_PART})"
_APOSTROPHE = "['’ʼ`´]"

_ADDRESS: Final = regex.compile(
    rf"""
    (?: (?<![a-z\d]) (?i: [a-z][a-z\d+.-]{{1,15}}:// | www\d?\. | mailto: )    # https://example.org
      | (?: {_PART}[\p{{L}}\p{{M}}\d-]{{0,62}}\. ){{1,8}} \p{{L}}{{2,24}} (?: :\d{{1,5}} )? / )    # example.org/tea
    (?: [^\s<>"“”„«»()\[\]{{}}。，、！？；：「」『』（）《》【】] | \([^\s()]*\) | \[[^\s\[\]]*\] )*
    (?<! [.,;:!?'’*…] )
  | [\p{{L}}\p{{M}}\p{{N}}._%+-]{{1,64}} @ {_PART}[\p{{L}}\p{{M}}\p{{N}}-]{{0,62}}    # jo@example.org
    (?: \.{_PART}[\p{{L}}\p{{M}}\p{{N}}-]{{0,62}} ){{0,8}}
    """,
    regex.VERBOSE,
)
"""Addresses of pages and of people."""
_MAY_HOLD_ADDRESS: Final = regex.compile(r"[@/]|www", regex.IGNORECASE)

_FACE = rf"(?<![\p{{L}}\p{{N}}]) (?: [:;=]['^]?-?(?: [()]+ | [DPpO/|\[\]*] ) | <3+ ) {_STOP}"
_NAME = rf"""
    (?<! [^(\[<"'“‘«] ) (?: [\#@]\p{{L}}{_PART}*+ (?: \.{_PART}++ )*+ | \.\p{{L}}{_PART}*+ )    # #tag, @handle, .NET
  | \p{{Lu}} (?: \+\+(?!\+) | \# ) {_STOP}    # C++, C#
"""
_INSIDE = rf"""
    (?<=[\p{{L}}\p{{M}}]) ['’ʼ·‧׳״] (?=\p{{L}})                               # O'Brien, l'eau
  | (?<=[\p{{Hebrew}}]) " (?=\p{{Hebrew}})
  | (?<=\p{{N}}) [.,:/٫٬] (?=\p{{N}})                                        # 3,000.50, 10:30, 9/11
  | \. (?=[\p{{L}}\p{{N}}]) (?! (?<=\p{{Ll}}\.) \p{{Lu}}\p{{Ll}} )           # U.S, example.org, but not the end.The
  | (?<=\p{{Lu}}) & (?=\p{{Lu}})                                             # AT&T
  | (?<=(?<!{_PART})\p{{L}}) / (?=\p{{L}}) | / (?=\p{{L}}{_STOP})            # w/o, km/h
"""
_INSIDE_ENGLISH = rf"""
    {_INSIDE}
  | (?<=\p{{L}}) - (?=\p{{N}})                                               # IL-2
  | (?<= (?<!{_PART}) (?i:{_PREFIXES}) ) [-‐‑] (?= \p{{L}} | \d{{4}} )       # post-war, mid-1980s
"""
_SHORT_BRACKETS = r"\( [^()\s]{0,40}+ \) | \[ [^\[\]\s]{0,40}+ \]"
_INSIDE_GENIA = rf"""
    {_INSIDE}
  | (?<!-) - (?!-) | \+ | / (?= [-+(\[] | {_PART} )                          # IFN-gamma, CD4+, Rel-/-, and/or
  | {_SHORT_BRACKETS}                                                        # p56(lck), 10(-8)
  | (?<=\p{{N}}) ['′] | , (?=\p{{N}}) | \* (?=\p{{N}})                        # 5'-end, alpha,25, DQA1*0501
"""
_INSIDE_OTHER = rf"{_INSIDE} | (?<=[\p{{L}}\p{{M}}\p{{N}}]) [-‐‑] (?=[\p{{L}}\p{{N}}])"
_CLITIC = rf"(?: n{_APOSTROPHE}t | {_APOSTROPHE}(?: s|m|d|re|ve|ll ) ) {_STOP}"
_BEFORE_CLITIC = rf"""
    (?<!{_PART}) (?i: can(?=not{_STOP}) | (?:gon|wan)(?=na{_STOP}) | got(?=ta{_STOP}) | (?:gim|lem)(?=me{_STOP}) )
"""
_NUMBER = rf"""
    \d{{1,15}}+ (?: [.,:]\d{{1,15}}+ )*+ (?= (?i:{_UNITS}){_STOP} )    # 5 pm
  | \d{{1,8}}+ (?: -\d{{1,8}}+ ){{2,4}}+ {_STOP} | \d{{3}}-\d{{4}}{_STOP}    # 713-853-3989
"""
_MARKS = r"[.!?…]++ | ( [-<>=*~+\#'’‘`|,/^%$@&:;–—。！？、·•] ) \1++"
"""Several marks that are one token: ``...``, ``?!``, ``--``."""


@cache
def _pattern(convention: Convention | None) -> regex.Pattern[str]:
    """What finds the token at a place."""
    not_clitic = rf"(?! (?i:{_CLITIC}) )"
    parts = {
        None: rf"{_PART} (?: {_PART} | {_INSIDE_OTHER} )*+",
        Convention.EWT: rf"""
            {_BEFORE_CLITIC} | (?i:{_CLITIC}) | {_NUMBER}
          | {_PART} (?: {not_clitic} (?: {_PART} | {_INSIDE_ENGLISH} ) )*+
            """,
        Convention.GENIA: rf"""
            {_BEFORE_CLITIC} | (?i:{_CLITIC}) | \+/- {_STOP} | -->
          | (?: \[ [^\[\]\s]{{1,40}}+ \] (?={_PART}) )? [-+]?    # [3H]thymidine, -induced
            {_PART} (?: {not_clitic} (?: {_PART} | {_INSIDE_GENIA} ) )*+
            """,
    }
    return regex.compile(rf"{_FACE} | {_NAME} | {parts[convention]} | {_MARKS} | \X", regex.VERBOSE)


_WITH_PERIOD: Final = regex.compile(
    rf"({_PART}{{1,24}}+ (?: [.-]{_PART}{{1,24}}+ ){{0,8}}+ ) \. (?= [)\]\"'”’»]*$ | [,;:?!] )", regex.VERBOSE
)
_INITIALS: Final = regex.compile(
    r"""
    (?= (?:.*\.)? \p{L}\p{M}* (?:\.|$) ) \p{L}[\p{L}\p{M}]{0,3} (?: \.\p{L}[\p{L}\p{M}]{0,3} )+    # U.S, p.m, Ph.D
    | \p{Lu}{1,2} (?: \.\p{Lu}{1,2} )+                                                            # EE.UU
    """,
    regex.VERBOSE,
)
_VOWELLESS: Final = regex.compile(
    r"(?!.*(.)\1) (?!(?i:[aeiouyаеёиоуыэюя])) \p{L} (?: (?![aeiouyаеёиоуыэюя])\p{Ll} )+", regex.VERBOSE
)
"""Mdm, Nr, vgl, but not hmm."""


@lru_cache(maxsize=1 << 16)
def _places(chunk: str, rules: _Rules, is_last: bool) -> tuple[int, ...]:
    """Where to cut what stands between white space, its beginning and end included."""
    pattern = _pattern(rules.convention)
    addresses = _ADDRESS.finditer(chunk) if _MAY_HOLD_ADDRESS.search(chunk) else ()
    places = [0]
    for begin, end in [*(address.span() for address in addresses), (len(chunk), len(chunk))]:
        while places[-1] < begin:
            found = _WITH_PERIOD.match(chunk, places[-1], begin) if "." in chunk else None
            if found is None or not _keeps_period(found[1], chunk[found.end() :], rules.language, is_last):
                found = pattern.match(chunk, places[-1], begin)
            places.append(found.end() if found else begin)
        if begin < end:
            places.append(end)
    if not chunk.isascii():
        clusters = {cluster.end() for cluster in _CLUSTER.finditer(chunk)}
        places = [0, *(place for place in places if place in clusters)]
    return tuple(places)


def _keeps_period(word: str, rest: str, language: str, is_last: bool) -> bool:
    """Whether a word's period belongs to it: it is an abbreviation."""
    if unicodedata.category(word[-1])[0] not in "LM":
        return False
    if rest[:1] in (",", ";", ":") or _INITIALS.fullmatch(word) or _ABBREVIATIONS.fullmatch(word):
        return True
    if is_last:
        return False
    if len(word) == 1:
        return word != "I"
    return _is_known(word, language) or bool(_VOWELLESS.fullmatch(word) or _IS_CITING.fullmatch(word))
