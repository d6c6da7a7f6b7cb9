# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the .safetensors files in this folder (CASES): five steps of HSTU, with the numbers the golden test expects.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/hstu/make.py
Written with autograd and without code of RecScope, from the paper (Zhai et al., ICML 2024, section 3 and appendix) and
the description of RecTools' implementation: one layer is
  u, v, q, k = SiLU(LN(x) W);  A = SiLU(q k^T + bias) / N;  x' = x + W_o (u * LN(A v)) + b_o.
"""
import math
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402
from minibatches import learn  # noqa: E402

# V: items, D: width, N: maximum length, K: negatives of a position, PER_STEP: samples of a step, RANGES: time ranges.
V, D, N, K, PER_STEP, RANGES = 11, 8, 7, 5, 3, 129
LENGTHS = [4, 8, 2, 5, 7, 3, 8, 8, 2, 6, 4, 5, 3, 8, 7]  # items of each training history; all but the first are predicted
TAU = 0.05  # temperature

CASES = [("both", dict(heads=2, layers=2, position_bias="on", time_bias="on")),
         ("positions", dict(heads=1, layers=1, position_bias="on", time_bias="off")),
         ("bare", dict(heads=4, layers=1, position_bias="off", time_bias="off"))]


def norm(x, w, name):
    return F.layer_norm(x, (x.shape[-1],), w[name + ".weight"], w[name + ".bias"], eps=1e-6)


def states(config, w, items, times, next_times):
    """items: (T) input tokens; times, next_times: (T) seconds -> (T, D)."""
    length, heads = len(items), config["heads"]
    x = w["item_embedding.weight"][items] * math.sqrt(D) + w["position_embedding.weight"][N - length:]
    distance = torch.arange(length)[:, None] - torch.arange(length)[None, :]
    causal = distance >= 0
    gaps = (next_times[:, None] - times[None, :]).abs().clamp(min=1).double()
    ranges = torch.floor(gaps.log() / 0.301).long().clamp(max=RANGES - 1)  # 0.301: as in the authors' code
    for i in range(config["layers"]):
        layer = f"layers.{i}"
        z = norm(x, w, f"{layer}.input_norm")
        u, v, q, k = (F.silu(z @ w[f"{layer}.{part}.weight"].T) for part in ("gate", "value", "query", "key"))
        bias = torch.zeros(length, length, dtype=x.dtype)
        if config["position_bias"] == "on":
            bias = bias + w[f"{layer}.position_bias"][distance.clamp(min=0)]
        if config["time_bias"] == "on":
            bias = bias + w[f"{layer}.time_bias"][ranges]
        mixed = []
        for h in range(heads):
            part = slice(h * D // heads, (h + 1) * D // heads)
            a = torch.where(causal, F.silu(q[:, part] @ k[:, part].T + bias) / N, torch.zeros_like(bias))
            mixed.append(a @ v[:, part])
        gated = u * norm(torch.cat(mixed, 1), w, f"{layer}.attention_norm")
        x = x + gated @ w[f"{layer}.output.weight"].T + w[f"{layer}.output.bias"]
    return x


def run(config, weights, samples, dtype):
    def loss_of(w, batch):
        losses = []
        for i in batch:
            items, times, negatives = samples[i]
            s = F.normalize(states(config, w, items[:-1], times[:-1], times[1:]), dim=1)
            candidates = torch.cat([items[1:, None], negatives], 1)  # (T, 1 + K)
            vectors = F.normalize(w["item_embedding.weight"][candidates], dim=2)
            logits = (vectors * s[:, None, :]).sum(2) / TAU
            losses.append(F.cross_entropy(logits, torch.zeros(len(s), dtype=torch.long), reduction="none"))
        return torch.cat(losses).mean()

    def score(w):
        vectors = F.normalize(w["item_embedding.weight"][1:V + 1], dim=1)
        last = []
        for items, times, _ in samples:  # all items but the last, which is predicted at its own time
            window = slice(max(0, len(items) - 1 - N), len(items) - 1)
            following = slice(window.start + 1, window.stop + 1)
            last.append(F.normalize(states(config, w, items[window], times[window], times[following])[-1], dim=0))
        return torch.stack(last) @ vectors.T / TAU

    batches = [range(i, i + PER_STEP) for i in range(0, len(samples), PER_STEP)]
    return learn(config, weights, batches, loss_of, score, dtype)


def main():
    for seed, (name, changes) in enumerate(CASES):
        generator = torch.Generator().manual_seed(20400 + seed)
        config = dict(model="hstu", dim=D, max_length=N, negatives=K, temperature=TAU, batch_size=PER_STEP,
                      learning_rate=0.01, clip_norm=0, hidden_dropout=0)
        config.update(changes)
        shapes = {"item_embedding.weight": (V + 2, D), "position_embedding.weight": (N, D)}
        for i in range(config["layers"]):
            shapes.update({f"layers.{i}.{part}": (D,) for part in (
                "input_norm.weight", "input_norm.bias", "attention_norm.weight", "attention_norm.bias", "output.bias")})
            shapes.update({f"layers.{i}.{part}.weight": (D, D) for part in ("gate", "value", "query", "key", "output")})
            if config["position_bias"] == "on":
                shapes[f"layers.{i}.position_bias"] = (N,)
            if config["time_bias"] == "on":
                shapes[f"layers.{i}.time_bias"] = (RANGES,)
        weights = {key: 0.35 * torch.randn(shape, generator=generator) + (1 if key.endswith("norm.weight") else 0)
                   for key, shape in sorted(shapes.items())}
        samples = []
        for length in LENGTHS:
            items = torch.randint(1, V + 1, (length,), generator=generator)
            gaps = (torch.rand(length, generator=generator) * 14).exp().long()  # 1 second to 14 days
            times = gaps.cumsum(0)
            negatives = torch.randint(1, V + 1, (length - 1, K), generator=generator)
            samples.append((items, times, negatives))
        data = {"lengths": torch.tensor(LENGTHS), "items": torch.cat([s[0] for s in samples]),
                "times": torch.cat([s[1] for s in samples]), "negatives": torch.cat([s[2] for s in samples]).flatten()}
        assert data["times"].max() < 2 ** 24  # exact as float32
        store(FOLDER / f"{name}.safetensors", config, weights, data,
              lambda dtype: run(config, weights, samples, dtype), {"items": V})


main()
