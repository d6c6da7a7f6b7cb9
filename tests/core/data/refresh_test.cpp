// SPDX-License-Identifier: GPL-3.0-or-later
// Imports files under the name of an existing dataset.
#include <algorithm>
#include <cmath>

#include "core/data/dataset_origin.h"
#include "core/data/later_data.h"
#include "core/store/dataset_editor.h"
#include "core/store/dataset_versions.h"
#include "core/store/name_length.h"
#include "core/store/user_attribute_store.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

constexpr const char* kWeek1 =
    "user,item,time,rating\n"
    "ann,tea,2026-11-02 08:00:00,4\n"
    "ann,mug,2026-11-03 08:00:00,5\n"
    "ann,tea,2026-11-04 08:00:00,3\n"
    "bob,mug,2026-11-02 09:00:00,2\n"
    "bob,pot,2026-11-05 09:00:00,4\n";
// Two rows of week 1 again, the second with another rating; then rows of a new user (cat), of a known user (ann) and of
// a new item (jar).
constexpr const char* kWeek2 =
    "user,item,time,rating\n"
    "ann,tea,2026-11-04 08:00:00,3\n"
    "bob,pot,2026-11-05 09:00:00,1\n"
    "cat,jar,2026-11-09 10:00:00,5\n"
    "cat,tea,2026-11-10 10:00:00,5\n"
    "ann,jar,2026-11-11 08:00:00,4\n";

class RefreshTest : public ImporterTest {
protected:
    ImportOptions shop(const std::string& file, const std::string& text) {
        ImportOptions options = optionsFor(m_folder.write(file, text));
        options.name = "shop";
        return options;
    }
    ImportResult refresh(const ImportOptions& options, ExistingDataset existing) {
        return importDataset(m_workspace, options, {}, {}, existing);
    }
    ImportResult week1() { return import(shop("week1.csv", kWeek1)); }
    ImportResult week2(ExistingDataset existing) { return refresh(shop("week2.csv", kWeek2), existing); }

    std::string ids(const std::vector<ItemInfo>& items) {
        std::string text;
        for (const ItemInfo& item : items) text += (text.empty() ? "" : " ") + item.id;
        return text;
    }
    std::string names() {
        std::string text;
        for (const DatasetInfo& dataset : m_store.list()) text += (text.empty() ? "" : " | ") + dataset.name;
        return text;
    }
};

TEST_F(RefreshTest, AddedRowsFollowTheRowsThatTheDatasetHad) {
    const ImportResult before = week1();
    const ImportResult after = week2(ExistingDataset::AddRows);
    EXPECT_EQ(historyOf(after, "ann"), "tea mug tea jar");
    EXPECT_EQ(historyOf(after, "cat"), "jar tea");
    EXPECT_EQ(after.dataset.interactions, 9);
    EXPECT_EQ(after.dataset.name, "shop");
}

TEST_F(RefreshTest, KnownRowsAreCountedAndNotAddedTwice) {
    week1();
    const ImportReport report = week2(ExistingDataset::AddRows).report;
    EXPECT_EQ(report.knownRows, 1);  // the row with another rating is a new one
    EXPECT_EQ(report.earlierRows, 5);
    EXPECT_EQ(report.rowsKept, 4);
    EXPECT_EQ(report.usersWithNewRows, 3);
    EXPECT_EQ(report.dropped.at(0).firstLines, std::vector<std::int64_t>{2});
    expectEveryRowAccounted(report);
    EXPECT_NE(report.toText().find("4 of 5 rows are new. They are added to the 5 interactions that the dataset had, "
                                   "and belong to 3 users."),
              std::string::npos)
        << report.toText();
    const ImportReport stored = ImportReport::fromJson(m_store.byName("shop").importReport);
    EXPECT_EQ(stored.toText(), report.toText());
}

TEST_F(RefreshTest, EqualRowsAreMatchedOneByOne) {
    const std::string twice = "user,item,time\na,x,2026-11-02 08:00:00\na,x,2026-11-02 08:00:00\n";
    import(shop("a.csv", twice));
    const ImportResult after =
        refresh(shop("b.csv", twice + "a,x,2026-11-02 08:00:00\na,y,2026-11-03 08:00:00\n"), ExistingDataset::AddRows);
    EXPECT_EQ(after.report.knownRows, 2);
    EXPECT_EQ(historyOf(after, "a"), "x x x y");
}

