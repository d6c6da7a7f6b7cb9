// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "cli_process.h"
#include "small_data.h"

namespace recscope::test {

/// Base class of test suites whose tests share a workspace in a temporary folder. Their SetUpTestSuite calls
/// openFolder() first.
class CliFixture : public testing::Test {
protected:
    static void openFolder() { s_folder = std::make_unique<TemporaryFolder>(); }
    static void TearDownTestSuite() { s_folder.reset(); }

    /// Runs recscope-cli on the suite's workspace.
    static Outcome cli(Arguments arguments);
    /// The output of recscope-cli with --json; expects success.
    static Json json(Arguments arguments);
    /// Expects that recscope-cli fails with this exit code and prints only an error message, which contains `words`.
    static void expectError(Arguments arguments, int exitCode, const std::string& words);

    static std::unique_ptr<TemporaryFolder> s_folder;
};

}  // namespace recscope::test
