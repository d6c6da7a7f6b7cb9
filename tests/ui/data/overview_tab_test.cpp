// SPDX-License-Identifier: GPL-3.0-or-later
#include <qcustomplot.h>

#include <QApplication>
#include <QDateEdit>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>

#include "core/data/dataset_analysis.h"
#include "core/data/importer.h"
#include "data_fixture.h"
#include "ui/cohort/cohort_dialog.h"
#include "ui/lists/history_timeline.h"
#include "ui/plot/plot_view.h"
#include "ui/widgets/number_text.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class OverviewTabTest : public QObject {
    Q_OBJECT

private slots:
    void theOverviewShowsTheTableAndFourPlots() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        QCOMPARE(fixture.child<QLabel>("fact-users")->text(), QString("2,000"));
        QVERIFY(fixture.child<QLabel>("fact-ties")->text().endsWith(" %"));
        for (const char* plot : {"lengthPlot", "popularityPlot", "overTimePlot", "gapPlot"})
            QVERIFY2(!fixture.child<PlotView>(plot)->isEmpty(), plot);
        savePictures(fixture.page, "data-overview");
        auto* scroll = fixture.child<QScrollArea>("overviewTab");
        const auto toTheEnd = [scroll] {
            scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
        };
        savePictures(fixture.page, "data-overview-below", toTheEnd);
    }

    void theRowsOfPlotsDoNotOverlap() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        for (const QSize size : {QSize(1440, 900), QSize(944, 604), QSize(1700, 1100)}) {
            fixture.page.resize(size);
            QTest::qWait(50);
            QVERIFY(fixture.child<PlotView>("lengthPlot")->geometry().bottom() <
                    fixture.child<PlotView>("overTimePlot")->geometry().top());
        }
    }

    void hoveringABarOfGapsNamesItsRange() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        auto* scroll = fixture.child<QScrollArea>("overviewTab");
        auto* gaps = fixture.child<PlotView>("gapPlot");
        scroll->ensureWidgetVisible(gaps);
        QVERIFY(waitUntil([&] { return !gaps->isEmpty(); }));
        // In the sample dataset, gaps of days are the most frequent, so the pointer at half height meets their bars.
        bool named = false;
        for (int x = gaps->width() / 4; x < gaps->width() && !named; x += 4) {
            QTest::mouseMove(gaps->plot(), {x, gaps->height() / 2});
            QApplication::processEvents();
            named = gaps->hoverText().contains("1–7 days");
        }
        QVERIFY(named);
    }

    void aClickOnABarOfLengthsChoosesItsUsersAsACohort() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        auto* lengths = fixture.child<PlotView>("lengthPlot");
        fixture.child<QScrollArea>("overviewTab")->ensureWidgetVisible(lengths);
        QVERIFY(waitUntil([&] { return !lengths->isEmpty(); }));
        QCustomPlot* plot = lengths->plot();
        auto* bars = qobject_cast<QCPBars*>(plot->plottable(plot->plottableCount() - 1));
        for (int i = 0; !bars && i < plot->plottableCount(); ++i) bars = qobject_cast<QCPBars*>(plot->plottable(i));
        QVERIFY(bars);
        const int bar = bars->dataCount() / 2;
        const double users = bars->dataMainValue(bar);
        const QPoint middle = bars->coordsToPixels(bars->dataMainKey(bar), users / 2).toPoint();
        QTest::mouseMove(plot, middle);
        QTest::mouseClick(plot, Qt::LeftButton, {}, middle);
        auto* window = fixture.page.window();
        QVERIFY(waitUntil([&] { return window->findChild<CohortDialog*>() != nullptr; }));
        auto* dialog = window->findChild<CohortDialog*>();
        QVERIFY(fixture.idle());
        const QString heading = QStringLiteral("%1 of 2,000 users").arg(wholeNumber(std::llround(users)));
        const auto labels = dialog->findChildren<QLabel*>();
        const bool named =
            std::any_of(labels.begin(), labels.end(), [&](auto* label) { return label->text() == heading; });
        savePicture(*dialog, "cohort-of-a-bar");
        QVERIFY(named);
    }

    void tooltipAndCohortOfABarCoverTheSameLengths() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        auto* lengths = fixture.child<PlotView>("lengthPlot");
        fixture.child<QScrollArea>("overviewTab")->ensureWidgetVisible(lengths);
        QVERIFY(waitUntil([&] { return !lengths->isEmpty(); }));
        QCustomPlot* plot = lengths->plot();
        QCPBars* bars = nullptr;
        for (int i = 0; i < plot->plottableCount(); ++i)
            if (auto* candidate = qobject_cast<QCPBars*>(plot->plottable(i))) bars = candidate;
        QVERIFY(bars);
        QVERIFY2(plot->xAxis->range().lower <= bars->dataMainKey(0) - bars->width() / 2, "the first bar is seen whole");
        for (const int bar : {0, 1, bars->dataCount() / 2}) {
            const double users = bars->dataMainValue(bar);
            if (users < 5) continue;
            QSet<QString> texts;
            QPoint point;
            for (const double part : {-0.45, 0.0, 0.45}) {
                point = bars->coordsToPixels(bars->dataMainKey(bar) + part * bars->width(), users / 2).toPoint();
                QTest::mouseMove(plot, point);
                QApplication::processEvents();
                texts << lengths->hoverText();
            }
            QCOMPARE(texts.size(), 1);
            // The text is like "users with 20 to 29 interactions: 46"; `stated` is then "20 to 29 interactions".
            const QString stated = texts.values().front().section("users with ", 1).section(": ", 0, 0);
            QTest::mouseClick(plot, Qt::LeftButton, {}, point);
            auto* window = fixture.page.window();
            QVERIFY(waitUntil([&] { return window->findChild<CohortDialog*>() != nullptr; }));
            auto* dialog = window->findChild<CohortDialog*>();
            QVERIFY(fixture.idle());
            bool isNamed = false;
            for (const QLabel* label : dialog->findChildren<QLabel*>())
                isNamed = isNamed || label->text().contains(QStringLiteral("Users with %1.").arg(stated));
            QVERIFY2(isNamed, qPrintable(stated));
            delete dialog;
        }
    }

    void theCardStatesThatTheSampleIsSequential() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        QCOMPARE(fixture.child<QLabel>("sequentialityVerdict")->text(), QString("Yes"));
        QVERIFY(fixture.child<QLabel>("sequentialityFirst")->text().startsWith("The order matters"));
        QVERIFY(fixture.child<QLabel>("sequentialityProtocol")->text().contains("full"));
        QVERIFY(fixture.child<QLabel>("sequentialityCaution")->isHidden());
    }

    void theCardWarnsIfTheDatasetHasNoTimes() {
        DataFixture fixture;
        QByteArray rows;  // the format of the SASRec files: a line per interaction, user and item, in order
        for (int user = 1; user <= 60; ++user)
            for (int step = 0; step < 6; ++step)
                rows += QByteArray::number(user) + ' ' + QByteArray::number((user + step) % 7 + 1) + '\n';
        DatasetId id = 0;
        const std::string file = fixture.environment.write("untimed.txt", rows).toStdString();
        QVERIFY(fixture.environment.work([&](JobContext& context) {
            ImportOptions options;
            options.path = file;
            id = importDataset(context.workspace, options, context.progress, context.stop).dataset.id;
        }));
        fixture.session().chooseDataset(id);
        auto* caution = fixture.child<QLabel>("sequentialityCaution");
        QVERIFY(waitUntil([&] { return caution->isVisible(); }));
        QVERIFY(caution->text().contains("no times"));
        QVERIFY(fixture.idle());
        QVERIFY(fixture.child<PlotView>("overTimePlot")->isEmpty());
        savePictures(fixture.page, "data-untimed");
        fixture.openTab("Users");
        QVERIFY(!fixture.child<QDateEdit>("usersFrom")->isVisible());
        auto* table = fixture.child<QTableView>("usersTable");
        QVERIFY(table->isColumnHidden(2));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).center());
        QVERIFY(waitUntil([&] { return fixture.child<HistoryTimeline>("historyTimeline")->count() == 6; }));
        savePictures(fixture.page, "data-untimed-users");
    }

    void theAnalysisIsStored() {
        DataFixture fixture;
        QVERIFY(fixture.idle());
        const DatasetId id = fixture.session().dataset()->id;
        bool kept = false;
        QVERIFY(fixture.environment.work([&](JobContext& context) {
            kept = storedOverview(context.workspace, id) && storedSequentiality(context.workspace, id);
        }));
        QVERIFY(kept);
    }
};

QTEST_MAIN(OverviewTabTest)
#include "overview_tab_test.moc"
