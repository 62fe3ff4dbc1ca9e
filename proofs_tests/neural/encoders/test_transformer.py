"""The transformer encoder: pooling, windows, fine-tuning, model directories, and what cannot be loaded.

The transformer is a tiny one with random weights, made here.
"""

from __future__ import annotations

import json
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
import torch
import transformers
from hypothesis import given
from hypothesis import strategies as st
from safetensors.torch import load_file

from bubbletree import Sentence, validate
from neural import train
from neural.config import ConfigError, EncoderConfig, Json
from neural.data.vectors import read_vectors
from neural.data.vocabulary import Vocabulary
from neural.data.words import Words
from neural.encoders import openvino_bert, wordpieces
from neural.encoders.bert import Bert
from neural.encoders.hub import HubTransformer, from_hub
from neural.encoders.registry import make_encoder
from neural.encoders.transformer import TransformerEncoder
from neural.encoders.windows import windows
from neural.encoders.wordpieces import WordPieces
from neural.models import checkpoint
from neural.models.loading import load
from neural.models.names import PRECISIONS
from neural.models.parser import Parser
from proofs_tests.neural import tiny
from proofs_tests.neural.training.command import arguments, interrupt_after
from proofs_tests.support.scripts import script

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


def states_of(made: TransformerEncoder, pieces: list[int]) -> torch.Tensor:
    """The transformer's states of one text, [T, size]."""
    row = torch.tensor([pieces])
    states: torch.Tensor = made.reader(row, torch.ones_like(row))[0]
    return states


@pytest.mark.parametrize("mode", [True, False])
def test_bert_computes_what_it_does_in_its_own_library(bert: Path, mode: bool) -> None:
    theirs = transformers.BertModel.from_pretrained(bert, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0)
    ours = encoder(bert).reader
    assert isinstance(ours, Bert)
    for part in ours.modules():
        if isinstance(part, torch.nn.Dropout | torch.nn.MultiheadAttention):
            part.p = part.dropout = 0.0
    ours.train(mode)
    theirs.train(mode)
    pieces = torch.tensor([[2, 8, 4, 6, 7, 5, 6, 3], [2, 9, 3, 0, 0, 0, 0, 0]])
    mask = (pieces > 0).long()
    expected = theirs(input_ids=pieces, attention_mask=mask).last_hidden_state[mask > 0]
    found = ours(pieces, mask)[mask > 0]
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)
    expected.square().sum().backward()
    found.square().sum().backward()
    gradient = theirs.get_parameter("encoder.layer.0.attention.self.key.weight").grad
    in_projection = ours.get_parameter("layers.layers.0.self_attn.in_proj_weight").grad
    assert gradient is not None
    assert in_projection is not None
    torch.testing.assert_close(in_projection[8:16], gradient, rtol=1e-3, atol=1e-4)


def test_dropout_is_where_bert_has_it(bert: Path) -> None:
    made = encoder(bert).reader.train()
    used = [part.p for part in made.modules() if isinstance(part, torch.nn.Dropout)]
    assert used == [0.1, *[0.0, 0.1, 0.1] * 2], "after the sum of embeddings, not inside a layer, after both its parts"
    attention = [part.dropout for part in made.modules() if isinstance(part, torch.nn.MultiheadAttention)]
    assert attention == [0.1, 0.1]


def test_pieces_are_those_of_the_published_tokenizer(bert: Path, tmp_path: Path) -> None:
    tokenizer = transformers.AutoTokenizer.from_pretrained(bert)
    forms = ["hot", "Teas", "xxy", "bun-1", "é", "\u200b", "tea" * 9]
    expected = [tokenizer([form], is_split_into_words=True, add_special_tokens=False)["input_ids"] for form in forms]
    assert expected[5] == []
    made = encoder(bert)
    made.save_setup(tmp_path)
    for pieces in (made.pieces, WordPieces.load(tmp_path)):
        assert pieces.of(forms) == [one or [1] for one in expected]
        assert (pieces.before, pieces.after, pieces.longest) == ([2], [3], 16)


def input_vectors(*arguments: str) -> int:
    """The script's exit status."""
    status: int = script("input_vectors").main(arguments)
    return status


