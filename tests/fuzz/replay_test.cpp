// SPDX-License-Identifier: GPL-3.0-or-later
// The corpus of the fuzz targets, without a fuzzer: what was found once stays fixed.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/core/support/temporary_folder.h"
#include "tests/fuzz/targets.h"

namespace recscope {
namespace {

namespace fs = std::filesystem;

TEST(FuzzReplay, EveryFileOfTheCorpusIsReadOrRefused) {
    for (const fuzz::NamedTarget& target : fuzz::targets()) {
        std::size_t files = 0;
        for (const auto& entry :
             fs::directory_iterator(fs::path(RECSCOPE_SOURCE_DIR) / "tests" / "fuzz" / "corpus" / target.name)) {
            SCOPED_TRACE(entry.path());
            target.run(bytesOf(entry.path()));
            ++files;
        }
        EXPECT_GT(files, 0u) << target.name;
    }
}

TEST(FuzzReplay, EveryBeginningOfASampleIsReadOrRefused) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(RECSCOPE_SOURCE_DIR) / "tests" / "data" / "formats")) {
        if (!entry.is_regular_file()) continue;
        SCOPED_TRACE(entry.path());
        const std::string bytes = bytesOf(entry.path());
        constexpr std::size_t kStep = 37;  // prime, so that cuts fall everywhere
        for (std::size_t size = 0; size < bytes.size(); size += kStep) {
            for (const fuzz::NamedTarget& target : fuzz::targets()) target.run(std::string_view(bytes).substr(0, size));
        }
    }
}

}  // namespace
}  // namespace recscope
