// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_page.h"

#include <qcustomplot.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QtTest>
#include <cmath>
#include <set>

#include "core/train/trainer.h"
#include "ui/compare/compared_line.h"
#include "ui/compare/line_curves.h"
#include "ui/compare/model_panel.h"
#include "ui/compare/one_user_tab.h"
#include "ui/compare/run_chips.h"
#include "ui/compare/verdict.h"
#include "ui/explore/attention_map.h"
#include "ui/explore/head_grid.h"
#include "ui/explore/recommendation_list.h"
#include "ui/plot/plot_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/table_view.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

/// A run whose ranks are made up: `ranks[u]` for user u. Its validation and model decide nothing but the pair.
ComparedRun madeUpRecord(const QString& name, const std::vector<std::int32_t>& ranks, double valid = 0,
                         const std::string& model = "bert4rec", std::uint64_t seed = 42, std::int64_t epochs = 20) {
    static RunId id = 0;
    RunConfig config = architectureOf(model);
    config.seed = seed;
    config.epochs = epochs;
    ComparedRun run;
    run.record.id = ++id;
    run.record.name = name.toStdString();
    run.record.dataset = 1;
    run.record.model = model;
    run.record.config = config.toJson();
    run.record.state = RunState::Finished;
    run.record.epochsDone = run.record.bestEpoch = epochs;
    run.record.bestValid.emplace().ndcg10 = valid;
    run.record.test.emplace();
    EvaluationRecord record;
    record.split = Split::Test;
    std::vector<UserRank> all;
    for (std::size_t user = 0; user < ranks.size(); ++user) all.push_back({std::int32_t(user), 1, ranks[user], 0});
    run.evaluations.push_back(rankedEvaluation(record, all, /*items=*/100));
    return run;
}

using Runs = std::vector<std::shared_ptr<const ComparedRun>>;

/// The lines of these runs, as the page makes them.
std::vector<ComparedLine> linesOf(const std::vector<ComparedRun>& runs, const std::set<RunId>& unfolded = {}) {
    Runs shared;
    std::vector<RunRecord> records;
    for (const ComparedRun& run : runs) {
        shared.push_back(std::make_shared<const ComparedRun>(run));
        records.push_back(run.record);
    }
    return comparedLines(shared, runLines(records), unfolded);
}

/// Three seeds of one config of a model, `worse` ranks further down.
std::vector<ComparedRun> madeUpSeeds(const QString& name, int worse, double valid, const std::string& model,
                                     std::int64_t epochs = 20) {
    std::vector<ComparedRun> runs;
    for (int seed = 0; seed < 3; ++seed)
        runs.push_back(madeUpRecord(
            QStringLiteral("%1 %2").arg(name).arg(seed + 1),
            {1 + worse, 2 + worse + seed % 2, 1 + worse, 3 + worse, 2 + worse, 1 + worse + seed, 1 + worse, 2 + worse},
            valid, model, std::uint64_t(seed), epochs));
    return runs;
}

std::vector<ComparedRun> operator+(std::vector<ComparedRun> a, const std::vector<ComparedRun>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

RunId trainSmall(Workspace& workspace, DatasetId dataset, const char* model, int epochs, std::stop_token stop,
                 std::uint64_t seed = 42) {
    TrainRequest request;
    request.dataset = dataset;
    request.config.model = model;
    request.config.dim = 8;
    request.config.innerDim = 8;
    request.config.layers = 2;
    request.config.heads = 2;
    request.config.maxLength = 12;
    request.config.epochs = epochs;
    request.config.seed = seed;
    request.config.learningRate = 5e-3;
    request.device = DeviceChoice::Cpu;
    TrainObserver observer;
    PauseSwitch pause;
    return train(workspace, request, observer, pause, stop).id;
}

/// Chooses by the keys, from the first entry on.
void choose(QComboBox* box, const QString& text) {
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Home);
    for (int i = 0; i < box->count() && box->currentText() != text; ++i) QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(box->currentText(), text);
}

/// Stops a training after its first epoch.
struct StopAfterOneEpoch : TrainObserver {
    std::stop_source stop;
    void epochDone(const RunRecord&, const EpochInfo&) override { stop.request_stop(); }
};

}  // namespace

