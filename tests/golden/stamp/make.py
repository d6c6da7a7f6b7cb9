# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the .safetensors files in this folder (CASES): five steps of STAMP, with the numbers the golden test expects.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/stamp/make.py
Written with autograd and without code of RecScope, from the paper (Liu et al., KDD 2018, equations 3 to 9) and, for the
cases in which the authors' code differs from it, from that code.
"""
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402
from minibatches import learn, prefixes  # noqa: E402

# V: items, D: width, PER_STEP: samples of a step.
V, D, PER_STEP = 11, 9, 4
# History lengths of the samples, PER_STEP in each of five steps.
LENGTHS = [3, 1, 7, 2, 5, 5, 1, 4, 6, 2, 3, 8, 1, 1, 2, 9, 4, 3, 2, 6]
MAX_READ = 6  # how many of a history's newest items are read

CASES = [("code", dict(biases="off", add_mean="on", weight_decay=0.01)),
         ("paper", dict(biases="on", add_mean="off", clip_norm=0.05))]


def state(config, w, history):
    x = F.embedding(torch.tensor(history[-MAX_READ:]), w["item_embedding.weight"])
    x = x / x.norm(dim=1, keepdim=True).clamp(min=1)
    mean, last = x.mean(0), x[-1]
    zero = torch.zeros(D, dtype=x.dtype)
    gates = torch.sigmoid(x @ w["attention.item.weight"].T + w["attention.last.weight"] @ last
                          + w["attention.mean.weight"] @ mean + w.get("attention.bias", zero))
    mixed = ((gates @ w["attention.vector"])[:, None] * x).sum(0)
    if config["add_mean"] == "on":
        mixed = mixed + mean
    general = torch.tanh(w["session.weight"] @ mixed + w.get("session.bias", zero))
    return general * torch.tanh(w["last.weight"] @ last + w.get("last.bias", zero))


def run(config, weights, histories, targets, dtype):
    def scores(w, chosen):
        return torch.stack([state(config, w, histories[i]) for i in chosen]) @ w["item_embedding.weight"][1:V + 1].T

    batches = [range(i, i + PER_STEP) for i in range(0, len(histories), PER_STEP)]
    return learn(config, weights, batches, lambda w, batch: F.cross_entropy(scores(w, batch), targets[list(batch)] - 1),
                 lambda w: scores(w, range(len(histories))), dtype)


def main():
    for seed, (name, changes) in enumerate(CASES):
        generator = torch.Generator().manual_seed(20340 + seed)
        config = dict(model="stamp", dim=D, max_length=MAX_READ, batch_size=PER_STEP, learning_rate=0.01, clip_norm=0)
        config.update(changes)
        shapes = {"item_embedding.weight": (V + 2, D), "attention.vector": (D,)}
        shapes.update({f"{part}.weight": (D, D) for part in
                       ("attention.item", "attention.last", "attention.mean", "session", "last")})
        if config["biases"] == "on":
            shapes.update({f"{part}.bias": (D,) for part in ("attention", "session", "last")})
        # With this scale about half of the item vectors are longer than 1.
        weights = {key: 0.35 * torch.randn(shape, generator=generator) for key, shape in sorted(shapes.items())}
        histories, targets, data = prefixes(V, LENGTHS, generator)
        store(FOLDER / f"{name}.safetensors", config, weights, data,
              lambda dtype: run(config, weights, histories, targets, dtype), {"items": V})


main()
