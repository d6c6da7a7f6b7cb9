// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "tests/core/support/temporary_folder.h"
#include "tests/fuzz/targets.h"

namespace recscope::fuzz {

inline constexpr std::size_t kCutStep = 37;  ///< prime, so that cuts do not follow the structure of a format

/// Whole: runs a target on each file of its corpus. Cuts: also on the file's prefixes of 0, kCutStep, 2 * kCutStep, …
/// bytes.
enum class Replay { Whole, Cuts };

/// Runs each target on the files of the folder `corpus`/NAME, where NAME is the name of the target.
inline void replayCorpus(const std::filesystem::path& corpus, const std::vector<NamedTarget>& targets, Replay replay) {
    for (const NamedTarget& target : targets) {
        std::size_t files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(corpus / target.name)) {
            SCOPED_TRACE(entry.path());
            const std::string bytes = bytesOf(entry.path());
            target.run(bytes);
            for (std::size_t size = 0; replay == Replay::Cuts && size < bytes.size(); size += kCutStep)
                target.run(std::string_view(bytes).substr(0, size));
            ++files;
        }
        EXPECT_GT(files, 0u) << target.name;
    }
}

}  // namespace recscope::fuzz
