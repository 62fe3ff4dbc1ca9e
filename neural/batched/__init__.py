"""Bubble-Hybrid on tensors: N configurations that step together, with any source of scores.

Imports from ``config`` only.  There are no networks here.
"""