class ComparePageTest : public QObject {
    Q_OBJECT
    std::unique_ptr<Bench> m_bench;
    RunId m_bert = 0, m_sas = 0, m_stopped = 0;

    std::unique_ptr<ComparePage> open(int tab, QSize size = {1440, 900}) {
        auto page = std::make_unique<ComparePage>(m_bench->session());
        test::show(*page, size);
        QTest::mouseClick(page->tabs()->tabBar(), Qt::LeftButton, {}, page->tabs()->tabBar()->tabRect(tab).center());
        if (!waitUntil([&] { return m_bench->jobs().isIdle(); })) qFatal("The page does not come to rest.");
        QTest::qWait(30);
        return page;
    }

    void settle() {
        if (!waitUntil([&] { return m_bench->jobs().isIdle(); })) qFatal("The page does not come to rest.");
        QTest::qWait(30);
    }

private slots:
    void initTestCase() {
        Theme::instance().setChoice(ThemeChoice::Light);
        m_bench = std::make_unique<Bench>();
        const DatasetId dataset = m_bench->session().dataset()->id;
        QVERIFY(m_bench->work([&](JobContext& context) {
            m_bert = trainSmall(context.workspace, dataset, "bert4rec", 2, context.stop);
        }));
        QVERIFY(m_bench->work(
            [&](JobContext& context) { m_sas = trainSmall(context.workspace, dataset, "sasrec", 2, context.stop); }));
        QVERIFY(m_bench->work([&](JobContext& context) {
            TrainRequest request;
            request.dataset = dataset;
            request.config = RunConfig::fromJson(RunStore(context.workspace).byId(m_bert).config);
            request.device = DeviceChoice::Cpu;
            StopAfterOneEpoch observer;
            PauseSwitch pause;
            m_stopped = train(context.workspace, request, observer, pause, observer.stop.get_token()).id;
        }));
        m_bench->session().refreshRuns();
        QVERIFY(waitUntil([&] { return m_bench->session().runs().size() == 3 && m_bench->jobs().isIdle(); }));
    }
    void cleanupTestCase() { m_bench.reset(); }

    void verdictNamesTheWinnerWithIntervalAndProtocol() {
        const auto lines = linesOf({madeUpRecord("A", {1, 1, 1, 2, 1, 1, 1, 1}, 0.2),
                                    madeUpRecord("B", {9, 8, 9, 9, 9, 30, 9, 9}, 0.1, "sasrec")});
        const Verdict words = verdict(lines, Scoring{Split::Test, Protocol()}, "ndcg@10");
        const QString text = words.sentence;
        QVERIFY2(text.startsWith("A is better than B by 0."), qPrintable(text));
        QVERIFY2(text.contains(" ± "), qPrintable(text));
        QVERIFY2(text.contains("8 users (test; full, seen items removed)"), qPrintable(text));
        QVERIFY2(words.basis.contains(QString::fromStdString(Protocol().sentence())), qPrintable(words.basis));
        QVERIFY2(words.basis.contains("paired by user") && words.basis.contains("One seed each"),
                 qPrintable(words.basis));
    }

    void verdictDoesNotNameAWinnerInsideTheInterval() {
        const auto lines =
            linesOf({madeUpRecord("A", {1, 30, 2, 9, 4}), madeUpRecord("B", {30, 1, 3, 8, 4}, 0, "sasrec")});
        QVERIFY(verdict(lines, Scoring{}, "ndcg@10").sentence.startsWith("No clear difference between"));
    }

    void verdictRefusesOtherProtocolsAndDatasets() {
        auto lines = linesOf({madeUpRecord("A", {1, 2, 3}), madeUpRecord("B", {1, 2, 3}, 0, "sasrec")});
        Scoring other;
        other.protocol.candidates = Candidates::Pop100;
        QVERIFY(verdict(lines, other, "ndcg@10").sentence.contains("not compared"));
        ComparedRun elsewhere = madeUpRecord("C", {1, 2, 3});
        elsewhere.record.dataset = 2;
        QVERIFY(pairVerdict(lines[0], linesOf({elsewhere})[0], Scoring{}, "ndcg@10")
                    .sentence.contains("different datasets"));
    }

