"""Parsing by transitions on arrays, for compiled code: the same decisions as on tensors (:mod:`neural.batched`)."""
