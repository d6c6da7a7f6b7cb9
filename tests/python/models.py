# SPDX-License-Identifier: GPL-3.0-or-later
"""Small untrained models for recscope_export_test.py: models as a person may write them, and stand-ins for models of
RecBole and RecTools."""
import types

import torch
from torch import nn

V, N, D, H, U = 12, 6, 8, 2, 4  # items, maximum length, width, heads, users
IDS = [f"i{row}" for row in range(1, V + 1)]


class Causal(nn.Module):
    """Causal self-attention over left-padded histories, in plain operators that TorchScript can compile."""

    def __init__(self, rows=V + 1):
        super().__init__()
        self.length, self.heads, self.last = N, H, V + 1  # TorchScript sees attributes, not globals
        self.items, self.positions = nn.Embedding(rows, D), nn.Embedding(N, D)
        self.query, self.key, self.value = nn.Linear(D, D), nn.Linear(D, D), nn.Linear(D, D)

    def split(self, x):
        return x.view(-1, self.length, self.heads, x.size(2) // self.heads).transpose(1, 2)

    def weights(self, x):
        q, k = self.split(self.query(x)), self.split(self.key(x))
        later = torch.ones(self.length, self.length, dtype=torch.bool).triu(1)
        return (q @ k.transpose(2, 3)).masked_fill(later, float("-inf")).softmax(-1)

    def forward(self, items):
        x = self.items(items) + self.positions.weight
        mixed = (self.weights(x) @ self.split(self.value(x))).transpose(1, 2).flatten(2)  # (B, N, D)
        return mixed[:, -1] @ self.items.weight[:self.last].t()

    def attention(self, items):
        return self.weights(self.items(items) + self.positions.weight).unsqueeze(1)


class Pointwise(Causal):
    """Attention weights that do not sum to 1."""

    def weights(self, x):
        return torch.nn.functional.silu(super().weights(x)) / N

    def forward(self, items):
        return self.items(items).mean(1) @ self.items.weight.t()

    def attention(self, items):  # not scriptable because of super() above: traced
        return self.weights(self.items(items)).unsqueeze(1)[:, :, :, -1]


class Lengths(nn.Module):
    """Reads right-padded histories item by item. The number of steps depends on the data, so a traced copy is wrong."""

    def __init__(self):
        super().__init__()
        self.items = nn.Embedding(V + 1, D)

    def forward(self, items):
        states = []
        for row in range(items.size(0)):
            state, position = torch.zeros_like(self.items.weight[0]), 0
            while position < items.size(1) and int(items[row, position]) != 0:
                state = torch.tanh(state + self.items.weight[items[row, position]])
                position += 1
            states.append(state)
        return torch.stack(states) @ self.items.weight.t()


class Users(nn.Module):
    def __init__(self):
        super().__init__()
        self.items, self.users = nn.Embedding(V + 1, D), nn.Embedding(U + 1, D)

    def forward(self, items, users):
        return (self.items(items).sum(1) + self.users(users)) @ self.items.weight.t()


class Layers(nn.Module):
    """PyTorch's own attention layers: `layer` is nn.MultiheadAttention or nn.TransformerEncoderLayer.

    The name `attention` belongs to a submodule here, not to the method that the export looks for.
    """

    def __init__(self, layer):
        super().__init__()
        self.items, self.positions = nn.Embedding(V + 2, D), nn.Embedding(N, D)
        self.attention = nn.ModuleList([layer(D, H, batch_first=True) for _ in range(2)])

    def forward(self, items):
        x = self.items(items) + self.positions.weight
        padded = items == 0
        for layer in self.attention:
            if isinstance(layer, nn.MultiheadAttention):
                x = x + layer(x, x, x, key_padding_mask=padded, need_weights=False)[0]
            else:
                x = layer(x, src_key_padding_mask=padded)
        return x[:, -1] @ self.items.weight[:V + 1].t()


class RecBoleStandIn(nn.Module):
    """The interface and the mask handling of RecBole 1.2's BERT4Rec. The state of a position is the sum of its vector and
    those before it."""

    ITEM_ID, ITEM_SEQ, ITEM_SEQ_LEN, max_seq_length, mask_token = "item_id", "item_id_list", "item_length", N, V + 1

    def __init__(self):
        super().__init__()
        self.items, self.positions = nn.Embedding(V + 2, D), nn.Embedding(N, D)
        self.dataset = types.SimpleNamespace(field2id_token={"item_id": ["[PAD]"] + IDS})

    def reconstruct_test_data(self, item_seq, item_seq_len):
        item_seq = torch.cat((item_seq, torch.zeros(len(item_seq), 1, dtype=torch.long)), dim=-1)
        for batch_id, last_position in enumerate(item_seq_len):
            item_seq[batch_id][last_position] = self.mask_token
        return item_seq[:, 1:]

    def full_sort_predict(self, interaction):
        length = interaction[self.ITEM_SEQ_LEN]
        item_seq = self.reconstruct_test_data(interaction[self.ITEM_SEQ], length)
        states = (self.items(item_seq) + self.positions.weight).cumsum(1)
        last = (length - 1).view(-1, 1, 1).expand(-1, -1, states.shape[-1])
        return states.gather(1, last).squeeze(1) @ self.items.weight[:V + 1].t()


class RecToolsStandIn:
    """The interface of a fitted RecTools model; `extra` special rows come before the items."""

    is_fitted, session_max_len = True, N

    def __init__(self, extra):
        self.torch_model = backbone = nn.Module()
        backbone.item_model = nn.Module()
        backbone.item_model.ids = nn.Embedding(extra + V, D)
        backbone.item_model.get_all_embeddings = lambda: backbone.item_model.ids.weight
        backbone.similarity_module = _Similarity()
        backbone.encode_sessions = lambda batch, items: items[batch["x"]].cumsum(1)
        self.data_preparator = types.SimpleNamespace(n_item_extra_tokens=extra, add_unix_ts=False,
                                                     get_known_item_ids=lambda: IDS)
        self.lightning_model = types.SimpleNamespace(_recommend_u2i=self.recommend)

    def recommend(self, user_ids, recommend_dataloader, sorted_item_ids_to_recommend, k, **_):
        items = self.torch_model.item_model.ids.weight
        states = torch.cat([items[batch["x"]].sum(1) for batch in recommend_dataloader])
        scores, order = (states @ items[sorted_item_ids_to_recommend].t()).topk(k)
        return (user_ids.repeat(k), sorted_item_ids_to_recommend[order.flatten().numpy()],
                scores.flatten().detach().numpy())


class _Similarity(nn.Module):
    session_tower_forward = item_tower_forward = staticmethod(lambda embeddings: embeddings)

    def forward(self, sessions, items):
        return sessions @ items.t()
