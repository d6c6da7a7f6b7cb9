// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/item_relations.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/data/sample_shop.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

HistoryIndex indexOf(std::int32_t itemCount, std::initializer_list<std::vector<Token>> all) {
    Histories histories;
    histories.itemCount = itemCount;
    for (const auto& history : all) histories.append(history);
    return HistoryIndex(std::move(histories));
}

const HistoryIndex& small() {
    static const HistoryIndex index = indexOf(3, {{1, 2, 3}, {1, 2}, {2, 1}, {1, 3, 1}});
    return index;
}

const RelatedItem& find(const std::vector<RelatedItem>& items, Token token) {
    return *std::find_if(items.begin(), items.end(), [&](const RelatedItem& item) { return item.token == token; });
}

TEST(ItemRelations, CountSuccessorsAndCompareThemWithChance) {
    // 6 transitions in all; 3 leave item 1 (it has five positions, two of them at the end of a history) and 2 arrive at
    // item 2: the number expected by chance is 3 · 2 / 6 = 1.
    const ItemRelations relations = small().relationsOf(1, {.minSupport = 1});
    EXPECT_EQ(relations.interactions, 5);
    EXPECT_EQ(relations.users, 4);
    EXPECT_EQ(relations.asFirst, 3);
    EXPECT_EQ(relations.asLast, 2);
    ASSERT_EQ(relations.after.size(), 2u);
    EXPECT_EQ(relations.after[0].token, 2);
    EXPECT_EQ(relations.after[0].count, 2);
    EXPECT_DOUBLE_EQ(relations.after[0].lift, 2);
    EXPECT_EQ(relations.after[1].token, 3);
    EXPECT_DOUBLE_EQ(relations.after[1].lift, 1);  // 1 transition, 3 · 2 / 6 expected by chance
}

TEST(ItemRelations, CountPredecessors) {
    const ItemRelations relations = small().relationsOf(1, {.minSupport = 1});
    // 2 -> 1 and 3 -> 1 once each; 2 transitions arrive at item 1, 2 leave item 2 and 1 leaves item 3.
    EXPECT_DOUBLE_EQ(find(relations.before, 2).lift, 1 / (2 * 2 / 6.0));
    EXPECT_DOUBLE_EQ(find(relations.before, 3).lift, 1 / (2 * 1 / 6.0));
    EXPECT_EQ(relations.before[0].token, 3);  // the higher lift comes first
}

TEST(ItemRelations, AWholeOrderIsOneStepOfTheHistory) {
    // User 0 has the orders {1, 2}, {3, 2} and {1}; user 1 has {1, 1, 3} and {2}.
    Histories histories;
    histories.itemCount = 3;
    histories.append(std::vector<Token>{1, 2, 3, 2, 1});
    histories.append(std::vector<Token>{1, 1, 3, 2});
    histories.orders = {0, 0, 1, 1, 2, 0, 0, 0, 1};
    const ItemRelations relations = HistoryIndex(std::move(histories)).relationsOf(1, {.minSupport = 1});
    EXPECT_TRUE(relations.areOrders);
    EXPECT_EQ(relations.interactions, 4);
    EXPECT_EQ(relations.asFirst, 2);
    EXPECT_EQ(relations.asLast, 1);
    // Together: item 1 is in three of the five orders; items 2 and 3 are in one of these three each.
    EXPECT_EQ(find(relations.together, 2).count, 1);
    EXPECT_DOUBLE_EQ(find(relations.together, 2).lift, 1 / (3 * 3 / 5.0));
    EXPECT_DOUBLE_EQ(find(relations.together, 3).lift, 1 / (3 * 2 / 5.0));
    // After: two orders with item 1 are followed by an order. Both of these next orders contain item 2, one contains
    // item 3. Two of the 3 next orders of all users contain item 2.
    EXPECT_EQ(find(relations.after, 2).count, 2);
    EXPECT_DOUBLE_EQ(find(relations.after, 2).lift, 2 / (2 * 2 / 3.0));
    EXPECT_EQ(find(relations.after, 3).count, 1);
    EXPECT_EQ(find(relations.before, 2).count, 1);
    EXPECT_EQ(find(relations.before, 3).count, 1);
}

TEST(ItemRelations, CountEachUserWhoHasBothItemsOnce) {
    const ItemRelations relations = small().relationsOf(1, {.minSupport = 1});
    EXPECT_EQ(find(relations.together, 2).count, 3);
    EXPECT_EQ(find(relations.together, 3).count, 2);
    EXPECT_DOUBLE_EQ(find(relations.together, 3).lift, 2 / (4 * 2 / 4.0));  // of 4 users, 4 have item 1 and 2 item 3
}

TEST(ItemRelations, AnItemAfterItselfIsATransitionButNotACooccurrence) {
    const HistoryIndex index = indexOf(2, {{1, 1, 2}});
    const ItemRelations relations = index.relationsOf(1, {.minSupport = 1});
    EXPECT_EQ(find(relations.after, 1).count, 1);
    ASSERT_EQ(relations.together.size(), 1u);
    EXPECT_EQ(relations.together[0].token, 2);
}

TEST(ItemRelations, RelationsBelowTheMinimumSupportAreLeftOut) {
    const ItemRelations relations = small().relationsOf(1, {.minSupport = 2});
    ASSERT_EQ(relations.after.size(), 1u);
    EXPECT_EQ(relations.after[0].token, 2);
    EXPECT_TRUE(relations.before.empty());
}

