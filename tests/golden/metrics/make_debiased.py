# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes debiased.json: RecTools' debiased metrics and the targets that remain, for debiased_test.cpp.

    python3 -m venv env && env/bin/pip install rectools==0.19.0
    env/bin/python make_debiased.py
"""

import json
import random
from pathlib import Path

import pandas as pd
from rectools.metrics import NDCG, HitRate, Recall
from rectools.metrics.debias import DebiasConfig, debias_interactions

USERS, ITEMS, LENGTH = 60, 30, 20
CUTOFFS = (5, 10)


def main() -> None:
    draw = random.Random(11)
    items = list(range(1, ITEMS + 1))
    weights = [1 / item for item in items]  # item 1 is a target of most users
    targets = [sorted(set(draw.choices(items, weights, k=draw.choice((1, 1, 2, 3, 5))))) for _ in range(USERS)]
    lists = []
    for wanted in targets:
        row = draw.sample(wanted, draw.randint(0, len(wanted)))
        row += draw.sample([item for item in items if item not in row], LENGTH - len(row))
        draw.shuffle(row)
        lists.append(row)
    recommended = pd.DataFrame(
        [(user, item, rank + 1) for user, row in enumerate(lists) for rank, item in enumerate(row)],
        columns=["user_id", "item_id", "rank"])
    interactions = pd.DataFrame([(user, item) for user, row in enumerate(targets) for item in row],
                                columns=["user_id", "item_id"])

    def by_user(values: pd.Series) -> list:
        """One value per user; None for a user without a remaining target."""
        return [None if pd.isna(value) else float(value) for value in values.reindex(range(USERS))]

    numbers = interactions.groupby("item_id")["user_id"].nunique()
    cases = []
    for coefficient in (1.5, 0.5, 0.0):
        config = DebiasConfig(iqr_coef=coefficient, random_state=32)
        kept = debias_interactions(interactions, config)
        kept_numbers = kept.groupby("item_id").size()
        # RecTools does not return the border: it is the number of users that every item above it is left with.
        (border,) = set(kept_numbers[kept_numbers < numbers])
        assert len(set(kept["user_id"])) < USERS
        metrics = {}
        for k in CUTOFFS:
            for name, metric in (("hr", HitRate(k, debias_config=config)), ("recall", Recall(k, debias_config=config)),
                                 ("ndcg_of_k", NDCG(k, debias_config=config)),
                                 ("ndcg", NDCG(k, divide_by_achievable=True, debias_config=config))):
                metrics[f"{name}@{k}"] = {"users": by_user(metric.calc_per_user(recommended, interactions)),
                                          "mean": float(metric.calc(recommended, interactions))}
        cases.append({
            "iqr_coef": coefficient,
            "border": int(border),
            "numbers": [int(kept_numbers.get(item, 0)) for item in items],  # by item: how many of its targets remain
            "kept": [sorted(int(item) for item in kept["item_id"][kept["user_id"] == user]) for user in range(USERS)],
            "metrics": metrics,
        })
    result = {"items": ITEMS, "targets": targets, "lists": lists, "cases": cases}
    Path(__file__).with_name("debiased.json").write_text(json.dumps(result, indent=None) + "\n")


if __name__ == "__main__":
    main()
