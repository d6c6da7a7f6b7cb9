# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes adopt_*.safetensors: weights with the names of other programs, and the scores of their models.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/make_adopted.py
The models are rewritten here from their published descriptions. They use torch.nn modules where the originals do, so
that `state_dict()` has the original names and shapes. Each has a method answer(history) -> scores, attention of each
layer. Weights are random. "expected.scores" (V + 1, indexed by item) and "expected.attention" (L, H, T, T) are the
results for the history in the metadata.
"""
import json
import math
import pathlib

import torch
from torch import nn
import torch.nn.functional as F

from make_golden import save

# V: items, D: width, H: heads, L: layers, N: maximum length.
V, D, H, L, N = 12, 8, 2, 2, 7
MASK = V + 1
SHORT, FULL = [3, 9, 4, 12], [5, 1, 2, 8, 3, 9, 4, 12, 7]  # two histories; FULL is longer than N


def softmax_attention(q, k, v, allowed):
    """(H, T, D/H) each, allowed (T, T) -> mixed (T, D), weights (H, T, T)"""
    scores = q @ k.transpose(1, 2) / math.sqrt(q.shape[-1])
    weights = scores.masked_fill(~allowed, float("-inf")).softmax(-1)
    return (weights @ v).transpose(0, 1).reshape(q.shape[1], -1), weights


def heads(x):  # (T, D) -> (H, T, D/H)
    return x.view(x.shape[0], H, -1).transpose(0, 1)


def causal(size):
    return torch.ones(size, size, dtype=torch.bool).tril()


class GSASRec(nn.Module):
    def __init__(self):
        super().__init__()
        self.item_embedding, self.position_embedding = nn.Embedding(V + 2, D), nn.Embedding(N, D)
        self.seq_norm = nn.LayerNorm(D)
        self.transformer_blocks = nn.ModuleList()
        for _ in range(L):
            block = nn.Module()
            block.first_norm, block.second_norm = nn.LayerNorm(D), nn.LayerNorm(D)
            block.multihead_attention = nn.Module()
            for part in ("query_proj", "key_proj", "val_proj"):
                setattr(block.multihead_attention, part, nn.Linear(D, D))
            block.dense1, block.dense2 = nn.Linear(D, D), nn.Linear(D, D)
            self.transformer_blocks.append(block)

    def answer(self, history):
        history = history[-N:]
        x = self.item_embedding(torch.tensor(history)) + self.position_embedding.weight[N - len(history):]
        maps = []
        for block in self.transformer_blocks:
            a, q = block.multihead_attention, block.first_norm(x)
            mixed, weights = softmax_attention(heads(a.query_proj(q)), heads(a.key_proj(x)), heads(a.val_proj(x)),
                                               causal(len(history)))
            maps.append(weights)
            y = block.second_norm(mixed + q)
            x = y + block.dense2(block.dense1(y))
        return self.item_embedding.weight[:V + 1] @ self.seq_norm(x)[-1], maps


class PmixerSASRec(nn.Module):
    def __init__(self):
        super().__init__()
        self.item_emb, self.pos_emb = nn.Embedding(V + 1, D, padding_idx=0), nn.Embedding(N + 1, D, padding_idx=0)
        self.attention_layernorms, self.attention_layers = nn.ModuleList(), nn.ModuleList()
        self.forward_layernorms, self.forward_layers = nn.ModuleList(), nn.ModuleList()
        self.last_layernorm = nn.LayerNorm(D, eps=1e-8)
        for _ in range(L):
            self.attention_layernorms.append(nn.LayerNorm(D, eps=1e-8))
            self.attention_layers.append(nn.MultiheadAttention(D, H))
            self.forward_layernorms.append(nn.LayerNorm(D, eps=1e-8))
            feed = nn.Module()
            feed.conv1, feed.conv2 = nn.Conv1d(D, D, 1), nn.Conv1d(D, D, 1)
            self.forward_layers.append(feed)

    def answer(self, history):
        assert len(history) >= N  # the original also attends to the padding of shorter histories
        history = history[-N:]
        x = self.item_emb(torch.tensor(history)) * math.sqrt(D) + self.pos_emb.weight[1:]
        maps = []
        for norm1, attention, norm2, feed in zip(self.attention_layernorms, self.attention_layers,
                                                 self.forward_layernorms, self.forward_layers):
            q = norm1(x)
            mixed, weights = attention(q[:, None], x[:, None], x[:, None], attn_mask=~causal(N), average_attn_weights=False)
            maps.append(weights[0])
            y = norm2(q + mixed[:, 0])
            x = y + feed.conv2(F.relu(feed.conv1(y.T[None])))[0].T
        return self.item_emb.weight @ self.last_layernorm(x)[-1], maps


class RecBoleEncoder(nn.Module):
    def __init__(self, rows):
        super().__init__()
        self.item_embedding, self.position_embedding = nn.Embedding(rows, D, padding_idx=0), nn.Embedding(N, D)
        self.LayerNorm = nn.LayerNorm(D, eps=1e-12)
        self.trm_encoder = nn.Module()
        self.trm_encoder.layer = nn.ModuleList()
        for _ in range(L):
            layer = nn.Module()
            layer.multi_head_attention, layer.feed_forward = nn.Module(), nn.Module()
            for part in ("query", "key", "value", "dense"):
                setattr(layer.multi_head_attention, part, nn.Linear(D, D))
            layer.multi_head_attention.LayerNorm = nn.LayerNorm(D, eps=1e-12)
            layer.feed_forward.dense_1, layer.feed_forward.dense_2 = nn.Linear(D, 3 * D), nn.Linear(3 * D, D)
            layer.feed_forward.LayerNorm = nn.LayerNorm(D, eps=1e-12)
            self.trm_encoder.layer.append(layer)

    def encode(self, tokens, allowed):
        x = self.LayerNorm(self.item_embedding(torch.tensor(tokens)) + self.position_embedding.weight[:len(tokens)])
        maps = []
        for layer in self.trm_encoder.layer:
            a, f = layer.multi_head_attention, layer.feed_forward
            mixed, weights = softmax_attention(heads(a.query(x)), heads(a.key(x)), heads(a.value(x)), allowed)
            maps.append(weights)
            x = a.LayerNorm(a.dense(mixed) + x)
            x = f.LayerNorm(f.dense_2(F.gelu(f.dense_1(x))) + x)
        return x[-1], maps


class RecBoleSASRec(RecBoleEncoder):
    def __init__(self):
        super().__init__(V + 1)

    def answer(self, history):
        tokens = history[-N:]
        state, maps = self.encode(tokens, causal(len(tokens)))
        return self.item_embedding.weight @ state, maps


class RecBoleBERT4Rec(RecBoleEncoder):
    def __init__(self):
        super().__init__(V + 2)
        self.output_ffn, self.output_ln = nn.Linear(D, D), nn.LayerNorm(D, eps=1e-12)
        self.output_bias = nn.Parameter(torch.zeros(V + 1))

    def answer(self, history):
        # Like RecBole's reconstruct_test_data: appends [MASK] to the newest N items and then drops the oldest one, even if
        # the history is shorter than N.
        tokens = (history[-N:] + [MASK])[1:]
        state, maps = self.encode(tokens, torch.ones(len(tokens), len(tokens), dtype=torch.bool))
        state = self.output_ln(F.gelu(self.output_ffn(state)))
        return self.item_embedding.weight[:V + 1] @ state + self.output_bias, maps


class SampleNorm(nn.Module):
    """The layer norm of JaywonchungBERT: divides by (sample standard deviation + epsilon)."""
    def __init__(self):
        super().__init__()
        self.a_2, self.b_2 = nn.Parameter(torch.ones(D)), nn.Parameter(torch.zeros(D))

    def forward(self, x):
        return self.a_2 * (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + 1e-6) + self.b_2


class JaywonchungBERT(nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = nn.Module()
        self.bert.embedding = nn.Module()
        self.bert.embedding.token = nn.Embedding(V + 2, D, padding_idx=0)
        self.bert.embedding.position = nn.Module()
        self.bert.embedding.position.pe = nn.Embedding(N, D)
        self.bert.transformer_blocks = nn.ModuleList()
        for _ in range(L):
            block = nn.Module()
            block.attention, block.feed_forward = nn.Module(), nn.Module()
            block.attention.linear_layers = nn.ModuleList([nn.Linear(D, D) for _ in range(3)])
            block.attention.output_linear = nn.Linear(D, D)
            block.feed_forward.w_1, block.feed_forward.w_2 = nn.Linear(D, 4 * D), nn.Linear(4 * D, D)
            block.input_sublayer, block.output_sublayer = nn.Module(), nn.Module()
            block.input_sublayer.norm, block.output_sublayer.norm = SampleNorm(), SampleNorm()
            self.bert.transformer_blocks.append(block)
        self.out = nn.Linear(D, V + 1)

    def answer(self, history):
        tokens = history[-(N - 1):] + [MASK]
        allowed = torch.ones(len(tokens), len(tokens), dtype=torch.bool)
        x = self.bert.embedding.token(torch.tensor(tokens)) + self.bert.embedding.position.pe.weight[N - len(tokens):]
        maps = []
        for block in self.bert.transformer_blocks:
            y = block.input_sublayer.norm(x)
            mixed, weights = softmax_attention(*(heads(linear(y)) for linear in block.attention.linear_layers), allowed)
            maps.append(weights)
            x = x + block.attention.output_linear(mixed)
            y = block.feed_forward.w_1(block.output_sublayer.norm(x))
            y = 0.5 * y * (1 + torch.tanh(math.sqrt(2 / math.pi) * (y + 0.044715 * y ** 3)))
            x = x + block.feed_forward.w_2(y)
        return self.out(x[-1]), maps


class RecTools(nn.Module):
    """The parts that RecTools' SASRec and BERT4Rec share; the names are those of `model.torch_model.state_dict()`."""
    def __init__(self, rows, inner, norms):
        super().__init__()
        self.item_model, self.pos_encoding_layer, self.transformer_layers = nn.Module(), nn.Module(), nn.Module()
        block = nn.Module()
        block.ids_emb = nn.Embedding(rows, D, padding_idx=0)
        self.item_model.item_net_blocks = nn.ModuleList([block])
        self.pos_encoding_layer.pos_emb = nn.Embedding(N, D)
        self.transformer_layers.transformer_blocks = nn.ModuleList()
        for _ in range(L):
            block = nn.Module()
            block.multi_head_attn = nn.MultiheadAttention(D, H, batch_first=True)
            for norm in norms:
                setattr(block, norm, nn.LayerNorm(D))
            block.feed_forward = nn.Module()
            block.feed_forward.ff_linear_1, block.feed_forward.ff_linear_2 = nn.Linear(D, inner), nn.Linear(inner, D)
            self.transformer_layers.transformer_blocks.append(block)

    def table(self):
        return self.item_model.item_net_blocks[0].ids_emb.weight

    def embedded(self, tokens):
        newest_first = self.pos_encoding_layer.pos_emb.weight[:len(tokens)]
        return (self.table()[tokens] + newest_first.flip(0))[None]  # (1, T, D)


