// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the study of a plan: the numbers that it shows, the choice of the plan, and what is restored after a restart.
#include <QComboBox>
#include <QFileDialog>
#include <QFontMetrics>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include "core/data/importer.h"
#include "core/store/dataset_store.h"
#include "study_fixture.h"
#include "ui/compare/plan_curves.h"
#include "ui/compare/study_curves.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/svg_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class StudyViewTest : public StudyFixture {
    Q_OBJECT

private slots:
    void initTestCase() { begin(); }
    void cleanupTestCase() { end(); }

    void withoutAnyRunAReadyPlanShowsItsRowsAndHowLongItTakes() {
        QVERIFY(study().isVisible());
        auto* table = find<CellTable>(*m_page, "study");
        QVERIFY(table->isVisible());
        QVERIFY(table->rowCount() >= 6);
        QVERIFY2(stateOf(*m_page).startsWith("0 of "), qPrintable(stateOf(*m_page)));
        QVERIFY2(stateOf(*m_page).contains("at most"), qPrintable(stateOf(*m_page)));
        auto* report = find<QPushButton>(*m_page, "studyReport");
        QVERIFY(!report->isEnabled());
        QCOMPARE(report->toolTip(), QString("No run of the plan is finished yet"));
        savePicture(*m_page, "study-nothing-trained");
    }

    void theTrainButtonTrainsAPlanAndItsTableFills() {
        study().openPlan(m_environment->write("small.json", kSmallPlan));
        settle();
        QCOMPARE(find<QComboBox>(*m_page, "studyPlan")->currentText(), QString("A small <plan>"));
        QVERIFY2(stateOf(*m_page).startsWith("0 of 4 runs finished"), qPrintable(stateOf(*m_page)));
        auto* train = find<QPushButton>(*m_page, "studyTrain");
        QCOMPARE(train->text(), QString("Train 4 runs"));
        click(train);
        QVERIFY2(stateOf(*m_page).contains("4 under way or waiting"), qPrintable(stateOf(*m_page)));
        QCOMPARE(train->text(), QString("All in the queue"));
        QVERIFY(!train->isEnabled());
        settle();
        QCOMPARE(stateOf(*m_page), QString("4 of 4 runs finished"));
        QVERIFY(!train->isEnabled());
        QVERIFY(find<QPushButton>(*m_page, "studyReport")->isEnabled());
        QStringList names;
        for (const RunRecord& run : m_environment->session().runs()) names << QString::fromStdString(run.name);
        QCOMPARE(names, QStringList({"SASRec · d 16 · seed 2", "SASRec · d 16 · seed 1", "SASRec · d 8 · seed 2",
                                     "SASRec · d 8 · seed 1"}));
        auto* table = find<CellTable>(*m_page, "study");
        auto* part = find<QComboBox>(*m_page, "studyPart");
        QCOMPARE(part->count(), 2);
        for (int protocol = 0; protocol < 2; ++protocol) {
            part->setCurrentIndex(protocol);
            QCOMPARE(table->rowCount(), 2);
            const QString toolTip = table->model()->index(1, 0).data(Qt::ToolTipRole).toString();
            QVERIFY2(toolTip.contains("SASRec · d 16 · seed 2") && toolTip.contains("Length N 8"), qPrintable(toolTip));
            for (int row = 0; row < 2; ++row) {
                QCOMPARE(table->model()->index(row, 1).data().toString(), QString("2"));
                QVERIFY(table->model()->index(row, 2).data().toString().contains("±"));
            }
            // The value printed in the paper is shown next to the measured one, but only for the protocol that it
            // belongs to.
            QCOMPARE(table->model()->headerData(3, Qt::Horizontal).toString().contains("published"), protocol == 0);
        }
        auto* view = find<SvgView>(*m_page, "studyPicture");
        QVERIFY(showsSomething(*view));
        settle();
        savePicture(*m_page, "study-curve");
        // Each metric of the plan can be chosen for the picture.
        auto* choice = find<QComboBox>(*m_page, "studyPictureChoice");
        QCOMPARE(choice->currentText(), QString("NDCG@10"));
        const QImage before = view->grab().toImage();
        choice->setFocus();
        QTest::keyClick(choice, Qt::Key_Down);
        QCOMPARE(choice->currentText(), QString("HR@10"));
        QVERIFY(view->grab().toImage() != before);
        part->setCurrentIndex(0);
        QCOMPARE(choice->currentText(), QString("HR@10"));  // the choice applies to every protocol
        QTest::keyClick(choice, Qt::Key_Up);
        part->setCurrentIndex(1);
    }

    void eachRunOfAFinishedPlanHasASmallPlotOfItsStoredEpochs() {
        showTab("Runs");
        settle();
        const auto& curves = study().curves()->curves().curves();
        QCOMPARE(curves.size(), std::size_t(4));
        for (const PlanCurve& curve : curves) {
            QCOMPARE(curve.points.size(), std::size_t(1));
            QCOMPARE(curve.yLabel, QString("NDCG@10"));
            QVERIFY2(curve.state.startsWith("Finished · best 0."), qPrintable(curve.state));
            QVERIFY(curve.toolTip.contains("Length N 8"));
        }
        QCOMPARE(curves[2].title, QString("SASRec · d 16 · seed 1"));
        QVERIFY(!find<QToolButton>(*m_page, "studyPause")->isEnabled());
        QVERIFY(!find<QComboBox>(*m_page, "studyPart")->isVisible());
        showTab("Numbers");
    }

    void aTableIsExplainedInWordsAndInSegments() {
        showTab("In words");
        settle();
        auto* sentences = find<QLabel>(*m_page, "studySentences");
        QVERIFY2(
            sentences->text().contains("SASRec · d 16 and SASRec · d 8") && sentences->text().contains(QChar(0x2022)),
            qPrintable(sentences->text()));
        QVERIFY(find<QLabel>(*m_page, "studyVerdictMethod")->text().contains("Holm"));
        auto* segments = find<CellTable>(*m_page, "studySegments");
        QVERIFY(segments->rowCount() > 4);
        const auto firstMean = [&] { return segments->model()->index(0, 2).data().toString(); };
        const QString before = firstMean();
        auto* metric = find<QComboBox>(*m_page, "studySegmentsMetric");
        metric->setFocus();
        QTest::keyClick(metric, Qt::Key_Down);
        QVERIFY(firstMean() != before);
        QVERIFY(find<QComboBox>(*m_page, "studyPart")->isVisible());
        savePicture(*m_page, "study-words");
        showTab("Numbers");
    }

    void fortyFiveRunsFitTheSmallestWindow() {
        study().openPlan(
            m_environment->write("many.json", R"json({"name": "many", "title": "Forty-five runs", "datasets":
            "Sample cinema", "shows": "ablation", "protocols": ["full", "pop100"], "runs": [
            {"model": "sasrec", "label": "SASRec (2 blocks, 1 head)", "preset": "course", "set": {
        "epochs" : 1, "dim" : 8, "inner_dim" : 8, "layers" : 1,
            "max_length" : [ 4, 8, 12 ], "hidden_dropout" : [ 0, 0.1, 0.2, 0.3, 0.4 ]}},
            {"model": "bert4rec", "label": "BERT4Rec", "preset": "course", "set": {"mask_probability": [0.1, 0.2, 0.3,
             0.4, 0.5, 0.6], "max_length": [4, 8, 12, 16, 20]}}]})json"));
        settle();
        const QSize before = m_page->size();
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
            Theme::instance().setChoice(theme);
            m_page->resize(944, 620);
            for (const char* tab : {"Numbers", "Runs", "In words", "Attention"}) {
                showTab(tab);
                settle();
                QCOMPARE(m_page->size(), QSize(944, 620));
                savePicture(*m_page, QStringLiteral("study-45-%1-%2").arg(tab).arg(theme == ThemeChoice::Dark));
            }
            const auto& smallPlots = study().curves()->curves();
            QCOMPARE(smallPlots.curves().size(), std::size_t(45));
            const QFontMetrics caption(Theme::instance().caption());
            for (int i = 0; i < 45; ++i) {
                const PlanCurve& curve = smallPlots.curves()[std::size_t(i)];
                QVERIFY2(caption.horizontalAdvance(curve.title) <= smallPlots.plotRect(i).width(),
                         qPrintable(curve.title));
                QVERIFY(smallPlots.rect().contains(smallPlots.cellRect(i)));
            }
        }
        Theme::instance().setChoice(ThemeChoice::Light);
        m_page->resize(before);
        showTab("Numbers");
    }

    void aPlanWithoutItsDataShowsAMessageAndRunsOnOtherData() {
        auto* plan = find<QComboBox>(*m_page, "studyPlan");
        plan->setCurrentIndex(plan->findData("table-3-paper"));
        emit plan->activated(plan->currentIndex());
        settle();
        auto* empty = find<EmptyState>(*m_page, "studyEmpty");
        QVERIFY(empty->isVisible());
        QVERIFY2(empty->sentence().contains("ml-1m"), qPrintable(empty->sentence()));
        for (const char* name : {"studyTrain", "studyReport"}) {
            QVERIFY(!find<QPushButton>(*m_page, name)->isEnabled());
            QCOMPARE(find<QPushButton>(*m_page, name)->toolTip(), QString("This plan cannot be shown here"));
        }
        QCOMPARE(find<QPushButton>(*m_page, "studyTrain")->text(), QString("Train"));
        savePicture(*m_page, "study-no-data");
        auto* dataset = find<QComboBox>(*m_page, "studyDataset");
        dataset->setCurrentIndex(dataset->findData("Sample cinema"));
        emit dataset->activated(dataset->currentIndex());
        QVERIFY(waitUntil([&] { return find<CellTable>(*m_page, "study")->isVisible(); }));
        QVERIFY(stateOf(*m_page).startsWith("0 of "));
        dataset->setCurrentIndex(0);
    }

    void theTitleOfAReadyPlanNamesTheChosenDataset() {
        choosePlan(*m_page, "table-2-quick");
        settle();
        auto* plan = find<QComboBox>(*m_page, "studyPlan");
        QCOMPARE(plan->currentText(), QString("BERT4Rec, Table 2, in small: all models on Sample cinema"));
        QVERIFY(m_environment->work([](JobContext& context) {
            Histories histories;
            histories.itemCount = 4;
            NewDataset newDataset;
            newDataset.info.name = "My shop";
            for (int user = 0; user < 5; ++user) {
                const Token history[] = {1, 2, 3, 4};
                histories.append(history);
                newDataset.userIds.push_back(std::to_string(user));
            }
            for (Token token = 1; token <= 4; ++token) {
                ItemInfo item;
                item.token = token;
                item.id = item.title = std::to_string(token);
                newDataset.items.push_back(item);
            }
            newDataset.histories = histories;
            DatasetStore(context.workspace).add(newDataset, {});
        }));
        m_environment->session().refreshDatasets();
        QVERIFY(waitUntil([&] { return m_environment->session().datasets().size() == 2; }));
        auto* dataset = find<QComboBox>(*m_page, "studyDataset");
        dataset->setCurrentIndex(dataset->findData("My shop"));
        emit dataset->activated(dataset->currentIndex());
        settle();
        QCOMPARE(plan->currentText(), QString("BERT4Rec, Table 2, in small: all models on My shop"));
        QVERIFY(!find<QLabel>(*m_page, "studySource")->text().contains("sample", Qt::CaseInsensitive));
        // Plans in the list that are not chosen name the new dataset, too.
        QVERIFY(plan->itemText(plan->findData("usual-five")).endsWith("on My shop"));
        dataset->setCurrentIndex(0);
        emit dataset->activated(0);
        settle();
    }

    void aPlanRunByAnotherProgramIsListedWithItsProgress() {
        TestEnvironment environment;
        QVERIFY(environment.work([](JobContext& context) {  // runs the plan as recscope-cli does, until it is stopped
            const Plan plan = planFromJson(kSmallPlan);
            struct Stopper : PlanObserver {
                void runFinished(std::size_t, const RunRecord&) override { stop.request_stop(); }
                std::stop_source stop;
            } stopper;
            PauseSwitch pause;
            runPlan(context.workspace, plan, plannedRuns(context.workspace, plan), DeviceChoice::Cpu, stopper, pause,
                    stopper.stop.get_token());
        }));
        environment.session().refreshRuns();
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
        ComparePage page(environment.session());
        test::show(page);
        click(find<QPushButton>(page, "compareStudy"));
        auto* plan = find<QComboBox>(page, "studyPlan");
        QVERIFY(waitUntil([&] { return plan->currentText() == "A small <plan> (1 of 4 finished)"; }));
        QVERIFY(waitUntil([&] { return stateOf(page).startsWith("1 of 4 runs finished"); }));
        QCOMPARE(find<QPushButton>(page, "studyTrain")->text(), QString("Train 3 runs"));
        savePicture(page, "study-found");
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
    }

    void aFileThatIsNotAPlanIsRefusedWithAReason() {
        study().openPlan(m_environment->write("broken.json", R"({"name": "x", "runs": []})"));
        settle();
        QVERIFY2(find<EmptyState>(*m_page, "studyEmpty")->sentence().contains("names no dataset"),
                 qPrintable(find<EmptyState>(*m_page, "studyEmpty")->sentence()));
    }

    void whileTheFileDialogIsOpenTheChosenPlanStaysChosenAndIsReadAgain() {
        const QString file = m_environment->write("small.json", kSmallPlan);
        study().openPlan(file);
        settle();
        auto* plan = find<QComboBox>(*m_page, "studyPlan");
        bool wasRead = false;
        QString chosenMeanwhile, entry;
        whenOpen<QFileDialog>(*m_page, [&](QFileDialog& dialog) {
            chosenMeanwhile = plan->currentData().toString();
            emit trainingOf(m_environment->session()).runFinished({});
            wasRead = waitUntil([&] { return study().reading().state() == AsyncQueryState::Answered; });
            entry = plan->itemText(plan->findData("?open"));
            dialog.reject();
        });
        choosePlan(*m_page, "?open");
        QVERIFY(wasRead);
        QCOMPARE(chosenMeanwhile, file);
        QCOMPARE(entry, QString("Open a plan…"));
        QCOMPARE(plan->currentText(), QString("A small <plan>"));
        QVERIFY(find<CellTable>(*m_page, "study")->isVisible());
        QVERIFY2(stateOf(*m_page).startsWith("4 of 4 runs finished"), qPrintable(stateOf(*m_page)));
    }

    void aRemovedRunIsMissingUntilItIsBroughtBack() {
        settle();
        const RunRecord* removed = nullptr;
        for (const RunRecord& run : m_environment->session().runs())
            if (run.name == "SASRec · d 8 · seed 1") removed = &run;
        QVERIFY(removed);
        m_environment->session().removeRuns({removed->id});
        settle();
        QVERIFY2(stateOf(*m_page).startsWith("3 of 4 runs finished · at most"), qPrintable(stateOf(*m_page)));
        auto* train = find<QPushButton>(*m_page, "studyTrain");
        QCOMPARE(train->text(), QString("Train 1 run"));
        QVERIFY(train->isEnabled());
        QCOMPARE(find<CellTable>(*m_page, "study")->model()->index(0, 1).data().toString(), QString("1 of 2"));
        m_environment->session().undoRemoveRuns();
        settle();
        QCOMPARE(stateOf(*m_page), QString("4 of 4 runs finished"));
        QCOMPARE(train->toolTip(), QString("All runs of the plan are finished"));
    }

    void anOpenedPlanAndItsDatasetAreRestored() {
        const QString file = m_environment->write("small.json", kSmallPlan);
        study().openPlan(file);
        settle();
        const QVariant pageState = m_page->uiState();
        QCOMPARE(study().uiState().toStringList().front(), file);
        // As when the program starts, the state is restored before the session has read the list of datasets.
        Session session(m_environment->jobs());
        ComparePage page(session);
        page.restoreState(pageState);
        page.study()->restoreState(QStringList{file, "Sample cinema"});
        test::show(page);
        QVERIFY(page.study()->isVisible());
        QCOMPARE(page.study()->uiState().toStringList(), QStringList({file, "Sample cinema"}));
        session.refreshDatasets();
        // The study reads the dataset that the plan names before it shows the runs.
        QVERIFY(waitUntil([&] { return find<QComboBox>(page, "studyDataset")->currentText() == "Sample cinema"; }));
        QVERIFY(waitUntil([&] { return stateOf(page) == "4 of 4 runs finished"; }));
        QCOMPARE(find<QComboBox>(page, "studyPlan")->currentText(), QString("A small <plan>"));
        QVERIFY(!find<QLabel>(page, "studySource")->isVisible());
        // A restored plan whose file is missing is ignored silently. A restored dataset that is missing is reported.
        page.study()->restoreState(QStringList{m_environment->path("gone.json"), "Gone"});
        QCOMPARE(find<QComboBox>(page, "studyPlan")->currentText(), QString("A small <plan>"));
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle() && !page.study()->reading().isOpen(); }));
        QCOMPARE(find<QLabel>(page, "studySource")->text(),
                 QString("The dataset “Gone” no longer exists: the plan's own data is shown."));
        QVERIFY(find<QLabel>(page, "studySource")->isVisible());
        savePicture(page, "study-lost-data");
    }

    void aRequestToCompareRunsLeavesTheStudy() {
        click(find<QPushButton>(*m_page, "compareStudy"));
        QVERIFY(study().isVisible());
        m_environment->session().compareRuns({m_environment->session().runs().front().id});
        QVERIFY(!study().isVisible());
        QVERIFY(find<QPushButton>(*m_page, "compareRuns")->isChecked());
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
        click(find<QPushButton>(*m_page, "compareStudy"));
    }

    void aClickOnTheButtonRunsLeavesTheStudy() {
        click(find<QPushButton>(*m_page, "compareRuns"));
        QVERIFY(!study().isVisible());
        QVERIFY(m_page->tabs()->isVisible());
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
    }

    void aCurveHasALineForEachModelOrForEachDataset() {
        QVERIFY(m_environment->work([this](JobContext& context) {
            QByteArray rows = "user,item,time\n";
            for (int user = 0; user < 40; ++user)
                for (int i = 0; i < 8; ++i)
                    rows += QStringLiteral("u%1,i%2,%3\n").arg(user).arg((user + i) % 12).arg(i).toLatin1();
            ImportOptions options;
            options.path = m_environment->write("ring.csv", rows).toStdString();
            importDataset(context.workspace, options, context.progress, context.stop);
        }));
        const QString sasrec = R"json({"model": "sasrec", "preset": "course", "set": {"epochs": 1, "dim": [8, 16],
            "inner_dim": 8, "max_length": 8, "layers": 1}})json";
        const QString bpr = R"json({"model": "bpr_mf", "set": {"epochs": 1, "dim": [8, 16]}})json";
        const auto plan = [](const QString& name, const QString& datasets, const QString& runs) {
            return QString(R"json({"name": "%1", "datasets": [%2], "shows": "curve", "protocols": ["pop100", "full"],
                "metrics": ["ndcg@10"], "seeds": [1], "runs": [%3]})json")
                .arg(name, datasets, runs)
                .toUtf8();
        };
        const QString both = QStringLiteral("\"Sample cinema\", \"ring\"");
        const QByteArray oneModel = plan("one", both, sasrec), twoModels = plan("two", both, sasrec + ", " + bpr);
        QVERIFY(m_environment->work([&twoModels](JobContext& context) {
            const Plan plan = planFromJson(twoModels.toStdString());
            PlanObserver observer;
            PauseSwitch pause;
            runPlan(context.workspace, plan, plannedRuns(context.workspace, plan), DeviceChoice::Cpu, observer, pause,
                    context.stop);
        }));
        m_environment->session().refreshDatasets();
        m_environment->session().refreshRuns();
        click(find<QPushButton>(*m_page, "compareStudy"));
        settle();
        const auto open = [this](const QString& name, const QByteArray& text) {
            study().openPlan(m_environment->write(name, text));
            settle();
        };
        auto* lines = find<QComboBox>(*m_page, "studyLines");
        auto* part = find<QComboBox>(*m_page, "studyPart");
        auto* view = find<SvgView>(*m_page, "studyPicture");
        const auto title = [&] {
            const QString file = m_environment->path("shown.svg");
            if (!exportSucceeds(*view, file)) return QString();
            const QString svg = QString::fromUtf8(contentOf(file));
            return svg.section("<title>", 1).section("</title>", 0, 0);
        };
        const auto seen = [this, view] {
            settle();
            return view->grab().toImage();
        };
        const auto press = [lines](Qt::Key key) {
            lines->setFocus();
            QTest::keyClick(lines, key);
        };

        auto* dataset = find<QComboBox>(*m_page, "studyDataset");
        dataset->setFocus();
        QTest::keyClick(dataset, Qt::Key_Home);  // the datasets that the plan names
        // A plan with a single model has one line per dataset, whichever dataset is chosen.
        open("one.json", oneModel);
        QCOMPARE(stateOf(*m_page), QString("4 of 4 runs finished"));
        QVERIFY(lines->isVisible());
        QCOMPARE(lines->currentText(), QString("SASRec, a line for each dataset"));
        QCOMPARE(title(), QString("one: SASRec, a line for each dataset, pop100, NDCG@10"));
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
            Theme::instance().setChoice(theme);
            savePicture(*m_page, QStringLiteral("study-datasets-%1").arg(theme == ThemeChoice::Dark));
        }
        Theme::instance().setChoice(ThemeChoice::Light);
        constexpr double kSamePicture = 0.01;  // allows for the edges of glyphs, not for a changed line
        const QImage datasets = seen();
        part->setCurrentIndex(part->findText("ring, protocol pop100"));
        QVERIFY(lines->isVisible());
        QVERIFY(meanDifference(seen(), datasets) < kSamePicture);
        // In the sample dataset users repeat items, in the ring they do not. So the protocol "full" keeps seen items in
        // one and removes them in the other, and the two datasets are not compared under it.
        part->setCurrentIndex(part->findText("ring, protocol full"));
        QVERIFY(!lines->isVisible());
        QCOMPARE(title(), QString("one: ring, full, NDCG@10"));
        part->setCurrentIndex(part->findText("ring, protocol pop100"));
        QVERIFY(meanDifference(seen(), datasets) < kSamePicture);

        // What the user of the program chooses stays chosen until another plan is opened.
        press(Qt::Key_Up);
        QCOMPARE(lines->currentText(), QString("A line for each model"));
        QCOMPARE(title(), QString("one: ring, pop100, NDCG@10"));
        const QImage ring = seen();
        QVERIFY(meanDifference(ring, datasets) > kSamePicture);
        part->setCurrentIndex(0);
        QCOMPARE(title(), QString("one: Sample cinema, pop100, NDCG@10"));
        QVERIFY(meanDifference(seen(), ring) > kSamePicture);

        // In a plan with several models, the lines of each model can be chosen.
        open("two.json", twoModels);
        QCOMPARE(lines->count(), 3);
        QCOMPARE(title(), QString("two: Sample cinema, pop100, NDCG@10"));
        const QImage models = seen();
        press(Qt::Key_End);
        QCOMPARE(title(), QString("two: BPR-MF, a line for each dataset, pop100, NDCG@10"));
        QVERIFY(meanDifference(seen(), models) > kSamePicture);

        open("sample.json", plan("sample", "\"Sample cinema\"", sasrec));
        QVERIFY(!lines->isVisible());
        QCOMPARE(title(), QString("sample: Sample cinema, pop100, NDCG@10"));
    }
};

QTEST_MAIN(StudyViewTest)
#include "study_view_test.moc"
