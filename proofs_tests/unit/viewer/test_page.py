"""The page in a browser: what a reader sees and does."""

from __future__ import annotations

import math
import random
from pathlib import Path
from urllib.parse import quote

import pytest

import bubbletree as bt
from bubbletree import BubbleTree, Sentence, treebank
from bubbletree.grammar import generate
from bubbletree.viewer import Entry, entry
from bubbletree.viewer import page as written
from proofs_tests.support.browser import Browser, Page
from proofs_tests.support.examples import FIGURE_1
from proofs_tests.unit.viewer.conftest import Opening
from proofs_tests.unit.viewer.stub import Stub

BANK = treebank.load()

HOSTILE = [
    "</script><script>document.title = 'hurt'</script>",
    "\"'><img src=x onerror=\"document.title = 'hurt'\">",
    "<!--",
    "\u202egnorw\u2066",
    "${document.title = 'hurt'}",
    "&lt;b&gt;",
    "a\u2028b",
    "\x00\x07",
]


def named(tree: BubbleTree, sent_id: str, *comments: str) -> BubbleTree:
    rows = Sentence.from_columns(tree.words).rows
    return BubbleTree(tree.words, tree.contents, tree.arcs, Sentence(rows, (f"# sent_id = {sent_id}", *comments)))


def brackets(text: str, sent_id: str, *comments: str) -> BubbleTree:
    return named(bt.parse_brackets(text), sent_id, *comments)


MENU = named(FIGURE_1, "menu")
PLAIN = brackets("nsubj=Anna sleeps", "plain")
LIST = brackets("nsubj=We sell obj=[bread punct=, rolls cc=and buns]", "list", "# confidence = 3-7:0.40")
SHARED = brackets("nsubj=We bake obj=(amod=fresh [bread cc=and rolls])", "shared", "# confidence = 4-6:0.91")
CROSSING = BubbleTree(["a", "b", "c"], [{0}, {1}, {2}, {3}], [(0, "root", 2), (1, "x", 3), (2, "y", 1)])
TWO_HEADS = BubbleTree(["hot", "tea"], [{0}, {1}, {2}], [(0, "root", 2), (0, "root", 1), (2, "x", 1)])
SAMPLE = [MENU, PLAIN, LIST, SHARED, CROSSING, TWO_HEADS]


def listed(page: Page) -> list[str]:
    """The names in the list."""
    return page.texts(".row-id")


def is_quiet(page: Page) -> bool:
    """Whether the page has raised no error, and asked for nothing but itself."""
    assert page.complaints() == []
    return len(page.requests()) <= 1


def test_a_page_opens_with_its_first_sentence_and_asks_for_nothing(opened: Opening) -> None:
    page = opened(SAMPLE)
    assert page.run("document.title") == "menu · Trees"
    assert page.text("#found") == "6 sentences"
    assert page.text(".text") == "I prefer hot coffee or tea and a bun"
    assert page.text("#name") == "menu"
    assert page.texts(".card-head") == ["1\nhot coffee or tea and a bun", "2\ncoffee or tea"]
    assert page.requests() == [page.run("location.href")]
    assert is_quiet(page)


def test_the_policy_refuses_what_is_not_part_of_the_page(opened: Opening) -> None:
    page = opened(SAMPLE)
    page.run("""{
      const script = document.createElement("script");
      script.textContent = "document.title = 'hurt'";
      document.body.append(script);
      const picture = document.createElement("img");
      picture.src = "https://elsewhere.invalid/x.png";
      document.body.append(picture);
      fetch("https://elsewhere.invalid/").catch(() => {});
    }""")
    assert page.run("document.title") == "menu · Trees"
    assert len(page.complaints()) >= 3
    elsewhere = [address for address in page.requests() if "elsewhere.invalid" in address]
    assert page.blocked() == ["csp"] * len(elsewhere)


