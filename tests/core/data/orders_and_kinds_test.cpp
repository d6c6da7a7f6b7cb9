// SPDX-License-Identifier: GPL-3.0-or-later
// Tests orders (baskets) and kinds of events, from the file to the split.
#include <gtest/gtest.h>

#include <fstream>

#include "core/data/importer.h"
#include "core/data/sequentiality.h"
#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

ImportOptions optionsFor(const std::filesystem::path& path, const std::string& name = {}) {
    ImportOptions options;
    options.path = path;
    options.name = name;
    return options;
}

UserFilter usersOf(std::int32_t kind) {
    UserFilter filter;
    filter.kind = kind;
    return filter;
}

ItemFilter itemsOf(std::int32_t kind) {
    ItemFilter filter;
    filter.kind = kind;
    return filter;
}

SplitRule nextOrder() {
    SplitRule rule;
    rule.kind = SplitKind::NextOrder;
    return rule;
}

class OrdersAndKinds : public testing::Test {
protected:
    std::filesystem::path file(const std::string& text) {
        const std::filesystem::path path = m_folder.path() / "shop.csv";
        std::ofstream(path) << text;
        return path;
    }
    ImportResult import(const ImportOptions& options) {
        return importDataset(m_workspace, options, {}, std::stop_token());
    }
    ImportResult import(const std::filesystem::path& path, const std::string& name, const std::string& kind) {
        ImportOptions options = optionsFor(path, name);
        options.kinds = {kind};
        return import(options);
    }
    /// The ids of a user's items, "a b | c" with a bar between orders.
    std::string historyOf(const DatasetInfo& dataset, const std::string& user) {
        const DatasetStore store(m_workspace);
        const std::vector<ItemInfo> items = store.items(dataset.id);
        std::string text;
        std::optional<std::int32_t> order;
        for (const Interaction& interaction : store.history(dataset.id, store.userById(dataset.id, user).user)) {
            if (!text.empty()) text += order == interaction.order ? " " : " | ";
            text += items[static_cast<std::size_t>(interaction.token - kFirstItemToken)].id;
            order = interaction.order;
        }
        return text;
    }

    TemporaryFolder m_folder;
    Workspace m_workspace = Workspace::open(m_folder.path() / "w.recscope");
};

constexpr const char* kShop =
    "customer_id,order_id,product_id,order_date\n"
    "ann,1,milk,2026-01-01 10:00:00\n"
    "ann,2,tea,2026-01-01 10:00:01\n"
    "ann,1,bread,2026-01-01 10:00:02\n"
    "bob,3,milk,2026-01-02 09:00:00\n"
    "bob,3,tea,2026-01-02 09:00:00\n"
    "ann,4,jam,2026-01-03 10:00:00\n"
    "ann,4,milk,2026-01-03 10:00:00\n"
    "bob,5,bread,2026-01-04 09:00:00\n";

TEST_F(OrdersAndKinds, LinesOfAnOrderStayTogether) {
    const ImportResult result = import(optionsFor(file(kShop)));
    EXPECT_TRUE(result.dataset.hasOrders);
    EXPECT_EQ(historyOf(result.dataset, "ann"), "milk bread | tea | jam milk");
    EXPECT_EQ(historyOf(result.dataset, "bob"), "milk tea | bread");
    EXPECT_EQ(result.report.orders, 5);
    EXPECT_EQ(result.report.usersWithLastTwoInOneOrder, 1);
    EXPECT_NE(result.report.toText().find("5 orders"), std::string::npos);
    // The times of a history never fall, although the lines of order 1 enclose order 2.
    const DatasetStore store(m_workspace);
    std::int64_t last = 0;
    for (const Interaction& interaction : store.history(result.dataset.id, 0)) {
        EXPECT_GE(*interaction.time, last);
        last = *interaction.time;
    }
}

TEST_F(OrdersAndKinds, AStoredImportCanBeRepeated) {
    ImportOptions again = ImportOptions::fromJson(import(optionsFor(file(kShop))).dataset.settings);
    EXPECT_EQ(again.columns.order, "2");
    again.name = "again";
    EXPECT_EQ(historyOf(import(again).dataset, "ann"), "milk bread | tea | jam milk");
}

