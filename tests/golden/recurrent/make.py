# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the .safetensors files in this folder (CASES): five steps of each recurrent model, with the numbers the golden
test expects.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/recurrent/make.py
Written from the papers (DREAM: Yu et al., SIGIR 2016; user-based GRU: Donkers et al., RecSys 2017) with autograd and
without code of RecScope. A sample is a window of a history: at each of its positions, the next item is predicted.
"""
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402
from minibatches import learn  # noqa: E402

# V: items, USERS: users, D: units and width of the vectors, PER_STEP: windows of a step, K: negatives of a target.
V, USERS, D, PER_STEP, K = 11, 5, 6, 4, 3
# Lengths of the windows, PER_STEP in each of five steps.
LENGTHS = [3, 1, 7, 2, 5, 5, 1, 4, 6, 2, 3, 8, 1, 1, 2, 9, 4, 3, 2, 6]

CASES = [("dream", dict(model="dream", loss="bpr", state_activation="sigmoid", weight_decay=0.01)),
         ("dream_tanh", dict(model="dream", loss="top1", state_activation="tanh", clip_norm=0.05)),
         ("user_gru", dict(model="user_gru", loss="ce", weight_decay=0.01)),
         ("user_gru_bpr_max", dict(model="user_gru", loss="bpr_max", score_penalty=0.5)),
         ("lstm", dict(model="lstm", loss="ce")), ("lstm_top1_max", dict(model="lstm", loss="top1_max"))]


def states_of(config, w, items, user):
    """The state after each item of a user's window, (L, D)."""
    h = torch.zeros(1, D, dtype=w["item_embedding.weight"].dtype)
    cell = h
    states = []
    for x in F.embedding(items, w["item_embedding.weight"]):
        if config["model"] == "dream":
            total = w["rnn.input.weight"] @ x + w["rnn.hidden.weight"] @ h[0]
            h = (torch.sigmoid(total) if config["state_activation"] == "sigmoid" else torch.tanh(total))[None]
        elif config["model"] == "lstm":
            h, cell = torch.lstm_cell(x[None], (h, cell), w["rnn.input.weight"], w["rnn.hidden.weight"],
                                      w["rnn.input.bias"], torch.zeros_like(w["rnn.input.bias"]))
        else:
            item_and_user = torch.cat([x, w["user_embedding.weight"][user + 1]])[None]
            h = torch.gru_cell(item_and_user, h, w["rnn.input.weight"], w["rnn.hidden.weight"], w["rnn.input.bias"],
                               w["rnn.hidden.bias"])
        states.append(h[0])
    return torch.stack(states)


def losses_of(config, scores, targets, negatives):
    """The loss at each position; scores (L, V + 2), targets (L), negatives (L, K)."""
    if config["loss"] == "ce":
        return F.cross_entropy(scores[:, 1:V + 1], targets - 1, reduction="none")
    target, others = scores.gather(1, targets[:, None]), scores.gather(1, negatives)
    if config["loss"] == "bpr":
        return -F.logsigmoid(target - others).sum(1)
    if config["loss"] == "bpr_max":
        s = others.softmax(1)
        return (-torch.log((s * torch.sigmoid(target - others)).sum(1) + 1e-24) +
                config["score_penalty"] * (s * others ** 2).sum(1))
    terms = torch.sigmoid(others - target) + torch.sigmoid(others ** 2)
    return terms.mean(1) if config["loss"] == "top1" else (others.softmax(1) * terms).sum(1)


def run(config, weights, data, dtype):
    starts = [0]
    for length in LENGTHS:
        starts.append(starts[-1] + length)
    positions = [slice(begin, end) for begin, end in zip(starts, starts[1:])]
    negatives = data["negatives"].reshape(-1, K)

    def scores(w, n):
        states = states_of(config, w, data["items"][positions[n]], data["users"][n])
        return states @ w["item_embedding.weight"].T + w.get("output.bias", 0)

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
        if config["model"] == "user_gru":
            shapes.update({"rnn.input.weight": (3 * D, 2 * D), "rnn.hidden.weight": (3 * D, D),
                           "rnn.input.bias": (3 * D,), "rnn.hidden.bias": (3 * D,), "output.bias": (V + 2,),
                           "user_embedding.weight": (USERS + 1, D)})
        if config["model"] == "lstm":
            shapes.update({"rnn.input.weight": (4 * D, D), "rnn.hidden.weight": (4 * D, D),
                           "rnn.input.bias": (4 * D,), "output.bias": (V + 2,)})
        weights = {key: 0.4 * torch.randn(shape, generator=generator) for key, shape in sorted(shapes.items())}
        count = sum(LENGTHS)
        targets = torch.randint(1, V + 1, (count,), generator=generator)
        shifts = torch.randint(1, V, (count, K), generator=generator)
        data = {"lengths": torch.tensor(LENGTHS), "items": torch.randint(1, V + 1, (count,), generator=generator),
                "targets": targets, "negatives": ((targets[:, None] - 1 + shifts) % V + 1).flatten(),
                "users": torch.randint(0, USERS, (len(LENGTHS),), generator=generator)}
        store(FOLDER / f"{name}.safetensors", config, weights, data, lambda dtype: run(config, weights, data, dtype),
              {"items": V, "users": USERS})


main()
