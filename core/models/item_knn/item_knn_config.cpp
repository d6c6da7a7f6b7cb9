// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/item_knn/item_knn_config.h"

#include "core/config/key_maker.h"

namespace recscope {

namespace {

ConfigKey only(bool (*matters)(KnnSimilarity), ConfigKey key) {
    key.matters = [matters](const RunConfig& config) { return matters(itemKnnOf(config).similarity); };
    return key;
}

bool isRegularised(KnnSimilarity similarity) {
    return similarity == KnnSimilarity::Regularised;
}
bool isCosine(KnnSimilarity similarity) {
    return !isRegularised(similarity);
}
bool isBm25(KnnSimilarity similarity) {
    return similarity == KnnSimilarity::Bm25;
}

std::vector<ConfigKey> ownKeys() {
    using C = ItemKnnConfig;
    const OwnKeys<C> make("Model");
    return {
        make.choice("similarity", "Similarity",
                    "Of two items by the users who have both. cosine; regularised: items of few users are held back; "
                    "tf_idf: users with many items count less; bm25: the same, and with shrink popular items less.",
                    "RecBole cosine, GRU4Rec papers regularised, Dacrema et al. bm25", &C::similarity),
        make.choice("history", "History", "all: each item of it speaks once; newest: the newest item alone.",
                    "GRU4Rec papers newest", &C::reads),
        make.number("neighbours", "Neighbours K", "items", "The most similar items that are kept for each item.",
                    "RecBole and GRU4Rec papers 100", &C::neighbours, 1, 10000),
        only(isCosine, make.number("shrink", "Shrink", "",
                                   "Added below the line: similarities that rest on few users become smaller.",
                                   "RecBole 0; Dacrema et al. ML-1M 1000", &C::shrink, 0, 1e6)),
        only(isRegularised, make.number("lambda", "Added users", "users", "Added to the users of both items.",
                                        "GRU4Rec papers 20", &C::lambda, 0, 1e6)),
        only(isRegularised, make.number("alpha", "Balance", "",
                                        "1: divided by the users of the recommended item; 0: by those of the item in "
                                        "the history; 0.5: by both alike.",
                                        "GRU4Rec papers 0.5", &C::alpha, 0, 1)),
        only(isBm25, make.number("k1", "BM25 k1", "", "How much room there is for popularity to matter.", "1.2", &C::k1,
                                 0.001, 100)),
        only(isBm25, make.number("b", "BM25 b", "", "How much of it is corrected for.", "0.75", &C::b, 0, 1)),
    };
}

}  // namespace

const ConfigSchema& itemKnnSchema() {
    static const ConfigSchema schema(joined({splitKeys(), ownKeys()}));
    return schema;
}

}  // namespace recscope