def transformer_model(bert: Path, folder: Path) -> Path:
    """A model directory with an untrained parser whose encoder is the transformer."""
    return tiny.untrained(folder, {"encoder.kind": "transformer", "encoder.model": str(bert)})


def test_words_get_vectors_as_far_apart_as_those_of_their_pieces(bert: Path, tmp_path: Path) -> None:
    model = transformer_model(bert, tmp_path / "model")
    (tmp_path / "words.conllu").write_text("1\tTeas\t_\t_\t_\t_\t_\t_\t_\t_\n\n", encoding="utf-8")
    output = tmp_path / "vectors.txt"
    assert input_vectors(str(model), "-o", str(output), "--size=8", f"--words={tmp_path / 'words.conllu'}") == 0
    found, vectors = read_vectors(output)
    assert found == [*sorted(["tea", "bun", "and", "hot", ",", "x", "-", "1", "a"]), "teas"]
    table = encoder(bert).reader.get_parameter("pieces.weight")
    number = {piece: place for place, piece in enumerate(PIECES)}
    means = torch.stack(
        [table[[number["tea"], number["##s"]] if word == "teas" else [number[word]]].mean(0) for word in found]
    )
    # All components are kept, so that distances stay as they are but for one scale.
    near, far = (torch.cdist(rows, rows) for rows in (means, vectors))
    torch.testing.assert_close(far, near * (far[0, 1] / near[0, 1]), rtol=1e-2, atol=1e-3)
    assert float(vectors.std()) == pytest.approx(1, abs=1e-3)


def test_vectors_can_be_cut_but_not_lengthened(bert: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, output = transformer_model(bert, tmp_path / "model"), tmp_path / "vectors.txt"
    assert input_vectors(str(model), "-o", str(output), "--size=3") == 0
    assert read_vectors(output)[1].shape == (9, 3)
    assert input_vectors(str(model), "-o", str(tmp_path / "longer"), "--size=9") == 2
    assert "have 8 numbers, not 9" in capsys.readouterr().err
    assert input_vectors(str(tiny.untrained(tmp_path / "bilstm")), "-o", str(tmp_path / "none")) == 2
    assert "no input layer of word pieces" in capsys.readouterr().err
    assert not (tmp_path / "longer").exists()


@torch.inference_mode()
def test_another_architecture_is_left_to_its_library(bert: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(bert, tmp_path / "distilbert")
    torch.manual_seed(1)
    shape = transformers.DistilBertConfig(
        vocab_size=len(PIECES), dim=8, n_layers=1, n_heads=2, hidden_dim=16, max_position_embeddings=16
    )
    transformers.DistilBertModel(shape).save_pretrained(folder)
    made = encoder(folder)
    assert isinstance(made.reader, HubTransformer)
    made.save_setup(tmp_path / "setup" / "encoder")
    config = EncoderConfig(kind="transformer", model="gone")
    again = make_encoder(config, Vocabulary.build([], []), directory=tmp_path / "setup").eval()
    again.load_state_dict(made.state_dict())
    torch.testing.assert_close(again(again.read(SENTENCES)), made(made.read(SENTENCES)), rtol=0, atol=0)


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("pieces.json", None, "No such file"),
        ("pieces.json", "{}", "pieces.json must have the numbers unknown and longest"),
        ("pieces.json", "{", "pieces.json: Expecting property name"),
        ("pieces.json", '{"unknown": -1, "longest": 16}', "pieces.json must have"),
        ("pieces.json", '{"unknown": 1, "longest": 0}', "pieces.json must have"),
        ("pieces.json", '{"unknown": 1, "longest": 17}', "more word pieces, or more of them at once"),
        ("pieces.json", '{"unknown": 16, "longest": 16}', "more word pieces, or more of them at once"),
        ("pieces.json", "[" * 100_000, "pieces.json: maximum recursion depth"),
        ("config.json", "[" * 100_000, "config.json: maximum recursion depth"),
        ("config.json", {"hidden_size": 7}, "cannot load"),
        ("config.json", {"hidden_size": 0}, "cannot load"),
        ("config.json", {"hidden_size": "a"}, "cannot load"),
        ("config.json", {"num_attention_heads": 0}, "cannot load"),
        ("config.json", {"intermediate_size": -4}, "cannot load"),
        ("config.json", {"layer_norm_eps": "x"}, "cannot load"),
        ("config.json", {"hidden_dropout_prob": 7}, "cannot load"),
        ("config.json", {"vocab_size": 15}, "more word pieces, or more of them at once"),
        ("tokenizer.json", "{}", "tokenizer.json: "),
        ("config.json", "[]", "config.json is not a JSON object"),
        ("config.json", '{"model_type": "no such thing"}', "cannot load"),
    ],
)
def test_a_broken_directory(
    bert: Path, tmp_path: Path, file: str, text: str | dict[str, Json] | None, message: str
) -> None:
    encoder(bert).save_setup(tmp_path / "encoder")
    path = tmp_path / "encoder" / file
    if text is None:
        path.unlink()
    else:
        changed = text if isinstance(text, str) else json.dumps({**json.loads(path.read_text()), **text})
        path.write_text(changed, encoding="utf-8")
    with pytest.raises(ConfigError, match=message) as raised:
        make_encoder(EncoderConfig(kind="transformer", model="x"), Vocabulary.build([], []), directory=tmp_path)
    assert raised.value.key == "encoder.model"


