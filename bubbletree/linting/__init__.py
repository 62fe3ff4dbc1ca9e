"""What is doubtful in the annotation of coordination in UD.

* :mod:`bubbletree.linting.linting`: the findings of a sentence;
* :mod:`bubbletree.linting.rules`: the rules, with codes that do not change;
* :mod:`bubbletree.linting.sarif`: findings for code hosts.
"""

from bubbletree.linting.finding import Finding
from bubbletree.linting.linting import UnknownLintError, chosen_rules, lint
from bubbletree.linting.rules import RULES, Rule
from bubbletree.linting.sarif import Placed, to_sarif

__all__ = ["RULES", "Finding", "Placed", "Rule", "UnknownLintError", "chosen_rules", "lint", "to_sarif"]
