// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/dataset_store.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cmath>
#include <limits>

#include "core/store/connection.h"
#include "core/store/run_store.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

NewDataset smallDataset() {
    NewDataset dataset;
    dataset.info.name = "small";
    dataset.info.source = "built in";
    dataset.info.format = "test";
    dataset.userIds = {"2", "10", "Anna"};
    dataset.items = {{.token = 1, .id = "a", .title = "Amélie", .genres = "Romance"},
                     {.token = 2, .id = "b", .title = "", .genres = ""},
                     {.token = 3, .id = "c", .title = "100% Wolf", .genres = ""}};
    dataset.histories.itemCount = 3;
    dataset.histories.append(std::vector<Token>{1, 2, 1});
    dataset.histories.append(std::vector<Token>{3});
    dataset.histories.append(std::vector<Token>{2, 3, 1, 1});
    dataset.times = {10, 10, 20, 5, 1, 1, 1, 9};
    const float none = std::numeric_limits<float>::quiet_NaN();
    dataset.ratings = {4.5f, none, 3, 2, none, none, 5, 1};
    dataset.causes = {{}, {}, {{.position = 3, .pattern = Pattern::Repeat, .causes = {2}}}};
    return dataset;
}

class DatasetStoreTest : public testing::Test {
protected:
    TemporaryFolder m_folder;
    Workspace m_workspace = Workspace::open(m_folder / "a.recscope");
    DatasetStore m_store{m_workspace};
};

TEST_F(DatasetStoreTest, UsersAreFilteredByLengthAndByTime) {
    const DatasetId id = m_store.add(smallDataset(), {}).id;
    const auto ids = [&](const UserFilter& filter) {
        std::string all;
        const auto page = m_store.users(id, filter, UserOrder::Index, Direction::Ascending, 0, 10);
        for (const UserInfo& user : page.rows) all += user.id + " ";
        EXPECT_EQ(page.total, static_cast<std::int64_t>(page.rows.size()));
        return all;
    };
    // The three users have 3, 1 and 4 interactions, at times 10…20, 5 and 1…9.
    EXPECT_EQ(ids({.minLength = 3}), "2 Anna ");
    EXPECT_EQ(ids({.minLength = 2, .maxLength = 3}), "2 ");
    EXPECT_EQ(ids({.fromTime = 6}), "2 Anna ");
    EXPECT_EQ(ids({.toTime = 5}), "10 Anna ");
    EXPECT_EQ(ids({.search = "n", .maxLength = 3}), "");
}

TEST_F(DatasetStoreTest, ItemsAreFilteredByOneOfTheirGenres) {
    NewDataset dataset = smallDataset();
    dataset.items[1].genres = "Drama|Romance";
    dataset.items[2].genres = "Romantic";
    const DatasetId id = m_store.add(dataset, {}).id;
    EXPECT_EQ(m_store.genres(id), (std::vector<std::string>{"Drama", "Romance", "Romantic"}));
    const auto page = m_store.searchItems(id, {.genre = "Romance"}, ItemOrder::Token, Direction::Ascending, 0, 10);
    ASSERT_EQ(page.total, 2);
    EXPECT_EQ(page.rows[1].id, "b");
    EXPECT_EQ(
        m_store.searchItems(id, {.search = "am", .genre = "Romance"}, ItemOrder::Token, Direction::Ascending, 0, 1)
            .total,
        1);
}

TEST_F(DatasetStoreTest, AnInteractionIsReadByUserAndPosition) {
    const DatasetId id = m_store.add(smallDataset(), {}).id;
    EXPECT_EQ(m_store.interaction(id, 2, 1).token, 3);
    EXPECT_EQ(m_store.interaction(id, 0, 2).time, 20);
    EXPECT_ERROR(m_store.interaction(id, 0, 3), ErrorKind::Input, "no interaction");
}

TEST_F(DatasetStoreTest, AnAddedDatasetIsReadBack) {
    const NewDataset dataset = smallDataset();
    const DatasetId id = m_store.add(dataset, {}).id;
    const Histories histories = m_store.histories(id);
    EXPECT_EQ(histories.itemCount, 3);
    EXPECT_EQ(histories.offsets, dataset.histories.offsets);
    EXPECT_EQ(histories.items, dataset.histories.items);
    const auto history = m_store.history(id, 0);
    ASSERT_EQ(history.size(), 3u);
    EXPECT_EQ(history[2].token, 1);
    EXPECT_EQ(history[2].time, 20);
    EXPECT_EQ(history[0].rating, 4.5);
    EXPECT_FALSE(history[1].rating.has_value());
    const auto causes = m_store.plantedCauses(id, 2);
    ASSERT_EQ(causes.size(), 1u);
    EXPECT_EQ(causes[0].pattern, Pattern::Repeat);
    EXPECT_EQ(causes[0].causes, (std::vector<std::int32_t>{2}));
    EXPECT_EQ(m_store.historyLengths(id), (std::vector<std::int64_t>{3, 1, 4}));
    EXPECT_EQ(m_store.itemCounts(id), (std::vector<std::int64_t>{4, 2, 2}));
}

