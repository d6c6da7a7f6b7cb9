// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses a table, a sheet or a file in the import form, for files with several of them.
#include <SQLiteCpp/SQLiteCpp.h>

#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

#include "data_stage.h"
#include "tests/core/support/archive_files.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

/// 12 users and 7 items; the ids of the items begin with `item`.
QByteArray rows(const QByteArray& item) {
    QByteArray text = "user_id,item_id,timestamp\n";
    for (int i = 0; i < 60; ++i)
        text += "u" + QByteArray::number(i % 12) + "," + item + QByteArray::number(i % 7) + "," +
                QByteArray::number(1700000000 + i * 60) + "\n";
    return text;
}

std::string table(const std::string& name, const std::string& item) {
    std::string statements = "CREATE TABLE " + name + " (user_id, item_id, timestamp);";
    for (int i = 0; i < 60; ++i)
        statements += "INSERT INTO " + name + " VALUES ('u" + std::to_string(i % 12) + "', '" + item +
                      std::to_string(i % 7) + "', " + std::to_string(1700000000 + i * 60) + ");";
    return statements;
}

}  // namespace

class ImportPartsTest : public QObject {
    Q_OBJECT

private:
    static QComboBox* parts(Stage& stage) { return stage.child<QComboBox>("importMember"); }
    static QStringList names(Stage& stage) {
        QStringList texts;
        for (int i = 0; i < parts(stage)->count(); ++i) texts << parts(stage)->itemText(i);
        return texts;
    }
    static QString label(Stage& stage) {
        auto* form = qobject_cast<QFormLayout*>(parts(stage)->parentWidget()->layout());
        return qobject_cast<QLabel*>(form->labelForField(parts(stage)))->text().remove(QLatin1Char('&'));
    }
    static bool showsProblem(Stage& stage) {
        return waitUntil([&] { return stage.child<QLabel>("importProblem")->isVisible(); });
    }
    /// Chooses the next entry of the list with the keyboard.
    static void chooseNext(Stage& stage) {
        parts(stage)->setFocus();
        QTest::keyClick(parts(stage), Qt::Key_Down);
    }

private slots:
    void aTableOfADatabaseIsChosenFromAList() {
        Stage stage;
        const QString path = stage.bench.path("shop.db");
        SQLite::Database(path.toStdString(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
            .exec(table("orders", "a") + table("visits", "b"));
        stage.session().offerImport(path);
        QVERIFY(showsProblem(stage));
        QVERIFY(parts(stage)->isVisible());
        QCOMPARE(label(stage), "Table");
        QCOMPARE(names(stage), QStringList({"Choose…", "orders", "visits"}));
        QVERIFY(!stage.start()->isEnabled());
        QCOMPARE(stage.start()->toolTip(), "Choose which part of the file to import");
        pictures(stage.page, "import-parts");
        chooseNext(stage);
        QVERIFY(stage.showsSizes("12 users · 7 items · 60 interactions"));
        QVERIFY(!stage.child<QLabel>("importProblem")->isVisible());
        QCOMPARE(names(stage), QStringList({"orders", "visits"}));
        chooseNext(stage);
        QVERIFY(waitUntil([&] { return names(stage) == QStringList({"visits", "orders"}); }));
        QVERIFY(stage.showsSizes("12 users · 7 items · 60 interactions"));
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.session().datasets().size() == 2 && stage.session().catalogue(); }));
        QVERIFY(stage.idle());
        QVERIFY(QString::fromStdString(stage.session().dataset()->settings).contains("visits"));
    }

    void aSheetThatCannotBeReadLeavesTheOthersToChooseFrom() {
        Stage stage;
        stage.session().offerImport(QStringLiteral(RECSCOPE_SOURCE_DIR "/tests/data/tables/shop-openpyxl.xlsx"));
        QVERIFY(waitUntil([&] { return stage.start()->isEnabled(); }));
        QCOMPARE(label(stage), "Sheet");
        QCOMPARE(names(stage), QStringList({"Orders", "Notes"}));
        chooseNext(stage);
        QVERIFY(showsProblem(stage));
        QCOMPARE(names(stage), QStringList({"Notes", "Orders"}));
        QVERIFY(!stage.start()->isEnabled());
        chooseNext(stage);
        QVERIFY(waitUntil([&] { return stage.start()->isEnabled(); }));
    }

    void aFileOfAnArchiveIsChosenFromAList() {
        Stage stage;
        const QString path = stage.bench.path("shop.zip");
        writeZip(path.toStdString(),
                 {{"orders.csv", rows("a").toStdString()}, {"visits.csv", rows("b").toStdString()}});
        stage.session().offerImport(path);
        QVERIFY(showsProblem(stage));
        QCOMPARE(label(stage), "File in the archive");
        QCOMPARE(names(stage), QStringList({"Choose…", "orders.csv", "visits.csv"}));
        chooseNext(stage);
        QVERIFY(stage.showsSizes("12 users"));
    }

    void aFileWithOnePartOffersNoChoice() {
        Stage stage;
        stage.offer("plain.csv", rows("a"));
        QVERIFY(stage.showsSizes("12 users"));
        QVERIFY(!parts(stage)->isVisible());
    }
};

QTEST_MAIN(ImportPartsTest)
#include "import_parts_test.moc"
