# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes head_steps/*.safetensors: the intermediate results of one attention head, for the test of head steps.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/make_head_steps.py
This script computes each step of the head separately. It asserts that the attention weights and the layer's output equal
those of torch.nn.functional.multi_head_attention_forward. golden_file.py describes what is stored.
"""
import math
import pathlib

import torch
import torch.nn.functional as F

from golden_file import store
from make_golden import (D, H, L, MASK, N, V, attention, feed_forward, has, is_causal, joined, linear, make_config,
                         make_weights, norm)

LAYER, HEAD = 1, 1  # counted from 0
HEAD_SIZE = D // H

# (file name, model, loss, changes of the model's architecture, history, row of the attention map). A 0 in a history is a
# hidden item.
CASES = [
    ("bert4rec", "bert4rec", "ce", {}, [3, 9, 1, 7, 5], 3),
    ("bert4rec_last", "bert4rec", "ce", {}, [4, 2, 8, 8, 11, 6], 6),
    ("sasrec", "sasrec", "ce", {}, [3, 9, 1, 7, 5, 2], 3),
    ("sasrec_blank", "sasrec", "ce", {}, [3, 9, 0, 7, 5, 2], 4),
    ("sasrec_code", "sasrec", "ce", dict(norm="sasrec_code"), [6, 1, 10, 4], 2),
    ("sasrec_bidirectional", "sasrec", "ce", dict(attention="bidirectional"), [3, 9, 1, 7, 5, 2], 2),
    ("sasrec_bare", "sasrec", "ce", dict(layer_norm="off", residual="off", feed_forward="off", final_norm="off"),
     [3, 9, 1, 7], 3),
    ("sasrec_gated", "sasrec", "ce", dict(gated_residual="on", activation="swiglu"), [3, 9, 1, 7, 5, 2], 3),
]


def steps_of(config, w, tokens, row):
    """The numbers from which `row` of the attention map of head HEAD in layer LAYER is computed, and what the layer computes
    from it."""
    T = len(tokens)
    masked = torch.tensor([[(tokens[j] == 0 and i != j) or (is_causal(config) and j > i) for j in range(T)] for i in range(T)])
    x = F.embedding(torch.tensor(tokens), w["item_embedding.weight"])
    if has(config, "scale_embedding"):
        x = x * math.sqrt(D)
    x = x + w["position_embedding.weight"][N - T:]
    if has(config, "embedding_norm"):
        x = norm(config, w, "embedding_norm", x)
    norm_place, keep = config["norm"], has(config, "residual")
    for i in range(L):
        prefix, norm1, norm2 = f"layers.{i}.attention", f"layers.{i}.attention_norm", f"layers.{i}.feed_forward_norm"
        inputs = x
        queries = x if norm_place == "post" else norm(config, w, norm1, x)
        memory = queries if norm_place == "pre" else x
        q, k, v = linear(w, prefix + ".query", queries), linear(w, prefix + ".key", memory), linear(w, prefix + ".value", memory)
        attended, expected_weights = attention(w, prefix, queries[None], memory[None], masked[None])
        attended = attended[0]
        residual = queries if norm_place == "sasrec_code" else x
        gate_name = f"layers.{i}.attention_gate"
        total = joined(config, w, gate_name, residual, attended)
        x = norm(config, w, norm1, total) if norm_place == "post" else total
        after = x
        if has(config, "feed_forward"):
            inner = x if norm_place == "post" else norm(config, w, norm2, x)
            fed = joined(config, w, f"layers.{i}.feed_forward_gate", inner if norm_place == "sasrec_code" else x,
                         feed_forward(config, w, f"layers.{i}.feed_forward", inner))
            x = norm(config, w, norm2, fed) if norm_place == "post" else fed
        if i == LAYER:
            break

    columns = [slice(h * HEAD_SIZE, (h + 1) * HEAD_SIZE) for h in range(H)]
    parts, results = [], {}
    for h in range(H):
        products = torch.stack([(q[row, columns[h]] * k[j, columns[h]]).sum() for j in range(T)])
        scores = products / math.sqrt(HEAD_SIZE)
        visible = ~masked[row]
        largest = scores[visible].max()
        exponentials = torch.where(visible, torch.exp(scores - largest), torch.zeros_like(scores))
        weights = exponentials / exponentials.sum()
        mixed = sum(weights[j] * v[j, columns[h]] for j in range(T))
        parts.append(w[f"{prefix}.output.weight"][:, columns[h]] @ mixed)
        assert torch.allclose(weights, expected_weights[0, h, row], atol=1e-5)
        if h == HEAD:
            results = dict(query=q[row, columns[h]], keys=k[:, columns[h]], products=products, scores=scores,
                         mask=masked[row].to(scores.dtype), largest=largest.reshape(1), exponentials=exponentials,
                         exponential_sum=exponentials.sum().reshape(1), weights=weights, values=v[:, columns[h]], mixed=mixed)
    assert torch.allclose(sum(parts) + w[f"{prefix}.output.bias"], attended[row], atol=1e-4)
    results.update(input=inputs[row], head_outputs=torch.stack(parts), attention_output=attended[row], sum=total[row],
                 after_attention=after[row], output=x[row])
    if keep:
        results["residual"] = residual[row]
    if has(config, "gated_residual"):
        results["gate"] = torch.sigmoid(linear(w, gate_name, residual[row]))
    if has(config, "layer_norm"):
        results["norm"] = after[row] if norm_place == "post" else queries[row]
    return {name: value.detach() for name, value in results.items()}


def main():
    folder = pathlib.Path(__file__).parent / "head_steps"
    folder.mkdir(exist_ok=True)
    for seed, (name, model, loss, parts, history, row) in enumerate(CASES):
        config = make_config(model, loss, parts)
        weights = make_weights(config, torch.Generator().manual_seed(20270 + seed))
        tokens = history + [MASK] if model == "bert4rec" else history
        data = dict(history=torch.tensor(history), read=torch.tensor(tokens))
        expect = lambda dtype: steps_of(config, {key: value.to(dtype) for key, value in weights.items()}, tokens, row)
        store(folder / f"{name}.safetensors", config, weights, data, expect,
              dict(items=V, layer=LAYER, head=HEAD, row=row))


if __name__ == "__main__":
    main()
