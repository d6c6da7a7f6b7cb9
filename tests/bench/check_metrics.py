# SPDX-License-Identifier: GPL-3.0-or-later
"""Recomputes HR@10, NDCG@10 and MRR from scores that `recscope-cli export --scores` wrote, without any code of RecScope.

usage: check_metrics.py SCORES.csv HISTORIES.csv
A line of HISTORIES.csv is "user,item id,item id…": the items that the model may see for this user, which are not
candidates. Prints one line of JSON.
"""
import csv
import json
import math
import sys

with open(sys.argv[2], newline="") as file:
    seen = {row[0]: set(row[1:]) for row in csv.reader(file)}
hits = gain = reciprocal = users = 0
with open(sys.argv[1], newline="") as file:
    rows = csv.reader(file)
    items = next(rows)[3:]  # the first three columns are user, target, input
    for row in rows:
        user, target = row[0], row[1]
        scores = dict(zip(items, map(float, row[3:])))
        rank = 1 + sum(score >= scores[target] for item, score in scores.items()
                       if item != target and item not in seen[user])
        users += 1
        hits += rank <= 10
        gain += 1 / math.log2(rank + 1) if rank <= 10 else 0
        reciprocal += 1 / rank
print(json.dumps({"users": users, "hr@10": hits / users, "ndcg@10": gain / users, "mrr": reciprocal / users}))
