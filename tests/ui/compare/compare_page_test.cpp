// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_page.h"

#include <qcustomplot.h>

#include <QCheckBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>

#include "compare_fixture.h"
#include "core/data/importer.h"
#include "ui/compare/curves_tab.h"
#include "ui/plot/plot_view.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

#include "core/recommender/registry.h"

namespace {

struct RunSpec {
    std::string name, model;
    double valid;   ///< best validation NDCG@10
    bool isScored;  ///< finished, with test metrics
};

RunId addRun(TestEnvironment& environment, const RunSpec& spec) {
    RunId id = 0;
    const DatasetId dataset = environment.session().dataset()->id;
    environment.work([&](JobContext& context) {
        RunStore store(context.workspace);
        RunRecord run;
        run.name = spec.name;
        run.dataset = dataset;
        run.model = spec.model;
        run.config = defaultConfig(spec.model).toJson();
        run = store.add(run);
        run.state = spec.isScored ? RunState::Finished : RunState::Stopped;
        run.epochsDone = run.bestEpoch = 1;
        run.bestValid.emplace().ndcg10 = spec.valid;
        if (spec.isScored) run.test.emplace();
        store.update(run);
        id = run.id;
    });
    environment.session().refreshRuns();
    waitUntil([&] { return environment.session().runById(id).has_value(); });
    return id;
}

}  // namespace

class ComparePageTest : public CompareFixture {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void cleanupTestCase() { m_environment.reset(); }

    void withoutRunsThePageSaysWhatToDo() {
        TestEnvironment environment;
        ComparePage page(environment.session());
        test::show(page);
        savePicture(page, "compare-empty");
        QSignalSpy requested(&environment.session(), &Session::pageRequested);
        click(find<EmptyState>(page, "compareEmpty")->button());
        QCOMPARE(requested[0][0].value<PageId>(), PageId::Train);
    }

    void fewChipsAreNotScrolled() {
        TestEnvironment environment;
        addRun(environment, {.name = "BERT4Rec 1", .model = "bert4rec", .valid = 0.1, .isScored = true});
        addRun(environment, {.name = "SASRec 1", .model = "sasrec", .valid = 0.1, .isScored = true});
        ComparePage page(environment.session());
        test::show(page, {944, 620});
        const auto bar = [&] {
            const auto* scroll = qobject_cast<QScrollArea*>(page.chips()->parentWidget()->parentWidget());
            return scroll ? scroll->verticalScrollBar() : nullptr;
        };
        QVERIFY(bar());
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
        QCoreApplication::processEvents();
        QCOMPARE(bar()->maximum(), 0);
        QVERIFY(!bar()->isVisible());
        for (int i = 2; i < 8; ++i) {  // enough runs for two rows of chips
            addRun(environment, {.name = "SASRec · N 50 · seed " + std::to_string(i),
                                 .model = "sasrec",
                                 .valid = 0.1,
                                 .isScored = false});
            QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
            QTest::qWait(20);
            savePicture(page, QStringLiteral("chips-%1").arg(i));
            // Up to two rows of chips, 72 pixels, are shown without scrolling.
            if (page.chips()->heightForWidth(page.chips()->width()) <= 72) QCOMPARE(bar()->maximum(), 0);
        }
    }

    void aRunWithoutTestMetricsIsNotChosenAtFirst() {
        TestEnvironment environment;
        const RunId bert =
            addRun(environment, {.name = "BERT4Rec 1", .model = "bert4rec", .valid = 0.1, .isScored = true});
        const RunId sas = addRun(environment, {.name = "SASRec 1", .model = "sasrec", .valid = 0.1, .isScored = true});
        // This run is the newest and has the best validation metric, but no test metrics.
        addRun(environment, {.name = "SASRec 2", .model = "sasrec", .valid = 0.9, .isScored = false});
        ComparePage page(environment.session());
        test::show(page);
        QCOMPARE(page.chips()->chosen(), (std::vector<RunId>{sas, bert}));
        QVERIFY(page.tabs()->isVisible());
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
    }

