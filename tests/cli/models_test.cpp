// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the commands recommend, attention, heads, explain, what-if and timeline with a run of each model.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "cli_fixture.h"

namespace recscope::test {
namespace {

class EveryModel : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        cli({"import", s_folder->write("small.csv", smallInteractions(40)), "--items",
             s_folder->write("titles.csv", smallItems())});
        cli({"timeline", "--dataset", "small", "--pin", "u3"});
        s_models = json({"models"})["models"];
        ASSERT_GE(s_models.size(), 4U);
        for (const Json& model : s_models) {
            Arguments train = {"train", "--dataset", "small", "--model", nameOf(model), "--name", nameOf(model)};
            // A small model and a short training, as far as the model has these keys.
            for (const auto& [key, value] : {std::pair("epochs", "2"), {"dim", "8"}, {"max_length", "8"}}) {
                if (hasKey(model, key)) train.insert(train.end(), {"--set", std::string(key) + "=" + value});
            }
            ASSERT_EQ(cli(train).exitCode, 0) << nameOf(model);
        }
    }
    static std::string nameOf(const Json& model) { return model["name"]; }
    static bool hasKey(const Json& model, const std::string& key) {
        const Json& keys = model["keys"];
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    }

    static Json s_models;
};

Json EveryModel::s_models;

TEST_F(EveryModel, RecommendsForAUserAndForAHistory) {
    for (const Json& model : s_models) {
        for (const Arguments& input : {Arguments{"--user", "u1"}, Arguments{"--history", "f1,f2"}}) {
            Arguments arguments = {"recommend", "--run", nameOf(model), "--top", "3"};
            arguments.insert(arguments.end(), input.begin(), input.end());
            EXPECT_EQ(json(arguments)["recommendations"].size(), 3U) << nameOf(model);
        }
    }
}

TEST_F(EveryModel, ShowsItsAttentionOrSaysThatItHasNone) {
    std::size_t withAttention = 0, pointwise = 0;
    for (const Json& model : s_models) {
        const std::string name = nameOf(model);
        const Outcome shown = cli({"attention", "--run", name, "--user", "u1", "--json"});
        if (shown.exitCode == 0) {
            ++withAttention;
            EXPECT_GT(shown.json()["weights"].size(), 0U) << name;
            const Outcome heads = cli({"heads", "--run", name, "--users", "5", "--json"});
            // The rows of pointwise attention do not sum to 1, so the measures that compare heads are not defined.
            if (heads.exitCode != 0) {
                ++pointwise;
                expectError({"heads", "--run", name}, 2, "is pointwise");
            } else {
                EXPECT_GT(heads.json()["heads"].size(), 0U) << name;
            }
            continue;
        }
        for (const Arguments& arguments :
             {Arguments{"attention", "--run", name, "--user", "u1"}, Arguments{"heads", "--run", name},
              Arguments{"heads", "--run", name, "--agreement", "--switch-off"}})
            expectError(arguments, 2, "without attention");
    }
    EXPECT_GT(withAttention, pointwise);
    EXPECT_LT(withAttention, s_models.size());
}

TEST_F(EveryModel, ExplainsByRemovalOrSaysThatTheHistoryIsNotRead) {
    std::size_t withoutHistory = 0;
    for (const Json& model : s_models) {
        const std::string name = nameOf(model);
        const Json explained = json({"explain", "--run", name, "--history", "f1,f2,f3,f4"});
        const bool statesUnread =
            explained["sentence"].get<std::string>().find("does not read the history") != std::string::npos;
        EXPECT_EQ(explained["effects"].empty(), statesUnread) << name;
        const Json edited = json({"what-if", "--run", name, "--history", "f1,f2,f3,f4", "--delete", "4"});
        EXPECT_EQ(edited.contains("note"), statesUnread) << name;
        if (!statesUnread) continue;
        ++withoutHistory;
        for (const Json& change : edited["changes"])
            EXPECT_EQ(change["probability"], change["probability_before"]) << name;
        expectError({"what-if", "--run", name, "--user", "u1", "--until-gone", "f1"}, 2, "does not read the history");
    }
    EXPECT_GT(withoutHistory, 0U);
}

TEST_F(EveryModel, HasATimelineOfThePinnedUser) {
    for (const Json& model : s_models) {
        const Json timeline = json({"timeline", "--run", nameOf(model), "--user", "u3"});
        ASSERT_FALSE(timeline["frames"].empty()) << nameOf(model);
        EXPECT_EQ(timeline["frames"][0]["recommendations"].size(), 10U) << nameOf(model);
    }
}

}  // namespace
}  // namespace recscope::test