@torch.inference_mode()
def test_company_makes_no_difference(bert: Path) -> None:
    made = encoder(bert)
    together = made(made.read(SENTENCES))
    assert together.shape == (sum(len(sentence.forms) + 1 for sentence in SENTENCES), 8)
    alone = torch.cat([made(made.read([sentence])) for sentence in SENTENCES])
    torch.testing.assert_close(together, alone, rtol=1e-4, atol=1e-5)


@torch.inference_mode()
def test_tokens_are_means_or_first_ones_of_their_pieces(bert: Path) -> None:
    states = states_of(encoder(bert), [2, 8, 4, 6, 7, 5, 6, 3])
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
    first = states_of(made, [2, *pieces[:13], 3])
    torch.testing.assert_close(vectors[:2], first[:2])
    start, row = inputs.pieces[-1].tolist(), inputs.mask[-1].sum()
    last = states_of(made, start[:row])
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
    for tree in parser.parse_all(Sentence.from_columns(tree.words) for tree in trees):
        validate(tree).raise_for_violations()


@torch.inference_mode()
@pytest.mark.parametrize("asked", [None, *PRECISIONS])
def test_what_a_parser_is_asked_to_compute_in_wins_over_what_the_model_was_trained_in(
    asked: str | None, bert: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openvino_bert, "IS_INSTALLED", False)

    def vectors(trained: str, precision: str | None) -> torch.Tensor:
        changes: dict[str, Json] = {"encoder.model": str(bert), "encoder.precision": trained}
        folder = tiny.untrained(tmp_path / trained, {"encoder.kind": "transformer", **changes})
        found = load(folder, precision=precision).network.encoder
        made: torch.Tensor = found(found.read(SENTENCES))
        return made

    coarse, exact = vectors("bfloat16", asked), vectors("float32", asked)
    assert torch.equal(coarse, exact) is (asked is not None)
    if asked is None:
        assert torch.equal(coarse, vectors("float32", "bfloat16"))


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
    before = dict(encoder(bert).reader.named_parameters())
    changed = [name for name, weight in found.reader.named_parameters() if not torch.equal(weight, before[name])]
    assert "layers.layers.0.self_attn.in_proj_weight" in changed, "it is fine-tuned"
    # The directory is all that is needed: the published model may go.
    assert str(bert) not in (tmp_path / "m" / "encoder" / "config.json").read_text(encoding="utf-8")
    tree = parser.parse(["hot", "tea"])
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
    from neural.training.trainer import Trainer

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


def test_no_more_words_are_remembered_than_fit(bert: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = from_hub(str(bert))[1]
    calls = [["tea", "buns"], ["hot", "tea"], ["and"], ["buns", "x-1", "a"], ["tea"]]
    expected = [pieces.of(forms) for forms in calls]
    assert len(pieces._known) == 6
    monkeypatch.setattr(wordpieces, "MOST_KNOWN", 2)
    again = from_hub(str(bert))[1]
    for forms, found in zip(calls, expected, strict=True):
        assert again.of(forms) == found
        assert len(again._known) <= 2
