"""``python -m neural.experiment paper``: from the Penn Treebank and GENIA to the tables of Shi & Lee (2021).

In reading order:

* :mod:`neural.experiment.paper.figures`: the figures of the paper;
* :mod:`neural.experiment.paper.treebanks`: the files of both treebanks, and what is made of them;
* :mod:`neural.experiment.paper.parts`: what is there, what is missing, and how to get it;
* :mod:`neural.experiment.paper.systems`: the systems that the tables compare, and what training them takes;
* :mod:`neural.experiment.paper.tables`: the tables, with our figures beside the paper's;
* :mod:`neural.experiment.paper.command`: the command.
"""
