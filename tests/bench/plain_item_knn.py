# SPDX-License-Identifier: GPL-3.0-or-later
"""Item-kNN (Sarwar et al., WWW 2001), cosine, in plain PyTorch: the baseline of ./dev bench. Multiplies
the whole interaction matrix with its transpose, both dense: a sparse product is slower in PyTorch."""
import time

import torch

from plain_common import read_request, report

SECONDS = 3


def nearest_items(r, user, item):
    """user, item: (users, mean_length), the user and the item of each interaction. Returns the most similar items of each
    item."""
    matrix = torch.zeros(r["users"], r["items"] + 2)
    matrix[user.reshape(-1), item.reshape(-1)] = 1
    co_occurrences = matrix.T @ matrix
    root = co_occurrences.diagonal().sqrt()
    similar = co_occurrences / (root[:, None] * root[None] + r["shrink"] + 1e-6)
    similar.fill_diagonal_(0)
    return similar.topk(r["neighbours"], dim=1)


def main():
    r = read_request()
    user = torch.arange(r["users"])[:, None].expand(r["users"], r["mean_length"])
    item = (r["items"] ** torch.rand(user.shape)).long().clamp(1, r["items"])
    nearest_items(r, user, item)  # warms up
    rounds, start = 0, time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        nearest_items(r, user, item)
        rounds += 1
    report(users_per_second=rounds * r["users"] / (time.perf_counter() - start))


main()
