# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes esasrec.safetensors in this folder: scores, attention, loss, gradients and five steps of Adam of eSASRec.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/esasrec/make.py
Written from the papers (eSASRec: arXiv 2508.06450; its layers, LiGR: arXiv 2502.03417; SwiGLU: Shazeer 2020) and checked
against the definitions in RecTools 0.19, without code of RecScope. Each history is computed by itself, without padding.
A layer, with LN = layer norm and * element by element:
  a = MHA(LN1(x));  x = x + sigmoid(x Wg1 + bg1) * a
  f = W2 (SiLU(W1 z) * W3 z) with z = LN2(x);  x = x + sigmoid(x Wg2 + bg2) * f
The gate reads x before the sublayer, without the norm. There is no norm after the last layer and no factor sqrt(d).
The loss is the mean over positions of -log softmax of the target among itself and k drawn items, without a temperature.
"""
import pathlib
import sys

import torch
import torch.nn.functional as F

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402

# V: items, D: width, H: heads, L: layers, N: maximum length, INNER: width inside the feed-forward, RATE: learning rate.
V, D, H, L, N, INNER, NEGATIVES, STEPS, RATE = 11, 8, 2, 2, 7, 16, 3, 5, 0.01
PADDING = (0, 1, 3, 4)  # padded positions of each history, at its left
T = 6  # positions of a padded history

CONFIG = dict(model="esasrec", loss="sampled_ce", negatives=NEGATIVES, dim=D, heads=H, layers=L, inner_dim=INNER,
              max_length=N, hidden_dropout=0.0, attention_dropout=0.0, epochs=1, batch_size=len(PADDING),
              optimizer="adam", learning_rate=RATE, weight_decay=0.0, beta1=0.9, beta2=0.98, clip_norm=0.0)


def make_weights(generator):
    shapes = {"item_embedding.weight": (V + 2, D), "position_embedding.weight": (N, D)}
    for i in range(L):
        for name in ("attention.query", "attention.key", "attention.value", "attention.output", "attention_gate",
                     "feed_forward_gate"):
            shapes[f"layers.{i}.{name}.weight"], shapes[f"layers.{i}.{name}.bias"] = (D, D), (D,)
        for name in ("attention_norm", "feed_forward_norm"):
            shapes[f"layers.{i}.{name}.weight"] = shapes[f"layers.{i}.{name}.bias"] = (D,)
        for name, shape in (("inner", (INNER, D)), ("factor", (INNER, D)), ("outer", (D, INNER))):
            shapes[f"layers.{i}.feed_forward.{name}.weight"] = shape
    return {name: (1.0 if "norm.weight" in name else 0.0) + 0.4 * torch.randn(shape, generator=generator)
            for name, shape in sorted(shapes.items())}


def attention(w, name, z):
    """z (length, D) -> (length, D), weights (H, length, length)"""
    length, size = len(z), D // H
    q, k, v = (z @ w[f"{name}.{part}.weight"].T + w[f"{name}.{part}.bias"] for part in ("query", "key", "value"))
    mixed, maps = [], []
    for h in range(H):
        columns = slice(h * size, (h + 1) * size)
        scores = q[:, columns] @ k[:, columns].T / size ** 0.5
        future = torch.ones(length, length, dtype=torch.bool).triu(1)
        maps.append(scores.masked_fill(future, float("-inf")).softmax(-1))
        mixed.append(maps[-1] @ v[:, columns])
    return torch.cat(mixed, 1) @ w[f"{name}.output.weight"].T + w[f"{name}.output.bias"], torch.stack(maps)


def gate(w, name, x):
    return 1 / (1 + torch.exp(-(x @ w[f"{name}.weight"].T + w[f"{name}.bias"])))


def norm(w, name, x):
    return F.layer_norm(x, (D,), w[f"{name}.weight"], w[f"{name}.bias"])


def states(w, history):
    """history (length) -> states (length, D), attention of each layer (L, H, length, length)"""
    positions = w["position_embedding.weight"][N - len(history):]  # the last row belongs to the newest item
    x, maps = w["item_embedding.weight"][history] + positions, []
    for i in range(L):
        layer = f"layers.{i}."
        a, weights = attention(w, layer + "attention", norm(w, layer + "attention_norm", x))
        x = x + gate(w, layer + "attention_gate", x) * a
        z = norm(w, layer + "feed_forward_norm", x)
        inner = z @ w[layer + "feed_forward.inner.weight"].T
        silu = inner / (1 + torch.exp(-inner))
        f = (silu * (z @ w[layer + "feed_forward.factor.weight"].T)) @ w[layer + "feed_forward.outer.weight"].T
        x = x + gate(w, layer + "feed_forward_gate", x) * f
        maps.append(weights)
    return x, torch.stack(maps)


def forward(w, data):
    """-> loss, logits (M, V + 2), attention (L, B, H, T, T)"""
    all_states, all_maps = [], []
    for row, padding in zip(data["tokens"], PADDING):
        x, maps = states(w, row[padding:])
        padded = torch.eye(T, dtype=x.dtype).expand(L, H, T, T).clone()  # padding attends to itself
        padded[:, :, padding:, padding:] = maps
        all_states.append(x)
        all_maps.append(padded)
    logits = torch.cat(all_states) @ w["item_embedding.weight"].T
    candidates = torch.cat([data["targets"][:, None], data["negatives"]], 1)
    loss = -logits.gather(1, candidates).log_softmax(1)[:, 0].mean()
    return loss, logits, torch.stack(all_maps, 1)


def run(weights, data, dtype):
    w = {name: torch.nn.Parameter(value.to(dtype).clone()) for name, value in weights.items()}
    loss, logits, maps = forward(w, data)
    loss.backward()
    results = {"logits": logits, "loss": loss.reshape(1), "attention": maps}
    results.update({f"gradient.{name}": parameter.grad.clone() for name, parameter in w.items()})
    optimizer = torch.optim.Adam(w.values(), lr=RATE, betas=(CONFIG["beta1"], CONFIG["beta2"]), eps=1e-8)
    losses = []
    for _ in range(STEPS):
        optimizer.zero_grad()
        losses.append(forward(w, data)[0])
        losses[-1].backward()
        optimizer.step()
    results["step_losses"] = torch.stack([*losses, forward(w, data)[0]])
    return {name: value.detach() for name, value in results.items()}


def main():
    generator = torch.Generator().manual_seed(20500)
    tokens = torch.randint(1, V + 1, (len(PADDING), T), generator=generator)
    for row, padding in zip(tokens, PADDING):
        row[:padding] = 0
    positions = tokens.reshape(-1).nonzero()[:, 0]
    data = dict(tokens=tokens, positions=positions,
                targets=torch.randint(1, V + 1, (len(positions),), generator=generator),
                negatives=torch.randint(1, V + 1, (len(positions), NEGATIVES), generator=generator))
    weights = make_weights(generator)
    store(FOLDER / "esasrec.safetensors", CONFIG, weights, data, lambda dtype: run(weights, data, dtype), {"items": V})


main()
