// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/failure.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "core/util/error.h"

namespace recscope {
namespace {

TEST(FailureOf, AnErrorKeepsItsMessageAndHint) {
    const Failure failure = failureOf(Error(ErrorKind::Numeric, "The loss is not finite.", "Learn more slowly."));
    EXPECT_EQ(failure.sentence, "The loss is not finite.");
    EXPECT_EQ(failure.hint, "Learn more slowly.");
}

TEST(FailureOf, EveryOutOfMemoryErrorGivesTheSameMessage) {
    const std::string expected = "There is not enough memory for this operation.";
    EXPECT_EQ(failureOf(std::bad_alloc()).sentence, expected);
    EXPECT_FALSE(failureOf(std::bad_alloc()).hint.empty());
    EXPECT_EQ(failureOf(std::runtime_error("[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to "
                                           "allocate 8 bytes.\nframe #0: c10"))
                  .sentence,
              expected);
    EXPECT_EQ(failureOf(std::runtime_error("CUDA out of memory. Tried to allocate 2 GiB")).sentence, expected);
}

TEST(FailureOf, AnUnknownErrorIsReportedWithoutItsStackTrace) {
    EXPECT_EQ(failureOf(std::runtime_error("mat1 and mat2 do not fit\nframe #0: c10\nframe #1: at")).sentence,
              "An unexpected error occurred: mat1 and mat2 do not fit");
}

}  // namespace
}  // namespace recscope