TEST(ItemRelations, ListsAreLimitedOnRequest) {
    EXPECT_EQ(small().relationsOf(1, {.minSupport = 1, .limit = 1}).together.size(), 1u);
}

TEST(ItemRelations, VisitsAreReadInPages) {
    const auto all = small().visits(1, VisitOrder::User, Direction::Ascending, 0, 100);
    ASSERT_EQ(all.size(), 5u);
    EXPECT_EQ(all[2].user, 2);
    EXPECT_EQ(all[2].position, 1);
    EXPECT_EQ(all[4].user, 3);
    EXPECT_EQ(all[4].position, 2);
    const auto page = small().visits(1, VisitOrder::User, Direction::Ascending, 3, 1);
    ASSERT_EQ(page.size(), 1u);
    EXPECT_EQ(page[0].user, 3);
    EXPECT_EQ(page[0].position, 0);
    EXPECT_TRUE(small().visits(1, VisitOrder::User, Direction::Ascending, 9, 5).empty());
}

std::vector<std::int32_t> usersOf(const std::vector<ItemVisit>& visits) {
    std::vector<std::int32_t> users;
    for (const ItemVisit& visit : visits) users.push_back(visit.user);
    return users;
}

TEST(ItemRelations, VisitsAreReadByTimeOrUserInBothDirections) {
    Histories histories;
    histories.itemCount = 2;
    for (const auto& history : {std::vector<Token>{1, 2}, {1}, {2, 1}, {1}}) histories.append(history);
    // 4102444799 is the last second of 2099, the latest time that an import accepts.
    const HistoryIndex index(std::move(histories), {}, {50, 60, 10, 20, 4102444799, 50});
    const auto users = [&](VisitOrder order, Direction direction, std::int64_t offset, std::int64_t limit) {
        return usersOf(index.visits(1, order, direction, offset, limit));
    };
    using Users = std::vector<std::int32_t>;
    EXPECT_EQ(users(VisitOrder::Time, Direction::Descending, 0, 9), (Users{2, 3, 0, 1}));
    EXPECT_EQ(users(VisitOrder::Time, Direction::Ascending, 0, 9), (Users{1, 0, 3, 2}));
    EXPECT_EQ(users(VisitOrder::Time, Direction::Descending, 2, 1), (Users{0}));
    EXPECT_EQ(users(VisitOrder::User, Direction::Descending, 1, 2), (Users{2, 1}));
}

TEST(ItemRelations, TheIndexOfAStoredDatasetContainsTheTimes) {
    const TemporaryFolder folder;
    Workspace workspace = Workspace::open(folder / "w.recscope");
    DatasetStore store(workspace);
    NewDataset dataset;
    dataset.info.name = "three";
    dataset.info.hasTimes = true;
    dataset.userIds = {"a", "b", "c"};
    dataset.items = {{.token = 1, .id = "x", .title = {}, .genres = {}}};
    for (const auto& history : {std::vector<Token>{1}, {}, {1, 1}}) dataset.histories.append(history);
    dataset.histories.itemCount = 1;
    dataset.times = {300, 100, 400};
    const HistoryIndex index = readHistoryIndex(workspace, store.add(dataset, {}), {});
    EXPECT_EQ(index.histories().userCount(), 3);
    const auto visits = index.visits(1, VisitOrder::Time, Direction::Descending, 0, 9);
    EXPECT_EQ(usersOf(visits), (std::vector<std::int32_t>{2, 0, 2}));
    EXPECT_EQ(visits[2].position, 0);
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_ERROR(readHistoryIndex(workspace, store.byName("three"), stopped.get_token()), ErrorKind::Cancelled,
                 "Stopped");
}

TEST(ItemRelations, AnItemWithoutInteractionsHasNoRelations) {
    const HistoryIndex index = indexOf(3, {{1, 2}});
    const ItemRelations relations = index.relationsOf(3);
    EXPECT_EQ(relations.interactions, 0);
    EXPECT_TRUE(relations.after.empty());
    EXPECT_TRUE(index.visits(3, VisitOrder::Time, Direction::Ascending, 0, 10).empty());
}

TEST(ItemRelations, ShowThePlantedChainsOfTheSampleData) {
    const SampleShop shop = makeSampleShop();
    const HistoryIndex index(shop.histories);
    int films = 0;
    for (const auto& serial : shop.rules.serials) {
        for (const Token film : serial) {
            const auto& planned = shop.rules.successors[static_cast<std::size_t>(film)];
            const auto likeliest = std::max_element(planned.begin(), planned.end(),
                                                    [](auto& a, auto& b) { return a.probability < b.probability; });
            const ItemRelations relations = index.relationsOf(film);
            ASSERT_FALSE(relations.after.empty());
            EXPECT_EQ(relations.after[0].token, likeliest->token) << film;
            EXPECT_GT(relations.after[0].lift, 5) << film;
            ++films;
        }
    }
    EXPECT_EQ(films, SampleRules::kSerials * SampleRules::kSerialSize);
}

TEST(ItemRelations, CanBeStopped) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_THROW(small().relationsOf(1, {}, stop.get_token()), Error);
}

}  // namespace
}  // namespace recscope
