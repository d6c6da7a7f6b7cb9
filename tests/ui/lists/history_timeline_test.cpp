// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/history_timeline.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QScrollBar>
#include <QSignalSpy>

#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

constexpr std::int64_t kDay = 86400;  // seconds

std::shared_ptr<const ItemCatalogue> catalogue() {
    ItemCatalogue items;
    for (const char* title :
         {"Harbour (1999)", "A Museum with a very long name that no column can hold (2001)", "Park"}) {
        ItemInfo item;
        item.token = Token(items.size()) + 1;
        item.id = item.title = title;
        item.genres = "Drama|Sea";
        items.push_back(item);
    }
    return std::make_shared<const ItemCatalogue>(std::move(items));
}

/// `count` interactions, two on each day, half an hour apart. The days are consecutive, except for a gap of 30 more
/// days after the second day.
std::vector<Interaction> visits(int count) {
    std::vector<Interaction> history;
    for (int i = 0; i < count; ++i) {
        Interaction visit;
        visit.token = i % 3 + 1;
        visit.time = 978300760 + (i / 2) * kDay + (i % 2) * 1800 + (i >= 4 ? 30 * kDay : 0);
        visit.rating = 0.5 * (i % 10 + 1);
        history.push_back(visit);
    }
    return history;
}

}  // namespace

class HistoryTimelineTest : public QObject {
    Q_OBJECT

private slots:
    void gapsAreShownInASuitableUnit() {
        QCOMPARE(gapText(0), QString("same time"));
        QCOMPARE(gapText(1), QString("1 s later"));
        QCOMPARE(gapText(90), QString("2 min later"));
        QCOMPARE(gapText(3 * 3600), QString("3 h later"));
        QCOMPARE(gapText(kDay), QString("1 day later"));
        QCOMPARE(gapText(45 * kDay), QString("45 days later"));
        QCOMPARE(gapText(120 * kDay), QString("4 months later"));
        QCOMPARE(gapText(1500 * kDay), QString("4 years later"));
    }

    void aRowHasTimeGapTitleGenresAndRating() {
        HistoryTimeline timeline;
        timeline.setHistory(visits(6), catalogue());
        QCOMPARE(timeline.cells(0), QStringList({"2000-12-31 22:12:40", "", "Harbour (1999)", "Drama, Sea", "0.5"}));
        QCOMPARE(timeline.cells(1)[1], QString("30 min later"));
        QCOMPARE(timeline.cells(4)[1], QString("31 days later"));  // 30 days and 23.5 hours
    }

    void withoutTimesTheRowsAreNumbered() {
        HistoryTimeline timeline;
        auto history = visits(3);
        for (Interaction& visit : history) visit.time.reset();
        timeline.setHistory(history, catalogue());
        QCOMPARE(timeline.cells(1)[0], QString());
        QCOMPARE(timeline.cells(1)[1], QString());
        show(timeline, {420, 300});
        QVERIFY(showsSomething(timeline));
        savePicture(timeline, "timeline-untimed");
    }

    void aRightClickOffersToCopyTheHistory() {
        HistoryTimeline timeline;
        timeline.setHistory(visits(6), catalogue());
        show(timeline, {420, 300});
        QCOMPARE(rightClickThroughWindow(timeline.viewport(), timeline.viewport()->rect().center()),
                 QStringList{"Copy history"});
    }

    void aLongHistoryScrollsToItsEnd() {
        HistoryTimeline timeline;
        timeline.setHistory(visits(2277), catalogue());
        show(timeline, {420, 500});
        savePicture(timeline, "timeline-long");
        QVERIFY(timeline.verticalScrollBar()->maximum() > 2000 * 20);
        QTest::keyClick(&timeline, Qt::Key_End);
        QCOMPARE(timeline.currentRow(), 2276);
        QVERIFY(timeline.viewport()->rect().contains(timeline.rowRect(2276)));
        savePicture(timeline, "timeline-end");
        QTest::keyClick(&timeline, Qt::Key_Up);
        QCOMPARE(timeline.currentRow(), 2275);
    }

    void aClickAndEnterReportTheItem() {
        HistoryTimeline timeline;
        timeline.setHistory(visits(5), catalogue());
        show(timeline, {420, 300});
        QSignalSpy notified(&timeline, &HistoryTimeline::itemClicked);
        QTest::mouseClick(timeline.viewport(), Qt::LeftButton, {}, timeline.rowRect(1).center());
        QCOMPARE(notified.count(), 1);
        QCOMPARE(notified[0][0].toInt(), 2);
        QTest::keyClick(&timeline, Qt::Key_Down);
        QTest::keyClick(&timeline, Qt::Key_Return);
        QCOMPARE(notified[1][0].toInt(), 3);
        QTest::mouseClick(timeline.viewport(), Qt::LeftButton, {}, QPoint(20, 290));
        QCOMPARE(notified.count(), 2);
    }

    void theWholeHistoryIsCopied() {
        HistoryTimeline timeline;
        timeline.setHistory(visits(40), catalogue());
        show(timeline, {420, 300});
        QTest::keyClick(&timeline, Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().trimmed().split('\n');
        QCOMPARE(lines.size(), 1 + 40);
        QCOMPARE(lines[1].split('\t')[2], QString("Harbour (1999)"));
    }
};

QTEST_MAIN(HistoryTimelineTest)
#include "history_timeline_test.moc"
