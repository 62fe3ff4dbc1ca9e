"""Models on the Hugging Face hub: what is fetched, what is not, and what a user reads if it fails."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from types import SimpleNamespace

import huggingface_hub
import pytest
from huggingface_hub import errors

import bubbletree
from bubbletree.grammar import generate
from bubbletree.io import write_conllu
from neural import compact, evaluate
from neural import parse as parse_command
from neural.models import hub
from neural.models.checkpoint import CONFIG, MODEL, TRAINING, VOCABULARY, CheckpointError
from neural.models.hub import FILES, HubError
from neural.models.loading import load, model_directory
from neural.models.parser import Parser
from proofs_tests.neural import tiny


@pytest.fixture
def published(english: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str | None]]:
    """A hub with the model ``me/parser``, whose revisions are ``main`` and ``v2``; the list of what was asked of it."""
    tiny.untrained(tmp_path / "there")
    for name in (TRAINING, "pickled.bin", "code.py"):
        (tmp_path / "there" / name).write_text("not to be fetched", encoding="utf-8")
    asked: list[tuple[str, str | None]] = []

    def model_info(_self: object, repo_id: str, *, revision: str | None, timeout: float) -> None:
        asked.append((repo_id, revision))
        if repo_id not in ("me/parser", "me/other"):
            raise failure(errors.RepositoryNotFoundError)
        if revision not in (None, "v2"):
            raise failure(errors.RevisionNotFoundError)

    def snapshot_download(
        repo_id: str, *, revision: str | None, allow_patterns: list[str], local_files_only: bool
    ) -> str:
        assert not local_files_only
        if repo_id == "me/other":
            (tmp_path / "other").mkdir(exist_ok=True)
            return str(tmp_path / "other")
        folder = tmp_path / "cache" / (revision or "main")
        for path in (tmp_path / "there").rglob("*"):
            name = path.relative_to(tmp_path / "there")
            if path.is_file() and any(fnmatch(str(name), pattern) for pattern in allow_patterns):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, folder / name)
        return str(folder)

    monkeypatch.setattr(huggingface_hub.HfApi, "model_info", model_info)
    monkeypatch.setattr(huggingface_hub, "snapshot_download", snapshot_download)
    return asked


def failure(kind: type[errors.HfHubHTTPError]) -> errors.HfHubHTTPError:
    """An error as the hub's client makes it."""
    response = SimpleNamespace(headers={}, request=None)
    return kind("404 Client Error\nmany lines", response=response)  # type: ignore[arg-type]  # a response is all it keeps


def test_a_name_is_a_model_on_the_hub(published: list[tuple[str, str | None]], tmp_path: Path) -> None:
    parser = load("me/parser")
    assert isinstance(parser, Parser)
    assert parser.directory == tmp_path / "cache" / "main"
    assert bubbletree.load("me/parser").parse("tea and buns").words == ("tea", "and", "buns")
    assert model_directory("me/parser@v2") == tmp_path / "cache" / "v2"
    assert published == [("me/parser", None)] * 2 + [("me/parser", "v2")]


def test_only_files_of_a_model_are_fetched(published: list[tuple[str, str | None]]) -> None:
    folder = model_directory("me/parser")
    found = {path.name for path in folder.rglob("*") if path.is_file()}
    assert found == {CONFIG, MODEL, VOCABULARY}
    for name in ("encoder/config.json", "encoder/pieces.json", "encoder/tokenizer.json", "calibration.json"):
        assert any(fnmatch(name, pattern) for pattern in FILES)


def test_a_folder_of_that_name_wins(published: list[tuple[str, str | None]]) -> None:
    tiny.untrained(Path("me/parser"))
    assert model_directory("me/parser") == Path("me/parser")
    assert model_directory(Path("me/absent")) == Path("me/absent")
    assert published == []


