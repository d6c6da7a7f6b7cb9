// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lists/recommendation_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/explain/scores/inference_session.h"
#include "core/lists/list_writer.h"
#include "core/lists/never_recommended.h"
#include "core/parquet/parquet.h"
#include "core/recommender/evaluate.h"
#include "core/store/cohort_store.h"
#include "core/store/split_reader.h"
#include "core/util/error.h"
#include "list_data.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

class RecommendationLists : public testing::Test {
protected:
    static void SetUpTestSuite() {
        s_temporary = new TemporaryWorkspace;
        s_workspace = new Workspace(s_temporary->open());
        s_dataset = addListData(*s_workspace).id;
        for (const char* model : {"sasrec", "bert4rec", "bpr_mf"})
            s_runs[model] = trainOn(*s_workspace, s_dataset, model);
    }
    static void TearDownTestSuite() {
        delete s_workspace;
        delete s_temporary;
    }

    static std::vector<UserList> listsOf(const ListRequest& request) {
        std::vector<UserList> lists;
        const auto take = [&](const UserList& list) { lists.push_back(list); };
        recommendLists(*s_workspace, listSubject(*s_workspace, request), {.textOf = {}, .take = take, .batchDone = {}},
                       {}, {});
        return lists;
    }
    /// The 150 users twenty times, so that there are several batches of users.
    static std::vector<std::int32_t> threeThousandUsers() {
        std::vector<std::int32_t> users;
        for (std::int32_t i = 0; i < 3000; ++i) users.push_back(i % 150);
        return users;
    }
    static bool containsItem(const UserList& list, Token token) {
        return std::any_of(list.items.begin(), list.items.end(), [&](const auto& item) { return item.token == token; });
    }
    static std::vector<std::string> linesOf(const std::filesystem::path& path) {
        std::ifstream file(path);
        std::vector<std::string> lines;
        for (std::string line; std::getline(file, line);) lines.push_back(line);
        return lines;
    }

    static inline TemporaryWorkspace* s_temporary;
    static inline Workspace* s_workspace;
    static inline DatasetId s_dataset;
    static inline std::map<std::string, RunRecord> s_runs;
    TemporaryFolder m_folder;
};

/// A rank counts items tied with the target as better, whereas a list has to order them. Without ties, both agree.
TEST_F(RecommendationLists, OfTheTestInputHaveTheHitsOfAnEvaluation) {
    for (const auto& [model, run] : s_runs) {
        const std::vector<UserRank> ranks = RunStore(*s_workspace).ranks(run.id, Split::Test, run.protocol);
        std::map<std::int32_t, const UserRank*> byUser;
        for (const UserRank& rank : ranks) byUser[rank.user] = &rank;
        std::int64_t hits = 0, users = 0;
        for (const UserList& list : listsOf({.run = run.id})) {
            if (!list.heldOut) continue;
            ++users;
            hits += containsItem(list, *list.heldOut);
            const UserRank& rank = *byUser.at(list.user);
            EXPECT_EQ(rank.target, *list.heldOut);
            ASSERT_EQ(rank.ties, 0) << model;
            EXPECT_EQ(containsItem(list, *list.heldOut), rank.rank <= 10) << model << ", user " << list.user;
        }
        EXPECT_EQ(users, static_cast<std::int64_t>(ranks.size()));
        EXPECT_DOUBLE_EQ(static_cast<double>(hits) / static_cast<double>(users), run.test->hr10) << model;
        EXPECT_GT(hits, 0) << model;
    }
}

TEST_F(RecommendationLists, OfTheWholeHistoryContainNoneOfItsItems) {
    const Histories histories = splitHistories(*s_workspace, s_dataset, {});
    for (const UserList& list : listsOf({.run = s_runs["sasrec"].id, .input = HistoryInput::All})) {
        EXPECT_EQ(list.input, HistoryInput::All);
        EXPECT_FALSE(list.heldOut.has_value());
        for (const Token token : histories.of(list.user)) EXPECT_FALSE(containsItem(list, token));
    }
}

TEST_F(RecommendationLists, NameTheInputOfEachUser) {
    const std::vector<UserList> lists = listsOf({.run = s_runs["sasrec"].id});
    ASSERT_EQ(lists.size(), 150u);
    EXPECT_EQ(lists[0].input, HistoryInput::All);  // two items: nothing can be held out
    EXPECT_EQ(lists[1].input, HistoryInput::Test);
}

