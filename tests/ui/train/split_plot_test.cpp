// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/split_plot.h"

#include <QLabel>
#include <QScrollArea>
#include <QWindow>
#include <algorithm>

#include "core/store/dataset_store.h"
#include "core/store/history_reader.h"
#include "core/util/time.h"
#include "train_fixture.h"
#include "ui/plot/plot_handle.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

constexpr std::int64_t kSecondsPerDay = 86400;

/// A Train page that is high enough to show the plot of the split below its fields.
struct SplitFixture : TrainFixture {
    std::vector<std::int64_t> times;  ///< of all interactions of the sample, Unix seconds

    SplitFixture() : TrainFixture({1440, 1500}) {
        const DatasetId dataset = environment.session().dataset()->id;
        environment.work([&](JobContext& context) {
            readHistories(context.workspace, dataset, [this](const HistoryRows& history) {
                times.insert(times.end(), history.times.begin(), history.times.end());
            });
        });
    }

    SplitPlot* splitPlot() { return find<SplitPlot>(page, "splitPlot"); }
    QString sentence() { return find<QLabel>(page, "splitSentence")->text(); }
    QString field(const char* key) { return find<QLineEdit>(page, key)->text(); }
    PlotHandle* line(const char* key) { return find<PlotHandle>(page, ("line_" + QByteArray(key)).constData()); }

    void chooseSplit(const char* words) { choose(find<QComboBox>(page, "split"), words); }
    /// Chooses a time window and waits for the plot.
    void showWindow() {
        chooseSplit("time window");
        QTRY_VERIFY_WITH_TIMEOUT(sentence().startsWith("Training "), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(line("test_until")->isVisible(), kPatience);
        find<QScrollArea>(page, "trainFormScroll")->ensureWidgetVisible(splitPlot());
        QCoreApplication::processEvents();
    }
    /// Validation in the third quarter of 2024, test in the fourth; each has 92 days.
    void showQuarters() {
        showWindow();
        set("valid_from", "2024-07-01");
        set("test_from", "2024-10-01");
        set("test_until", "2025-01-01");
        QTRY_COMPARE_WITH_TIMEOUT(line("test_until")->accessibleName(), QString("Test until 2025-01-01"), kPatience);
        QCoreApplication::processEvents();
    }

    /// The number of interactions from a day on and before another one, in the numbers of the page; without a day there
    /// is no limit.
    QString count(const char* from, const char* until) const {
        const auto timeOf = [](const char* day, std::int64_t none) { return *day ? timeOfDate(day).value() : none; };
        const std::int64_t first = timeOf(from, INT64_MIN), end = timeOf(until, INT64_MAX);
        return wholeNumber(
            std::count_if(times.begin(), times.end(), [&](std::int64_t time) { return time >= first && time < end; }));
    }
    /// The sentence about the sizes of a time window.
    QString windowSentence(const char* validFrom, const char* testFrom, const char* testUntil) const {
        return QString("Training %1 interactions, validation %2, test %3; test from %4 until %5.")
            .arg(count("", validFrom), count(validFrom, testFrom), count(testFrom, testUntil), testFrom, testUntil);
    }

    /// The middle of a line in the window.
    QPoint middleOf(const char* key) { return line(key)->mapTo(&page, line(key)->rect().center()); }
    /// Drags a line to the right by this many pixels, by mouse events of the window.
    void drag(const char* key, int pixels) {
        QWindow* window = page.windowHandle();
        const QPoint from = middleOf(key);
        QTest::mousePress(window, Qt::LeftButton, {}, from);
        for (const int share : {1, 2, 3, 4}) QTest::mouseMove(window, from + QPoint(pixels * share / 4, 0));
        QTest::mouseRelease(window, Qt::LeftButton, {}, from + QPoint(pixels, 0));
    }
};

QString dayAfter(const QString& day, int days) {
    return QString::fromStdString(dateText(timeOfDate(day.toStdString()).value() + days * kSecondsPerDay));
}

}  // namespace

class SplitPlotTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().setChoice(ThemeChoice::Light); }

    void thePlotIsShownForASplitByTimeOnly() {
        SplitFixture fixture;
        QVERIFY(!fixture.splitPlot()->isVisible());
        fixture.showWindow();
        QVERIFY(fixture.splitPlot()->isVisible());
        QVERIFY(!find<PlotView>(fixture.page, "splitTimes")->isEmpty());
        for (const char* key : {"valid_from", "test_from", "test_until"}) QVERIFY2(fixture.line(key)->isVisible(), key);
        QTest::qWait(30);
        savePicture(fixture.page, "train-split-window");
        fixture.chooseSplit("global time");
        QVERIFY(fixture.splitPlot()->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!fixture.line("test_until")->isVisible(), kPatience);
        QVERIFY(fixture.line("test_from")->isVisible());
        fixture.chooseSplit("leave-one-out");
        QVERIFY(!fixture.splitPlot()->isVisible());
        fixture.chooseSplit("time window");
        click(find<QPushButton>(fixture.page, "model_sasrec"));  // still has its own split, leave-one-out
        QVERIFY(!fixture.splitPlot()->isVisible());
        click(find<QPushButton>(fixture.page, "model_bert4rec"));
        QVERIFY(fixture.splitPlot()->isVisible());
    }

    void thePlotIsBelowTheFieldsOfTheMoments() {
        SplitFixture fixture;
        fixture.showWindow();
        const auto top = [&](QWidget* widget) { return widget->mapTo(&fixture.page, QPoint()).y(); };
        for (const char* key : {"valid_from", "test_from", "test_until", "fold"})
            QVERIFY2(top(find<QLineEdit>(fixture.page, key)) < top(fixture.splitPlot()), key);
        QVERIFY(top(find<QComboBox>(fixture.page, "retrain_with_validation")) > top(fixture.splitPlot()));
    }

    void theSentenceCountsTheInteractionsOfEachPart() {
        SplitFixture fixture;
        fixture.showQuarters();
        const QString later = fixture.count("2025-01-01", "");
        QVERIFY(later != "0");
        QCOMPARE(fixture.sentence(), fixture.windowSentence("2024-07-01", "2024-10-01", "2025-01-01") +
                                         " Interactions after the test window, which are not used: " + later + ".");
        fixture.chooseSplit("global time");
        QTRY_COMPARE_WITH_TIMEOUT(fixture.sentence(),
                                  QString("Training %1 interactions, validation %2, test %3; test from 2024-10-01. In "
                                          "each of the two periods only a user's first item is to be recommended.")
                                      .arg(fixture.count("", "2024-07-01"), fixture.count("2024-07-01", "2024-10-01"),
                                           fixture.count("2024-10-01", "")),
                                  kPatience);
    }

    void sharesAreCountedExactly() {
        SplitFixture fixture;
        fixture.showWindow();
        std::vector<std::int64_t> times = fixture.times;
        std::sort(times.begin(), times.end());
        const auto before = [&](double share) {  // interactions before the time at this share
            const std::int64_t time = times[std::size_t(share * double(times.size()))];
            return std::lower_bound(times.begin(), times.end(), time) - times.begin();
        };
        QVERIFY2(
            fixture.sentence().startsWith(QString("Training %1 interactions, validation %2, test %3;")
                                              .arg(wholeNumber(before(0.8)), wholeNumber(before(0.9) - before(0.8)),
                                                   wholeNumber(std::ssize(times) - before(0.9)))),
            qPrintable(fixture.sentence()));
    }

    void draggingALineWritesTheDateIntoItsField() {
        SplitFixture fixture;
        fixture.showQuarters();
        const QPoint from = fixture.middleOf("test_from");
        constexpr int kPixels = 12;
        fixture.drag("test_from", kPixels);
        const QString day = fixture.field("test_from");
        QVERIFY2(timeOfDate(day.toStdString()).has_value(), qPrintable(day));
        QVERIFY2(day > "2024-10-01" && day < "2025-01-01", qPrintable(day));  // ISO dates are in order as texts
        QCOMPARE(fixture.form()->config().moments.testFrom, day.toStdString());
        QCOMPARE(fixture.field("valid_from"), QString("2024-07-01"));
        QCOMPARE(fixture.field("test_until"), QString("2025-01-01"));
        QVERIFY2(
            fixture.sentence().startsWith(fixture.windowSentence("2024-07-01", day.toUtf8().constData(), "2025-01-01")),
            qPrintable(fixture.sentence()));
        // The line has followed the pointer. It is at a midnight, which is at most half a day away, and a day is less
        // than two pixels wide.
        QTRY_VERIFY_WITH_TIMEOUT(qAbs(fixture.middleOf("test_from").x() - (from.x() + kPixels)) <= 2, kPatience);
        QVERIFY(find<QToolButton>(fixture.page, "reset_test_from")->isVisible());
        savePicture(fixture.page, "train-split-dragged");
    }

    void draggingAShareMakesItADateAndKeepsTheOthers() {
        SplitFixture fixture;
        fixture.showWindow();
        fixture.drag("test_from", -10);
        const QString day = fixture.field("test_from");
        QVERIFY2(timeOfDate(day.toStdString()).has_value(), qPrintable(day));
        QCOMPARE(fixture.field("valid_from"), QString("80%"));
        QCOMPARE(fixture.field("test_until"), QString("100%"));
        QTRY_VERIFY_WITH_TIMEOUT(fixture.sentence().contains("test from " + day), kPatience);
        QVERIFY2(fixture.sentence().contains("test " + fixture.count(day.toUtf8().constData(), "") + ";"),
                 qPrintable(fixture.sentence()));
    }

    void aClickOnALineMovesNothing() {
        SplitFixture fixture;
        fixture.showWindow();
        const QPoint at = fixture.middleOf("test_from");
        QTest::mousePress(fixture.page.windowHandle(), Qt::LeftButton, {}, at);
        QTest::mouseMove(fixture.page.windowHandle(), at + QPoint(1, 0));
        QTest::mouseRelease(fixture.page.windowHandle(), Qt::LeftButton, {}, at + QPoint(1, 0));
        QVERIFY(fixture.line("test_from")->hasFocus());
        QCOMPARE(fixture.field("test_from"), QString("90%"));
    }

    void aLineStopsAtItsNeighbours() {
        SplitFixture fixture;
        fixture.showQuarters();
        fixture.drag("test_from", -150);
        QCOMPARE(fixture.field("test_from"), QString("2024-07-02"));  // a validation part of one day
        set(fixture, "test_from", "2024-10-01");
        fixture.drag("test_from", 150);
        QCOMPARE(fixture.field("test_from"), QString("2024-12-31"));  // a test window of one day
        fixture.drag("valid_from", -300);
        const std::int64_t first = *std::min_element(fixture.times.begin(), fixture.times.end());
        QCOMPARE(fixture.field("valid_from"), QString::fromStdString(dateText(first)));
        fixture.drag("test_until", 300);
        const std::int64_t last = *std::max_element(fixture.times.begin(), fixture.times.end());
        QCOMPARE(fixture.field("test_until"), QString::fromStdString(dateText(last + kSecondsPerDay)));
    }

    void typingADateMovesTheLine() {
        SplitFixture fixture;
        fixture.showQuarters();
        const int before = fixture.middleOf("test_from").x(), other = fixture.middleOf("valid_from").x();
        set(fixture, "test_from", "2024-11-20");
        QTRY_VERIFY_WITH_TIMEOUT(fixture.middleOf("test_from").x() > before, kPatience);
        QCOMPARE(fixture.middleOf("valid_from").x(), other);
        QCOMPARE(fixture.line("test_from")->accessibleName(), QString("Test from 2024-11-20"));
        QVERIFY(fixture.sentence().startsWith(fixture.windowSentence("2024-07-01", "2024-11-20", "2025-01-01")));
    }

    void arrowKeysMoveALineByADay() {
        SplitFixture fixture;
        fixture.showQuarters();
        QWidget* at = find<QLineEdit>(fixture.page, "fold");
        at->setFocus();
        QList<QWidget*> visited;
        for (int i = 0; i < 6 && at != fixture.line("test_until"); ++i) {
            QTest::keyClick(at, Qt::Key_Tab);
            visited << (at = QApplication::focusWidget());
        }
        QVERIFY(visited.endsWith(fixture.line("test_until")));
        QVERIFY(visited.contains(fixture.line("valid_from")) && visited.contains(fixture.line("test_from")));
        auto* line = fixture.line("test_from");
        line->setFocus();
        QTest::keyClick(line, Qt::Key_Right);
        QCOMPARE(fixture.field("test_from"), QString("2024-10-02"));
        QCOMPARE(line->accessibleName(), QString("Test from 2024-10-02"));
        QTest::keyClick(line, Qt::Key_Left);
        QTest::keyClick(line, Qt::Key_Left);
        QCOMPARE(fixture.field("test_from"), QString("2024-09-30"));
        QVERIFY(line->hasFocus());
        QVERIFY(fixture.sentence().startsWith(fixture.windowSentence("2024-07-01", "2024-09-30", "2025-01-01")));
        savePicture(fixture.page, "train-split-keys");
    }

    void fromWithinADayAnArrowKeyLeadsToItsBeginning() {
        SplitFixture fixture;
        fixture.showWindow();  // a share is a time within a day: the sample's interactions are in the evening
        auto* line = fixture.line("test_from");
        const QString day = line->accessibleName().section(' ', -1);
        line->setFocus();
        QTest::keyClick(line, Qt::Key_Left);
        QCOMPARE(fixture.field("test_from"), day);
        QTest::keyClick(line, Qt::Key_Left);
        QCOMPARE(fixture.field("test_from"), dayAfter(day, -1));
    }

    void aFoldShowsTheSplitWhereItIsAndItsLinesStay() {
        SplitFixture fixture;
        fixture.showQuarters();
        const int before = fixture.middleOf("test_from").x();
        set(fixture, "fold", "1");
        QTRY_COMPARE_WITH_TIMEOUT(fixture.line("test_from")->accessibleName(), QString("Test from 2024-07-01"),
                                  kPatience);
        QCOMPARE(fixture.line("valid_from")->accessibleName(), QString("Validation from 2024-03-31"));
        QCOMPARE(fixture.line("test_until")->accessibleName(), QString("Test until 2024-10-01"));
        QTRY_VERIFY_WITH_TIMEOUT(fixture.middleOf("test_from").x() < before, kPatience);
        QVERIFY2(fixture.sentence().startsWith(fixture.windowSentence("2024-03-31", "2024-07-01", "2024-10-01")),
                 qPrintable(fixture.sentence()));
        QVERIFY2(fixture.sentence().contains("Fold 1"), qPrintable(fixture.sentence()));
        fixture.drag("test_from", 12);
        QTest::keyClick(fixture.line("test_from"), Qt::Key_Right);
        QCOMPARE(fixture.field("test_from"), QString("2024-10-01"));
        QVERIFY2(fixture.line("test_from")->toolTip().contains("Set Fold to 0"),
                 qPrintable(fixture.line("test_from")->toolTip()));
        QCOMPARE(fixture.line("test_from")->cursor().shape(), Qt::ForbiddenCursor);
        QTest::qWait(30);
        savePicture(fixture.page, "train-split-fold");
        set(fixture, "fold", "0");
        QTRY_COMPARE_WITH_TIMEOUT(fixture.line("test_from")->cursor().shape(), Qt::SizeHorCursor, kPatience);
        QTest::keyClick(fixture.line("test_from"), Qt::Key_Right);
        QCOMPARE(fixture.field("test_from"), QString("2024-10-02"));
    }

    void aFoldOfSharesIsShownWhereItIs() {
        SplitFixture fixture;
        fixture.showWindow();
        const QString before = fixture.line("test_from")->accessibleName();
        set(fixture, "fold", "1");
        QTRY_VERIFY_WITH_TIMEOUT(fixture.sentence().contains("Fold 1"), kPatience);
        QVERIFY(fixture.line("test_from")->accessibleName() < before);  // an earlier date
        // The test window now ends where it began.
        QCOMPARE(fixture.line("test_until")->accessibleName().section(' ', -1), before.section(' ', -1));
    }

    void momentsOutOfOrderAreExplainedAndTheirLinesCanBePutInOrder() {
        SplitFixture fixture;
        fixture.showQuarters();
        set(fixture, "test_from", "2024-05-01");
        QVERIFY2(fixture.sentence().contains("not in order"), qPrintable(fixture.sentence()));
        QTRY_VERIFY_WITH_TIMEOUT(fixture.middleOf("test_from").x() < fixture.middleOf("valid_from").x(), kPatience);
        fixture.drag("valid_from", -60);
        QVERIFY(fixture.field("valid_from") < QString("2024-05-01"));
        QVERIFY2(fixture.sentence().startsWith("Training "), qPrintable(fixture.sentence()));
    }

    void withoutTimesThereIsNoPlot() {
        SplitFixture fixture;
        DatasetId id = 0;
        QVERIFY(fixture.environment.work([&id](JobContext& context) {
            NewDataset dataset;
            dataset.info.name = "no times";
            dataset.userIds = {"a", "b"};
            dataset.items = {{.token = 1, .id = "x", .title = {}, .genres = {}},
                             {.token = 2, .id = "y", .title = {}, .genres = {}}};
            dataset.histories.itemCount = 2;
            dataset.histories.append(std::vector<Token>{1, 2, 1, 2});
            dataset.histories.append(std::vector<Token>{2, 1, 2});
            id = DatasetStore(context.workspace).add(dataset, {}).id;
        }));
        Session& session = fixture.environment.session();
        fixture.showWindow();
        session.refreshDatasets();
        QVERIFY(waitUntil([&] { return session.datasets().size() == 2; }));
        session.chooseDataset(id);
        QVERIFY(waitUntil([&] { return session.dataset() && session.dataset()->id == id; }));
        fixture.chooseSplit("time window");
        QVERIFY(find<QLineEdit>(fixture.page, "valid_from")->isVisible());
        QVERIFY(!fixture.splitPlot()->isVisible());
    }

    void theDarkThemeIsReadable() {
        SplitFixture fixture;
        fixture.showQuarters();
        const auto reset = qScopeGuard([] { Theme::instance().setChoice(ThemeChoice::Light); });
        const QImage light = fixture.splitPlot()->grab().toImage();
        Theme::instance().setChoice(ThemeChoice::Dark);
        QTest::qWait(50);
        savePicture(fixture.page, "train-split-dark");
        // White became nearly black.
        QVERIFY(meanDifference(light, fixture.splitPlot()->grab().toImage()) > 50);
    }

private:
    static void set(SplitFixture& fixture, const char* key, const QString& value) {
        fixture.set(key, value);
        QCoreApplication::processEvents();  // the line moves when the plot is drawn
    }
};

QTEST_MAIN(SplitPlotTest)
#include "split_plot_test.moc"
