# SPDX-License-Identifier: GPL-3.0-or-later
"""Caser (Tang & Wang, WSDM 2018) in plain PyTorch: the baseline of Caser in ./dev bench models."""
import torch
from torch import nn
from torch.nn import functional as F

from plain_common import random_histories, read_request
from plain_next_item import measure


class Caser(nn.Module):
    def __init__(self, r):
        super().__init__()
        d, L, vertical, horizontal = r["dim"], r["window"], r["vertical_filters"], r["horizontal_filters"]
        self.users, self.items = nn.Embedding(r["users"], d), nn.Embedding(r["items"] + 1, d, padding_idx=0)
        self.vertical = nn.Conv2d(1, vertical, (L, 1))
        self.horizontal = nn.ModuleList(nn.Conv2d(1, horizontal, (size, d)) for size in range(1, L + 1))
        self.dense = nn.Linear(vertical * d + L * horizontal, d)
        self.output, self.bias = nn.Embedding(r["items"] + 1, 2 * d), nn.Embedding(r["items"] + 1, 1)
        self.dropout = nn.Dropout(r["dropout"])
        nn.init.zeros_(self.bias.weight)

    def forward(self, windows, users):  # (B, L), (B) -> (B, 2 d)
        picture = self.items(windows)[:, None]
        features = [self.vertical(picture).flatten(1)]
        for convolution in self.horizontal:
            activations = torch.relu(convolution(picture).squeeze(3))
            features.append(F.max_pool1d(activations, activations.size(2)).squeeze(2))
        dense = torch.relu(self.dense(self.dropout(torch.cat(features, 1))))
        return torch.cat([dense, self.users(users)], 1)

    def scores(self, state, items):  # (B, 2 d), (B, n) -> (B, n)
        return (state[:, None] * self.output(items)).sum(2) + self.bias(items).squeeze(2)


def main():
    r = read_request()
    model = Caser(r)
    optimizer = torch.optim.Adam(model.parameters(), lr=r["learning_rate"], weight_decay=r["weight_decay"])
    batch = r["batch_size"]

    def batch_loss():
        tokens = random_histories(batch, r["window"] + r["targets"], r["items"])
        state = model(tokens[:, :r["window"]], torch.randint(r["users"], (batch,)))
        negatives = torch.randint(1, r["items"] + 1, (batch, r["negatives"]))
        return F.softplus(-model.scores(state, tokens[:, r["window"]:])).mean() + F.softplus(model.scores(state, negatives)).mean()

    measure(optimizer, batch_loss, batch * r["targets"])


main()
