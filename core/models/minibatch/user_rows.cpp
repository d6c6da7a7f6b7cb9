// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/minibatch/user_rows.h"

#include <algorithm>
#include <vector>

namespace recscope {

ItemSets itemsOfUsers(const Histories& histories) {
    std::vector<ItemSets::Member> members;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        for (const Token item : histories.training(user)) members.push_back({user, item});
    }
    return {histories.userCount(), histories.itemCount, members};
}

void averageRows(float* table, std::int64_t users, std::int64_t columns) {
    std::vector<double> sum(static_cast<std::size_t>(columns), 0);
    for (std::int64_t row = 1; row <= users; ++row) {
        for (std::int64_t c = 0; c < columns; ++c)
            sum[static_cast<std::size_t>(c)] += static_cast<double>(table[row * columns + c]);
    }
    for (std::int64_t c = 0; c < columns; ++c)
        table[c] = static_cast<float>(sum[static_cast<std::size_t>(c)] /
                                      static_cast<double>(std::max<std::int64_t>(users, 1)));
}

}  // namespace recscope
