// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace recscope {

enum class AttributeKind { Category, Number };

/// One attribute of a dataset's users, for example age, occupation or country; or of its items, for example the brand.
/// The comments speak of users; for an attribute of items, entry 0 is the value of token 1.
struct UserAttribute {
    static constexpr std::int32_t kUnknown = -1;

    std::string name;
    AttributeKind kind = AttributeKind::Category;
    std::vector<std::string> labels;       ///< for Category: the distinct values
    std::vector<std::int32_t> categories;  ///< one per user: index in `labels`, kUnknown = no value; empty for Number
    std::vector<double> numbers;           ///< one per user, NaN = no value; empty for Category

    bool isKnown(std::size_t user) const {
        return kind == AttributeKind::Category ? categories[user] != kUnknown : !std::isnan(numbers[user]);
    }
};

}  // namespace recscope
