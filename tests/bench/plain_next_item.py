# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the plain scripts of models that train on mini-batches: random training samples, and the timing. A sample is
a prefix of a history and the item that follows it."""
import itertools
import time

import torch

from plain_common import report

WARM_UP_STEPS, SECONDS = 3, 3


def prefixes(r):
    """Returns (B, T) item tokens 1..V with popularity proportional to 1 / rank, padded on the right with 0; (B)
    lengths; (B) next items. Lengths are geometric, as are those of random prefixes of histories with geometric
    lengths."""
    lengths = (1 + torch.empty(r["batch_size"]).geometric_(1 / r["mean_length"]).long()).clamp(max=r["max_length"])
    tokens = (r["items"] ** torch.rand(r["batch_size"], int(lengths.max()) + 1)).long().clamp(1, r["items"])
    history = tokens[:, 1:].masked_fill(torch.arange(tokens.size(1) - 1) >= lengths[:, None], 0)
    return history, lengths, tokens[:, 0]


def measure(optimizer, batch_loss, predictions_per_step, clip_norm=0):
    """Prints the training rate as JSON."""
    for step in itertools.count():
        if step == WARM_UP_STEPS:
            start = time.perf_counter()
        if step > WARM_UP_STEPS and time.perf_counter() - start > SECONDS:
            break
        optimizer.zero_grad()
        batch_loss().backward()
        if clip_norm > 0:
            torch.nn.utils.clip_grad_norm_(optimizer.param_groups[0]["params"], clip_norm)
        optimizer.step()
    seconds = time.perf_counter() - start
    report(predictions_per_second=(step - WARM_UP_STEPS) * predictions_per_step / seconds)
