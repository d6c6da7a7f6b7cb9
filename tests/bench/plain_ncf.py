# SPDX-License-Identifier: GPL-3.0-or-later
"""NeuMF (He et al., WWW 2017) and the dot product it is compared with (Rendle et al., RecSys 2020), in plain PyTorch:
the baseline of ./dev bench. RecScope updates the dot product after every sample, which is too slow in PyTorch. So
this script uses batches of 1024 for it."""
import torch
from torch import nn
from torch.nn import functional as F

from plain_common import read_request
from plain_next_item import measure

DOT_BATCH = 1024


class NeuMf(nn.Module):
    def __init__(self, r):
        super().__init__()
        users, items, d, e = r["users"], r["items"] + 1, r["dim"], r["network_dim"]
        self.users, self.items, self.network_users, self.network_items = (
            nn.Embedding(rows, width) for rows, width in ((users, d), (items, d), (users, e), (items, e)))
        widths = [2 * e // 2 ** i for i in range(r["layers"] + 1)]
        self.layers = nn.Sequential(*(part for i, o in zip(widths, widths[1:]) for part in (nn.Linear(i, o), nn.ReLU())))
        self.output = nn.Linear(d + widths[-1], 1)

    def forward(self, users, items):
        network = self.layers(torch.cat([self.network_users(users), self.network_items(items)], 1))
        return self.output(torch.cat([self.users(users) * self.items(items), network], 1)).squeeze(1)


class Dot(nn.Module):
    def __init__(self, r):
        super().__init__()
        self.users, self.items = nn.Embedding(r["users"], r["dim"]), nn.Embedding(r["items"] + 1, r["dim"])
        self.user_bias, self.item_bias = nn.Embedding(r["users"], 1), nn.Embedding(r["items"] + 1, 1)
        self.bias, self.decay = nn.Parameter(torch.zeros(1)), r["decay"]

    def forward(self, users, items):
        self.used = [self.users(users), self.items(items), self.user_bias(users), self.item_bias(items)]
        return (self.used[0] * self.used[1]).sum(1) + (self.used[2] + self.used[3]).squeeze(1) + self.bias

    def decay_term(self):
        return self.decay / 2 * sum(part.square().sum() for part in self.used)


def main():
    r = read_request()
    is_network = r["scorer"] == "neumf"
    model = NeuMf(r) if is_network else Dot(r)
    optimizer = (torch.optim.Adam if is_network else torch.optim.SGD)(model.parameters(), lr=r["learning_rate"])
    batch = r["batch_size"] if is_network else DOT_BATCH
    all_users = torch.arange(r["users"]).repeat_interleave(r["mean_length"])
    all_items = (r["items"] ** torch.rand(len(all_users))).long().clamp(1, r["items"])
    has = torch.zeros(r["users"], r["items"] + 1, dtype=torch.bool)  # True where the user has the item
    has[all_users, all_items] = True

    def batch_loss():
        chosen = torch.randint(len(all_users), (batch,))
        users, is_positive = all_users[chosen], torch.rand(batch) * (r["negatives"] + 1) < 1
        others = torch.randint(1, r["items"] + 1, (batch,))
        while (hits := has[users, others]).any():
            others[hits] = torch.randint(1, r["items"] + 1, (int(hits.sum()),))
        logits = model(users, torch.where(is_positive, all_items[chosen], others))
        if is_network:
            return F.binary_cross_entropy_with_logits(logits, is_positive.float())
        return F.binary_cross_entropy_with_logits(logits, is_positive.float(), reduction="sum") + model.decay_term()

    measure(optimizer, batch_loss, batch)


main()
