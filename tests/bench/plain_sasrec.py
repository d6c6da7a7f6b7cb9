# SPDX-License-Identifier: GPL-3.0-or-later
"""SASRec (Kang & McAuley, ICDM 2018) in plain PyTorch: the baseline of ./dev bench."""
import torch
from torch import nn

from plain_common import Layer, measure, read_request


class SasRec(nn.Module):
    def __init__(self, r):
        super().__init__()
        dim = r["dim"]
        self.scale = dim ** 0.5
        self.items = nn.Embedding(r["items"] + 2, dim, padding_idx=0)
        self.positions = nn.Embedding(r["max_length"], dim)
        self.dropout = nn.Dropout(r["hidden_dropout"])
        self.layers = nn.ModuleList(Layer(r, nn.ReLU(), norm_first=True) for _ in range(r["layers"]))
        self.norm = nn.LayerNorm(dim)

    def forward(self, tokens):  # (B, T) -> (B, T, C)
        length = tokens.size(1)
        hidden = self.dropout(self.items(tokens) * self.scale + self.positions.weight[-length:])
        masked_attention = torch.ones(length, length).triu(1).bool()[None, None] | (tokens == 0)[:, None, None, :]
        for layer in self.layers:
            hidden = layer(hidden, masked_attention)
        return self.norm(hidden)

    def scores(self, hidden):  # (M, C) -> (M, V + 2)
        return hidden @ self.items.weight.T


def main():
    request = read_request()

    def batch_loss(model, histories):
        inputs = histories[:, :-1]
        real = inputs != 0
        hidden, targets = model(inputs)[real], histories[:, 1:][real]
        if request["loss"] == "ce":
            return nn.functional.cross_entropy(model.scores(hidden), targets)
        negatives = torch.randint(1, request["items"] + 1, targets.shape)
        positive = (hidden * model.items(targets)).sum(-1)
        negative = (hidden * model.items(negatives)).sum(-1)
        return -(nn.functional.logsigmoid(positive) + nn.functional.logsigmoid(-negative)).mean()

    measure(SasRec(request), request, batch_loss, lambda history: history)


main()