TEST_F(RefreshTest, UsersAndItemsKeepTheirNumbers) {
    const ImportResult before = week1();
    const ImportResult after = week2(ExistingDataset::AddRows);
    EXPECT_EQ(ids(m_store.items(before.dataset.id)), "tea mug pot");
    EXPECT_EQ(ids(m_store.items(after.dataset.id)), "tea mug pot jar");
    for (const char* user : {"ann", "bob"})
        EXPECT_EQ(m_store.userById(after.dataset.id, user).user, m_store.userById(before.dataset.id, user).user);
    EXPECT_EQ(m_store.userById(after.dataset.id, "cat").user, 2);
}

TEST_F(RefreshTest, AReplacementHasOnlyTheRowsOfTheFile) {
    week1();
    const ImportResult after = week2(ExistingDataset::Replace);
    EXPECT_EQ(historyOf(after, "ann"), "tea jar");
    EXPECT_EQ(after.dataset.interactions, 5);
    EXPECT_EQ(after.report.earlierRows, 0);
}

TEST_F(RefreshTest, ThePreviousVersionIsKeptUnderANameWithTheDay) {
    const ImportResult before = week1();
    const std::string history = historyOf(before, "ann");
    DatasetEditor(m_workspace).setNotes(before.dataset.id, "from the till");
    const ImportResult after = week2(ExistingDataset::AddRows);
    const DatasetInfo old = m_store.byId(before.dataset.id);
    EXPECT_EQ(old.name, "shop (before " + after.dataset.createdAt.substr(0, 10) + ")");
    EXPECT_EQ(old.next, after.dataset.id);
    EXPECT_EQ(m_store.byName("shop").previous, old.id);
    EXPECT_FALSE(old.isNewest());
    EXPECT_EQ(historyOf(before, "ann"), history);
    EXPECT_EQ(DatasetEditor(m_workspace).notes(after.dataset.id), "from the till");
    const ImportResult third = week2(ExistingDataset::Replace);
    EXPECT_EQ(m_store.byId(after.dataset.id).name, "shop (before " + third.dataset.createdAt.substr(0, 10) + ", 2)");
    const std::vector<DatasetInfo> later = laterVersions(m_store, m_store.byId(old.id));
    ASSERT_EQ(later.size(), 2u);
    EXPECT_EQ(later.back().id, third.dataset.id);
}

TEST_F(RefreshTest, ALongNameIsShortenedForThePreviousVersion) {
    ImportOptions options = shop("week1.csv", kWeek1);
    options.name.clear();
    while (options.name.size() + 2 <= kMaxNameLength) options.name += "é";
    const ImportResult before = import(options);
    ImportOptions second = shop("week2.csv", kWeek2);
    second.name = options.name;
    const ImportResult after = refresh(second, ExistingDataset::Replace);
    const std::string name = m_store.byId(before.dataset.id).name;
    EXPECT_LE(name.size(), kMaxNameLength);
    EXPECT_NE(name.find("é (before "), std::string::npos) << name;
    EXPECT_EQ(after.dataset.name, options.name);
}

TEST_F(RefreshTest, WithoutAChoiceTheNameIsRefusedWithAHintToBothChoices) {
    week1();
    try {
        week2(ExistingDataset::Refuse);
        FAIL() << "a name that is taken was accepted without a choice";
    } catch (const Error& error) {
        EXPECT_NE(error.hint().find("--existing add"), std::string::npos) << error.hint();
        EXPECT_NE(error.hint().find("--existing replace"), std::string::npos) << error.hint();
    }
    EXPECT_EQ(names(), "shop");
}

TEST_F(RefreshTest, AFileWithoutANewRowChangesNothing) {
    week1();
    EXPECT_ERROR(refresh(shop("again.csv", kWeek1), ExistingDataset::AddRows), ErrorKind::Input,
                 "no row that \"shop\" does not have");
    EXPECT_EQ(names(), "shop");
    EXPECT_EQ(m_store.byName("shop").interactions, 5);
}

