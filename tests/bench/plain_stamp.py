# SPDX-License-Identifier: GPL-3.0-or-later
"""STAMP (Liu et al., KDD 2018) in plain PyTorch: the baseline of STAMP in ./dev bench models."""
import torch
from torch import nn
from torch.nn import functional as F

from plain_common import read_request
from plain_next_item import measure, prefixes


class Stamp(nn.Module):
    def __init__(self, d, items):
        super().__init__()
        self.items = nn.Embedding(items + 1, d, padding_idx=0)
        self.item_gate, self.last_gate, self.mean_gate = (nn.Linear(d, d, bias=False) for _ in range(3))
        self.vector = nn.Linear(d, 1, bias=False)
        self.session, self.last = nn.Linear(d, d, bias=False), nn.Linear(d, d, bias=False)
        nn.init.normal_(self.items.weight, std=0.002)

    def forward(self, history, lengths):  # (B, T), (B) -> (B, V)
        x = self.items(history)
        x = x / x.norm(dim=2, keepdim=True).clamp(min=1)
        mean = x.sum(1) / lengths[:, None]
        last = x[torch.arange(len(x)), lengths - 1]
        gates = torch.sigmoid(self.item_gate(x) + self.last_gate(last)[:, None] + self.mean_gate(mean)[:, None])
        mixed = (self.vector(gates) * x).sum(1) + mean
        state = torch.tanh(self.session(mixed)) * torch.tanh(self.last(last))
        return state @ self.items.weight[1:].T


def main():
    r = read_request()
    model = Stamp(r["dim"], r["items"])
    optimizer = torch.optim.Adam(model.parameters(), lr=r["learning_rate"])

    def batch_loss():
        history, lengths, targets = prefixes(r)
        return F.cross_entropy(model(history, lengths), targets - 1)

    measure(optimizer, batch_loss, r["batch_size"], r["clip_norm"])


main()
