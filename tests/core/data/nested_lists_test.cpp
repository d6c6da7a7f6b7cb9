// SPDX-License-Identifier: GPL-3.0-or-later
// Several interactions in one line: each has its own kind of event, and the report names the line.
#include <algorithm>

#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

const fs::path kSessions = fs::path(RECSCOPE_SOURCE_DIR) / "tests/data/formats/nested/sessions.jsonl";

using NestedListsTest = ImporterTest;

TEST_F(NestedListsTest, EachElementHasItsOwnKind) {
    const ImportResult result = import(kSessions);
    using Kinds = std::vector<std::pair<std::string, std::int64_t>>;
    Kinds kinds = result.report.kinds;
    std::sort(kinds.begin(), kinds.end());
    EXPECT_EQ(kinds, (Kinds{{"carts", 1}, {"clicks", 4}, {"orders", 1}}));
}

TEST_F(NestedListsTest, OnlyTheElementsOfAKindAreKept) {
    ImportOptions options = optionsFor(kSessions);
    options.kinds = {"carts", "orders"};
    const ImportResult result = import(options);
    EXPECT_EQ(result.dataset.users, 1);
    EXPECT_EQ(historyOf(result, "12"), "502 501");
    EXPECT_EQ(result.report.rowsRead, 6);
    expectEveryRowAccounted(result.report);
}

TEST_F(NestedListsTest, DroppedRowsAreReportedByTheirLine) {
    ImportOptions options = optionsFor(kSessions);
    options.minUserInteractions = 2;
    const ImportResult result = import(options);
    ASSERT_EQ(result.report.dropped.size(), 1U);
    EXPECT_EQ(result.report.dropped[0].firstLines, std::vector<std::int64_t>{3});
}

TEST_F(NestedListsTest, ElementsOfOneOrderStayTogether) {
    const fs::path file =
        m_folder.write("orders.jsonl",
                       R"({"customer_id":"ann","order_id":1,"date":"2020-01-01","lines":[{"sku":"a"},{"sku":"b"}]}
{"customer_id":"bob","order_id":2,"date":"2020-01-02","lines":[{"sku":"b"}]}
{"customer_id":"ann","order_id":3,"date":"2020-01-03","lines":[{"sku":"c"},{"sku":"d"},{"sku":"a"}]}
)");
    ImportOptions options = optionsFor(file);
    options.columns = ColumnMapping::parse("user=customer_id,item=lines[].sku,time=date,order=order_id");
    const ImportResult result = import(options);
    EXPECT_EQ(historyOf(result, "ann"), "a b c d a");
    EXPECT_EQ(result.report.orders, 3);
}

TEST_F(NestedListsTest, ADayIsNoUserButAllListsMayBelongToOnePerson) {
    const fs::path file = m_folder.write("days.jsonl", R"({"day":1,"plays":[{"item_id":"a"},{"item_id":"b"}]}
{"day":2,"plays":[{"item_id":"a"},{"item_id":"c"}]}
{"day":3,"plays":[{"item_id":"b"}]}
)");
    ImportOptions options = optionsFor(file);
    EXPECT_THROW(import(options), Error);
    options.columns = ColumnMapping::parse("user=one-person,item=plays[].item_id");
    EXPECT_EQ(historyOf(import(options), kOnlyUser), "a b a c b");
}

}  // namespace
}  // namespace recscope