TEST_F(RefreshTest, RowsWithoutTimesAreNotAddedToRowsWithTimes) {
    week1();
    EXPECT_ERROR(refresh(shop("plain.csv", "user,item\nann,tea\nann,jar\nbob,jar\n"), ExistingDataset::AddRows),
                 ErrorKind::Input, "has times, but the file has none");
    EXPECT_EQ(names(), "shop");
}

TEST_F(RefreshTest, AnErrorAtAnyProgressReportLeavesTheDatasetAsItWas) {
    week1();
    for (const auto existing : {ExistingDataset::AddRows, ExistingDataset::Replace}) {
        int failures = 0;
        for (int failAt = 1;; ++failAt) {
            int seen = 0;
            bool isDone = false;
            try {
                importDataset(
                    m_workspace, shop("week2.csv", kWeek2),
                    [&](const Progress&) {
                        if (++seen == failAt) throw std::runtime_error("the cable was pulled");
                    },
                    {}, existing);
                isDone = true;
            } catch (const std::runtime_error&) {
                ++failures;
                const DatasetInfo shop = m_store.byName("shop");
                EXPECT_EQ(shop.interactions, 5) << failAt;
                EXPECT_EQ(shop.previous, 0) << failAt;
                EXPECT_EQ(names(), "shop") << failAt;
            }
            if (isDone) break;
        }
        EXPECT_GE(failures, 2);
        // Back to week 1 for the next round.
        DatasetStore(m_workspace).remove(m_store.byName("shop").id);
        const auto all = m_store.list();
        const auto old = std::find_if(all.begin(), all.end(), [](const DatasetInfo& dataset) {
            return dataset.name.starts_with("shop (before");
        });
        ASSERT_NE(old, all.end());
        DatasetEditor(m_workspace).rename(old->id, "shop");
    }
}

TEST_F(RefreshTest, MinimumCountsConsiderAllRowsButDropOnlyAddedOnes) {
    week1();
    ImportOptions options = shop("week2.csv", kWeek2);
    options.minItemInteractions = 2;
    options.kCore = KCore::Iterative;
    options.minUserInteractions = 3;
    const ImportResult after = refresh(options, ExistingDataset::AddRows);
    // cat has two rows and is dropped; then jar has one row and is dropped. bob's three rows stay.
    EXPECT_EQ(historyOf(after, "ann"), "tea mug tea");
    EXPECT_EQ(historyOf(after, "bob"), "mug pot pot");
    EXPECT_EQ(after.dataset.users, 2);
    expectEveryRowAccounted(after.report);
}

TEST_F(RefreshTest, DuplicatesAreFoundInTheWholeHistory) {
    week1();
    ImportOptions options = shop("week2.csv", kWeek2);
    options.duplicates = Duplicates::Last;
    const ImportResult after = refresh(options, ExistingDataset::AddRows);
    EXPECT_EQ(historyOf(after, "ann"), "mug tea jar");
    EXPECT_EQ(historyOf(after, "bob"), "mug pot");
    EXPECT_EQ(after.report.earlierRowsLeftOut, 2);
    EXPECT_EQ(after.dataset.interactions, after.report.earlierRows + after.report.rowsKept);
    expectEveryRowAccounted(after.report);
}

TEST_F(RefreshTest, OrdersAndKindsStayAsStored) {
    ImportOptions first = shop("a.csv",
                               "user,item,time,order,event\n"
                               "a,x,2026-11-02 08:00:00,7,view\na,y,2026-11-02 08:00:00,7,purchase\n"
                               "a,x,2026-11-03 08:00:00,8,view\n"
                               "b,x,2026-11-02 08:00:00,9,view\nb,y,2026-11-03 08:00:00,10,view\n");
    ImportOptions second = shop("b.csv",
                                "user,item,time,order,event\n"
                                "a,y,2026-11-05 08:00:00,11,cart\na,x,2026-11-05 08:00:00,11,view\n"
                                "c,y,2026-11-05 08:00:00,12,cart\nc,x,2026-11-06 08:00:00,13,view\n");
    first.columns = second.columns = ColumnMapping::parse("user=user,item=item,time=time,order=order,kind=event");
    import(first);
    const ImportResult after = refresh(second, ExistingDataset::AddRows);
    ASSERT_TRUE(after.dataset.hasOrders);
    EXPECT_EQ(after.dataset.eventKinds, (std::vector<std::string>{"view", "purchase", "cart"}));
    std::string orders, kinds;
    for (const Interaction& interaction : m_store.history(after.dataset.id, /*user=*/0)) {
        orders += std::to_string(interaction.order.value()) + " ";
        kinds += after.dataset.eventKinds[static_cast<std::size_t>(interaction.kind.value())] + " ";
    }
    EXPECT_EQ(orders, "0 0 1 2 2 ");
    EXPECT_EQ(kinds, "view purchase view cart view ");
}

