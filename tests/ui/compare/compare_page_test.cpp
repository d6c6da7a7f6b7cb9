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

#include "core/train/trainer.h"
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

/// A run whose ranks are made up: `ranks[u]` for user u, -1 = not scored.
ComparedRun madeUpRun(const char* name, std::vector<std::int32_t> ranks, DatasetId dataset = 1) {
    ComparedRun run;
    run.record.id = name[0];
    run.record.name = name;
    run.record.dataset = dataset;
    RankedEvaluation evaluation;
    evaluation.record.split = Split::Test;
    for (std::size_t user = 0; user < ranks.size(); ++user)
        evaluation.ranks.push_back({std::int32_t(user), 1, ranks[user], 0});
    run.evaluations.push_back(evaluation);
    return run;
}

RunId trainSmall(Workspace& workspace, DatasetId dataset, const char* model, int epochs, std::stop_token stop) {
    TrainRequest request;
    request.dataset = dataset;
    request.config.model = model;
    request.config.dim = 8;
    request.config.innerDim = 8;
    request.config.layers = 2;
    request.config.heads = 2;
    request.config.maxLength = 12;
    request.config.epochs = epochs;
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
        const ComparedRun a = madeUpRun("A", {1, 1, 1, 2, 1, 1, 1, 1}), b = madeUpRun("B", {9, 8, 9, 9, 9, 30, 9, 9});
        const Verdict words = verdict({a, b}, Scoring{Split::Test, Protocol()}, "ndcg@10");
        const QString text = words.sentence;
        QVERIFY2(text.startsWith("A is better than B by 0."), qPrintable(text));
        QVERIFY2(text.contains(" ± "), qPrintable(text));
        QVERIFY2(text.contains("8 users"), qPrintable(text));
        QVERIFY2(words.basis.contains(QString::fromStdString(Protocol().sentence())), qPrintable(words.basis));
    }

    void verdictDoesNotNameAWinnerInsideTheInterval() {
        const ComparedRun a = madeUpRun("A", {1, 30, 2, 9, 4}), b = madeUpRun("B", {30, 1, 3, 8, 4});
        QVERIFY(verdict({a, b}, Scoring{}, "ndcg@10").sentence.startsWith("No clear difference between"));
    }

    void verdictRefusesOtherProtocolsAndDatasets() {
        const ComparedRun a = madeUpRun("A", {1, 2, 3}), b = madeUpRun("B", {1, 2, 3});
        Scoring other;
        other.protocol.candidates = Candidates::Pop100;
        QVERIFY(verdict({a, b}, other, "ndcg@10").sentence.contains("not compared"));
        QVERIFY(pairVerdict(a, madeUpRun("C", {1, 2, 3}, /*dataset=*/2), Scoring{}, "ndcg@10")
                    .sentence.contains("different datasets"));
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

    void theNewestRunOfEachModelIsChosenAtFirst() {
        const auto page = open(0);
        QCOMPARE(page->chips()->chosen().size(), std::size_t(2));
        QCOMPARE(
            find<PlotView>(*page, "compareNdcg")->pointCount(0) + find<PlotView>(*page, "compareNdcg")->pointCount(1),
            3);
    }

    void aChipShowsAndHidesARunsCurves() {
        const auto page = open(0);
        auto* chip = find<QToolButton>(*page, qPrintable(QStringLiteral("chip_%1").arg(m_bert)));
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
        QVERIFY(table->toCsv().startsWith("Run,NDCG@10,HR@10,MRR"));
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
        const int pop = protocol->findText("pop100");
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
        QCOMPARE(offered,
                 QStringList({"full, seen kept", "full, seen removed", "pop100", "sasrec-original", "uniform100"}));
        auto* table = find<TableView>(*page, "metrics");
        const auto popularity = [&] {
            for (int row = 0; row < table->model()->rowCount(); ++row)
                if (table->model()->index(row, 0).data() == QStringLiteral("Popularity"))
                    return table->model()->index(row, 1).data().toString();
            return QString();
        };
        const QString underFull = popularity();
        QVERIFY(!underFull.isEmpty());
        choose(protocol, "sasrec-original");
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
        QVERIFY(table->toCsv().contains("Coverage@10,Popularity@10,Users,Protocol"));
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
        choose(protocol, "uniform100");
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
