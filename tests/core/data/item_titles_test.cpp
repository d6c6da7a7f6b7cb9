// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/item_titles.h"

#include <gtest/gtest.h>

#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {
namespace {

ItemTitles titlesIn(const std::filesystem::path& path) {
    return readItemTitles(partAt(path));
}

TEST(ItemTitles, ReadsTheGenreFlagsOfUItem) {
    const TemporaryFolder folder;
    const auto path = folder.write("u.item",
                                   "1|Toy Story (1995)|01-Jan-1995||http://x|0|0|0|1|1|1|0|0|0|0|0|0|0|0|0|0|0|0|0\n"
                                   "267|unknown||||1|0|0|0|0|0|0|0|0|0|0|0|0|0|0|0|0|0|0\n"
                                   "2|Misérables|||x|0|0|0|0|0|0|0|0|1|0|0|0|0|0|0|0|0|0|1\n");
    const ItemTitles titles = titlesIn(path);
    EXPECT_EQ(titles.byId.at("1").title, "Toy Story (1995)");
    EXPECT_EQ(titles.byId.at("1").genres, "Animation|Children's|Comedy");
    EXPECT_EQ(titles.byId.at("267").genres, "");
    EXPECT_EQ(titles.byId.at("2").genres, "Drama|Western");
}

TEST(ItemTitles, UGenreInTheFolderOfUItemNamesTheFlags) {
    const TemporaryFolder folder;
    folder.write("u.genre", "unknown|0\nAktion|1\n");
    const auto path = folder.write("u.item", "1|T|d|v|u|0|1|0|0|0|0|0|0|0|0|0|0|0|0|0|0|0|0|0\n");
    EXPECT_EQ(titlesIn(path).byId.at("1").genres, "Aktion");
}

TEST(ItemTitles, ReadsMoviesDatInWindows1252) {
    const TemporaryFolder folder;
    const ItemTitles titles = titlesIn(
        folder.write("movies.dat", "0120735::Caf\xE9 (1998)::Comedy|Crime\n2::B (1990)::(no genres listed)\n"));
    EXPECT_EQ(titles.encoding, "windows-1252");
    EXPECT_EQ(titles.byId.at("0120735").title, "Café (1998)");
    EXPECT_EQ(titles.byId.at("2").genres, "");
}

TEST(ItemTitles, FindsColumnsByTheirNames) {
    const TemporaryFolder folder;
    const ItemTitles titles = titlesIn(folder.write(
        "movies.csv", "\xEF\xBB\xBFyear,title,movieId,genres\r\n2002,\"11'09\"\"01, the film \",7789,Drama\r\n"));
    EXPECT_EQ(titles.encoding, "UTF-8");
    EXPECT_EQ(titles.byId.at("7789").title, "11'09\"01, the film");
    EXPECT_EQ(titles.byId.at("7789").genres, "Drama");
}

TEST(ItemTitles, FindsCategoriesByTheirNamesInGermanAndItalian) {
    for (const char* category : {"Kategorie", "Kategorien", "Warengruppe", "Categoria", "Categorie", "Genere"}) {
        const TemporaryFolder folder;
        const ItemTitles titles = titlesIn(folder.write(
            "i.csv", std::string("Artikel,Titel,") + category + "\n1,Espressomaschine,Maschinen\n2,Matcha,Tee\n"));
        EXPECT_EQ(titles.byId.at("1").title, "Espressomaschine") << category;
        EXPECT_EQ(titles.byId.at("2").genres, "Tee") << category;
    }
}

TEST(ItemTitles, WithoutAHeaderTheOrderIsIdTitleGenres) {
    const TemporaryFolder folder;
    const ItemTitles titles = titlesIn(folder.write("i.tsv", "a\tAlpha\nb\tBeta\n"));
    EXPECT_EQ(titles.byId.at("b").title, "Beta");
}

TEST(ItemTitles, ATitleMaySpanLinesAndAnUnclosedQuoteCostsOneTitle) {
    const TemporaryFolder folder;
    const ItemTitles titles =
        titlesIn(folder.write("i.csv", "id,title\n1,\"Two\r\nlines\"\r\n2,\"open\n3,C\n4,\"D\"\n"));
    EXPECT_EQ(titles.byId.at("1").title, "Two\nlines");
    EXPECT_EQ(titles.byId.count("2"), 0u);
    EXPECT_EQ(titles.byId.at("3").title, "C");
    EXPECT_EQ(titles.byId.at("4").title, "D");
}

TEST(ItemTitles, TheFirstOfTwoRowsWins) {
    const TemporaryFolder folder;
    EXPECT_EQ(titlesIn(folder.write("i.csv", "id,title\n1,A\n1,B\n")).byId.at("1").title, "A");
}

TEST(ItemTitles, AFileWithoutATableIsRefused) {
    const TemporaryFolder folder;
    EXPECT_ERROR(titlesIn(folder.write("i.csv", "just a line\nand one more line\n")), ErrorKind::Input, "no table");
    EXPECT_ERROR(titlesIn(folder / "none.csv"), ErrorKind::Input, "There is no file");
}

}  // namespace
}  // namespace recscope
