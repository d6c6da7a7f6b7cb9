// SPDX-License-Identifier: GPL-3.0-or-later
#include "learn_support.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>

#include "core/recommender/registry.h"
#include "core/util/random.h"

namespace recscope {

TemporaryWorkspace::TemporaryWorkspace() {
    static std::atomic<int> count = 0;
    m_folder = std::filesystem::temp_directory_path() /
               ("recscope-learn-" + std::to_string(getpid()) + "-" + std::to_string(count++));
    std::filesystem::create_directories(m_folder);
}

TemporaryWorkspace::~TemporaryWorkspace() {
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

Workspace TemporaryWorkspace::open() const {
    return Workspace::open(path());
}

Histories ringHistories() {
    Histories histories;
    histories.itemCount = 12;
    Random random({11});
    for (int user = 0; user < 40; ++user) {
        std::vector<Token> history;
        auto item = static_cast<Token>(random.below(12));
        const std::size_t length = 5 + random.below(7);
        while (history.size() < length) {
            history.push_back(item + 1);
            item = (item + 1) % 12;
        }
        histories.append(history);
    }
    return histories;
}

DatasetInfo addDataset(Workspace& workspace, const Histories& histories) {
    NewDataset dataset;
    dataset.info.name = "ring";
    dataset.info.source = "test";
    dataset.info.format = "test";
    dataset.info.sampleFacts = "{}";
    dataset.info.importReport = "{}";
    for (std::int32_t user = 0; user < histories.userCount(); ++user)
        dataset.userIds.push_back(fmt::format("u{}", user));
    for (Token token = 1; token <= histories.itemCount; ++token) {
        ItemInfo item;
        item.token = token;
        item.id = fmt::format("i{}", token);
        item.title = fmt::format("Item {}", token);
        dataset.items.push_back(item);
    }
    dataset.histories = histories;
    return DatasetStore(workspace).add(dataset, {});
}

RunConfig smallConfig(const std::string& model) {
    RunConfig config = defaultConfig(model);
    const auto set = [&config](const char* key, const char* value) {
        if (hasConfigKey(config, key)) setConfigValue(config, key, value);
    };
    if (model == "sasrec") set("loss", "bce");
    set("dim", "16");
    set("inner_dim", "32");
    set("max_length", "10");
    set("batch_size", "16");
    set("epochs", "3");
    set("learning_rate", "0.005");
    return config;
}

}  // namespace recscope
