// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/scores/answer_sentences.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::size_t kNamed = 10;       ///< more titles than these are counted instead
constexpr std::size_t kNamedInVain = 3;  ///< the same where taking them away decides nothing
constexpr double kLeastEffect = 0.0005;  ///< nats; less is shown as 0.000

/// "A, B and C"; each title once, with how often it is taken where that is more than once.
std::string namesOf(std::span<const std::int32_t> positions, std::span<const Token> history, const TitleOf& titleOf) {
    std::vector<std::pair<std::string, int>> names;
    bool commas = false;
    for (const std::int32_t position : positions) {
        const std::string title = titleOf(history[static_cast<std::size_t>(position)]);
        commas = commas || title.find(',') != std::string::npos;
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
        if (i > 0) text += i + 1 == names.size() ? translated(" and ") : commas ? "; " : ", ";
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
    const std::string gone = change.positions.size() <= (change.found ? kNamed : kNamedInVain)
                                 ? namesOf(change.positions, history, titleOf)
                                 : translated("{} of the {} items", change.positions.size(), history.size());
    const bool hides = change.kind == EditKind::Mask;
    const int before = change.before.rank, after = change.after.rank;
    if (change.found)
        return hides ? translated("With {} hidden, {} falls from rank {} to {}.", gone, item, before, after)
                     : translated("Without {}, {} falls from rank {} to {}.", gone, item, before, after);
    return hides ? translated("Even with {} hidden, {} stays among the first {}: rank {} before, {} after.", gone, item,
                              topK, before, after)
                 : translated("Even without {}, {} stays among the first {}: rank {} before, {} after.", gone, item,
                              topK, before, after);
}

std::string removalSentence(const RemovalTest& test, std::span<const Token> history, const TitleOf& titleOf) {
    if (test.effects.empty()) return {};
    std::vector<RemovalEffect> strongest(test.effects);
    std::stable_sort(strongest.begin(), strongest.end(),
                     [](const RemovalEffect& a, const RemovalEffect& b) { return a.effect > b.effect; });
    const auto title = [&](const RemovalEffect& effect) { return titleAt(history, effect.position, titleOf); };
    const std::string item = titleOf(test.target),
                      gone = test.kind == RemovalKind::Closed ? translated("without it") : translated("with it hidden");
    const auto first = static_cast<double>(strongest[0].effect);
    if (first <= 0 && strongest.size() == 1)
        return translated("{} does not rest on {}, the only item that is read: {} it is no less likely.", item,
                          title(strongest[0]), gone);
    if (first <= 0)
        return translated("No single item carries {}: removing any one of {} makes it no less likely.", item,
                          strongest.size());
    if (first < kLeastEffect)
        return translated(
            "{} hardly rests on any single item: without {}, which matters most, the log-probability "
            "falls by less than 0.001 nats.",
            item, title(strongest[0]));
    std::string text = translated("{} rests most on {}: {} the log-probability falls by {:.3f} nats", item,
                                  title(strongest[0]), gone, strongest[0].effect);
    if (strongest.size() > 1 && static_cast<double>(strongest[1].effect) >= kLeastEffect)
        text += translated("; next is {} with {:.3f}", title(strongest[1]), strongest[1].effect);
    return text + ".";
}

}  // namespace recscope