    void withFewerThanTwoScoredRunsThePageStatesThisUntilAChipIsPressed() {
        TestEnvironment environment;
        addRun(environment, {.name = "BERT4Rec 1", .model = "bert4rec", .valid = 0.1, .isScored = true});
        const RunId stopped =
            addRun(environment, {.name = "SASRec 2", .model = "sasrec", .valid = 0.9, .isScored = false});
        ComparePage page(environment.session());
        test::show(page);
        QVERIFY(page.chips()->chosen().empty());
        QVERIFY(!page.tabs()->isVisible());
        const QList<EmptyState*> states = page.findChildren<EmptyState*>();
        const auto visibleState =
            std::find_if(states.begin(), states.end(), [](auto* state) { return state->isVisible(); });
        QVERIFY(visibleState != states.end());
        QVERIFY2((*visibleState)->sentence().startsWith("Only BERT4Rec 1 has test metrics"),
                 qPrintable((*visibleState)->sentence()));
        savePicture(page, "compare-too-few");
        click(find<QToolButton>(page, qPrintable(QStringLiteral("chip_%1").arg(stopped))));
        QVERIFY(page.tabs()->isVisible());
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
    }

    // The tab compares runs by the patterns that cause interactions. Only the sample dataset records them.
    void thePlantedPatternsTabIsVisibleOnlyForDataThatRecordsThem() {
        TestEnvironment environment;
        Session& session = environment.session();
        const DatasetId sample = session.dataset()->id;
        const QString file = environment.write("other.csv",
                                               "user,item,time\n"
                                               "a,x,1700000000\na,y,1700000100\na,z,1700000200\n"
                                               "b,x,1700000000\nb,z,1700000100\nb,y,1700000200\n");
        DatasetId other = 0;
        QVERIFY(environment.work([&](JobContext& context) {
            ImportOptions options;
            options.path = file.toStdString();
            other = importDataset(context.workspace, options, {}, {}).dataset.id;
        }));
        session.refreshDatasets();
        QVERIFY(waitUntil([&] { return session.datasets().size() == 2; }));
        ComparePage page(session);
        test::show(page);
        const int patterns = 6;  // see CompareFixture::open
        QVERIFY(page.tabs()->isTabVisible(patterns));
        page.tabs()->setCurrentIndex(patterns);
        session.chooseDataset(other);
        QVERIFY(waitUntil([&] { return session.dataset()->id == other && environment.jobs().isIdle(); }));
        QVERIFY(!page.tabs()->isTabVisible(patterns));
        QVERIFY(page.tabs()->currentIndex() != patterns);
        page.tabs()->setCurrentIndex(patterns);  // as when the state saved for the sample is restored
        QVERIFY(page.tabs()->currentIndex() != patterns);
        session.chooseDataset(sample);
        QVERIFY(waitUntil([&] { return session.dataset()->id == sample && environment.jobs().isIdle(); }));
        QVERIFY(page.tabs()->isTabVisible(patterns));
    }

    void theBestRunOfEachModelOnValidationIsChosenAtFirst() {
        const auto page = open(0);
        const std::vector<RunId> chosen = page->chips()->chosen();
        QCOMPARE(chosen.size(), std::size_t(2));
        const Session& session = m_environment->session();
        for (const RunId run : chosen)
            for (const RunRecord& other : session.runs())
                if (other.model == session.runById(run)->model)
                    QVERIFY(session.runById(run)->bestValid->ndcg10 >= other.bestValid->ndcg10);
    }

    void ofManyModelsTheBestFourAreChosenAtFirst() {
        TestEnvironment environment;
        std::vector<RunId> runs;
        double valid = 0.1;
        for (const char* model : {"bert4rec", "sasrec", "gru4rec", "caser", "narm", "stamp"})
            runs.push_back(
                addRun(environment, {.name = model, .model = model, .valid = valid += 0.1, .isScored = true}));
        ComparePage page(environment.session());
        test::show(page);
        QCOMPARE(page.chips()->chosen(), (std::vector<RunId>{runs[5], runs[4], runs[3], runs[2]}));
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
    }

