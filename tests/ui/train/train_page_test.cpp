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
#include "train_fixture.h"
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
        TestEnvironment environment(TestEnvironment::Content::Empty);
        TrainPage page(environment.session());
        show(page);
        savePicture(page, "train-empty");
        QSignalSpy requested(&environment.session(), &Session::pageRequested);
        click(find<EmptyState>(page, "noData")->button());
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested[0][0].value<PageId>(), PageId::Data);
    }

    void withTheSampleOneClickTrainsTheQuickPreset() {
        TrainFixture fixture;
        QCOMPARE(find<QComboBox>(fixture.page, "preset")->currentData().toString(), QString("quick"));
        QVERIFY(fixture.startButton()->isEnabled());
        savePicture(fixture.page, "train-ready");
        fixture.page.resize(1024, 620);
        QCoreApplication::processEvents();
        savePicture(fixture.page, "train-ready-small");
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.page.training().isTraining(); }));
        QCOMPARE(fixture.page.training().live()->record.model, std::string("bert4rec"));
        fixture.page.training().stop();
        QVERIFY(waitUntil([&] { return !fixture.page.training().isTraining(); }));
    }

    void aSpaceAfterStartDoesNotStopTheRun() {
        TrainFixture fixture;
        fixture.startButton()->setFocus();
        QTest::keyClick(fixture.startButton(), Qt::Key_Space);
        QVERIFY(waitUntil([&] { return fixture.page.training().isTraining(); }));
        QVERIFY(!fixture.startButton()->isEnabled());  // the same config cannot be trained twice
        QCOMPARE(QApplication::focusWidget(), find<QLineEdit>(fixture.page, "runName"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QTest::qWait(50);
        QVERIFY(!fixture.page.training().live() || !fixture.page.training().live()->stopping);
        fixture.page.training().stop();
        QVERIFY(waitUntil([&] { return !fixture.page.training().isTraining(); }));
    }

    void aModelThatAnotherPageOffersIsChosen() {
        TrainFixture fixture;
        fixture.environment.session().requestTraining(QStringLiteral("sasrec"));
        QVERIFY(find<QPushButton>(fixture.page, "model_sasrec")->isChecked());
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.page.training().isTraining(); }));
        QCOMPARE(fixture.page.training().live()->record.model, std::string("sasrec"));
        fixture.page.training().stop();
        QVERIFY(waitUntil([&] { return !fixture.page.training().isTraining(); }));
    }

    void severalSeedsTrainOneAfterTheOtherAndShowTheirSpread() {
        TrainFixture fixture;
        fixture.makeSmall(2);
        auto* seeds = find<QSpinBox>(fixture.page, "seeds");
        seeds->setFocus();
        seeds->selectAll();
        QTest::keyClicks(seeds, "3");
        type(find<QLineEdit>(fixture.page, "runName"), "tiny");
        QCOMPARE(fixture.startButton()->text(), QString("Train 3 runs"));
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.page.training().isTraining(); }));
        QCOMPARE(fixture.page.training().queue().waiting().size(), std::size_t(2));
        QCOMPARE(seeds->value(), 1);  // reset by the start
        QVERIFY(waitUntil(
            [&] { return fixture.environment.session().runs().size() == 3 && fixture.environment.jobs().isIdle(); }));
        QStringList names;
        for (const RunRecord& run : fixture.environment.session().runs()) names << QString::fromStdString(run.name);
        names.sort();
        QCOMPARE(names, QStringList({"tiny, seed 42", "tiny, seed 43", "tiny, seed 44"}));
        const auto* model = fixture.runs()->model();
        QCOMPARE(model->rowCount(), 4);  // three runs and their mean
        QCOMPARE(model->index(3, 0).data().toString(), QStringLiteral("Mean ± standard deviation of 3 seeds"));
        QVERIFY(model->index(3, 4).data().toString().contains(QStringLiteral(" ± ")));
        QVERIFY(model->index(3, 4).data(Qt::ToolTipRole).toString().contains("tiny, seed 44"));
        // The reason why the last run ended is shown above the curves and in the tooltip of its state.
        const QString why = QString::fromStdString(wordsOf(fixture.environment.session().runs().front().message));
        QVERIFY2(why.startsWith("Still improving"), qPrintable(why));
        QVERIFY(find<QLabel>(fixture.page, "trainingText")->text().endsWith(why));
        QCOMPARE(model->index(0, 2).data(Qt::ToolTipRole).toString(), why);
        savePicture(fixture.page, "train-seeds");
        fixture.page.resize(1024, 620);
        Theme::instance().setChoice(ThemeChoice::Dark);
        QTest::qWait(50);
        savePicture(fixture.page, "train-seeds-dark-small");
        Theme::instance().setChoice(ThemeChoice::Light);
        // The row of means belongs to no single run, so a click on it must not offer to remove one.
        QTest::mouseClick(fixture.runs()->viewport(), Qt::LeftButton, {},
                          fixture.runs()->visualRect(model->index(3, 0)).center());
        QVERIFY(!find<QToolButton>(fixture.page, "removeRun")->isEnabled() || fixture.runs()->currentIndex().row() < 3);
    }

    void trainingFillsThePlotsAndEndsWithATestScore() {
        TrainFixture fixture;
        fixture.makeSmall(2);
        fixture.startAndWait();
        QCOMPARE(fixture.environment.session().runs().size(), std::size_t(1));
        const RunRecord run = fixture.environment.session().runs().front();
        QCOMPARE(int(run.state), int(RunState::Finished));
        QVERIFY(run.test.has_value());
        QVERIFY(fixture.plot("lossPlot")->pointCount(0) > 2);
        QVERIFY(fixture.plot("lossPlot")->accessibleDescription().startsWith(QStringLiteral("Loss (nats) against")));
        QCOMPARE(fixture.plot("lossPlot")->pointCount(0), fixture.plot("lossPlot")->pointCount(1));
        QCOMPARE(fixture.plot("ndcgPlot")->pointCount(0), 2);
        QCOMPARE(fixture.plot("hrPlot")->pointCount(0), 2);
        QVERIFY(find<QPushButton>(fixture.page, "lookInside")->isVisible());
        QVERIFY(find<QLabel>(fixture.page, "trainingText")->text().contains("is trained"));
        QCOMPARE(fixture.runs()->model()->rowCount(), 1);
        QVERIFY(fixture.runs()->model()->index(0, 2).data().toString().contains("Finished"));
        savePicture(fixture.page, "train-finished");
        QSignalSpy requested(&fixture.environment.session(), &Session::pageRequested);
        click(find<QPushButton>(fixture.page, "lookInside"));
        QCOMPARE(requested[0][0].value<PageId>(), PageId::Explore);
    }

    void aValidationOnDrawnUsersIsNamedInItsPlots() {
        TrainFixture fixture;
        fixture.makeSmall(2);
        fixture.startAndWait();
        QVERIFY(fixture.plot("ndcgPlot")->accessibleName().endsWith("NDCG@10, validation"));
        fixture.set("validation_users", "1500");
        fixture.startAndWait();
        QVERIFY(fixture.plot("ndcgPlot")
                    ->accessibleName()
                    .endsWith(QStringLiteral("NDCG@10, validation, up to 1,500 users")));
        QVERIFY(
            fixture.plot("hrPlot")->accessibleName().endsWith(QStringLiteral("HR@10, validation, up to 1,500 users")));
        // At the end of training all users were ranked, so the protocol beside the score mentions no drawn users.
        const QAbstractItemModel* runs = fixture.runs()->model();
        for (int row = 0; row < runs->rowCount(); ++row) {
            const QString toolTip = runs->index(row, 3).data(Qt::ToolTipRole).toString();
            QVERIFY2(toolTip.contains("Best validation") && !toolTip.contains("drawn users"), qPrintable(toolTip));
        }
        fixture.page.resize(940, 640);
        QTest::qWait(30);
        savePicture(fixture.page, "train-drawn-users");
    }

    void zoomSurvivesTheStepsOfARunningTraining() {
        TrainFixture fixture;
        fixture.makeSmall(200);
        click(fixture.startButton());
        PlotView* loss = fixture.plot("lossPlot");
        // Waits until the points are drawn, which has a short delay: before, there is nothing to zoom into.
        QVERIFY(waitUntil([&] { return loss->plot()->xAxis->range().upper > 5; }));
        loss->setFocus();
        QTest::keyClick(loss, Qt::Key_Plus);
        const QCPRange range = loss->plot()->xAxis->range();
        const int before = loss->pointCount(0);
        QVERIFY(waitUntil([&] { return loss->pointCount(0) > before; }));
        QTest::qWait(30);
        QCOMPARE(loss->plot()->xAxis->range(), range);
        savePicture(fixture.page, "train-running");
        click(find<QPushButton>(fixture.page, "stopTraining"));
        QVERIFY(waitUntil([&] { return !fixture.page.training().isTraining(); }));
    }

    void aTrainingIsPausedThenStoppedWithItsBestEpochAndThenResumed() {
        constexpr int kEpochs = 60;  // long enough to click while it trains
        TrainFixture fixture;
        fixture.makeSmall(kEpochs);
        fixture.set("patience", "0");
        click(fixture.startButton());
        PlotView* ndcg = fixture.plot("ndcgPlot");
        QVERIFY(waitUntil([&] { return ndcg->pointCount(0) >= 1; }));
        auto* pause = find<QPushButton>(fixture.page, "pauseTraining");
        click(pause);
        QCOMPARE(pause->text(), QString("Resume"));
        // After the click the current step still ends and is reported. So this waits until no new step is reported for
        // about a second.
        std::size_t stepsReported = 0;
        int unchanged = 0;
        QVERIFY(waitUntil([&] {
            const std::size_t now = fixture.page.training().live()->steps.size();
            unchanged = now == stepsReported ? unchanged + 1 : 0;
            stepsReported = now;
            return unchanged > 100;
        }));
        QTest::qWait(300);
        QCOMPARE(fixture.page.training().live()->steps.size(), stepsReported);
        savePicture(fixture.page, "train-paused");
        click(pause);
        QVERIFY(waitUntil([&] { return fixture.page.training().live()->steps.size() > stepsReported; }));

        click(find<QPushButton>(fixture.page, "stopTraining"));
        QVERIFY(
            waitUntil([&] { return !fixture.page.training().isTraining() && fixture.environment.jobs().isIdle(); }));
        RunRecord run = fixture.environment.session().runs().front();
        QCOMPARE(int(run.state), int(RunState::Stopped));
        QVERIFY(run.bestValid.has_value());
        QVERIFY(run.epochsDone < kEpochs);
        savePicture(fixture.page, "train-stopped");

        QCOMPARE(fixture.runs()->currentIndex().row(), 0);
        auto* resume = find<QToolButton>(fixture.page, "resumeRun");
        QVERIFY(resume->isEnabled());
        click(resume);
        QVERIFY(waitUntil([&] { return fixture.page.training().isTraining(); }));
        QVERIFY(
            waitUntil([&] { return !fixture.page.training().isTraining() && fixture.environment.jobs().isIdle(); }));
        run = fixture.environment.session().runs().front();
        QCOMPARE(int(run.state), int(RunState::Finished));
        QCOMPARE(run.epochsDone, kEpochs);
        QCOMPARE(ndcg->pointCount(0), kEpochs);
        QVERIFY(!resume->isEnabled());
        QVERIFY(!resume->toolTip().isEmpty());
    }

    void aSecondStartWaitsAndCanBeRemoved() {
        TrainFixture fixture;
        fixture.makeSmall(300);
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.page.training().isTraining(); }));
        fixture.set("seed", "43");
        click(fixture.startButton());
        QCOMPARE(fixture.page.training().queue().waiting().size(), std::size_t(1));
        QCoreApplication::processEvents();
        click(find<QPushButton>(fixture.page, "showQueue"));
        auto* queue = find<TableView>(fixture.page, "queue");
        QVERIFY(queue->isVisible());
        QTest::mouseClick(queue->viewport(), Qt::LeftButton, {},
                          queue->visualRect(queue->model()->index(1, 0)).center());
        savePicture(fixture.page, "train-queued");
        click(find<QToolButton>(fixture.page, "dropQueued"));
        QVERIFY(waitUntil([&] { return fixture.page.training().queue().waiting().empty(); }));
        click(find<QPushButton>(fixture.page, "stopTraining"));
        QVERIFY(waitUntil([&] { return fixture.environment.jobs().isIdle(); }));
        QCOMPARE(fixture.environment.session().runs().size(), std::size_t(1));
    }

    void theProtocolLineWarnsOfLookingAhead() {
        TrainFixture fixture;
        fixture.makeSmall(1);
        fixture.startAndWait();
        QString warning;
        const DatasetId dataset = fixture.environment.session().dataset()->id;
        QVERIFY(fixture.environment.work([&](JobContext& context) {
            warning = QString::fromStdString(leakageWarning(context.workspace, dataset, SplitRule()));
        }));
        QVERIFY(warning.startsWith("Leave-one-out looks ahead"));
        auto* line = find<QLabel>(fixture.page, "leakageWarning");
        QVERIFY(waitUntil([&] { return line->isVisible(); }));
        QCOMPARE(line->text(), warning);
        QVERIFY(find<QLabel>(fixture.page, "runsProtocol")->text().startsWith("Protocol: full"));
        savePicture(fixture.page, "train-leakage");
        fixture.page.resize(1024, 620);
        QTest::qWait(50);
        savePicture(fixture.page, "train-leakage-small");
    }

    void aRunIsExportedAsEveryKindOfFile() {
        TrainFixture fixture;
        fixture.makeSmall(1);
        auto* button = find<QToolButton>(fixture.page, "exportRun");
        QVERIFY(!button->isEnabled());
        fixture.startAndWait();
        QVERIFY(waitUntil([&] { return button->isEnabled(); }));
        const std::pair<const char*, QByteArray> kinds[] = {{"exportWeights", "recscope.config"},
                                                            {"exportCapsule", "recscope.capsule"},
                                                            {"exportRanks", "split,protocol,user"},
                                                            {"exportCurves", "epoch,"},
                                                            {"exportMetrics", "\"protocol\""}};
        for (const auto& [name, expected] : kinds) {
            QString path;
            whenOpen<QMenu>(fixture.page, [&, name = name](QMenu& menu) {
                if (name == QLatin1String("exportWeights")) savePicture(menu, "train-export-menu");
                whenOpen<QFileDialog>(fixture.page, [&](QFileDialog& dialog) {
                    const QString offered = QFileInfo(dialog.selectedFiles().value(0)).fileName();
                    QVERIFY2(offered.startsWith("BERT4Rec 1"), qPrintable(offered));
                    path = fixture.environment.path(offered);
                    enterFile(dialog, path);
                });
                clickEntry(menu, name);
            });
            const SavedFiles saved(fixture.page);
            click(button);
            QVERIFY(waitUntil([&] { return !saved.paths.isEmpty(); }));
            QCOMPARE(saved.paths, QStringList{path});
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(file.readAll().contains(expected), name);
        }
    }

    void listsOfRecommendationsAreExportedThroughTheirDialog() {
        TrainFixture fixture;
        fixture.makeSmall(1);
        auto* button = find<QToolButton>(fixture.page, "exportRun");
        fixture.startAndWait();
        QVERIFY(waitUntil([&] { return button->isEnabled(); }));
        QVERIFY(menuOf([&] { click(button); }, "Rec&ommendations…").contains("Items never recommended…"));
        QVERIFY(waitUntil([&] { return fixture.page.findChild<QDialog*>("listExportDialog") != nullptr; }));
        auto* dialog = find<QDialog>(fixture.page, "listExportDialog");
        auto* input = find<QComboBox>(*dialog, "listInput");
        QCOMPARE(input->currentText(), QString("All before the test item, as for the test score"));
        const QString path = fixture.environment.path("lists.csv");
        whenOpen<QFileDialog>(fixture.page, [&](QFileDialog& files) { enterFile(files, path); });
        const SavedFiles saved(fixture.page);
        click(find<QPushButton>(*dialog, "saveLists"));
        QVERIFY(waitUntil([&] { return !saved.paths.isEmpty(); }));
        QCOMPARE(saved.paths, QStringList{path});
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readLine().startsWith("user,rank,item,title,score,probability,input"));
    }

    void runsAreRenamedInTheTableAndRemovedWithUndo() {
        TrainFixture fixture;
        fixture.makeSmall(1);
        fixture.startAndWait();
        click(find<QToolButton>(fixture.page, "renameRun"));
        QVERIFY(waitUntil([&] { return fixture.runs()->viewport()->findChild<QLineEdit*>() != nullptr; }));
        auto* editor = fixture.runs()->viewport()->findChild<QLineEdit*>();
        editor->selectAll();
        QTest::keyClicks(editor, "tiny one");
        QTest::keyClick(editor, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return fixture.environment.session().runs().front().name == "tiny one"; }));
        auto* status = find<QLabel>(fixture.page, "trainingText");
        QVERIFY2(status->text().startsWith("tiny one is trained"), qPrintable(status->text()));

        click(find<QToolButton>(fixture.page, "removeRun"));
        QVERIFY(fixture.environment.session().runs().empty());
        QVERIFY(!fixture.environment.session().run());
        savePicture(fixture.page, "train-removed");
        // A removed run keeps its name until it is deleted for good.
        type(find<QLineEdit>(fixture.page, "runName"), "tiny one");
        QVERIFY(!fixture.startButton()->isEnabled());
        click(find<QPushButton>(fixture.page, "undoRemoveRuns"));
        QVERIFY(waitUntil([&] { return fixture.environment.session().runs().size() == 1; }));
    }

    void aFailureIsReportedUntilItIsDismissed() {
        TrainFixture fixture;
        // Adds a run with this name to the workspace without notifying the page.
        QVERIFY(fixture.environment.work([&](JobContext& context) {
            RunRecord run;
            run.name = "taken";
            run.dataset = fixture.environment.session().dataset()->id;
            run.model = "sasrec";
            run.config = defaultConfig("bert4rec").toJson();
            run.state = RunState::Stopped;
            RunStore(context.workspace).add(run);
        }));
        type(find<QLineEdit>(fixture.page, "runName"), "taken");
        click(fixture.startButton());
        auto* text = find<QLabel>(fixture.page, "trainingText");
        QVERIFY(waitUntil([&] { return text->text().contains("failed"); }));
        QVERIFY(waitUntil([&] { return fixture.environment.jobs().isIdle(); }));
        QTest::qWait(30);
        savePicture(fixture.page, "train-failed");
        QVERIFY(!find<QPushButton>(fixture.page, "lookInside")->isVisible());
        // By now the page has read the list of runs again, so it refuses the name before the start.
        type(find<QLineEdit>(fixture.page, "runName"), "taken");
        QVERIFY(!fixture.startButton()->isEnabled());
        click(find<QPushButton>(fixture.page, "dismissEnd"));
        QVERIFY(!text->text().contains("failed"));
    }

    void aHiddenPageReportsTheEndAsANotice() {
        TrainFixture fixture;
        fixture.makeSmall(1);
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.page.training().isTraining(); }));
        QSignalSpy notified(&fixture.environment.session(), &Session::notified);
        fixture.page.hide();
        QVERIFY(waitUntil([&] { return !fixture.page.training().isTraining(); }));
        QVERIFY(waitUntil([&] { return notified.size() == 1; }));
        QVERIFY(notified[0][0].toString().contains("is trained"));
        QVERIFY(notified[0][1].toString().contains("full"));
    }

    void theStoredCurvesAreRestoredInANewPage() {
        TrainFixture fixture;
        fixture.makeSmall(2);
        fixture.startAndWait();
        const int steps = fixture.plot("lossPlot")->pointCount(0);
        TrainPage reopened(fixture.environment.session());
        show(reopened);
        QVERIFY(waitUntil([&] { return find<PlotView>(reopened, "lossPlot")->pointCount(0) == steps; }));
        QCOMPARE(find<PlotView>(reopened, "ndcgPlot")->pointCount(0), 2);
    }

    void aLowPageShowsTheLossBesideOneMetricAtALegibleHeight() {
        TrainFixture fixture({940, 606});
        fixture.makeSmall(2);
        fixture.startAndWait();
        PlotView *loss = fixture.plot("lossPlot"), *ndcg = fixture.plot("ndcgPlot"), *hr = fixture.plot("hrPlot");
        QVERIFY(loss->isVisible() && ndcg->isVisible() && !hr->isVisible());
        for (const PlotView* plot : {loss, ndcg}) QVERIFY(plot->plot()->axisRect()->height() >= 120);
        savePicture(fixture.page, "train-low");
        click(find<QToolButton>(*ndcg, "showHr"));
        QVERIFY(hr->isVisible() && !ndcg->isVisible());
        QVERIFY(find<QToolButton>(*hr, "showHr")->isChecked());
        QCoreApplication::processEvents();
        QVERIFY(hr->plot()->axisRect()->height() >= 120);
        click(find<QToolButton>(*hr, "showNdcg"));
        QVERIFY(ndcg->isVisible() && !hr->isVisible());
        fixture.page.resize(1440, 900);
        QCoreApplication::processEvents();
        QVERIFY(loss->isVisible() && ndcg->isVisible() && hr->isVisible());
    }

    void theLayoutDependsOnTheSizeAndNotOnEarlierSizes() {
        TestEnvironment environment;
        TrainPage early(environment.session());  // hidden while two runs train, as if another page were shown
        for (const char* model : {"bert4rec", "sasrec"}) trainTiny(environment, model);
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
        show(early, {1360, 780});
        QVERIFY(waitUntil(
            [&] { return find<QLabel>(early, "leakageWarning")->isVisible() && environment.jobs().isIdle(); }));
        early.resize(1024, 620);
        QTest::qWait(30);
        early.resize(1360, 780);
        TrainPage late(environment.session());
        show(late, {1360, 780});
        QVERIFY(waitUntil(
            [&] { return find<QLabel>(late, "leakageWarning")->isVisible() && environment.jobs().isIdle(); }));
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
        TrainFixture fixture({940, 606});
        fixture.makeSmall(400);
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.page.training().isTraining(); }));
        auto* detail = find<QLabel>(fixture.page, "trainingDetail");
        QVERIFY(waitUntil([&] { return detail->text().contains("left"); }));
        const QFontMetrics metrics(detail->font());
        QVERIFY2(metrics.horizontalAdvance(detail->text()) <= detail->width(), qPrintable(detail->text()));
        QCOMPARE(find<QPushButton>(fixture.page, "pauseTraining")->accessibleName(), QString("Pause"));
        savePicture(fixture.page, "train-status-small");
        fixture.page.training().stop();
        QVERIFY(waitUntil([&] { return !fixture.page.training().isTraining(); }));
    }

    void thePageIsDrawnInBothThemesAndSizes() {
        TrainFixture fixture({1024, 620});
        fixture.makeSmall(2);
        fixture.startAndWait();
        savePicture(fixture.page, "train-small-light");
        Theme::instance().setChoice(ThemeChoice::Dark);
        QTest::qWait(30);
        QVERIFY(showsSomething(fixture.page));
        savePicture(fixture.page, "train-small-dark");
        fixture.page.resize(1440, 900);
        QTest::qWait(30);
        savePicture(fixture.page, "train-dark");
        Theme::instance().setScale(1.4);
        QTest::qWait(50);
        savePicture(fixture.page, "train-large");
        Theme::instance().setScale(1.0);
        Theme::instance().setChoice(ThemeChoice::Light);
    }
};

QTEST_MAIN(TrainPageTest)
#include "train_page_test.moc"
