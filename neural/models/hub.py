"""Models on the Hugging Face hub, by name: ``OWNER/NAME``, or ``OWNER/NAME@REVISION``.

Only the files that :mod:`neural.models.checkpoint` describes are fetched: JSON and safetensors. They are kept in the
hub's own cache, so a model is fetched once. Without a network, what is in the cache is used.
"""

from __future__ import annotations

import re
from pathlib import Path

from bubbletree import BubbletreeError
from neural.encoders.registry import SETUP
from neural.models.calibration import CALIBRATION
from neural.models.checkpoint import CONFIG, MODEL, VOCABULARY

FILES = (CONFIG, VOCABULARY, MODEL, CALIBRATION, f"{SETUP}/*.json")
"""The files of a model, as patterns. ``training.safetensors`` is not among them: parsing does not need it."""

PATIENCE = 10.0
"""Seconds to wait for an answer of the hub before the cache is used as it is."""

_NO_OWNER = "models"
"""The folder of models in the guides. The hub has pages of that name, so no owner can have it."""

_NAME = re.compile(r"(?P<repository>\w[\w.-]*/\w[\w.-]*)(?:@(?P<revision>\w[\w./-]*))?", re.ASCII)


class HubError(BubbletreeError):
    """A model cannot be fetched from the hub.

    Attributes
    ----------
    name : str
        The name that was asked for.
    reason : str
        What is wrong, in words.
    """

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name}: there is no such folder, and {reason}")
        self.name = name
        self.reason = reason


def is_hub_name(name: str) -> bool:
    """Whether a text can be the name of a model on the hub.

    Examples
    --------
    >>> [is_hub_name(name) for name in ("me/parser", "me/parser@v2", "parser", "./me/parser", "a/b/c")]
    [True, True, False, False, False]
    """
    return _NAME.fullmatch(name) is not None


def is_on_hub(name: str) -> bool:
    """Whether the hub is asked for a name. Otherwise it is that of a folder, even if the folder is missing.

    A folder of that name wins. ``mine/parser`` in a folder ``mine`` that is here is a slip, unless it has a revision.
    """
    found = _NAME.fullmatch(name)
    owner = Path(name.partition("/")[0])
    if found is None or owner.name == _NO_OWNER or Path(name).exists():
        return False
    return found["revision"] is not None or not owner.is_dir()


def fetched(name: str) -> Path:
    """The folder of the hub's cache with a model in it; what is not there yet is fetched.

    Parameters
    ----------
    name : str
        A name for which :func:`is_hub_name` is true.

    Raises
    ------
    HubError
        There is no such model or revision, it is closed to this user, or the hub cannot be reached.
    """
    # Imported here because only models on the hub need it, and it takes a while.
    import huggingface_hub
    from huggingface_hub import errors

    found = _NAME.fullmatch(name)
    assert found is not None, "callers ask is_hub_name first"
    repository, revision = found["repository"], found["revision"]
    unreachable: Exception | None = None
    try:
        unreachable = _unreachable(repository, revision)
        folder = huggingface_hub.snapshot_download(
            repository, revision=revision, allow_patterns=list(FILES), local_files_only=unreachable is not None
        )
    except errors.GatedRepoError:
        raise HubError(name, "the model on the hub is closed: ask its owner, then run 'hf auth login'") from None
    except errors.RevisionNotFoundError:
        raise HubError(name, f"the hub has no revision {revision} of {repository}") from None
    except errors.RepositoryNotFoundError:
        raise HubError(name, "the hub has no such model, or it is private ('hf auth login' opens your own)") from None
    except errors.HFValidationError:
        raise HubError(name, "the hub has no such name") from None
    except errors.LocalEntryNotFoundError:
        why = "" if unreachable is None else f" ({_first_line(unreachable)})"
        raise HubError(name, f"the hub cannot be reached{why}") from None
    except Exception as error:  # what fails on the way has the types of an HTTP library, and of another one each year
        raise HubError(name, f"the hub did not send the model: {_first_line(error)}") from None
    if not Path(folder, CONFIG).is_file():
        raise HubError(name, f"what the hub has under this name is not a model of ours: it has no {CONFIG}")
    return Path(folder)


def _unreachable(repository: str, revision: str | None) -> Exception | None:
    """Why the hub does not answer; None if it does.

    Asked first, because the download itself would wait without end for a server that says nothing.
    """
    from huggingface_hub import HfApi, errors

    try:
        HfApi().model_info(repository, revision=revision, timeout=PATIENCE)
    except (errors.RepositoryNotFoundError, errors.RevisionNotFoundError, errors.HFValidationError):
        raise
    except Exception as error:
        return error
    return None


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
