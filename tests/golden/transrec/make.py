# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes transrec.safetensors in this folder: SGD on transitions, one sample after the other, and the scores afterwards.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/transrec/make.py
Written from He et al. (RecSys 2017, sections 3 and 4) with autograd, without code of RecScope. The score of item c for user u after
item l is beta_c - |gamma_l + t + t_u - gamma_c|^2. After each sample, the vectors of its items are projected into the
unit ball.
"""
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402
from sample_descent import descend, popularity, transitions  # noqa: E402

# V: items, D: width, RATE: learning rate.
USERS, V, D, SAMPLES, RATE = 4, 7, 19, 24, 0.1
DECAY, TRANSLATION_DECAY, BIAS_DECAY = 0.02, 0.03, 0.05
ITEM, USER = "item_embedding.weight", "user_translation.weight"


def objective(w, sample):
    user, last, positive, negative = sample
    item, t, tu, bias = w[ITEM], w["global_translation"], w[USER][user + 1], w["item_bias"]
    x = item[last] + t + tu
    s = [bias[c] - (x - item[c]).square().sum() for c in (positive, negative)]
    square = item[last] @ item[last] + item[positive] @ item[positive] + item[negative] @ item[negative] + t @ t
    decay = DECAY * square + TRANSLATION_DECAY * (tu @ tu) + BIAS_DECAY * (bias[positive] ** 2 + bias[negative] ** 2)
    return F.softplus(-(s[0] - s[1])), decay / 2


def project(w, sample):
    for token in set(sample[1:]):
        w[ITEM][token] /= w[ITEM][token].norm().clamp(min=1)


def run(weights, samples, dtype):
    w, results = descend(weights, samples, objective, RATE, dtype, project)
    # (U + 1, V + 1, V). Axis 0: an unknown user, then each user. Axis 1: an empty history, then each item as the
    # newest one. Axis 2: the scored items.
    x = w[ITEM][None, :-1] + w["global_translation"] + w[USER][:, None]
    scores = w["item_bias"][1:-1] - (x[:, :, None] - w[ITEM][1:-1]).square().sum(-1)
    scores[:, 0] = popularity(w["item_count"])
    results["scores"] = scores
    return results


def main():
    generator = torch.Generator().manual_seed(20402)
    config = dict(model="transrec", dim=D, learning_rate=RATE, decay=DECAY, translation_decay=TRANSLATION_DECAY,
                  bias_decay=BIAS_DECAY, epochs=1)
    items = 0.4 * torch.randn((V + 2, D), generator=generator)
    items /= items.norm(dim=1, keepdim=True).clamp(min=1)
    items[0] = items[-1] = 0
    users = 0.2 * torch.randn((USERS + 1, D), generator=generator)
    users[0] = 0
    bias = 0.4 * torch.randn(V + 2, generator=generator)
    bias[0] = bias[-1] = 0
    weights = {ITEM: items, USER: users, "item_bias": bias, "global_translation": 0.2 * torch.randn(D, generator=generator),
               "item_count": torch.tensor([0., 5, 0, 3, 9, 1, 2, 2, 0])}
    samples = transitions(generator, USERS, V, SAMPLES)
    # In sample 1 the last item is also the positive, in sample 2 the negative.
    samples[1, 1], samples[2, 1] = samples[1, 2], samples[2, 3]
    store(FOLDER / "transrec.safetensors", config, weights, {"samples": samples.reshape(-1)},
          lambda dtype: run(weights, samples, dtype), {"items": V, "users": USERS})


main()
