"""What is printed of given results, and their JSON."""

from __future__ import annotations

import json

from neural.benchmark.parsing import Speed
from neural.benchmark.report import OfModel, Results
from neural.benchmark.training import Training
from neural.benchmark.turns import Comparison

SPEED = Speed(10, 90, {"encoder": 1.5, "decoding": 0.5})
RESULTS = Results(
    machine={"processor": "abacus", "threads": 2},
    compared=[Comparison("parsing: english", "spaCy", (2.0, 1.0, 1.0), (1.0, 2.0, 1.0), 10, 90)],
    absent=["pyconll"],
    models={
        "english": OfModel(SPEED, {"batch": {1: SPEED, 256: SPEED}}, Training(SPEED, (2.0, 4.0), (1.0, 1.0))),
        "mine": OfModel(Speed(10, 90, {"encoder": 1.0}), {}, None),
    },
    treebank={"read": 0.5},
    large={1000: {"validate": 0.001, "oracle": 0.0025}},
    memory={"process": 412.3},
)

TEXT = """\
processor abacus, threads 2

in turns           with  times as fast  lowest to highest  sentences/s  theirs  words/s  theirs
parsing: english  spaCy           1.00       0.50 to 2.00           10      10       90      90

not installed: pyconll

share of the time of parsing  english    mine
encoder                         75.00  100.00
decoding                        25.00

share of the encoder in training  median  lowest  highest
english                            37.50   25.00    50.00

alone              sentences/s  words/s
parsing: english             5       45
parsing: mine               10       90
training: english            5       45

sentences in a batch: english  words/s
1                                   45
256                                 45

core, 100,000 words of sentences  seconds
read                                 0.50

core, a random tree of  validate  oracle
1,000 words               1.0 ms  2.5 ms

memory at its highest, process: 412 MB"""


def test_ratios_come_first_and_everything_is_told() -> None:
    assert RESULTS.text() == TEXT


def test_what_was_not_measured_is_not_printed() -> None:
    few = Results({"threads": 1}, [], [], {"mine": OfModel(SPEED, {}, None)}, {}, {}, {})
    assert "in turns" not in few.text()
    assert "core" not in few.text()
    assert "training" not in few.text()
    assert "not installed" not in few.text()


def test_json_has_the_same() -> None:
    found = json.loads(json.dumps(RESULTS.to_dict()))
    assert sorted(found) == ["compared", "core", "machine", "models", "not_installed", "peak_megabytes"]
    assert found["compared"][0]["ratio"] == 1.0
    assert found["models"]["english"]["parsing"]["words_per_second"] == 45
    assert found["models"]["english"]["training"]["encoder_share"] == 0.375
    assert found["models"]["english"]["scaling"]["batch"]["256"]["shares"] == {"encoder": 0.75, "decoding": 0.25}
    assert found["models"]["mine"]["training"] is None
    assert found["core"] == {
        "seconds_per_100000_words": {"read": 0.5},
        "random_trees": {"1000": {"validate": 0.001, "oracle": 0.0025}},
    }
    assert found["not_installed"] == ["pyconll"]
    assert found["peak_megabytes"] == {"process": 412.3}
