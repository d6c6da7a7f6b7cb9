# SPDX-License-Identifier: GPL-3.0-or-later
"""SASRec (Kang & McAuley, ICDM 2018) written down plainly with PyTorch's own layers: the baseline of ./dev bench."""
import torch
from torch import nn

from plain_common import measure, read_request


class SasRec(nn.Module):
    def __init__(self, r):
        super().__init__()
        dim = r["dim"]
        self.scale = dim ** 0.5
        self.items = nn.Embedding(r["items"] + 2, dim, padding_idx=0)
        self.positions = nn.Embedding(r["max_length"], dim)
        self.dropout = nn.Dropout(r["hidden_dropout"])
        layer = nn.TransformerEncoderLayer(dim, r["heads"], r["inner_dim"], r["hidden_dropout"], "relu",
                                           batch_first=True, norm_first=True)
        self.encoder = nn.TransformerEncoder(layer, r["layers"], nn.LayerNorm(dim))

    def forward(self, tokens):  # (B, T) -> (B, T, C)
        length = tokens.size(1)
        hidden = self.items(tokens) * self.scale + self.positions.weight[-length:]
        later = torch.ones(length, length).triu(1).bool()
        return self.encoder(self.dropout(hidden), mask=later)

    def scores(self, hidden):  # (M, C) -> (M, V + 2)
        return hidden @ self.items.weight.T


def main():
    request = read_request()

    def batch_loss(model, histories):
        hidden, targets = model(histories[:, :-1]), histories[:, 1:]
        if request["loss"] == "ce":
            return nn.functional.cross_entropy(model.scores(hidden).flatten(0, 1), targets.flatten())
        negatives = torch.randint(1, request["items"] + 1, targets.shape)
        positive = (hidden * model.items(targets)).sum(-1)
        negative = (hidden * model.items(negatives)).sum(-1)
        return -(nn.functional.logsigmoid(positive) + nn.functional.logsigmoid(-negative)).mean()

    measure(SasRec(request), request, batch_loss, lambda history: history)


main()
