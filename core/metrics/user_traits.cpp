// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/user_traits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "core/metrics/baselines.h"
#include "core/util/text.h"
#include "core/util/time.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr int kGroups = 5;
/// A genre or tag is a user's trait if its share of the history is above this quantile over all users.
constexpr double kHighShareQuantile = 0.75;

/// The genres or tags of an item, which are separated by "|".
std::vector<std::string_view> partsOf(std::string_view text) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('|'), text.size());
        if (end > 0) parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

/// Collects the users of each distinct value of a text feature. `moveTo` adds one trait per value, with its users in
/// the order of the calls of `add`.
class TextTraits {
public:
    void add(std::string_view text, std::int32_t user) {
        std::vector<std::int32_t>& users = m_users.try_emplace(std::string(text)).first->second;
        if (users.empty() || users.back() != user) users.push_back(user);
    }
    void moveTo(UserTraits& traits, TraitFeature feature) {
        if (m_users.empty()) return;
        for (auto& [text, users] : m_users) traits.traits.push_back({traits.features.size(), text, std::move(users)});
        traits.features.push_back(std::move(feature));
    }

private:
    std::map<std::string, std::vector<std::int32_t>, std::less<>> m_users;
};

/// Adds a numeric feature, whose traits are groups of values of about equal size. `values`: one per user; NaN =
/// unknown. `textOf` formats the smallest and the largest value of a group.
void addNumbers(UserTraits& traits, TraitKind kind, const std::string& name, const std::vector<double>& values,
                const std::function<std::string(double, double)>& textOf) {
    TraitFeature feature{kind, name, std::vector<bool>(values.size())};
    std::vector<double> known;
    for (std::size_t user = 0; user < values.size(); ++user) {
        feature.known[user] = !std::isnan(values[user]);
        if (feature.known[user]) known.push_back(values[user]);
    }
    const auto groups = quantileGroups(std::move(known), kGroups);
    if (groups.size() < 2) return;
    std::vector<UserTrait> made;
    for (const auto& [from, to] : groups) made.push_back({traits.features.size(), textOf(from, to), {}});
    for (std::size_t user = 0; user < values.size(); ++user) {
        if (!feature.known[user]) continue;
        const auto group = std::lower_bound(groups.begin(), groups.end(), values[user],
                                            [](const auto& bounds, double value) { return bounds.second < value; });
        made[static_cast<std::size_t>(group - groups.begin())].users.push_back(static_cast<std::int32_t>(user));
    }
    std::move(made.begin(), made.end(), std::back_inserter(traits.traits));
    traits.features.push_back(std::move(feature));
}

std::string fromTo(double from, double to, const char* unit) {
    const auto number = [](double value) {
        return value == std::floor(value) && std::abs(value) < 1e15 ? grouped(static_cast<long long>(value))
                                                                    : fmt::format("{:.4g}", value);
    };
    const std::string text = from == to ? number(from) : translated("{} to {}", number(from), number(to));
    return *unit ? fmt::format("{} {}", text, translated(unit)) : text;
}

void addAttributes(UserTraits& traits, std::span<const UserAttribute> attributes) {
    for (const UserAttribute& attribute : attributes) {
        if (attribute.kind == AttributeKind::Number) {
            addNumbers(traits, TraitKind::Attribute, attribute.name, attribute.numbers,
                       [](double from, double to) { return fromTo(from, to, ""); });
            continue;
        }
        TraitFeature feature{TraitKind::Attribute, attribute.name, std::vector<bool>(attribute.categories.size())};
        TextTraits texts;
        for (std::size_t user = 0; user < attribute.categories.size(); ++user) {
            const std::int32_t category = attribute.categories[user];
            if (category == UserAttribute::kUnknown) continue;
            feature.known[user] = true;
            texts.add(attribute.labels[static_cast<std::size_t>(category)], static_cast<std::int32_t>(user));
        }
        texts.moveTo(traits, std::move(feature));
    }
}

