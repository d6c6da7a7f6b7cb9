// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/answer_sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/util/translated.h"

namespace recscope {

namespace {

/// A sentence lists at most this many titles; more titles are only counted.
constexpr std::size_t kMaxListedTitles = 10;
/// The same limit if the removals were not enough for the item to leave the list.
constexpr std::size_t kMaxListedWithoutChange = 3;
constexpr double kMinShownEffect = 0.0005;  ///< nats; smaller effects are shown as 0.000

/// The titles at these positions as a list, "A, B and C". Each title is listed once, with its count if it occurs more
/// than once.
std::string namesOf(std::span<const std::int32_t> positions, std::span<const Token> history, const TitleOf& titleOf) {
    std::vector<std::pair<std::string, int>> names;
    bool hasCommas = false;
    for (const std::int32_t position : positions) {
        const std::string title = titleOf(history[static_cast<std::size_t>(position)]);
        hasCommas = hasCommas || title.find(',') != std::string::npos;
        const auto known =
            std::find_if(names.begin(), names.end(), [&](const auto& name) { return name.first == title; });
        if (known == names.end()) {
            names.emplace_back(title, 1);
        } else {
            ++known->second;
        }
    }
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 == names.size() ? translated(" and ") : hasCommas ? "; " : ", ";
        text += names[i].first;
        if (names[i].second > 1) text += translated(" ({} times)", names[i].second);
    }
    return text;
}

}  // namespace

std::string titleAt(std::span<const Token> history, std::int32_t position, const TitleOf& titleOf) {
    const Token item = history[static_cast<std::size_t>(position)];
    if (std::count(history.begin(), history.end(), item) < 2) return titleOf(item);
    return translated("{} at position {}", titleOf(item), position + 1);
}

std::string smallestChangeSentence(const SmallestChange& change, std::span<const Token> history, std::int32_t topK,
                                   const TitleOf& titleOf) {
    const std::string item = titleOf(change.before.token);
    if (change.positions.empty())
        return translated("{} stays at rank {}: there is no item that could be removed.", item, change.before.rank);
    std::set<Token> items;
    for (const std::int32_t position : change.positions) items.insert(history[static_cast<std::size_t>(position)]);
    const std::string removedItems = items.size() <= (change.found ? kMaxListedTitles : kMaxListedWithoutChange)
                                         ? namesOf(change.positions, history, titleOf)
                                         : translated("{} of the {} items", change.positions.size(), history.size());
    const bool hides = change.kind == EditKind::Mask;
    const int before = change.before.rank, after = change.after.rank;
    if (change.found)
        return hides ? translated("With {} hidden, {} falls from rank {} to {}.", removedItems, item, before, after)
                     : translated("Without {}, {} falls from rank {} to {}.", removedItems, item, before, after);
    return hides ? translated("Even with {} hidden, {} stays among the first {}: rank {} before, {} after.",
                              removedItems, item, topK, before, after)
                 : translated("Even without {}, {} stays among the first {}: rank {} before, {} after.", removedItems,
                              item, topK, before, after);
}

std::string titleOf(const RemovalEffect& effect, std::span<const Token> history, const TitleOf& titleOf) {
    if (effect.earlier.empty()) return titleAt(history, effect.position, titleOf);
    return translated("{} ({} times)", titleOf(history[static_cast<std::size_t>(effect.position)]),
                      effect.earlier.size() + 1);
}

namespace {

/// Builds the sentence on one removal test.
class RemovalWords {
public:
    RemovalWords(const RemovalTest& test, std::span<const Token> history, const TitleOf& titleOf)
        : m_test(test), m_history(history), m_titleOf(titleOf), m_strongest(strongestOf(test)) {}