constexpr const char* kBought1 =
    "user,item,time,event\n"
    "ann,tea,2026-11-02 08:00:00,view\nann,tea,2026-11-03 08:00:00,purchase\nann,mug,2026-11-04 08:00:00,purchase\n"
    "bob,mug,2026-11-02 09:00:00,view\nbob,pot,2026-11-05 09:00:00,purchase\nbob,tea,2026-11-06 09:00:00,purchase\n";
constexpr const char* kBought2 =
    "user,item,time,event\n"
    "ann,jar,2026-11-09 08:00:00,view\nann,jar,2026-11-10 08:00:00,purchase\nbob,jar,2026-11-11 08:00:00,view\n";

TEST_F(RefreshTest, OnlyTheKindsOfThePreviousVersionAreAddedUnlessAllAreChosen) {
    ImportOptions first = shop("bought1.csv", kBought1);
    first.kinds = {"purchase"};
    import(first);
    const ImportOptions second = shop("bought2.csv", kBought2);
    const ImportReport counted = countImport(second, {}, {}, &m_workspace, ExistingDataset::AddRows);
    EXPECT_EQ(counted.rowsKept, 1);
    EXPECT_EQ(counted.earlierRows, 4);
    EXPECT_EQ(counted.users, 2);
    EXPECT_EQ(m_store.byName("shop").interactions, 4);  // nothing was stored
    ImportOptions all = second;
    all.kinds = {kAllKinds};
    EXPECT_EQ(countImport(all, {}, {}, &m_workspace, ExistingDataset::AddRows).rowsKept, 3);
    const ImportResult after = refresh(second, ExistingDataset::AddRows);
    EXPECT_EQ(historyOf(after, "ann"), "tea mug jar");
    EXPECT_EQ(historyOf(after, "bob"), "pot tea");
    EXPECT_EQ(ImportOptions::fromJson(after.dataset.settings).kinds, std::vector<std::string>{"purchase"});
    EXPECT_NE(after.report.toText().find(
                  "Only these kinds of events were added, because the dataset holds no others: purchase."),
              std::string::npos)
        << after.report.toText();
    const ImportResult everything = refresh(all, ExistingDataset::AddRows);
    EXPECT_EQ(historyOf(everything, "bob"), "pot tea jar");
    EXPECT_TRUE(ImportOptions::fromJson(everything.dataset.settings).kinds.empty());
}

TEST_F(RefreshTest, TheReportNamesTheFilesOfAllRows) {
    week1();
    const ImportResult after = week2(ExistingDataset::AddRows);
    ASSERT_EQ(after.report.earlierFiles.size(), 1u);
    EXPECT_TRUE(after.report.earlierFiles[0].first.ends_with("week1.csv"));
    EXPECT_NE(after.report.earlierFiles[0].second, after.report.checksum);
    const DatasetOrigin origin = originOf(after.dataset);
    EXPECT_EQ(origin.file, "week1.csv and week2.csv");
    EXPECT_EQ(origin.checksum, after.report.earlierFiles[0].second + ", " + after.report.checksum);
}

TEST_F(RefreshTest, TheFilesOfAllRowsAreFoundFromAnotherWorkingFolder) {
    ImportOptions first = shop("week1.csv", kWeek1);
    first.path = std::filesystem::relative(first.path);
    import(first);
    const ImportResult after = week2(ExistingDataset::AddRows);
    ASSERT_EQ(after.report.earlierFiles.size(), 1u);
    EXPECT_TRUE(std::filesystem::path(after.report.earlierFiles[0].first).is_absolute())
        << after.report.earlierFiles[0].first;
}

