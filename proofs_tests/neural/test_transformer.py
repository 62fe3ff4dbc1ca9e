"""The transformer encoder: pooling, windows, fine-tuning, model directories, and what cannot be loaded.

The transformer is a tiny one with random weights, made here.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
import torch
import transformers
from hypothesis import given
from hypothesis import strategies as st
from safetensors.torch import load_file

from bubbletree import Sentence, validate
from neural import checkpoint, train
from neural.config import ConfigError, EncoderConfig, Json
from neural.data import Vocabulary, Words
from neural.encoders import make_encoder
from neural.encoders.transformer import TransformerEncoder, windows
from neural.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.neural.test_train import arguments, files, interrupt_after

__all__ = ["files"]

PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "tea", "bun", "##s", "and", "hot", ",", "x", "##x", "-", "1", "a", "##y"]


@pytest.fixture(scope="module")
def bert(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a BERT of two layers that can read 16 pieces at once."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    folder = tmp_path_factory.mktemp("bert")
    pieces = Tokenizer(models.WordPiece({piece: i for i, piece in enumerate(PIECES)}, unk_token="[UNK]"))
    pieces.normalizer = normalizers.BertNormalizer()
    pieces.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    pieces.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    transformers.PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]  # transformers leaves it untyped
        tokenizer_object=pieces, unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]", pad_token="[PAD]"
    ).save_pretrained(folder)
    torch.manual_seed(0)
    config = transformers.BertConfig(
        vocab_size=len(PIECES),
        hidden_size=8,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=16,
    )
    transformers.BertModel(config).save_pretrained(folder)
    return folder


def words(text: str) -> Words:
    forms = tuple(text.split())
    return Words(forms, ("_",) * len(forms))


SENTENCES = [words("hot teas and buns"), words(""), words("xxxx"), words(" ".join(["hot tea , xx"] * 9))]


def encoder(bert: Path, **options: object) -> TransformerEncoder:
    config = EncoderConfig(kind="transformer", model=str(bert), **options)  # type: ignore[arg-type]  # any options
    made = make_encoder(config, Vocabulary.build([], [])).eval()
    assert isinstance(made, TransformerEncoder)
    return made


@torch.inference_mode()
def test_company_makes_no_difference(bert: Path) -> None:
    made = encoder(bert)
    together = made(made.read(SENTENCES))
    assert together.shape == (sum(len(sentence.forms) + 1 for sentence in SENTENCES), 8)
    alone = torch.cat([made(made.read([sentence])) for sentence in SENTENCES])
    torch.testing.assert_close(together, alone, rtol=1e-4, atol=1e-5)


@torch.inference_mode()
def test_tokens_are_means_or_first_ones_of_their_pieces(bert: Path) -> None:
    states = encoder(bert).model(input_ids=torch.tensor([[2, 8, 4, 6, 7, 5, 6, 3]])).last_hidden_state[0]
    sentence = [words("hot teas and buns")]
    mean, first = encoder(bert), encoder(bert, pooling="first")
    expected = torch.stack([states[0], states[1], states[2:4].mean(0), states[4], states[5:7].mean(0)])
    torch.testing.assert_close(mean(mean.read(sentence)), expected)
    torch.testing.assert_close(first(first.read(sentence)), states[[0, 1, 2, 4, 5]])


@torch.inference_mode()
def test_a_word_of_a_long_sentence_is_read_in_its_best_window(bert: Path) -> None:
    made = encoder(bert)
    long = SENTENCES[3]
    ids = {"hot": [8], "tea": [4], ",": [9], "xx": [10, 11]}
    pieces = [piece for form in long.forms for piece in ids[form]]
    inputs = made.read([long])
    assert inputs.pieces.size(1) <= 16
    assert inputs.pieces.size(0) > 3
    # The first word comes from the first window, into which 13 pieces fit and no part of "xx", the last from the last.
    vectors = made(inputs)
    first = made.model(input_ids=torch.tensor([[2, *pieces[:13], 3]])).last_hidden_state[0]
    torch.testing.assert_close(vectors[:2], first[:2])
    start, row = inputs.pieces[-1].tolist(), inputs.mask[-1].sum()
    last = made.model(input_ids=torch.tensor([start[:row]])).last_hidden_state[0]
    torch.testing.assert_close(vectors[-1], last[row - 3 : row - 1].mean(0))
    assert start[1 : row - 1] == pieces[len(pieces) - (int(row) - 2) :]


@given(st.lists(st.integers(1, 5), max_size=40), st.integers(5, 12))
def test_windows_cover_each_word_once_with_what_is_around_it(sizes: list[int], room: int) -> None:
    found = windows(sizes, room)
    assert [word for window in found for word in window.own] == list(range(len(sizes)))
    for window in found:
        assert sum(sizes[word] for word in window.words) <= room
        assert set(window.own) <= set(window.words)
        assert len(found) == 1 or window.words
    if sum(sizes) <= room:
        assert len(found) == 1

    def context(window: range, word: int) -> int:
        return min(sum(sizes[window.start : word]), sum(sizes[word + 1 : window.stop]))

    for left, right in pairwise(found):
        assert left.words.start < right.words.start
        assert right.words.start <= left.words.stop, "no word is left out"
        for word in set(left.words) & set(right.words) & (set(left.own) | set(right.own)):
            best = max(context(left.words, word), context(right.words, word))
            mine = left.words if word in left.own else right.words
            assert context(mine, word) == best


@torch.inference_mode()
def test_in_bfloat16_vectors_are_close_and_trees_valid(bert: Path) -> None:
    exact, rounded = encoder(bert), encoder(bert, precision="bfloat16")
    close, coarse = (made(made.read(SENTENCES)) for made in (exact, rounded))
    assert coarse.dtype == torch.float32
    assert not torch.equal(close, coarse)
    torch.testing.assert_close(coarse, close, rtol=0.05, atol=0.05)
    trees = tiny.trees(10, 20, seed=8)
    changes: dict[str, Json] = {"encoder.model": str(bert), "encoder.precision": "bfloat16"}
    parser = Parser(tiny.network(trees, {"encoder.kind": "transformer", **changes})[2])
    for tree in parser.parse(Sentence.from_columns(tree.words) for tree in trees):
        validate(tree).raise_for_violations()


@torch.inference_mode()
def test_a_word_longer_than_a_window_and_words_without_pieces(bert: Path) -> None:
    made = encoder(bert, window=6)
    strange = words("hot x" + "x" * 30 + " tea")._replace(forms=("hot", "x" * 31, "\u200b", "tea"), tags=("_",) * 4)
    inputs = made.read([strange])
    assert inputs.pieces.size(1) == 6
    vectors = made(inputs)
    assert vectors.shape == (5, 8)
    assert bool(vectors.isfinite().all())


def test_training_saving_and_parsing(bert: Path, files: Path, tmp_path: Path) -> None:
    settings = {**tiny.SMALL, "encoder.kind": "transformer", "encoder.model": str(bert), "training.epochs": 2}
    command = [f"--train={files / 'train.conllu'}", f"--dev={files / 'dev.conllu'}", f"--out={tmp_path / 'm'}"]
    assert train.main(command + [f"--set={key}={value}" for key, value in settings.items()]) == 0
    parser = Parser.load(tmp_path / "m")
    found = parser.network.encoder
    assert isinstance(found, TransformerEncoder)
    before = dict(encoder(bert).model.named_parameters())
    changed = [name for name, weight in found.model.named_parameters() if not torch.equal(weight, before[name])]
    assert "encoder.layer.0.attention.self.query.weight" in changed, "it is fine-tuned"
    # The directory is all that is needed: the published model may go.
    assert str(bert) not in (tmp_path / "m" / "encoder" / "config.json").read_text(encoding="utf-8")
    [tree] = parser.parse([Sentence.from_columns(["hot", "tea"])])
    assert tree.words == ("hot", "tea")


def test_resumed_training_ends_with_the_weights_of_an_uninterrupted_one(
    bert: Path, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = ["--set=encoder.kind=transformer", f"--set=encoder.model={bert}", "--set=training.epochs=2"]
    assert train.main(arguments(files, tmp_path / "whole", *settings)) == 0
    with monkeypatch.context() as patch:
        interrupt_after(patch, 4)
        assert train.main(arguments(files, tmp_path / "parts", *settings)) == 130
    assert train.main(["--resume", f"--out={tmp_path / 'parts'}"]) == 0
    whole, parts = (load_file(tmp_path / name / checkpoint.TRAINING) for name in ("whole", "parts"))
    assert whole.keys() == parts.keys()
    assert [key for key in whole if not torch.equal(whole[key], parts[key])] == []


def test_learning_rates(bert: Path) -> None:
    from neural.trainer import Trainer

    changes: dict[str, Json] = {
        "encoder.kind": "transformer",
        "encoder.model": str(bert),
        "training.pretrained_learning_rate": 1e-4,
    }
    config, _, network = tiny.network(tiny.trees(3, 4, seed=1), changes)
    rates = {
        id(parameter): group["share"] * config.training.learning_rate
        for group in Trainer(network, [])._optimiser.param_groups
        for parameter in group["params"]
    }
    inside = {id(parameter) for parameter in network.encoder.parameters()}
    for parameter in network.parameters():
        assert rates[id(parameter)] == pytest.approx(1e-4 if id(parameter) in inside else config.training.learning_rate)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("", "say which transformer"),
        ("package:no_such_package/model", "no Python package 'no_such_package'"),
        ("package:neural/no_such_folder", "no folder 'no_such_folder'"),
        ("/no/such/folder", "cannot load '/no/such/folder'"),
    ],
)
def test_what_cannot_be_loaded(model: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message) as raised:
        make_encoder(EncoderConfig(kind="transformer", model=model), Vocabulary.build([], []))
    assert raised.value.key == "encoder.model"


def test_no_room_for_words(bert: Path) -> None:
    with pytest.raises(ConfigError, match="no room"):
        encoder(bert, window=2)
