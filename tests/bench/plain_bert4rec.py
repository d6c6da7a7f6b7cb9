# SPDX-License-Identifier: GPL-3.0-or-later
"""BERT4Rec (Sun et al., CIKM 2019) in plain PyTorch: the baseline of ./dev bench."""
import torch
from torch import nn

from plain_common import Layer, measure, read_request


class Bert4Rec(nn.Module):
    def __init__(self, r):
        super().__init__()
        dim = r["dim"]
        self.items = nn.Embedding(r["items"] + 2, dim, padding_idx=0)
        self.positions = nn.Embedding(r["max_length"], dim)
        self.norm = nn.LayerNorm(dim)
        self.dropout = nn.Dropout(r["hidden_dropout"])
        self.layers = nn.ModuleList(Layer(r, nn.GELU(), norm_first=False) for _ in range(r["layers"]))
        self.projection = nn.Linear(dim, dim)
        self.output_norm = nn.LayerNorm(dim)
        self.bias = nn.Parameter(torch.zeros(r["items"] + 2))

    def forward(self, tokens):  # (B, T) -> (B, T, C)
        hidden = self.items(tokens) + self.positions.weight[-tokens.size(1):]
        hidden = self.dropout(self.norm(hidden))
        masked_attention = (tokens == 0)[:, None, None, :]
        for layer in self.layers:
            hidden = layer(hidden, masked_attention)
        return hidden

    def scores(self, hidden):  # (M, C) -> (M, V + 2)
        return self.output_norm(nn.functional.gelu(self.projection(hidden))) @ self.items.weight.T + self.bias


def main():
    request = read_request()
    mask = request["items"] + 1

    def batch_loss(model, histories):
        masked = (torch.rand(histories.shape) < request["mask_probability"]) & (histories != 0)
        hidden = model(histories.masked_fill(masked, mask))[masked]
        return nn.functional.cross_entropy(model.scores(hidden), histories[masked])

    def last_input(history):
        return torch.cat([history[:, 1:], torch.full((1, 1), mask)], 1)

    measure(Bert4Rec(request), request, batch_loss, last_input)


main()
