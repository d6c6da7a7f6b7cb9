// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <numeric>

#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "core/train/trainer.h"
#include "core/util/random.h"
#include "tests/core/learn_support.h"

namespace recscope {

/// 150 users with 6 to 14 different items out of 60, except user 0, who has only two. Interactions have times; each
/// item has one of two lists of genres.
inline DatasetInfo addListData(Workspace& workspace) {
    constexpr std::int32_t kItems = 60, kUsers = 150;
    NewDataset dataset;
    dataset.info.name = "lists";
    dataset.info.source = dataset.info.format = "test";
    dataset.info.sampleFacts = dataset.info.importReport = "{}";
    dataset.info.hasTimes = true;
    for (Token token = 1; token <= kItems; ++token)
        dataset.items.push_back({.token = token,
                                 .id = "i" + std::to_string(token),
                                 .title = "Item \"" + std::to_string(token) + "\", a title",
                                 .genres = token % 2 == 0 ? "War|Old" : "Drama"});
    dataset.histories.itemCount = kItems;
    Random random({5});
    for (std::int32_t user = 0; user < kUsers; ++user) {
        dataset.userIds.push_back("u" + std::to_string(user));
        std::vector<Token> history(kItems);
        std::iota(history.begin(), history.end(), 1);
        random.shuffle(std::span(history));
        history.resize(user == 0 ? 2 : 6 + random.below(9));
        for (std::size_t i = 0; i < history.size(); ++i)
            dataset.times.push_back(1'000'000'000 + 86'400 * (31 * user + static_cast<std::int64_t>(i)));
        dataset.histories.append(history);
    }
    return DatasetStore(workspace).add(dataset, {});
}

inline RunRecord trainOn(Workspace& workspace, DatasetId dataset, const std::string& model,
                         const std::string& name = {}) {
    TrainObserver observer;
    PauseSwitch pause;
    return train(workspace,
                 {.dataset = dataset, .config = smallConfig(model), .runName = name, .device = DeviceChoice::Cpu},
                 observer, pause, {});
}

}  // namespace recscope
