"""The examples of ``docs/guide/extending.md``, each in one file of its own, as another package has them."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from bubbletree import FormatError, coordinations, validate
from bubbletree.cli import main as bubbletree
from bubbletree.io import read_conllu
from bubbletree.plugins import NoDrawingError, drawing
from neural import parse, train
from neural.config import Config, ConfigError, Json
from neural.config.registry import Registry
from neural.encoders.registry import ENCODERS
from neural.methods.registry import METHODS, check
from neural.models import checkpoint
from neural.models.checkpoint import CheckpointError
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.support.paths import ROOT

PAGE = ROOT / "docs" / "guide" / "extending.md"

SENTENCES = [
    sentence.split()
    for sentence in ("I like tea and buns", "tea and hot buns and scones", "tea", "and tea", "tea and", "and and and")
]


def blocks() -> dict[str, str]:
    """The examples by the name of their file."""
    found = re.findall(r"```\w+\n# ([\w.]+)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return dict(found)


def install(folder: Path, files: dict[str, str], name: str = "outside") -> None:
    """Put files where an installed package has them; the entry points of its pyproject.toml count."""
    entry_points = files.pop("pyproject.toml").replace('[project.entry-points."', "[").replace('"]', "]")
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8")
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(entry_points.replace('"', ""), encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that Python looks for packages in."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    before = set(sys.modules)
    yield folder
    for name in set(sys.modules) - before:
        if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def example(site: Path, name: str) -> ModuleType:
    install(site, blocks())
    return importlib.import_module(name)


def settings(**changes: Json) -> dict[str, Json]:
    return {**tiny.SMALL, "encoder.kind": "last-letters", "method.kind": "chain", "training.epochs": 1, **changes}


def test_the_rules_find_coordinations(site: Path) -> None:
    rules = example(site, "rules")
    found = [rules.tree(words) for words in SENTENCES]
    spans = [[[tuple(part) for part in one.conjuncts] for one in coordinations(tree)] for tree in found]
    assert spans == [[[(3, 3), (5, 5)]], [[(1, 1), (3, 3)], [(4, 4), (6, 6)]], [], [], [], [[(1, 1), (3, 3)]]]
    assert all(validate(tree).ok for tree in found)


def test_the_rules_on_tensors_are_the_same_rules(site: Path) -> None:
    rules, batched_rules = example(site, "rules"), importlib.import_module("batched_rules")
    assert batched_rules.trees(SENTENCES) == [rules.tree(words) for words in SENTENCES]


def trained(site: Path, folder: Path, **changes: Json) -> Path:
    """The directory of a model with the encoder and the method of the page."""
    install(site, blocks())
    options = [f"--set={key}={value}" for key, value in settings(**changes).items()]
    assert train.main([f"--out={folder / 'model'}", "--limit=20", *options]) == 0
    return folder / "model"


def test_a_drawing_of_another_package_can_be_asked_for(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    menu = tmp_path / "menu.brackets"
    menu.write_text("nsubj=I prefer obj=(amod=hot [tea cc=or coffee])\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="2"):
        bubbletree(["draw", str(menu), "--to", "dot"])
    assert "must be one of text, arcs, outline, svg, tikz, html, png, pdf, not 'dot'" in capsys.readouterr().err
    with pytest.raises(NoDrawingError, match="'dot' is not installed"):
        drawing("dot")
    install(site, blocks())
    assert bubbletree(["draw", str(menu), "--to", "dot"]) == 0
    drawn = capsys.readouterr().out
    assert drawn.startswith("digraph {")
    # From RT to "prefer", from there to "I" and to the bubble, and from the bubble to "hot"; none inside the bubble.
    arcs = [line.split(" [")[0].strip() for line in drawn.splitlines() if " -> " in line]
    assert sorted(arcs) == ["t0 -> t2", "t2 -> t1", "t2 -> t4", "t4 -> t3"]
    assert '  t2 -> t1 [label = "nsubj"];' in drawn
    assert "subgraph cluster" in drawn
    with pytest.raises(SystemExit, match="2"):
        bubbletree(["draw", str(menu), "--to", "dott"])
    assert "must be one of text, arcs, outline, svg, tikz, html, png, pdf, dot, not 'dott'" in capsys.readouterr().err


def test_a_drawing_that_cannot_be_loaded_is_named(site: Path, tmp_path: Path) -> None:
    files = {"pyproject.toml": '[project.entry-points."bubbletree.drawings"]\ndot = "no_such_module:dot"\n'}
    install(site, files)
    with pytest.raises(NoDrawingError, match="'dot' cannot be loaded: No module named 'no_such_module'"):
        drawing("dot")


def test_the_reader_yields_trees_and_names_the_line_of_an_error(site: Path, tmp_path: Path) -> None:
    reader = example(site, "spans")
    file = tmp_path / "in.spans"
    file.write_text("I prefer tea or coffee | 3-3 5-5\nWe do too |\n", encoding="utf-8")
    first, second = reader.read_spans(file)
    assert [one.conjuncts for one in coordinations(first)] == [((3, 3), (5, 5))]
    assert coordinations(second) == ()
    for text, message in (("a b | 1-x", r"in\.spans:1: these are not spans: 1-x"), ("| 1-1", r"1: there are no words")):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(FormatError, match=message):
            list(reader.read_spans(file))
    file.write_text("a b | 1-1 1-2", encoding="utf-8")
    with pytest.raises(FormatError, match="1-1 1-2"):
        list(reader.read_spans(file))


def test_an_encoder_and_a_method_of_another_package_train_and_parse(
    site: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert {"last-letters", "chain"}.isdisjoint([*ENCODERS.names(), *METHODS.names()])
    model = trained(site, tmp_path)
    assert ENCODERS.names()[-1] == "last-letters"
    assert METHODS.names()[-1] == "chain"
    network = Parser.load(model).network
    assert (type(network).__name__, type(network.encoder).__name__) == ("Chain", "LastLetters")
    out = tmp_path / "out.conllu"
    assert parse.main([str(model), "I like tea and buns", "--to", "conllu", "-o", str(out)]) == 0
    [tree] = read_conllu(out)
    assert [tree.words[word - 1] for word in range(1, 6)] == ["I", "like", "tea", "and", "buns"]
    # What this method lacks is refused as for any other.
    assert parse.main([str(model), "tea and buns", "--beam", "2"]) == 2
    assert "decoding.beam: only methods that choose transitions have a beam, not chain" in capsys.readouterr().err


def test_a_model_of_a_package_that_is_gone_is_refused(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = trained(site, tmp_path, **{"encoder.kind": "bilstm"})
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place != str(site)])
    with pytest.raises(CheckpointError, match=r"config.json: option method.kind: must be one of .*, not 'chain'$"):
        checkpoint.load_model(model)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("encoder.kind", "bilstmm", "must be one of bilstm, transformer, not 'bilstmm'; did you mean bilstm?"),
        ("method.kind", "edge-factor", "not 'edge-factor'; did you mean edge-factored?"),
        ("method.kind", "xyzzy", "guided-exact, not 'xyzzy'"),
    ],
)
def test_an_unknown_kind_is_refused_before_anything_is_read(
    key: str, value: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ConfigError) as raised:
        check(Config().replace({key: value}))
    assert raised.value.key == key
    assert raised.value.reason.endswith(message)
    files = [f"--train={tmp_path / 'none'}", f"--dev={tmp_path / 'none'}"]
    assert train.main([*files, f"--set={key}={value}", f"--out={tmp_path / 'model'}"]) == 2
    assert capsys.readouterr().err.rstrip().endswith(message)
    assert not list(tmp_path.iterdir())


def test_a_class_that_cannot_be_used_is_refused(site: Path) -> None:
    points = {
        "bilstm": "letters:None",
        "missing": "letters:LastLetter",
        "absent": "no_such_module:Encoder",
        "wrong": "letters:Letters",
    }
    lines = [f'{name} = "{place}"' for name, place in points.items()]
    install(site, {**blocks(), "pyproject.toml": "\n".join(['[project.entry-points."bubbletree.encoders"]', *lines])})
    assert ENCODERS.names() == ["bilstm", "transformer", "absent", "missing", "wrong"]
    assert ENCODERS.find("bilstm").__name__ == "BiLSTMEncoder", "no package replaces what is here"
    for name, message in (
        ("missing", r"missing \(letters:LastLetter\) cannot be loaded: .* no attribute 'LastLetter'"),
        ("absent", r"absent \(no_such_module:Encoder\) cannot be loaded: No module named 'no_such_module'"),
        ("wrong", r"wrong \(letters:Letters\) is not a subclass of Encoder"),
    ):
        with pytest.raises(ConfigError, match=rf"^option encoder.kind: {message}"):
            ENCODERS.find(name)


def test_options_must_suit_what_they_name() -> None:
    for kind in METHODS.own:
        config = Config().replace({"method.kind": kind, "decoding.beam": 2})
        if kind in {"bubble-hybrid", "guided-bubbles", "arc-hybrid"}:
            check(config)
        else:
            with pytest.raises(ConfigError, match=rf"^option decoding.beam: .* have a beam, not {kind}$"):
                check(config)
    with pytest.raises(ConfigError, match=r"^option encoder.model: say which transformer$"):
        check(Config().replace({"encoder.kind": "transformer"}))
    check(Config().replace({"encoder.kind": "transformer", "encoder.model": "some"}))


def test_a_registry_without_other_packages_has_its_own_names() -> None:
    registry: Registry[Parser] = Registry("a.b", "bubbletree.nothing", Parser, {"one": "neural.models.parser:Parser"})
    assert registry.names() == ["one"]
    assert registry.find("one") is Parser


def test_a_class_is_imported_when_its_name_is_asked_for() -> None:
    program = """
import sys
from neural.methods.registry import METHODS
assert METHODS.names()[0] == "bubble-hybrid"
assert not {"numba", "neural.methods.exact.exact_bubbles"} & set(sys.modules)
METHODS.find("exact-bubbles")
assert "neural.methods.exact.exact_bubbles" in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)
