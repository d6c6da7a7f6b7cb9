# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes rum.safetensors in this folder: five steps of RUM with an item-level memory, with the numbers the golden test
expects.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/rum/make.py
Written from the paper (Chen et al., WSDM 2018) with autograd, without code of RecScope. Row 0 of the user table belongs to
unknown users.
"""
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402
from minibatches import learn, prefixes  # noqa: E402

# V: items, D: width, K: items in the memory, N: negatives of a sample, ALPHA: weight of the memory.
V, USERS, D, K, N, PER_STEP, STEPS, ALPHA = 9, 5, 4, 3, 2, 4, 5, 0.7


def main():
    generator = torch.Generator().manual_seed(20490)
    count = PER_STEP * STEPS
    lengths = torch.randint(1, 6, (count,), generator=generator).tolist()
    histories, targets, data = prefixes(V, lengths, generator)
    data["users"] = torch.randint(-1, USERS, (count,), generator=generator)
    data["negatives"] = torch.randint(1, V + 1, (count * N,), generator=generator)
    config = dict(model="rum", dim=D, memory=K, alpha=ALPHA, negatives=N, batch_size=PER_STEP, learning_rate=0.01,
                  clip_norm=0, weight_decay=0.02)
    weights = {name: 0.8 * torch.randn(shape, generator=generator)
               for name, shape in [("item_embedding.weight", (V + 2, D)), ("user_embedding.weight", (USERS + 1, D))]}

    def score(w, sample, item):
        target, memory = w["item_embedding.weight"][item], w["item_embedding.weight"][histories[sample][-K:]]
        read = torch.softmax(memory @ target, 0) @ memory
        return target @ (w["user_embedding.weight"][data["users"][sample] + 1] + ALPHA * read)

    def loss_of(w, batch):
        losses = []
        for sample in batch.tolist():
            losses.append(F.softplus(-score(w, sample, targets[sample])))
            losses += [F.softplus(score(w, sample, item)) for item in data["negatives"][sample * N:(sample + 1) * N]]
        return torch.stack(losses).mean()

    def scores(w):
        return torch.stack([torch.stack([score(w, sample, item) for item in range(1, V + 1)])
                            for sample in range(count)])

    batches = [torch.arange(i, i + PER_STEP) for i in range(0, count, PER_STEP)]
    store(FOLDER / "rum.safetensors", config, weights, data,
          lambda dtype: learn(config, weights, batches, loss_of, scores, dtype), {"items": V, "users": USERS})


main()
