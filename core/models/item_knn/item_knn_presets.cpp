// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/item_knn/item_knn.h"
#include "core/models/item_knn/item_knn_config.h"
#include "core/util/translated.h"

namespace recscope {

RunConfig itemKnnConfig() {
    RunConfig config;
    config.model = "item_knn";
    config.schema = &itemKnnSchema();
    config.training.epochs = 1;
    config.own = ItemKnnConfig();
    return config;
}

namespace {

RunConfig configWith(KnnSimilarity similarity, std::int64_t neighbours, double shrink) {
    RunConfig config = itemKnnConfig();
    itemKnnOf(config).similarity = similarity;
    itemKnnOf(config).neighbours = neighbours;
    itemKnnOf(config).shrink = shrink;
    return config;
}

RunConfig gru4RecPapers() {
    RunConfig config = configWith(KnnSimilarity::Regularised, 100, 0);
    itemKnnOf(config).reads = KnnReads::Newest;
    return config;
}

}  // namespace

std::vector<Preset> itemKnnPresets(bool /*dense*/, const DatasetInfo& /*dataset*/) {
    const char* const dacrema = translatable("Dacrema et al., RecSys 2019, and their code");
    return {{"quick", translatable("Cosine, 100 neighbours"), translatable("RecBole's ItemKNN and its defaults"), "",
             configWith(KnnSimilarity::Cosine, 100, 0)},
            {"recbole-ml1m", translatable("Cosine, 250 neighbours"),
             translatable("RecBole's ItemKNN: the best point of its search on ML-1M"), "",
             configWith(KnnSimilarity::Cosine, 250, 0)},
            {"gru4rec", translatable("Neighbours of the newest item"),
             translatable("The baseline of the GRU4Rec papers; here each candidate keeps its 100 most similar items, "
                          "in their code the newest item does"),
             "", gru4RecPapers()},
            {"tf-idf", translatable("TF-IDF, 100 neighbours"), dacrema, "", configWith(KnnSimilarity::TfIdf, 100, 0)},
            {"bm25-ml1m", translatable("BM25, 288 neighbours, shrink 1000"), dacrema,
             translatable("ML-1M on NCF's split, 99 uniform: HR@10 0.6596, NDCG@10 0.3900"),
             configWith(KnnSimilarity::Bm25, 288, 1000)}};
}

}  // namespace recscope