    void theLossAxisHasTheUnitOfTheRuns() {
        CurvesTab tab;
        const auto axis = [&](const std::vector<ComparedRun>& compared) {
            tab.setLines(linesOf(compared), {});
            return find<PlotView>(tab, "compareLoss")
                ->accessibleDescription()
                .section(QStringLiteral(" against"), 0, 0);
        };
        const ComparedRun sasRec = madeUpRun("a", {1, 2}, 0, "sasrec"), bert = madeUpRun("b", {1, 2}, 0, "bert4rec"),
                          autoRec = madeUpRun("c", {1, 2}, 0, "autorec"), rbm = madeUpRun("d", {1, 2}, 0, "rbm");
        QCOMPARE(axis({sasRec, bert}), QString("Loss (nats)"));
        QCOMPARE(axis({autoRec, rbm}), QString("Loss (squared error)"));
        QCOMPARE(axis({sasRec, autoRec}), QString("Loss"));
    }

    void aChipShowsAndHidesARunsCurves() {
        const auto page = open(0);
        const std::vector<RunId> chosen = page->chips()->chosen();
        const RunId other = std::find(chosen.begin(), chosen.end(), m_bert) == chosen.end() ? m_bert : m_stopped;
        auto* chip = find<QToolButton>(*page, qPrintable(QStringLiteral("chip_%1").arg(other)));
        click(chip);
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        QTest::qWait(30);
        QCOMPARE(page->chips()->chosen().size(), std::size_t(3));
        QCOMPARE(find<PlotView>(*page, "compareLoss")->pointCount(2), 2);
        savePicture(*page, "compare-curves");
        page->resize(1024, 620);
        QTest::qWait(30);
        savePicture(*page, "compare-curves-small");
        click(chip);
        QCOMPARE(page->chips()->chosen().size(), std::size_t(2));
    }

    void metricsShowIntervalsReferencesAndTheVerdict() {
        const auto page = open(1);
        page->chips()->choose(m_bert, true);
        page->chips()->choose(m_stopped, false);
        settle();
        auto* table = find<TableView>(*page, "metrics");
        QCOMPARE(table->model()->rowCount(), 7);  // two runs, popularity, bigram, own items, item-kNN, best reachable
        QVERIFY(table->model()->index(0, 1).data().toString().contains(QStringLiteral(" ± ")));
        QVERIFY(find<QLabel>(*page, "verdict")->text().contains("NDCG@10"));
        // The text next to the verdict names the baseline ("simple rule") that is better than both runs, but not the
        // best reachable value.
        const QString basis = find<QLabel>(*page, "verdictBasis")->text(), baseline = "Last item (bigram)";
        const QString reached = table->model()->index(3, 1).data().toString();
        QCOMPARE(table->model()->index(3, 0).data().toString(), baseline);
        QVERIFY2(basis.contains("A simple rule reaches a higher NDCG@10 than any of these runs: "), qPrintable(basis));
        QVERIFY2(basis.contains(QStringLiteral("%1 (%2)").arg(baseline, reached)), qPrintable(basis));
        QVERIFY2(!basis.contains("Best reachable"), qPrintable(basis));
        const QString csv = table->toCsv();
        // Hit rates have two columns for their interval, because Wilson's interval is not symmetric.
        QVERIFY2(csv.startsWith(QStringLiteral(
                     "Run,NDCG@10,NDCG@10 ±,HR@10,\"HR@10, from\",\"HR@10, to\",MRR,MRR ±,HR@1,\"HR@1, from\",")),
                 qPrintable(csv));
        QVERIFY2(csv.section('\n', 0, 0).endsWith(",Protocol,Dataset,Scored on,Whole protocol"), qPrintable(csv));
        for (int row = 1; row <= 2; ++row)
            QVERIFY2(csv.section('\n', row, row).contains("\"full, seen items kept\"") &&
                         csv.section('\n', row, row).contains("seen items kept; leave-one-out, ties count against"),
                     qPrintable(csv));
        savePicture(*page, "compare-metrics");
        Theme::instance().setChoice(ThemeChoice::Dark);
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        QTest::qWait(30);
        savePicture(*page, "compare-metrics-dark");
        Theme::instance().setChoice(ThemeChoice::Light);
        page->resize(1024, 620);
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        QTest::qWait(30);
        savePicture(*page, "compare-metrics-small");
    }

