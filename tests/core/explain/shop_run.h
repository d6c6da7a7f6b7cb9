// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "../learn_support.h"
#include "core/store/run_store.h"
#include "core/train/trainer.h"
#include "core/util/random.h"

namespace recscope {

// Items 1 … 8 are staples, such as coffee beans, which a user buys again and again. Item 8 + n is the machine that goes
// with staple n, such as a coffee maker. Items 17 … 24 are anything else.
inline constexpr std::int32_t kStaples = 8, kShopItems = 24;

/// Histories of a shop: each user buys one staple again and again, sometimes something else, and finally the machine
/// that goes with the staple. The purchases of the staple are redundant. Of every four users, one buys nothing after
/// the machine, one buys one more item and two buy two more. Machines therefore also occur in the training parts and
/// among the validation targets.
inline Histories shopHistories() {
    Histories histories;
    histories.itemCount = kShopItems;
    Random random({7});
    const auto anythingElse = [&] { return static_cast<Token>(17 + random.below(8)); };
    for (int user = 0; user < 320; ++user) {
        const auto staple = static_cast<Token>(1 + random.below(kStaples));
        std::vector<Token> history;
        const std::size_t length = 6 + random.below(8);  // some exceed the models' input
        while (history.size() < length) history.push_back(random.uniform() < 0.5 ? staple : anythingElse());
        history.push_back(staple + kStaples);
        for (int after = 0; after < (user % 4 == 0 ? 0 : user % 4 == 1 ? 1 : 2); ++after)
            history.push_back(anythingElse());
        histories.append(history);
    }
    return histories;
}

/// A run of one model on the shop.
struct ShopRun {
    explicit ShopRun(const std::string& model) : workspace(temporary.open()) {
        RunConfig config = smallConfig(model);
        config.training.epochs = 60;
        TrainObserver observer;
        PauseSwitch pause;
        const DatasetId dataset = addDataset(workspace, shopHistories()).id;
        run = train(workspace, {.dataset = dataset, .config = config, .runName = "shop", .device = DeviceChoice::Cpu},
                    observer, pause, {});
    }
    TemporaryWorkspace temporary;
    Workspace workspace;
    RunRecord run;
};

/// The run of "bert4rec" or "sasrec". It is trained once and shared by the tests, which only read it.
inline ShopRun& shopRun(const std::string& model) {
    static ShopRun bert4rec("bert4rec"), sasrec("sasrec");
    return model == "bert4rec" ? bert4rec : sasrec;
}

}  // namespace recscope