def test_a_name_in_a_folder_that_is_here_is_that_of_a_missing_folder(
    published: list[tuple[str, str | None]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert model_directory("me/parser") == tmp_path / "cache" / "main"
    Path("me").mkdir()
    published.clear()
    for name in ("me/parser", "models/mine", "./me/parser", "../me", "/me/parser", "~/parser"):
        with pytest.raises(CheckpointError, match=f"^{re.escape(name)}: there is no such model directory"):
            model_directory(name)
    assert published == []
    assert parse_command.main(["--model", "me/parser", "tea and buns"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.endswith("no such model directory; for a model on the hub, write me/parser@main")
    assert parse_command.main(["models/mine"]) == 2
    assert "--model" not in capsys.readouterr().err
    assert published == []
    # With a revision, it is a name on the hub.
    assert model_directory("me/parser@v2") == tmp_path / "cache" / "v2"
    with pytest.raises(CheckpointError, match=r"no such model directory$"):
        model_directory("models/mine@v2")


def test_the_commands_take_such_names(
    published: list[tuple[str, str | None]], capsys: pytest.CaptureFixture[str]
) -> None:
    write_conllu(generate(3, seed=2), "dev.conllu")
    assert parse_command.main(["--model", "me/parser", "dev.conllu", "-o", "one.conllu"]) == 0
    assert parse_command.main(["me/parser@v2", "dev.conllu", "-o", "two.conllu"]) == 0
    assert Path("one.conllu").read_text("utf-8") == Path("two.conllu").read_text("utf-8")
    assert evaluate.main(["me/parser", "dev.conllu", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sentences"] == 3
    assert compact.main(["me/parser", "small"]) == 0
    # Without an input, a name may be that of a file: the hub is not asked.
    before = len(published)
    assert parse_command.main(["me/parser"]) == 2
    assert "for a model on the hub, write --model me/parser" in capsys.readouterr().err
    assert len(published) == before
    assert parse_command.main(["--model", "me/parser", "english", "dev.conllu"]) == 2
    assert "--model names the model already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("me/absent", "the hub has no such model, or it is private"),
        ("me/parser@v3", "the hub has no revision v3 of me/parser"),
        ("me/other", f"what the hub has under this name is not a model of ours: it has no {CONFIG}"),
    ],
)
def test_what_the_hub_does_not_have_is_one_line(
    published: list[tuple[str, str | None]], name: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(HubError, match=reason) as raised:
        load(name)
    assert raised.value.name == name
    assert parse_command.main([name, "tea and buns"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith(f"bubbletree parse: {name}: there is no such folder, and {reason}")


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: failure(errors.GatedRepoError), "is closed"),
        (lambda: errors.LocalEntryNotFoundError("Got: ConnectError"), "cannot be reached"),
        (lambda: errors.HFValidationError("..\nno"), "no such name"),
        (lambda: OSError("No space left"), "did not send the model: No space left"),
        (RuntimeError, "did not send the model: RuntimeError"),
    ],
)
def test_each_failure_of_the_hub_has_its_words(
    make: Callable[[], Exception], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def snapshot_download(*_: object, **__: object) -> str:
        raise make()

    monkeypatch.setattr(huggingface_hub.HfApi, "model_info", lambda *_, **__: None)
    monkeypatch.setattr(huggingface_hub, "snapshot_download", snapshot_download)
    with pytest.raises(HubError, match=reason) as raised:
        hub.fetched("me/parser")
    assert "\n" not in str(raised.value)


def test_where_the_hub_does_not_answer_the_cache_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / CONFIG).touch()

    def model_info(*_: object, **options: float) -> None:
        raise TimeoutError(f"no answer in {options['timeout']:g} s")

    def snapshot_download(name: str, *, local_files_only: bool, **_: object) -> str:
        assert local_files_only
        if name == "me/cached":
            return str(tmp_path)
        raise errors.LocalEntryNotFoundError("not in the cache")

    monkeypatch.setattr(huggingface_hub.HfApi, "model_info", model_info)
    monkeypatch.setattr(huggingface_hub, "snapshot_download", snapshot_download)
    assert hub.fetched("me/cached") == tmp_path
    with pytest.raises(HubError, match=r"the hub cannot be reached \(no answer in 10 s\)$"):
        hub.fetched("me/parser")
