# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes fpmc.safetensors in this folder: SGD on transitions, one sample after the other, and the scores afterwards.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/fpmc/make.py
Written from Rendle et al. (WWW 2010, sections 4 and 5) for baskets of one item with autograd, without code of
RecScope. The score of item c for user u after item l is P_u . Q_c + M_l . N_c. The decay is lambda / 2 times the sum of
the squares of the vectors that a sample uses.
"""
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402
from sample_descent import descend, popularity, transitions  # noqa: E402

# V: items, D: width, RATE: learning rate.
USERS, V, D, SAMPLES, RATE, DECAY = 4, 7, 19, 20, 0.3, 0.02
PREVIOUS, NEXT = "transition.previous_embedding.weight", "transition.next_embedding.weight"
USER, ITEM = "taste.user_embedding.weight", "taste.item_embedding.weight"


def objective(w, sample):
    user, last, positive, negative = sample
    used = p, qi, qj, m, ni, nj = (w[USER][user + 1], w[ITEM][positive], w[ITEM][negative], w[PREVIOUS][last],
                                   w[NEXT][positive], w[NEXT][negative])
    x = (p @ qi + m @ ni) - (p @ qj + m @ nj)
    return F.softplus(-x), DECAY / 2 * sum(vector @ vector for vector in used)


def run(weights, samples, dtype):
    w, results = descend(weights, samples, objective, RATE, dtype)
    # (U + 1, V + 1, V). Axis 0: an unknown user, then each user. Axis 1: an empty history, then each item as the
    # newest one. Axis 2: the scored items.
    scores = ((w[USER] @ w[ITEM].T)[:, None] + (w[PREVIOUS][:-1] @ w[NEXT].T)[None])[:, :, 1:-1]
    scores[0, 0] = popularity(w["item_count"])
    results["scores"] = scores
    return results


def main():
    generator = torch.Generator().manual_seed(20401)
    config = dict(model="fpmc", dim=D, learning_rate=RATE, decay=DECAY, epochs=1)
    weights = {name: 0.4 * torch.randn((V + 2, D), generator=generator) for name in (PREVIOUS, NEXT, ITEM)}
    for table in weights.values():
        table[0] = table[-1] = 0
    weights[USER] = 0.4 * torch.randn((USERS + 1, D), generator=generator)
    weights[USER][0] = 0
    weights["item_count"] = torch.tensor([0., 5, 0, 3, 9, 1, 2, 2, 0])
    samples = transitions(generator, USERS, V, SAMPLES)
    store(FOLDER / "fpmc.safetensors", config, weights, {"samples": samples.reshape(-1)},
          lambda dtype: run(weights, samples, dtype), {"items": V, "users": USERS})


main()
