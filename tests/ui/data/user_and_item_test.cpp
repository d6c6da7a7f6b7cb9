// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QDateTime>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <algorithm>

#include "core/data/sample_shop.h"
#include "data_fixture.h"
#include "ui/lists/history_timeline.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class UserAndItemTest : public QObject {
    Q_OBJECT

private slots:
    void aHistoryIsExportedAsCsv() {
        DataFixture fixture;
        fixture.openTab("Users");
        auto* button = fixture.child<QPushButton>("exportHistory");
        QVERIFY(!button->isEnabled());
        auto* table = fixture.child<QTableView>("usersTable");
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).center());
        QVERIFY(waitUntil([&] { return button->isEnabled(); }));
        savePicture(fixture.page, "data-history-export");
        const QString path = fixture.environment.path("history.csv");
        whenOpen<QFileDialog>(fixture.page, [&](QFileDialog& dialog) { enterFile(dialog, path); });
        const SavedFiles saved(fixture.page);
        click(button);
        QVERIFY(waitUntil([&] { return !saved.paths.isEmpty(); }));
        QCOMPARE(saved.paths, QStringList{path});
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(file.readAll()).trimmed().split('\n');
        auto* timeline = fixture.child<HistoryTimeline>("historyTimeline");
        QCOMPARE(lines.size(), timeline->count() + 1);
        QCOMPARE(lines[0], QString("Position,Time (UTC),Item id,Title,Genres,Rating,Gap (s),Dataset,User"));
        QVERIFY2(lines[1].startsWith("1," + timeline->cells(0)[0] + ","), qPrintable(lines[1]));
        QVERIFY2(lines[1].contains(timeline->cells(0)[2]), qPrintable(lines[1]));
        const auto secondsAt = [&](int row) {
            return QDateTime::fromString(timeline->cells(row)[0], "yyyy-MM-dd hh:mm:ss").toSecsSinceEpoch();
        };
        const auto gapIn = [](const QString& line) { return line.split(',').at(line.count(',') - 2); };
        QCOMPARE(gapIn(lines[1]), QString());
        QCOMPARE(gapIn(lines[2]), QString::number(secondsAt(1) - secondsAt(0)));
    }

    void aClickOnAUserShowsTheHistory() {
        DataFixture fixture;
        fixture.openTab("Users");
        auto* table = fixture.child<QTableView>("usersTable");
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(4, 0)).center());
        auto* timeline = fixture.child<HistoryTimeline>("historyTimeline");
        QVERIFY(waitUntil([&] { return timeline->count() > 0; }));
        QCOMPARE(timeline->count(), table->model()->index(4, 1).data().toString().toInt());
        QVERIFY(!timeline->cells(0)[2].isEmpty());
        QVERIFY(timeline->cells(1)[1].endsWith("later") || timeline->cells(1)[1] == "same time");
        QVERIFY(fixture.idle());
        savePictures(fixture.page, "data-users");
    }

    void aClickInAHistoryOpensTheItemWhoseListOfUsersIsSortedAndOpensAUser() {
        DataFixture fixture;
        fixture.openTab("Users");
        auto* table = fixture.child<QTableView>("usersTable");
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(2, 0)).center());
        auto* timeline = fixture.child<HistoryTimeline>("historyTimeline");
        QVERIFY(waitUntil([&] { return timeline->count() > 2; }));
        const QString title = timeline->cells(1)[2];
        QTest::mouseClick(timeline->viewport(), Qt::LeftButton, {}, timeline->rowRect(1).center());
        QCOMPARE(fixture.currentTab(), QString("Items"));
        QCOMPARE(fixture.child<QLabel>("itemTitle")->text(), title);
        auto* tabs = fixture.child<QTabWidget>("itemTabs");
        QVERIFY(waitUntil([&] { return tabs->isVisible(); }));
        tabs->setCurrentIndex(3);
        auto* users = fixture.child<QTableView>("itemUsers");
        QVERIFY(waitUntil([&] { return users->model()->rowCount() > 0; }));
        QVERIFY(fixture.idle());
        constexpr int kWhen = 3;  // the column of times
        const auto when = [&](int row) { return users->model()->index(row, kWhen).data().toString(); };
        auto* header = users->horizontalHeader();
        const auto clickWhen = [&] {
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(kWhen) + 20, header->height() / 2));
            QVERIFY(fixture.idle());
        };
        const int rows = std::min(users->model()->rowCount(), 200);
        QVERIFY(rows > 5);
        clickWhen();
        for (int row = 1; row < rows; ++row) QVERIFY(when(row - 1) >= when(row));
        QVERIFY(when(0) > when(rows - 1));
        savePictures(fixture.page, "data-item-users");
        clickWhen();
        for (int row = 1; row < rows; ++row) QVERIFY(when(row - 1) <= when(row));
        const QString user = users->model()->index(0, 0).data().toString();
        QTest::mouseClick(users->viewport(), Qt::LeftButton, {},
                          users->visualRect(users->model()->index(0, 0)).center());
        QCOMPARE(fixture.currentTab(), QString("Users"));
        QVERIFY(waitUntil([&] { return fixture.child<QLabel>("userTitle")->text() == "User " + user; }));
    }

    void anItemListsWhatFollowsItAndAClickOpensThatItem() {
        DataFixture fixture;
        fixture.openTab("Items");
        // For a film of a planted serial, the first item in the list of next items must be its likeliest planted
        // successor.
        const SampleShop shop = makeSampleShop();
        const Token film = shop.rules.serials[0][0];
        const QString title = fixture.session().titleOf(film);
        type(fixture.child<QLineEdit>("itemsSearch"), title);
        auto* items = fixture.child<QTableView>("itemsTable");
        QVERIFY(waitUntil([&] { return items->model()->index(0, 0).data().toString() == title; }));
        QTest::mouseClick(items->viewport(), Qt::LeftButton, {},
                          items->visualRect(items->model()->index(0, 0)).center());
        auto* after = fixture.child<QTableView>("itemAfter");
        QVERIFY(waitUntil([&] { return after->model()->rowCount() > 0; }));
        const auto& planned = shop.rules.successors[std::size_t(film)];
        const auto likeliest = std::max_element(planned.begin(), planned.end(),
                                                [](auto& a, auto& b) { return a.probability < b.probability; });
        const QString next = fixture.session().titleOf(likeliest->token);
        QCOMPARE(after->model()->index(0, 0).data().toString(), next);
        QVERIFY(after->model()->index(0, 2).data().toString().endsWith(QStringLiteral("×")));
        QVERIFY(fixture.idle());
        savePictures(fixture.page, "data-item");
        QVERIFY(fixture.child<QToolButton>("itemBack")->isHidden());
        QTest::mouseClick(after->viewport(), Qt::LeftButton, {},
                          after->visualRect(after->model()->index(0, 0)).center());
        QCOMPARE(fixture.child<QLabel>("itemTitle")->text(), next);
        QVERIFY(fixture.idle());
        click(fixture.child<QToolButton>("itemBack"));
        QCOMPARE(fixture.child<QLabel>("itemTitle")->text(), title);
        QVERIFY(fixture.child<QToolButton>("itemBack")->isHidden());
    }

    void aListOfFollowingItemsIsSortedByItsHeader() {
        DataFixture fixture;
        fixture.openTab("Items");
        auto* items = fixture.child<QTableView>("itemsTable");
        QTest::mouseClick(items->viewport(), Qt::LeftButton, {},
                          items->visualRect(items->model()->index(0, 0)).center());
        auto* after = fixture.child<QTableView>("itemAfter");
        QVERIFY(waitUntil([&] { return after->model()->rowCount() > 3; }));
        QVERIFY(fixture.idle());
        const auto texts = [&](int column) {
            QStringList all;
            for (int row = 0; row < after->model()->rowCount(); ++row)
                all << after->model()->index(row, column).data().toString();
            return all;
        };
        const QStringList originalOrder = texts(0);
        auto* header = after->horizontalHeader();
        const auto clickTimes = [&] {
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(1) + 10, header->height() / 2));
        };
        const auto count = [&](int row) { return after->model()->index(row, 1).data().toString().remove(',').toInt(); };
        clickTimes();
        QVERIFY(texts(0) != originalOrder);
        for (int row = 1; row < after->model()->rowCount(); ++row) QVERIFY(count(row - 1) >= count(row));
        clickTimes();
        for (int row = 1; row < after->model()->rowCount(); ++row) QVERIFY(count(row - 1) <= count(row));
        clickTimes();
        QCOMPARE(texts(0), originalOrder);
        // The next item's table must start in its original order, although this item's table was sorted.
        clickTimes();
        const QString next = after->model()->index(0, 0).data().toString();
        QTest::mouseClick(after->viewport(), Qt::LeftButton, {},
                          after->visualRect(after->model()->index(0, 0)).center());
        QCOMPARE(fixture.child<QLabel>("itemTitle")->text(), next);
        QVERIFY(fixture.idle());
        QVERIFY(!header->isSortIndicatorShown());
    }
};

QTEST_MAIN(UserAndItemTest)
#include "user_and_item_test.moc"
