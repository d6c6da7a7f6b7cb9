# SPDX-License-Identifier: GPL-3.0-or-later
"""What both plain scripts share: the request, made-up histories, the training loop, the clock."""
import json
import os
import sys
import time

import torch

WARM_UP_STEPS, STEPS = 3, 10


def read_request():
    """The config keys of RecScope, with `items` (V) and `clicks`."""
    torch.set_num_threads(os.cpu_count())
    torch.manual_seed(2026)
    return json.loads(sys.argv[1])


def random_histories(count, length, items):
    """(count, length) item tokens 1..V, popularity falling as 1 / rank."""
    return (items ** torch.rand(count, length)).long().clamp(1, items)


def measure(model, request, batch_loss, last_input):
    """Prints the training rate and the time from a history to its top 20, as JSON."""
    optimizer = torch.optim.Adam(model.parameters(), lr=request["learning_rate"])
    model.train()
    for step in range(WARM_UP_STEPS + STEPS):
        if step == WARM_UP_STEPS:
            start = time.perf_counter()
        histories = random_histories(request["batch_size"], request["max_length"], request["items"])
        optimizer.zero_grad()
        batch_loss(model, histories).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5)
        optimizer.step()
    rate = STEPS * request["batch_size"] / (time.perf_counter() - start)

    model.eval()
    clicks = []
    with torch.no_grad():
        for _ in range(request["clicks"]):
            history = random_histories(1, request["max_length"], request["items"])
            start = time.perf_counter()
            hidden = model(last_input(history))[:, -1]
            model.scores(hidden).softmax(-1).topk(20)
            clicks.append(1000 * (time.perf_counter() - start))
    clicks.sort()
    last = len(clicks) - 1
    print(json.dumps({"sequences_per_second": rate, "click_p50_ms": clicks[round(0.5 * last)],
                      "click_p95_ms": clicks[round(0.95 * last)]}))