TEST_F(DatasetStoreTest, AnyNumberOfRowsIsKept) {
    for (const std::size_t rows : {1, 15, 16, 17, 32, 33}) {
        NewDataset dataset;
        dataset.info.name = std::to_string(rows);
        dataset.userIds = {"a", "b"};
        for (Token token = 1; token <= 40; ++token) {
            dataset.items.push_back({.token = token, .id = std::to_string(token), .title = {}, .genres = {}});
        }
        dataset.histories.itemCount = 40;
        std::vector<Token> history;
        for (std::size_t i = 0; i < rows; ++i) history.push_back(static_cast<Token>(i) + 1);
        dataset.histories.append(history);
        dataset.histories.append(std::vector<Token>{7});
        const DatasetId id = m_store.add(dataset, {}).id;
        EXPECT_EQ(m_store.histories(id).items, dataset.histories.items) << rows;
        EXPECT_EQ(m_store.history(id, 0).size(), rows);
        EXPECT_EQ(m_store.history(id, 1).size(), 1u);
    }
}

TEST_F(DatasetStoreTest, CountsAndSharesFollowFromTheData) {
    const DatasetInfo info = m_store.byId(m_store.add(smallDataset(), {}).id);
    EXPECT_EQ(info.users, 3);
    EXPECT_EQ(info.items, 3);
    EXPECT_EQ(info.interactions, 8);
    EXPECT_TRUE(info.hasTimes);
    EXPECT_DOUBLE_EQ(info.repeatShare, 2.0 / 8);
    EXPECT_DOUBLE_EQ(info.tiedTimeShare, 3.0 / 8);
    EXPECT_EQ(info.sampleFacts, "{}");
}

TEST_F(DatasetStoreTest, AnItemWithoutTitleIsShownByItsId) {
    const DatasetId id = m_store.add(smallDataset(), {}).id;
    EXPECT_EQ(m_store.items(id)[1].title, "b");
}

TEST_F(DatasetStoreTest, TheSameNameTwiceIsRefused) {
    m_store.add(smallDataset(), {});
    EXPECT_ERROR(m_store.add(smallDataset(), {}), ErrorKind::Input, "already a dataset named \"small\"");
    EXPECT_EQ(m_store.list().size(), 1u);
}

TEST_F(DatasetStoreTest, UnknownNamesAndIdsAreRefusedWithAMessage) {
    const DatasetId id = m_store.add(smallDataset(), {}).id;
    EXPECT_ERROR(m_store.byName("big"), ErrorKind::Input, "no dataset named \"big\"");
    EXPECT_ERROR(m_store.userById(id, "99"), ErrorKind::Input, "no user \"99\"");
    EXPECT_ERROR(m_store.tokensOf(id, std::vector<std::string>{"a", "zz"}), ErrorKind::Input, "no item \"zz\"");
    EXPECT_ERROR(m_store.user(id, 3), ErrorKind::Input, "no user at index 3");
    EXPECT_ERROR(m_store.byId(id + 1), ErrorKind::Input, "no dataset number");
}

TEST_F(DatasetStoreTest, TokensOfKeepsTheOrderOfTheIds) {
    const DatasetId id = m_store.add(smallDataset(), {}).id;
    EXPECT_EQ(m_store.tokensOf(id, std::vector<std::string>{"c", "a", "c"}), (std::vector<Token>{3, 1, 3}));
}

TEST_F(DatasetStoreTest, NumericUserIdsAreOrderedAsNumbers) {
    const DatasetId id = m_store.add(smallDataset(), {}).id;
    const auto page = m_store.users(id, {}, UserOrder::Id, Direction::Ascending, 0, 10);
    ASSERT_EQ(page.rows.size(), 3u);
    EXPECT_EQ(page.rows[0].id, "Anna");
    EXPECT_EQ(page.rows[1].id, "2");
    EXPECT_EQ(page.rows[2].id, "10");
}