    std::string sentence() const {
        if (m_test.effects.size() == 1) return ofOnlyOne();
        std::string text = m_strongest.byEffect < 0            ? ofNoEffect()
                           : m_strongest.carriesRecommendation ? ofStrongest()
                                                               : ofNone();
        if (const std::string rank = furthestFall(); !rank.empty()) text += ' ' + rank;
        return text;
    }

private:
    const RemovalEffect& at(std::int32_t index) const { return m_test.effects[static_cast<std::size_t>(index)]; }
    std::string item() const { return m_titleOf(m_test.target); }
    std::string name(const RemovalEffect& effect) const { return titleOf(effect, m_history, m_titleOf); }
    std::string withoutIt() const {
        return m_test.kind == RemovalKind::Deleted ? translated("without it") : translated("with it hidden");
    }
    static bool isShown(const RemovalEffect& effect) { return static_cast<double>(effect.effect) >= kMinShownEffect; }

    /// "the log-probability falls by 0.532 nats (rank 2 before, 29 after)"
    std::string fall(const RemovalEffect& effect) const {
        const std::string by = isShown(effect) ? translated("the log-probability falls by {:.3f} nats", effect.effect)
                                               : translated("the log-probability falls by less than 0.001 nats");
        if (m_test.rank == 0) return by;
        return by + translated(" (rank {} before, {} after)", m_test.rank, effect.rank);
    }

    std::string ofOnlyOne() const {
        const RemovalEffect& only = at(0);
        if (!m_strongest.carriesRecommendation)
            return translated("{} does not depend on {}, the only item the model reads: {} {}.", item(), name(only),
                              withoutIt(),
                              m_strongest.byEffect < 0 ? translated("the log-probability does not fall") : fall(only));
        return ofStrongest();
    }

    std::string ofNoEffect() const {
        if (m_strongest.byRank >= 0)
            return translated("Removing any one of {} items makes {} no less likely.", m_test.effects.size(), item());
        return translated(
            "{} depends on no single item: removing any one of {} items does not lower the log-probability.", item(),
            m_test.effects.size());
    }

    /// The sentence for the case that no removal lowers the rank or takes much of the probability.
    std::string ofNone() const {
        const RemovalEffect& first = at(m_strongest.byEffect);
        return m_test.kind == RemovalKind::Deleted
                   ? translated("{} depends on no single item: without {}, which matters most of {} items, {}.", item(),
                                name(first), m_test.effects.size(), fall(first))
                   : translated("{} depends on no single item: with {} hidden, which matters most of {} items, {}.",
                                item(), name(first), m_test.effects.size(), fall(first));
    }

    std::string ofStrongest() const {
        const std::int32_t largest = std::max(m_strongest.byEffect, 0);
        const RemovalEffect& first = at(largest);
        std::string text = translated("{} depends most on {}: {} {}", item(), name(first), withoutIt(), fall(first));
        const RemovalEffect* second = nullptr;
        for (std::size_t i = 0; i < m_test.effects.size(); ++i) {
            const RemovalEffect& effect = m_test.effects[i];
            if (&effect != &first && isShown(effect) && (second == nullptr || effect.effect > second->effect))
                second = &effect;
        }
        if (second != nullptr)
            text += translated("; the second largest effect is that of {}, {:.3f} nats", name(*second), second->effect);
        return text + ".";
    }

    /// A clause on the item whose removal lowers the rank most; empty if this item also has the largest effect.
    std::string furthestFall() const {
        if (m_strongest.byRank < 0 || m_strongest.byRank == m_strongest.byEffect) return {};
        const RemovalEffect& furthest = at(m_strongest.byRank);
        return m_test.kind == RemovalKind::Deleted
                   ? translated("The rank falls furthest without {}: from {} to {}.", name(furthest), m_test.rank,
                                furthest.rank)
                   : translated("The rank falls furthest with {} hidden: from {} to {}.", name(furthest), m_test.rank,
                                furthest.rank);
    }

    const RemovalTest& m_test;
    std::span<const Token> m_history;
    const TitleOf& m_titleOf;
    Strongest m_strongest;
};

}  // namespace

std::string removalSentence(const RemovalTest& test, std::span<const Token> history, const TitleOf& titleOf) {
    if (test.effects.empty()) return {};
    return RemovalWords(test, history, titleOf).sentence();
}

}  // namespace recscope
