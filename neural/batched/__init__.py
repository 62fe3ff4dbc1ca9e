"""Bubble-Hybrid on tensors: N configurations that step together, with any source of scores.

Imports from ``config`` only: there are no networks here.
"""
