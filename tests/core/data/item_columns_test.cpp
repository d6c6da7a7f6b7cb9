// SPDX-License-Identifier: GPL-3.0-or-later
// Tests titles, categories and attributes of items in the file with the interactions and in the titles file.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/data/column_names.h"
#include "core/store/attribute_pages.h"
#include "core/store/user_attribute_store.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

constexpr int kProducts = 12;

class ItemColumnsTest : public ImporterTest {
protected:
    static std::string nameOf(int product) {
        static constexpr std::array kKinds = {"Red Mug", "Tea Towel", "Cake Tin", "Night Light"};
        return fmt::format("{} No. {}", kKinds.at(static_cast<std::size_t>(product) % kKinds.size()), product);
    }
    static double priceOf(int product) { return 2.5 + 1.25 * product; }
    /// Orders of 30 customers with four lines each.
    static std::string shop() {
        std::string text = "customer_id,product_id,product_name,category,price,brand,order_date\n";
        for (int user = 0; user < 30; ++user) {
            for (int line = 0; line < 4; ++line) {
                const int product = (3 * user + 5 * line) % kProducts;
                text += fmt::format("C{:03},P{:03},{},{},{},{},2026-03-{:02}\n", user, product, nameOf(product),
                                    product % 2 ? "Kitchen" : "Home", priceOf(product), product < 6 ? "Acme" : "Best",
                                    1 + line + user % 20);
            }
        }
        return text;
    }
    ItemInfo item(const ImportResult& result, const std::string& id) {
        const std::vector<ItemInfo> items = m_store.items(result.dataset.id);
        const auto found =
            std::find_if(items.begin(), items.end(), [&](const ItemInfo& info) { return info.id == id; });
        if (found == items.end()) throw std::runtime_error("no item " + id);
        return *found;
    }
    /// The value of an item's attribute as text.
    std::string valueOf(const ImportResult& result, const std::string& name, const std::string& id) {
        const auto index = static_cast<std::size_t>(item(result, id).token - kFirstItemToken);
        for (const UserAttribute& attribute : ItemAttributeStore(m_workspace).list(result.dataset.id)) {
            if (attribute.name == name) return attributeText(attribute, index);
        }
        return "no such attribute";
    }
};

TEST_F(ItemColumnsTest, TheRowsOfAShopDescribeItsItems) {
    m_folder.write("shop.csv", shop());
    const ImportResult result = import(m_folder / "shop.csv");
    ASSERT_EQ(result.dataset.items, kProducts);
    EXPECT_EQ(item(result, "P003").title, nameOf(3));
    EXPECT_EQ(item(result, "P003").genres, "Kitchen");
    EXPECT_EQ(valueOf(result, "price", "P003"), "6.25");
    EXPECT_EQ(valueOf(result, "brand", "P003"), "Acme");
    const auto attributes = ItemAttributeStore(m_workspace).list(result.dataset.id);
    ASSERT_EQ(attributes.size(), 2U);
    EXPECT_EQ(attributes[0].kind, AttributeKind::Number);
    EXPECT_EQ(result.report.itemsWithoutTitle, 0);
    EXPECT_NE(result.report.toText().find("Titles from the column \"product_name\": 12 of 12 items have a title."),
              std::string::npos)
        << result.report.toText();
    EXPECT_NE(result.report.toText().find("Attributes of the items: price and brand."), std::string::npos);
    const ImportReport again = ImportReport::fromJson(result.report.toJson());
    EXPECT_EQ(again.toText(), result.report.toText());
}

TEST_F(ItemColumnsTest, RepeatingAnImportDescribesTheItemsAgain) {
    m_folder.write("shop.csv", shop());
    const ImportResult first = import(m_folder / "shop.csv");
    ImportOptions options = ImportOptions::fromJson(first.dataset.settings);
    options.name = "again";
    const ImportResult second = import(options);
    EXPECT_EQ(item(second, "P004").title, nameOf(4));
    EXPECT_EQ(valueOf(second, "price", "P004"), "7.5");
}

