# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the plain scripts: the request, synthetic histories, the transformer layer, the training loop, the timing."""
import json
import os
import sys
import time

import torch
from torch import nn

WARM_UP_STEPS, STEPS = 3, 10


def read_request():
    """The first argument, JSON, as a dict: RecScope's config keys, `items` (V), `mean_length`, and `clicks` (for
    transformers) or `users` (for the other models); in the GPU benchmark also `steps` and `device`."""
    torch.set_num_threads(os.cpu_count())
    torch.manual_seed(2026)
    request = json.loads(sys.argv[1])
    if "device" in request:
        torch.set_default_device(request["device"])  # tensors are created on this device
    return request


def wait(request):
    """Waits until the GPU, if one is used, has finished all queued work."""
    if request.get("device") == "cuda":
        torch.cuda.synchronize()


def report(**values):
    """Prints `values` and the peak memory of this process as JSON."""
    with open("/proc/self/status") as status:
        peak = next(line for line in status if line.startswith("VmHWM:"))
    print(json.dumps({**values, "megabytes": int(peak.split()[1]) / 1024}))


def random_histories(count, length, items, mean_length=0):
    """(count, length): a history of item tokens 1..V per row, with popularity proportional to 1 / rank. If `mean_length` is
    given, lengths are geometric with that mean and at most `length`, and rows are padded on the left with 0."""
    tokens = (items ** torch.rand(count, length)).long().clamp(1, items)
    if mean_length:
        lengths = 1 + torch.empty(count, 1).geometric_(1 / mean_length).long()
        tokens[torch.arange(length) < length - lengths] = 0
    return tokens


class Layer(nn.Module):
    """Self-attention and feed-forward with residuals; keeps its attention weights (B, H, T, T)."""

    def __init__(self, r, activation, norm_first):
        super().__init__()
        dim = r["dim"]
        self.heads, self.norm_first, self.weights = r["heads"], norm_first, None
        self.qkv, self.out = nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.feed_forward = nn.Sequential(nn.Linear(dim, r["inner_dim"]), activation, nn.Linear(r["inner_dim"], dim))
        self.norms = nn.ModuleList(nn.LayerNorm(dim) for _ in range(2))
        self.dropout = nn.Dropout(r["hidden_dropout"])
        self.attention_dropout = nn.Dropout(r["attention_dropout"])

    def attend(self, hidden, mask):  # (B, T, C), (B or 1, 1, T or 1, T); True where attention is masked
        batch, length, dim = hidden.shape
        q, k, v = self.qkv(hidden).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = (q @ k.transpose(-1, -2)) * (dim // self.heads) ** -0.5
        self.weights = scores.masked_fill(mask, -1e9).softmax(-1)
        return self.out((self.attention_dropout(self.weights) @ v).transpose(1, 2).reshape(batch, length, dim))

    def forward(self, hidden, mask):
        if self.norm_first:
            hidden = hidden + self.dropout(self.attend(self.norms[0](hidden), mask))
            return hidden + self.dropout(self.feed_forward(self.norms[1](hidden)))
        hidden = self.norms[0](hidden + self.dropout(self.attend(hidden, mask)))
        return self.norms[1](hidden + self.dropout(self.feed_forward(hidden)))


def measure(model, request, batch_loss, last_input):
    """Prints the training rate and the time from a history to its top 20, as JSON. last_input(history) is the model's
    input (1, T) for a history (1, T) after which the next item is predicted."""
    optimizer = torch.optim.Adam(model.parameters(), lr=request["learning_rate"])
    model.train()
    steps = request.get("steps", STEPS)
    for step in range(WARM_UP_STEPS + steps):
        if step == WARM_UP_STEPS:
            wait(request)
            start = time.perf_counter()
        histories = random_histories(request["batch_size"], request["max_length"], request["items"],
                                     request["mean_length"])
        optimizer.zero_grad()
        batch_loss(model, histories).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5)
        optimizer.step()
    wait(request)
    rate = steps * request["batch_size"] / (time.perf_counter() - start)

    model.eval()
    clicks = []
    with torch.no_grad():
        for _ in range(request["clicks"]):
            history = random_histories(1, request["max_length"], request["items"])
            start = time.perf_counter()
            hidden = model(last_input(history))[:, -1]
            model.scores(hidden).softmax(-1).topk(20)
            wait(request)
            clicks.append(1000 * (time.perf_counter() - start))
    clicks.sort()
    last = len(clicks) - 1
    print(json.dumps({"sequences_per_second": rate, "click_p50_ms": clicks[round(0.5 * last)],
                      "click_p95_ms": clicks[round(0.95 * last)]}))
