// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <numeric>

#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "core/train/trainer.h"
#include "core/util/random.h"
#include "tests/core/learn_support.h"

namespace recscope {

/// 150 users with 6 to 14 different items of 60; items have one of two categories and times. User 0 has two items only.
inline DatasetInfo addListData(Workspace& workspace) {
    constexpr std::int32_t kItems = 60, kUsers = 150;
    NewDataset made;
    made.info.name = "lists";
    made.info.source = made.info.format = "test";
    made.info.facts = made.info.importReport = "{}";
    made.info.hasTimes = true;
    for (Token token = 1; token <= kItems; ++token)
        made.items.push_back({.token = token,
                              .id = "i" + std::to_string(token),
                              .title = "Item \"" + std::to_string(token) + "\", a title",
                              .genres = token % 2 == 0 ? "War|Old" : "Drama"});
    made.histories.itemCount = kItems;
    Random random({5});
    for (std::int32_t user = 0; user < kUsers; ++user) {
        made.userIds.push_back("u" + std::to_string(user));
        std::vector<Token> all(kItems);
        std::iota(all.begin(), all.end(), 1);
        random.shuffle(std::span(all));
        all.resize(user == 0 ? 2 : 6 + random.below(9));
        for (std::size_t i = 0; i < all.size(); ++i)
            made.times.push_back(1'000'000'000 + 86'400 * (31 * user + static_cast<std::int64_t>(i)));
        made.histories.append(all);
    }
    return DatasetStore(workspace).add(made, {});
}

inline RunRecord trainOn(Workspace& workspace, DatasetId dataset, const std::string& model,
                         const std::string& name = {}) {
    TrainObserver nobody;
    PauseSwitch pause;
    return train(workspace,
                 {.dataset = dataset, .config = smallConfig(model), .runName = name, .device = DeviceChoice::Cpu},
                 nobody, pause, {});
}

}  // namespace recscope
