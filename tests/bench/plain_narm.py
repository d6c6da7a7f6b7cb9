# SPDX-License-Identifier: GPL-3.0-or-later
"""NARM (Li et al., CIKM 2017) in plain PyTorch with torch.nn.GRU: the baseline of ./dev bench."""
import torch
from torch import nn
from torch.nn import functional as F

from plain_common import read_request
from plain_next_item import measure, prefixes


class Narm(nn.Module):
    def __init__(self, r):
        super().__init__()
        d, units = r["dim"], r["units"]
        self.items = nn.Embedding(r["items"] + 1, d, padding_idx=0)
        self.gru = nn.GRU(d, units, batch_first=True)
        self.state_gate, self.last_gate = nn.Linear(units, units, bias=False), nn.Linear(units, units, bias=False)
        self.vector = nn.Linear(units, 1, bias=False)
        self.projection = nn.Linear(2 * units, d, bias=False)
        self.input_dropout, self.state_dropout = nn.Dropout(r["input_dropout"]), nn.Dropout(r["state_dropout"])

    def forward(self, history, lengths):  # (B, T), (B) -> (B, V)
        states, _ = self.gru(self.input_dropout(self.items(history)))
        last = states[torch.arange(len(states)), lengths - 1]
        alphas = self.vector(torch.sigmoid(self.state_gate(states) + self.last_gate(last)[:, None]))
        mixed = (alphas.masked_fill(history[:, :, None] == 0, 0) * states).sum(1)
        state = self.state_dropout(torch.cat([mixed, last], 1))
        return self.projection(state) @ self.items.weight[1:].T


def main():
    r = read_request()
    model = Narm(r)
    optimizer = torch.optim.Adam(model.parameters(), lr=r["learning_rate"])

    def batch_loss():
        history, lengths, targets = prefixes(r)
        return F.cross_entropy(model(history, lengths), targets - 1)

    measure(optimizer, batch_loss, r["batch_size"], r["clip_norm"])


main()
