"""``python -m neural.experiment``: the experiments of Shi & Lee (2021, section 5), on any data.

The highest layer: it may import from all others except the commands, which it starts as processes.

In reading order:

* :mod:`neural.experiment.plan`: what is trained in an experiment, on what, and by which commands;
* :mod:`neural.experiment.folds`: cross-validation by document;
* :mod:`neural.experiment.runner`: the trials, as processes side by side; they can be interrupted and resumed;
* :mod:`neural.experiment.outcome`: the result of a trial, sentence by sentence;
* :mod:`neural.experiment.assess`: the command that tests the model of a trial;
* :mod:`neural.experiment.results`: the outcomes of all trials, by system;
* :mod:`neural.experiment.statistics`: means, deviations and the paired bootstrap;
* :mod:`neural.experiment.tables`: the paper's tables, in Markdown;
* :mod:`neural.experiment.curves`: learning curves;
* :mod:`neural.experiment.provenance`: where a result comes from: command, data, versions, machine;
* :mod:`neural.experiment.report`: the folder with all of that;
* :mod:`neural.experiment.trials`: the folder of a trial;
* :mod:`neural.experiment.paper`: from the paper's own data to its tables;
* :mod:`neural.experiment.command`: the command line.
"""