/// Lists and explanations are computed in single precision, but in different orders. The tolerance, 1e-5, is a hundred
/// times the resulting error of a probability.
TEST_F(RecommendationLists, HaveTheScoresAndProbabilitiesOfAnExplanation) {
    for (const auto& [model, run] : s_runs) {
        const Histories histories = splitHistories(*s_workspace, s_dataset, run.protocol.split);
        const InferenceSession inference = InferenceSession::load(*s_workspace, run.id);
        for (const HistoryInput input : {HistoryInput::Test, HistoryInput::All}) {
            for (const UserList& list : listsOf({.run = run.id, .input = input, .users = {{3, 77, 149}}})) {
                const ModelHistory given = modelHistory(histories, list.user, input);
                const Explanation explanation = inference.forUser(list.user).explain(given.items, 10, given.target);
                ASSERT_EQ(list.items.size(), explanation.recommendations.size());
                for (std::size_t i = 0; i < list.items.size(); ++i) {
                    EXPECT_EQ(list.items[i].token, explanation.recommendations[i].token) << model;
                    EXPECT_NEAR(list.items[i].probability, explanation.recommendations[i].probability, 1e-5);
                    EXPECT_NEAR(list.items[i].score, explanation.recommendations[i].score, 1e-4);
                }
            }
        }
    }
}

TEST_F(RecommendationLists, FilteredByTagsKeepTheProbabilities) {
    const RunId run = s_runs["bert4rec"].id;
    std::map<Token, float> whole;
    const UserList all = listsOf({.run = run, .top = 60, .users = {{9}}}).front();
    for (const Recommendation& recommendation : all.items) whole[recommendation.token] = recommendation.probability;
    const auto only = listsOf({.run = run, .top = 60, .users = {{9}}, .onlyTags = {"war"}}).front().items;
    const auto without = listsOf({.run = run, .top = 60, .users = {{9}}, .withoutTags = {"WAR"}}).front().items;
    EXPECT_EQ(only.size() + without.size(), whole.size());
    for (const Recommendation& recommendation : only) EXPECT_EQ(recommendation.token % 2, 0);
    for (const Recommendation& recommendation : without) EXPECT_EQ(recommendation.token % 2, 1);
    for (const auto* list : {&only, &without})
        for (const Recommendation& recommendation : *list)
            EXPECT_EQ(recommendation.probability, whole.at(recommendation.token));
    EXPECT_ERROR(listsOf({.run = run, .onlyTags = {"Westen"}}), ErrorKind::Input, "westen");
}

TEST_F(RecommendationLists, LeaveOutSeenItemsUnlessTheyAreKept) {
    const RunId run = s_runs["sasrec"].id;
    const Histories histories = splitHistories(*s_workspace, s_dataset, {});
    const auto read = modelHistory(histories, 9, HistoryInput::Test).items.size();
    EXPECT_EQ(listsOf({.run = run, .top = 60, .seen = SeenItems::Removed, .users = {{9}}}).front().items.size(),
              60 - read);
    EXPECT_EQ(listsOf({.run = run, .top = 60, .seen = SeenItems::Kept, .users = {{9}}}).front().items.size(), 60u);
}

TEST_F(RecommendationLists, OfACohortAreTheListsOfItsUsers) {
    const std::vector<std::int32_t> users = {4, 8, 140};
    CohortStore(*s_workspace).save(s_dataset, "few", "by hand", users);
    std::vector<std::int32_t> listed;
    for (const UserList& list : listsOf({.run = s_runs["sasrec"].id, .cohort = "few"})) listed.push_back(list.user);
    EXPECT_EQ(listed, users);
    EXPECT_ERROR(listsOf({.run = s_runs["sasrec"].id, .cohort = "nobody"}), ErrorKind::Input, "nobody");
}

