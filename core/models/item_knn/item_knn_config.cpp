// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/item_knn/item_knn_config.h"

#include "core/config/key_maker.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

ConfigKey only(bool (*isRelevant)(KnnSimilarity), ConfigKey key) {
    key.isRelevant = [isRelevant](const RunConfig& config) { return isRelevant(itemKnnOf(config).similarity); };
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
    // Most values are members of the base class, so their types are given: a member of a base is not deduced.
    using C = ItemKnnConfig;
    const OwnKeys<C> make(translatable("Model"));
    return {
        make.choice<KnnSimilarity>(
            "similarity", translatable("Similarity"),
            translatable("How the similarity of two items is computed from the users who have both. cosine; "
                         "regularised: smaller for items with few users; tf_idf: users with many items count "
                         "less; bm25: as tf_idf, and if shrink > 0, popular items count less, too."),
            translatable("RecBole cosine, GRU4Rec papers regularised, Dacrema et al. bm25"), &C::similarity),
        make.choice("history", translatable("History"),
                    translatable("all: each item of the history counts once; newest: only the newest item."),
                    translatable("GRU4Rec papers newest"), &C::reads),
        make.number<std::int64_t>("neighbours", translatable("Neighbours K"), translatable("items"),
                                  translatable("The most similar items that are kept for each item."),
                                  translatable("RecBole and GRU4Rec papers 100"), &C::neighbours, 1, 10000),
        only(isCosine,
             make.number<double>(
                 "shrink", translatable("Shrink"), "",
                 translatable("Added to the denominator: similarities that rest on few users become smaller."),
                 translatable("RecBole 0; Dacrema et al. ML-1M 1000"), &C::shrink, 0, 1e6)),
        only(isRegularised, make.number<double>("lambda", translatable("Added users"), translatable("users"),
                                                translatable("Added to the number of users of both items."),
                                                translatable("GRU4Rec papers 20"), &C::lambda, 0, 1e6)),
        only(isRegularised,
             make.number<double>(
                 "alpha", translatable("Balance"), "",
                 translatable("What the similarity is divided by. 1: the number of users of the recommended "
                              "item; 0: that of the item in the history; 0.5: both equally."),
                 translatable("GRU4Rec papers 0.5"), &C::alpha, 0, 1)),
        only(isBm25,
             make.number<double>(
                 "k1", translatable("BM25 k1"), "",
                 translatable("How strongly the number of users of an item affects its weight in the similarity."),
                 "1.2", &C::k1, 0.001, 100)),
        only(isBm25,
             make.number<double>(
                 "b", translatable("BM25 b"), "",
                 translatable(
                     "How fully an item's weight is corrected for its number of users: 0 not at all, 1 completely."),
                 "0.75", &C::b, 0, 1)),
    };
}

}  // namespace

const ConfigSchema& itemKnnSchema() {
    static const ConfigSchema schema(joined({splitKeys(), ownKeys()}));
    return schema;
}

}  // namespace recscope
