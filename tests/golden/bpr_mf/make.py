# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the .safetensors files in this folder (CASES): BPR-MF trained by SGD, one sample after the other, and the scores
afterwards.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/bpr_mf/make.py
Written from the paper (Rendle et al., UAI 2009) with autograd and plain gradient descent, without code of RecScope. Weight
decay is part of the loss: lambda / 2 times the sum of the squares of the parameters that a sample uses.
"""
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402
from sample_descent import descend  # noqa: E402

# V: items, D: width, RATE: learning rate.
USERS, V, D, SAMPLES, RATE = 4, 7, 19, 20, 0.3
CASES = [("bias", dict(item_bias="on")), ("no_bias", dict(item_bias="off"))]


def objective(config):
    def loss_and_decay(w, sample):
        user, positive, negative = sample
        items = w["item_embedding.weight"]
        p, q, r = w["user_embedding.weight"][user + 1], items[positive], items[negative]
        x = p @ q - p @ r
        decay = config["user_decay"] * (p @ p) + config["item_decay"] * (q @ q) + config["negative_decay"] * (r @ r)
        if config["item_bias"] == "on":
            bias = w["item_bias"]
            x = x + bias[positive] - bias[negative]
            decay = decay + config["bias_decay"] * (bias[positive] ** 2 + bias[negative] ** 2)
        return F.softplus(-x), decay / 2
    return loss_and_decay


def run(config, weights, samples, dtype):
    w, results = descend(weights, samples, objective(config), RATE, dtype, finish=average_users)
    users, items = w["user_embedding.weight"], w["item_embedding.weight"]
    results["scores"] = (users @ items.T + w["item_bias"])[:, 1:V + 1]
    return results


def average_users(w):
    """Sets row 0, which represents an unknown user, to the mean of all users."""
    users = w["user_embedding.weight"]
    users[0] = users[1:].mean(0)


def main():
    for seed, (name, changes) in enumerate(CASES):
        generator = torch.Generator().manual_seed(20300 + seed)
        config = dict(model="bpr_mf", dim=D, learning_rate=RATE, user_decay=0.01, item_decay=0.02, negative_decay=0.002,
                      bias_decay=0.05, epochs=1, **changes)
        shapes = {"user_embedding.weight": (USERS + 1, D), "item_embedding.weight": (V + 2, D), "item_bias": (V + 2,)}
        weights = {key: 0.4 * torch.randn(shape, generator=generator) for key, shape in shapes.items()}
        if changes["item_bias"] == "off":
            weights["item_bias"] = torch.zeros(V + 2)
        users = torch.randint(USERS, (SAMPLES,), generator=generator)
        pairs = torch.stack([1 + torch.randperm(V, generator=generator)[:2] for _ in range(SAMPLES)])
        samples = torch.cat([users[:, None], pairs], 1)
        store(FOLDER / f"{name}.safetensors", config, weights, {"samples": samples.reshape(-1)},
              lambda dtype: run(config, weights, samples, dtype), {"items": V, "users": USERS})


main()
