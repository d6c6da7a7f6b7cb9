// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adopt/adopted_items.h"

#include <charconv>
#include <unordered_map>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// The bias given to items that have no row in the adopted weights: lower than any score a model produces, but finite.
// The softmax probability of such an item is exactly 0 in float32.
constexpr double kBiasOfMissing = -1e9;

}  // namespace

AdoptedItems adoptedItems(const std::vector<ItemInfo>& items, const std::vector<std::string>& ids,
                          std::int64_t rowCount, std::int64_t maskRow) {
    std::unordered_map<std::string, std::int64_t> rows;
    for (std::size_t i = 0; i < ids.size(); ++i) rows.emplace(ids[i], static_cast<std::int64_t>(i) + 1);
    std::vector<std::int64_t> order = {0};
    AdoptedItems found;
    for (const ItemInfo& item : items) {
        std::int64_t row = 0;
        if (ids.empty()) {
            const char* const end = item.id.data() + item.id.size();
            const auto [stop, error] = std::from_chars(item.id.data(), end, row);
            if (error != std::errc() || stop != end) row = 0;
        } else if (const auto known = rows.find(item.id); known != rows.end()) {
            row = known->second;
        }
        const bool hasRow = row > 0 && row < rowCount;
        if (!hasRow) found.missing.push_back(item.id);
        order.push_back(hasRow ? row : -1);
    }
    if (!items.empty() && found.missing.size() == items.size()) {
        throw Error(
            ErrorKind::Input,
            translated("{} of {} items of the dataset have no row in the weights, \"{}\" among them.",
                       found.missing.size(), items.size(), found.missing.front()),
            ids.empty()
                ? translated("The weights do not state which row is which item, so ids were taken as row numbers. Give "
                             "a vocabulary file: one item id per line, beginning with that of row 1 of the weights.")
                : translated("Adopt into the dataset the weights were trained on."));
    }
    order.push_back(maskRow);
    found.rows = torch::tensor(order, torch::kLong);
    return found;
}

torch::Tensor arranged(const torch::Tensor& table, const AdoptedItems& items) {
    const torch::Tensor known = items.rows.ge(0).logical_and(items.rows.lt(table.size(0)));
    torch::Tensor result = table.index_select(0, torch::where(known, items.rows, torch::zeros_like(items.rows)));
    std::vector<std::int64_t> shape(static_cast<std::size_t>(result.dim()), 1);
    shape[0] = -1;
    return result * known.to(torch::kFloat).view(shape);
}

torch::Tensor biasWithMissingLast(const std::optional<torch::Tensor>& bias, const AdoptedItems& items) {
    const torch::Tensor given = bias ? *bias : torch::zeros({items.rows.size(0)});
    return given.masked_fill(items.rows.lt(0), kBiasOfMissing);
}

}  // namespace recscope
