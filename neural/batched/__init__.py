"""Bubble-Hybrid on tensors: N parser configurations that step together.

This is the second implementation of the transition system.  It says nothing of its own about the
system: items, transitions and their order are those of :mod:`bubbletree`, and the tests compare the
two after every step.

* :mod:`neural.batched.state`: what N configurations are, as tensors;
* :mod:`neural.batched.transitions`: which transitions are allowed, and what they do;
* :mod:`neural.batched.decode`: greedy parsing with any batched scorer;
* :mod:`neural.batched.beam`: beam search, and the best few trees of each sentence;
* :mod:`neural.batched.nodes`: the vectors that a network's scorer looks up.
"""