    void theVerdictComparesModelsAcrossSeedsAndSaysWhatWasCompared() {
        const auto lines =
            linesOf(madeUpSeeds("BERT4Rec", 0, 0.1, "bert4rec") + madeUpSeeds("SASRec", 8, 0.2, "sasrec"));
        QCOMPARE(lines.size(), std::size_t(2));
        const Verdict words = verdict(lines, Scoring{}, "ndcg@10");
        QVERIFY2(words.sentence.startsWith("BERT4Rec (3 seeds) is better than SASRec (3 seeds) by 0."),
                 qPrintable(words.sentence));
        for (const char* part : {"SASRec (3 seeds) with BERT4Rec (3 seeds)", "means over the seeds", "paired by user",
                                 "over users and seeds"})
            QVERIFY2(words.basis.contains(part), qPrintable(words.basis));
        QVERIFY2(words.method.contains("Student"), qPrintable(words.method));
        const SeedInterval expected = seedDifference("ndcg@10", lines[0].ranks(Scoring{}), lines[1].ranks(Scoring{}));
        QVERIFY2(words.sentence.contains(QStringLiteral("by %1 ± %2 NDCG@10")
                                             .arg(expected.interval.mean, 0, 'f', 4)
                                             .arg(expected.interval.halfWidth, 0, 'f', 4)),
                 qPrintable(words.sentence));
    }

    void aSideOfOneSeedIsSaidToBeOne() {
        const auto lines = linesOf(madeUpSeeds("BERT4Rec", 0, 0.1, "bert4rec") +
                                   std::vector{madeUpRecord("SASRec 1", {9, 9, 9, 9, 9, 9, 9, 9}, 0.2, "sasrec")});
        const Verdict words = verdict(lines, Scoring{}, "ndcg@10");
        QVERIFY2(words.basis.contains("SASRec 1 is one seed"), qPrintable(words.basis));
    }

    void thePairIsChosenByValidationAndNeverTwoSeedsOfOneConfig() {
        // The second config is worse on test and better on validation.
        const auto lines =
            linesOf(madeUpSeeds("plain", 0, 0.10, "bert4rec") +
                    madeUpSeeds("long", 5, 0.30, "bert4rec", /*epochs=*/40) + madeUpSeeds("SASRec", 8, 0.05, "sasrec"));
        QCOMPARE(lines.size(), std::size_t(3));
        const auto pair = defaultPair(lines);
        QVERIFY(pair.has_value());
        QCOMPARE(pair->first.name, QString("long (3 seeds)"));
        QCOMPARE(pair->second.name, QString("SASRec (3 seeds)"));
        const Verdict words = verdict(lines, Scoring{}, "ndcg@10");
        QVERIFY2(words.sentence.contains("long (3 seeds)") && !words.sentence.contains("plain"),
                 qPrintable(words.sentence));
        QVERIFY2(words.basis.contains("best config of each model on validation"), qPrintable(words.basis));
    }

    void groupsOfOneNameAreToldApartByTheirConfigs() {
        const auto lines =
            linesOf(madeUpSeeds("BERT4Rec", 0, 0.1, "bert4rec") + madeUpSeeds("BERT4Rec", 5, 0.3, "bert4rec", 40));
        QCOMPARE(lines[0].name, QString("BERT4Rec, Epochs 20 (3 seeds)"));
        QCOMPARE(lines[1].name, QString("BERT4Rec, Epochs 40 (3 seeds)"));
    }

    void seedsOfOneConfigAloneAreSaidToDifferByChance() {
        const auto runs = madeUpSeeds("BERT4Rec", 0, 0.1, "bert4rec");
        const Verdict words = verdict(linesOf(runs), Scoring{}, "ndcg@10");
        QVERIFY2(words.sentence.startsWith("3 seeds of one config: they differ only by chance."),
                 qPrintable(words.sentence));
        QVERIFY(words.sentence.contains(" ± "));
        const auto unfolded = linesOf(runs, {runs[0].record.id});
        QCOMPARE(unfolded.size(), std::size_t(4));
        QCOMPARE(unfolded[1].name, QString("BERT4Rec 1 (seed 0)"));
        const Verdict two = pairVerdict(unfolded[1], unfolded[2], Scoring{}, "ndcg@10");
        QVERIFY2(two.basis.startsWith("Two seeds of one config: the difference is only chance."),
                 qPrintable(two.basis));
    }