TEST_F(RefreshTest, TitlesStayForItemsThatTheNewFilesDoNotDescribe) {
    ImportOptions first = shop("week1.csv", kWeek1);
    first.itemsPath = m_folder.write("titles.csv", "item,title,genres\ntea,Green tea,Drinks\nmug,Blue mug,Kitchen\n");
    import(first);
    ImportOptions second = shop("week2.csv", kWeek2);
    second.itemsPath = m_folder.write("titles2.csv", "item,title,genres\njar,Jam jar,Kitchen\nmug,Red mug,Gifts\n");
    const ImportResult after = refresh(second, ExistingDataset::AddRows);
    std::string titles;
    for (const ItemInfo& item : m_store.items(after.dataset.id)) titles += item.title + "/" + item.genres + " ";
    EXPECT_EQ(titles, "Green tea/Drinks Red mug/Gifts pot/ Jam jar/Kitchen ");
    EXPECT_EQ(after.report.itemsWithoutTitle, 1);
}

TEST_F(RefreshTest, AttributesStayForUsersThatTheNewFilesDoNotDescribe) {
    const std::string rows1 = "user,item,time\n1,x,100000\n1,y,200000\n2,x,100000\n2,y,300000\n";
    const std::string rows2 = "user,item,time\n3,x,400000\n3,y,500000\n1,x,600000\n";
    ImportOptions first = shop("a.csv", rows1), second = shop("b.csv", rows2);
    first.usersPath = m_folder.write("users1.csv", "user,city,age\n1,Rome,30\n2,Oslo,40\n");
    second.usersPath = m_folder.write("users2.csv", "user,city\n3,Bonn\n1,Bonn\n");
    import(first);
    const ImportResult after = refresh(second, ExistingDataset::AddRows);
    std::string values;
    for (const UserAttribute& attribute : UserAttributeStore(m_workspace).list(after.dataset.id)) {
        values += attribute.name + ":";
        for (std::size_t user = 0; user < 3; ++user) {
            values += !attribute.isKnown(user) ? " ?"
                      : attribute.kind == AttributeKind::Number
                          ? " " + std::to_string(std::lround(attribute.numbers[user]))
                          : " " + attribute.labels[static_cast<std::size_t>(attribute.categories[user])];
        }
        values += "; ";
    }
    EXPECT_EQ(values, "city: Bonn Oslo Bonn; age: 30 40 ?; ");
}

TEST_F(RefreshTest, DataThatIsLaterThanARunIsReported) {
    const DatasetId first = week1().dataset.id;
    EXPECT_TRUE(laterData(m_store.list(), first).empty());
    const std::string day = week2(ExistingDataset::AddRows).dataset.createdAt.substr(0, 10);
    EXPECT_EQ(laterDataText(laterData(m_store.list(), first)),
              "After this run, 4 interactions of 3 users were added to \"shop\" (" + day + ").");
    week2(ExistingDataset::Replace);
    EXPECT_EQ(laterDataText(laterData(m_store.list(), first)),
              "After this run, 4 interactions of 3 users were added to \"shop\" (" + day +
                  "). After this run, \"shop\" was replaced by 5 interactions of 3 users (" + day + ").");
    EXPECT_TRUE(laterData(m_store.list(), m_store.byName("shop").id).empty());
}

TEST_F(RefreshTest, AHistoryOfTheNewVersionIsFoundAmongTheItemsOfTheOldOne) {
    const DatasetId before = week1().dataset.id, after = week2(ExistingDataset::Replace).dataset.id;
    const VersionMap map(m_workspace, after, before);
    std::vector<Token> history;
    for (const Interaction& interaction : m_store.history(after, m_store.userById(after, "ann").user))
        history.push_back(interaction.token);
    const MappedHistory mapped = map.history(history);
    EXPECT_EQ(mapped.history.items, m_store.tokensOf(before, std::vector<std::string>{"tea"}));
    EXPECT_EQ(mapped.leftOut, 1);  // jar came with week 2
    EXPECT_EQ(map.user(m_store.userById(after, "bob").user), m_store.userById(before, "bob").user);
    EXPECT_EQ(map.user(m_store.userById(after, "cat").user), std::nullopt);
}

}  // namespace
}  // namespace recscope
