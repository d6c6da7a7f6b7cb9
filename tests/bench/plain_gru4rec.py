# SPDX-License-Identifier: GPL-3.0-or-later
"""GRU4Rec (Hidasi et al., ICLR 2016; Hidasi & Karatzoglou, CIKM 2018) in plain PyTorch, session-parallel as its
authors train it: the baseline of ./dev bench."""
import itertools
import time

import torch
from torch import nn
from torch.nn import functional as F

from plain_common import random_histories, read_request, report

WARM_UP_STEPS, SECONDS = 20, 3


class Gru4Rec(nn.Module):
    def __init__(self, r):
        super().__init__()
        self.items = nn.Embedding(r["items"] + 2, r["dim"], padding_idx=0)
        self.bias = nn.Embedding(r["items"] + 2, 1)
        self.cells = nn.ModuleList(nn.GRUCell(r["dim"], r["dim"]) for _ in range(r["layers"]))
        self.input_dropout, self.hidden_dropout = nn.Dropout(r["input_dropout"]), nn.Dropout(r["hidden_dropout"])
        nn.init.zeros_(self.bias.weight)

    def forward(self, inputs, states, columns):  # (B), [(B, dim)] per layer, (n) -> (B, n), the new states
        x = self.input_dropout(self.items(inputs))
        new_states = []
        for cell, state in zip(self.cells, states):
            x = self.hidden_dropout(cell(x, state))
            new_states.append(x.detach())
        return x @ self.items(columns).T + self.bias(columns).squeeze(1), new_states


def slot_losses(r, scores):
    """scores (B, n), n >= B: the target of row i is column i; the other columns are its negatives."""
    slots = len(scores)
    is_target = torch.eye(slots, scores.size(1), dtype=torch.bool)
    if r["loss"] == "ce":
        return F.cross_entropy(scores, torch.arange(slots), reduction="sum")
    if r["loss"] == "bpr_max" and r["elu"] > 0:
        scores = F.elu(scores, r["elu"])
    positive = scores.diagonal()[:, None]
    if r["loss"] == "bpr":
        return F.softplus(scores - positive).masked_fill(is_target, 0).sum()
    if r["loss"] == "top1":
        pairs = torch.sigmoid(scores - positive) + torch.sigmoid(scores ** 2)
        return pairs.masked_fill(is_target, 0).sum() / (scores.size(1) - 1)
    shares = scores.masked_fill(is_target, float("-inf")).softmax(1)
    if r["loss"] == "top1_max":
        return (shares * (torch.sigmoid(scores - positive) + torch.sigmoid(scores ** 2))).sum()
    probability = (shares * torch.sigmoid(positive - scores)).sum(1)  # that the target ranks above a negative
    return (-torch.log(probability + 1e-24) + r["score_penalty"] * (shares * scores ** 2).sum(1)).sum()


def main():
    r = read_request()
    model = Gru4Rec(r)
    optimizer = torch.optim.Adagrad(model.parameters(), lr=r["learning_rate"], eps=1e-6)
    slots, length, drawn = r["batch_size"], r["mean_length"], r["extra_negatives"]
    popularity = 1 / torch.arange(1, r["items"] + 1, dtype=torch.double) ** r["popularity_power"]
    cumulative = popularity.cumsum(0) / popularity.sum()
    negative_pool = 1 + torch.searchsorted(cumulative, torch.rand(1_000_000, dtype=torch.double)).clamp(
        max=r["items"] - 1)
    histories = random_histories(slots, 1000, r["items"])  # row = slot: its histories, concatenated
    states = [torch.zeros(slots, r["dim"]) for _ in range(r["layers"])]
    for step in itertools.count():
        if step == WARM_UP_STEPS:
            start = time.perf_counter()
        if step > WARM_UP_STEPS and time.perf_counter() - start > SECONDS:
            break
        first = step * drawn % (len(negative_pool) - drawn)
        at = step % (histories.size(1) - 1)
        columns = torch.cat([histories[:, at + 1], negative_pool[first:first + drawn]])
        optimizer.zero_grad()
        scores, states = model(histories[:, at], states, columns)
        (slot_losses(r, scores) / slots).backward()
        optimizer.step()
        ended = torch.rand(slots) < 1 / length
        for state in states:
            state[ended] = 0
    report(predictions_per_second=(step - WARM_UP_STEPS) * slots / (time.perf_counter() - start))


main()
