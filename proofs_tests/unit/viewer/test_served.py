"""A served page in a browser: parsing what is typed, and changing trees."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from bubbletree import BubbleTree, coordinations, parse_brackets, read_conllu
from bubbletree.cli.serve import Server
from bubbletree.viewer import entry, page
from bubbletree.viewer.page import policy
from bubbletree.viewer.records import tree_record
from bubbletree.viewer.workbench import Workbench
from proofs_tests.support.browser import Browser, Page
from proofs_tests.support.examples import FIGURE_1
from proofs_tests.unit.viewer.stub import Stub

FLAT = parse_brackets("nsubj=I drink obj=(tea conj=(cc=or milk))")
TREES = [FLAT, FIGURE_1]


@pytest.fixture
def server() -> Iterator[Server]:
    entries = [entry(tree) for tree in TREES]
    bench = Workbench(entries, Stub)
    made = page(entries, title="Trees", model="stub", served={"parses": True}).encode()
    with Server(made, policy(connects=True), bench.answers) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.02,))
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture
def served(chromium: Browser, server: Server) -> Page:
    opened = chromium.new_page()
    opened.open(server.address)
    return opened


def tree_of(served: Page) -> BubbleTree:
    """The tree that the page has now."""
    fields = served.run("fieldsOf(app.sentence.records[0])")
    return BubbleTree(fields["words"], fields["contents"], [tuple(arc) for arc in fields["arcs"]])


def steps(served: Page, number: int) -> None:
    """Wait until there are so many changes."""
    served.wait(f"app.sentence.known.changes.at === {number}")


def test_a_typed_sentence_is_parsed_and_its_alternatives_are_offered(served: Page) -> None:
    served.type("#try-text", "We sell tea or </script>")
    served.press("Enter")
    served.wait("byId('name').innerText === 'typed-3'")
    assert served.text(".text") == "We sell tea or </script>"
    assert served.texts(".alternatives button") == ["1 (50.0%)", "2 (25.0%)"]
    assert "confidence 0.75" in served.text(".card-facts")
    served.click(".alternatives button:nth-child(2)")
    assert served.count("svg .bubble") == 0
    assert served.text("#found") == "3 sentences"
    assert served.complaints() == []


def saved(served: Page) -> list[BubbleTree]:
    """What the page saves while it is edited."""
    served.run("""{
      const kept = URL.createObjectURL;
      URL.createObjectURL = (blob) => { window.saved = blob; return kept.call(URL, blob); };
    }""")
    served.click(".controls button:nth-child(5)")
    served.wait("Boolean(window.saved)")
    return read_conllu(served.run("window.saved.text()").splitlines())


def test_typed_sentences_are_saved_under_the_names_that_the_page_shows(served: Page) -> None:
    for number, text in enumerate(["We sell tea or milk", "We sell buns"], start=3):
        served.type("#try-text", text)
        served.press("Enter")
        served.wait(f"byId('name').innerText === 'typed-{number}'")
    served.press("Escape")
    served.press("e")
    trees = saved(served)
    assert [tree.sentence.sent_id for tree in trees if tree.sentence is not None][-2:] == ["typed-3", "typed-4"]


def test_typed_sentences_are_still_there_after_a_reload(served: Page, server: Server) -> None:
    served.type("#try-text", "We sell tea or milk")
    served.press("Enter")
    served.wait("byId('name').innerText === 'typed-3'")
    served.open("about:blank")
    served.open(f"{server.address}#typed-3")
    served.wait("byId('name').innerText === 'typed-3'")
    assert served.text("#found") == "3 sentences"
    assert served.texts(".alternatives button") == ["1 (50.0%)", "2 (25.0%)"]
    assert served.run("byId('lost').hidden") is True
    served.type("#try-text", "We sell buns")
    served.press("Enter")
    served.wait("byId('name').innerText === 'typed-4'")
    served.press("Escape")
    served.press("e")
    assert [tree.words[-1] for tree in saved(served)][-2:] == ["milk", "buns"]


def test_what_is_typed_in_another_window_comes_along(chromium: Browser, served: Page, server: Server) -> None:
    other = chromium.new_page()
    other.open(server.address)
    other.type("#try-text", "We sell buns")
    other.press("Enter")
    other.wait("byId('name').innerText === 'typed-3'")
    served.type("#try-text", "We sell tea or milk")
    served.press("Enter")
    served.wait("byId('name').innerText === 'typed-4'")
    assert served.texts(".row-id")[2:] == ["typed-3", "typed-4"]


def test_the_page_says_that_the_server_has_ended(served: Page, server: Server) -> None:
    server.shutdown()
    server.server_close()
    served.type("#try-text", "We sell tea or milk")
    served.press("Enter")
    served.wait("byId('try-status').innerText.startsWith('The server does not answer any more.')")


def test_the_steps_of_what_was_typed_or_changed_have_probabilities(served: Page) -> None:
    served.type("#try-text", "We sell tea or milk")
    served.press("Enter")
    served.wait("byId('name').innerText === 'typed-3'")
    served.press("Escape", "d")
    served.wait("document.querySelector('.opinion').innerText.startsWith('Probabilities by stub')")
    served.press("End", "ArrowLeft")
    assert served.text("tr.taken").split() == ["RightArc(root)", "100.0%label:", "50.0%", "yes,", "and", "taken"]
    served.press("e")
    served.choose("#edit-dependent", "1")
    served.choose("#edit-head", "2")
    served.type("#edit-label", "obj")
    served.press("Enter")
    steps(served, 1)
    served.press("Escape", "d")
    served.wait("document.querySelector('.opinion').innerText.startsWith('Probabilities by stub')")
    assert "LeftArc(obj)" in served.run("[...document.querySelectorAll('.history button')].map((b) => b.textContent)")
    assert served.complaints() == []


def test_dragging_a_word_to_another_makes_that_its_governor(served: Page) -> None:
    served.run("app.go(app.sentences[1])")
    served.press("e")
    served.drag(served.point("svg [data-token='3']"), served.point("svg [data-token='4']"))
    steps(served, 1)
    [_, inner] = coordinations(tree_of(served))
    assert inner.conjuncts == ((3, 4), (6, 6))
    assert served.text(".edit-status") == "A valid bubble tree."
    served.run("document.querySelector('.edit button').focus()")
    served.command("Input.dispatchKeyEvent", type="keyDown", key="z", modifiers=2)
    steps(served, 0)
    assert tree_of(served) == FIGURE_1
    assert served.complaints() == []


def test_dragging_a_word_to_the_edge_of_a_bubble_makes_it_shared(served: Page) -> None:
    tree = parse_brackets("[(amod=hot tea) cc=or milk]")
    served.call("(record) => app.sentence.replaceTree(record)", tree_record(tree))
    served.press("e")
    # The sentence is another one for the server, which takes the tree as it is told.
    x, y = served.call("""() => {
      const { left, bottom, width } = document.querySelector("svg .bubble .fill").getBoundingClientRect();
      return [left + width / 2, bottom - 3];
    }""")
    served.drag(served.point("svg [data-token='1']"), (x, y))
    steps(served, 1)
    assert tree_of(served) == parse_brackets("amod=hot [tea cc=or milk]")


def test_a_bubble_is_made_of_what_is_selected_by_keys_alone(served: Page) -> None:
    served.press("e")
    for token in (3, 5):
        served.run(f"document.querySelector('[data-chip=\"{token}\"]').focus()")
        served.press("Enter")
    served.press("b")
    steps(served, 1)
    assert tree_of(served) == parse_brackets("nsubj=I drink obj=[tea cc=or milk]")
    served.run("document.querySelector('[data-chip=\"6\"]').focus()")
    served.press("Enter", "Delete")
    steps(served, 2)
    assert tree_of(served) == parse_brackets("nsubj=I drink obj=(tea cc=or conj=milk)")
    assert served.complaints() == []


def test_the_form_attaches_and_says_what_is_wrong(served: Page) -> None:
    served.press("e")
    served.choose("#edit-dependent", "2")
    served.choose("#edit-head", "3")
    served.type("#edit-label", "obj")
    served.press("Enter")
    steps(served, 1)
    assert "tree: bubbles are on a cycle or below one" in served.text(".edit-status")
    assert served.texts(".row .badge.bad") == ["problem"]
    served.choose("#edit-dependent", "2")
    served.choose("#edit-head", "0")
    served.type("#edit-label", "root")
    served.press("Enter")
    steps(served, 2)
    assert served.text(".edit-status") == "A valid bubble tree."
    assert tree_of(served) == FLAT


def test_a_change_without_sense_is_explained_and_changes_nothing(served: Page) -> None:
    served.press("e")
    served.choose("#edit-dependent", "2")
    served.choose("#edit-head", "2")
    served.click(".edit-form button")
    assert faults(served) == ["nothing is its own head"]
    served.press("Escape")
    for token in (2, 1):
        served.click(f"[data-chip='{token}']")
    served.run("app.drawings[0].change({ change: 'attach', dependent: 1, head: 1, label: 'x' })")
    served.wait("document.querySelector('.edit-status').innerText.includes('nothing is its own head')")
    assert tree_of(served) == FLAT


def outlook(served: Page, text: str) -> None:
    """Wait until the page says what would be."""
    served.wait(f"document.querySelector('.outlook').innerText.includes({text!r})")


def faults(served: Page) -> list[str]:
    return [text for text in served.texts(".fault") if text]


def test_the_form_is_checked_at_each_keystroke(served: Page) -> None:
    served.press("e")
    assert (faults(served), served.text(".outlook")) == ([], "")
    served.type("#edit-label", "obj")
    assert faults(served) == ["choose a word or a bubble"]
    assert served.run("document.querySelector('#edit-dependent').getAttribute('aria-invalid')") == "true"
    served.choose("#edit-dependent", "2")
    assert (faults(served), served.text(".outlook")) == ([], "")  # the arc that is there
    served.choose("#edit-head", "3")
    outlook(served, "With this arc, this would not be a projective bubble tree: tree: ")
    served.choose("#edit-head", "2")
    assert faults(served) == ["nothing is its own head"]
    assert served.text(".outlook") == ""
    served.choose("#edit-head", "0")
    served.type("#edit-label", "")
    served.press("a")
    outlook(served, "With this arc, this would be a valid bubble tree.")
    served.press(" ")
    assert faults(served) == []  # a blank at the end is cut off
    served.press("b")
    assert faults(served) == ["no blanks in a relation"]
    assert served.run("document.querySelector('.edit-form button').disabled") is True
    served.type("#edit-label", "")
    served.press("Delete")
    served.run("document.querySelector('#edit-label').dispatchEvent(new Event('input', { bubbles: true }))")
    assert faults(served) == ["the relation needs a name"]
    assert tree_of(served) == FLAT
    assert served.complaints() == []


def test_what_is_selected_for_a_bubble_is_checked(served: Page) -> None:
    served.press("e")
    served.click("[data-chip='3']")
    served.click("[data-chip='5']")
    outlook(served, "As a bubble, this would be a valid bubble tree.")
    served.click("[data-chip='5']")
    served.click("[data-chip='1']")
    outlook(served, "As a bubble, this would not be a projective bubble tree: ")
    assert tree_of(served) == FLAT


def test_a_governor_is_checked_while_something_is_dragged_over_it(served: Page) -> None:
    served.press("e")
    start, end = served.point("svg [data-token='2']"), served.point("svg [data-token='3']")
    for kind, (x, y) in (("mousePressed", start), ("mouseMoved", end)):
        served.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)
    outlook(served, "With this arc, this would not be a projective bubble tree: tree: ")
    served.wait("document.querySelector('svg .unfit')?.textContent === 'tea'")
    assert tree_of(served) == FLAT
    x, y = served.point("svg [data-token='2']")
    for kind in ("mouseMoved", "mouseReleased"):
        served.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)
    assert served.count("svg .unfit, svg .target") == 0
    assert tree_of(served) == FLAT


def test_a_tree_that_is_broken_is_not_saved_and_the_page_says_why(served: Page) -> None:
    served.press("e")
    served.choose("#edit-dependent", "2")
    served.choose("#edit-head", "3")
    served.press("Enter")
    served.click(".edit-form button")
    steps(served, 1)
    served.run("URL.createObjectURL = () => { window.saved = true; }")
    served.click(".controls button:nth-child(5)")
    served.wait("document.querySelector('.edit-status').innerText.startsWith('Nothing was saved.')")
    assert "1 cannot be written as CoNLL-U" in served.text(".edit-status li")
    assert "bubbles are on a cycle" in served.text(".edit-status li")
    assert served.run("window.saved") is None
    assert served.complaints() == []


def test_what_is_saved_has_the_changes(served: Page) -> None:
    served.press("e")
    for token in (3, 5):
        served.click(f"[data-chip='{token}']")
    served.click(".controls button:nth-child(3)")
    steps(served, 1)
    assert saved(served) == [
        parse_brackets("nsubj=I drink obj=[tea cc=or milk]"),
        FIGURE_1,
    ]


def test_changes_stay_while_other_sentences_are_looked_at(served: Page) -> None:
    served.press("e")
    served.choose("#edit-dependent", "3")
    served.type("#edit-label", "obl")
    served.press("Enter")
    steps(served, 1)
    served.press("Escape")
    served.press("j", "k", "t")
    assert "obl" in served.run("[...document.querySelectorAll('svg .label')].map((one) => one.textContent)")
    served.press("e")
    assert served.run("document.querySelector('.controls button').disabled") is False