def test_all_words_and_relations_are_drawn(opened: Opening) -> None:
    page = opened([MENU])
    assert page.texts("svg .word") != []
    words = page.run("[...document.querySelectorAll('svg .word')].map((one) => one.textContent)")
    labels = page.run("[...document.querySelectorAll('svg .label')].map((one) => one.textContent)")
    assert sorted(words) == sorted(MENU.words)
    assert sorted(labels) == sorted(arc.label for arc in MENU.arcs)
    assert page.count("svg .bubble") == 2
    assert page.run("document.querySelector('svg').getAttribute('aria-label')") == " ".join(MENU.words)
    outline = page.run("document.querySelector('.outline pre').textContent")
    assert [line.lstrip("│├└─ ") for line in outline.splitlines()] == [
        "root: prefer",
        "nsubj: I",
        "obj: [hot coffee or tea and a bun]",
        "conj: [coffee or tea]",
        "amod: hot (shared)",
        "conj: coffee",
        "cc: or",
        "conj: tea",
        "cc: and",
        "conj: bun",
        "det: a",
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("BREAD", ["list", "shared"]),
        ("rolls fresh", ["shared"]),
        ("menu", ["menu"]),
        ("tea", ["menu", "sentence 6"]),
        ("nothing of the kind", []),
        ("", ["menu", "plain", "list", "shared", "sentence 5", "sentence 6"]),
    ],
)
def test_search_finds_words_and_ids(opened: Opening, query: str, found: list[str]) -> None:
    page = opened(SAMPLE)
    page.press("/")
    page.command("Input.insertText", text=query)
    assert listed(page) == found


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"kind": "any-coordination"}, ["menu", "list", "shared"]),
        ({"kind": "none"}, ["plain"]),
        ({"kind": "problem"}, ["sentence 5", "sentence 6"]),
        ({"kind": "shared"}, ["menu", "shared"]),
        ({"kind": "private"}, ["menu", "list"]),
        ({"depth": "2"}, ["menu"]),
        ({"conjuncts": "3"}, ["list"]),
        ({"relation": "conj"}, ["menu"]),
        ({"relation": "obj", "kind": "shared"}, ["shared"]),
        ({"confidence": "0.5"}, ["list"]),
        ({"confidence": "0.95"}, ["list", "shared"]),
        ({"least": "7"}, ["menu", "list"]),
        ({"most": "2"}, ["plain", "sentence 6"]),
        ({"least": "3", "most": "6"}, ["shared", "sentence 5"]),
    ],
)
def test_filters(opened: Opening, filters: dict[str, str], found: list[str]) -> None:
    page = opened(SAMPLE)
    page.click("#filter-box summary")
    page.wait("app.hasChoices")
    for name, value in filters.items():
        page.choose(f"#{name}", value)
    assert listed(page) == found
    assert page.text("#active").strip() == f"({len(filters)} set)"
    page.click("#filters [type=reset]")
    page.wait("app.list.sentences.length === 6")


def test_filters_offer_what_there_is(opened: Opening) -> None:
    page = opened(BANK)
    page.click("#filter-box summary")
    page.wait("app.hasChoices")
    all_of_them = [one for tree in BANK for one in bt.describe(tree).coordinations]
    for name, values in (
        ("relation", {one.relation for one in all_of_them}),
        ("category", {str(one.category) for one in all_of_them}),
    ):
        options = page.run(f"[...byId('{name}').options].map((option) => option.value)")
        assert options == ["", *sorted(values)]
    page.choose("#category", "PP")
    wanted = sum(any(one.category == "PP" for one in bt.describe(tree).coordinations) for tree in BANK)
    assert page.text("#found") == f"{wanted} of {len(BANK)} sentences"


def lit(page: Page, kind: str) -> list[str]:
    """The words of the text that are lit, together where they touch."""
    return list(
        page.call(
            """(kind) => {
              const found = [""];
              for (const piece of document.querySelectorAll(".text > span")) {
                if (piece.classList.contains(kind)) found[found.length - 1] += piece.textContent;
                else if (found.at(-1)) found.push("");
              }
              return found.filter(Boolean);
            }""",
            kind,
        )
    )


def test_pointing_at_a_coordination_lights_up_its_parts_everywhere(opened: Opening) -> None:
    page = opened([MENU])
    page.hover(".coordination:nth-child(2)")
    assert lit(page, "conjunct") == ["coffee", "tea"]
    assert lit(page, "coordinator") == ["or"]
    assert lit(page, "shared") == ["hot"]
    assert page.count("svg .halo.conjunct") == 2
    assert page.count("svg .bubble.is-lit") == 1
    assert page.count("svg .arc.is-lit") == 5
    page.hover("#name")
    assert page.count(".is-lit, .lit, svg .halo") == 0