class RecToolsSASRec(RecTools):
    def __init__(self):
        super().__init__(V + 1, D, ("q_layer_norm", "ff_layer_norm"))
        self.transformer_layers.last_layernorm = nn.LayerNorm(D, eps=1e-8)

    def answer(self, history):
        # As in RecTools with use_key_padding_mask. Without it, the original also attends to the padding of shorter
        # histories.
        x, maps = self.embedded(history[-N:]), []
        for block in self.transformer_layers.transformer_blocks:
            q = block.q_layer_norm(x)
            mixed, weights = block.multi_head_attn(q, x, x, attn_mask=~causal(x.shape[1]), average_attn_weights=False)
            maps.append(weights[0])
            y = block.ff_layer_norm(q + mixed)
            x = y + block.feed_forward.ff_linear_2(F.relu(block.feed_forward.ff_linear_1(y)))
        return self.table() @ self.transformer_layers.last_layernorm(x)[0, -1], maps


class RecToolsBERT4Rec(RecTools):
    def __init__(self):
        super().__init__(V + 2, 4 * D, ("layer_norm_1", "layer_norm_2"))

    def answer(self, history):
        x, maps = self.embedded([item + 1 for item in history[-(N - 1):]] + [1]), []  # row 1 is [MASK]
        for block in self.transformer_layers.transformer_blocks:
            y = block.layer_norm_1(x)
            mixed, weights = block.multi_head_attn(y, y, y, average_attn_weights=False)
            maps.append(weights[0])
            x = x + mixed
            x = x + block.feed_forward.ff_linear_2(F.gelu(block.feed_forward.ff_linear_1(block.layer_norm_2(x))))
        scores = self.table() @ x[0, -1]
        return torch.cat([scores[:1], scores[2:]]), maps