TEST_F(DatasetStoreTest, APageOfUsersContainsItsRowsAndTheTotal) {
    const DatasetId id = m_store.add(smallDataset(), {}).id;
    const auto page = m_store.users(id, {}, UserOrder::Length, Direction::Descending, 1, 1);
    EXPECT_EQ(page.total, 3);
    ASSERT_EQ(page.rows.size(), 1u);
    EXPECT_EQ(page.rows[0].id, "2");
    EXPECT_EQ(page.rows[0].firstTime, 10);
    EXPECT_EQ(page.rows[0].lastTime, 20);
}

TEST_F(DatasetStoreTest, PagesOfAnyLengthCoverAllRowsInEveryOrder) {
    NewDataset dataset;
    dataset.info.name = "pages";
    dataset.items = {{.token = 1, .id = "x", .title = {}, .genres = {}}};
    dataset.histories.itemCount = 1;
    for (int user = 0; user < 11; ++user) {
        dataset.userIds.push_back(std::to_string(20 - user));
        dataset.histories.append(std::vector<Token>(static_cast<std::size_t>(user % 4 + 1), 1));
    }
    const DatasetId id = m_store.add(dataset, {}).id;
    const UserFilter filter{{}, 2, {}, {}, {}};  // at least 2 interactions: 8 of the 11 users
    const auto ids = [&](UserOrder order, Direction direction, std::int64_t limit) {
        std::string text;
        for (std::int64_t offset = 0; offset < 12; offset += limit) {
            const auto page = m_store.users(id, filter, order, direction, offset, limit);
            EXPECT_EQ(page.total, 8);
            for (const UserInfo& user : page.rows) text += user.id + " ";
        }
        return text;
    };
    EXPECT_EQ(ids(UserOrder::Length, Direction::Ascending, 100), "19 15 11 18 14 10 17 13 ");
    for (const UserOrder order :
         {UserOrder::Index, UserOrder::Length, UserOrder::Id, UserOrder::FirstTime, UserOrder::LastTime}) {
        for (const Direction direction : {Direction::Ascending, Direction::Descending}) {
            const std::string whole = ids(order, direction, 100);
            for (const std::int64_t limit : {1, 2, 3, 5, 7}) EXPECT_EQ(ids(order, direction, limit), whole) << limit;
        }
    }
}

TEST_F(DatasetStoreTest, TheTimeSpanIsThatOfAllUsers) {
    const NewDataset dataset = smallDataset();
    const DatasetId id = m_store.add(dataset, {}).id;
    std::optional<std::int64_t> first, last;
    for (const UserInfo& user : m_store.users(id, {}, UserOrder::Index, Direction::Ascending, 0, 1000).rows) {
        if (user.firstTime) first = std::min(*user.firstTime, first.value_or(*user.firstTime));
        if (user.lastTime) last = std::max(*user.lastTime, last.value_or(*user.lastTime));
    }
    ASSERT_TRUE(first && last);
    EXPECT_EQ(m_store.timeSpan(id), std::pair(*first, *last));
    EXPECT_FALSE(m_store.timeSpan(id + 1));
}

TEST_F(DatasetStoreTest, SearchIgnoresTheCaseOfAccentedLettersToo) {
    const DatasetId id = m_store.add(smallDataset(), {}).id;
    EXPECT_EQ(m_store.searchItems(id, {.search = "AMÉ"}, ItemOrder::Title, Direction::Ascending, 0, 10).total, 1);
    EXPECT_EQ(m_store.users(id, {.search = "aNN"}, UserOrder::Index, Direction::Ascending, 0, 10).total, 1);
}

TEST_F(DatasetStoreTest, SearchTakesSpecialCharactersLiterally) {
    const DatasetId id = m_store.add(smallDataset(), {}).id;
    EXPECT_EQ(m_store.searchItems(id, {.search = "%"}, ItemOrder::Title, Direction::Ascending, 0, 10).total, 1);
    EXPECT_EQ(m_store.searchItems(id, {.search = "'"}, ItemOrder::Title, Direction::Ascending, 0, 10).total, 0);
}

TEST_F(DatasetStoreTest, ItemsAreOrderedByPopularity) {
    const DatasetId id = m_store.add(smallDataset(), {}).id;
    const auto page = m_store.searchItems(id, {}, ItemOrder::Popularity, Direction::Descending, 0, 10);
    ASSERT_EQ(page.rows.size(), 3u);
    EXPECT_EQ(page.rows[0].id, "a");
    EXPECT_EQ(page.rows[0].interactions, 4);
}