    void theScoreButtonScoresAStoppedRunOnTest() {
        const auto page = open(1);
        page->chips()->choose(m_stopped, true);
        page->chips()->choose(m_sas, true);
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        auto* score = find<QPushButton>(*page, "scoreMissing");
        QVERIFY(score->isVisible());
        QCOMPARE(score->text(), QString("Score on test"));
        savePicture(*page, "compare-metrics-missing");
        click(score);
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        QTest::qWait(30);
        QVERIFY(waitUntil([&] { return !score->isVisible(); }));
    }

    void anotherProtocolIsNotMixedWithTheFirst() {
        const auto page = open(1);
        auto* protocol = find<QComboBox>(*page, "compareProtocol");
        const int pop = protocol->findText("100 items by popularity (pop100)");
        QVERIFY(pop > 0);
        protocol->setCurrentIndex(pop);
        emit protocol->activated(pop);
        settle();
        QVERIFY(find<QLabel>(*page, "verdict")->text().contains("not compared"));
        auto* table = find<TableView>(*page, "metrics");
        for (int row = 0; row < int(page->chips()->chosen().size()); ++row)
            QCOMPARE(table->model()->index(row, 1).data().toString(), QStringLiteral("–"));
    }

    void everyProtocolIsOfferedScoredWithOneClickAndShownWithItsOwnReferences() {
        const auto page = open(1);
        page->chips()->choose(m_stopped, false);
        page->chips()->choose(m_bert, true);
        page->chips()->choose(m_sas, true);
        settle();
        auto* protocol = find<QComboBox>(*page, "compareProtocol");
        QStringList offered;
        for (int i = 0; i < protocol->count(); ++i) offered << protocol->itemText(i);
        offered.sort();
        QCOMPARE(offered, QStringList({"100 items as in SASRec's code (sasrec-original)",
                                       "100 items by popularity (pop100)", "100 items drawn uniformly (uniform100)",
                                       "full, seen items kept", "full, seen items removed"}));
        auto* table = find<TableView>(*page, "metrics");
        const auto popularity = [&] {
            for (int row = 0; row < table->model()->rowCount(); ++row)
                if (table->model()->index(row, 0).data() == QStringLiteral("Popularity"))
                    return table->model()->index(row, 1).data().toString();
            return QString();
        };
        const QString underFull = popularity();
        QVERIFY(!underFull.isEmpty());
        choose(protocol, "100 items as in SASRec's code (sasrec-original)");
        settle();
        QVERIFY(!popularity().isEmpty());
        QVERIFY(popularity() != underFull);
        auto* score = find<QPushButton>(*page, "scoreMissing");
        QVERIFY(score->isVisible());
        savePicture(*page, "compare-protocol-unscored");
        click(score);
        settle();
        QVERIFY(waitUntil([&] { return !score->isVisible(); }));
        for (int row = 0; row < 2; ++row)
            QVERIFY(table->model()->index(row, 1).data().toString().contains(QStringLiteral(" ± ")));
        QVERIFY(find<QLabel>(*page, "verdict")->text().contains("NDCG@10"));
        savePicture(*page, "compare-protocol-scored");
    }