    void aMeanCurveEndsWhereItsFirstSeedEnds() {
        const MeanCurve mean = meanCurve({{{1, 2, 3}, {0.1, 0.2, 0.3}}, {{1, 2}, {0.3, 0.2}}});
        QCOMPARE(mean.x, (QVector<double>{1, 2}));
        QCOMPARE(mean.mean, (QVector<double>{0.2, 0.2}));
        QVERIFY(std::abs(mean.deviation[0] - std::sqrt(0.02)) < 1e-12);
        QVERIFY(meanCurve({{{1, 2}, {0.1, 0.2}}}).deviation.isEmpty());
    }

    void aUsersRankInSeveralSeedsIsTheMedian() {
        const auto lines =
            linesOf({madeUpRecord("A 1", {1, 7}, 0, "bert4rec", 1), madeUpRecord("A 2", {5, 9}, 0, "bert4rec", 2),
                     madeUpRecord("A 3", {90, 8}, 0, "bert4rec", 3)});
        const auto medians = medianRanks(lines[0].ranks(Scoring{}));
        QCOMPARE(medians.size(), std::size_t(2));
        QCOMPARE(medians[0].rank, 5.0);
        QCOMPARE(medians[1].rank, 8.0);
    }

    void withoutRunsThePageSaysWhatToDo() {
        Bench bench;
        ComparePage page(bench.session());
        test::show(page);
        picture(page, "compare-empty");
        QSignalSpy wanted(&bench.session(), &Session::pageWanted);
        click(find<QPushButton>(page, "emptyStateButton"));
        QCOMPARE(wanted[0][0].toString(), QString("train"));
    }

    void theBestRunOfEachModelOnValidationIsChosenAtFirst() {
        const auto page = open(0);
        const std::vector<RunId> chosen = page->chips()->chosen();
        QCOMPARE(chosen.size(), std::size_t(2));
        const Session& session = m_bench->session();
        for (const RunId run : chosen)
            for (const RunRecord& other : session.runs())
                if (other.model == session.runById(run)->model)
                    QVERIFY(session.runById(run)->bestValid->ndcg10 >= other.bestValid->ndcg10);
    }

    void aChipShowsAndHidesARunsCurves() {
        const auto page = open(0);
        const std::vector<RunId> chosen = page->chips()->chosen();
        const RunId other = std::find(chosen.begin(), chosen.end(), m_bert) == chosen.end() ? m_bert : m_stopped;
        auto* chip = find<QToolButton>(*page, qPrintable(QStringLiteral("chip_%1").arg(other)));
        click(chip);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        QTest::qWait(30);
        QCOMPARE(page->chips()->chosen().size(), std::size_t(3));
        QCOMPARE(find<PlotView>(*page, "compareLoss")->pointCount(2), 2);
        picture(*page, "compare-curves");
        page->resize(1024, 620);
        QTest::qWait(30);
        picture(*page, "compare-curves-small");
        click(chip);
        QCOMPARE(page->chips()->chosen().size(), std::size_t(2));
    }

