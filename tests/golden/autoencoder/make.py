# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes autorec.safetensors, cdae.safetensors and rbm.safetensors in this folder: five steps of AutoRec, of CDAE and of the
restricted Boltzmann machine, with the numbers the golden test expects.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/autoencoder/make.py
Written from the papers (Sedhain et al., WWW 2015; Wu et al., WSDM 2016; Salakhutdinov et al., ICML 2007) with dense 0/1 rows
and autograd, without code of RecScope. Row 0 of the user table belongs to unknown users. The gradient of contrastive
divergence is that of the free energy of the data minus the free energy of the samples, which count as constants.
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
    is_cdae, is_rbm = config["model"] == "cdae", config["model"] == "rbm"
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
        decoder = w["encoder.weight"] if is_rbm else w["decoder.weight"]
        return states(w, batch) @ decoder.T + w["decoder.bias"]

    def sample(probabilities, draws):
        assert (probabilities - draws).abs().min() > 1e-5  # the same samples in float32 and float64
        return (draws < probabilities).to(dtype)

    def free_energy(w, visible):
        hidden = F.softplus(visible @ w["encoder.weight"] + w["encoder.bias"])
        return -(visible @ w["decoder.bias"]) - hidden.sum(1)

    def contrastive_divergence(w, batch):
        with torch.no_grad():
            hidden = sample(states(w, batch), data["hidden_draws"][batch])
            probabilities = torch.sigmoid(hidden @ w["encoder.weight"].T + w["decoder.bias"])[:, 1:V + 1]
            reconstruction = torch.zeros_like(rows[batch])
            reconstruction[:, 1:V + 1] = sample(probabilities, data["visible_draws"][batch])
            error = ((rows[batch][:, 1:V + 1] - probabilities) ** 2).sum() / len(batch)
        difference = (free_energy(w, rows[batch]) - free_energy(w, reconstruction)).mean()
        return difference + (error - difference).detach()  # the value is the error, the gradient that of the difference

    def loss_of(w, batch):
        if is_rbm:
            return contrastive_divergence(w, batch)
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
    for seed, name in enumerate(["autorec", "cdae", "rbm"]):
        generator = torch.Generator().manual_seed(20480 + seed)
        config = dict(model=name, dim=D, input_dropout=0, batch_size=PER_STEP, learning_rate=0.01, clip_norm=0,
                      weight_decay=0 if name == "cdae" else 0.02)
        shapes = {"encoder.weight": (V + 2, D), "encoder.bias": (D,), "decoder.weight": (V + 2, D),
                  "decoder.bias": (V + 2,)}
        if name == "cdae":
            config["negatives"] = K
            shapes["user_embedding.weight"] = (USERS + 1, D)
        if name == "rbm":
            del config["input_dropout"], shapes["decoder.weight"]
        weights = {key: 0.5 * torch.randn(shape, generator=generator) for key, shape in sorted(shapes.items())}
        count = STEPS * PER_STEP
        lengths = torch.randint(1, 5, (count,), generator=generator)
        items = torch.cat([torch.sort(torch.randperm(V, generator=generator)[:n] + 1)[0] for n in lengths.tolist()])
        data = {"lengths": lengths, "items": items, "users": torch.randint(-1, USERS, (count,), generator=generator),
                "negatives": torch.randint(1, V + 1, (len(items) * K,), generator=generator)}
        if name == "rbm":
            data["hidden_draws"] = torch.rand((count, D), generator=generator)
            data["visible_draws"] = torch.rand((count, V), generator=generator)
        store(FOLDER / f"{name}.safetensors", config, weights, data, lambda dtype: run(config, weights, data, dtype),
              {"items": V, "users": USERS})


main()
