"""What notebooks show for a tree."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET

from bubbletree import BubbleTree
from proofs_tests.support.examples import FIGURE_1
from proofs_tests.support.paths import ROOT
from proofs_tests.support.records import ILL_FORMED


def test_a_tree_shows_itself_as_a_picture() -> None:
    picture = ET.fromstring(FIGURE_1._repr_svg_() or "")
    words = [one.text for one in picture.iter("{http://www.w3.org/2000/svg}text") if one.get("class") == "word"]
    assert sorted(map(str, words)) == sorted(FIGURE_1.words)
    assert ET.fromstring(FIGURE_1._repr_html_()).find("{http://www.w3.org/2000/svg}svg") is not None


def test_pictures_can_be_read_whatever_the_colours_of_the_page() -> None:
    """The system may be dark and the notebook light, so they follow neither, and have a ground of their own."""
    for shown in (FIGURE_1._repr_svg_(), FIGURE_1._repr_html_()):
        assert shown is not None
        assert "prefers-color-scheme" not in shown
        assert "background: #ffffff" in shown


def test_what_cannot_be_drawn_says_why() -> None:
    assert ILL_FORMED._repr_svg_() is None
    assert ILL_FORMED._repr_html_().startswith('<pre dir="ltr">not a well-formed bubble tree')
    assert "&lt;b&gt;" in BubbleTree(["<b>"], [{0}, {1}], [])._repr_html_()


def test_drawings_are_not_loaded_before_they_are_asked_for() -> None:
    program = (
        "import sys, bubbletree as bt; t = bt.parse_brackets('tea'); a = 'bubbletree.draw' in sys.modules; "
        "t._repr_svg_(); print(a, 'bubbletree.draw' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == ["False", "True"]
