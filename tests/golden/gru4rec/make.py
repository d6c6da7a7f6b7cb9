# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the .safetensors files in this folder (CASES): an epoch of GRU4Rec, with the numbers the golden test expects.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/gru4rec/make.py
Written from the papers (Hidasi et al., ICLR 2016; Hidasi & Karatzoglou, CIKM 2018) with torch.gru_cell and autograd, without
code of RecScope. Each candidate has its own column of scores, even if it is drawn twice, and Adagrad updates each row
separately.
"""
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402

# V: items, D: width, SLOTS: sessions that train in parallel.
V, D, SLOTS = 11, 9, 3
LENGTHS = [5, 1, 2, 7, 3, 0, 4, 6]  # training items per user; users with fewer than 2 have no target

CASES = [  # (file name, changes of the model's defaults)
    ("ce", dict(loss="ce", extra_negatives=7)),
    ("ce_logq", dict(loss="ce", extra_negatives=7, popularity_power=0.75, log_q=1.0)),
    ("bpr", dict(loss="bpr")),
    ("top1_untied", dict(loss="top1", layers=2, tied_output="off", reset_gate="before")),
    ("bpr_max", dict(loss="bpr_max", extra_negatives=9, score_penalty=1.95, elu=0.5, momentum=0.4)),
    ("top1_max", dict(loss="top1_max", extra_negatives=5, reset_gate="before", momentum=0.2, tied_output="off")),
]


def make_config(changes):
    config = dict(model="gru4rec", dim=D, layers=1, batch_size=SLOTS, learning_rate=0.1, epochs=1, extra_negatives=0,
                  popularity_power=0.5, score_penalty=1.0, elu=0.0, log_q=0.0, momentum=0.0, tied_output="on",
                  reset_gate="after", input_dropout=0.0, hidden_dropout=0.0)
    config.update(changes)
    return config


def make_weights(config, generator):
    shapes = {"item_embedding.weight": (V + 2, D), "output.bias": (V + 2,)}
    if config["tied_output"] == "off":
        shapes["output_embedding.weight"] = (V + 2, D)
    for i in range(config["layers"]):
        for kind in ("input", "hidden"):
            shapes[f"gru.layers.{i}.{kind}.weight"] = (3 * D, D)
            shapes[f"gru.layers.{i}.{kind}.bias"] = (3 * D,)
    return {name: 0.5 * torch.randn(shape, generator=generator) for name, shape in sorted(shapes.items())}


def cell(config, w, i, x, h):
    name = f"gru.layers.{i}."
    tensors = [w[name + part] for part in ("input.weight", "hidden.weight", "input.bias", "hidden.bias")]
    if config["reset_gate"] == "after":
        return torch.gru_cell(x, h, *tensors)
    W, U, b, c = tensors
    r, z = torch.sigmoid(F.linear(x, W[:2 * D], b[:2 * D]) + F.linear(h, U[:2 * D], c[:2 * D])).chunk(2, dim=1)
    n = torch.tanh(F.linear(x, W[2 * D:], b[2 * D:]) + F.linear(r * h, U[2 * D:], c[2 * D:]))
    return (1 - z) * n + z * h


def row_loss(config, r, target):
    """The loss of one slot: r, its scores (columns); target, the column of its target."""
    others = torch.cat([r[:target], r[target + 1:]])
    loss = config["loss"]
    if loss == "ce":
        return -torch.log_softmax(r, 0)[target]
    if loss == "bpr":
        return -F.logsigmoid(r[target] - others).sum()
    if loss == "top1":
        return (torch.sigmoid(others - r[target]) + torch.sigmoid(others ** 2)).mean()
    if loss == "top1_max":
        s = torch.softmax(others, 0)
        return (s * (torch.sigmoid(others - r[target]) + torch.sigmoid(others ** 2))).sum()
    if config["elu"] > 0:
        r = F.elu(r, config["elu"])
        others = torch.cat([r[:target], r[target + 1:]])
    s = torch.softmax(others, 0)
    probability = (s * torch.sigmoid(r[target] - others)).sum()
    return -torch.log(probability + 1e-24) + config["score_penalty"] * (s * others ** 2).sum()


class Adagrad:
    """Adagrad with momentum, which updates only those rows of a table that the step used."""

    def __init__(self, config, w):
        self.config = config
        self.squares = {name: torch.zeros_like(value) for name, value in w.items()}
        self.velocity = {name: torch.zeros_like(value) for name, value in w.items()}

    def step(self, w, used):
        for name, value in w.items():
            rows = sorted(used[name]) if name in used else range(len(value))
            for row in rows:
                gradient = value.grad[row]
                self.squares[name][row] += gradient ** 2
                move = -self.config["learning_rate"] * gradient / torch.sqrt(self.squares[name][row] + 1e-6)
                if self.config["momentum"] > 0:
                    move = self.config["momentum"] * self.velocity[name][row] + move
                    self.velocity[name][row] = move
                value.data[row] += move
            value.grad = None


def run(config, weights, sessions, negatives, dtype):
    w = {name: torch.nn.Parameter(value.to(dtype).clone()) for name, value in weights.items()}
    optimizer = Adagrad(config, w)
    output = "item_embedding.weight" if config["tied_output"] == "on" else "output_embedding.weight"
    counts = torch.zeros(V + 2, dtype=dtype)
    for session in sessions:
        for item in session:
            counts[item] += 1
    waiting = [session for session in sessions if len(session) > 1]
    slots = [[session, 0] for session in waiting[:SLOTS]]
    waiting = waiting[SLOTS:]
    states = [torch.zeros(len(slots), D, dtype=dtype) for _ in range(config["layers"])]
    results, losses = {}, []
    while len(slots) >= (1 if config["extra_negatives"] else 2):
        inputs = torch.tensor([session[at] for session, at in slots])
        targets = torch.tensor([session[at + 1] for session, at in slots])
        drawn = negatives[len(losses)]
        columns = torch.cat([targets, drawn])
        x = F.embedding(inputs, w["item_embedding.weight"])
        for i in range(config["layers"]):
            x = cell(config, w, i, x, states[i])
            states[i] = x.detach()
        scores = x @ w[output][columns].T + w["output.bias"][columns]
        if config["loss"] == "ce" and config["log_q"] > 0:
            weight = torch.cat([counts[targets], counts[drawn] ** config["popularity_power"]])
            scores = scores - config["log_q"] * weight.log()
        total = sum(row_loss(config, scores[b], b) for b in range(len(slots)))
        (total / SLOTS).backward()
        losses.append(total.detach() / len(slots))
        used = {"item_embedding.weight": set(inputs.tolist()), "output.bias": set(columns.tolist())}
        used.setdefault(output, set()).update(columns.tolist())
        optimizer.step(w, used)
        if len(losses) in (1, 5):
            results.update({f"after{len(losses)}.{name}": value.detach().clone() for name, value in w.items()})
        keep, fresh, following = [], [], []
        for slot, (session, at) in enumerate(slots):
            if at + 2 == len(session):
                if not waiting:
                    continue
                session, at = waiting.pop(0), -1
            keep.append(slot)
            fresh.append(at == -1)
            following.append([session, at + 1])
        slots = following
        states = [state[keep] * (~torch.tensor(fresh, dtype=torch.bool)).to(dtype)[:, None] for state in states]
    results.update({f"end.{name}": value.detach().clone() for name, value in w.items()})
    results["losses"] = torch.stack(losses)
    rows = []
    for session in sessions:
        states = [torch.zeros(1, D, dtype=dtype) for _ in range(config["layers"])]
        for item in session:
            x = w["item_embedding.weight"][item][None]
            for i in range(config["layers"]):
                x = states[i] = cell(config, w, i, x, states[i])
        rows.append((states[-1] @ w[output].T + w["output.bias"])[0, 1:V + 1].detach())
    results["scores"] = torch.stack(rows)
    return results


def main():
    for seed, (name, changes) in enumerate(CASES):
        generator = torch.Generator().manual_seed(20280 + seed)
        config = make_config(changes)
        weights = make_weights(config, generator)
        sessions = [torch.randint(1, V + 1, (length,), generator=generator).tolist() for length in LENGTHS]
        occurring = torch.tensor(sorted({item for session in sessions for item in session}))
        steps = sum(LENGTHS)  # more than are needed
        negatives = occurring[torch.randint(len(occurring), (steps, config["extra_negatives"]), generator=generator)]
        data = {"lengths": torch.tensor(LENGTHS), "items": torch.tensor(sum(sessions, [])),
                "negatives": negatives.reshape(-1)}
        if not config["extra_negatives"]:
            del data["negatives"]
        store(FOLDER / f"{name}.safetensors", config, weights, data,
              lambda dtype: run(config, weights, sessions, negatives, dtype), {"items": V})


main()
