# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the .safetensors files in this folder (CASES): five steps of Caser, with the numbers the golden test expects.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/caser/make.py
Written from the paper (Tang & Wang, WSDM 2018) with conv2d, max_pool1d and autograd, without code of RecScope. The
row of PAD is zero and never updated.
"""
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402
from minibatches import learn  # noqa: E402

# V: items, D: width, PER_STEP: samples of a step, T: targets of a window, K: negatives of a sample.
V, USERS, D, PER_STEP, STEPS, T, K = 11, 4, 6, 6, 5, 2, 3

CASES = [("plain", dict(window=4, vertical_filters=2, horizontal_filters=3, weight_decay=0.01)),
         ("one_row", dict(window=1, vertical_filters=1, horizontal_filters=2, clip_norm=0.05))]


def states(config, w, windows, users):
    L = config["window"]
    picture = F.embedding(windows, w["item_embedding.weight"], padding_idx=0)[:, None]  # (B, 1, L, d)
    vertical = F.conv2d(picture, w["convolution.vertical.weight"][:, None, :, None], w["convolution.vertical.bias"])
    features = [vertical.flatten(1)]  # ordered by filter
    for size in range(1, L + 1):
        name = f"convolution.horizontal.{size}."
        activations = torch.relu(F.conv2d(picture, w[name + "weight"][:, None], w[name + "bias"]).squeeze(3))
        features.append(F.max_pool1d(activations, activations.size(2)).squeeze(2))
    dense = torch.relu(F.linear(torch.cat(features, 1), w["dense.weight"], w["dense.bias"]))
    return torch.cat([dense, F.embedding(users + 1, w["user_embedding.weight"])], 1)


def run(config, weights, data, dtype):
    windows, users = data["windows"].view(-1, config["window"]), data["users"]
    targets, negatives = data["targets"].view(-1, T), data["negatives"].view(-1, K)

    def loss_of(w, batch):
        state = states(config, w, windows[batch], users[batch])

        def scores(items):
            return (state[:, None] * w["output_embedding.weight"][items]).sum(2) + w["output.bias"][items]

        is_target = targets[batch] > 0  # padded targets do not count
        positive = F.softplus(-scores(targets[batch]))[is_target].sum() / is_target.numel()
        return positive + F.softplus(scores(negatives[batch])).mean()

    def score(w):
        rows = states(config, w, windows, users) @ w["output_embedding.weight"].T + w["output.bias"]
        return rows[:, 1:V + 1]

    batches = [torch.arange(i, i + PER_STEP) for i in range(0, STEPS * PER_STEP, PER_STEP)]
    return learn(config, weights, batches, loss_of, score, dtype)


def main():
    for seed, (name, changes) in enumerate(CASES):
        generator = torch.Generator().manual_seed(20360 + seed)
        config = dict(model="caser", dim=D, targets=T, negatives=K, batch_size=PER_STEP, learning_rate=0.01, clip_norm=0,
                      weight_decay=0, dropout=0)
        config.update(changes)
        L, vertical, horizontal = config["window"], config["vertical_filters"], config["horizontal_filters"]
        shapes = {"user_embedding.weight": (USERS + 1, D), "item_embedding.weight": (V + 2, D),
                  "convolution.vertical.weight": (vertical, L), "convolution.vertical.bias": (vertical,),
                  "dense.weight": (D, vertical * D + L * horizontal), "dense.bias": (D,),
                  "output_embedding.weight": (V + 2, 2 * D), "output.bias": (V + 2,)}
        for size in range(1, L + 1):
            shapes[f"convolution.horizontal.{size}.weight"] = (horizontal, size, D)
            shapes[f"convolution.horizontal.{size}.bias"] = (horizontal,)
        weights = {key: 0.5 * torch.randn(shape, generator=generator) for key, shape in sorted(shapes.items())}
        weights["item_embedding.weight"][0] = 0
        count = STEPS * PER_STEP
        windows = torch.randint(1, V + 1, (count, L), generator=generator)
        windows[torch.arange(L) < torch.randint(0, L, (count, 1), generator=generator) - 1] = 0  # padded on the left
        targets = torch.randint(1, V + 1, (count, T), generator=generator)
        targets[::4, 0] = 0
        data = {"windows": windows.flatten(), "users": torch.randint(-1, USERS, (count,), generator=generator),
                "targets": targets.flatten(), "negatives": torch.randint(1, V + 1, (count * K,), generator=generator)}
        store(FOLDER / f"{name}.safetensors", config, weights, data, lambda dtype: run(config, weights, data, dtype),
              {"items": V, "users": USERS})


main()