class RecToolsESASRec(RecTools):
    """SASRecModel with LiGRLayers"""
    def __init__(self):
        super().__init__(V + 1, 2 * D, ("layer_norm_1", "layer_norm_2"))
        for block in self.transformer_layers.transformer_blocks:
            block.gating_linear_1, block.gating_linear_2 = nn.Linear(D, D), nn.Linear(D, D)
            for number, (columns, rows) in ((1, (D, 2 * D)), (2, (2 * D, D)), (3, (D, 2 * D))):
                setattr(block.feed_forward, f"ff_linear_{number}", nn.Linear(columns, rows, bias=False))

    def answer(self, history):
        x, maps = self.embedded(history[-N:]), []  # as in RecTools with use_key_padding_mask
        for block in self.transformer_layers.transformer_blocks:
            y = block.layer_norm_1(x)
            mixed, weights = block.multi_head_attn(y, y, y, attn_mask=~causal(x.shape[1]), average_attn_weights=False)
            maps.append(weights[0])
            x = x + torch.sigmoid(block.gating_linear_1(x)) * mixed
            y, feed = block.layer_norm_2(x), block.feed_forward
            fed = feed.ff_linear_2(F.silu(feed.ff_linear_1(y)) * feed.ff_linear_3(y))
            x = x + torch.sigmoid(block.gating_linear_2(x)) * fed
        return self.table() @ x[0, -1], maps


