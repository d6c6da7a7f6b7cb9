// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/cohort_store.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

#include "core/metrics/cohort_scope.h"
#include "core/store/cohort_choice.h"
#include "core/store/connection.h"
#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "core/store/user_attribute_store.h"
#include "core/store/user_traits_reader.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

using Users = std::vector<std::int32_t>;

class CohortStoreTest : public testing::Test {
protected:
    /// Adds a dataset with as many users as `users` says. The history of user i is i + 1 interactions with item "a"; in
    /// the second half of the users, one interaction with item "b" follows.
    DatasetId add(const std::string& name, std::int32_t users) {
        NewDataset newDataset;
        newDataset.info.name = name;
        newDataset.items = {{.token = 1, .id = "a", .title = "A", .genres = "War"},
                            {.token = 2, .id = "b", .title = "B", .genres = "Drama"}};
        newDataset.histories.itemCount = 2;
        for (std::int32_t user = 0; user < users; ++user) {
            newDataset.userIds.push_back("u" + std::to_string(user));
            std::vector<Token> history(static_cast<std::size_t>(user) + 1, 1);
            if (2 * user >= users) history.push_back(2);
            newDataset.histories.append(history);
        }
        return DatasetStore(*m_workspace).add(newDataset, {}).id;
    }
    CohortStore store() { return CohortStore(*m_workspace); }
    std::int64_t rows(const char* table) {
        return m_workspace->connection().database.execAndGet(std::string("SELECT count(*) FROM ") + table).getInt64();
    }
    std::vector<std::string> names(DatasetId dataset) {
        std::vector<std::string> list;
        for (const CohortInfo& info : store().list(dataset)) list.push_back(info.name);
        return list;
    }
    void reopen() {
        m_workspace.reset();
        m_workspace = Workspace::open(m_folder / "a.recscope");
    }

    TemporaryFolder m_folder;
    std::optional<Workspace> m_workspace = Workspace::open(m_folder / "a.recscope");
};

TEST_F(CohortStoreTest, ACohortIsTheSameAfterTheWorkspaceWasClosed) {
    const DatasetId dataset = add("d", 8);
    const CohortId id = store().save(dataset, "  badly served ", "Users: missed.", Users{5, 2, 2, 7});
    reopen();
    const Cohort cohort = store().open(id);
    EXPECT_EQ(cohort.users, (Users{2, 5, 7}));
    EXPECT_EQ(cohort.info.name, "badly served");
    EXPECT_EQ(cohort.info.howChosen, "Users: missed.");
    EXPECT_EQ(cohort.info.users, 3);
    EXPECT_EQ(store().byName(dataset, "badly served").id, id);
    EXPECT_ERROR(store().byName(dataset, "none"), ErrorKind::Input, "no cohort \"none\"");
}

TEST_F(CohortStoreTest, TheBasisOfACohortIsTheSameAfterTheWorkspaceWasClosed) {
    const DatasetId dataset = add("d", 8);
    CohortBasis basis;
    basis.add({.by = ChosenBy::Rank, .name = "SASRec 1"}, Users{2, 3, 5, 7});
    basis.add({.by = ChosenBy::Item, .name = "b", .item = 2});
    const CohortId id = store().save(dataset, "missed", "", Users{2, 5}, basis);
    const CohortId unrecorded = store().save(dataset, "other", "", Users{1});
    CohortBasis nobodyEligible;
    nobodyEligible.add({.by = ChosenBy::Rank}, {});
    const CohortId chosenAmongNobody = store().save(dataset, "third", "", Users{1}, nobodyEligible);
    reopen();
    EXPECT_EQ(store().open(id).basis, basis);
    EXPECT_FALSE(store().open(unrecorded).basis.isRecorded());
    EXPECT_EQ(store().open(chosenAmongNobody).basis, nobodyEligible)
        << "a cohort chosen among nobody is not one chosen among all users";
}

