# SPDX-License-Identifier: GPL-3.0-or-later
"""word2vec (Mikolov et al., NIPS 2013) over items in plain PyTorch, shared by the scripts of CBOW and
skip-gram. RecScope updates after every sample, which is too slow in PyTorch. So these scripts use batches of 1024."""
import itertools
import time

import torch
from torch import nn
from torch.nn import functional as F

from plain_common import read_request, report

BATCH, WARM_UP_STEPS, SECONDS, TABLE = 1024, 10, 3, 1_000_000


def measure(averages_context):
    """Prints the training predictions per second. With `averages_context`, trains CBOW: the mean of all
    context items predicts the target. Otherwise trains skip-gram: each context item predicts the target alone."""
    r = read_request()
    window, learned = r["window"], 0
    histories = (r["items"] ** torch.rand(r["users"], r["mean_length"])).long().clamp(1, r["items"])
    padded = F.pad(histories, (window, window))  # 0 = padding
    counts = torch.bincount(histories.reshape(-1), minlength=r["items"] + 2)
    negative_pool = torch.multinomial(counts ** r["negative_power"], TABLE, replacement=True)
    inputs, outputs = (nn.Embedding(r["items"] + 2, r["dim"], padding_idx=0) for _ in range(2))
    optimizer = torch.optim.SGD([*inputs.parameters(), *outputs.parameters()], lr=r["learning_rate"])
    offsets = torch.cat([torch.arange(-window, 0), torch.arange(1, window + 1)])
    for step in itertools.count():
        if step == WARM_UP_STEPS:
            start, learned = time.perf_counter(), 0
        if step > WARM_UP_STEPS and time.perf_counter() - start > SECONDS:
            break
        user, at = torch.randint(r["users"], (BATCH,)), torch.randint(histories.size(1), (BATCH,))
        radius = torch.randint(1, window + 1, (BATCH, 1))  # word2vec draws the size of each sample's window
        context_items = padded[user[:, None], window + at[:, None] + offsets] * (offsets.abs() <= radius)
        target = histories[user, at]
        if not averages_context:  # skip-gram: each item of the context window is a sample
            row, column = context_items.nonzero(as_tuple=True)
            context_items, target = context_items[row, column][:, None], target[row]
        negatives = negative_pool[torch.randint(TABLE, (len(target), r["negatives"]))]
        learned += len(target)
        optimizer.zero_grad()
        h = inputs(context_items).sum(1) / (context_items > 0).sum(1, keepdim=True)
        positive = F.softplus(-(outputs(target) * h).sum(1))
        negative = F.softplus((outputs(negatives) @ h[:, :, None]).squeeze(2)) * (negatives != target[:, None])
        (positive.sum() + negative.sum()).backward()
        optimizer.step()
    report(predictions_per_second=learned / (time.perf_counter() - start))
