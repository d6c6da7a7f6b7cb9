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
#include "data_stage.h"
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
        Stage stage;
        QVERIFY(stage.idle());
        QCOMPARE(stage.child<QLabel>("fact-users")->text(), QString("2,000"));
        QVERIFY(stage.child<QLabel>("fact-ties")->text().endsWith(" %"));
        for (const char* plot : {"lengthPlot", "popularityPlot", "overTimePlot", "gapPlot"})
            QVERIFY2(!stage.child<PlotView>(plot)->isEmpty(), plot);
        pictures(stage.page, "data-overview");
        auto* scroll = stage.child<QScrollArea>("overviewTab");
        const auto toTheEnd = [scroll] {
            scroll->verticalScrollBar()->setValue(scroll->verticalScrollBar()->maximum());
        };
        pictures(stage.page, "data-overview-below", toTheEnd);
    }

    void theRowsOfPlotsDoNotOverlap() {
        Stage stage;
        QVERIFY(stage.idle());
        for (const QSize size : {QSize(1440, 900), QSize(944, 604), QSize(1700, 1100)}) {
            stage.page.resize(size);
            QTest::qWait(50);
            QVERIFY(stage.child<PlotView>("lengthPlot")->geometry().bottom() <
                    stage.child<PlotView>("overTimePlot")->geometry().top());
        }
    }

    void hoveringABarOfGapsNamesItsRange() {
        Stage stage;
        QVERIFY(stage.idle());
        auto* scroll = stage.child<QScrollArea>("overviewTab");
        auto* gaps = stage.child<PlotView>("gapPlot");
        scroll->ensureWidgetVisible(gaps);
        QVERIFY(waitUntil([&] { return !gaps->isEmpty(); }));
        // In the sample dataset, the most frequent gaps are days long: their bars are the tallest.
        bool named = false;
        for (int x = gaps->width() / 4; x < gaps->width() && !named; x += 4) {
            QTest::mouseMove(gaps->plot(), {x, gaps->height() / 2});
            QApplication::processEvents();
            named = gaps->hoverText().contains("1–7 days");
        }
        QVERIFY(named);
    }

    void aClickOnABarOfLengthsChoosesItsUsersAsACohort() {
        Stage stage;
        QVERIFY(stage.idle());
        auto* lengths = stage.child<PlotView>("lengthPlot");
        stage.child<QScrollArea>("overviewTab")->ensureWidgetVisible(lengths);
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
        auto* window = stage.page.window();
        QVERIFY(waitUntil([&] { return window->findChild<CohortDialog*>() != nullptr; }));
        auto* dialog = window->findChild<CohortDialog*>();
        QVERIFY(stage.idle());
        const QString heading = QStringLiteral("%1 of 2,000 users").arg(wholeNumber(std::llround(users)));
        const auto labels = dialog->findChildren<QLabel*>();
        const bool named =
            std::any_of(labels.begin(), labels.end(), [&](auto* label) { return label->text() == heading; });
        picture(*dialog, "cohort-of-a-bar");
        QVERIFY(named);
    }

    void tooltipAndCohortOfABarCoverTheSameLengths() {
        Stage stage;
        QVERIFY(stage.idle());
        auto* lengths = stage.child<PlotView>("lengthPlot");
        stage.child<QScrollArea>("overviewTab")->ensureWidgetVisible(lengths);
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
            // The text is like "users with 20 to 29 interactions: 46"; this takes its "20 to 29 interactions".
            const QString stated = texts.values().front().section("users with ", 1).section(": ", 0, 0);
            QTest::mouseClick(plot, Qt::LeftButton, {}, point);
            auto* window = stage.page.window();
            QVERIFY(waitUntil([&] { return window->findChild<CohortDialog*>() != nullptr; }));
            auto* dialog = window->findChild<CohortDialog*>();
            QVERIFY(stage.idle());
            bool isNamed = false;
            for (const QLabel* label : dialog->findChildren<QLabel*>())
                isNamed = isNamed || label->text().contains(QStringLiteral("Users with %1.").arg(stated));
            QVERIFY2(isNamed, qPrintable(stated));
            delete dialog;
        }
    }

    void theCardStatesThatTheSampleIsSequential() {
        Stage stage;
        QVERIFY(stage.idle());
        QCOMPARE(stage.child<QLabel>("sequentialityVerdict")->text(), QString("Yes"));
        QVERIFY(stage.child<QLabel>("sequentialityFirst")->text().startsWith("The order matters"));
        QVERIFY(stage.child<QLabel>("sequentialityProtocol")->text().contains("full"));
        QVERIFY(stage.child<QLabel>("sequentialityCaution")->isHidden());
    }

    void theCardWarnsIfTheDatasetHasNoTimes() {
        Stage stage;
        QByteArray rows;  // the format of the SASRec files: a line per interaction, user and item, in order
        for (int user = 1; user <= 60; ++user)
            for (int step = 0; step < 6; ++step)
                rows += QByteArray::number(user) + ' ' + QByteArray::number((user + step) % 7 + 1) + '\n';
        DatasetId id = 0;
        const std::string file = stage.bench.write("untimed.txt", rows).toStdString();
        QVERIFY(stage.bench.work([&](JobContext& context) {
            ImportOptions options;
            options.path = file;
            id = importDataset(context.workspace, options, context.progress, context.stop).dataset.id;
        }));
        stage.session().chooseDataset(id);
        auto* caution = stage.child<QLabel>("sequentialityCaution");
        QVERIFY(waitUntil([&] { return caution->isVisible(); }));
        QVERIFY(caution->text().contains("no times"));
        QVERIFY(stage.idle());
        QVERIFY(stage.child<PlotView>("overTimePlot")->isEmpty());
        pictures(stage.page, "data-untimed");
        stage.openTab("Users");
        QVERIFY(!stage.child<QDateEdit>("usersFrom")->isVisible());
        auto* table = stage.child<QTableView>("usersTable");
        QVERIFY(table->isColumnHidden(2));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).center());
        QVERIFY(waitUntil([&] { return stage.child<HistoryTimeline>("historyTimeline")->count() == 6; }));
        pictures(stage.page, "data-untimed-users");
    }

    void theAnalysisIsStored() {
        Stage stage;
        QVERIFY(stage.idle());
        const DatasetId id = stage.session().dataset()->id;
        bool kept = false;
        QVERIFY(stage.bench.work([&](JobContext& context) {
            kept = storedOverview(context.workspace, id) && storedSequentiality(context.workspace, id);
        }));
        QVERIFY(kept);
    }
};

QTEST_MAIN(OverviewTabTest)
#include "overview_tab_test.moc"
