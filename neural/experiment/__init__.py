"""``python -m neural.experiment``: the experiments of Shi & Lee (2021, section 5), on any data.

The highest layer: it imports from all others, and starts the commands as processes.

In reading order:

* :mod:`neural.experiment.plan`: what is trained in an experiment, on what, and by which commands;
* :mod:`neural.experiment.folds`: cross-validation by document;
* :mod:`neural.experiment.runner`: processes side by side, which can be interrupted and gone on with;
* :mod:`neural.experiment.outcome`: what came of a trial, sentence by sentence;
* :mod:`neural.experiment.assess`: the command that makes a trial's outcome of its model;
* :mod:`neural.experiment.results`: the outcomes of all trials, by system;
* :mod:`neural.experiment.statistics`: means, deviations and the paired bootstrap;
* :mod:`neural.experiment.tables`: the paper's tables, in Markdown;
* :mod:`neural.experiment.curves`: learning curves;
* :mod:`neural.experiment.provenance`: what a result owes itself to: command, data, versions, machine;
* :mod:`neural.experiment.report`: all of that in one folder;
* :mod:`neural.experiment.command`: the command line.
"""
