"""Running text as sentences and tokens: EWT's conventions for English, and what holds for any text in any script."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from neural.data.tokens import ANY_TEXT, Convention, Token, Tokeniser, blank_separated

ENGLISH = [
    # Clitics, with all kinds of apostrophes; names with apostrophes are whole.
    "I ca|n't , wo|n't and sha|n't ; can|not and gon|na",
    "She|'s here , they|’ll come , it is|n’t , we|'d|'ve , DO|N'T",
    "O'Brien and D'Angelo were|n't at rock'n'roll , o'clock , ma'am",
    "the dogs|' tails",
    # Abbreviations, names, numbers and units.
    "Mr. Smith|, Dr. Jones and Ms. Li came at 5 p.m. and left|.",
    "the U.S. and e.g. Apple Inc. of Ph.D. fame|, etc.|, and so on|...",
    "It cost $|5.00 and|/|or €|3,000.50 (|approx.|)",
    "10|% and 20 km/h w/o 7:30|pm on 9/11 , 5|kg , 713-853-3989",
    "AT&T and C++ or C# or .NET and IL-2",
    # Hyphens: words are cut, prefixes are not.
    "post-war|, pre-owned and mid-1980s|, but hot|-|headed and 15|-|year|-|old",
    # Marks.
    "wait|... (|no|) — “|yes|”|! What|?! a -- b :) ;-) <3",
    "and then it ended|.|Then he left",
]
"""Bars are cuts without white space."""

BIOMEDICAL = [
    "IFN-gamma|, TNF-alpha and/or IL-2 induced NF-kappaB|.",
    "Tumor necrosis factor receptor-1 |(|TNFR-1|)| and CD95 are LPS-induced|.",
    "CD4+ and CD8(+)| T-cells|;| Rel-/- mice|, +/- B- and T-cell lines|.",
    "interleukin |(|IL|)|-2| or -4|,| p56(lck) and gamma(c)",
    "[3H]thymidine| |(|[Ca2+]i|, 10(-8)| M|)| and 1,25(OH)2D3",
    "the 5'-flanking region|, the 3' end|, patients|'| cells and Bruton|'s| disease",
    "90|%| of 19K and 50nM|,| i.e.|,| P|<|0.05",
    "it can|not| bind |(|residues 430-444|)|: ng/ml| vs. HLA-DQA1*0501",
    "c-fos/c-jun| -->| AP-1| --| see https://example.org/a|.",
]

ADDRESSES = [
    "https://example.org/a?b=c&d=e",
    "http://en.wikipedia.org/wiki/Tea_(disambiguation)",
    "www.example.com/~a/b.html#c",
    "example.org/tea",
    "ftp://a.b/c",
    "https://例え.jp/パス?q=茶",
    "jo.bloggs@example.org",
    "a.b+c@d-e.co.uk",
    "почта@пример.рф",
    "mailto:a@b.org",
    "192.168.0.1:8080",
    "#tag",
    "@handle",
    "example.org",
    "notes.txt",
]

ABBREVIATIONS = ["e.g.", "U.S.", "p.m.", "Ph.D.", "z.B.", "т.е.", "EE.UU.", "Dr.", "Mr.", "Mrs.", "St.", "etc.", "Inc."]

CLUSTERS = [
    "👩‍👩‍👧",
    "👨🏽‍🚀",
    "👍🏿",
    "❤️",
    "1️⃣",
    "🇫🇷",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "हिन्दी",
    "உருது",
    "बांग्ला",
    "가각",
    "e\u0301\u0323",
    "q\u0303",
    "שָׁלוֹם",
    "مَرْحَبًا",
    "می‌خواهم",
    "ភាសា",
    "!\u0301",
]

LANGUAGES = [
    "The café, the jalapeño bar and the naïve waiter closed. Next!",
    "Tiếng Việt có dấu: “Xin chào!” Ông Nguyễn nói.",
    "Er kam z. B. am Abend, d. h. spät; ca. 5 km.",
    "L'été, M. Dupont n'a pas bu d'eau — c'est-à-dire… peut-être.",
    "Он родился в 1990 г. в Москве. Ёлка.",
    "Τι είναι; Αυτό. Ναί.",
    "हिन्दी और उर्दू। क्या?",
    "한국어 문장입니다. 또 하나.",
    "ذهب الولدُ إلى المدرسة. هل جاء؟",
    'הַיְלָדִים אָכְלוּ תפוחים. צה"ל בא.',
    "ไทย ภาษา",
    "我喜欢茶。你呢？ガギグゲゴ",
    "Å and Ångström, K and Ω, ﬁn",
]

TEXT = st.text(
    st.one_of(
        st.characters(codec="utf-8"),
        st.sampled_from(" \n.!?'’\"()-/@#:1ab\u200d\u0301\u0300각\u1100\u1161\u11a8क्ष👩🏽🇫\ufe0f\u200b\u2028\u0600Å"),
    ),
    max_size=30,
)


CONVENTIONS = st.sampled_from(Convention)


def forms(tokens: list[Token]) -> list[str]:
    return [token.form for token in tokens]


def all_forms(text: str, tokeniser: Tokeniser = ANY_TEXT) -> list[list[str]]:
    return [forms(sentence) for sentence in tokeniser.sentences(text)]


def is_blank(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) == "Cc"


def read_off(text: str, tokens: list[Token]) -> None:
    """Tokens are what stands at their places, in order; between them stand only white space and control characters."""
    for token in tokens:
        assert unicodedata.normalize("NFC", text[token.start : token.end]) == token.form
        assert token.space_after == (token.end == len(text) or is_blank(text[token.end]))
    assert all(one.end <= other.start for one, other in pairwise(tokens))
    assert "".join(text[token.start : token.end] for token in tokens) == "".join(
        character for character in text if not is_blank(character)
    )


@pytest.mark.parametrize("line", ENGLISH)
def test_english_is_cut_as_the_treebank_cuts_it(line: str) -> None:
    assert forms(Tokeniser().tokenise(line.replace("|", ""))) == line.replace("|", " ").split()


@pytest.mark.parametrize("line", BIOMEDICAL)
def test_biomedical_text_is_cut_as_genia_cuts_it(line: str) -> None:
    assert (
        forms(Tokeniser(convention=Convention.GENIA).tokenise(line.replace("|", ""))) == line.replace("|", " ").split()
    )


def test_the_convention_of_genia_is_for_english() -> None:
    text = "Der Mann und die Frau sagen: „CD4+ ist da.“"
    assert forms(Tokeniser("de", Convention.GENIA).tokenise(text)) == forms(Tokeniser("de").tokenise(text))
    # No other language is guessed: a treebank of English is named.
    assert "CD4+" in forms(Tokeniser(convention=Convention.GENIA).tokenise(text))


@pytest.mark.parametrize("whole", ADDRESSES)
@pytest.mark.parametrize("around", ["{}", "see {}, or", "({})", "“{}”.", "<{}>", "is it {}?", "{}!"])
def test_addresses_are_whole_whatever_stands_around_them(whole: str, around: str) -> None:
    assert whole in forms(Tokeniser().tokenise(around.format(whole)))


@pytest.mark.parametrize("short", ABBREVIATIONS)
@pytest.mark.parametrize("around", ["the {} tea and", "tea ({}) and", "tea, {}, and", "of {}"])
def test_abbreviations_keep_their_period(short: str, around: str) -> None:
    assert short in forms(Tokeniser().tokenise(around.format(short)))


@pytest.mark.parametrize(
    "line",
    [
        "the capt. of a misc.|, med. or hdqrs. here",
        "hmm|. and BBC|. and I|. and tired|. and",
        "J. R. R. Tolkien and Ю. Гагарин",
        "Fig. 2A and Eqs. 3 and Bacillus spp. and cf. Smith",
    ],
)
def test_abbreviations_that_no_list_has_are_known_by_what_follows_or_by_their_letters(line: str) -> None:
    assert forms(Tokeniser().tokenise(line.replace("|", ""))) == line.replace("|", " ").split()


def test_the_period_of_a_sentence_is_no_part_of_a_word() -> None:
    for last in ("tea", "me", "No", "IL-2", "1990", "example.org"):
        assert forms(Tokeniser().tokenise(f"Take {last}.")) == ["Take", last, "."]
        assert forms(Tokeniser().tokenise(f'"Take {last}."')) == ['"', "Take", last, ".", '"']


@pytest.mark.parametrize("whole", CLUSTERS)
@pytest.mark.parametrize("around", ["{}", "a {} b", "({}),", "“{}”"])
def test_what_is_one_character_or_word_to_a_reader_is_not_cut(whole: str, around: str) -> None:
    assert unicodedata.normalize("NFC", whole) in forms(Tokeniser().tokenise(around.format(whole)))


def test_emoji_side_by_side_are_tokens_of_their_own() -> None:
    assert forms(Tokeniser().tokenise("tea🇫🇷🇩🇪👍🏿👍")) == ["tea", "🇫🇷", "🇩🇪", "👍🏿", "👍"]


@pytest.mark.parametrize("text", LANGUAGES)
def test_composed_and_decomposed_text_has_the_same_tokens(text: str) -> None:
    found = all_forms(text)
    assert sum(map(len, found)) > 1
    for form in ("NFC", "NFD"):
        again = unicodedata.normalize(form, text)
        assert all_forms(again) == found
        read_off(again, [token for sentence in Tokeniser().sentences(again) for token in sentence])


@given(TEXT, CONVENTIONS)
def test_any_text_can_be_put_together_again(text: str, convention: Convention) -> None:
    tokeniser = Tokeniser(convention=convention)
    found = [token for sentence in tokeniser.sentences(text) for token in sentence]
    read_off(text, found)
    read_off(text, tokeniser.tokenise(text))
    read_off(text, blank_separated(text))
    assert all(tokeniser.sentences(text))


@given(TEXT, CONVENTIONS)
def test_any_text_has_the_same_tokens_in_every_form(text: str, convention: Convention) -> None:
    tokeniser = Tokeniser(convention=convention)
    composed, decomposed = unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)
    assert all_forms(text, tokeniser) == all_forms(composed, tokeniser) == all_forms(decomposed, tokeniser)
    for again in (composed, decomposed):
        read_off(again, [token for sentence in Tokeniser().sentences(again) for token in sentence])


def test_control_characters_are_in_no_token() -> None:
    assert all_forms("\x00Tea\x00and\x07 buns\x1b.") == [["Tea", "and", "buns", "."]]
    assert all_forms("\x00 \x9f") == []


@given(TEXT, CONVENTIONS)
def test_no_grapheme_cluster_is_cut(text: str, convention: Convention) -> None:
    begins = {
        found.start()
        for piece in regex.finditer(r"[^\s\p{Cc}]+", text)
        for found in regex.finditer(r"\X", text, pos=piece.start(), endpos=piece.end())
    }
    for token in Tokeniser(convention=convention).tokenise(text):
        assert token.start in begins or is_blank(text[token.start - 1])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mr. Smith left at 5 p.m. on May 3. He came back.", ["Mr. … 3 .", "He … back ."]),
        ("It is me. Thanks a lot. No. Never!", ["It … me .", "Thanks … lot .", "No .", "Never !"]),
        ("Is it No. 5?! Yes... really.", ["Is … ?!", "Yes … really ."]),
        (
            'She said, "I know. It is late." Then (he knew.) they left.',
            [
                "She … know .",
                'It … . "',
                "Then … .",
            ],
        ),
        ('It is 6" by 5". A small one. Mine is 7" wide.', ['It … " .', "A … one .", "Mine … wide ."]),
        ('"Stop!" she said. "Go!" She went.', ['" … said .', '" … ! "', "She … ."]),
        ("See https://example.org/?a! It is good.", ["See … !", "It … good ."]),
        ("It fell (cf. Fig. 2A and B). Bacillus spp. and approx. 5 ml grew.", ["It … ) .", "Bacillus … grew ."]),
        ("See figs. 1 and 2. I ate a fig. Then we left.", ["See … 2 .", "I … fig .", "Then … left ."]),
        ("यह एक है। वह दो है।", ["यह … ।", "वह … ।"]),
        ("هل جاء؟ نعم.", ["هل … ؟", "نعم ."]),
        ("我喜欢茶。你呢？", ["我喜欢茶 。", "你呢 ？"]),
        ("Он жил в 1990 г. и т. д. Потом уехал.", ["Он … ."]),
        ("", []),
        (" \n ", []),
    ],
)
def test_where_sentences_end(text: str, expected: list[str]) -> None:
    found = [" ".join(sentence) for sentence in all_forms(text)]
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        begin, _, end = other.partition(" … ")
        assert one.startswith(begin)
        assert one.endswith(end)


def test_a_language_has_abbreviations_and_clitics_of_its_own() -> None:
    german = "Das gilt bzw. Galt das usw. Peter?"
    assert len(list(Tokeniser("de").sentences(german))) == 1
    assert {"bzw.", "usw."} < set(forms(Tokeniser("de").tokenise(german)))
    assert len(list(Tokeniser("en").sentences(german))) == 3
    assert forms(Tokeniser("de").tokenise("Peter's hot-headed can't")) == ["Peter's", "hot-headed", "can't"]
    # By its script, Greek has another question mark.
    assert len(list(Tokeniser().sentences("Τι είναι; Αυτό."))) == 2
    assert len(list(Tokeniser("en").sentences("Τι είναι; Αυτό."))) == 1


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Der Mann und die Frau trinken gern Tee usw. und so fort.", "usw."),
        ("L'homme et la femme aiment le thé. C'est-à-dire peut-être.", "peut-être"),
        ("La Sra. García y el Sr. Pérez comen pan.", "Sra."),
        ("Il signor Rossi e la signora bevono il tè, per es. di sera.", "es."),
        ("De man en de vrouw drinken thee. Foto's zijn mooi.", "Foto's"),
        ("Manden og konen drikker te. Det er evt. kaffe og kage.", "evt."),
        ("Mies ja nainen juovat teetä, esim. illalla. Se on hyvä.", "esim."),
    ],
)
def test_languages_are_told_by_their_frequent_words(text: str, whole: str) -> None:
    assert whole in [form for sentence in all_forms(text) for form in sentence]
    assert whole not in [token.form for sentence in Tokeniser("en").sentences(text) for token in sentence]


@pytest.mark.parametrize("text", ["Tea's hot-headed.", "Per Hansen's hot-headed.", "Die hot-headed! He can't."])
def test_in_doubt_a_text_is_english(text: str) -> None:
    assert all_forms(text) == [forms(one) for one in Tokeniser("en").sentences(text)]


@pytest.mark.parametrize(
    "line",
    [
        "请看|https://example.org/a|。|谢谢",
        "ב|-|https://x.org/a?b|, אז",
        "a@b.com|, b@c.org|;|d@e.net",
        "tea|(|www.example.org|)|tea",
        "http://[2001:db8::1]/x|, http://localhost:8080/",
    ],
)
def test_addresses_are_found_beside_text_without_a_blank(line: str) -> None:
    assert forms(Tokeniser().tokenise(line.replace("|", ""))) == line.replace("|", " ").split()


def test_a_text_without_white_space_takes_no_quadratic_time() -> None:
    """Quadratic time would be minutes."""
    for unit in (
        "a",
        "a.",
        "a-",
        "a%",
        "a/",
        "a'",
        "1-",
        "1.",
        "“",
        "a@",
        "(",
        "a\u0301",
        "www.",
        "n't",
        "😀",
        ".a/",
        "a(",
        "[a",
    ):
        text = unit * (60_000 // len(unit))
        for convention in Convention:
            found = Tokeniser(convention=convention).tokenise(text)
            assert "".join(forms(found)) == unicodedata.normalize("NFC", text)
