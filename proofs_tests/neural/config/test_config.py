"""Options: checked when made, named in errors, and the same after a way through JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from neural.config import Config, ConfigError, EncoderConfig, Json, ScorerConfig, TrainingConfig, parse_settings
from neural.config.presets import PRESETS


def test_json_brings_everything_back(tmp_path: Path) -> None:
    config = Config().replace({"encoder.tags": "xpos", "training.learning_rate": 1, "decoding.normal_form": False})
    path = tmp_path / "config.json"
    path.write_text(json.dumps(config.to_dict()), encoding="utf-8")
    assert Config.read(path) == config
    assert config.training.learning_rate == 1.0
    assert isinstance(config.training.learning_rate, float)


def test_what_a_file_leaves_out_keeps_its_default(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text('{"encoder": {"layers": 3}}', encoding="utf-8")
    assert Config.read(path) == Config(encoder=EncoderConfig(layers=3))


@pytest.mark.parametrize(
    ("key", "suggestion"),
    [
        ("training.learning_rte", "training.learning_rate"),
        ("learning_rate", "training.learning_rate"),
        ("encoder.learning_rate", "training.learning_rate"),
        ("training.epoch", "training.epochs"),
        ("encoder.hiden", "encoder.hidden"),
        ("encoder.epochs", "encoder.layers or training.epochs"),
    ],
)
def test_unknown_keys_are_refused_with_a_suggestion(key: str, suggestion: str) -> None:
    with pytest.raises(ConfigError, match=rf"there is no such option; did you mean .*{suggestion}") as raised:
        Config().replace({key: 1})
    assert raised.value.key == key


def test_a_key_like_none_gets_no_suggestion() -> None:
    with pytest.raises(ConfigError, match=r"there is no such option$"):
        Config().replace({"xyzzy": 1})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("encoder.layers", 0),
        ("encoder.layers", 1.5),
        ("encoder.layers", True),
        ("encoder.layers", "two"),
        ("encoder.dropout", 1.0),
        ("encoder.dropout", -0.1),
        ("encoder.tags", "postag"),
        ("encoder.spelling_dimension", 3),
        ("encoder.pretrained", 3),
        ("encoder.kind", 3),
        ("encoder.window", -1),
        ("scorer.composition", "sum"),
        ("scorer.stack_features", 4),
        ("scorer.stack_features", -1),
        ("scorer.rescoring_hidden", 0),
        ("encoder.precision", "float16"),
        ("training.pretrained_learning_rate", 0),
        ("decoding.normal_form", 1),
        ("training.learning_rate", 0),
        ("training.learning_rate", float("nan")),
        ("training.learning_rate", float("inf")),
        ("training.learning_rate", 10**400),
        ("training.clip_norm", -1),
        ("training.batch_size", 0),
        ("training.schedule", "linear"),
        ("training.beta2", 1),
    ],
)
def test_bad_values_are_refused_by_name(key: str, value: Json) -> None:
    with pytest.raises(ConfigError, match=f"^option {key}: must be ") as raised:
        Config().replace({key: value})
    assert raised.value.key == key


LEAST = {
    **dict.fromkeys(["method.arc_hidden", "method.relation_hidden", "method.span_hidden"], 1),
    **dict.fromkeys(["encoder.word_dimension", "encoder.min_count", "encoder.tag_dimension"], 1),
    **dict.fromkeys(["encoder.character_dimension", "encoder.layers", "encoder.hidden"], 1),
    **dict.fromkeys(["encoder.word_dropout", "encoder.window", "scorer.stack_features"], 0),
    "encoder.spelling_dimension": 2,
    **dict.fromkeys(["scorer.indicator_dimension", "scorer.transition_hidden", "scorer.label_hidden"], 1),
    **dict.fromkeys(["scorer.rescoring_hidden", "decoding.beam", "decoding.candidates"], 1),
    **dict.fromkeys(["training.batch_size", "training.epochs", "training.patience", "training.threads"], 1),
    **dict.fromkeys(["training.seed", "training.warmup_steps", "training.evaluate_every", "training.decays"], 0),
}


@pytest.mark.parametrize(("key", "least"), LEAST.items())
def test_each_number_has_a_least_value(key: str, least: int) -> None:
    section, name = key.split(".")
    made = Config().replace({key: least})
    assert getattr(getattr(made, section), name) == least
    with pytest.raises(ConfigError, match=f"^option {key}: must be at least {least}, not {least - 1}") as raised:
        Config().replace({key: least - 1})
    assert raised.value.key == key


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("encoder.layers", "two", "a whole number, not 'two'"),
        ("training.decay", "much", "a number, not 'much'"),
        ("decoding.normal_form", 1, "true or false, not 1"),
        ("encoder.model", 3, "text, not 3"),
    ],
)
def test_the_kind_of_value_that_is_wanted_is_said(key: str, value: Json, wanted: str) -> None:
    with pytest.raises(ConfigError, match=f"^option {key}: must be {wanted}$"):
        Config().replace({key: value})


@pytest.mark.parametrize("section", ["method", "encoder", "scorer"])
def test_dropout_is_a_share_below_1(section: str) -> None:
    shares_are_checked(f"{section}.dropout")


@pytest.mark.parametrize("name", ["beta1", "beta2", "decay", "average"])
def test_decay_is_a_share_below_1(name: str) -> None:
    shares_are_checked(f"training.{name}")


def shares_are_checked(key: str) -> None:
    for value in (0.0, 0.9):
        section, name = key.split(".")
        assert getattr(getattr(Config().replace({key: value}), section), name) == value
    for value in (-0.5, 1.0):
        with pytest.raises(ConfigError, match=rf"^option {key}: must be in \[0, 1\), not {value}$") as raised:
            Config().replace({key: value})
        assert raised.value.key == key


def test_a_choice_that_does_not_exist_is_named() -> None:
    with pytest.raises(ConfigError, match=r"^option encoder.tags: must be one of none, upos, xpos, not 'lemma'"):
        Config().replace({"encoder.tags": "lemma"})


def test_tags_are_read_or_learned_but_not_both() -> None:
    for changes in ({"training.tags": "upos"}, {"encoder.tags": "upos"}):
        assert Config().replace(changes).tags == "upos"
    reason = "an encoder that reads tags has none to learn: leave out encoder.tags"
    with pytest.raises(ConfigError, match=f"^option training.tags: {reason}$") as raised:
        Config().replace({"training.tags": "upos", "encoder.tags": "upos"})
    assert raised.value.key == "training.tags"


@pytest.mark.parametrize("text", ["9" * 5000, "[" * 99_999])
def test_a_value_without_end_is_text_and_its_beginning_is_shown(text: str) -> None:
    with pytest.raises(ConfigError, match=r"^option training.epochs: must be a whole number, not '.{20,50}\.\.\.$"):
        Config().replace(parse_settings([f"training.epochs={text}"]))


def test_settings_are_json_or_else_text() -> None:
    made = parse_settings(
        ["training.epochs=3", " encoder.tags = xpos ", "decoding.normal_form=true", "encoder.model=a=b"]
    )
    assert made == {"training.epochs": 3, "encoder.tags": "xpos", "decoding.normal_form": True, "encoder.model": "a=b"}


def test_options_are_checked_however_they_are_made() -> None:
    with pytest.raises(ConfigError, match=r"encoder\.layers"):
        EncoderConfig(layers=0)
    with pytest.raises(ConfigError, match=r"scorer\.dropout"):
        ScorerConfig(dropout=2)
    for seed, problem in ((-1, "at least 0, not -1"), (2**63, f"at most {2**63 - 1}, not {2**63}")):
        with pytest.raises(ConfigError, match=rf"^option training\.seed: must be {problem}$"):
            TrainingConfig(seed=seed)
    torch.manual_seed(TrainingConfig(seed=2**63 - 1).seed)


@pytest.mark.parametrize(
    ("text", "key", "message"),
    [
        ("{", "", "config.json is not JSON"),
        ("[" * 99_999, "", "config.json is not JSON"),
        (f'{{"training": {{"epochs": {"9" * 5000}}}}}', "", "config.json is not JSON"),
        ("[]", "", "^a configuration must be a JSON object of objects .in .*config.json.$"),
        ('{"layers": 3}', "layers", "^option layers: there is no such group of options"),
        ('{"encodr": {}}', "encodr", "did you mean encoder"),
        ('{"encoder": 3}', "encoder", "encoder: must be an object of options, not 3.*in .*config.json"),
        ('{"encoder": {"lairs": 3}}', "encoder.lairs", "encoder.layers.*in .*config.json"),
    ],
)
def test_broken_files_are_refused(tmp_path: Path, text: str, key: str, message: str) -> None:
    path = tmp_path / "config.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=message) as raised:
        Config.read(path)
    assert raised.value.key == key


def test_a_beam_has_a_limit() -> None:
    assert Config().replace({"decoding.beam": 1000}).decoding.beam == 1000
    with pytest.raises(ConfigError, match=r"decoding.beam: must be at most 1000"):
        Config().replace({"decoding.beam": 1001})


def test_settings_without_an_equals_sign_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"^option training.epochs: write it as key=value$"):
        parse_settings(["training.epochs"])


def test_the_defaults_are_the_papers() -> None:
    """Table "Hyperparameters of our models" of appendix B; the bi-LSTM's 800 are 400 in each direction."""
    config = PRESETS["paper-bilstm"]
    assert config == Config()
    training, encoder, scorer = config.training, config.encoder, config.scorer
    adam = (training.learning_rate, training.beta1, training.beta2, training.epsilon, training.batch_size)
    assert adam == (1e-3, 0.9, 0.999, 1e-8, 8)
    assert (training.warmup_steps, training.clip_norm) == (800, 5.0)
    assert (training.schedule, training.patience, training.decay, training.decays) == ("plateau", 5, 0.1, 3)
    assert (encoder.word_dimension, encoder.tag_dimension, encoder.spelling_dimension) == (100, 32, 128)
    assert (encoder.characters, encoder.layers, encoder.hidden, encoder.dropout) == ("lstm", 3, 400, 0.3)
    hidden = {scorer.transition_hidden, scorer.label_hidden, scorer.rescoring_hidden}
    assert (hidden, scorer.dropout, scorer.composition, scorer.stack_features) == ({400}, 0.3, "tanh", 3)
    bert = PRESETS["paper-bert"]
    assert (bert.encoder.kind, bert.encoder.model) == ("transformer", "bert-base-cased")
    assert bert.training.learning_rate == bert.training.pretrained_learning_rate == 1e-5
