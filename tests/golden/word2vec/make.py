# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the .safetensors files in this folder (CASES): SGD on word2vec samples, one after the other, and the scores
afterwards.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/word2vec/make.py
Written from Mikolov et al. (NIPS 2013, section 2.2) with autograd, without code of RecScope: h is the mean of the
context vectors; the loss is -log sigmoid(o_i . h) - sum_j log sigmoid(-o_j . h), where j runs over all sampled
negatives; a negative that was drawn twice counts twice.
"""
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402
from sample_descent import descend, popularity  # noqa: E402

# V: items, D: width, RATE: learning rate, WINDOW: context items on each side.
V, D, SAMPLES, RATE, WINDOW, NEGATIVES = 9, 19, 20, 0.3, 3, 4
INPUT, OUTPUT = "item_embedding.weight", "output_embedding.weight"
# (name, maximum number of context items of a sample, how many of a history's newest items the scores use).
# "_whole": see mean_of.
CASES = [("cbow", 2 * WINDOW, WINDOW), ("skip_gram", 1, 1), ("cbow_whole", 2 * WINDOW, WINDOW)]


def mean_of(context, whole):
    """(n, d) -> (d), the mean. If `whole`, each of the n vectors receives the gradient of the mean undivided by n, as in the
    word2vec program."""
    return context.mean(0).detach() + context.sum(0) - context.sum(0).detach() if whole else context.mean(0)


def objective(w, sample, whole):
    positive, count, *tokens = sample
    h = mean_of(w[INPUT][tokens[:count]], whole)
    loss = F.softplus(-w[OUTPUT][positive] @ h) + F.softplus(w[OUTPUT][tokens[-NEGATIVES:]] @ h).sum()
    return loss, torch.zeros(())


def run(weights, samples, reads, whole, dtype):
    w, results = descend(weights, samples, lambda w, sample: objective(w, sample, whole), RATE, dtype)
    # scores after an empty history, and after the histories 1; 1 2; 1 2 3; …
    rows = [popularity(w["item_count"])]
    for last in range(1, V + 1):
        rows.append((w[OUTPUT] @ w[INPUT][max(1, last + 1 - reads):last + 1].mean(0))[1:-1])
    results["scores"] = torch.stack(rows)
    return results


def run_softmax(weights, samples, whole, dtype):
    """One step on the sum of all samples' losses."""
    w = {name: torch.nn.Parameter(value.to(dtype).clone()) for name, value in weights.items()}
    h = torch.stack([mean_of(w[INPUT][tokens[:count]], whole) for _, count, *tokens in samples.tolist()])
    loss = F.cross_entropy(h @ w[OUTPUT][1:-1].T, samples[:, 0] - 1, reduction="sum")
    loss.backward()
    for name in (INPUT, OUTPUT):
        w[name].data -= RATE * w[name].grad
    return {"loss": loss.detach()[None], **{f"softmax.{name}": value.detach() for name, value in w.items()}}


def main():
    for seed, (name, max_context, reads) in enumerate(CASES):
        model, whole = name.removesuffix("_whole"), name.endswith("_whole")
        generator = torch.Generator().manual_seed(20404 + seed)
        config = dict(model=model, dim=D, learning_rate=RATE, window=WINDOW, negatives=NEGATIVES, epochs=1)
        if model == "cbow":
            config["seen_gradient"] = "whole" if whole else "divided"
        weights = {name: 0.4 * torch.randn((V + 2, D), generator=generator) for name in (INPUT, OUTPUT)}
        for table in weights.values():
            table[0] = table[-1] = 0
        weights["item_count"] = torch.tensor([0., 5, 0, 3, 9, 1, 2, 2, 4, 1, 0])
        rows = []
        for _ in range(SAMPLES):
            count = int(torch.randint(1, max_context + 1, (1,), generator=generator))
            positive, *others = (1 + torch.randperm(V, generator=generator)[:NEGATIVES]).tolist()
            context = torch.randint(1, V + 1, (max_context,), generator=generator).tolist()
            rows.append([positive, count, *context, *others, others[0]])  # the first negative was drawn twice
        samples = torch.tensor(rows)
        store(FOLDER / f"{name}.safetensors", config, weights, {"samples": samples.reshape(-1)},
              lambda dtype: {**run(weights, samples, reads, whole, dtype), **run_softmax(weights, samples, whole, dtype)}, {"items": V, "most": max_context})


main()