TEST_F(RecommendationLists, AreWrittenAsCsvAndAsJsonLines) {
    const ListRequest request{.run = s_runs["sasrec"].id, .top = 3};
    EXPECT_EQ(writeLists(*s_workspace, request, m_folder / "a.csv", WhenStopped::Discard, {}, {}).users, 150);
    const auto rows = linesOf(m_folder / "a.csv");
    ASSERT_EQ(rows.size(), 1u + 150 * 3);
    EXPECT_EQ(rows[0], "user,rank,item,title,score,probability,input");
    EXPECT_TRUE(rows[1].starts_with("u0,1,i")) << rows[1];
    EXPECT_TRUE(rows[1].ends_with(",all")) << rows[1];
    EXPECT_TRUE(rows[4].ends_with(",test")) << rows[4];
    EXPECT_NE(rows[1].find("\"Item \"\""), std::string::npos) << rows[1];
    writeLists(*s_workspace, request, m_folder / "a.jsonl", WhenStopped::Discard, {}, {});
    const auto lines = linesOf(m_folder / "a.jsonl");
    ASSERT_EQ(lines.size(), 150u);
    EXPECT_NE(lines[1].find(R"("user":"u1","input":"test","target":"i)"), std::string::npos) << lines[1];
    EXPECT_ERROR(writeLists(*s_workspace, request, m_folder / "a.xls", WhenStopped::Discard, {}, {}), ErrorKind::Usage,
                 "a.xls");
}

TEST_F(RecommendationLists, ThatAreStoppedLeaveTheOlderFileUnchanged) {
    const std::filesystem::path path = m_folder.write("a.csv", "older");
    for (const WhenStopped whenStopped : {WhenStopped::Discard, WhenStopped::KeepPart}) {
        std::stop_source stop;
        const auto afterTheFirst = [&](const Progress&) { stop.request_stop(); };
        const ListRequest request{.run = s_runs["sasrec"].id, .top = 2, .users = threeThousandUsers()};
        EXPECT_THROW(writeLists(*s_workspace, request, path, whenStopped, afterTheFirst, stop.get_token()), Error);
        EXPECT_EQ(bytesOf(path), "older");
        const bool isPartKept = whenStopped == WhenStopped::KeepPart;
        ASSERT_EQ(std::filesystem::exists(m_folder / "a.csv.part"), isPartKept);
        if (isPartKept) {
            EXPECT_EQ(linesOf(m_folder / "a.csv.part").size(), 1u + 1024 * 2);  // header, complete lists of 1,024 users
        }
    }
}

/// The first call is stopped after the first of three batches. The second call completes the file, which then equals
/// that of a single call.
TEST_F(RecommendationLists, ThatAreStoppedContinueAfterTheCompleteLists) {
    const ListRequest request{.run = s_runs["sasrec"].id, .top = 3, .users = threeThousandUsers()};
    for (const char* suffix : {".csv", ".jsonl"}) {
        const std::filesystem::path whole = m_folder / (std::string("whole") + suffix),
                                    pieces = m_folder / (std::string("pieces") + suffix);
        writeLists(*s_workspace, request, whole, WhenStopped::Discard, {}, {});
        std::stop_source stop;
        const auto afterTheFirst = [&](const Progress&) { stop.request_stop(); };
        EXPECT_ERROR(writeLists(*s_workspace, request, pieces, WhenStopped::KeepPart, afterTheFirst, stop.get_token()),
                     ErrorKind::Cancelled, "Stopped after 1,024 of 3,000 users");
        // Half a line, as a killed process leaves it.
        std::ofstream(pieces.string() + ".part", std::ios::app) << "u99,1,half";
        std::vector<std::int64_t> reported;
        const ListTotals totals = writeLists(*s_workspace, request, pieces, WhenStopped::KeepPart,
                                             [&](const Progress& progress) { reported.push_back(progress.done); }, {});
        EXPECT_EQ(totals.users, 3000);
        EXPECT_EQ(reported.front(), 2048);
        EXPECT_EQ(bytesOf(pieces), bytesOf(whole));
        EXPECT_FALSE(std::filesystem::exists(pieces.string() + ".part.state"));
    }
}

/// A Parquet file without its last bytes is of no use, so nothing is kept.
TEST_F(RecommendationLists, ThatAreStoppedStartOverInParquet) {
    if (!hasParquet()) GTEST_SKIP() << "this build has no Apache Arrow: ./dev test --with arrow";
    const ListRequest request{.run = s_runs["sasrec"].id, .top = 3};
    const std::filesystem::path path = m_folder.write("a.parquet", "older");
    std::stop_source stop;
    try {
        writeLists(
            *s_workspace, request, path, WhenStopped::KeepPart, [&](const Progress&) { stop.request_stop(); },
            stop.get_token());
        ADD_FAILURE() << "not stopped";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Cancelled);
        EXPECT_NE(error.hint().find("starts over"), std::string::npos) << error.hint();
    }
    EXPECT_EQ(bytesOf(path), "older");
    for (const char* ending : {".part", ".part.state"})
        EXPECT_FALSE(std::filesystem::exists(path.string() + ending)) << ending;
    std::vector<std::int64_t> reported;
    writeLists(*s_workspace, request, path, WhenStopped::KeepPart,
               [&](const Progress& progress) { reported.push_back(progress.done); }, {});
    EXPECT_EQ(reported.front(), 64);
    EXPECT_TRUE(isParquet(path));
}

