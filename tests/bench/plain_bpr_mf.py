# SPDX-License-Identifier: GPL-3.0-or-later
"""BPR-MF (Rendle et al., UAI 2009) in plain PyTorch: the baseline of ./dev bench. RecScope updates after
every sample, which is too slow in PyTorch. So this script uses batches of 1024."""
import itertools
import time

import torch
from torch import nn
from torch.nn import functional as F

from plain_common import read_request, report

BATCH, WARM_UP_STEPS, SECONDS = 1024, 10, 3


def main():
    r = read_request()
    users, items = nn.Embedding(r["users"], r["dim"]), nn.Embedding(r["items"] + 2, r["dim"], padding_idx=0)
    bias = nn.Embedding(r["items"] + 2, 1)
    nn.init.zeros_(bias.weight)
    optimizer = torch.optim.SGD([*users.parameters(), *items.parameters(), *bias.parameters()], lr=r["learning_rate"])
    has = torch.zeros(r["users"], r["items"] + 2, dtype=torch.bool)  # True where the user has the item
    all_users = torch.arange(r["users"]).repeat_interleave(r["mean_length"])
    all_items = (r["items"] ** torch.rand(len(all_users))).long().clamp(1, r["items"])
    has[all_users, all_items] = True
    order = torch.randperm(len(all_users))
    learned = 0
    for step in itertools.count():
        if step == WARM_UP_STEPS:
            start, learned = time.perf_counter(), 0
        if step > WARM_UP_STEPS and time.perf_counter() - start > SECONDS:
            break
        batch = order[torch.arange(step * BATCH, (step + 1) * BATCH) % len(order)]
        user, positive = all_users[batch], all_items[batch]
        negative = torch.randint(1, r["items"] + 1, (len(batch),))
        keep = ~has[user, negative]
        user, positive, negative = user[keep], positive[keep], negative[keep]
        learned += len(user)
        optimizer.zero_grad()
        p, q, s = users(user), items(positive), items(negative)
        difference = (p * (q - s)).sum(1) + (bias(positive) - bias(negative)).squeeze(1)
        decay = r["user_decay"] * p.square().sum() + r["item_decay"] * q.square().sum() + r["negative_decay"] * s.square().sum()
        decay = decay + r["bias_decay"] * (bias(positive).square() + bias(negative).square()).sum()
        (F.softplus(-difference).sum() + decay / 2).backward()
        optimizer.step()
    report(predictions_per_second=learned / (time.perf_counter() - start))


main()
