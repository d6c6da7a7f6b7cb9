// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemView>
#include <QClipboard>
#include <QComboBox>
#include <QDateEdit>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

#include "data_fixture.h"
#include "ui/data/data_table.h"
#include "ui/data/dataset_users.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

void clickHeader(DataFixture& fixture, QTableView& table, int column) {
    auto* header = table.horizontalHeader();
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                      QPoint(header->sectionViewportPosition(column) + 20, header->height() / 2));
    QVERIFY(fixture.idle());
}

}  // namespace

class DataTablesTest : public QObject {
    Q_OBJECT

private slots:
    void distantRowsAreLoadedWhenRequested() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        QAbstractItemModel* users = fixture.tableModel("usersTable");
        const int last = users->rowCount() - 1;
        QCOMPARE(users->index(last, 0).data().toString(), QString("…"));
        QVERIFY(waitUntil([&] { return users->index(last, 0).data().toString() != "…"; }));
        QVERIFY(users->index(0, 0).data().toString() != "…");
    }

    void typingSearchesAndShowsHowManyMatch() {
        DataFixture fixture;
        fixture.openTab("Users");
        QAbstractItemModel* users = fixture.tableModel("usersTable");
        const QString requested = users->index(7, 0).data().toString();
        type(fixture.child<QLineEdit>("usersSearch"), requested);
        QVERIFY(waitUntil([&] { return users->rowCount() < 2000; }));
        QVERIFY(users->rowCount() >= 1);
        for (int row = 0; row < std::min(users->rowCount(), 100); ++row)
            QVERIFY(users->index(row, 0).data().toString().contains(requested, Qt::CaseInsensitive));
        QVERIFY(fixture.child<QLabel>("usersCount")->text().contains("of 2,000 users"));
        type(fixture.child<QLineEdit>("usersSearch"), "no such visitor");
        QVERIFY(waitUntil([&] { return users->rowCount() == 0; }));
        savePicture(fixture.page, "data-search-none");
    }

    void clickingAHeaderSortsAndASecondClickReverses() {
        DataFixture fixture;
        fixture.openTab("Users");
        auto* table = fixture.child<QTableView>("usersTable");
        const auto length = [&](int row) { return table->model()->index(row, 1).data().toString().toInt(); };
        clickHeader(fixture, *table, 1);
        for (int row = 1; row < 100; ++row) QVERIFY(length(row - 1) >= length(row));
        clickHeader(fixture, *table, 1);
        for (int row = 1; row < 100; ++row) QVERIFY(length(row - 1) <= length(row));
    }

    void usersAreSortedByTheirFirstAndLastDay() {
        DataFixture fixture;
        fixture.openTab("Users");
        auto* table = fixture.child<QTableView>("usersTable");
        const auto day = [&](int row, int column) { return table->model()->index(row, column).data().toString(); };
        QVERIFY(!table->horizontalHeader()->isSortIndicatorShown());
        clickHeader(fixture, *table, 2);
        for (int row = 1; row < 100; ++row) QVERIFY(day(row - 1, 2) <= day(row, 2));
        QVERIFY(day(0, 2) < day(99, 2));
        clickHeader(fixture, *table, 3);
        for (int row = 1; row < 100; ++row) QVERIFY(day(row - 1, 3) >= day(row, 3));
        QCOMPARE(table->horizontalHeader()->sortIndicatorSection(), 3);
    }

    void aTableThatStartsWithASearchKnowsTheTotal() {
        TestEnvironment environment;
        DataTable table(environment.session(), userTable(), QStringLiteral("users"), QStringLiteral("users"));
        auto* search = find<QLineEdit>(table, "usersSearch");
        search->setText(QStringLiteral("11"));
        QVERIFY(waitUntil([&] { return find<QLabel>(table, "usersCount")->text().endsWith(" of 2,000 users"); }));
    }

    void sortingScrollsToTheTopAndKeepsTheSelection() {
        DataFixture fixture;
        fixture.openTab("Users");
        auto* table = fixture.child<QTableView>("usersTable");
        clickHeader(fixture, *table, 1);
        // Chooses the user with the second longest history. When the shortest histories come first, this user is in the
        // last row but one: far down, but in a row that is loaded.
        const QString chosen = table->model()->index(1, 0).data().toString();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(1, 0)).center());
        QVERIFY(fixture.idle());
        table->verticalScrollBar()->setValue(table->verticalScrollBar()->maximum());
        QVERIFY(fixture.idle());
        clickHeader(fixture, *table, 1);
        QCOMPARE(table->verticalScrollBar()->value(), 0);
        clickHeader(fixture, *table, 1);
        QCOMPARE(table->verticalScrollBar()->value(), 0);
        QCOMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), chosen);
        QVERIFY(table->selectionModel()->isRowSelected(1));
    }

    void aDoubleClickOnAUserRequestsThatUser() {
        DataFixture fixture;
        fixture.openTab("Users");
        QSignalSpy requested(&fixture.session(), &Session::userRequested);
        auto* table = fixture.child<QTableView>("usersTable");
        const QPoint cell = table->visualRect(table->model()->index(3, 0)).center();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell);
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, cell);
        QCOMPARE(requested.count(), 1);
        QCOMPARE(requested[0][0].toInt(), 3);
    }

    void copyingTakesTheSelectedRowAndTheHeader() {
        DataFixture fixture;
        fixture.openTab("Users");
        auto* table = fixture.child<QTableView>("usersTable");
        table->selectRow(1);
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QVERIFY(waitUntil([] { return QGuiApplication::clipboard()->text().startsWith("User\t"); }));
        const QStringList lines = QGuiApplication::clipboard()->text().trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[1].split('\t')[0], table->model()->index(1, 0).data().toString());
    }

    void exportingWritesAllRowsNotOnlyTheLoadedOnes() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        const QString path = fixture.environment.path("users.csv");
        bool done = false;
        static_cast<PagedTableModel*>(fixture.tableModel("usersTable"))
            ->exportAs(path, TableFormat::Csv, {}, &fixture.page, [&done] { done = true; });
        QVERIFY(waitUntil([&] { return done; }));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), 2001);
    }

    void usersAreFilteredByLengthAndTime() {
        DataFixture fixture;
        fixture.openTab("Users");
        QAbstractItemModel* users = fixture.tableModel("usersTable");
        auto* minimum = fixture.child<QSpinBox>("usersMinLength");
        type(minimum, "25");
        QTest::keyClick(minimum, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return users->rowCount() < 2000; }));
        QVERIFY(users->rowCount() > 10);
        for (int row = 0; row < 100; ++row) QVERIFY(users->index(row, 1).data().toString().toInt() >= 25);
        QVERIFY(fixture.child<QLabel>("usersCount")->text().contains("of 2,000 users"));
        auto* from = fixture.child<QDateEdit>("usersFrom");
        QVERIFY(from->isVisible());
        from->setDate({2099, 1, 1});
        QVERIFY(waitUntil([&] { return users->rowCount() == 0; }));
        savePicture(fixture.page, "data-users-none");
        click(fixture.child<QToolButton>("usersReset"));
        QVERIFY(waitUntil([&] { return users->rowCount() == 2000; }));
        QVERIFY(!fixture.child<QToolButton>("usersReset")->isEnabled());
    }

    void theDateFilterIsRestoredOnceTheDatesOfTheDatasetAreLoaded() {
        DataFixture fixture;
        fixture.openTab("Users");
        auto* from = fixture.child<QDateEdit>("usersFrom");
        QVERIFY(waitUntil([&] { return from->isVisible(); }));
        const QDate chosen = from->date().addDays(200);
        from->setFocus();
        from->setDate(chosen);
        QVERIFY(fixture.idle());
        const int remaining = fixture.tableModel("usersTable")->rowCount();
        QVERIFY(remaining > 0 && remaining < 2000);
        auto* users = fixture.page.findChild<DatasetUsers*>();
        QVERIFY(users);
        const QVariant state = users->uiState();
        DatasetUsers again(fixture.session());
        again.restoreState(state);
        QCOMPARE(again.uiState(), state);  // kept, though the dataset's dates are not loaded yet
        show(again);
        auto* restored = find<QDateEdit>(again, "usersFrom");
        QVERIFY(waitUntil([&] { return restored->date() == chosen; }));
        QVERIFY(fixture.idle());
        QCOMPARE(find<QTableView>(again, "usersTable")->model()->rowCount(), remaining);
        QCOMPARE(again.uiState(), state);
    }

    void theDateFilterStartsWithTheDatesOfTheDataset() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        const QStringList span = fixture.child<QLabel>("fact-span")->text().split(QStringLiteral(" – "));
        QCOMPARE(span.size(), 2);
        fixture.openTab("Users");
        auto *from = fixture.child<QDateEdit>("usersFrom"), *to = fixture.child<QDateEdit>("usersTo");
        QVERIFY(from->isVisible());
        QCOMPARE(from->text(), span[0]);
        QCOMPARE(to->text(), span[1]);
        QVERIFY(!fixture.child<QToolButton>("usersReset")->isEnabled());
        savePicture(fixture.page, "data-users-days");
        QAbstractItemModel* users = fixture.tableModel("usersTable");
        QCOMPARE(users->rowCount(), 2000);
        from->setFocus();
        QTest::keyClick(from, Qt::Key_Up);  // changes the date to one year later
        QTest::keyClick(from, Qt::Key_Return);
        QVERIFY(fixture.child<QToolButton>("usersReset")->isEnabled());
        click(fixture.child<QToolButton>("usersReset"));
        QCOMPARE(from->text(), span[0]);
        QVERIFY(!fixture.child<QToolButton>("usersReset")->isEnabled());
    }

    void titlesGetTheirWidthBeforeGenresAndIds() {
        DataFixture fixture;
        fixture.openTab("Items");
        auto* table = fixture.child<QTableView>("itemsTable");
        const auto mostTitlesAreUncut = [&] {
            int uncut = 0, rows = std::min(table->model()->rowCount(), 50);
            for (int row = 0; row < rows; ++row)
                uncut += table->fontMetrics().horizontalAdvance(table->model()->index(row, 0).data().toString()) + 16 <
                         table->columnWidth(0);
            return uncut >= rows * 4 / 5;
        };
        for (const QSize size : {QSize(1440, 900), QSize(944, 604)}) {
            fixture.page.resize(size);
            QVERIFY(fixture.idle());
            QTest::qWait(30);
            QVERIFY2(mostTitlesAreUncut() || (table->isColumnHidden(1) && table->isColumnHidden(2)),
                     qPrintable(QString::number(table->columnWidth(0))));
            QVERIFY(!table->horizontalScrollBar()->isVisible());
        }
        savePicture(fixture.page, "data-items-small");
        fixture.page.resize(1900, 900);
        QVERIFY(waitUntil([&] { return !table->isColumnHidden(1) && !table->isColumnHidden(2); }));
        QVERIFY(mostTitlesAreUncut());
    }

    void theGenresAreNamedLikeTheColumnOfTheFile() {
        DataFixture fixture;
        fixture.openTab("Items");
        QCOMPARE(fixture.tableModel("itemsTable")->headerData(1, Qt::Horizontal).toString(), QString("Genres"));
        QByteArray rows = "customer_id,product_id,title,Category,order_date\n";
        const QByteArray categories[] = {"Tea", "Coffee"};
        for (int i = 0; i < 60; ++i)
            rows += "c" + QByteArray::number(i % 12) + ",p" + QByteArray::number(i % 8) + ",Product " +
                    QByteArray::number(i % 8) + "," + categories[i % 2] + ",2026-01-" +
                    QByteArray::number(10 + i % 20) + "\n";
        fixture.offer("shop.csv", rows);
        QVERIFY(fixture.showsSizes("12 users"));
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.datasetNamed("shop"); }) && fixture.idle());
        fixture.openTab("Items");
        QVERIFY(waitUntil([&] { return fixture.tableModel("itemsTable")->rowCount() == 8; }));
        QCOMPARE(fixture.tableModel("itemsTable")->headerData(1, Qt::Horizontal).toString(), QString("Category"));
        QCOMPARE(fixture.child<QComboBox>("itemsGenre")->accessibleName(), QString("Category"));
    }

    void itemsAreFilteredByGenre() {
        DataFixture fixture;
        fixture.openTab("Items");
        auto* genre = fixture.child<QComboBox>("itemsGenre");
        QVERIFY(waitUntil([&] { return genre->count() > 2; }));
        genre->setCurrentIndex(1);
        emit genre->activated(1);
        QAbstractItemModel* items = fixture.tableModel("itemsTable");
        QVERIFY(waitUntil([&] { return items->rowCount() < int(fixture.session().dataset()->items); }));
        QVERIFY(items->rowCount() > 0);
        for (int row = 0; row < std::min(items->rowCount(), 100); ++row)
            QVERIFY(items->index(row, 1).data().toString().contains(genre->currentText()));
    }
};

QTEST_MAIN(DataTablesTest)
#include "data_tables_test.moc"