TEST_F(RecommendationLists, AreNotWrittenAsParquetWithoutArrow) {
    if (hasParquet()) GTEST_SKIP() << "this build has Apache Arrow";
    EXPECT_ERROR(
        writeLists(*s_workspace, {.run = s_runs["sasrec"].id}, m_folder / "a.parquet", WhenStopped::Discard, {}, {}),
        ErrorKind::Usage, "does not write Parquet: a.parquet");
}

TEST_F(RecommendationLists, OfAnotherRequestAreNotContinued) {
    const std::filesystem::path path = m_folder / "a.csv";
    const ListRequest request{.run = s_runs["sasrec"].id, .top = 3, .users = threeThousandUsers()},
        other{.run = s_runs["bert4rec"].id, .top = 3, .users = threeThousandUsers()};
    std::stop_source stop;
    const auto afterTheFirst = [&](const Progress&) { stop.request_stop(); };
    EXPECT_THROW(writeLists(*s_workspace, request, path, WhenStopped::KeepPart, afterTheFirst, stop.get_token()),
                 Error);
    ASSERT_TRUE(std::filesystem::exists(path.string() + ".part.state"));
    // A call that keeps nothing must also remove the state file: the lists that it describes are overwritten.
    EXPECT_THROW(writeLists(*s_workspace, other, path, WhenStopped::Discard, afterTheFirst, stop.get_token()), Error);
    EXPECT_FALSE(std::filesystem::exists(path.string() + ".part.state"));
    writeLists(*s_workspace, other, path, WhenStopped::KeepPart, {}, {});
    writeLists(*s_workspace, other, m_folder / "b.csv", WhenStopped::Discard, {}, {});
    EXPECT_EQ(bytesOf(path), bytesOf(m_folder / "b.csv"));
}

TEST_F(RecommendationLists, OmitTheItemsThatCoverageDoesNotCount) {
    for (const auto& [model, run] : s_runs) {
        const Evaluation evaluated =
            evaluateRun(*s_workspace, run.id, run.protocol, Split::Test, DeviceChoice::Cpu, {}, {});
        // The evaluation skips the user without a held-out item.
        std::vector<std::int32_t> scored;
        for (const UserRank& rank : evaluated.ranks) scored.push_back(rank.user);
        const NeverRecommended never = neverRecommended(*s_workspace, {.run = run.id, .users = scored}, {}, {});
        EXPECT_DOUBLE_EQ(never.coverage(), evaluated.lists->coverage10) << model;
        EXPECT_EQ(never.listable, 60);
    }
    const NeverRecommended neverOfOneUser =
        neverRecommended(*s_workspace, {.run = s_runs["sasrec"].id, .top = 1, .users = {{7}}}, {}, {});
    ASSERT_EQ(neverOfOneUser.items.size(), 59u);
    EXPECT_TRUE(std::is_sorted(neverOfOneUser.items.begin(), neverOfOneUser.items.end(),
                               [](const auto& a, const auto& b) { return a.item.interactions > b.item.interactions; }));
    writeNeverRecommended(neverOfOneUser, m_folder / "never.csv");
    const auto rows = linesOf(m_folder / "never.csv");
    ASSERT_EQ(rows.size(), 60u);
    EXPECT_EQ(rows[0], "item,title,categories,tags,interactions,first_month,last_month,top,input");
    EXPECT_TRUE(rows[1].ends_with(",1,test")) << rows[1];
}

TEST_F(RecommendationLists, MonthsOfAnItemAreThoseOfItsFirstAndLastInteraction) {
    const NeverRecommended never =
        neverRecommended(*s_workspace, {.run = s_runs["sasrec"].id, .top = 1, .users = {{7}}}, {}, {});
    const DatasetStore datasets(*s_workspace);
    const Token token = never.items.front().item.token;
    std::int64_t first = std::numeric_limits<std::int64_t>::max(), last = 0;
    for (std::int32_t user = 0; user < 150; ++user)
        for (const Interaction& interaction : datasets.history(s_dataset, user))
            if (interaction.token == token) {
                first = std::min(first, interaction.time.value());
                last = std::max(last, interaction.time.value());
            }
    EXPECT_EQ(never.items.front().firstTime, first);
    EXPECT_EQ(never.items.front().lastTime, last);
    EXPECT_EQ(monthText(1'000'000'000), "2001-09");
    EXPECT_EQ(monthText({}), "");
}

}  // namespace
}  // namespace recscope
