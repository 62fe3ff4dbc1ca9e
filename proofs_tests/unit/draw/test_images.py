"""PNG and PDF pictures: they have the size and the words of the SVG picture, in every script."""

from __future__ import annotations

import struct
import sys
import warnings
import zlib
from pathlib import Path

import pytest

from bubbletree import BubbleTree, InvalidTreeError
from bubbletree.cli import main
from bubbletree.draw import pdf, png
from bubbletree.draw.pictures import _PAGE, EXTRA, MissingFontWarning, TooManyPixelsError, inscribed
from bubbletree.draw.svg import LIGHT, element
from bubbletree.errors import MissingExtraError
from bubbletree.io import parse_brackets
from proofs_tests.support.examples import FIGURE_1
from proofs_tests.support.records import drawn


@pytest.fixture
def typst() -> None:
    pytest.importorskip("typst")


def pixels(picture: bytes) -> list[bytes]:
    """The rows of a PNG picture, with as many bytes for each pixel as it has: the filters of the format undone."""
    chunks, place = [], 8
    while place < len(picture):
        length, kind = struct.unpack(">I4s", picture[place : place + 8])
        if kind == b"IDAT":
            chunks.append(picture[place + 8 : place + 8 + length])
        place += length + 12
    width, height = size(picture)
    data = zlib.decompress(b"".join(chunks))
    step = len(data) // height
    deep = step // width
    above = bytearray(step - 1)
    rows = []
    for start in range(0, len(data), step):
        row = bytearray(data[start + 1 : start + step])
        for x in range(len(row)):
            left, corner = (row[x - deep], above[x - deep]) if x >= deep else (0, 0)
            guess = left + above[x] - corner
            nearest = min((left, above[x], corner), key=lambda one: abs(guess - one))  # the Paeth predictor
            row[x] = (row[x] + (0, left, above[x], (left + above[x]) // 2, nearest)[data[start]]) % 256
        rows.append(bytes(row))
        above = row
    return rows


def size(picture: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


@pytest.mark.usefixtures("typst")
def test_a_picture_has_the_size_of_the_svg_picture_times_the_scale() -> None:
    drawing = inscribed(element(FIGURE_1))
    assert size(png(FIGURE_1, scale=1)) == (drawing["width"], drawing["height"])
    assert size(png(FIGURE_1, scale=3)) == (1404, 609)


@pytest.mark.usefixtures("typst")
def test_words_stand_where_they_stand_in_the_svg_picture() -> None:
    tree = parse_brackets("dep=oooo x")
    [word] = [one for one in inscribed(element(tree))["inscriptions"] if one["text"] == "oooo"]
    rows = pixels(png(tree, scale=1))
    deep = len(rows[0]) // size(png(tree, scale=1))[0]
    line = rows[round(word["y"]) - 4]
    dark = [x for x in range(len(line) // deep) if line[x * deep] < 128 and abs(x - word["x"]) < 40]
    assert abs((dark[0] + dark[-1]) / 2 - word["x"]) <= 1.5
    below = rows[round(word["y"]) + 3]
    assert not [x for x in range(len(below) // deep) if below[x * deep] < 128]


@pytest.mark.usefixtures("typst")
@pytest.mark.parametrize(
    ("one", "other", "family"),
    [
        ("tea", "cup", None),
        ("שלום", "תודה", None),
        ("чай", "суп", None),
        ("مرحبا", "شكرا", "DejaVu Sans"),
        ("चाय", "पीता", "Noto Sans Devanagari"),
    ],
)
def test_words_come_out(one: str, other: str, family: str | None) -> None:
    """Two words give two pictures, and not two rows of the same empty boxes. Typst brings fonts for the first three."""
    import typst

    if family is not None and family not in typst.Fonts().families():
        pytest.skip(f"the font {family} is not installed")
    drawn_words = {word: png(parse_brackets(f"dep={word} xxxxxx")) for word in (one, other)}
    assert drawn_words[one] != drawn_words[other]


@pytest.mark.usefixtures("typst")
@pytest.mark.filterwarnings("ignore::bubbletree.draw.pictures.MissingFontWarning")  # a test system has few fonts
def test_pictures_hold_the_words_of_every_tree_on_record() -> None:
    for tree in drawn():
        assert pdf(tree).startswith(b"%PDF-")
        inscriptions = inscribed(element(tree))["inscriptions"]
        assert len([one for one in inscriptions if one["kind"] == "word"]) == len(tree.words)


@pytest.mark.usefixtures("typst")
def test_the_same_tree_gives_the_same_bytes() -> None:
    assert png(FIGURE_1) == png(FIGURE_1)
    assert pdf(FIGURE_1) == pdf(FIGURE_1)


@pytest.mark.usefixtures("typst")
def test_the_direction_is_that_of_the_picture() -> None:
    assert png(FIGURE_1, direction="rtl") != png(FIGURE_1)


@pytest.mark.usefixtures("typst")
def test_a_picture_that_is_too_large_is_refused() -> None:
    with pytest.raises(TooManyPixelsError, match="make an SVG or a PDF") as raised:
        png(FIGURE_1, scale=100)
    assert (raised.value.width, raised.value.height) == (46_800, 20_300)


def test_words_have_the_sizes_and_colours_of_the_svg_picture() -> None:
    for kind, number, colour in (("word", 16, "#1b1f24"), ("label", 12, "#444c56")):
        assert f".{kind} {{ font-size: {number}px; fill: {colour}; }}" in LIGHT
        assert f'{kind}: (size: {number} * px, fill: rgb("{colour}"))' in _PAGE


@pytest.mark.usefixtures("typst")
@pytest.mark.parametrize("draw", [png, pdf])
def test_characters_that_no_font_has_are_boxes_and_a_warning(draw: type) -> None:
    odd = "\U000f0000"  # of nobody's but private use
    with pytest.warns(MissingFontWarning, match=r'no font of this system has "\\u\{f0000\}"'):
        draw(BubbleTree([odd], [{0}, {1}], [(0, "root", 1)]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        draw(FIGURE_1)


@pytest.mark.usefixtures("typst")
def test_the_command_tells_of_boxes_and_writes_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "odd.brackets", tmp_path / "odd.png"
    source.write_text("\U000f0000\n", encoding="utf-8")
    assert main(["draw", str(source), "-o", str(target)]) == 0
    assert capsys.readouterr().err.startswith("bubbletree: warning: no font of this system has ")
    assert target.exists()


@pytest.mark.parametrize("draw", [png, pdf])
def test_without_the_extra_the_error_names_it(draw: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)  # which makes importing it fail
    with pytest.raises(MissingExtraError, match=r"pip install '\.\[images\]'") as raised:
        draw(FIGURE_1)
    assert raised.value.extra == EXTRA


def test_trees_that_cannot_be_drawn_are_refused_even_without_the_extra() -> None:
    with pytest.raises(InvalidTreeError):
        png(BubbleTree(["a"], [{0}, {1}], []))