bool isIgnored(const TraitSource& source, Token token) {
    return std::find(source.ignored.begin(), source.ignored.end(), token) != source.ignored.end();
}

void addTargets(UserTraits& traits, const TraitSource& source) {
    const Histories& histories = source.histories;
    const std::vector<float> popularity = popularityScores(histories);
    std::vector<bool> known(static_cast<std::size_t>(histories.userCount()));
    std::vector<double> popular(known.size(), std::nan(""));
    TextTraits genres, tags;
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        if (!histories.hasTarget(user, source.split)) continue;
        const Token target = histories.target(user, source.split);
        if (isIgnored(source, target)) continue;
        known[static_cast<std::size_t>(user)] = true;
        popular[static_cast<std::size_t>(user)] = popularity[static_cast<std::size_t>(target)];
        if (source.items.empty()) continue;
        const ItemInfo& item = source.items[static_cast<std::size_t>(target - kFirstItemToken)];
        for (const std::string_view genre : partsOf(item.genres)) genres.add(genre, user);
        for (const std::string_view tag : partsOf(item.tags)) tags.add(tag, user);
    }
    addNumbers(traits, TraitKind::TargetPopularity, translated("Popularity of the held-out item"), popular,
               [](double from, double to) { return fromTo(from, to, translatable("times in training")); });
    genres.moveTo(traits, {TraitKind::TargetGenre, translated("Genre of the held-out item"), known});
    tags.moveTo(traits, {TraitKind::TargetTag, translated("Tag of the held-out item"), known});
}

/// The part of a user's history that a model reads: the items before the target, or all items if there is no target.
/// Ignored items are left out. The result of `of` is valid until its next call.
class ReadHistory {
public:
    explicit ReadHistory(const TraitSource& source) : m_source(source) {}

    std::span<const Token> of(std::int32_t user) {
        const Histories& histories = m_source.histories;
        const std::span<const Token> all =
            histories.hasTarget(user, m_source.split) ? histories.input(user, m_source.split) : histories.of(user);
        if (m_source.ignored.empty()) return all;
        m_kept.clear();
        std::copy_if(all.begin(), all.end(), std::back_inserter(m_kept),
                     [this](Token token) { return !isIgnored(m_source, token); });
        return m_kept;
    }

private:
    const TraitSource& m_source;
    std::vector<Token> m_kept;
};

/// Adds one trait per genre or tag. It holds for the users whose histories have a larger share of it than the histories
/// of three quarters of all users.
void addShares(UserTraits& traits, const TraitSource& source, TraitKind kind, const std::string& name,
               std::string ItemInfo::*texts) {
    std::map<std::string_view, std::size_t> indices;
    std::vector<std::vector<std::size_t>> indicesOfItem;
    for (const ItemInfo& item : source.items) {
        std::vector<std::size_t>& list = indicesOfItem.emplace_back();
        for (const std::string_view text : partsOf(item.*texts))
            list.push_back(indices.try_emplace(text, indices.size()).first->second);
    }
    if (indices.empty()) return;
    // Indexed by genre or tag: the users whose history contains it, each with its share of the history.
    std::vector<std::vector<std::pair<std::int32_t, float>>> shares(indices.size());
    std::vector<float> counts(indices.size());
    ReadHistory reader(source);
    std::vector<std::size_t> touched;
    for (std::int32_t user = 0; user < source.histories.userCount(); ++user) {
        const std::span<const Token> history = reader.of(user);
        for (const Token token : history) {
            for (const std::size_t index : indicesOfItem[static_cast<std::size_t>(token - kFirstItemToken)]) {
                if (counts[index]++ == 0) touched.push_back(index);
            }
        }
        for (const std::size_t index : touched) {
            shares[index].emplace_back(user, counts[index] / static_cast<float>(history.size()));
            counts[index] = 0;
        }
        touched.clear();
    }
    const auto users = static_cast<std::size_t>(source.histories.userCount());
    const auto usersBelow = static_cast<std::size_t>(kHighShareQuantile * static_cast<double>(users));
    for (const auto& [text, index] : indices) {
        std::vector<float> sorted(users - shares[index].size(), 0);
        for (const auto& [user, share] : shares[index]) sorted.push_back(share);
        if (sorted.empty()) continue;
        const auto quantile = sorted.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(usersBelow, 1) - 1);
        std::nth_element(sorted.begin(), quantile, sorted.end());
        UserTrait trait{traits.features.size(),
                        *quantile > 0 ? translated("{}: over {:.0f} % of the history", text, 100 * *quantile)
                                      : translated("{}: at least one item of the history", text),
                        {}};
        for (const auto& [user, share] : shares[index]) {
            if (share > *quantile) trait.users.push_back(user);
        }
        traits.traits.push_back(std::move(trait));
    }
    traits.features.push_back({kind, name, {}});
}

