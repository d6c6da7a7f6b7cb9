// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli_fixture.h"

namespace recscope::test {

std::unique_ptr<TemporaryFolder> CliFixture::s_folder;

Outcome CliFixture::cli(Arguments arguments) {
    arguments.insert(arguments.begin(), {"--workspace", s_folder->path("w.recscope")});
    return runCli(arguments);
}

Json CliFixture::json(Arguments arguments) {
    arguments.emplace_back("--json");
    const Outcome outcome = cli(arguments);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    return outcome.json();
}

void CliFixture::expectError(Arguments arguments, int exitCode, const std::string& words) {
    const Outcome outcome = cli(std::move(arguments));
    EXPECT_EQ(outcome.exitCode, exitCode) << outcome.out << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("unexpected"), std::string::npos) << outcome.err;
}

}  // namespace recscope::test
