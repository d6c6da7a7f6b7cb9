// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/sha256.h"

#include <gtest/gtest.h>

#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

// The digests are those of FIPS 180-2, appendix B.
TEST(Sha256, GivesThePublishedDigests) {
    const TemporaryFolder folder;
    EXPECT_EQ(sha256OfFile(folder.write("a", "abc")),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256OfFile(folder.write("b", std::string(1'000'000, 'a'))),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, CanBeStopped) {
    const TemporaryFolder folder;
    std::stop_source source;
    source.request_stop();
    EXPECT_ERROR(sha256OfFile(folder.write("a", "abc"), source.get_token()), ErrorKind::Cancelled, "Stopped");
}

}  // namespace
}  // namespace recscope
