# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes bert4rec.safetensors, sasrec_ce.safetensors and sasrec_bce.safetensors: the numbers the golden tests compare with.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/make_golden.py
The reference uses torch.nn.functional (multi_head_attention_forward among it) and torch.optim, nothing of RecScope. Everything is computed
twice, in float64 (the numbers stored) and in float32; the largest difference between the two, as the file's metadata
"tolerance.NAME", tells how far a correct float32 program may be away.
"""
import json
import math
import pathlib
import struct

import torch
import torch.nn.functional as F

V, B, T, D, H, L, N = 11, 4, 6, 8, 2, 2, 7
MASK = V + 1
STEPS = 5
GRADIENTS = ["item_embedding.weight", "layers.0.attention.query.weight", "layers.1.feed_forward.outer.weight"]


def make_config(model, loss):
    common = dict(dim=D, heads=H, layers=L, max_length=N, hidden_dropout=0.0, attention_dropout=0.0, epochs=1, batch_size=B)
    if model == "bert4rec":
        return dict(model=model, loss=loss, inner_dim=4 * D, optimizer="adamw", learning_rate=0.01, weight_decay=0.1,
                    beta1=0.9, beta2=0.999, clip_norm=0.5, **common)
    return dict(model=model, loss=loss, inner_dim=D, optimizer="adam", learning_rate=0.01, weight_decay=0.0, beta1=0.9,
                beta2=0.98, clip_norm=0.0, negatives=2, **common)


def make_weights(config, generator):
    inner = config["inner_dim"]
    shapes = {"item_embedding.weight": (V + 2, D), "position_embedding.weight": (N, D)}
    for i in range(L):
        for part in ("query", "key", "value", "output"):
            shapes[f"layers.{i}.attention.{part}.weight"] = (D, D)
            shapes[f"layers.{i}.attention.{part}.bias"] = (D,)
        shapes[f"layers.{i}.feed_forward.inner.weight"] = (inner, D)
        shapes[f"layers.{i}.feed_forward.inner.bias"] = (inner,)
        shapes[f"layers.{i}.feed_forward.outer.weight"] = (D, inner)
        shapes[f"layers.{i}.feed_forward.outer.bias"] = (D,)
        for norm in ("attention_norm", "feed_forward_norm"):
            shapes[f"layers.{i}.{norm}.weight"] = shapes[f"layers.{i}.{norm}.bias"] = (D,)
    if config["model"] == "bert4rec":
        for norm in ("embedding_norm", "output.norm"):
            shapes[f"{norm}.weight"] = shapes[f"{norm}.bias"] = (D,)
        shapes["output.projection.weight"], shapes["output.projection.bias"], shapes["output.bias"] = (D, D), (D,), (V + 2,)
    else:
        shapes["final_norm.weight"] = shapes["final_norm.bias"] = (D,)
    # Larger than the models' own start, so that attention is far from even and every term counts.
    return {name: (1.0 if "norm.weight" in name else 0.0) + 0.4 * torch.randn(shape, generator=generator)
            for name, shape in sorted(shapes.items())}


def attention(w, prefix, queries, memory, mask):
    stacked = [torch.cat([w[f"{prefix}.{part}.{kind}"] for part in ("query", "key", "value")]) for kind in ("weight", "bias")]
    out, weights = F.multi_head_attention_forward(
        queries.transpose(0, 1), memory.transpose(0, 1), memory.transpose(0, 1), D, H, stacked[0], stacked[1], None, None,
        False, 0.0, w[f"{prefix}.output.weight"], w[f"{prefix}.output.bias"], training=False,
        attn_mask=mask.repeat_interleave(H, dim=0), average_attn_weights=False)
    return out.transpose(0, 1), weights


def norm(w, name, x):
    return F.layer_norm(x, (D,), w[f"{name}.weight"], w[f"{name}.bias"], 1e-5)


def linear(w, name, x):
    return F.linear(x, w[f"{name}.weight"], w[f"{name}.bias"])


def forward(config, w, tokens):
    """-> states (B, T, D), attention weights per layer (B, H, T, T)"""
    allowed = (tokens != 0)[:, None, :].expand(B, T, T)
    if config["model"] == "sasrec":
        allowed = allowed & torch.tril(torch.ones(T, T, dtype=torch.bool))
    forbidden = ~(allowed | torch.eye(T, dtype=torch.bool))
    x = F.embedding(tokens, w["item_embedding.weight"])
    positions = w["position_embedding.weight"][N - T:]
    maps = []
    if config["model"] == "bert4rec":
        x = norm(w, "embedding_norm", x + positions)
        for i in range(L):
            a, weights = attention(w, f"layers.{i}.attention", x, x, forbidden)
            maps.append(weights)
            a = norm(w, f"layers.{i}.attention_norm", x + a)
            f = linear(w, f"layers.{i}.feed_forward.outer", F.gelu(linear(w, f"layers.{i}.feed_forward.inner", a)))
            x = norm(w, f"layers.{i}.feed_forward_norm", a + f)
        return x, maps
    x = x * math.sqrt(D) + positions
    for i in range(L):
        y = norm(w, f"layers.{i}.attention_norm", x)
        a, weights = attention(w, f"layers.{i}.attention", y, y, forbidden)
        maps.append(weights)
        x = x + a
        y = norm(w, f"layers.{i}.feed_forward_norm", x)
        x = x + linear(w, f"layers.{i}.feed_forward.outer", F.relu(linear(w, f"layers.{i}.feed_forward.inner", y)))
    return norm(w, "final_norm", x), maps


def logits_of(config, w, states):
    if config["model"] == "bert4rec":
        h = norm(w, "output.norm", F.gelu(linear(w, "output.projection", states)))
        return h @ w["item_embedding.weight"].T + w["output.bias"]
    return states @ w["item_embedding.weight"].T


def loss_of(config, w, data):
    states, maps = forward(config, w, data["tokens"])
    logits = logits_of(config, w, states.reshape(B * T, D)[data["positions"]])
    if config["loss"] == "bce":
        wanted = logits.gather(1, data["targets"][:, None])
        unwanted = logits.gather(1, data["negatives"])
        loss = F.binary_cross_entropy_with_logits(wanted, torch.ones_like(wanted)) + \
            F.binary_cross_entropy_with_logits(unwanted, torch.zeros_like(unwanted))
    else:
        loss = F.cross_entropy(logits[:, 1:V + 1], data["targets"] - 1)
    return loss, logits, maps


def make_data(config, generator):
    tokens = torch.randint(1, V + 1, (B, T), generator=generator)
    targets_of = torch.randint(1, V + 1, (B, T), generator=generator)
    for row, padding in enumerate((0, 1, 3, 4)):
        tokens[row, :padding] = 0
    positions = [b * T + t for b in range(B) for t in range(T) if tokens[b, t] != 0]
    if config["model"] == "bert4rec":
        positions = [p for i, p in enumerate(positions) if i % 2 == 0 or p % T == T - 1]
        for p in positions:
            tokens[p // T, p % T] = MASK
    positions = torch.tensor(positions)
    data = dict(tokens=tokens, positions=positions, targets=targets_of.reshape(-1)[positions])
    if config["loss"] == "bce":
        data["negatives"] = torch.randint(1, V + 1, (len(positions), config["negatives"]), generator=generator)
    return data


def run(config, weights, data, dtype):
    w = {name: torch.nn.Parameter(value.to(dtype).clone()) for name, value in weights.items()}
    loss, logits, maps = loss_of(config, w, data)
    loss.backward()
    results = {"logits": logits, "loss": loss.reshape(1), "attention": torch.stack(maps)}
    for name in GRADIENTS:
        results[f"gradient.{name}"] = w[name].grad.clone()

    if config["optimizer"] == "adamw":  # as in the official BERT4Rec code: no decay on norms and biases
        groups = [dict(params=[p for p in w.values() if p.dim() > 1], weight_decay=config["weight_decay"]),
                  dict(params=[p for p in w.values() if p.dim() == 1], weight_decay=0.0)]
        optimizer = torch.optim.AdamW(groups, lr=config["learning_rate"], betas=(config["beta1"], config["beta2"]), eps=1e-6)
    else:
        optimizer = torch.optim.Adam(w.values(), lr=config["learning_rate"], betas=(config["beta1"], config["beta2"]), eps=1e-8)
    losses = []
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss = loss_of(config, w, data)[0]
        losses.append(loss.detach())
        loss.backward()
        if config["clip_norm"] > 0:
            torch.nn.utils.clip_grad_norm_(w.values(), config["clip_norm"])
        optimizer.step()
    results["step_losses"] = torch.stack(losses + [loss_of(config, w, data)[0].detach()])
    return {name: value.detach() for name, value in results.items()}


def save(path, tensors, metadata):
    header, offset, body = {"__metadata__": metadata}, 0, b""
    for name, tensor in sorted(tensors.items()):
        data = tensor.detach().to(torch.float32).contiguous().numpy().tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [offset, offset + len(data)]}
        offset += len(data)
        body += data
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + body)


def main():
    folder = pathlib.Path(__file__).parent
    for seed, (model, loss) in enumerate([("bert4rec", "ce"), ("sasrec", "ce"), ("sasrec", "bce")]):
        generator = torch.Generator().manual_seed(20260 + seed)
        config = make_config(model, loss)
        weights, data = make_weights(config, generator), make_data(config, generator)
        exact, single = (run(config, weights, data, dtype) for dtype in (torch.float64, torch.float32))
        metadata = {"config": json.dumps(config), "items": str(V)}
        for name in exact:
            metadata[f"tolerance.{name}"] = repr((exact[name] - single[name].double()).abs().max().item())
        tensors = {f"weight.{name}": value for name, value in weights.items()}
        tensors.update({f"data.{name}": value for name, value in data.items()})
        tensors.update({f"expected.{name}": value for name, value in exact.items()})
        name = model if model == "bert4rec" else f"{model}_{loss}"
        save(folder / f"{name}.safetensors", tensors, metadata)
        print(name, {k: float(v) for k, v in metadata.items() if k.startswith("tolerance")})


if __name__ == "__main__":
    main()
