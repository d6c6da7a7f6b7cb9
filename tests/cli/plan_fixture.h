// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "cli_fixture.h"

namespace recscope::test {

/// Base class of tests of plans: the workspace has the dataset "small".
class PlanFixture : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        cli({"import", s_folder->write("small.csv", smallInteractions(40))});
    }
    /// Writes a plan of `seeds` small SASRec runs that differ only in their seed, and returns the path of its file.
    static std::string plan(const std::string& name, int seeds, int epochs) {
        std::string list;
        for (int seed = 1; seed <= seeds; ++seed) list += (seed > 1 ? ", " : "") + std::to_string(seed);
        return s_folder->write(
            name + ".json", R"({"name": ")" + name + R"(", "datasets": "small", "seeds": [)" + list +
                                R"(], "protocols": ["full"], "runs": [{"model": "sasrec", "set": {)" + R"("epochs": )" +
                                std::to_string(epochs) +
                                R"(, "patience": 0, "dim": 8, "inner_dim": 8, "max_length": 8}}]})");
    }
};

}  // namespace recscope::test