def main():
    folder = pathlib.Path(__file__).parent
    cases = [("gsasrec", GSASRec, SHORT), ("pmixer", PmixerSASRec, FULL), ("recbole-sasrec", RecBoleSASRec, SHORT),
             ("recbole-bert4rec", RecBoleBERT4Rec, SHORT), ("jaywonchung", JaywonchungBERT, SHORT),
             ("rectools-sasrec", RecToolsSASRec, SHORT), ("rectools-bert4rec", RecToolsBERT4Rec, SHORT),
             ("rectools-esasrec", RecToolsESASRec, SHORT)]
    for seed, (name, make, history) in enumerate(cases):
        torch.manual_seed(410 + seed)
        model = make().double()
        with torch.no_grad():
            for key, weight in model.named_parameters():
                is_gain = weight.dim() == 1 and ("norm" in key.lower() or "output_ln" in key) and key.endswith(("weight", "a_2"))
                weight.copy_((1.0 if is_gain else 0.0) + 0.4 * torch.randn_like(weight))
                if "emb" in key and weight.shape[0] in (V + 1, V + 2, N + 1):
                    weight[0] = 0  # padding
            if name == "rectools-sasrec":  # small states, so that the epsilon of the final norm matters
                for block in model.transformer_layers.transformer_blocks:
                    for part in (block.ff_layer_norm, block.feed_forward.ff_linear_2):
                        part.weight *= 0.03
                        part.bias *= 0.03
            scores, maps = model.answer(history)
        tensors = dict(model.state_dict())
        tensors["expected.scores"], tensors["expected.attention"] = scores, torch.stack(maps)
        save(folder / f"adopt_{name}.safetensors", tensors, {"history": json.dumps(history)})
        print(name, [round(float(s), 3) for s in scores[1:4]])


if __name__ == "__main__":
    main()