    void metricsShowIntervalsReferencesAndTheVerdict() {
        const auto page = open(1);
        page->chips()->choose(m_bert, true);
        page->chips()->choose(m_stopped, false);
        settle();
        auto* table = find<TableView>(*page, "metrics");
        QCOMPARE(table->model()->rowCount(), 5);  // two runs, Popularity, bigram, Best reachable
        QVERIFY(table->model()->index(0, 1).data().toString().contains(QStringLiteral(" ± ")));
        QVERIFY(find<QLabel>(*page, "verdict")->text().contains("NDCG@10"));
        const QString csv = table->toCsv();
        QVERIFY(csv.startsWith("Run,NDCG@10,HR@10,MRR"));
        QVERIFY2(csv.section('\n', 0, 0).endsWith(",Protocol,Dataset,Scored on,Whole protocol"), qPrintable(csv));
        for (int row = 1; row <= 2; ++row)
            QVERIFY2(csv.section('\n', row, row).contains("\"full, seen items kept\"") &&
                         csv.section('\n', row, row).contains("seen items kept; leave-one-out, ties count against"),
                     qPrintable(csv));
        picture(*page, "compare-metrics");
        Theme::instance().setChoice(ThemeChoice::Dark);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        QTest::qWait(30);
        picture(*page, "compare-metrics-dark");
        Theme::instance().setChoice(ThemeChoice::Light);
        page->resize(1024, 620);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        QTest::qWait(30);
        picture(*page, "compare-metrics-small");
    }

    void aStoppedRunIsScoredOnTestWhenAsked() {
        const auto page = open(1);
        page->chips()->choose(m_stopped, true);
        page->chips()->choose(m_sas, true);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        auto* score = find<QPushButton>(*page, "scoreMissing");
        QVERIFY(score->isVisible());
        QCOMPARE(score->text(), QString("Score on test"));
        picture(*page, "compare-metrics-missing");
        click(score);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        QTest::qWait(30);
        QVERIFY(waitUntil([&] { return !score->isVisible(); }));
    }

    void anotherProtocolIsNotMixedWithTheFirst() {
        const auto page = open(1);
        auto* protocol = find<QComboBox>(*page, "compareProtocol");
        const int pop = protocol->findText("100 by popularity (pop100)");
        QVERIFY(pop > 0);
        protocol->setCurrentIndex(pop);
        emit protocol->activated(pop);
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
        QCOMPARE(offered, QStringList({"100 as in SASRec's code (sasrec-original)", "100 by popularity (pop100)",
                                       "100 drawn uniformly (uniform100)", "full, seen items kept",
                                       "full, seen items removed"}));
        auto* table = find<TableView>(*page, "metrics");
        const auto popularity = [&] {
            for (int row = 0; row < table->model()->rowCount(); ++row)
                if (table->model()->index(row, 0).data() == QStringLiteral("Popularity"))
                    return table->model()->index(row, 1).data().toString();
            return QString();
        };
        const QString underFull = popularity();
        QVERIFY(!underFull.isEmpty());
        choose(protocol, "100 as in SASRec's code (sasrec-original)");
        settle();
        QVERIFY(!popularity().isEmpty());
        QVERIFY(popularity() != underFull);
        auto* score = find<QPushButton>(*page, "scoreMissing");
        QVERIFY(score->isVisible());
        picture(*page, "compare-protocol-unscored");
        click(score);
        settle();
        QVERIFY(waitUntil([&] { return !score->isVisible(); }));
        for (int row = 0; row < 2; ++row)
            QVERIFY(table->model()->index(row, 1).data().toString().contains(QStringLiteral(" ± ")));
        QVERIFY(find<QLabel>(*page, "verdict")->text().contains("NDCG@10"));
        picture(*page, "compare-protocol-scored");
    }

    void metricsTellWhatTheListsHaveInCommonAndEveryK() {
        const auto page = open(1);
        page->chips()->choose(m_bert, true);
        page->chips()->choose(m_sas, true);
        settle();
        auto* table = find<TableView>(*page, "metrics");
        QVERIFY(table->toCsv().contains("Coverage@10,Popularity@10,± over,Users,Protocol"));
        QVERIFY(table->model()->index(0, 9).data().toString().endsWith(QStringLiteral(" %")));
        QVERIFY(table->model()->index(0, 10).data().toString().toDouble() > 0);
        const int items = int(m_bench->session().dataset()->items);
        for (const char* name : {"hitsPlot", "gainsPlot"}) {
            auto* plot = find<PlotView>(*page, name);
            QCOMPARE(plot->pointCount(0), std::min(items, 1000));
            const QCPGraph* graph = plot->plot()->graph(0);
            for (int k = 1; k < graph->dataCount(); ++k)
                QVERIFY(graph->dataMainValue(k) >= graph->dataMainValue(k - 1));
        }
        // The tenth point is the table's number.
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
        picture(*page, "compare-breakdown");
        page->resize(1024, 620);
        Theme::instance().setChoice(ThemeChoice::Dark);
        settle();
        picture(*page, "compare-breakdown-dark-small");
        Theme::instance().setChoice(ThemeChoice::Light);
        auto* protocol = find<QComboBox>(*page, "compareProtocol");
        choose(protocol, "100 drawn uniformly (uniform100)");
        settle();
        QVERIFY(find<PlotView>(*page, "lengthPlot")->isEmpty());
        picture(*page, "compare-breakdown-unscored");
    }

