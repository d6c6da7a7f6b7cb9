# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the .safetensors files in this folder, with the numbers the golden test expects: "neumf" from five steps of
NeuMF; "pretrained" from five steps of each of its halves (GMF and MLP) alone and one step after they are joined; "dot"
from sequential SGD on samples for the dot product with which NeuMF is compared.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/ncf/make.py
Written from the papers (He et al., WWW 2017; Rendle et al., RecSys 2020) with autograd, without code of RecScope. The
decay of the dot product is part of the loss: lambda / 2 times the sum of the squares of a sample's parameters.
"""
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402
from minibatches import learn  # noqa: E402

# V: items, PER_STEP: samples of a step, RATE: learning rate of "dot".
V, USERS, PER_STEP, STEPS, RATE = 11, 4, 8, 5, 0.2


def logits(config, w, users, items):
    product = F.embedding(users + 1, w["gmf.user_embedding.weight"]) * F.embedding(items, w["gmf.item_embedding.weight"])
    m = torch.cat([F.embedding(users + 1, w["mlp.user_embedding.weight"]), F.embedding(items, w["mlp.item_embedding.weight"])], -1)
    for i in range(config["layers"]):
        m = torch.relu(F.linear(m, w[f"mlp.layers.{i}.weight"], w[f"mlp.layers.{i}.bias"]))
    return F.linear(torch.cat([product, m], -1), w["output.weight"], w["output.bias"]).squeeze(-1)


def run_neumf(config, weights, data, dtype):
    def loss_of(w, batch):
        return F.binary_cross_entropy_with_logits(logits(config, w, data["users"][batch], data["items"][batch]),
                                                  data["labels"][batch].to(dtype))

    def score(w):
        users, items = torch.meshgrid(torch.arange(USERS), torch.arange(1, V + 1), indexing="ij")
        return logits(config, w, users, items)

    batches = [torch.arange(i, i + PER_STEP) for i in range(0, STEPS * PER_STEP, PER_STEP)]
    return learn(config, weights, batches, loss_of, score, dtype)


def half_logits(half, config, w, users, items):
    """The logits of one half, "gmf" or "mlp", as a separate model with its own output layer."""
    tables = F.embedding(users + 1, w[f"{half}.user_embedding.weight"]), F.embedding(items, w[f"{half}.item_embedding.weight"])
    if half == "gmf":
        values = tables[0] * tables[1]
    else:
        values = torch.cat(tables, -1)
        for i in range(config["layers"]):
            values = torch.relu(F.linear(values, w[f"mlp.layers.{i}.weight"], w[f"mlp.layers.{i}.bias"]))
    return F.linear(values, w[f"{half}.output.weight"], w[f"{half}.output.bias"]).squeeze(-1)


def run_pretrained(config, weights, data, dtype):
    def loss_of(logits_of, batch):
        return F.binary_cross_entropy_with_logits(logits_of(data["users"][batch], data["items"][batch]), data["labels"][batch].to(dtype))

    batches = [torch.arange(i, i + PER_STEP) for i in range(0, (STEPS + 1) * PER_STEP, PER_STEP)]
    w, losses = {}, torch.zeros(STEPS + 1, dtype=dtype)
    for half in ("gmf", "mlp"):
        parameters = {name: torch.nn.Parameter(value.to(dtype).clone()) for name, value in weights.items()
                      if name.startswith(half)}
        adam = torch.optim.Adam(parameters.values(), lr=config["learning_rate"], weight_decay=config["weight_decay"])
        for step in range(STEPS):
            adam.zero_grad()
            loss = loss_of(lambda users, items: half_logits(half, config, parameters, users, items), batches[step])
            loss.backward()
            adam.step()
            losses[step] += loss.detach() / 2
        w.update(parameters)
    w = {name: value.detach().clone() for name, value in w.items()}
    w["output.weight"] = torch.cat([w["gmf.output.weight"], w["mlp.output.weight"]], -1) / 2
    w["output.bias"] = (w["gmf.output.bias"] + w["mlp.output.bias"]) / 2
    results = {f"joined.{name}": value.clone() for name, value in w.items()}
    users, items = torch.meshgrid(torch.arange(USERS), torch.arange(1, V + 1), indexing="ij")
    results["scores"] = logits(config, w, users, items)

    learned = {name: torch.nn.Parameter(value) for name, value in w.items()
               if not name.startswith(("gmf.output", "mlp.output"))}
    descent = torch.optim.SGD(learned.values(), lr=config["learning_rate"], weight_decay=config["weight_decay"])
    loss = loss_of(lambda users, items: logits(config, learned, users, items), batches[STEPS])
    loss.backward()
    descent.step()
    losses[STEPS] = loss.detach()
    w.update({name: value.detach() for name, value in learned.items()})
    results.update({f"plain.{name}": value for name, value in w.items()})
    results["losses"] = losses
    return results


def run_dot(config, weights, data, dtype):
    w = {name: torch.nn.Parameter(value.to(dtype).clone()) for name, value in weights.items()}
    results, losses = {}, []
    for user, item, label in zip(data["users"].tolist(), data["items"].tolist(), data["labels"].to(dtype)):
        parts = [w["gmf.user_embedding.weight"][user + 1], w["gmf.item_embedding.weight"][item], w["user_bias"][user + 1],
                 w["item_bias"][item], w["output.bias"][0]]
        loss = F.binary_cross_entropy_with_logits(parts[0] @ parts[1] + sum(parts[2:]), label)
        (loss + config["decay"] / 2 * sum((part ** 2).sum() for part in parts)).backward()
        losses.append(loss.detach())
        for value in w.values():
            value.data -= RATE * value.grad
            value.grad = None
        if len(losses) in (1, 5):
            results.update({f"after{len(losses)}.{name}": value.detach().clone() for name, value in w.items()})
    results["losses"] = torch.stack(losses)
    scores = w["gmf.user_embedding.weight"] @ w["gmf.item_embedding.weight"].T + w["user_bias"][:, None] + w["item_bias"] + w["output.bias"]
    results["scores"] = scores[1:, 1:V + 1].detach()
    return results


def samples(generator, steps=STEPS):
    count = steps * PER_STEP
    return {"users": torch.randint(USERS, (count,), generator=generator),
            "items": torch.randint(1, V + 1, (count,), generator=generator),
            "labels": torch.randint(2, (count,), generator=generator)}


def main():
    generator = torch.Generator().manual_seed(20370)
    config = dict(model="ncf", scorer="neumf", dim=3, network_dim=8, layers=2, batch_size=PER_STEP, learning_rate=0.01,
                  clip_norm=0, weight_decay=0.01)
    shapes = {"gmf.user_embedding.weight": (USERS + 1, 3), "gmf.item_embedding.weight": (V + 2, 3),
              "mlp.user_embedding.weight": (USERS + 1, 8), "mlp.item_embedding.weight": (V + 2, 8),
              "mlp.layers.0.weight": (8, 16), "mlp.layers.0.bias": (8,), "mlp.layers.1.weight": (4, 8), "mlp.layers.1.bias": (4,),
              "output.weight": (1, 7), "output.bias": (1,)}
    weights = {key: 0.6 * torch.randn(shape, generator=generator) for key, shape in shapes.items()}
    data = samples(generator)
    store(FOLDER / "neumf.safetensors", config, weights, data, lambda dtype: run_neumf(config, weights, data, dtype),
          {"items": V, "users": USERS})

    config = dict(model="ncf", scorer="dot", dim=9, learning_rate=RATE, decay=0.05)
    shapes = {"gmf.user_embedding.weight": (USERS + 1, 9), "gmf.item_embedding.weight": (V + 2, 9), "user_bias": (USERS + 1,),
              "item_bias": (V + 2,), "output.bias": (1,)}
    weights = {key: 0.4 * torch.randn(shape, generator=generator) for key, shape in shapes.items()}
    data = samples(generator)
    store(FOLDER / "dot.safetensors", config, weights, data, lambda dtype: run_dot(config, weights, data, dtype),
          {"items": V, "users": USERS})

    generator = torch.Generator().manual_seed(20371)
    config = dict(model="ncf", scorer="neumf", pretraining_epochs=1, dim=3, network_dim=8, layers=2, batch_size=PER_STEP,
                  learning_rate=0.01, clip_norm=0, weight_decay=0.01)
    shapes = {"gmf.user_embedding.weight": (USERS + 1, 3), "gmf.item_embedding.weight": (V + 2, 3),
              "mlp.user_embedding.weight": (USERS + 1, 8), "mlp.item_embedding.weight": (V + 2, 8),
              "mlp.layers.0.weight": (8, 16), "mlp.layers.0.bias": (8,), "mlp.layers.1.weight": (4, 8), "mlp.layers.1.bias": (4,),
              "gmf.output.weight": (1, 3), "gmf.output.bias": (1,), "mlp.output.weight": (1, 4), "mlp.output.bias": (1,)}
    weights = {key: 0.6 * torch.randn(shape, generator=generator) for key, shape in shapes.items()}
    weights.update({"output.weight": torch.zeros(1, 7), "output.bias": torch.zeros(1)})  # the joined halves overwrite it
    data = samples(generator, STEPS + 1)
    store(FOLDER / "pretrained.safetensors", config, weights, data, lambda dtype: run_pretrained(config, weights, data, dtype),
          {"items": V, "users": USERS})


main()
