// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/added_attributes.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/store/attribute_pages.h"
#include "core/store/user_attribute_store.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

class AddedAttributesTest : public ImporterTest {
protected:
    void SetUp() override {
        std::string text = "user_id,item_id,timestamp\n";
        for (int user = 1; user <= 30; ++user)
            for (int item = 0; item < 5; ++item)
                text += fmt::format("c{},i{},{}\n", user, (user + item) % 12, 1700000000 + 100 * user + item);
        m_folder.write("events.csv", text);
        m_dataset = import(m_folder / "events.csv").dataset.id;
    }
    /// Writes a row for every user but c30: `gold` as the segment of every third user; ages 21, 22, …
    void writeCustomers(const std::string& name, const std::string& gold) {
        std::string text = "customer;segment;age\n";
        for (int user = 1; user < 30; ++user)
            text += fmt::format("c{};{};{}\n", user, user % 3 ? "Silver" : gold, 20 + user);
        m_folder.write(name, text);
    }
    std::vector<std::string> names() {
        std::vector<std::string> names;
        for (const UserAttribute& attribute : UserAttributeStore(m_workspace).list(m_dataset))
            names.push_back(attribute.name);
        return names;
    }
    Page<UserInfo> usersWith(const AttributeTest& test) {
        return m_store.users(m_dataset, {.attributes = {test}}, UserOrder::Index, Direction::Ascending, 0, 100);
    }

    DatasetId m_dataset = 0;
};

TEST_F(AddedAttributesTest, AUsersFileIsAddedToAStoredDataset) {
    writeCustomers("customers-2026.csv", "Gold");
    const AddedAttributes added =
        addAttributes(m_workspace, m_dataset, AttributesOf::Users, m_folder / "customers-2026.csv");
    EXPECT_EQ(added.sentence(), "Added segment and age for 29 of 30 users, from customers-2026.csv.");
    EXPECT_EQ(names(), (std::vector<std::string>{"segment", "age"}));
    EXPECT_EQ(usersWith({.name = "segment", .values = {"Gold"}}).total, 9);
    EXPECT_EQ(usersWith({.name = "age", .minimum = 30, .maximum = 39}).total, 10);
    EXPECT_EQ(usersWith({.name = "age"}).total, 29);  // c30 has no age
    EXPECT_EQ(usersWith({.name = "income"}).total, 0);
}

TEST_F(AddedAttributesTest, AnAttributeOfTheSameNameIsReplaced) {
    writeCustomers("first.csv", "Gold");
    addAttributes(m_workspace, m_dataset, AttributesOf::Users, m_folder / "first.csv");
    m_folder.write("second.csv",
                   "id,segment,country\nc1,Bronze,DE\nc2,Bronze,DE\nc3,Gold,FR\nc4,Gold,FR\nc5,Gold,FR\n"
                   "c6,Gold,IT\nc7,Gold,IT\nc8,Gold,IT\nc9,Gold,IT\nc10,Gold,IT\nc11,Gold,IT\n");
    addAttributes(m_workspace, m_dataset, AttributesOf::Users, m_folder / "second.csv");
    EXPECT_EQ(names(), (std::vector<std::string>{"segment", "age", "country"}));
    EXPECT_EQ(usersWith({.name = "segment", .values = {"Bronze"}}).total, 2);
    EXPECT_EQ(usersWith({.name = "segment", .values = {"Silver"}}).total, 0);
    EXPECT_EQ(usersWith({.name = "age"}).total, 29);
}

TEST_F(AddedAttributesTest, AFileWithUnknownIdsChangesNothing) {
    writeCustomers("first.csv", "Gold");
    addAttributes(m_workspace, m_dataset, AttributesOf::Users, m_folder / "first.csv");
    m_folder.write("others.csv", "id,segment\nx1,Gold\nx2,Gold\nx3,Silver\nx4,Silver\n");
    try {
        addAttributes(m_workspace, m_dataset, AttributesOf::Users, m_folder / "others.csv");
        FAIL() << "a file with unknown ids was added";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Input);
        EXPECT_EQ(std::string(error.what()), "No column of others.csv holds the users of this dataset.");
    }
    EXPECT_EQ(names(), (std::vector<std::string>{"segment", "age"}));
}

TEST_F(AddedAttributesTest, AnItemsFileIsAddedToo) {
    std::string text = "sku,price,brand\n";
    for (int item = 0; item < 12; ++item) text += fmt::format("i{},{}.99,{}\n", item, item, item % 2 ? "Acme" : "Best");
    m_folder.write("prices.csv", text);
    addAttributes(m_workspace, m_dataset, AttributesOf::Items, m_folder / "prices.csv");
    const ItemFilter cheap{.attributes = {{.name = "price", .maximum = 2.99}, {.name = "brand", .values = {"Best"}}}};
    const Page<ItemInfo> found = m_store.searchItems(m_dataset, cheap, ItemOrder::Token, Direction::Ascending, 0, 100);
    std::vector<std::string> ids;
    for (const ItemInfo& item : found.rows) ids.push_back(item.id);
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(ids, (std::vector<std::string>{"i0", "i2"}));
}

TEST_F(AddedAttributesTest, PagesAreSortedByNumbersAndLabels) {
    writeCustomers("customers.csv", "Gold");
    addAttributes(m_workspace, m_dataset, AttributesOf::Users, m_folder / "customers.csv");
    const auto ids = [&](const std::string& name, Direction direction, std::int64_t offset, std::int64_t limit,
                         const UserFilter& filter = {}) {
        std::vector<std::string> ids;
        for (const UserInfo& user :
             usersByAttribute(m_workspace, m_dataset, filter, name, direction, offset, limit).rows)
            ids.push_back(user.id);
        return ids;
    };
    using Ids = std::vector<std::string>;
    EXPECT_EQ(ids("age", Direction::Ascending, 0, 3), (Ids{"c1", "c2", "c3"}));
    EXPECT_EQ(ids("age", Direction::Ascending, 28, 2), (Ids{"c29", "c30"}));  // users without a value come last
    EXPECT_EQ(ids("age", Direction::Descending, 0, 3), (Ids{"c29", "c28", "c27"}));
    EXPECT_EQ(ids("age", Direction::Descending, 28, 2), (Ids{"c1", "c30"}));
    EXPECT_EQ(ids("segment", Direction::Ascending, 0, 2), (Ids{"c3", "c6"}));
    EXPECT_EQ(ids("age", Direction::Descending, 0, 2, {.attributes = {{.name = "segment", .values = {"Gold"}}}}),
              (Ids{"c27", "c24"}));
}

TEST_F(AddedAttributesTest, SummariesListTheSelectableValues) {
    writeCustomers("customers.csv", "Gold");
    addAttributes(m_workspace, m_dataset, AttributesOf::Users, m_folder / "customers.csv");
    const auto summaries = summariesOf(UserAttributeStore(m_workspace).list(m_dataset));
    ASSERT_EQ(summaries.size(), 2U);
    EXPECT_EQ(summaries[0].labels, (std::vector<std::string>{"Gold", "Silver"}));
    EXPECT_EQ(summaries[0].known, 29);
    EXPECT_EQ(summaries[1].kind, AttributeKind::Number);
    EXPECT_EQ(summaries[1].smallest, 21);
    EXPECT_EQ(summaries[1].largest, 49);
}

}  // namespace
}  // namespace recscope
