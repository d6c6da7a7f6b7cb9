// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/history_input.h"

#include <algorithm>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

HistoryInput inputBefore(Split target) {
    return target == Split::Valid ? HistoryInput::Valid : HistoryInput::Test;
}

std::string_view historyInputName(HistoryInput input) {
    switch (input) {
        case HistoryInput::Test:
            return "test";
        case HistoryInput::Valid:
            return "valid";
        case HistoryInput::All:
            return "all";
    }
    return "";
}

HistoryInput historyInputFromName(std::string_view name) {
    for (const HistoryInput input : {HistoryInput::Test, HistoryInput::Valid, HistoryInput::All})
        if (name == historyInputName(input)) return input;
    throw Error(ErrorKind::Usage, translated("There is no input \"{}\".", name),
                translated("Choose one of: test (all before the test item), valid (all before the validation item), "
                           "all (everything)."));
}

std::string historyInputSentence(HistoryInput input) {
    switch (input) {
        case HistoryInput::Test:
            return translated("reads all items before the test item");
        case HistoryInput::Valid:
            return translated("reads all items before the validation item");
        case HistoryInput::All:
            return translated("reads the whole history, including the test item");
    }
    return "";
}

bool ModelHistory::operator==(const ModelHistory& other) const {
    return std::equal(items.begin(), items.end(), other.items.begin(), other.items.end()) && target == other.target &&
           targetTime == other.targetTime && input == other.input;
}

OwnedHistory historyOf(std::span<const Interaction> interactions) {
    OwnedHistory history;
    for (const Interaction& interaction : interactions) {
        history.items.push_back(interaction.token);
        if (interaction.time) history.times.push_back(*interaction.time);
    }
    if (history.times.size() != history.items.size()) history.times.clear();
    return history;
}

ModelHistory modelHistory(const History& whole, const HistoryCut& cut, HistoryInput input) {
    const std::int32_t at = input == HistoryInput::All     ? -1
                            : input == HistoryInput::Valid ? cut.at(Split::Valid)
                                                           : cut.at(Split::Test);
    if (at < 0) return {.items = whole, .target = {}, .targetTime = {}, .input = HistoryInput::All};
    const auto length = static_cast<std::size_t>(at);
    return {.items = whole.first(length),
            .target = whole[length],
            .targetTime = whole.hasTimes() ? std::optional(whole.times()[length]) : std::nullopt,
            .input = input};
}

ModelHistory modelHistory(const Histories& histories, std::int32_t user, HistoryInput input) {
    return modelHistory(histories.of(user), histories.cutOf(user), input);
}

}  // namespace recscope
