// SPDX-License-Identifier: GPL-3.0-or-later
// Values of attributes: passing and attributeText (attribute_pages.h), summariesOf (user_attribute_store.h).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/store/attribute_pages.h"
#include "core/store/user_attribute_store.h"

namespace recscope {

namespace {

/// Sets passes[i] to false for every user or item i that fails the test.
void keepPassing(const UserAttribute& attribute, const AttributeTest& test, std::vector<bool>& passes) {
    std::vector<bool> isChosen;  // for each label of the attribute
    for (const std::string& label : attribute.labels)
        isChosen.push_back(test.values.empty() ||
                           std::find(test.values.begin(), test.values.end(), label) != test.values.end());
    for (std::size_t i = 0; i < passes.size(); ++i) {
        if (!passes[i]) continue;
        if (attribute.kind == AttributeKind::Category) {
            const std::int32_t category =
                i < attribute.categories.size() ? attribute.categories[i] : UserAttribute::kUnknown;
            passes[i] = category >= 0 && isChosen[static_cast<std::size_t>(category)];
        } else {
            const double number = i < attribute.numbers.size() ? attribute.numbers[i] : std::nan("");
            passes[i] = !std::isnan(number) && !(test.minimum && number < *test.minimum) &&
                        !(test.maximum && number > *test.maximum);
        }
    }
}

}  // namespace

std::vector<bool> passing(std::span<const UserAttribute> attributes, std::span<const AttributeTest> tests,
                          std::size_t count) {
    std::vector<bool> passes(count, true);
    for (const AttributeTest& test : tests) {
        const auto found = std::find_if(attributes.begin(), attributes.end(),
                                        [&](const UserAttribute& attribute) { return attribute.name == test.name; });
        if (found == attributes.end()) return std::vector<bool>(count, false);
        keepPassing(*found, test, passes);
    }
    return passes;
}

std::vector<AttributeSummary> summariesOf(std::span<const UserAttribute> attributes) {
    std::vector<AttributeSummary> summaries;
    for (const UserAttribute& attribute : attributes) {
        AttributeSummary& summary = summaries.emplace_back();
        summary.name = attribute.name;
        summary.kind = attribute.kind;
        std::vector<bool> occurs(attribute.labels.size());
        for (const std::int32_t category : attribute.categories) {
            if (category < 0) continue;
            occurs[static_cast<std::size_t>(category)] = true;
            ++summary.known;
        }
        for (std::size_t label = 0; label < occurs.size(); ++label)
            if (occurs[label]) summary.labels.push_back(attribute.labels[label]);
        std::sort(summary.labels.begin(), summary.labels.end());
        for (const double number : attribute.numbers) {
            if (std::isnan(number)) continue;
            summary.smallest = summary.known == 0 ? number : std::min(summary.smallest, number);
            summary.largest = summary.known == 0 ? number : std::max(summary.largest, number);
            ++summary.known;
        }
    }
    return summaries;
}

std::string attributeText(const UserAttribute& attribute, std::size_t index) {
    if (attribute.kind == AttributeKind::Number)
        return index < attribute.numbers.size() && !std::isnan(attribute.numbers[index])
                   ? fmt::format("{}", attribute.numbers[index])
                   : std::string();
    const std::int32_t category =
        index < attribute.categories.size() ? attribute.categories[index] : UserAttribute::kUnknown;
    return category < 0 ? std::string() : attribute.labels[static_cast<std::size_t>(category)];
}

}  // namespace recscope
