# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the .safetensors files in this folder (CASES): five steps of NARM, with the numbers the golden test expects.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/narm/make.py
Written with autograd and without code of RecScope, from the paper (Li et al., CIKM 2017) and, for the cases in which the
authors' code differs from it, from that code.
"""
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402
from minibatches import learn, prefixes  # noqa: E402

# V: items, D: width of an item vector, H: width of the GRU, PER_STEP: samples of a step.
V, D, H, PER_STEP = 11, 7, 9, 4
# History lengths of the samples, PER_STEP in each of five steps.
LENGTHS = [3, 1, 7, 2, 5, 5, 1, 4, 6, 2, 3, 8, 1, 1, 2, 9, 4, 3, 2, 6]
MAX_READ = 6  # how many of a history's newest items are read

CASES = [("paper", dict(attention_gate="sigmoid", attention_softmax="off", gru_gate="hard_sigmoid", weight_decay=0.01)),
         ("code", dict(attention_gate="hard_sigmoid", attention_softmax="on", gru_gate="hard_sigmoid", clip_norm=0.05)),
         ("soft", dict(attention_gate="sigmoid", attention_softmax="on", gru_gate="sigmoid"))]

GATES = {"sigmoid": torch.sigmoid, "hard_sigmoid": lambda x: (0.2 * x + 0.5).clamp(0, 1)}


def state(config, w, history):
    gate = GATES[config["gru_gate"]]
    W, U, b = (w[f"gru.layers.0.{part}"] for part in ("input.weight", "hidden.weight", "input.bias"))
    h = torch.zeros(H, dtype=W.dtype)
    states = []
    for x in F.embedding(torch.tensor(history[-MAX_READ:]), w["item_embedding.weight"]):
        r, z = gate(W[:2 * H] @ x + b[:2 * H] + U[:2 * H] @ h).chunk(2)
        n = torch.tanh(W[2 * H:] @ x + b[2 * H:] + U[2 * H:] @ (r * h))
        h = (1 - z) * n + z * h
        states.append(h)
    states = torch.stack(states)
    gates = GATES[config["attention_gate"]](states @ w["attention.state.weight"].T + w["attention.last.weight"] @ h)
    alphas = gates @ w["attention.vector"]
    if config["attention_softmax"] == "on":
        alphas = alphas.softmax(0)
    return w["output.projection.weight"] @ torch.cat([(alphas[:, None] * states).sum(0), h])


def run(config, weights, histories, targets, dtype):
    def scores(w, chosen):
        return torch.stack([state(config, w, histories[i]) for i in chosen]) @ w["item_embedding.weight"][1:V + 1].T

    batches = [range(i, i + PER_STEP) for i in range(0, len(histories), PER_STEP)]
    return learn(config, weights, batches, lambda w, batch: F.cross_entropy(scores(w, batch), targets[list(batch)] - 1),
                 lambda w: scores(w, range(len(histories))), dtype)


def main():
    for seed, (name, changes) in enumerate(CASES):
        generator = torch.Generator().manual_seed(20350 + seed)
        config = dict(model="narm", dim=D, units=H, max_length=MAX_READ, batch_size=PER_STEP, learning_rate=0.01,
                      clip_norm=0, input_dropout=0, state_dropout=0)
        config.update(changes)
        shapes = {"item_embedding.weight": (V + 2, D), "attention.vector": (H,), "attention.state.weight": (H, H),
                  "attention.last.weight": (H, H), "output.projection.weight": (D, 2 * H),
                  "gru.layers.0.input.weight": (3 * H, D), "gru.layers.0.hidden.weight": (3 * H, H),
                  "gru.layers.0.input.bias": (3 * H,)}
        weights = {key: 0.4 * torch.randn(shape, generator=generator) for key, shape in sorted(shapes.items())}
        histories, targets, data = prefixes(V, LENGTHS, generator)
        store(FOLDER / f"{name}.safetensors", config, weights, data,
              lambda dtype: run(config, weights, histories, targets, dtype), {"items": V})


main()