    void aRunIsNotScoredOnItemsItWasTrainedOn() {
        RunRecord run;
        run.epochsDone = run.bestEpoch = 3;
        QVERIFY(canBeScored(run, Scoring{}));
        Scoring otherSplit;
        otherSplit.protocol.split = {.kind = SplitKind::GlobalTime, .validFrom = 10, .testFrom = 20};
        QVERIFY(!canBeScored(run, otherSplit));
        Scoring retrained;
        retrained.protocol.trainedOnValidation = true;
        QVERIFY(!canBeScored(run, retrained));
        run.protocol.trainedOnValidation = true;
        QVERIFY(canBeScored(run, retrained));
        retrained.split = Split::Valid;
        QVERIFY(!canBeScored(run, retrained));
    }

    void aUserPickedInTheRankPlotIsShownThroughBothModels() {
        const auto page = open(3);
        page->chips()->choose(m_stopped, false);
        page->chips()->choose(m_bert, true);
        page->chips()->choose(m_sas, true);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        QTest::qWait(30);
        auto* plot = find<PlotView>(*page, "rankPlot");
        QCOMPARE(plot->pointCount(0) + plot->pointCount(1) + plot->pointCount(2), 2000);
        QVERIFY(!find<QPushButton>(*page, "seeBoth")->isEnabled());
        const QCPGraph* graph = plot->plot()->graph(plot->pointCount(0) > 0 ? 0 : 1);
        const QPoint at = graph->coordsToPixels(graph->dataMainKey(0), graph->dataMainValue(0)).toPoint();
        QTest::mouseClick(plot->plot(), Qt::LeftButton, {}, at);
        QVERIFY(find<QPushButton>(*page, "seeBoth")->isEnabled());
        QVERIFY(find<QLabel>(*page, "rankUser")->text().contains("is rank"));
        picture(*page, "compare-users");
        Theme::instance().setChoice(ThemeChoice::Dark);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        page->resize(1024, 620);
        QTest::qWait(50);
        picture(*page, "compare-users-dark-small");
        Theme::instance().setChoice(ThemeChoice::Light);
        page->resize(1440, 900);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        QSignalSpy explore(&m_bench->session(), &Session::userWanted);
        click(find<QPushButton>(*page, "rankExplore"));
        QCOMPARE(explore.size(), 1);
        click(find<QPushButton>(*page, "seeBoth"));
        QCOMPARE(page->tabs()->currentIndex(), 4);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        QCOMPARE(page->findChild<OneUserTab*>()->user(), explore[0][0].toInt());
    }

