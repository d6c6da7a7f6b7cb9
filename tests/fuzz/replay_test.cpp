// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the fuzz targets on their corpora without a fuzzer, so that past findings stay fixed.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/fuzz/replay.h"

namespace recscope {
namespace {

namespace fs = std::filesystem;

TEST(FuzzReplay, EveryFileOfTheCorpusIsReadOrRefused) {
    fuzz::replayCorpus(RECSCOPE_SOURCE_DIR "/tests/fuzz/corpus", fuzz::targets(), fuzz::Replay::Whole);
}

TEST(FuzzReplay, EveryPrefixOfASampleIsReadOrRefused) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(RECSCOPE_SOURCE_DIR) / "tests" / "data" / "formats")) {
        if (!entry.is_regular_file()) continue;
        SCOPED_TRACE(entry.path());
        const std::string bytes = bytesOf(entry.path());
        for (std::size_t size = 0; size < bytes.size(); size += fuzz::kCutStep) {
            for (const fuzz::NamedTarget& target : fuzz::targets()) target.run(std::string_view(bytes).substr(0, size));
        }
    }
}

}  // namespace
}  // namespace recscope
