// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/sequence/histories.h"

namespace recscope {

/// Which held-out item of the leave-one-out split is predicted.
enum class Split { Valid, Test };

std::string_view splitName(Split split);  ///< "valid", "test"

/// Users with fewer interactions only train (SASRec, section IV-A; the official code does the same).
inline constexpr std::size_t kMinHeldOutHistory = 3;

/// Leave-one-out: last item = test target, the one before = validation target, the rest = training.
/// Histories shorter than `kMinHeldOutHistory` are all training.
std::span<const Token> trainingPart(std::span<const Token> history);

/// True when this history has a target under the split.
bool hasTarget(std::span<const Token> history);

/// What the model may see when the split's target is predicted: for test this includes the validation item.
/// Precondition: hasTarget(history).
std::span<const Token> inputFor(std::span<const Token> history, Split split);

/// Precondition: hasTarget(history).
Token targetOf(std::span<const Token> history, Split split);

}  // namespace recscope
