# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the .safetensors files in this folder (CASES): the numbers the golden tests expect.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/make_golden.py
The reference uses torch.nn.functional (including multi_head_attention_forward) and torch.optim, no code of RecScope.
Everything is computed in float64, whose results are stored as float32, and in float32. The largest difference between the
two is the tolerance for a float32 program, stored as metadata "tolerance.NAME".
"""
import json
import math
import pathlib

import torch
import torch.nn.functional as F

from golden_file import save

# V: items, B: histories in the batch, T: positions of a row, D: width, H: heads, L: layers, N: maximum length of a model.
V, B, T, D, H, L, N = 11, 4, 6, 8, 2, 2, 7
MASK = V + 1
STEPS = 5


CASES = [  # (file name, model, loss, changes of the model's architecture)
    ("bert4rec", "bert4rec", "ce", {}),
    ("sasrec_ce", "sasrec", "ce", {}),
    ("sasrec_bce", "sasrec", "bce", {}),
    ("sasrec_sampled_ce", "sasrec", "sampled_ce", {}),
    ("sasrec_gbce", "sasrec", "gbce", dict(norm="sasrec_code", activation="none", scale_embedding="off")),
    ("bert4rec_pre_untied", "bert4rec", "ce",
     dict(norm="pre", tied_output="off", output_projection="off", activation="gelu_tanh", norm_epsilon=1e-3)),
    ("sasrec_oldest_post", "sasrec", "ce", dict(norm="post", positions="oldest", embedding_norm="on", final_norm="off",
                                                output_bias="on", activation="gelu")),
    ("bert4rec_bare", "bert4rec", "sampled_ce",
     dict(positions="none", layer_norm="off", embedding_norm="off", residual="off", feed_forward="off")),
    ("sasrec_bidirectional", "sasrec", "ce", dict(attention="bidirectional")),
    ("bert4rec_causal", "bert4rec", "ce", dict(attention="causal")),
    ("sasrec_gated", "sasrec", "ce", dict(gated_residual="on", activation="swiglu", final_norm="off")),
    ("bert4rec_gated_bare", "bert4rec", "ce", dict(gated_residual="on", residual="off", activation="swiglu")),
]


def make_config(model, loss, parts):
    common = dict(dim=D, heads=H, layers=L, max_length=N, hidden_dropout=0.0, attention_dropout=0.0, epochs=1, batch_size=B)
    architecture = dict(positions="newest", layer_norm="on", residual="on", feed_forward="on", norm_epsilon=1e-5,
                        tied_output="on")
    if model == "bert4rec":
        architecture.update(norm="post", embedding_norm="on", final_norm="off", activation="gelu", scale_embedding="off",
                            output_projection="on", output_bias="on")
        common.update(inner_dim=4 * D, optimizer="adamw", learning_rate=0.01, weight_decay=0.1, beta1=0.9, beta2=0.999,
                      clip_norm=0.5)
    else:
        architecture.update(norm="pre", embedding_norm="off", final_norm="on", activation="relu", scale_embedding="on",
                            output_projection="off", output_bias="off")
        common.update(inner_dim=D, optimizer="adam", learning_rate=0.01, weight_decay=0.0, beta1=0.9, beta2=0.98,
                      clip_norm=0.0)
    architecture.update(parts)
    return dict(model=model, loss=loss, negatives=2, gbce_t=0.6, **common, **architecture)


def is_causal(config):
    return config.get("attention", "causal" if config["model"] == "sasrec" else "bidirectional") == "causal"


def has(config, key):
    return config.get(key) == "on"


def make_weights(config, generator):
    inner = config["inner_dim"]
    shapes = {"item_embedding.weight": (V + 2, D)}
    if config["positions"] != "none":
        shapes["position_embedding.weight"] = (N, D)
    norms = []
    for i in range(L):
        for part in ("query", "key", "value", "output"):
            shapes[f"layers.{i}.attention.{part}.weight"] = (D, D)
            shapes[f"layers.{i}.attention.{part}.bias"] = (D,)
        norms.append(f"layers.{i}.attention_norm")
        gates = ["attention_gate"]
        if has(config, "feed_forward"):
            shapes[f"layers.{i}.feed_forward.inner.weight"] = (inner, D)
            shapes[f"layers.{i}.feed_forward.outer.weight"] = (D, inner)
            if config["activation"] == "swiglu":
                shapes[f"layers.{i}.feed_forward.factor.weight"] = (inner, D)
            else:
                shapes[f"layers.{i}.feed_forward.inner.bias"] = (inner,)
                shapes[f"layers.{i}.feed_forward.outer.bias"] = (D,)
            norms.append(f"layers.{i}.feed_forward_norm")
            gates.append("feed_forward_gate")
        for gate in gates if has(config, "gated_residual") else []:
            shapes[f"layers.{i}.{gate}.weight"], shapes[f"layers.{i}.{gate}.bias"] = (D, D), (D,)
    if has(config, "final_norm"):
        norms.append("final_norm")
    if has(config, "output_projection"):
        shapes["output.projection.weight"], shapes["output.projection.bias"] = (D, D), (D,)
        norms.append("output.norm")
    if not has(config, "layer_norm"):
        norms = []
    if has(config, "embedding_norm"):
        norms.append("embedding_norm")
    for norm in norms:
        shapes[f"{norm}.weight"] = shapes[f"{norm}.bias"] = (D,)
    if has(config, "output_bias"):
        shapes["output.bias"] = (V + 2,)
    if not has(config, "tied_output"):
        shapes["output.weight"] = (V + 2, D)
    # Larger than the initial weights of the models, so that attention is far from uniform and no term is negligible.
    return {name: (1.0 if "norm.weight" in name else 0.0) + 0.4 * torch.randn(shape, generator=generator)
            for name, shape in sorted(shapes.items())}


def attention(w, prefix, queries, memory, mask):
    stacked = [torch.cat([w[f"{prefix}.{part}.{kind}"] for part in ("query", "key", "value")]) for kind in ("weight", "bias")]
    out, weights = F.multi_head_attention_forward(
        queries.transpose(0, 1), memory.transpose(0, 1), memory.transpose(0, 1), D, H, stacked[0], stacked[1], None, None,
        False, 0.0, w[f"{prefix}.output.weight"], w[f"{prefix}.output.bias"], training=False,
        attn_mask=mask.repeat_interleave(H, dim=0), average_attn_weights=False)
    return out.transpose(0, 1), weights


def norm(config, w, name, x):
    if f"{name}.weight" not in w:
        return x
    return F.layer_norm(x, (D,), w[f"{name}.weight"], w[f"{name}.bias"], config["norm_epsilon"])


def linear(w, name, x):
    return F.linear(x, w[f"{name}.weight"], w.get(f"{name}.bias"))


def activation(config, x):
    return {"gelu": F.gelu, "relu": F.relu, "none": lambda y: y,
            "gelu_tanh": lambda y: 0.5 * y * (1 + torch.tanh(math.sqrt(2 / math.pi) * (y + 0.044715 * y ** 3)))
            }[config["activation"]](x)


def feed_forward(config, w, name, x):
    inner = linear(w, name + ".inner", x)
    if config["activation"] == "swiglu":  # Shazeer 2020
        return linear(w, name + ".outer", F.silu(inner) * linear(w, name + ".factor", x))
    return linear(w, name + ".outer", activation(config, inner))


def joined(config, w, gate, residual, given):
    """The residual plus `given`, the output of attention or feed-forward, which a gate may multiply."""
    if has(config, "gated_residual"):
        given = torch.sigmoid(linear(w, gate, residual)) * given
    return (1.0 if has(config, "residual") else 0.0) * residual + given


def forward(config, w, tokens):
    """-> states (B, T, D), attention weights per layer (B, H, T, T)"""
    allowed = (tokens != 0)[:, None, :].expand(B, T, T)
    if is_causal(config):
        allowed = allowed & torch.tril(torch.ones(T, T, dtype=torch.bool))
    forbidden = ~(allowed | torch.eye(T, dtype=torch.bool))
    x = F.embedding(tokens, w["item_embedding.weight"])
    if has(config, "scale_embedding"):
        x = x * math.sqrt(D)
    if config["positions"] == "newest":
        x = x + w["position_embedding.weight"][N - T:]
    elif config["positions"] == "oldest":
        first = (tokens != 0).int().argmax(dim=1)
        rows = torch.stack([torch.arange(T) - f for f in first]).clamp(min=0)
        x = x + F.embedding(rows, w["position_embedding.weight"])
    if has(config, "embedding_norm"):
        x = norm(config, w, "embedding_norm", x)
    maps = []
    norm_place = config["norm"]  # "pre", "post" or, as in SASRec's code, "sasrec_code"
    for i in range(L):
        n1, n2, f = f"layers.{i}.attention_norm", f"layers.{i}.feed_forward_norm", f"layers.{i}.feed_forward"
        join = lambda part, residual, given: joined(config, w, f"layers.{i}.{part}_gate", residual, given)
        feed = lambda y: feed_forward(config, w, f, y)
        if norm_place == "post":
            a, weights = attention(w, f"layers.{i}.attention", x, x, forbidden)
            x = norm(config, w, n1, join("attention", x, a))
            if has(config, "feed_forward"):
                x = norm(config, w, n2, join("feed_forward", x, feed(x)))
        else:
            q = norm(config, w, n1, x)
            a, weights = attention(w, f"layers.{i}.attention", q, q if norm_place == "pre" else x, forbidden)
            x = join("attention", x if norm_place == "pre" else q, a)
            if has(config, "feed_forward"):
                q = norm(config, w, n2, x)
                x = join("feed_forward", x if norm_place == "pre" else q, feed(q))
        maps.append(weights)
    return norm(config, w, "final_norm", x), maps


def logits_of(config, w, states):
    h = states
    if has(config, "output_projection"):
        h = norm(config, w, "output.norm", F.gelu(linear(w, "output.projection", h)))
    scores = h @ w.get("output.weight", w["item_embedding.weight"]).T
    return scores + w["output.bias"] if has(config, "output_bias") else scores


def loss_of(config, w, data):
    states, maps = forward(config, w, data["tokens"])
    logits = logits_of(config, w, states.reshape(B * T, D)[data["positions"]])
    if config["loss"] == "ce":
        return F.cross_entropy(logits[:, 1:V + 1], data["targets"] - 1), logits, maps
    positive = logits.gather(1, data["targets"][:, None])
    negative = logits.gather(1, data["negatives"])
    k = config["negatives"]
    if config["loss"] == "bce":
        loss = F.binary_cross_entropy_with_logits(positive, torch.ones_like(positive)) + \
            F.binary_cross_entropy_with_logits(negative, torch.zeros_like(negative))
    elif config["loss"] == "sampled_ce":
        loss = F.cross_entropy(torch.cat([positive, negative], 1), torch.zeros(len(positive), dtype=torch.long))
    else:  # gBCE, Petrov & Macdonald 2023, equation 11
        alpha, t = k / (V - 1), config["gbce_t"]
        beta = alpha * (t * (1 - 1 / alpha) + 1 / alpha)
        of_positive = torch.log(torch.sigmoid(positive) ** beta).sum(1)
        of_negatives = torch.log(1 - torch.sigmoid(negative)).sum(1)
        loss = -((of_positive + of_negatives) / (k + 1)).mean()
    return loss, logits, maps


def make_data(config, generator):
    tokens = torch.randint(1, V + 1, (B, T), generator=generator)
    next_items = torch.randint(1, V + 1, (B, T), generator=generator)
    for row, padding in enumerate((0, 1, 3, 4)):
        tokens[row, :padding] = 0
    positions = [b * T + t for b in range(B) for t in range(T) if tokens[b, t] != 0]
    if config["model"] == "bert4rec":
        positions = [p for i, p in enumerate(positions) if i % 2 == 0 or p % T == T - 1]
        for p in positions:
            tokens[p // T, p % T] = MASK
    positions = torch.tensor(positions)
    data = dict(tokens=tokens, positions=positions, targets=next_items.reshape(-1)[positions])
    if config["loss"] != "ce":
        data["negatives"] = torch.randint(1, V + 1, (len(positions), config["negatives"]), generator=generator)
    return data


def run(config, weights, data, dtype):
    w = {name: torch.nn.Parameter(value.to(dtype).clone()) for name, value in weights.items()}
    loss, logits, maps = loss_of(config, w, data)
    loss.backward()
    results = {"logits": logits, "loss": loss.reshape(1), "attention": torch.stack(maps)}
    for name, parameter in w.items():
        results[f"gradient.{name}"] = parameter.grad.clone()

    if config["optimizer"] == "adamw":  # like the official BERT4Rec code, no decay for norms and biases
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


def main():
    folder = pathlib.Path(__file__).parent
    for seed, (name, model, loss, parts) in enumerate(CASES):
        generator = torch.Generator().manual_seed(20260 + seed)
        config = make_config(model, loss, parts)
        weights, data = make_weights(config, generator), make_data(config, generator)
        exact, single = (run(config, weights, data, dtype) for dtype in (torch.float64, torch.float32))
        metadata = {"config": json.dumps(config), "items": str(V)}
        for key in exact:
            metadata[f"tolerance.{key}"] = repr((exact[key] - single[key].double()).abs().max().item())
        tensors = {f"weight.{key}": value for key, value in weights.items()}
        tensors.update({f"data.{key}": value for key, value in data.items()})
        tensors.update({f"expected.{key}": value for key, value in exact.items()})
        save(folder / f"{name}.safetensors", tensors, metadata)
        print(name, {k: float(v) for k, v in metadata.items() if k.startswith("tolerance")})


if __name__ == "__main__":
    main()