/// SQLite's query plans of all statements that `work` runs.
template <class Work>
std::string plansOf(SQLite::Database& database, Work work) {
    std::vector<std::string> statements;
    const auto record = [](unsigned, void* list, void* statement, void*) {
        static_cast<std::vector<std::string>*>(list)->emplace_back(sqlite3_sql(static_cast<sqlite3_stmt*>(statement)));
        return 0;
    };
    sqlite3_trace_v2(database.getHandle(), SQLITE_TRACE_STMT, record, &statements);
    work();
    sqlite3_trace_v2(database.getHandle(), 0, nullptr, nullptr);
    std::string plans;
    for (const std::string& sql : statements) {
        SQLite::Statement explain(database, "EXPLAIN QUERY PLAN " + sql);
        while (explain.executeStep()) plans += explain.getColumn(3).getString() + "\n";
    }
    return plans;
}

TEST_F(DatasetStoreTest, RowsBeforeAPageAreSkippedWithinAnIndex) {
    const DatasetId id = m_store.add(smallDataset(), {}).id;
    SQLite::Database& database = m_workspace.connection().database;
    const auto userPlan = [&](UserOrder order, const UserFilter& filter = {}) {
        return plansOf(database, [&] { m_store.users(id, filter, order, Direction::Descending, 0, 10); });
    };
    const auto itemPlan = [&](ItemOrder order) {
        return plansOf(database, [&] { m_store.searchItems(id, {}, order, Direction::Ascending, 0, 10); });
    };
    const auto has = [](const std::string& plan, const char* part) { return plan.find(part) != std::string::npos; };
    EXPECT_TRUE(has(userPlan(UserOrder::Length), "COVERING INDEX user_by_length (dataset=?)"));
    EXPECT_TRUE(has(userPlan(UserOrder::Length), "user USING PRIMARY KEY (dataset=? AND user=?)"));
    EXPECT_TRUE(has(userPlan(UserOrder::Id), "INDEX user_by_number (dataset=?)"));
    const UserFilter both{{}, 1, 9, 1, 9};
    EXPECT_FALSE(has(userPlan(UserOrder::Length, both), "USING INDEX"));  // only "USING COVERING INDEX"
    EXPECT_TRUE(has(userPlan(UserOrder::Length, both), "COVERING INDEX user_by_length (dataset=? AND length>?"));
    EXPECT_FALSE(has(userPlan(UserOrder::Id, both), "USING INDEX"));
    EXPECT_TRUE(has(userPlan(UserOrder::Id, both), "COVERING INDEX user_by_number (dataset=?)"));
    EXPECT_TRUE(has(itemPlan(ItemOrder::Popularity), "COVERING INDEX item_by_popularity (dataset=?)"));
    EXPECT_TRUE(has(itemPlan(ItemOrder::Title), "COVERING INDEX item_by_title (dataset=?)"));
    EXPECT_TRUE(has(itemPlan(ItemOrder::Token), "PRIMARY KEY (dataset=? AND token=?)"));
}

TEST_F(DatasetStoreTest, RemovingDeletesEverythingOfTheDataset) {
    const DatasetId id = m_store.add(smallDataset(), {}).id;
    NewDataset second = smallDataset();
    second.info.name = "kept";
    const DatasetId keptId = m_store.add(second, {}).id;
    RunRecord run;
    run.name = "r";
    run.dataset = id;
    RunStore(m_workspace).add(run);
    m_store.remove(id);
    SQLite::Database& database = m_workspace.connection().database;
    for (const char* table : {"user", "item", "interaction", "planted_cause", "run"}) {
        const auto remaining = database.execAndGet(std::string("SELECT count(*) FROM ") + table + " WHERE dataset <> " +
                                                   std::to_string(keptId));
        EXPECT_EQ(remaining.getInt(), 0) << table;
    }
    EXPECT_EQ(m_store.histories(keptId).items.size(), 8u);
}

TEST_F(DatasetStoreTest, AProgressCallbackThatThrowsLeavesNoRows) {
    EXPECT_ERROR(m_store.add(smallDataset(), [](std::int64_t) { throw Error(ErrorKind::Cancelled, "Stopped.", "x"); }),
                 ErrorKind::Cancelled, "Stopped");
    SQLite::Database& database = m_workspace.connection().database;
    for (const char* table : {"dataset", "user", "item", "interaction"}) {
        EXPECT_EQ(database.execAndGet(std::string("SELECT count(*) FROM ") + table).getInt(), 0) << table;
    }
}

}  // namespace
}  // namespace recscope
