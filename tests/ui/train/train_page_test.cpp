// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/train_page.h"

#include <qcustomplot.h>

#include <QDialog>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>

#include "core/recommender/registry.h"
#include "core/store/split_reader.h"
#include "tiny_runs.h"
#include "train_stage.h"
#include "ui/theme/theme.h"
#include "ui/train/run_table.h"
#include "ui/widgets/empty_state.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class TrainPageTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().setChoice(ThemeChoice::Light); }

    void withoutADatasetThePageSaysWhatToDo() {
        Bench bench(Bench::Content::Empty);
        TrainPage page(bench.session());
        show(page);
        picture(page, "train-empty");
        QSignalSpy requested(&bench.session(), &Session::pageRequested);
        click(find<EmptyState>(page, "noData")->button());
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested[0][0].toString(), QString("data"));
    }

    void withTheSampleOneClickTrainsTheQuickPreset() {
        TrainStage stage;
        QCOMPARE(find<QComboBox>(stage.page, "preset")->currentData().toString(), QString("quick"));
        QVERIFY(stage.start()->isEnabled());
        picture(stage.page, "train-ready");
        stage.page.resize(1024, 620);
        QCoreApplication::processEvents();
        picture(stage.page, "train-ready-small");
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.page.training().isTraining(); }));
        QCOMPARE(stage.page.training().live()->record.model, std::string("bert4rec"));
        stage.page.training().stop();
        QVERIFY(waitUntil([&] { return !stage.page.training().isTraining(); }));
    }

    void aSpaceAfterStartDoesNotStopTheRun() {
        TrainStage stage;
        stage.start()->setFocus();
        QTest::keyClick(stage.start(), Qt::Key_Space);
        QVERIFY(waitUntil([&] { return stage.page.training().isTraining(); }));
        QVERIFY(!stage.start()->isEnabled());  // the same run cannot be trained twice
        QCOMPARE(QApplication::focusWidget(), find<QLineEdit>(stage.page, "runName"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QTest::qWait(50);
        QVERIFY(!stage.page.training().live() || !stage.page.training().live()->stopping);
        stage.page.training().stop();
        QVERIFY(waitUntil([&] { return !stage.page.training().isTraining(); }));
    }

    void aModelThatAnotherPageOffersIsChosen() {
        TrainStage stage;
        stage.bench.session().requestTraining(QStringLiteral("sasrec"));
        QVERIFY(find<QPushButton>(stage.page, "model_sasrec")->isChecked());
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.page.training().isTraining(); }));
        QCOMPARE(stage.page.training().live()->record.model, std::string("sasrec"));
        stage.page.training().stop();
        QVERIFY(waitUntil([&] { return !stage.page.training().isTraining(); }));
    }

    void severalSeedsTrainOneAfterTheOtherAndShowTheirSpread() {
        TrainStage stage;
        stage.makeSmall(2);
        auto* seeds = find<QSpinBox>(stage.page, "seeds");
        seeds->setFocus();
        seeds->selectAll();
        QTest::keyClicks(seeds, "3");
        type(find<QLineEdit>(stage.page, "runName"), "tiny");
        QCOMPARE(stage.start()->text(), QString("Train 3 runs"));
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.page.training().isTraining(); }));
        QCOMPARE(stage.page.training().queue().size(), std::size_t(2));
        QCOMPARE(seeds->value(), 1);
        QVERIFY(waitUntil([&] { return stage.bench.session().runs().size() == 3 && stage.bench.jobs().isIdle(); }));
        QStringList names;
        for (const RunRecord& run : stage.bench.session().runs()) names << QString::fromStdString(run.name);
        names.sort();
        QCOMPARE(names, QStringList({"tiny, seed 42", "tiny, seed 43", "tiny, seed 44"}));
        const auto* model = stage.runs()->model();
        QCOMPARE(model->rowCount(), 4);
        QCOMPARE(model->index(3, 0).data().toString(), QStringLiteral("Mean ± standard deviation of 3 seeds"));
        QVERIFY(model->index(3, 4).data().toString().contains(QStringLiteral(" ± ")));
        QVERIFY(model->index(3, 4).data(Qt::ToolTipRole).toString().contains("tiny, seed 44"));
        // The reason why the last run ended is shown above the curves and in the tooltip of its state.
        const QString why = QString::fromStdString(stage.bench.session().runs().front().message);
        QVERIFY2(why.startsWith("Still improving"), qPrintable(why));
        QVERIFY(find<QLabel>(stage.page, "trainingText")->text().endsWith(why));
        QCOMPARE(model->index(0, 2).data(Qt::ToolTipRole).toString(), why);
        picture(stage.page, "train-seeds");
        stage.page.resize(1024, 620);
        Theme::instance().setChoice(ThemeChoice::Dark);
        QTest::qWait(50);
        picture(stage.page, "train-seeds-dark-small");
        Theme::instance().setChoice(ThemeChoice::Light);
        // The row of means belongs to no single run, so a click on it must not offer to remove one.
        QTest::mouseClick(stage.runs()->viewport(), Qt::LeftButton, {},
                          stage.runs()->visualRect(model->index(3, 0)).center());
        QVERIFY(!find<QToolButton>(stage.page, "removeRun")->isEnabled() || stage.runs()->currentIndex().row() < 3);
    }

    void trainingFillsThePlotsAndEndsWithATestScore() {
        TrainStage stage;
        stage.makeSmall(2);
        stage.startAndWait();
        QCOMPARE(stage.bench.session().runs().size(), std::size_t(1));
        const RunRecord run = stage.bench.session().runs().front();
        QCOMPARE(int(run.state), int(RunState::Finished));
        QVERIFY(run.test.has_value());
        QVERIFY(stage.plot("lossPlot")->pointCount(0) > 2);
        QCOMPARE(stage.plot("lossPlot")->pointCount(0), stage.plot("lossPlot")->pointCount(1));
        QCOMPARE(stage.plot("ndcgPlot")->pointCount(0), 2);
        QCOMPARE(stage.plot("hrPlot")->pointCount(0), 2);
        QVERIFY(find<QPushButton>(stage.page, "lookInside")->isVisible());
        QVERIFY(find<QLabel>(stage.page, "trainingText")->text().contains("is trained"));
        QCOMPARE(stage.runs()->model()->rowCount(), 1);
        QVERIFY(stage.runs()->model()->index(0, 2).data().toString().contains("Finished"));
        picture(stage.page, "train-finished");
        QSignalSpy requested(&stage.bench.session(), &Session::pageRequested);
        click(find<QPushButton>(stage.page, "lookInside"));
        QCOMPARE(requested[0][0].toString(), QString("explore"));
    }

    void aValidationOnDrawnUsersIsNamedInItsPlots() {
        TrainStage stage;
        stage.makeSmall(2);
        stage.startAndWait();
        QVERIFY(stage.plot("ndcgPlot")->accessibleName().endsWith("NDCG@10, validation"));
        stage.set("validation_users", "1500");
        stage.startAndWait();
        QVERIFY(stage.plot("ndcgPlot")
                    ->accessibleName()
                    .endsWith(QStringLiteral("NDCG@10, validation, up to 1,500 users")));
        QVERIFY(
            stage.plot("hrPlot")->accessibleName().endsWith(QStringLiteral("HR@10, validation, up to 1,500 users")));
        // At the end of training all users were ranked, so the protocol beside the score mentions no drawn users.
        const QAbstractItemModel* runs = stage.runs()->model();
        for (int row = 0; row < runs->rowCount(); ++row) {
            const QString toolTip = runs->index(row, 3).data(Qt::ToolTipRole).toString();
            QVERIFY2(toolTip.contains("Best validation") && !toolTip.contains("drawn users"), qPrintable(toolTip));
        }
        stage.page.resize(940, 640);
        QTest::qWait(30);
        picture(stage.page, "train-drawn-users");
    }

    void zoomSurvivesTheStepsOfARunningTraining() {
        TrainStage stage;
        stage.makeSmall(200);
        click(stage.start());
        PlotView* loss = stage.plot("lossPlot");
        // Waits until the points are drawn, which has a short delay: before, there is nothing to zoom into.
        QVERIFY(waitUntil([&] { return loss->plot()->xAxis->range().upper > 5; }));
        loss->setFocus();
        QTest::keyClick(loss, Qt::Key_Plus);
        const QCPRange range = loss->plot()->xAxis->range();
        const int before = loss->pointCount(0);
        QVERIFY(waitUntil([&] { return loss->pointCount(0) > before; }));
        QTest::qWait(30);
        QCOMPARE(loss->plot()->xAxis->range(), range);
        picture(stage.page, "train-running");
        click(find<QPushButton>(stage.page, "stopTraining"));
        QVERIFY(waitUntil([&] { return !stage.page.training().isTraining(); }));
    }

    void pauseSuspendsStopKeepsTheBestAndResumeContinues() {
        constexpr int kEpochs = 60;  // long enough to click while it trains
        TrainStage stage;
        stage.makeSmall(kEpochs);
        stage.set("patience", "0");
        click(stage.start());
        PlotView* ndcg = stage.plot("ndcgPlot");
        QVERIFY(waitUntil([&] { return ndcg->pointCount(0) >= 1; }));
        auto* pause = find<QPushButton>(stage.page, "pauseTraining");
        click(pause);
        QCOMPARE(pause->text(), QString("Resume"));
        // After the click the current step still ends and is reported. So this waits until no new step is reported for
        // about a second.
        std::size_t stepsReported = 0;
        int unchanged = 0;
        QVERIFY(waitUntil([&] {
            const std::size_t now = stage.page.training().live()->steps.size();
            unchanged = now == stepsReported ? unchanged + 1 : 0;
            stepsReported = now;
            return unchanged > 100;
        }));
        QTest::qWait(300);
        QCOMPARE(stage.page.training().live()->steps.size(), stepsReported);
        picture(stage.page, "train-paused");
        click(pause);
        QVERIFY(waitUntil([&] { return stage.page.training().live()->steps.size() > stepsReported; }));

        click(find<QPushButton>(stage.page, "stopTraining"));
        QVERIFY(waitUntil([&] { return !stage.page.training().isTraining() && stage.bench.jobs().isIdle(); }));
        RunRecord run = stage.bench.session().runs().front();
        QCOMPARE(int(run.state), int(RunState::Stopped));
        QVERIFY(run.bestValid.has_value());
        QVERIFY(run.epochsDone < kEpochs);
        picture(stage.page, "train-stopped");

        QCOMPARE(stage.runs()->currentIndex().row(), 0);
        auto* resume = find<QToolButton>(stage.page, "resumeRun");
        QVERIFY(resume->isEnabled());
        click(resume);
        QVERIFY(waitUntil([&] { return stage.page.training().isTraining(); }));
        QVERIFY(waitUntil([&] { return !stage.page.training().isTraining() && stage.bench.jobs().isIdle(); }));
        run = stage.bench.session().runs().front();
        QCOMPARE(int(run.state), int(RunState::Finished));
        QCOMPARE(run.epochsDone, kEpochs);
        QCOMPARE(ndcg->pointCount(0), kEpochs);
        QVERIFY(!resume->isEnabled());
        QVERIFY(!resume->toolTip().isEmpty());
    }

    void aSecondStartWaitsAndCanBeRemoved() {
        TrainStage stage;
        stage.makeSmall(300);
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.page.training().isTraining(); }));
        stage.set("seed", "43");
        click(stage.start());
        QCOMPARE(stage.page.training().queue().size(), std::size_t(1));
        QCoreApplication::processEvents();
        click(find<QPushButton>(stage.page, "showQueue"));
        auto* queue = find<TableView>(stage.page, "queue");
        QVERIFY(queue->isVisible());
        QTest::mouseClick(queue->viewport(), Qt::LeftButton, {},
                          queue->visualRect(queue->model()->index(1, 0)).center());
        picture(stage.page, "train-queued");
        click(find<QToolButton>(stage.page, "dropQueued"));
        QVERIFY(waitUntil([&] { return stage.page.training().queue().empty(); }));
        click(find<QPushButton>(stage.page, "stopTraining"));
        QVERIFY(waitUntil([&] { return stage.bench.jobs().isIdle(); }));
        QCOMPARE(stage.bench.session().runs().size(), std::size_t(1));
    }

    void theProtocolLineWarnsOfLookingAhead() {
        TrainStage stage;
        stage.makeSmall(1);
        stage.startAndWait();
        QString warning;
        const DatasetId dataset = stage.bench.session().dataset()->id;
        QVERIFY(stage.bench.work([&](JobContext& context) {
            warning = QString::fromStdString(leakageWarning(context.workspace, dataset, SplitRule()));
        }));
        QVERIFY(warning.startsWith("Leave-one-out looks ahead"));
        auto* line = find<QLabel>(stage.page, "leakageWarning");
        QVERIFY(waitUntil([&] { return line->isVisible(); }));
        QCOMPARE(line->text(), warning);
        QVERIFY(find<QLabel>(stage.page, "runsProtocol")->text().startsWith("Protocol: full"));
        picture(stage.page, "train-leakage");
        stage.page.resize(1024, 620);
        QTest::qWait(50);
        picture(stage.page, "train-leakage-small");
    }

    void aRunIsExportedAsEveryKindOfFile() {
        TrainStage stage;
        stage.makeSmall(1);
        auto* button = find<QToolButton>(stage.page, "exportRun");
        QVERIFY(!button->isEnabled());
        stage.startAndWait();
        QVERIFY(waitUntil([&] { return button->isEnabled(); }));
        const std::pair<const char*, QByteArray> kinds[] = {{"exportWeights", "recscope.config"},
                                                            {"exportCapsule", "recscope.capsule"},
                                                            {"exportRanks", "split,protocol,user"},
                                                            {"exportCurves", "epoch,"},
                                                            {"exportMetrics", "\"protocol\""}};
        for (const auto& [name, expected] : kinds) {
            QString path;
            whenOpen<QMenu>(stage.page, [&, name = name](QMenu& menu) {
                if (name == QLatin1String("exportWeights")) picture(menu, "train-export-menu");
                whenOpen<QFileDialog>(stage.page, [&](QFileDialog& dialog) {
                    const QString offered = QFileInfo(dialog.selectedFiles().value(0)).fileName();
                    QVERIFY2(offered.startsWith("BERT4Rec 1"), qPrintable(offered));
                    path = stage.bench.path(offered);
                    enterFile(dialog, path);
                });
                clickEntry(menu, name);
            });
            const SavedFiles saved(stage.page);
            click(button);
            QVERIFY(waitUntil([&] { return !saved.paths.isEmpty(); }));
            QCOMPARE(saved.paths, QStringList{path});
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(file.readAll().contains(expected), name);
        }
    }

    void listsOfRecommendationsAreExportedThroughTheirDialog() {
        TrainStage stage;
        stage.makeSmall(1);
        auto* button = find<QToolButton>(stage.page, "exportRun");
        stage.startAndWait();
        QVERIFY(waitUntil([&] { return button->isEnabled(); }));
        QVERIFY(menuOf([&] { click(button); }, "Rec&ommendations…").contains("Items never recommended…"));
        QVERIFY(waitUntil([&] { return stage.page.findChild<QDialog*>("listExportDialog") != nullptr; }));
        auto* dialog = find<QDialog>(stage.page, "listExportDialog");
        auto* input = find<QComboBox>(*dialog, "listInput");
        QCOMPARE(input->currentText(), QString("All before the test item, as for the test score"));
        const QString path = stage.bench.path("lists.csv");
        whenOpen<QFileDialog>(stage.page, [&](QFileDialog& files) { enterFile(files, path); });
        const SavedFiles saved(stage.page);
        click(find<QPushButton>(*dialog, "saveLists"));
        QVERIFY(waitUntil([&] { return !saved.paths.isEmpty(); }));
        QCOMPARE(saved.paths, QStringList{path});
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readLine().startsWith("user,rank,item,title,score,probability,input"));
    }

    void runsAreRenamedInTheTableAndRemovedWithUndo() {
        TrainStage stage;
        stage.makeSmall(1);
        stage.startAndWait();
        click(find<QToolButton>(stage.page, "renameRun"));
        QVERIFY(waitUntil([&] { return stage.runs()->viewport()->findChild<QLineEdit*>() != nullptr; }));
        auto* editor = stage.runs()->viewport()->findChild<QLineEdit*>();
        editor->selectAll();
        QTest::keyClicks(editor, "tiny one");
        QTest::keyClick(editor, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return stage.bench.session().runs().front().name == "tiny one"; }));
        auto* status = find<QLabel>(stage.page, "trainingText");
        QVERIFY2(status->text().startsWith("tiny one is trained"), qPrintable(status->text()));

        click(find<QToolButton>(stage.page, "removeRun"));
        QVERIFY(stage.bench.session().runs().empty());
        QVERIFY(!stage.bench.session().run());
        picture(stage.page, "train-removed");
        // A removed run keeps its name until it is deleted for good.
        type(find<QLineEdit>(stage.page, "runName"), "tiny one");
        QVERIFY(!stage.start()->isEnabled());
        click(find<QPushButton>(stage.page, "undoRemoveRuns"));
        QVERIFY(waitUntil([&] { return stage.bench.session().runs().size() == 1; }));
    }

    void aFailureIsReportedUntilItIsDismissed() {
        TrainStage stage;
        // Adds a run with this name to the workspace without notifying the page.
        QVERIFY(stage.bench.work([&](JobContext& context) {
            RunRecord run;
            run.name = "taken";
            run.dataset = stage.bench.session().dataset()->id;
            run.model = "sasrec";
            run.config = defaultConfig("bert4rec").toJson();
            run.state = RunState::Stopped;
            RunStore(context.workspace).add(run);
        }));
        type(find<QLineEdit>(stage.page, "runName"), "taken");
        click(stage.start());
        auto* text = find<QLabel>(stage.page, "trainingText");
        QVERIFY(waitUntil([&] { return text->text().contains("failed"); }));
        QVERIFY(waitUntil([&] { return stage.bench.jobs().isIdle(); }));
        QTest::qWait(30);
        picture(stage.page, "train-failed");
        QVERIFY(!find<QPushButton>(stage.page, "lookInside")->isVisible());
        // By now the page has read the list of runs again, so it refuses the name before the start.
        type(find<QLineEdit>(stage.page, "runName"), "taken");
        QVERIFY(!stage.start()->isEnabled());
        click(find<QPushButton>(stage.page, "dismissEnd"));
        QVERIFY(!text->text().contains("failed"));
    }

    void aHiddenPageReportsTheEndAsANotice() {
        TrainStage stage;
        stage.makeSmall(1);
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.page.training().isTraining(); }));
        QSignalSpy notified(&stage.bench.session(), &Session::notified);
        stage.page.hide();
        QVERIFY(waitUntil([&] { return !stage.page.training().isTraining(); }));
        QVERIFY(waitUntil([&] { return notified.size() == 1; }));
        QVERIFY(notified[0][0].toString().contains("is trained"));
        QVERIFY(notified[0][1].toString().contains("full"));
    }

    void theStoredCurvesAreRestoredInANewPage() {
        TrainStage stage;
        stage.makeSmall(2);
        stage.startAndWait();
        const int steps = stage.plot("lossPlot")->pointCount(0);
        TrainPage reopened(stage.bench.session());
        show(reopened);
        QVERIFY(waitUntil([&] { return find<PlotView>(reopened, "lossPlot")->pointCount(0) == steps; }));
        QCOMPARE(find<PlotView>(reopened, "ndcgPlot")->pointCount(0), 2);
    }

    void aLowPageShowsTheLossBesideOneMetricAtALegibleHeight() {
        TrainStage stage({940, 606});
        stage.makeSmall(2);
        stage.startAndWait();
        PlotView *loss = stage.plot("lossPlot"), *ndcg = stage.plot("ndcgPlot"), *hr = stage.plot("hrPlot");
        QVERIFY(loss->isVisible() && ndcg->isVisible() && !hr->isVisible());
        for (const PlotView* plot : {loss, ndcg}) QVERIFY(plot->plot()->axisRect()->height() >= 120);
        picture(stage.page, "train-low");
        click(find<QToolButton>(*ndcg, "showHr"));
        QVERIFY(hr->isVisible() && !ndcg->isVisible());
        QVERIFY(find<QToolButton>(*hr, "showHr")->isChecked());
        QCoreApplication::processEvents();
        QVERIFY(hr->plot()->axisRect()->height() >= 120);
        click(find<QToolButton>(*hr, "showNdcg"));
        QVERIFY(ndcg->isVisible() && !hr->isVisible());
        stage.page.resize(1440, 900);
        QCoreApplication::processEvents();
        QVERIFY(loss->isVisible() && ndcg->isVisible() && hr->isVisible());
    }

    void theLayoutDependsOnTheSizeAndNotOnEarlierSizes() {
        Bench bench;
        TrainPage early(bench.session());  // hidden while two runs train, as if another page were shown
        for (const char* model : {"bert4rec", "sasrec"}) trainTiny(bench, model);
        QVERIFY(waitUntil([&] { return bench.jobs().isIdle(); }));
        show(early, {1360, 780});
        QVERIFY(waitUntil([&] { return find<QLabel>(early, "leakageWarning")->isVisible() && bench.jobs().isIdle(); }));
        early.resize(1024, 620);
        QTest::qWait(30);
        early.resize(1360, 780);
        TrainPage late(bench.session());
        show(late, {1360, 780});
        QVERIFY(waitUntil([&] { return find<QLabel>(late, "leakageWarning")->isVisible() && bench.jobs().isIdle(); }));
        QTest::qWait(30);
        for (const char* name : {"lossPlot", "ndcgPlot", "hrPlot", "runs", "runsProtocol", "leakageWarning"}) {
            const auto *first = find<QWidget>(early, name), *second = find<QWidget>(late, name);
            QVERIFY2(first->isVisible() && second->isVisible(), name);
            QCOMPARE(first->width(), second->width());
            // The splitter was smaller in between, so sizes may differ by rounding.
            QVERIFY2(std::abs(first->height() - second->height()) <= 2, name);
        }
        auto* note = find<QLabel>(late, "runsProtocol");
        QVERIFY(note->height() < 2 * QFontMetrics(note->font()).lineSpacing());
    }

    void inASmallWindowTheStateOfTheTrainingIsNotCut() {
        TrainStage stage({940, 606});
        stage.makeSmall(400);
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.page.training().isTraining(); }));
        auto* detail = find<QLabel>(stage.page, "trainingDetail");
        QVERIFY(waitUntil([&] { return detail->text().contains("left"); }));
        const QFontMetrics metrics(detail->font());
        QVERIFY2(metrics.horizontalAdvance(detail->text()) <= detail->width(), qPrintable(detail->text()));
        QCOMPARE(find<QPushButton>(stage.page, "pauseTraining")->accessibleName(), QString("Pause"));
        picture(stage.page, "train-status-small");
        stage.page.training().stop();
        QVERIFY(waitUntil([&] { return !stage.page.training().isTraining(); }));
    }

    void thePageIsDrawnInBothThemesAndSizes() {
        TrainStage stage({1024, 620});
        stage.makeSmall(2);
        stage.startAndWait();
        picture(stage.page, "train-small-light");
        Theme::instance().setChoice(ThemeChoice::Dark);
        QTest::qWait(30);
        QVERIFY(showsSomething(stage.page));
        picture(stage.page, "train-small-dark");
        stage.page.resize(1440, 900);
        QTest::qWait(30);
        picture(stage.page, "train-dark");
        Theme::instance().setScale(1.4);
        QTest::qWait(50);
        picture(stage.page, "train-large");
        Theme::instance().setScale(1.0);
        Theme::instance().setChoice(ThemeChoice::Light);
    }
};

QTEST_MAIN(TrainPageTest)
#include "train_page_test.moc"
