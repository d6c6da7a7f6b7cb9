# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the .safetensors files in this folder (CASES): five steps of each recurrent model, with the numbers the golden
test expects.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/recurrent/make.py
Written from the papers (DREAM: Yu et al., SIGIR 2016) with autograd, without code of RecScope. A sample is a window of a
history: at each of its positions, the next item is predicted.
"""
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402
from minibatches import learn  # noqa: E402

# V: items, D: units and width of the vectors, PER_STEP: windows of a step, K: negatives of a target.
V, D, PER_STEP, K = 11, 6, 4, 3
# Lengths of the windows, PER_STEP in each of five steps.
LENGTHS = [3, 1, 7, 2, 5, 5, 1, 4, 6, 2, 3, 8, 1, 1, 2, 9, 4, 3, 2, 6]

CASES = [("dream", dict(model="dream", loss="bpr", state_activation="sigmoid", weight_decay=0.01)),
         ("dream_tanh", dict(model="dream", loss="top1", state_activation="tanh", clip_norm=0.05))]


def states_of(config, w, items):
    """The state after each item of a window, (L, D)."""
    h = torch.zeros(D, dtype=w["item_embedding.weight"].dtype)
    states = []
    for x in F.embedding(items, w["item_embedding.weight"]):
        total = w["rnn.input.weight"] @ x + w["rnn.hidden.weight"] @ h
        h = torch.sigmoid(total) if config["state_activation"] == "sigmoid" else torch.tanh(total)
        states.append(h)
    return torch.stack(states)


def losses_of(config, scores, targets, negatives):
    """The loss at each position; scores (L, V + 2), targets (L), negatives (L, K)."""
    target, others = scores.gather(1, targets[:, None]), scores.gather(1, negatives)
    if config["loss"] == "bpr":
        return -F.logsigmoid(target - others).sum(1)
    return (torch.sigmoid(others - target) + torch.sigmoid(others ** 2)).mean(1)


def run(config, weights, data, dtype):
    starts = [0]
    for length in LENGTHS:
        starts.append(starts[-1] + length)
    positions = [slice(begin, end) for begin, end in zip(starts, starts[1:])]
    negatives = data["negatives"].reshape(-1, K)

    def scores(w, n):
        return states_of(config, w, data["items"][positions[n]]) @ w["item_embedding.weight"].T

    def loss_of(w, batch):
        return torch.cat([losses_of(config, scores(w, n), data["targets"][positions[n]], negatives[positions[n]])
                          for n in batch]).mean()

    everything = range(len(LENGTHS))
    return learn(config, weights, [everything[i:i + PER_STEP] for i in range(0, len(LENGTHS), PER_STEP)], loss_of,
                 lambda w: torch.stack([scores(w, n)[-1, 1:V + 1] for n in everything]), dtype)


def main():
    for seed, (name, changes) in enumerate(CASES):
        generator = torch.Generator().manual_seed(20520 + seed)
        config = dict(dim=D, max_length=0, input_dropout=0, state_dropout=0, negatives=K, batch_size=PER_STEP,
                      learning_rate=0.01, clip_norm=0)
        config.update(changes)
        shapes = {"item_embedding.weight": (V + 2, D), "rnn.input.weight": (D, D), "rnn.hidden.weight": (D, D)}
        weights = {key: 0.4 * torch.randn(shape, generator=generator) for key, shape in sorted(shapes.items())}
        count = sum(LENGTHS)
        targets = torch.randint(1, V + 1, (count,), generator=generator)
        shifts = torch.randint(1, V, (count, K), generator=generator)
        data = {"lengths": torch.tensor(LENGTHS), "items": torch.randint(1, V + 1, (count,), generator=generator),
                "targets": targets, "negatives": ((targets[:, None] - 1 + shifts) % V + 1).flatten()}
        store(FOLDER / f"{name}.safetensors", config, weights, data, lambda dtype: run(config, weights, data, dtype),
              {"items": V})


main()