def test_pointing_at_the_drawing_lights_up_the_list(opened: Opening) -> None:
    page = opened([MENU])
    page.hover("svg [data-token='7']")
    assert page.texts(".coordination.is-lit strong") == ["hot coffee or tea and a bun"]
    assert lit(page, "conjunct") == ["hot coffee or tea", "a bun"]
    page.hover("svg [data-token='5']")
    assert page.texts(".coordination.is-lit strong") == ["coffee or tea"]


def test_the_keyboard_reaches_coordinations(opened: Opening) -> None:
    page = opened([MENU])
    page.run("document.querySelector('.outline summary').focus()")
    page.press("Tab")
    assert lit(page, "conjunct") == ["hot coffee or tea", "a bun"]
    page.press("Tab")
    assert lit(page, "conjunct") == ["coffee", "tea"]


def test_keys_go_through_the_list_and_the_views(opened: Opening) -> None:
    page = opened(SAMPLE)
    page.press("j", "j")
    assert page.text("#name") == "list"
    page.press("k")
    assert page.text("#name") == "plain"
    page.run("byId('list').focus()")
    page.press("End")
    assert page.text("#name") == "sentence 6"
    page.press("Home", "ArrowDown", "ArrowDown")
    assert page.text("#name") == "list"
    assert (
        page.run("document.getElementById(byId('list').getAttribute('aria-activedescendant')).ariaSelected") == "true"
    )
    page.press("d")
    assert page.count(".derivation") == 1
    page.press("t")
    assert page.count(".derivation") == 0
    page.press("?")
    assert page.run("byId('help').open") is True
    page.press("Escape")
    assert page.run("byId('help').open") is False
    assert is_quiet(page)


def test_typing_in_the_search_is_no_command(opened: Opening) -> None:
    page = opened(SAMPLE)
    page.press("/", "t", "d", "j")
    assert page.run("byId('search').value") == "tdj"
    assert page.count(".derivation") == 0
    page.press("Escape")
    assert page.run("document.activeElement === document.body") is True


@pytest.mark.parametrize("sent_id", ["shared", "ü/100% #1 ?&", "</script>", "שלום"])
def test_a_link_leads_to_a_sentence(opened: Opening, sent_id: str) -> None:
    trees = [MENU, PLAIN, brackets("nsubj=Anna sleeps", sent_id)]
    page = opened(trees, name=f"#{quote(sent_id)}")
    assert page.text("#name") == sent_id
    page.press("k")
    assert page.run("decodeURIComponent(location.hash)") == "#plain"
    page.run("history.back()")
    page.wait(f"byId('name').innerText === {sent_id!r}")
    assert page.run("byId('link').getAttribute('href')") == f"#{page.call('encodeURIComponent', sent_id)}"


def test_sentences_of_the_same_id_have_addresses_of_their_own(opened: Opening) -> None:
    trees = [brackets("nsubj=Anna sleeps", "2"), PLAIN, brackets("nsubj=Ben wakes", "plain"), FIGURE_1]
    page = opened(trees, name="#3")
    assert page.text(".text") == "Ben wakes"
    page.run("location.hash = '#plain'")
    page.wait("document.querySelector('.text').innerText === 'Anna sleeps'")
    page.press("k", "j", "j", "j")
    assert page.run("app.sentences.map((sentence) => sentence.address)") == ["2", "plain", "3", "4"]
    assert page.run("location.hash") == "#4"


