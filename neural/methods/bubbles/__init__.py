"""The transition parsers: Bubble-Hybrid, the same guided by a chart of spans, and Arc-Hybrid.

Imports as all of ``methods`` does.
"""
