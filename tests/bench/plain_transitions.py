# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the plain scripts of the models that learn transitions from the last item to the next one: synthetic histories, samples, the training loop and the timing.
RecScope updates after every sample, which is too slow in PyTorch. So these scripts use batches of 1024."""
import itertools
import time

import torch
from torch.nn import functional as F

from plain_common import report

BATCH, WARM_UP_STEPS, SECONDS = 1024, 10, 3


class Transitions:
    """Synthetic histories of equal length, with popularity proportional to 1 / rank, and samples of transitions from them.

    `excluded` says which items must not be drawn as negatives: a row per user or per last item, a column per item. The
    config key `negatives_from` selects the negatives. "others": all items but the positive; "never_next": items that
    never follow the last item; "unseen": items that the user does not have."""

    def __init__(self, r):
        self.users, self.items = r["users"], r["items"]
        self.histories = (r["items"] ** torch.rand(r["users"], r["mean_length"])).long().clamp(1, r["items"])
        self.negatives = r["negatives_from"]
        rows, row = (r["users"], torch.arange(r["users"])[:, None].expand_as(self.histories))
        taken = self.histories
        if self.negatives == "never_next":
            rows, row, taken = r["items"] + 2, self.histories[:, :-1], self.histories[:, 1:]
        self.excluded = torch.zeros(rows, r["items"] + 2, dtype=torch.bool)
        self.excluded[row.reshape(-1), taken.reshape(-1)] = True

    def batch(self):
        user = torch.randint(self.users, (BATCH,))
        at = torch.randint(self.histories.size(1) - 1, (BATCH,))
        last, positive = self.histories[user, at], self.histories[user, at + 1]
        negative = torch.randint(1, self.items + 1, (BATCH,))
        if self.negatives == "others":
            keep = negative != positive
        else:
            keep = ~self.excluded[last if self.negatives == "never_next" else user, negative]
        return user[keep], last[keep], positive[keep], negative[keep]


def measure(r, parameters, difference_and_decay, after_step=None):
    """Prints the training predictions per second."""
    data, optimizer, learned = Transitions(r), torch.optim.SGD(parameters, lr=r["learning_rate"]), 0
    for step in itertools.count():
        if step == WARM_UP_STEPS:
            start, learned = time.perf_counter(), 0
        if step > WARM_UP_STEPS and time.perf_counter() - start > SECONDS:
            break
        sample = data.batch()
        learned += len(sample[0])
        optimizer.zero_grad()
        difference, decay = difference_and_decay(*sample)
        (F.softplus(-difference).sum() + decay / 2).backward()
        optimizer.step()
        if after_step:
            after_step(*sample)
    report(predictions_per_second=learned / (time.perf_counter() - start))
