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

RunConfig with(KnnSimilarity similarity, std::int64_t neighbours, double shrink) {
    RunConfig config = itemKnnConfig();
    itemKnnOf(config).similarity = similarity;
    itemKnnOf(config).neighbours = neighbours;
    itemKnnOf(config).shrink = shrink;
    return config;
}

RunConfig ofGru4RecPapers() {
    RunConfig config = with(KnnSimilarity::Regularised, 100, 0);
    itemKnnOf(config).reads = KnnReads::Newest;
    return config;
}

}  // namespace

std::vector<Preset> itemKnnPresets(bool /*dense*/, const DatasetInfo& /*dataset*/) {
    const char* const dacrema = translatable("Dacrema et al., RecSys 2019, and their code");
    return {{"quick", translatable("Cosine, 100 neighbours"), translatable("RecBole's ItemKNN and its defaults"), "",
             with(KnnSimilarity::Cosine, 100, 0)},
            {"recbole-ml1m", translatable("Cosine, 250 neighbours"),
             translatable("RecBole's ItemKNN: the best point of its search on ML-1M"), "",
             with(KnnSimilarity::Cosine, 250, 0)},
            {"gru4rec", translatable("Neighbours of the newest item"),
             translatable("The baseline of the GRU4Rec papers; here each candidate keeps its 100 most similar items, "
                          "in their code the newest item does"),
             "", ofGru4RecPapers()},
            {"tf-idf", translatable("TF-IDF, 100 neighbours"), dacrema, "", with(KnnSimilarity::TfIdf, 100, 0)},
            {"bm25-ml1m", translatable("BM25, 288 neighbours, shrink 1000"), dacrema,
             translatable("ML-1M on NCF's split, 99 uniform: HR@10 0.6596, NDCG@10 0.3900"),
             with(KnnSimilarity::Bm25, 288, 1000)}};
}

}  // namespace recscope
