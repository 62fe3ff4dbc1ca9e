"""``python -m neural.train``: learn a parser from gold trees.

Without arguments it learns from sentences that the library's grammar generates, in a few minutes.  The
file reads from top to bottom: :func:`_run` is the whole course of things.

All chance comes from the seed and the number of the step: the order of sentences from the epoch's number, dropout and
word dropout from the step's.  So training that was cut off and resumed takes the same course as if it had
not been, with nothing to remember but weights, Adam's moments and a few counters.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import torch
from torch import Tensor

from bubbletree import BubbletreeError
from bubbletree.convert import Punctuation
from bubbletree.draw import text
from bubbletree.grammar import generate
from bubbletree.treebank import load as load_treebank
from neural import batching, checkpoint, schedule
from neural.command import INTERRUPTED, UsageError, add_device, guarded, positive
from neural.config import Config, Json, TrainingConfig, parse_settings
from neural.data import Vocabulary, drop_words, featurise, word_counts, words_of
from neural.evaluate import add_punctuation
from neural.gold import Example, GoldSentence, examples, gold_tree, read_gold
from neural.indexing import collate
from neural.losses import derivation_loss
from neural.model import BubbleNetwork
from neural.parser import Parser
from neural.progress import Progress
from neural.scores import ParserScores, Rank, score_parser
from neural.vectors import read_vectors
