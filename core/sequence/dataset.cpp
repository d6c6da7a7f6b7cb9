// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/dataset.h"

#include <array>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {
constexpr std::array kPatternNames = {"start", "repeat", "after_gap", "bundle", "chain", "noise"};
}

const char* patternName(Pattern pattern) {
    return kPatternNames.at(static_cast<std::size_t>(pattern));
}

Pattern patternFromName(const std::string& name) {
    for (std::size_t i = 0; i < kPatternNames.size(); ++i) {
        if (name == kPatternNames[i]) return static_cast<Pattern>(i);
    }
    throw Error(ErrorKind::Workspace, translated("The workspace contains an unknown pattern name: {}.", name),
                translated("It was written by another version of RecScope."));
}

}  // namespace recscope
