// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the import form with a database, a workbook or an archive that has several tables, sheets or files, of which
// the user of the program chooses one.
#include <SQLiteCpp/SQLiteCpp.h>

#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

#include "data_fixture.h"
#include "tests/core/support/archive_files.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

/// A CSV file with 12 users and 7 items, whose ids are `itemPrefix` and a number.
QByteArray rows(const QByteArray& itemPrefix) {
    QByteArray text = "user_id,item_id,timestamp\n";
    for (int i = 0; i < 60; ++i)
        text += "u" + QByteArray::number(i % 12) + "," + itemPrefix + QByteArray::number(i % 7) + "," +
                QByteArray::number(1700000000 + i * 60) + "\n";
    return text;
}

/// SQL statements that create a table with the interactions of rows().
std::string table(const std::string& name, const std::string& itemPrefix) {
    std::string statements = "CREATE TABLE " + name + " (user_id, item_id, timestamp);";
    for (int i = 0; i < 60; ++i)
        statements += "INSERT INTO " + name + " VALUES ('u" + std::to_string(i % 12) + "', '" + itemPrefix +
                      std::to_string(i % 7) + "', " + std::to_string(1700000000 + i * 60) + ");";
    return statements;
}

}  // namespace

class ImportPartsTest : public QObject {
    Q_OBJECT

private:
    static QComboBox* partBox(DataFixture& fixture) { return fixture.child<QComboBox>("importMember"); }
    static QStringList partNames(DataFixture& fixture) {
        QStringList texts;
        for (int i = 0; i < partBox(fixture)->count(); ++i) texts << partBox(fixture)->itemText(i);
        return texts;
    }
    static QString label(DataFixture& fixture) {
        auto* form = qobject_cast<QFormLayout*>(partBox(fixture)->parentWidget()->layout());
        return qobject_cast<QLabel*>(form->labelForField(partBox(fixture)))->text().remove(QLatin1Char('&'));
    }
    static bool showsProblem(DataFixture& fixture) {
        return waitUntil([&] { return fixture.child<QLabel>("importProblem")->isVisible(); });
    }
    /// Chooses the next entry of the combo box with the keyboard.
    static void chooseNext(DataFixture& fixture) {
        partBox(fixture)->setFocus();
        QTest::keyClick(partBox(fixture), Qt::Key_Down);
    }

private slots:
    void aTableOfADatabaseIsChosenFromAList() {
        DataFixture fixture;
        const QString path = fixture.environment.path("shop.db");
        SQLite::Database(path.toStdString(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
            .exec(table("orders", "a") + table("visits", "b"));
        fixture.session().offerImport(path);
        QVERIFY(showsProblem(fixture));
        QVERIFY(partBox(fixture)->isVisible());
        QCOMPARE(label(fixture), "Table");
        QCOMPARE(partNames(fixture), QStringList({"Choose…", "orders", "visits"}));
        QVERIFY(!fixture.startButton()->isEnabled());
        QCOMPARE(fixture.startButton()->toolTip(), "Choose which part of the file to import");
        savePictures(fixture.page, "import-parts");
        chooseNext(fixture);
        QVERIFY(fixture.showsSizes("12 users · 7 items · 60 interactions"));
        QVERIFY(!fixture.child<QLabel>("importProblem")->isVisible());
        QCOMPARE(partNames(fixture), QStringList({"orders", "visits"}));
        chooseNext(fixture);
        QVERIFY(waitUntil([&] { return partNames(fixture) == QStringList({"visits", "orders"}); }));
        QVERIFY(fixture.showsSizes("12 users · 7 items · 60 interactions"));
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.session().datasets().size() == 2 && fixture.session().catalogue(); }));
        QVERIFY(fixture.idle());
        QVERIFY(QString::fromStdString(fixture.session().dataset()->settings).contains("visits"));
    }

    void afterAnUnreadableSheetAnotherOneCanBeChosen() {
        DataFixture fixture;
        fixture.session().offerImport(QStringLiteral(RECSCOPE_SOURCE_DIR "/tests/data/tables/shop-openpyxl.xlsx"));
        QVERIFY(waitUntil([&] { return fixture.startButton()->isEnabled(); }));
        QCOMPARE(label(fixture), "Sheet");
        QCOMPARE(partNames(fixture), QStringList({"Orders", "Notes"}));
        chooseNext(fixture);
        QVERIFY(showsProblem(fixture));
        QCOMPARE(partNames(fixture), QStringList({"Notes", "Orders"}));
        QVERIFY(!fixture.startButton()->isEnabled());
        chooseNext(fixture);
        QVERIFY(waitUntil([&] { return fixture.startButton()->isEnabled(); }));
    }

    void aFileOfAnArchiveIsChosenFromAList() {
        DataFixture fixture;
        const QString path = fixture.environment.path("shop.zip");
        writeZip(path.toStdString(),
                 {{"orders.csv", rows("a").toStdString()}, {"visits.csv", rows("b").toStdString()}});
        fixture.session().offerImport(path);
        QVERIFY(showsProblem(fixture));
        QCOMPARE(label(fixture), "File in the archive");
        QCOMPARE(partNames(fixture), QStringList({"Choose…", "orders.csv", "visits.csv"}));
        chooseNext(fixture);
        QVERIFY(fixture.showsSizes("12 users"));
    }

    void aFileWithOnePartOffersNoChoice() {
        DataFixture fixture;
        fixture.offer("plain.csv", rows("a"));
        QVERIFY(fixture.showsSizes("12 users"));
        QVERIFY(!partBox(fixture)->isVisible());
    }
};

QTEST_MAIN(ImportPartsTest)
#include "import_parts_test.moc"
