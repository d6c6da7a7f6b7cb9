# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the .safetensors files in this folder (CASES): histories, and the scores of a dense item-kNN for each.

Run with the distribution's PyTorch:  /usr/bin/python3 tests/golden/item_knn/make.py
Written with whole matrices from the formulas, without code of RecScope: RecBole's ItemKNN (cosine); Hidasi et al., ICLR 2016
(regularised; reads only the newest item); and the TF-IDF and BM25 weights of Dacrema et al., RecSys 2019, in which items
are the documents and users the terms.
"""
import pathlib
import sys

import numpy as np
import torch

FOLDER = pathlib.Path(__file__).parent
sys.path.append(str(FOLDER.parent))
from golden_file import store  # noqa: E402

# V: items, K: neighbours of an item.
USERS, V, K = 40, 18, 5
CASES = [("cosine", dict(similarity="cosine")),
         ("cosine_shrink", dict(similarity="cosine", shrink=3)),
         ("regularised", dict(similarity="regularised", **{"lambda": 20, "alpha": 0.3}, history="newest")),
         ("tf_idf", dict(similarity="tf_idf")),
         ("bm25", dict(similarity="bm25", shrink=2, k1=1.5, b=0.6))]


def histories():
    """Histories in which items with small numbers are popular, the next item often has one of the next numbers, and some
    items repeat."""
    random = np.random.default_rng(20403)
    lists = []
    for _ in range(USERS):
        item, items = int(V * random.random() ** 2), []
        for _ in range(random.integers(2, 13)):
            items.append(1 + item)
            item = int(V * random.random() ** 2) if random.random() < 0.4 else (item + random.integers(0, 3)) % V
        lists.append(items)
    return lists


def similarity(matrix, config):
    """matrix (U, V) of 0 and 1 -> (V, V); a row belongs to the recommended item, a column to the item in the history"""
    users_per_item, items_per_user = matrix.sum(0), matrix.sum(1)
    co_occurrences = matrix.T @ matrix
    kind = config["similarity"]
    if kind == "regularised":
        a, regular = config["alpha"], users_per_item + config["lambda"]
        return co_occurrences / np.outer(regular ** a, regular ** (1 - a))
    weighted = matrix.T.copy()  # (V, U): items are documents
    if kind in ("tf_idf", "bm25"):
        idf = np.log(V / (1 + items_per_user))
        if kind == "bm25":
            length = 1 - config["b"] + config["b"] * users_per_item / users_per_item.mean()
            weighted = weighted * (config["k1"] + 1) / (config["k1"] * length[:, None] + weighted)
        weighted = weighted * idf
    norm = np.sqrt((weighted ** 2).sum(1))
    return weighted @ weighted.T / (np.outer(norm, norm) + config.get("shrink", 0) + 1e-6)


def nearest_similarities(matrix, config):
    """The similarities (V, V) with all but the K largest of each row set to 0. Of equal ones, those of the lower item
    numbers are kept. The diagonal is 0: an item is not its own neighbour."""
    similar = similarity(matrix, config)
    np.fill_diagonal(similar, 0)
    result = np.zeros_like(similar)
    for row, values in enumerate(similar.astype(np.float32)):
        best = np.lexsort((np.arange(V), -values))[:K]
        result[row, best] = similar[row, best]
    return result


def main():
    lists = histories()
    matrix = np.zeros((USERS, V))
    for user, items in enumerate(lists):
        matrix[user, [item - 1 for item in (items[:-2] if len(items) >= 3 else items)]] = 1
    for name, changes in CASES:
        config = dict(model="item_knn", neighbours=K, **changes)
        table = nearest_similarities(matrix, config)

        def run(dtype):
            inputs = np.zeros((USERS, V))
            for user, items in enumerate(lists):
                inputs[user, [item - 1 for item in (items[-1:] if config.get("history") == "newest" else items)]] = 1
            return {"scores": torch.tensor(inputs).to(dtype) @ torch.tensor(table).to(dtype).T}

        flat = [item for items in lists for item in items]
        store(FOLDER / f"{name}.safetensors", config, {},
              {"items": torch.tensor(flat), "lengths": torch.tensor([len(items) for items in lists])}, run, {"items": V})


main()