    void metricsShowCoveragePopularityAndEveryK() {
        const auto page = open(1);
        page->chips()->choose(m_bert, true);
        page->chips()->choose(m_sas, true);
        settle();
        auto* table = find<TableView>(*page, "metrics");
        QVERIFY(table->toCsv().contains(QStringLiteral("Coverage@10 (%),Popularity@10,± over,Users,Protocol")));
        QVERIFY(table->model()->index(0, 9).data().toString().endsWith(QStringLiteral(" %")));
        QVERIFY(table->model()->index(0, 10).data().toString().toDouble() > 0);
        const int items = int(m_environment->session().dataset()->items);
        for (const char* name : {"hitsPlot", "gainsPlot"}) {
            auto* plot = find<PlotView>(*page, name);
            QCOMPARE(plot->pointCount(0), std::min(items, 1000));
            const QCPGraph* graph = plot->plot()->graph(0);
            for (int k = 1; k < graph->dataCount(); ++k)
                QVERIFY(graph->dataMainValue(k) >= graph->dataMainValue(k - 1));
        }
        // The tenth point of the curve equals the first number in the table.
        const QCPGraph* gains = find<PlotView>(*page, "gainsPlot")->plot()->graph(0);
        QVERIFY(
            table->model()->index(0, 1).data().toString().startsWith(QString::number(gains->dataMainValue(9), 'f', 4)));
    }

    void theBreakdownShowsEveryRunsGroupsWithIntervals() {
        const auto page = open(2);
        page->chips()->choose(m_bert, true);
        page->chips()->choose(m_sas, true);
        page->chips()->choose(m_stopped, false);
        settle();
        for (const char* name : {"lengthPlot", "popularityPlot"}) {
            auto* plot = find<PlotView>(*page, name);
            QVERIFY(plot->plot()->graphCount() == 2 && plot->pointCount(0) >= 2);
            QCOMPARE(plot->pointCount(0), plot->pointCount(1));
            auto* graph = plot->plot()->graph(0);
            QTest::mouseMove(plot->plot(),
                             graph->coordsToPixels(graph->dataMainKey(1), graph->dataMainValue(1)).toPoint());
            QVERIFY(waitUntil([&] { return plot->hoverText().contains(QStringLiteral(" ± ")); }));
        }
        savePicture(*page, "compare-breakdown");
        page->resize(1024, 620);
        Theme::instance().setChoice(ThemeChoice::Dark);
        settle();
        savePicture(*page, "compare-breakdown-dark-small");
        Theme::instance().setChoice(ThemeChoice::Light);
        auto* protocol = find<QComboBox>(*page, "compareProtocol");
        choose(protocol, "100 items drawn uniformly (uniform100)");
        settle();
        QVERIFY(find<PlotView>(*page, "lengthPlot")->isEmpty());
        savePicture(*page, "compare-breakdown-unscored");
    }

    void theProtocolIsNeverCut() {
        const auto page = open(1, {1024, 620});
        for (const char* name : {"compareProtocol", "compareSplit"}) {
            auto* box = find<QComboBox>(*page, name);
            for (int i = 0; i < box->count(); ++i) {
                box->setCurrentIndex(i);
                QTest::qWait(10);
                QVERIFY2(box->width() >= box->sizeHint().width(), qPrintable(box->currentText()));
                QVERIFY2(page->rect().contains(QRect(box->mapTo(page.get(), QPoint()), box->size())), name);
            }
        }
    }

    void configShowsDifferencesAndOnRequestEverything() {
        const auto page = open(5);
        page->chips()->choose(m_stopped, false);
        page->chips()->choose(m_bert, true);
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        auto* table = find<TableView>(*page, "configs");
        const int differing = table->model()->rowCount();
        QVERIFY(differing >= 1);
        savePicture(*page, "compare-config");
        click(find<QCheckBox>(*page, "allValues"));
        QVERIFY(table->model()->rowCount() > differing + 10);
        savePicture(*page, "compare-config-all");
    }
};

QTEST_MAIN(ComparePageTest)
#include "compare_page_test.moc"
