# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes several_targets.json: metrics of the same lists by RecTools and by RecBole, for list_metrics_test.cpp.

    python3 -m venv env && env/bin/pip install rectools==0.19.0
    env/bin/pip download recbole==1.2.1 --no-deps && unzip recbole-1.2.1-py3-none-any.whl -d recbole-files
    env/bin/python make_several_targets.py recbole-files

RecTools is installed; of RecBole only the classes of recbole/evaluator/metrics.py are run, on the matrix of hits that
its evaluator would pass to them, with empty modules in place of the imports that they do not use.
"""

import json
import random
import sys
import types
from pathlib import Path

import numpy as np
import pandas as pd
from rectools.metrics import MAP, MRR, NDCG, CatalogCoverage, HitRate, MeanInvUserFreq, Precision, Recall, Serendipity

USERS, ITEMS, LENGTH = 40, 60, 10
CUTOFFS = (1, 3, 5, 10)


def recbole_metrics(folder: str):
    """The module recbole.evaluator.metrics, without the rest of RecBole."""
    np.float = float  # RecBole 1.2.1 uses the alias that NumPy removed
    for name in ("torch", "sklearn", "sklearn.metrics", "recbole", "recbole.utils", "recbole.evaluator",
                 "recbole.evaluator.utils"):
        sys.modules[name] = types.ModuleType(name)
    unused = type("Unused", (), {"RANKING": 0, "VALUE": 1})
    for name in ("auc", "mean_absolute_error", "mean_squared_error"):
        setattr(sys.modules["sklearn.metrics"], name, None)
    sys.modules["recbole.utils"].EvaluatorType = unused
    sys.modules["recbole.evaluator.utils"]._binary_clf_curve = None
    for name in ("base_metric", "metrics"):
        module = types.ModuleType(f"recbole.evaluator.{name}")
        sys.modules[module.__name__] = module
        source = Path(folder, "recbole", "evaluator", f"{name}.py").read_text()
        exec(compile(source, name, "exec"), module.__dict__)
    return sys.modules["recbole.evaluator.metrics"]


def main() -> None:
    draw = random.Random(7)
    items = list(range(1, ITEMS + 1))
    weights = [1 / (item + 3) for item in items]
    training = [draw.choices(items, weights, k=draw.randint(3, 12)) for _ in range(USERS)]
    # Some users have more targets than the largest K, and some have a target that their list contains.
    targets = [sorted(draw.sample(items, draw.choice((1, 2, 3, 5, 8, 14)))) for _ in range(USERS)]
    lists = []
    for wanted in targets:
        hits = draw.sample(wanted, min(len(wanted), draw.randint(0, 6)))
        others = draw.sample([item for item in items if item not in wanted], LENGTH - len(hits))
        mixed = hits + others
        draw.shuffle(mixed)
        lists.append(mixed)

    recommended = pd.DataFrame(
        [(user, item, rank + 1) for user, row in enumerate(lists) for rank, item in enumerate(row)],
        columns=["user_id", "item_id", "rank"])
    interactions = pd.DataFrame([(user, item) for user, row in enumerate(targets) for item in row],
                                columns=["user_id", "item_id"])
    previous = pd.DataFrame([(user, item) for user, row in enumerate(training) for item in row],
                            columns=["user_id", "item_id"])

    def column(values: pd.Series) -> list:
        return [float(value) for value in values.reindex(range(USERS)).to_numpy()]

    rectools = {}
    for k in CUTOFFS:
        for name, metric in (("hr", HitRate(k)), ("recall", Recall(k)), ("precision", Precision(k)),
                             ("map_of_all", MAP(k)), ("ndcg_of_k", NDCG(k)),
                             ("ndcg", NDCG(k, divide_by_achievable=True))):
            rectools[f"{name}@{k}"] = column(metric.calc_per_user(recommended, interactions))
    rectools["mrr within the list"] = column(MRR(LENGTH).calc_per_user(recommended, interactions))
    rectools["novelty@10"] = column(MeanInvUserFreq(LENGTH).calc_per_user(recommended, previous))
    rectools["serendipity@10"] = column(
        Serendipity(LENGTH).calc_per_user(recommended, interactions, previous, items))
    coverage = CatalogCoverage(LENGTH, normalize=True).calc(recommended, items)

    metrics = recbole_metrics(sys.argv[1])
    config = {"metric_decimal_place": 4, "topk": [LENGTH]}
    hits = np.array([[item in wanted for item in row] for row, wanted in zip(lists, targets)])
    counts = np.array([len(wanted) for wanted in targets])
    recbole = {}
    for name, kind in (("hr", "Hit"), ("recall", "Recall"), ("precision", "Precision"), ("map", "MAP"), ("ndcg", "NDCG")):
        metric = getattr(metrics, kind)(config)
        values = metric.metric_info(hits, counts) if kind in ("Recall", "MAP", "NDCG") else metric.metric_info(hits)
        for k in CUTOFFS:
            recbole[f"{name}@{k}"] = [float(value) for value in values[:, k - 1]]

    result = {"items": ITEMS, "training": training, "targets": targets, "lists": lists, "coverage@10": float(coverage),
              "rectools": rectools, "recbole": recbole}
    Path(__file__).with_name("several_targets.json").write_text(json.dumps(result, indent=None) + "\n")


if __name__ == "__main__":
    main()