// Inserts the cohort in the way in which RecScope did before schema 12: without values in the columns of the basis.
TEST_F(CohortStoreTest, ACohortOfAnEarlierVersionHasNoRecordedBasis) {
    const DatasetId dataset = add("d", 8);
    m_workspace->connection().database.exec(
        "INSERT INTO cohort (id, dataset, name, chosen, made_at) VALUES (7, " + std::to_string(dataset) +
        ", 'old', 'Users: missed.', '2026-01-01'); INSERT INTO cohort_user VALUES (7, 3)");
    const Cohort cohort = store().open(7);
    EXPECT_EQ(cohort.users, Users{3});
    EXPECT_FALSE(cohort.basis.isRecorded());
    EXPECT_FALSE(cohort.basis.candidates);
}

TEST_F(CohortStoreTest, CohortsBelongToTheirDatasetAndAreRemovedWithIt) {
    const DatasetId dataset = add("d", 4), other = add("e", 4);
    store().save(dataset, "x", "", Users{1});
    store().save(other, "x", "", Users{2, 3});
    UserAttributeStore(*m_workspace).add(dataset, std::vector<UserAttribute>(1));
    EXPECT_EQ(names(dataset), std::vector<std::string>{"x"});
    DatasetStore(*m_workspace).remove(dataset);
    EXPECT_EQ(rows("cohort"), 1);
    EXPECT_EQ(rows("cohort_user"), 2);
    EXPECT_EQ(rows("user_attribute"), 0);
    EXPECT_EQ(names(other), std::vector<std::string>{"x"});
}

TEST_F(CohortStoreTest, NamesMustNotBeEmptyTooLongOrTaken) {
    const DatasetId dataset = add("d", 4);
    const CohortId first = store().save(dataset, "x", "", Users{1});
    const CohortId second = store().save(dataset, "y", "", Users{1});
    EXPECT_ERROR(store().save(dataset, " x", "", Users{1}), ErrorKind::Input, "already a cohort \"x\"");
    EXPECT_ERROR(store().save(dataset, " ", "", Users{1}), ErrorKind::Input, "needs a name");
    EXPECT_ERROR(store().save(dataset, std::string(256, 'n'), "", Users{1}), ErrorKind::Input, "too long");
    EXPECT_ERROR(store().rename(second, "x"), ErrorKind::Input, "already a cohort");
    store().rename(first, "x");  // its own name
    store().rename(second, " z");
    EXPECT_EQ(names(dataset), (std::vector<std::string>{"x", "z"}));
}

TEST_F(CohortStoreTest, ACohortNeedsAUserAndEveryUserMustExist) {
    const DatasetId dataset = add("d", 4);
    EXPECT_ERROR(store().save(dataset, "x", "", Users{}), ErrorKind::Input, "at least one user");
    EXPECT_ERROR(store().save(dataset, "x", "", Users{0, 4}), ErrorKind::Usage, "no user at index 4");
    EXPECT_ERROR(store().save(dataset, "x", "", Users{-1}), ErrorKind::Usage, "no user at index -1");
    EXPECT_EQ(rows("cohort"), 0);
}

TEST_F(CohortStoreTest, ARemovalCanBeUndoneUntilAnotherCohortIsRemovedOrTakesTheName) {
    const DatasetId dataset = add("d", 4);
    const CohortId first = store().save(dataset, "x", "", Users{1, 2});
    const CohortId second = store().save(dataset, "y", "", Users{3});
    store().remove(first);
    EXPECT_EQ(names(dataset), std::vector<std::string>{"y"});
    EXPECT_ERROR(store().open(first), ErrorKind::Input, "no longer");
    store().undoRemove(first);
    EXPECT_EQ(store().open(first).users, (Users{1, 2}));
    store().remove(first);
    store().save(dataset, "x", "", Users{0});
    EXPECT_ERROR(store().undoRemove(first), ErrorKind::Input, "already a cohort");
    store().remove(second);
    EXPECT_ERROR(store().undoRemove(first), ErrorKind::Input, "no longer");
}