    void oneUserShowsBothListsAndAllHeads() {
        const auto page = open(4);
        page->chips()->choose(m_stopped, false);
        page->chips()->choose(m_bert, true);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        auto* tab = page->findChild<OneUserTab*>();
        for (int side = 0; side < 2; ++side) {
            QVERIFY(tab->panel(side)->list()->view()->model()->rowCount() > 5);
            QVERIFY(tab->panel(side)->heads()->mapRect(1, 1).isValid());
            QVERIFY(tab->panel(side)->map()->maximum() > 0);
        }
        QVERIFY(find<QLabel>(*page, "compareHistory")->text().contains("Held out:"));
        QTest::qWait(50);
        picture(*page, "compare-one-user");
        const qint32 before = tab->user();
        click(find<QToolButton>(*page, "userNext"));
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        QCOMPARE(tab->user(), before + 1);
        auto* id = find<QLineEdit>(*page, "compareUser");
        const QString typed = id->text();
        click(find<QToolButton>(*page, "userNext"));
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        type(id, typed);
        QTest::keyClick(id, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return tab->user() == before + 1; }));
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        QRectF cell = tab->panel(0)->heads()->mapRect(1, 1);
        QTest::mouseClick(tab->panel(0)->heads(), Qt::LeftButton, {}, cell.center().toPoint());
        QCOMPARE(tab->panel(0)->map()->layer(), 1);
        QCOMPARE(tab->panel(0)->map()->head(), 1);
        page->resize(1024, 620);
        Theme::instance().setChoice(ThemeChoice::Dark);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        QTest::qWait(50);
        picture(*page, "compare-one-user-dark-small");
        Theme::instance().setChoice(ThemeChoice::Light);
    }

    void anUnknownUserIsASentence() {
        const auto page = open(4);
        QSignalSpy told(&m_bench->session(), &Session::told);
        auto* id = find<QLineEdit>(*page, "compareUser");
        type(id, "nobody at all");
        QTest::keyClick(id, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return told.size() == 1; }));
        QVERIFY(!told[0][0].toString().isEmpty());
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

    void seedsOfOneConfigAreOneLineOnEveryTab() {
        Bench bench;
        const DatasetId dataset = bench.session().dataset()->id;
        for (const char* model : {"bert4rec", "sasrec"})
            for (const std::uint64_t seed : {42, 43, 44})
                QVERIFY(bench.work([&](JobContext& context) {
                    trainSmall(context.workspace, dataset, model, 2, context.stop, seed);
                }));
        bench.session().refreshRuns();
        QVERIFY(waitUntil([&] { return bench.session().runs().size() == 6 && bench.jobs().isIdle(); }));
        ComparePage page(bench.session());
        test::show(page, {1440, 900});
        const auto settled = [&](const char* name) {
            if (!waitUntil([&] { return bench.jobs().isIdle(); })) qFatal("The page does not come to rest.");
            QTest::qWait(40);
            for (const auto& [choice, size, suffix] :
                 {std::tuple(ThemeChoice::Light, QSize(1440, 900), ""),
                  std::tuple(ThemeChoice::Dark, QSize(1024, 620), "-dark-small")}) {
                if (qEnvironmentVariableIsEmpty("RECSCOPE_TEST_PICTURES")) break;
                Theme::instance().setChoice(choice);
                page.resize(size);
                waitUntil([&] { return bench.jobs().isIdle(); });
                QTest::qWait(60);
                picture(page, QStringLiteral("compare-seeds-%1%2").arg(QLatin1String(name), QLatin1String(suffix)));
            }
            Theme::instance().setChoice(ThemeChoice::Light);
            page.resize(1440, 900);
            waitUntil([&] { return bench.jobs().isIdle(); });
            QTest::qWait(40);
        };
        const auto tab = [&](int index) {
            QTest::mouseClick(page.tabs()->tabBar(), Qt::LeftButton, {},
                              page.tabs()->tabBar()->tabRect(index).center());
        };
        settled("curves");
        QCOMPARE(page.chips()->chosen().size(), std::size_t(6));
        auto* ndcg = find<PlotView>(page, "compareNdcg");
        QCOMPARE(ndcg->plot()->graphCount(), 2);

        tab(1);
        settled("metrics");
        auto* table = find<TableView>(page, "metrics");
        QCOMPARE(table->model()->index(0, 0).data().toString(), QString("SASRec (3 seeds)"));
        QCOMPARE(table->model()->index(1, 0).data().toString(), QString("BERT4Rec (3 seeds)"));
        for (int column = 1; column <= 8; ++column)
            QVERIFY(table->model()->index(0, column).data().toString().contains(QStringLiteral(" ± ")));
        QCOMPARE(table->model()->index(0, 11).data().toString(), QString("3 seeds"));
        const QString words = find<QLabel>(page, "verdict")->text();
        QVERIFY2(words.contains("SASRec (3 seeds)") && words.contains("BERT4Rec (3 seeds)"), qPrintable(words));
        const int folded = table->model()->rowCount();
        // Unfolded by its button, each seed has a row and thin curves; the verdict stays.
        const std::vector<RunLine>& lines = page.chips()->lines();
        auto* fold = find<QToolButton>(page, qPrintable(QStringLiteral("fold_%1").arg(lines[1].runs.front().id)));
        click(fold);
        QCOMPARE(table->model()->rowCount(), folded + 3);
        QCOMPARE(table->model()->index(2, 0).data().toString().trimmed(), QString("BERT4Rec 1 (seed 42)"));
        QCOMPARE(find<QLabel>(page, "verdict")->text(), words);
        settled("metrics-unfolded");
        tab(0);
        settled("curves-unfolded");
        QCOMPARE(ndcg->plot()->graphCount(), 5);
        QVERIFY(ndcg->plot()->graph(2)->pen().widthF() < ndcg->plot()->graph(1)->pen().widthF());
        // One seed less is a mean of two.
        auto* seed = find<QToolButton>(page, qPrintable(QStringLiteral("chip_%1").arg(lines[1].runs.back().id)));
        QVERIFY(seed->isVisible());
        click(seed);
        settled("curves-two-of-three");
        auto* chip = find<QToolButton>(page, qPrintable(QStringLiteral("seeds_%1").arg(lines[1].runs.front().id)));
        QCOMPARE(chip->text(), QString("BERT4Rec (2 of 3 seeds)"));
        click(chip);
        click(fold);
        settled("curves-again");
        QCOMPARE(page.chips()->chosen().size(), std::size_t(6));

        tab(2);
        settled("breakdown");
        QCOMPARE(find<PlotView>(page, "lengthPlot")->plot()->graphCount(), 2);

        tab(3);
        settled("users");
        auto* plot = find<PlotView>(page, "rankPlot");
        QVERIFY2(plot->plot()->xAxis->label().startsWith("Median rank in"), qPrintable(plot->plot()->xAxis->label()));
        QCOMPARE(plot->pointCount(0) + plot->pointCount(1) + plot->pointCount(2), 2000);
        const QCPGraph* graph = plot->plot()->graph(plot->pointCount(0) > 0 ? 0 : 1);
        QTest::mouseClick(plot->plot(), Qt::LeftButton, {},
                          graph->coordsToPixels(graph->dataMainKey(0), graph->dataMainValue(0)).toPoint());
        const QString user = find<QLabel>(page, "rankUser")->text();
        QVERIFY2(user.contains("median rank") && user.contains("its seeds: "), qPrintable(user));
        settled("users-picked");
        click(find<QPushButton>(page, "seeBoth"));
        settled("one-user");
        auto* tabOfOne = page.findChild<OneUserTab*>();
        for (int side = 0; side < 2; ++side) {
            QVERIFY(tabOfOne->panel(side)->list()->view()->model()->rowCount() > 5);
            const QString weights = find<QLabel>(*tabOfOne->panel(side), "panelEpoch")->text();
            QVERIFY2(weights.contains("epoch ") && weights.contains("(kept)"), qPrintable(weights));
        }
        tab(5);
        settled("config");
        auto* configs = find<TableView>(page, "configs");
        QCOMPARE(configs->model()->columnCount(), 4);

        // One config alone: what is shown is chance, and a pair of it says so.
        click(find<QToolButton>(page, qPrintable(QStringLiteral("seeds_%1").arg(lines[0].runs.front().id))));
        settled("one-config-config");
        tab(1);
        settled("one-config-metrics");
        QVERIFY(find<QLabel>(page, "verdict")->text().startsWith("3 seeds of one config"));
        tab(3);
        settled("one-config-users");
    }

    void configShowsDifferencesAndOnRequestEverything() {
        const auto page = open(5);
        page->chips()->choose(m_stopped, false);
        page->chips()->choose(m_bert, true);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        auto* table = find<TableView>(*page, "configs");
        const int differing = table->model()->rowCount();
        QVERIFY(differing >= 1);
        picture(*page, "compare-config");
        click(find<QCheckBox>(*page, "allValues"));
        QVERIFY(table->model()->rowCount() > differing + 10);
        picture(*page, "compare-config-all");
    }
};

QTEST_MAIN(ComparePageTest)
#include "compare_page_test.moc"
