// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/minibatch/user_rows.h"

#include <algorithm>
#include <vector>

#include "core/recommender/query_reading.h"

namespace recscope {

ItemSets itemsOfUsers(const Histories& histories) {
    std::vector<ItemSets::Member> members;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        for (const Token item : histories.training(user)) members.push_back({user, item});
    }
    return {histories.userCount(), histories.itemCount, members};
}

namespace {

bool isNonzero(const UserTable& table, std::int64_t row) {
    const float* const values = table.row(row);
    return std::any_of(values, values + table.columns, [](float value) { return value != 0; });
}

}  // namespace

void zeroRowsOfUntrainedUsers(HostTensors& tensors, std::span<const std::string> tables, const Histories& histories,
                              std::size_t minItems) {
    for (HostTensors::Entry& entry : tensors.entries()) {
        if (std::find(tables.begin(), tables.end(), entry.name) == tables.end()) continue;
        const std::int64_t rows = entry.shape.front();
        const UserTable table{entry.values.data(), rows - 1, static_cast<std::int64_t>(entry.values.size()) / rows};
        for (std::int32_t user = 0; user < histories.userCount(); ++user) {
            if (histories.training(user).size() < minItems) std::fill_n(table.row(user + 1), table.columns, 0.0F);
        }
    }
}

void averageRows(const UserTable& table) {
    std::vector<double> sum(static_cast<std::size_t>(table.columns), 0);
    std::int64_t learned = 0;
    for (std::int64_t row = 1; row <= table.users; ++row) {
        if (!isNonzero(table, row)) continue;
        ++learned;
        for (std::int64_t c = 0; c < table.columns; ++c)
            sum[static_cast<std::size_t>(c)] += static_cast<double>(table.row(row)[c]);
    }
    for (std::int64_t c = 0; c < table.columns; ++c)
        table.values[c] = static_cast<float>(sum[static_cast<std::size_t>(c)] /
                                             static_cast<double>(std::max<std::int64_t>(learned, 1)));
}

std::int64_t trainedUserRow(const Query& query, const UserTable& table) {
    const std::int64_t row = userRow(query, static_cast<std::int32_t>(table.users));
    return row > 0 && isNonzero(table, row) ? row : 0;
}

}  // namespace recscope
