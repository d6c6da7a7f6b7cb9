// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the command adopt, which makes a run of another program's weights or TorchScript model. It compares the run
// with simple baselines and reports every assumption.
#include <gtest/gtest.h>

#include <cstdlib>

#include "cli_fixture.h"
#include "core/util/sha256.h"

namespace recscope::test {
namespace {

class Adopting : public CliFixture {
protected:
    static void SetUpTestSuite() {
        openFolder();
        // The history of each user is a part of the cycle i1, i2, …, i12, i1, …
        std::string rows = "user,item,time\n", vocabulary;
        for (int user = 1; user <= 40; ++user)
            for (int i = 0; i < 6 + user % 5; ++i)
                rows += "u" + std::to_string(user) + ",i" + std::to_string(1 + (user * 5 + i) % 12) + "," +
                        std::to_string(1000 + i) + "\n";
        for (int row = 1; row <= 12; ++row) vocabulary += "i" + std::to_string(row) + "\n";
        json({"import", s_folder->write("ring.csv", rows), "--name", "ring"});
        s_vocabulary = s_folder->write("items.txt", vocabulary);
    }
    static std::string golden(const std::string& name) {
        return std::string(RECSCOPE_SOURCE_DIR "/tests/golden/adopt_") + name + ".safetensors";
    }
    static std::string s_vocabulary;
};
std::string Adopting::s_vocabulary;

TEST_F(Adopting, TheMetricsAreComparedWithPopularityAndTheBigram) {
    const Json adopted = json({"adopt", golden("recbole-sasrec"), "--dataset", "ring", "--vocabulary", s_vocabulary});
    ASSERT_EQ(adopted["references"].size(), 3u);
    EXPECT_EQ(adopted["references"][0]["name"], "Popularity");
    EXPECT_EQ(adopted["references"][1]["name"], "Last item (bigram)");
    EXPECT_EQ(adopted["references"][2]["name"], "Item-kNN with decay");
    EXPECT_TRUE(adopted["references"][2]["detail"].get<std::string>().starts_with("half-life"));
    EXPECT_FALSE(adopted["references"][0].contains("detail"));
    EXPECT_EQ(adopted["assumed"], (Json{{"heads", "2"}}));
    EXPECT_EQ(adopted["items_without_row"], 0);
    const double score = adopted["test"]["ndcg@10"], popularity = adopted["references"][0]["test"]["ndcg@10"];
    EXPECT_EQ(adopted["below_popularity"], score < popularity);
    bool isWarned = false;
    for (const Json& warning : adopted["warnings"])
        isWarned = isWarned || warning.get<std::string>().find("below that of popularity") != std::string::npos;
    EXPECT_EQ(isWarned, score < popularity);

    const Outcome text =
        cli({"adopt", golden("recbole-sasrec"), "--dataset", "ring", "--vocabulary", s_vocabulary, "--name", "again"});
    for (const char* const part : {"Popularity", "Last item (bigram)", "Assumed: heads 2"})
        EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;
}

TEST_F(Adopting, UnknownTrainingKeysAreNullInJson) {
    const Json adopted = json({"adopt", golden("gsasrec"), "--dataset", "ring", "--vocabulary", s_vocabulary, "--name",
                               "unknown", "--set", "heads=2"});
    EXPECT_TRUE(adopted["config"]["seed"].is_null());
    EXPECT_TRUE(adopted["config"]["epochs"].is_null());
    EXPECT_EQ(adopted["config"]["heads"], 2);
    const Json listed = json({"runs"});
    for (const Json& run : listed["runs"]) {
        if (run["name"] == "unknown") {
            EXPECT_TRUE(run["config"]["seed"].is_null());
        }
    }
    json({"evaluate", "--run", "unknown"});
}

TEST_F(Adopting, FilesOfOtherKindsAreRefusedWithTheirKindAndAHint) {
    const std::string zip("PK\x03\x04\0\0\x08\x08\0\0\0\0\0\0model/data.pkl and so on", 38);
    expectError({"adopt", s_folder->write("model.pth", zip), "--dataset", "ring"}, 1, "is a PyTorch file");
    expectError({"adopt", s_folder->write("model.pth", zip), "--dataset", "ring"}, 1, "st.save_file(");
    expectError({"adopt", s_folder->path("ring.csv"), "--dataset", "ring"}, 1, "looks like interactions");
}

/// A TorchScript model for the 12 items of the dataset "ring", made by make_torchscript.py.
const std::string kModel = RECSCOPE_SOURCE_DIR "/tests/golden/ring_model.pt";

TEST_F(Adopting, ATorchScriptModelRunsOnlyWhenItIsTrusted) {
    ::setenv("XDG_CONFIG_HOME", s_folder->path("config").c_str(), /*replace=*/1);
    const Arguments adopt = {"adopt", kModel, "--dataset", "ring", "--name", "foreign"};
    const std::string sha256 = sha256OfFile(kModel);
    expectError(adopt, 1, sha256);
    expectError(adopt, 1, "recscope-cli trust");
    Arguments trusted = adopt;
    trusted.push_back("--trust");
    const Json adopted = json(trusted);
    EXPECT_EQ(adopted["sha256"], sha256);
    EXPECT_EQ(adopted["unknown_items"], 0);
    EXPECT_EQ(adopted["config"]["attention_maps"], "every_position");
    EXPECT_EQ(adopted["test"]["hr@20"], 1.0);  // there are only 12 items
    const std::size_t users = json({"evaluate", "--run", "foreign"})["users"];
    EXPECT_EQ(users, 40u);
    const Json attention = json({"attention", "--run", "foreign", "--history", "i1,i2,i3"});
    EXPECT_EQ(attention["layers"], 1);
    EXPECT_EQ(attention["heads"], 2);
    EXPECT_EQ(attention["positions"].size(), 3u);
    expectError({"head-steps", "--run", "foreign", "--history", "i1,i2", "--layer", "1", "--head", "1"}, 2,
                "cannot be shown");
    expectError({"train", "--dataset", "ring", "--model", "torchscript"}, 2, "cannot be trained");

    // The list of allowed models is in the configuration folder, so with another folder the model is not allowed.
    ::setenv("XDG_CONFIG_HOME", s_folder->path("elsewhere").c_str(), /*replace=*/1);
    expectError({"recommend", "--run", "foreign", "--history", "i1,i2"}, 1, "has not been allowed to run");
    cli({"trust", sha256});
    EXPECT_EQ(json({"recommend", "--run", "foreign", "--history", "i1,i2"})["recommendations"].size(), 10u);
    ::unsetenv("XDG_CONFIG_HOME");
}

TEST_F(Adopting, OptionsOfOneKindOfFileAreRefusedForAnother) {
    expectError({"adopt", kModel, "--dataset", "ring", "--layout", "pmixer"}, 2, "not for TorchScript models");
    expectError({"adopt", golden("gsasrec"), "--dataset", "ring", "--trust"}, 2, "only for TorchScript models");
    expectError({"serve-model"}, 2, "started by RecScope itself");
}

}  // namespace
}  // namespace recscope::test