TEST_F(ItemColumnsTest, FiltersKeepEachItemsOwnValues) {
    std::string text = shop();
    // This item is the first of the file, and the filter drops it.
    text.insert(text.find('\n') + 1, "C000,P900,Rare Thing,Home,99.5,Rare,2026-01-01\n");
    m_folder.write("shop.csv", text);
    ImportOptions options = optionsFor(m_folder / "shop.csv");
    options.minItemInteractions = 2;
    const ImportResult result = import(options);
    ASSERT_EQ(result.dataset.items, kProducts);
    for (int product = 0; product < kProducts; ++product) {
        const std::string id = fmt::format("P{:03}", product);
        EXPECT_EQ(item(result, id).title, nameOf(product));
        EXPECT_EQ(valueOf(result, "price", id), fmt::format("{}", priceOf(product)));
    }
}

TEST_F(ItemColumnsTest, AColumnThatChangesFromRowToRowIsNoAttribute) {
    std::string text = "user_id,item_id,price,time\n";
    for (int i = 0; i < 120; ++i) text += fmt::format("u{},i{},{}.5,{}\n", i / 4, i % 12, i % 7, 1700000000 + 1000 * i);
    m_folder.write("prices.csv", text);
    const ImportResult result = import(m_folder / "prices.csv");
    EXPECT_TRUE(ItemAttributeStore(m_workspace).list(result.dataset.id).empty());
    ImportOptions options = optionsFor(m_folder / "prices.csv");
    options.name = "chosen";
    options.columns = ColumnMapping::parse("user=user_id,item=item_id,time=time,attributes=price");
    const ImportResult chosen = import(options);
    EXPECT_EQ(valueOf(chosen, "price", "i3"), "3.5");  // the first row of the item counts
}

TEST_F(ItemColumnsTest, ValuesOfATitlesFileTakePrecedence) {
    m_folder.write("shop.csv", shop());
    std::string titles = "product_id,title,genres,price,colour\n";
    for (int product = 0; product < kProducts - 1; ++product)
        titles += fmt::format("P{:03},Title {} of the file,Gifts,{}.5,{}\n", product, product, 100 + product,
                              product % 2 ? "red" : "blue");
    m_folder.write("products.csv", titles);
    const ImportResult result = import(m_folder / "shop.csv");
    EXPECT_EQ(item(result, "P003").title, "Title 3 of the file");
    EXPECT_EQ(item(result, "P003").genres, "Gifts");
    EXPECT_EQ(item(result, "P011").title, nameOf(11));  // only the interactions have this title
    EXPECT_EQ(item(result, "P011").genres, "Kitchen");
    EXPECT_EQ(valueOf(result, "price", "P003"), "103.5");
    EXPECT_EQ(valueOf(result, "colour", "P003"), "red");
    EXPECT_EQ(valueOf(result, "brand", "P003"), "Acme");
}

TEST_F(ItemColumnsTest, ColumnNamesDistinguishTitlesFromOtherNames) {
    EXPECT_GT(titleNameRank("product_name", "product_id"), titleNameRank("description", "product_id"));
    EXPECT_GT(titleNameRank("track_name", "track_id"), titleNameRank("artist_name", "track_id"));
    EXPECT_GT(titleNameRank("Description", "StockCode"), 0);
    EXPECT_GT(titleNameRank("product", "product_id"), 0);
    EXPECT_EQ(titleNameRank("user_name", "item_id"), 0);
    EXPECT_EQ(titleNameRank("category_name", "item_id"), 0);
    EXPECT_EQ(titleNameRank("review_title", "item_id"), 0);
    EXPECT_EQ(titleNameRank("price", "item_id"), 0);
    EXPECT_TRUE(namesCategory("Category"));
    EXPECT_TRUE(namesCategory("department_id"));
    EXPECT_FALSE(namesCategory("price"));
    EXPECT_TRUE(namesItemAttribute("unit_price"));
    EXPECT_TRUE(namesItemAttribute("Brand"));
    EXPECT_FALSE(namesItemAttribute("user_age"));
}

}  // namespace
}  // namespace recscope
