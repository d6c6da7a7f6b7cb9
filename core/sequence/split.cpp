// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/split.h"

namespace recscope {

std::string_view splitName(Split split) {
    return split == Split::Valid ? "valid" : "test";
}

bool hasTarget(std::span<const Token> history) {
    return history.size() >= kMinHeldOutHistory;
}

std::span<const Token> trainingPart(std::span<const Token> history) {
    return hasTarget(history) ? history.first(history.size() - 2) : history;
}

std::span<const Token> inputFor(std::span<const Token> history, Split split) {
    return history.first(history.size() - (split == Split::Valid ? 2 : 1));
}

Token targetOf(std::span<const Token> history, Split split) {
    return history[history.size() - (split == Split::Valid ? 2 : 1)];
}

}  // namespace recscope
