// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/user_traits_reader.h"

#include <limits>
#include <vector>

#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/store/user_attribute_store.h"
#include "core/util/progress.h"

namespace recscope {

UserTraits readUserTraits(Workspace& workspace, DatasetId dataset, const SplitRule& rule, Split split,
                          std::span<const Token> ignored, const std::stop_token& stop) {
    const DatasetStore store(workspace);
    const Histories histories = splitHistories(workspace, dataset, rule);
    throwIfStopped(stop);
    const std::vector<ItemInfo> items = store.items(dataset);
    const std::vector<UserAttribute> attributes = UserAttributeStore(workspace).list(dataset);
    std::vector<std::int64_t> lastTimes;
    if (store.byId(dataset).hasTimes) {
        const auto users = store.users(dataset, {}, UserOrder::Index, Direction::Ascending, /*offset=*/0,
                                       /*limit=*/std::numeric_limits<std::int32_t>::max());
        for (const UserInfo& user : users.rows) lastTimes.push_back(user.lastTime.value_or(0));
    }
    throwIfStopped(stop);
    return traitsOf({.histories = histories,
                     .split = split,
                     .items = items,
                     .lastTimes = lastTimes,
                     .attributes = attributes,
                     .ignored = ignored});
}

}  // namespace recscope
