# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes counts.safetensors and smoothed.safetensors in this folder: histories, and the scores of an n-gram model for each.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/ngram/make.py
Written from Shani, Heckerman & Brafman, JMLR 2005, without code of RecScope: one table of counts for each length of a
context, in which every occurrence of a context counts 1, 1/2, 1/4, … for the items after it, of which eight at most
count.
"""
import collections
import pathlib
import sys

import numpy as np
import torch

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402

# V: items, K: order (the longest context), FARTHEST: how many items after a context count.
USERS, V, K, FARTHEST = 40, 12, 3, 8


def histories():
    """Histories in which the next item often has one of the next numbers, so that long contexts occur again."""
    random = np.random.default_rng(20405)
    lists = []
    for _ in range(USERS):
        item, items = random.integers(V), []
        for _ in range(random.integers(1, 15)):
            items.append(1 + int(item))
            item = random.integers(V) if random.random() < 0.3 else (item + random.integers(1, 3)) % V
        lists.append(items)
    return lists


def tables(parts, dtype):
    """tables[k][the last k items] -> (V + 1) counts of the items that follow"""
    result = [collections.defaultdict(lambda: torch.zeros(V + 1, dtype=dtype)) for _ in range(K + 1)]
    for part in parts:
        for k in range(1, K + 1):
            for end in range(k, len(part)):
                for j, item in enumerate(part[end:end + FARTHEST]):
                    result[k][tuple(part[end - k:end])][item] += 0.5 ** j
    return result


def fitted_backoff(parts):
    """The weight of the estimate from a shorter context: the power of four with which each transition between neighbours is
    predicted best from all other transitions, as for the bigram."""
    pairs = collections.Counter((a, b) for part in parts for a, b in zip(part, part[1:]))
    out, into, total = collections.Counter(), collections.Counter(), sum(pairs.values())
    for (a, b), count in pairs.items():
        out[a] += count
        into[b] += count

    def loss(backoff):
        return -sum(count * np.log((count - 1 + backoff * into[b] / (total - 1 + V)) / (out[a] - 1 + backoff))
                    for (a, b), count in pairs.items())

    return min((4 ** i for i in range(10)), key=loss)


def scores(history, counts, shares, backoff):
    estimate, estimates = shares, []
    for k in range(1, min(K, len(history)) + 1):
        of_context = counts[k].get(tuple(history[-k:]), torch.zeros_like(shares))
        estimate = (of_context + backoff * estimate) / (of_context.sum() + backoff)
        estimates.append(estimate)
    return torch.stack(estimates).mean(0)[1:]


def main():
    lists = histories()
    parts = [items[:-2] if len(items) >= 3 else items for items in lists]
    for name, smoothing in [("counts", "off"), ("smoothed", "on")]:
        config = dict(model="ngram", order=K, smoothing=smoothing)
        backoff = fitted_backoff(parts) if smoothing == "on" else 0.001

        def run(dtype):
            shares = torch.bincount(torch.tensor(sum(parts, [])), minlength=V + 1).to(dtype)
            shares = shares / shares.sum()
            counts = tables(parts, dtype)
            return {"scores": torch.stack([scores(items, counts, shares, backoff) for items in lists])}

        store(FOLDER / f"{name}.safetensors", config, {},
              {"items": torch.tensor(sum(lists, [])), "lengths": torch.tensor([len(items) for items in lists])}, run,
              {"items": V})


main()
