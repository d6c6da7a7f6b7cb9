// SPDX-License-Identifier: GPL-3.0-or-later
// Imports folders with the size and layout of MovieLens and compares the result with what was written into them.
#include "core/data/item_titles.h"
#include "tests/core/support/import_fixture.h"
#include "tests/core/support/movielens_files.h"

namespace recscope {
namespace {

ItemTitles titlesIn(const fs::path& path) {
    return readItemTitles(partAt(path));
}

class MovieLens : public ImporterTest {
protected:
    /// (user id, item id) of every interaction: users in the order of their ids, items in the order of the history.
    std::vector<std::pair<std::string, std::string>> interactions(DatasetId dataset) {
        const auto items = m_store.items(dataset);
        const Histories histories = m_store.histories(dataset);
        const auto users = m_store.users(dataset, {}, UserOrder::Id, Direction::Ascending, 0, histories.userCount());
        std::vector<std::pair<std::string, std::string>> all;
        for (const UserInfo& user : users.rows)
            for (const Interaction& interaction : m_store.history(dataset, user.user))
                all.emplace_back(user.id, items[static_cast<std::size_t>(interaction.token - 1)].id);
        return all;
    }
    const TemporaryFolder m_files;
};

TEST_F(MovieLens, UnsortedRowsBecomeTheOriginalHistories) {
    const MovieLensFiles files = writeMovieLens100K(m_files / "ml-100k");
    const auto result = import(m_files / "ml-100k");
    EXPECT_EQ(result.dataset.name, "ml-100k");
    EXPECT_EQ(result.dataset.users, files.users);
    EXPECT_EQ(result.dataset.items, files.items);
    EXPECT_EQ(result.dataset.interactions, files.interactions);
    EXPECT_EQ(result.report.itemsWithoutTitle, 0);
    EXPECT_NEAR(result.dataset.tiedTimeShare, files.tiedTimeShare, 1e-9);
    expectEveryRowAccounted(result.report);
    EXPECT_EQ(interactions(result.dataset.id), files.inOrder);
    EXPECT_EQ(m_store
                  .searchItems(result.dataset.id, {.search = files.accentedTitle}, ItemOrder::Title,
                               Direction::Ascending, 0, 10)
                  .total,
              1);
}

TEST_F(MovieLens, FileOrderIsKeptWithoutTimes) {
    const MovieLensFiles files = writeMovieLens1M(m_files / "ml-1m", /*users=*/600, /*items=*/900);
    const auto result = import(m_files / "ml-1m" / "ml-1m.txt");
    EXPECT_EQ(result.dataset.users, files.users);
    EXPECT_EQ(result.dataset.items, files.items);
    EXPECT_EQ(result.dataset.interactions, files.interactions);
    EXPECT_EQ(result.report.itemsWithoutTitle, 0);
    EXPECT_FALSE(result.dataset.hasTimes);
    expectEveryRowAccounted(result.report);
    EXPECT_EQ(interactions(result.dataset.id), files.inOrder);
}

TEST_F(MovieLens, TitlesAreReadFromEachOfItsItemFiles) {
    const MovieLensFiles files = writeMovieLens100K(m_files / "ml-100k");
    const ItemTitles uItem = titlesIn(m_files / "ml-100k" / "u.item");
    EXPECT_EQ(uItem.byId.size(), static_cast<std::size_t>(files.items));
    EXPECT_EQ(uItem.encoding, "windows-1252");
    EXPECT_EQ(uItem.byId.at(files.accentedId).title, files.accentedTitle);
    writeMovieLens1M(m_files / "ml-1m", 600, 900);
    for (const char* name : {"movies.dat", "items.csv"}) {
        const ItemTitles titles = titlesIn(m_files / "ml-1m" / name);
        EXPECT_EQ(titles.byId.size(), 900u) << name;
        EXPECT_EQ(titles.byId.at(files.accentedId).title, files.accentedTitle) << name;
    }
}

}  // namespace
}  // namespace recscope