TEST_F(CohortStoreTest, AttributesAreTheSameAfterTheWorkspaceWasClosed) {
    const DatasetId dataset = add("d", 3);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    UserAttribute occupation{
        .name = "occupation", .labels = {"student", "writer"}, .categories = {1, -1, 0}, .numbers = {}};
    UserAttribute age{
        .name = "age", .kind = AttributeKind::Number, .labels = {}, .categories = {}, .numbers = {23.5, nan, -1e9}};
    UserAttributeStore(*m_workspace).add(dataset, std::vector{occupation, age});
    reopen();
    const auto list = UserAttributeStore(*m_workspace).list(dataset);
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(list[0].name, "occupation");
    EXPECT_EQ(list[0].labels, occupation.labels);
    EXPECT_EQ(list[0].categories, occupation.categories);
    EXPECT_FALSE(list[0].isKnown(1));
    EXPECT_EQ(list[1].kind, AttributeKind::Number);
    EXPECT_EQ(list[1].numbers[0], 23.5);
    EXPECT_TRUE(std::isnan(list[1].numbers[1]));
    EXPECT_EQ(list[1].numbers[2], -1e9);
}

TEST_F(CohortStoreTest, AnErrorSaysWhetherAttributesOfUsersOrOfItemsAreDamaged) {
    const DatasetId dataset = add("d", 3);
    UserAttributeStore(*m_workspace).add(dataset, std::vector<UserAttribute>(1));
    ItemAttributeStore(*m_workspace).add(dataset, std::vector<UserAttribute>(1));
    const auto problem = [&](const AttributeStore& attributes, const std::string& table) -> std::string {
        m_workspace->connection().database.exec("UPDATE " + table + " SET labels = 'damaged'");
        try {
            attributes.list(dataset);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(problem(UserAttributeStore(*m_workspace), "user_attribute"),
              "The stored user attributes cannot be read.");
    EXPECT_EQ(problem(ItemAttributeStore(*m_workspace), "item_attribute"),
              "The stored item attributes cannot be read.");
}

TEST_F(CohortStoreTest, FiltersChooseUsersAndDescribeTheChoice) {
    const DatasetId dataset = add("d", 6);
    UserAttributeStore(*m_workspace)
        .add(dataset, std::vector<UserAttribute>{
                          {.name = "job", .labels = {"a", "b"}, .categories = {0, 1, 0, 1, 0, -1}, .numbers = {}},
                          {.name = "age",
                           .kind = AttributeKind::Number,
                           .labels = {},
                           .categories = {},
                           .numbers = {10, 20, 30, 40, 50, std::nan("")}}});
    const auto choose = [&](const std::vector<std::string>& filters) {
        return chooseByFilters(*m_workspace, dataset, Split::Test, filters);
    };
    EXPECT_EQ(choose({"job=b"}).users, (Users{1, 3}));
    EXPECT_EQ(choose({"age=20-40"}).users, (Users{1, 2, 3}));
    EXPECT_EQ(choose({"age=30-", "job=a"}).users, (Users{2, 4}));
    EXPECT_EQ(choose({"length=-2"}).users, (Users{0, 1}));
    EXPECT_EQ(choose({"item=b"}).users, (Users{3, 4, 5}));
    EXPECT_EQ(choose({"age=30-", "job=a"}).howChosen, "Users: age at least 30; and job a.");
    EXPECT_EQ(choose({"length=-2"}).howChosen, "Users: at most 2 interactions.");
    EXPECT_EQ(choose({"age=20-40"}).howChosen, "Users: age 20 to 40.");
    EXPECT_EQ(choose({"age=30"}).howChosen, "Users: age 30.");
    const CohortBasis byAge = choose({"age=30-", "job=a"}).basis;
    EXPECT_EQ(byAge.candidates, (Users{0, 1, 2, 3, 4})) << "the age of the last user is unknown";
    EXPECT_EQ(byAge.criteria.at(1), (CohortCriterion{.by = ChosenBy::Attribute, .name = "job"}));
    EXPECT_EQ(choose({"length=-2"}).basis.criteria, (std::vector<CohortCriterion>{{.by = ChosenBy::Length}}));
    EXPECT_FALSE(choose({"length=-2"}).basis.candidates);
    EXPECT_EQ(choose({"item=b"}).basis.items(), std::vector<Token>{2});
    EXPECT_ERROR(choose({"job=c"}), ErrorKind::Input, "No user has job \"c\"");
    EXPECT_ERROR(choose({"shoe=42"}), ErrorKind::Usage, "no filter \"shoe\"");
    EXPECT_ERROR(choose({"age"}), ErrorKind::Usage, "has the form NAME=VALUE");
    EXPECT_ERROR(choose({"age=old"}), ErrorKind::Usage, "not a range");
    EXPECT_ERROR(choose({"missed-by=no-such-run"}), ErrorKind::Input, "no-such-run");
    EXPECT_EQ(chooseByIds(*m_workspace, dataset, std::vector<std::string>{"u4", "u1", "u4"}).users, (Users{1, 4}));
}

TEST_F(CohortStoreTest, MissedAndHitUseTheRanksStoredWithTheRun) {
    const DatasetId dataset = add("d", 5);
    RunStore runs(*m_workspace);
    RunRecord record;
    record.name = "r";
    record.dataset = dataset;
    const RunRecord run = runs.add(record);
    const auto choose = [&](const char* filter) {
        return chooseByFilters(*m_workspace, dataset, Split::Test, std::vector<std::string>{filter});
    };
    EXPECT_ERROR(choose("missed-by=r"), ErrorKind::Input, "not been scored on the test items yet");
    Evaluation evaluation;
    evaluation.protocol = run.protocol;
    evaluation.split = Split::Test;
    // {user, target, rank, ties}; users 0 and 1 have no target.
    evaluation.ranks = {{2, 1, 10, 0}, {3, 1, 11, 0}, {4, 2, 500, 0}};
    runs.recordEvaluation(run.id, evaluation);
    EXPECT_EQ(choose("missed-by=r").users, (Users{3, 4}));
    EXPECT_EQ(choose("hit-by=r").users, (Users{2}));
    EXPECT_EQ(choose("hit-by=r").basis.candidates, (Users{2, 3, 4})) << "users without a rank could not be chosen";
    EXPECT_NE(choose("missed-by=r").howChosen.find("rank 11 or worse). Protocol full"), std::string::npos);
}

TEST_F(CohortStoreTest, TraitsAreTheAttributesAndPropertiesOfTheHistory) {
    const DatasetId dataset = add("d", 40);
    UserAttributeStore(*m_workspace)
        .add(dataset,
             std::vector<UserAttribute>{
                 {.name = "job", .labels = {"x", "y"}, .categories = std::vector<std::int32_t>(40, 1), .numbers = {}}});
    const UserTraits traits = readUserTraits(*m_workspace, dataset, {}, Split::Test);
    EXPECT_EQ(traits.userCount, 40);
    std::vector<std::string> names;
    for (const TraitFeature& feature : traits.features) names.push_back(feature.name);
    EXPECT_EQ(names.front(), "job");
    EXPECT_TRUE(std::find(names.begin(), names.end(), "Genre of the held-out item") != names.end());
    EXPECT_TRUE(std::find(names.begin(), names.end(), "Length of the history") != names.end());
    EXPECT_TRUE(std::find(names.begin(), names.end(), "Last interaction") == names.end());  // the dataset has no times
}

TEST(CohortScope, AProtocolNamesItsCohortInTextAndJson) {
    const CohortScope scope{"badly served", 124, 943};
    EXPECT_NE(sentenceOf({}, scope).find("only the 124 scored users of the cohort \"badly served\" (of 943)"),
              std::string::npos);
    EXPECT_NE(jsonOf({}, scope).find(R"("cohort":{"name":"badly served","scored":943,"users":124})"),
              std::string::npos);
    EXPECT_TRUE(Protocol::fromJson(jsonOf({}, scope)) == Protocol());  // the protocol can still be read
    const std::vector<UserRank> ranks = {{1, 1, 5, 0}, {3, 1, 6, 0}, {4, 1, 7, 0}};
    const auto chosen = ranksOf(ranks, Users{0, 3, 4});
    ASSERT_EQ(chosen.size(), 2U);
    EXPECT_EQ(chosen[0].rank, 6);
}

}  // namespace
}  // namespace recscope
