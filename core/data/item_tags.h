// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/data/source_part.h"
#include "core/util/progress.h"

namespace recscope {

/// Reads the user tags of the needed items from MovieLens' tags.csv (userId,movieId,tag,timestamp) or tags.dat (the
/// same fields, separated by "::"). Maps each item id to at most 5 tags in lower case, most frequent first:
/// "pixar|fun". Throws Error(Input) if the file cannot be read, Error(Cancelled).
std::unordered_map<std::string, std::string> readItemTags(const SourcePart& part,
                                                          const std::function<bool(std::string_view id)>& isNeeded,
                                                          const ProgressSink& progress, const std::stop_token& stop);

}  // namespace recscope