def test_what_was_changed_is_told_and_can_be_asked_for(chromium: Browser, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    target.write_text(written([entry(PLAIN), entry(MENU, notes=["an arc was moved (hot)"])]), encoding="utf-8")
    page = chromium.new_page()
    page.open(target)
    page.choose("#kind", "changed")
    assert listed(page) == ["menu"]
    page.press("j")
    assert page.texts(".notes li") == ["an arc was moved (hot)"]


def test_a_link_to_no_sentence_says_so(opened: Opening) -> None:
    page = opened(SAMPLE, name="#nobody")
    assert page.text("#lost") == "There is no sentence with the id “nobody”."
    page.press("j")
    assert not page.run("byId('lost').checkVisibility()") or page.text("#name") != "nobody"


def test_what_is_no_projective_tree_is_drawn_with_what_is_wrong(opened: Opening) -> None:
    page = opened(SAMPLE, name="#5")
    assert page.texts(".problems li") == [
        bt.validate(CROSSING).explain(violation) for violation in bt.validate(CROSSING).violations
    ]
    labels = "[...document.querySelectorAll('svg .label')].map((one) => one.textContent)"
    assert sorted(page.run(labels)) == ["root", "x", "y"]
    assert page.run("document.querySelector('.outline pre').textContent").endswith("x: c")
    page.press("j")
    assert page.text(".problem .text") == "hot tea"
    assert "more than one incoming arc" in page.text(".problems")
    assert sorted(page.run(labels)) == ["root", "root", "x"]
    assert page.count("svg .arc .head") == 3
    page.press("f")
    assert page.text("#zoom-fit") == "Fit"
    assert page.run("document.querySelector('[data-view=derivation]').disabled") is True


def words_of(page: Page, lane: str) -> list[str]:
    return page.texts(f".{lane} .item > span:first-child")


def test_a_derivation_is_stepped_forwards_and_backwards(opened: Opening) -> None:
    page = opened([MENU])
    page.click("[data-view=derivation]")
    steps = bt.oracle(MENU)
    assert page.text(".counter") == f"0 / {len(steps)}"
    assert (words_of(page, "stack"), words_of(page, "buffer")) == (["RT"], list(MENU.words))
    assert page.texts("tr.taken th, tr.allowed th") == ["Shift"]
    assert page.count("svg .pending") == len(MENU.arcs) + 2
    page.press("ArrowRight")
    assert (words_of(page, "stack"), words_of(page, "buffer")[0]) == (["RT", "I"], "prefer")
    page.press("ArrowLeft")
    assert words_of(page, "stack") == ["RT"]
    for configuration in list(bt.trace(MENU.words, steps))[1:]:
        page.press("ArrowRight")
        allowed = [kind.value for kind in bt.valid_transitions(configuration)]
        taken = [name.split("(")[0] for name in page.texts("tr.taken th, tr.allowed th")]
        assert taken == allowed
        assert len(words_of(page, "stack")) == len(configuration.stack)
        assert page.count(".stack .open") == len(configuration.open)
        waiting = len(MENU.arcs) - len(configuration.arcs) + 2 - configuration.opened
        assert page.count("svg .pending") == waiting
    assert page.text(".said") == "Done: RightArc(root). The tree is complete."
    page.press("Home")
    assert page.text(".counter") == f"0 / {len(steps)}"
    assert is_quiet(page)


def test_refused_transitions_say_why(opened: Opening) -> None:
    page = opened([MENU])
    page.press("d")
    reasons = dict(zip(page.texts(".transitions tbody th"), page.texts(".transitions tbody td"), strict=True))
    assert reasons["Shift"] == "yes, and taken"
    assert reasons["LeftArc"] == "no: requires that s1 is not RT"
    assert reasons["BubbleClose"] == "no: requires that s1 is an open bubble"


def test_a_step_is_reached_from_the_list_of_transitions(opened: Opening) -> None:
    page = opened([MENU])
    page.press("d")
    page.click(".steps summary")
    assert page.texts(".history button") == list(map(str, bt.oracle(MENU)))
    page.click(".history li:nth-child(9) button")
    assert page.text(".counter").startswith("9 /")


def rows_of(page: Page) -> dict[str, list[str]]:
    """What the table of transitions says, by transition."""
    cells = page.run("""[...document.querySelectorAll(".transitions tbody tr")].map((row) =>
      [...row.children].map((cell) => cell.innerText))""")
    return {name: rest for name, *rest in cells}


def test_a_model_says_how_probable_each_step_is(opened: Opening) -> None:
    page = opened([MENU], parser=Stub())
    page.press("d")
    page.wait("document.querySelector('.opinion').innerText")
    transitions = bt.oracle(MENU)
    assert page.texts(".transitions thead th") == ["Transition", "Probability", "Allowed?"]
    assert rows_of(page)["Shift"] == ["100.0%", "yes, and taken"]
    assert rows_of(page)["LeftArc"] == ["", "no: requires that s1 is not RT"]
    page.press("ArrowRight")
    assert rows_of(page)["Shift"] == ["25.0%", "yes"]
    assert rows_of(page)["LeftArc(nsubj)"] == ["75.0%label: 50.0%", "yes, and taken"]
    # The preconditions alone would allow it; the model asks for one root.
    [probability, reason] = rows_of(page)["RightArc"]
    _, _, required = bt.Precondition.ROOT_COMES_LAST.value.partition(": ")
    assert (probability, reason) == ("", f"no: single root requires that {required}")
    steps = Stub().steps(MENU)
    values = [
        step.transitions[taken.kind] * (1 if step.label is None else step.label)
        for step, taken in zip(steps, transitions, strict=True)
    ]
    whole = math.prod(values)
    shown = "< 0.1%" if whole < 0.0005 else f"{whole:.1%}"
    assert page.text(".opinion") == f"Probabilities by stub. The whole derivation: {shown}."
    doubtful = page.run("[...document.querySelectorAll('.history button')].map((one) => one.matches('.doubtful'))")
    assert doubtful == [value < 0.5 for value in values]
    assert is_quiet(page)


def test_a_derivation_with_probabilities_fits_a_phone(opened: Opening) -> None:
    page = opened([MENU], parser=Stub(), name="#menu", width=390, height=844)
    page.press("d", "ArrowRight")
    page.wait("document.querySelector('.opinion').innerText")
    assert page.run("document.documentElement.scrollWidth") <= 390
    assert page.run("getComputedStyle(document.querySelector('.bar')).display") == "none"


def test_the_page_says_why_a_model_has_no_probabilities_of_transitions(opened: Opening) -> None:
    page = opened([MENU], parser=Stub(is_simple=True))
    page.press("d")
    page.wait("document.querySelector('.opinion').innerText")
    assert page.text(".opinion") == "No probabilities by stub: it only guesses."
    assert page.texts(".transitions thead th") == ["Transition", "Allowed?"]
    assert is_quiet(page)


def moved(tree: BubbleTree) -> BubbleTree:
    """ "hot" as a modifier of the wider bubble."""
    return named(bt.reattach(tree, 3, 11), "menu")


def test_two_analyses_are_shown_with_their_differences(opened: Opening) -> None:
    page = opened([moved(MENU), PLAIN, LIST], [MENU, PLAIN, brackets("nsubj=We sell obj=bread", "other")])
    assert page.texts(".tree > h3")[:2] == ["here", "there"]
    assert page.texts(".differences > li > strong") == ["other span"]
    assert page.texts(".differences > li > ul > li") == ["put 'hot' into conjunct 1"]
    differing = page.run("[...document.querySelectorAll('svg .arc.differs .label')].map((one) => one.textContent)")
    assert differing == ["amod", "amod"]
    assert page.count("svg .bubble.differs") == 2
    page.press("j")
    assert page.text("#content .quiet") == "Both trees are the same."
    page.press("j")
    assert page.text("#content .quiet") == "there has no sentence with this text."
    assert listed(page) == ["menu", "plain", "list", "other"]


def test_sentences_of_one_analysis_alone_are_shown_alike_whichever_has_them(opened: Opening) -> None:
    other = brackets("nsubj=We sell obj=[bread cc=and rolls]", "other")
    page = opened([PLAIN, LIST], [PLAIN, other])
    page.press("j", "j")
    assert page.text("#content .quiet") == "here has no sentence with this text."
    assert page.text("#content .text") == "We sell bread and rolls"
    assert page.count("svg .bubble") == 1
    assert page.texts(".row-text")[2] == "We sell bread and rolls"
    assert page.run("document.querySelector('[data-view=tree]').disabled") is True
    page.press("t")
    assert page.text("#content .text") == "We sell bread and rolls"
    page.click("#filter-box summary")
    page.wait("app.hasChoices")
    page.choose("#difference", "no partner")
    assert listed(page) == ["list", "other"]
    page.choose("#difference", "none")
    assert listed(page) == ["plain"]
    assert page.complaints() == []


def test_trees_that_cannot_be_compared_are_not_called_the_same(opened: Opening) -> None:
    circle = BubbleTree(PLAIN.words, [{token} for token in range(len(PLAIN.words) + 1)], [])
    page = opened([PLAIN, LIST], [circle, LIST])
    assert page.text("#content .quiet").startswith("They cannot be compared")
    page.click("#filter-box summary")
    page.wait("app.hasChoices")
    page.choose("#difference", "not comparable")
    assert listed(page) == ["plain"]


def test_pointing_at_one_analysis_lights_up_the_other(opened: Opening) -> None:
    page = opened([moved(MENU)], [MENU])
    page.hover(".columns .coordination")
    counts = page.run("[...document.querySelectorAll('svg')].map((one) => one.querySelectorAll('.halo').length)")
    assert counts == [4, 4]


@pytest.mark.parametrize(
    ("kind", "found"),
    [("any", ["menu", "list"]), ("none", ["plain"]), ("other span", ["menu"]), ("only left", ["list"])],
)
def test_the_list_is_filtered_by_difference(opened: Opening, kind: str, found: list[str]) -> None:
    gold = [MENU, PLAIN, brackets("nsubj=We sell obj=bread punct=, dep=rolls dep=and dep=buns", "list")]
    page = opened([moved(MENU), PLAIN, LIST], gold)
    page.click("#filter-box summary")
    page.wait("app.hasChoices")
    page.choose("#difference", kind)
    assert listed(page) == found


def test_arcs_alone_can_differ(opened: Opening) -> None:
    page = opened([brackets("nsubj=Anna sleeps advmod=well", "a")], [brackets("nsubj=Anna sleeps obl=well", "a")])
    assert page.text("#content .quiet") == "The coordinations are the same. The arcs that differ are marked."
    assert page.count("svg .arc.differs") == 2


def hostile() -> BubbleTree:
    tokens = range(len(HOSTILE) + 1)
    arcs = [(0, "root", 1), *((1, text, token) for token, text in enumerate(HOSTILE[1:], start=2))]
    return BubbleTree(HOSTILE, [{token} for token in tokens], arcs)


def coordinated() -> BubbleTree:
    [first, *others] = HOSTILE
    contents = [*({token} for token in range(len(HOSTILE) + 1)), set(range(1, len(HOSTILE) + 1))]
    bubble = len(HOSTILE) + 1
    return BubbleTree(
        [first, *others], contents, [(0, "</text>", bubble), *((bubble, "conj", token) for token in tokens_of(others))]
    )


def tokens_of(others: list[str]) -> range:
    return range(1, len(others) + 2)


def test_hostile_text_is_only_text(opened: Opening) -> None:
    page = opened([hostile(), coordinated(), TWO_HEADS], [coordinated(), hostile(), TWO_HEADS], name="#2")
    for view in ("t", "c", "d"):
        page.press(view)
    page.press("k", "d", "t")
    page.type("#search", HOSTILE[0])
    assert page.run("document.title") == "sentence 1 · Trees"
    assert page.count("img, #content script, svg script") == 0
    assert page.count("script") == len(page.run("[...document.scripts]"))
    assert is_quiet(page)


def test_hostile_titles_and_ids_are_only_text(chromium: Browser, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    made = written(
        [Entry(HOSTILE[0], (MENU,), None, (MENU,)), Entry(None, (), HOSTILE[1], ())],
        title=f"</title>{HOSTILE[0]}$title",
        file=HOSTILE[1],
        against=HOSTILE[0],
    )
    target.write_text(made, encoding="utf-8")
    page = chromium.new_page()
    page.open(target)
    assert page.text("#name") == HOSTILE[0]
    page.press("j")
    assert page.texts(".problems li") == [HOSTILE[1]]
    assert page.count("img") == 0
    assert is_quiet(page)


def test_right_to_left_sentences_begin_on_the_right(opened: Opening) -> None:
    page = opened([bt.parse_brackets("nsubj=אני שותה obj=[תה cc=או קפה]")])
    places = page.run("""[...document.querySelectorAll("svg .word")].map(
      (word) => [Number(word.dataset.token), word.getBoundingClientRect().x])""")
    assert [token for token, _ in sorted(places, key=lambda place: -place[1])] == [1, 2, 3, 4, 5]
    assert page.run("document.querySelector('.text').dir") == "rtl"


def is_visible(page: Page, selector: str) -> bool:
    return bool(page.call("(selector) => document.querySelector(selector).checkVisibility()", selector))


def test_a_narrow_window_shows_the_list_or_a_sentence(opened: Opening) -> None:
    page = opened(SAMPLE, width=390, height=800)
    assert is_visible(page, "#list")
    assert not is_visible(page, "#sentence")
    page.click(".row")
    page.wait("byId('sentence').checkVisibility()")
    assert not is_visible(page, "#list")
    assert page.run("document.documentElement.scrollWidth <= innerWidth") is True
    page.click("#back")
    page.wait("byId('list').checkVisibility()")


def test_wide_trees_can_be_fitted(opened: Opening) -> None:
    page = opened([max(generate(100, 5), key=lambda tree: len(tree.words))])
    assert page.run("document.querySelector('.picture').scrollWidth > document.querySelector('.picture').clientWidth")
    page.press("f")
    assert page.run("document.querySelector('.picture').scrollWidth <= document.querySelector('.picture').clientWidth")
    page.press("0")
    assert page.run("document.querySelector('svg').width.baseVal.value === app.drawings[0].drawing.width")


@pytest.mark.parametrize("is_dark", [False, True])
def test_colours_have_enough_contrast(opened: Opening, is_dark: bool) -> None:
    page = opened(SAMPLE)
    page.prefer_dark(is_dark)
    contrasts = page.run(CONTRASTS)
    assert {name: ratio for name, ratio in contrasts.items() if ratio < 4.5} == {}


CONTRASTS = """(() => {
  const value = (name) => {
    const probe = document.createElement("i");
    probe.style.color = `var(--${name})`;
    document.body.append(probe);
    const parts = getComputedStyle(probe).color.match(/[0-9.]+/g).slice(0, 3).map(Number);
    probe.remove();
    const linear = parts.map((p) => p / 255).map((p) => (p <= 0.03928 ? p / 12.92 : ((p + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const pairs = [
    ["ink", "paper"], ["ink", "side"], ["ink", "chosen"], ["quiet", "paper"], ["quiet", "side"], ["quiet", "chosen"],
    ["ink", "conjunct"], ["ink", "coordinator"], ["ink", "shared"], ["on-accent", "accent"],
    ["bad", "paper"], ["good", "paper"],
    ["ink", "f0"], ["ink", "f1"], ["ink", "f2"], ["ink", "f3"],
    ["quiet", "f0"], ["quiet", "f1"], ["quiet", "f2"], ["quiet", "f3"],
    ["ink", "bad-paper"], ["unsure", "side"], ["accent", "side"],
  ];
  return Object.fromEntries(pairs.map(([one, other]) => {
    const [high, low] = [value(one), value(other)].sort((a, b) => b - a);
    return [`${one} on ${other}`, (high + 0.05) / (low + 0.05)];
  }));
})()"""


CONTROLS = {"button", "link", "searchbox", "combobox", "spinbutton", "slider", "checkbox", "listbox", "option", "image"}


def test_every_control_has_a_name(opened: Opening) -> None:
    page = opened([moved(MENU)], [MENU])
    for view in ("t", "c", "d"):
        page.press(view)
        nodes = page.command("Accessibility.getFullAXTree")["nodes"]
        unnamed = [
            node["role"]["value"]
            for node in nodes
            if not node.get("ignored") and node["role"]["value"] in CONTROLS and not node.get("name", {}).get("value")
        ]
        assert unnamed == []


@pytest.mark.slow
def test_ten_thousand_sentences_are_searched_and_shown(chromium: Browser, tmp_path: Path) -> None:
    rng = random.Random(4)
    some = [tree for tree in generate(400, 3) if len(tree.words) < 8]
    trees = [named(rng.choice(some), f"s{number}") for number in range(10_000)]
    target = tmp_path / "page.html"
    target.write_text(written(map(entry, trees)), encoding="utf-8")
    assert target.stat().st_size < 40_000_000
    page = chromium.new_page()
    page.open(f"{target.as_uri()}#s9876")
    assert page.text("#name") == "s9876"
    assert page.text("#found") == "10,000 sentences"
    assert page.count(".row") < 60
    page.type("#search", "s4321")
    assert listed(page) == ["s4321"]
    page.type("#search", "s")
    page.run("byId('list').focus()")
    page.press("End")
    assert page.text("#name") == "s9999"
    assert is_quiet(page)


def test_what_is_pointed_at_comes_into_sight(opened: Opening) -> None:
    words = " ".join(f"dep=w{number}" for number in range(60))
    page = opened([brackets(f"nsubj=We sell {words} obj=[bread cc=and rolls]", "wide")])
    in_sight = """() => {
      const place = (selector) => document.querySelector(selector).getBoundingClientRect();
      const [one, other] = [place(".picture"), place("svg [data-token='65']")];
      return one.left <= other.left && other.right <= one.right;
    }"""
    assert not page.call(in_sight)
    page.run("document.querySelector('.coordination').focus()")
    assert page.call(in_sight)
    page.press("d")
    assert not page.call(in_sight)
    page.press("End")
    page.run("app.derivation.go(65)")
    lane = "document.querySelector('.stack ul')"
    assert page.run(f"{lane}.scrollLeft + {lane}.clientWidth >= {lane}.scrollWidth - 1")
    assert is_quiet(page)
