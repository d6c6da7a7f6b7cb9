# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes autorec.safetensors and cdae.safetensors in this folder: five steps of AutoRec and of CDAE, with the numbers the
golden test expects.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/autoencoder/make.py
Written from the papers (Sedhain et al., WWW 2015; Wu et al., WSDM 2016) with dense 0/1 rows and autograd, without code of
RecScope. Row 0 of the user table belongs to unknown users.
"""
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402
from minibatches import learn  # noqa: E402

# V: items, D: width, PER_STEP: users of a step, K: negatives of an item.
V, USERS, D, PER_STEP, STEPS, K = 9, 5, 4, 4, 5, 2


def run(config, weights, data, dtype):
    is_cdae = config["model"] == "cdae"
    rows = torch.zeros(len(data["lengths"]), V + 2, dtype=dtype)
    begin = 0
    for n, length in enumerate(data["lengths"].tolist()):
        rows[n, data["items"][begin:begin + length].long()] = 1
        begin += length
    users = data["users"]

    def states(w, batch):
        hidden = rows[batch] @ w["encoder.weight"] + w["encoder.bias"]
        if is_cdae:
            hidden = hidden + w["user_embedding.weight"][users[batch] + 1]
        return torch.sigmoid(hidden)

    def scores(w, batch):
        return states(w, batch) @ w["decoder.weight"].T + w["decoder.bias"]

    def loss_of(w, batch):
        values = scores(w, batch)
        if not is_cdae:
            return ((values - rows[batch])[:, 1:V + 1] ** 2).sum() / len(batch)
        losses = []
        starts = torch.cumsum(torch.cat([torch.zeros(1, dtype=torch.long), data["lengths"]]), 0)
        for i, n in enumerate(batch.tolist()):
            for at in range(starts[n], starts[n + 1]):
                losses.append(F.softplus(-values[i, data["items"][at]]))
                losses += [F.softplus(values[i, item]) for item in data["negatives"][at * K:(at + 1) * K]]
        return torch.stack(losses).mean()

    batches = [torch.arange(i, i + PER_STEP) for i in range(0, STEPS * PER_STEP, PER_STEP)]
    everyone = torch.arange(len(data["lengths"]))
    return learn(config, weights, batches, loss_of, lambda w: scores(w, everyone)[:, 1:V + 1], dtype)


def main():
    for seed, name in enumerate(["autorec", "cdae"]):
        generator = torch.Generator().manual_seed(20480 + seed)
        config = dict(model=name, dim=D, input_dropout=0, batch_size=PER_STEP, learning_rate=0.01, clip_norm=0,
                      weight_decay=0.02 if name == "autorec" else 0)
        shapes = {"encoder.weight": (V + 2, D), "encoder.bias": (D,), "decoder.weight": (V + 2, D),
                  "decoder.bias": (V + 2,)}
        if name == "cdae":
            config["negatives"] = K
            shapes["user_embedding.weight"] = (USERS + 1, D)
        weights = {key: 0.5 * torch.randn(shape, generator=generator) for key, shape in sorted(shapes.items())}
        count = STEPS * PER_STEP
        lengths = torch.randint(1, 5, (count,), generator=generator)
        items = torch.cat([torch.sort(torch.randperm(V, generator=generator)[:n] + 1)[0] for n in lengths.tolist()])
        data = {"lengths": lengths, "items": items, "users": torch.randint(-1, USERS, (count,), generator=generator),
                "negatives": torch.randint(1, V + 1, (len(items) * K,), generator=generator)}
        store(FOLDER / f"{name}.safetensors", config, weights, data, lambda dtype: run(config, weights, data, dtype),
              {"items": V, "users": USERS})


main()
