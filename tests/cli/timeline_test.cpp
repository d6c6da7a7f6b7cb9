// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the command timeline, which pins users and shows their attention timelines.
#include <gtest/gtest.h>

#include "cli_fixture.h"

namespace recscope::test {
namespace {

class AttentionTimeline : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        ASSERT_EQ(cli({"import", s_folder->write("small.csv", smallInteractions(60)), "--items",
                       s_folder->write("titles.csv", smallItems())})
                      .exitCode,
                  0);
        train("before");
        s_pinned = cli({"timeline", "--dataset", "small", "--pin", "u3", "--pin", "u10", "--json"});
        train("after");
    }
    static void train(const std::string& name) {
        ASSERT_EQ(cli({"train", "--dataset", "small", "--model", "sasrec", "--name", name, "--set", "epochs=3", "--set",
                       "dim=8", "--set", "max_length=8"})
                      .exitCode,
                  0);
    }

    static Outcome s_pinned;  ///< of pinning u3 and u10, after the run "before" and before the run "after"
};

Outcome AttentionTimeline::s_pinned;

TEST_F(AttentionTimeline, PinningListsThePinnedUsers) {
    ASSERT_EQ(s_pinned.exitCode, 0) << s_pinned.err;
    EXPECT_EQ(s_pinned.json()["pinned"], Json({"u3", "u10"}));
    EXPECT_EQ(json({"timeline", "--dataset", "small", "--list"}), s_pinned.json());
    EXPECT_EQ(json({"film", "--dataset", "small", "--list"}), s_pinned.json());  // the former name of the command
    const Outcome text = cli({"timeline", "--dataset", "small"});
    EXPECT_NE(text.out.find("u3, u10"), std::string::npos) << text.out;
}

TEST_F(AttentionTimeline, ARunStoresAFrameForEachPinnedUserAndEpoch) {
    const Json after = json({"timeline", "--run", "after"});
    ASSERT_EQ(after["users"].size(), 2U);
    EXPECT_EQ(after["users"][0]["user"], "u3");
    EXPECT_EQ(after["users"][0]["epochs"], Json({1, 2, 3}));
    EXPECT_TRUE(json({"timeline", "--run", "before"})["users"].empty());
}

TEST_F(AttentionTimeline, TheFrameOfTheBestEpochHasTheRunsRecommendations) {
    std::int64_t best = 0;
    const Json all = json({"runs"});
    for (const Json& run : all["runs"])
        if (run["name"] == "after") best = run["best_epoch"];
    ASSERT_GT(best, 0);
    const Json timeline = json({"timeline", "--run", "after", "--user", "u3", "--epoch", std::to_string(best)});
    ASSERT_EQ(timeline["frames"].size(), 1U);
    const Json recommended = json({"recommend", "--run", "after", "--user", "u3"});
    EXPECT_EQ(timeline["target"], recommended["target"]);
    const Json& frame = timeline["frames"][0];
    EXPECT_EQ(frame["epoch"], best);
    EXPECT_EQ(frame["target_rank"], recommended["target_rank"]);
    EXPECT_EQ(frame["recommendations"], recommended["recommendations"]);
}

TEST_F(AttentionTimeline, EveryEpochIsShownAsATable) {
    const Outcome text = cli({"timeline", "--run", "after", "--user", "u10"});
    ASSERT_EQ(text.exitCode, 0) << text.err;
    for (const char* epoch : {"After epoch 1", "After epoch 2", "After epoch 3"})
        EXPECT_NE(text.out.find(epoch), std::string::npos) << text.out;
    EXPECT_EQ(json({"timeline", "--run", "after", "--user", "u10"})["frames"].size(), 3U);
}

TEST_F(AttentionTimeline, MissingTimelinesAndEpochsAreRefusedWithAMessage) {
    const Outcome nobody = cli({"timeline", "--run", "before", "--user", "u3"});
    EXPECT_EQ(nobody.exitCode, 1);
    EXPECT_NE(nobody.err.find("no timeline of user u3"), std::string::npos) << nobody.err;
    const Outcome late = cli({"timeline", "--run", "after", "--user", "u3", "--epoch", "9"});
    EXPECT_EQ(late.exitCode, 1);
    EXPECT_NE(late.err.find("from epoch 1 to 3"), std::string::npos) << late.err;
    EXPECT_EQ(cli({"timeline", "--dataset", "small", "--pin", "nobody"}).exitCode, 1);
    for (const Arguments& invalid : {Arguments{"timeline"}, Arguments{"timeline", "--run", "after", "--pin", "u3"},
                                     Arguments{"timeline", "--dataset", "small", "--user", "u3"}})
        EXPECT_EQ(cli(invalid).exitCode, 2);
}

TEST_F(AttentionTimeline, OneUserTooManyIsRefusedAndUnpinningAllowsAnother) {
    const Outcome full = cli(
        {"timeline", "--dataset", "small", "--pin", "u1", "--pin", "u2", "--pin", "u4", "--pin", "u5", "--pin", "u6"});
    EXPECT_EQ(full.exitCode, 2);
    EXPECT_NE(full.err.find("6 users are pinned already."), std::string::npos) << full.err;
    const Json changed = json({"timeline", "--dataset", "small", "--unpin", "u1", "--unpin", "u2", "--unpin", "u4",
                               "--unpin", "u5", "--pin", "u7"});
    EXPECT_EQ(changed["pinned"], Json({"u3", "u7", "u10"}));
    json({"timeline", "--dataset", "small", "--unpin", "u7"});
}

}  // namespace
}  // namespace recscope::test
