// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/database_tables.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

class DatabaseTablesTest : public ImporterTest {
protected:
    fs::path databaseWith(const std::string& statements) {
        const fs::path path = m_folder / "shop.db";
        SQLite::Database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(statements);
        return path;
    }
    static std::string textOf(const fs::path& path, const std::string& table) {
        return readUpTo(*openDatabaseTable(path, table), 1 << 20);
    }
};

std::string interactions() {
    std::string statements = "CREATE TABLE orders (customer_id, product_id, ordered_at); INSERT INTO orders VALUES ";
    for (int user = 0; user < 40; ++user) {
        for (int i = 0; i < 5; ++i) {
            statements += (user + i == 0 ? "('c" : ", ('c") + std::to_string(user) + "', 'p" +
                          std::to_string((user * 7 + i * 3) % 25) + "', " +
                          std::to_string(1700000000 + user * 100 + i) + ")";
        }
    }
    return statements + ";";
}

TEST_F(DatabaseTablesTest, ValuesBecomeText) {
    const fs::path path = databaseWith(
        "CREATE TABLE \"the \"\"table\" (a, b, c, d, e); INSERT INTO \"the \"\"table\" VALUES "
        "(1, 2.5, 'x, \"y\"', NULL, x'00FF'), (9007199254740993, 3.0, 'a' || char(10) || 'b', '', 'z')");
    EXPECT_EQ(databaseTables(path), (std::vector<std::string>{"the \"table"}));
    EXPECT_EQ(textOf(path, "the \"table"), "a,b,c,d,e\n1,2.5,\"x, \"\"y\"\"\",,\n9007199254740993,3,a b,,z\n");
}

TEST_F(DatabaseTablesTest, TheTablesWithInteractionsAndWithTitlesAreFound) {
    const fs::path path =
        databaseWith(interactions() +
                     "CREATE TABLE settings (key, value); INSERT INTO settings VALUES ('a', 'b');"
                     "CREATE TABLE items (product_id, title); INSERT INTO items VALUES ('p0', 'Zero'), "
                     "('p3', 'Three');");
    const ImportResult result = import(path);
    EXPECT_EQ(result.report.rowsKept, 200);
    EXPECT_EQ(result.dataset.users, 40);
    EXPECT_EQ(m_store.items(result.dataset.id)[0].title, "Zero");
}

TEST_F(DatabaseTablesTest, AnEmptyTableIsNotOfferedAndTheReportNamesTheDatabase) {
    const fs::path path =
        databaseWith(interactions() + "CREATE TABLE ratings_new (customer_id, product_id, ordered_at);");
    const std::string text = import(path).report.toText();
    EXPECT_NE(text.find("a table of a database; user in \"customer_id\""), std::string::npos) << text;
    EXPECT_EQ(text.find("comma"), std::string::npos) << text;
}

TEST_F(DatabaseTablesTest, OfTwoTablesWithInteractionsOneMustBeChosen) {
    const fs::path path = databaseWith(interactions() + "CREATE TABLE more AS SELECT * FROM orders;");
    EXPECT_ERROR(import(path), ErrorKind::Input, "more than one table");
    ImportOptions options = optionsFor(path);
    options.member = "more";
    EXPECT_EQ(import(options).report.rowsKept, 200);
    SQLite::Database(path.string(), SQLite::OPEN_READWRITE).exec("DELETE FROM orders; DELETE FROM more;");
    EXPECT_ERROR(import(path), ErrorKind::Input, "holds no table with interactions");
}

TEST_F(DatabaseTablesTest, AViewAndAQueryAreImportedLikeATable) {
    const fs::path path = databaseWith(interactions() +
                                       "CREATE VIEW late AS SELECT * FROM orders WHERE ordered_at > "
                                       "1700002000;");
    EXPECT_EQ(import(path / "late").report.rowsKept, 99);
    ImportOptions options =
        optionsFor(path / "SELECT customer_id AS user, product_id AS item FROM orders LIMIT 100 / 2");
    options.name = "query";
    EXPECT_EQ(import(options).report.rowsKept, 50);
}

TEST_F(DatabaseTablesTest, UnreadableDatabasesTablesAndQueriesAreRefusedWithAMessage) {
    const fs::path path = databaseWith(interactions());
    EXPECT_ERROR(import(path / "nothing"), ErrorKind::Input, "There is no table \"nothing\"");
    EXPECT_ERROR(import(path / "SELECT price FROM orders"), ErrorKind::Input, "no such column");
    EXPECT_ERROR(textOf(path, "WITH x AS (SELECT 1) DELETE FROM orders"), ErrorKind::Input, "readonly");
    EXPECT_EQ(import(path / "orders").report.rowsKept, 200);
    EXPECT_ERROR(import(m_folder / "w.recscope"), ErrorKind::Input, "is a workspace of RecScope");
    m_folder.write("damaged.db", "SQLite format 3" + std::string(1, '\0') + "and then nothing of it");
    EXPECT_ERROR(import(m_folder / "damaged.db"), ErrorKind::Input, "The database is damaged");
    const fs::path locked = m_folder / "locked.db";
    fs::copy_file(path, locked);
    SQLite::Database writer(locked.string(), SQLite::OPEN_READWRITE);
    writer.exec("BEGIN EXCLUSIVE");
    EXPECT_ERROR(databaseTables(locked), ErrorKind::Input, "Another program is writing");
}

}  // namespace
}  // namespace recscope