void addItems(UserTraits& traits, const TraitSource& source) {
    ReadHistory reader(source);
    std::vector<std::vector<std::int32_t>> holders(static_cast<std::size_t>(source.histories.itemCount) + 1);
    for (std::int32_t user = 0; user < source.histories.userCount(); ++user) {
        for (const Token token : reader.of(user)) {
            std::vector<std::int32_t>& users = holders[static_cast<std::size_t>(token)];
            if (users.empty() || users.back() != user) users.push_back(user);
        }
    }
    for (std::size_t i = 0; i < source.items.size(); ++i)
        traits.traits.push_back({traits.features.size(), source.items[i].title, std::move(holders[i + 1])});
    traits.features.push_back({TraitKind::Item, translated("Item in the history"), {}});
}

}  // namespace

std::vector<std::pair<double, double>> quantileGroups(std::vector<double> values, int groups) {
    std::sort(values.begin(), values.end());
    std::vector<std::pair<double, double>> result;
    for (std::size_t begin = 0; begin < values.size();) {
        const auto groupsLeft = static_cast<std::size_t>(std::max(1, groups - static_cast<int>(result.size())));
        std::size_t end =
            std::min(values.size(), begin + std::max<std::size_t>(1, (values.size() - begin) / groupsLeft));
        if (groupsLeft == 1) end = values.size();
        while (end < values.size() && values[end] == values[end - 1]) ++end;
        result.emplace_back(values[begin], values[end - 1]);
        begin = end;
    }
    return result;
}

UserTraits traitsOf(const TraitSource& source) {
    UserTraits traits;
    traits.userCount = source.histories.userCount();
    addAttributes(traits, source.attributes);
    addTargets(traits, source);
    std::vector<double> lengths, times;
    ReadHistory reader(source);
    for (std::int32_t user = 0; user < traits.userCount; ++user) {
        traits.lengths.push_back(static_cast<std::int32_t>(reader.of(user).size()));
        lengths.push_back(traits.lengths.back());
    }
    addNumbers(traits, TraitKind::Length, translated("Length of the history"), lengths, [](double from, double to) {
        return fromTo(from, to, to == 1 ? translatable("item") : translatable("items"));
    });
    for (const std::int64_t time : source.lastTimes) times.push_back(static_cast<double>(time));
    addNumbers(traits, TraitKind::LastTime, translated("Last interaction"), times, [](double from, double to) {
        const std::string first = dateText(static_cast<std::int64_t>(from));
        const std::string last = dateText(static_cast<std::int64_t>(to));
        return first == last ? first : translated("{} to {}", first, last);
    });
    addShares(traits, source, TraitKind::Genre, translated("Genre in the history"), &ItemInfo::genres);
    addShares(traits, source, TraitKind::Tag, translated("Tag in the history"), &ItemInfo::tags);
    addItems(traits, source);
    std::erase_if(traits.traits, [&](const UserTrait& trait) {
        return trait.users.empty() || trait.users.size() == static_cast<std::size_t>(traits.userCount);
    });
    return traits;
}

}  // namespace recscope