TEST_F(OrdersAndKinds, TheNextOrderIsPredictedFromEarlierOrders) {
    const DatasetInfo dataset = import(optionsFor(file(kShop))).dataset;
    const Histories histories = splitHistories(m_workspace, dataset.id, nextOrder());
    ASSERT_TRUE(histories.hasTarget(0, Split::Test));
    EXPECT_EQ(histories.input(0, Split::Test).size(), 3U);  // milk bread | tea
    EXPECT_EQ(histories.training(0).size(), 2U);            // milk bread
    EXPECT_FALSE(histories.hasTarget(1, Split::Test));      // two orders
    EXPECT_DOUBLE_EQ(sameOrderShare(DatasetStore(m_workspace).histories(dataset.id)), 0.5);
    EXPECT_NE(leakageWarning(m_workspace, dataset.id, {}).find("50 % of the test items"), std::string::npos);
    EXPECT_EQ(leakageWarning(m_workspace, dataset.id, nextOrder()).find("test items are another"), std::string::npos);
}

TEST_F(OrdersAndKinds, InteractionsAtTheSameTimeCanFormAnOrder) {
    ImportOptions options = optionsFor(file("user,item,time\nann,a,100\nann,b,100\nann,c,200\nbob,a,50\nbob,b,60\n"));
    options.orders = Orders::SameTime;
    EXPECT_EQ(historyOf(import(options).dataset, "ann"), "a b | c");
    options.name = "no times";
    options.columns = ColumnMapping::parse("user=user,item=item");
    EXPECT_THROW(import(options), Error);
}

TEST_F(OrdersAndKinds, WithoutOrdersTheNextOrderIsRefused) {
    const DatasetInfo dataset = import(optionsFor(file("user,item\nann,a\nann,b\nann,c\nbob,a\nbob,b\n"))).dataset;
    EXPECT_FALSE(dataset.hasOrders);
    EXPECT_THROW(splitHistories(m_workspace, dataset.id, nextOrder()), Error);
}

constexpr const char* kEvents =
    "timestamp,visitor_id,event,item_id\n"
    "1700000001,u1,view,a\n1700000002,u1,addtocart,a\n1700000003,u1,transaction,a\n"
    "1700000004,u1,view,b\n1700000005,u2,view,b\n1700000006,u2,transaction,b\n1700000007,u2,transaction,c\n";

TEST_F(OrdersAndKinds, KindsOfEventsAreStoredAndFiltered) {
    const ImportResult all = import(optionsFor(file(kEvents)));
    EXPECT_EQ(all.dataset.eventKinds, (std::vector<std::string>{"view", "addtocart", "transaction"}));
    EXPECT_EQ(DatasetStore(m_workspace).byId(all.dataset.id).eventKinds, all.dataset.eventKinds);
    EXPECT_EQ(previewImport(optionsFor(file(kEvents))).kinds.size(), 3U);
    DatasetStore store(m_workspace);
    const auto count = [&](std::int32_t kind) {
        return std::pair(
            store.users(all.dataset.id, usersOf(kind), UserOrder::Index, Direction::Ascending, 0, 10).total,
            store.searchItems(all.dataset.id, itemsOf(kind), ItemOrder::Token, Direction::Ascending, 0, 10).total);
    };
    EXPECT_EQ(count(1), (std::pair<std::int64_t, std::int64_t>(1, 1)));
    EXPECT_EQ(count(2), (std::pair<std::int64_t, std::int64_t>(2, 3)));

    const ImportResult bought = import(file(kEvents), "bought", "transaction");
    EXPECT_EQ(bought.report.rowsKept, 3);
    EXPECT_EQ(bought.report.droppedRows(), 4);
    EXPECT_EQ(historyOf(bought.dataset, "u2"), "b c");
    try {
        import(file(kEvents), "none", "sale");
        FAIL() << "the request was accepted";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.hint()).find("addtocart"), std::string::npos);
    }
    EXPECT_THROW(import(file(kShop), "no kinds", "view"), Error);
}

TEST(OrdersInStatistics, PairsWithinAnOrderAreNoTransitions) {
    // Each order has two items that always follow each other, and the orders of a user are independent. Only the pairs
    // within an order can be predicted: the data looks sequential if its orders are not known.
    Histories histories, withoutOrders;
    histories.itemCount = withoutOrders.itemCount = 20;
    std::uint64_t state = 1;
    for (int user = 0; user < 200; ++user) {
        std::vector<Token> items;
        for (std::int32_t order = 0; order < 6; ++order) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            const Token first = kFirstItemToken + static_cast<Token>(2 * (state >> 33U) % 20);
            items.insert(items.end(), {first, first + 1});
            histories.orders.insert(histories.orders.end(), {order, order});
        }
        histories.append(items);
        withoutOrders.append(items);
    }
    EXPECT_EQ(measureSequentiality(withoutOrders, {}, {}).verdict, Verdict::Sequential);
    EXPECT_EQ(measureSequentiality(histories, {}, {}).verdict, Verdict::NotSequential);
}

}  // namespace
}  // namespace recscope
