// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that runs of one config with different seeds form one line.
#include <qcustomplot.h>

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStyleOptionComboBox>
#include <QToolButton>

#include "compare_fixture.h"
#include "ui/compare/metrics_tab.h"
#include "ui/compare/model_panel.h"
#include "ui/compare/one_user_tab.h"
#include "ui/compare/pair_bar.h"
#include "ui/lists/recommendation_list.h"
#include "ui/plot/plot_view.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class CompareSeedsTest : public QObject {
    Q_OBJECT

private slots:
    void theBoxesOfAPairAreWideEnoughForTheirNewNames() {
        QWidget row;
        auto* layout = new QHBoxLayout(&row);
        auto* pair = new PairBar(PairBar::Offers::Lines);
        layout->addWidget(pair);
        layout->addStretch();
        test::show(row, {1200, 60});
        const std::vector<std::int32_t> ranks{1, 2, 3, 4};
        pair->setLines(linesOf({madeUpRun("A", ranks, 0.2), madeUpRun("B", ranks, 0.1, "sasrec")}));
        QTest::qWait(30);
        pair->setLines(linesOf({madeUpRun("BERT4Rec with a name", ranks, 0.2),
                                madeUpRun("SASRec with another one", ranks, 0.1, "sasrec")}));
        QTest::qWait(30);
        for (const char* name : {"pairA", "pairB"}) {
            auto* box = find<QComboBox>(row, name);
            QStyleOptionComboBox option;
            option.initFrom(box);
            const QRect bounds =
                box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField);
            QVERIFY2(
                box->fontMetrics().horizontalAdvance(box->currentText()) + box->iconSize().width() < bounds.width(),
                qPrintable(box->currentText()));
        }
    }

    // After a run is removed, the page still compares the runs that it read before, until it reads them again.
    void aSeedThatWasRemovedSinceItWasReadIsStillDrawn() {
        const std::vector<std::int32_t> ranks{1, 2, 3, 4};
        ComparedRuns readRuns;
        std::vector<RunRecord> remaining;
        for (const int seed : {1, 2, 3}) {
            const ComparedRun run = madeUpRun("A", ranks, 0.1, "bert4rec", std::uint64_t(seed), 5);
            readRuns.push_back(std::make_shared<const ComparedRun>(run));
            if (seed != 2) remaining.push_back(run.record);
        }
        const std::vector<ComparedLine> lines = comparedLines(readRuns, runLines(remaining), {});
        QCOMPARE(lines.size(), std::size_t(1));
        QCOMPARE(lines.front().seedStyles.size(), std::size_t(3));
        for (const RunStyle& style : lines.front().seedStyles) QVERIFY(style.colour.isValid());
    }

    void aLineKeepsItsColourAndMarkerWhateverRunComesLater() {
        const std::vector<std::int32_t> ranks{1, 2, 3, 4};
        std::vector<RunRecord> records;
        const auto add = [&](const char* name, const char* model, std::uint64_t seed, std::int64_t epochs) {
            records.insert(records.begin(), madeUpRun(name, ranks, 0.1, model, seed, epochs).record);
        };
        const auto styles = [&] {
            std::map<QString, RunStyle> byName;
            for (const RunLine& line : runLines(records)) byName[line.base] = line.style;
            return byName;
        };
        const auto alike = [](const RunStyle& a, const RunStyle& b) {
            return a.colour == b.colour && a.marker == b.marker;
        };
        for (const std::uint64_t seed : {44, 42, 43})
            add(qPrintable(QString("Narrow %1").arg(seed)), "sasrec", seed, 20);
        const RunStyle first = styles()["Narrow"];
        QVERIFY(alike(first, firstStyleOf("sasrec")));
        // Each round adds four lines: a SASRec run, a BERT4Rec run, a run of a model called "other", and a group of two
        // seeds. No earlier style may change, and no two lines may look alike.
        for (int later = 0; later < 4; ++later) {
            const auto before = styles();
            add(qPrintable(QString("single %1").arg(later)), "sasrec", 42, 30 + later);
            add(qPrintable(QString("wide %1").arg(later)), "bert4rec", 42, 30 + later);
            add(qPrintable(QString("other %1").arg(later)), "bert4rec", 42, 50 + later);
            records.front().model = "other";
            for (const std::uint64_t seed : {42, 43})
                add(qPrintable(QString("Group%1 %2").arg(later).arg(seed)), "bert4rec", seed, 40 + later);
            const auto after = styles();
            for (const auto& [name, style] : before) QVERIFY2(alike(after.at(name), style), qPrintable(name));
            for (const auto& [name, style] : after)
                for (const auto& [otherName, other] : after)
                    QVERIFY2(name == otherName || !alike(style, other), qPrintable(name + " and " + otherName));
        }
        QCOMPARE(styles().size(), std::size_t(1 + 4 * 4));
    }

    // No seed ranks the target of any of the 90 users first, so HR@1 is 0 with every seed. The true HR@1 is still
    // uncertain, so "± 0.0000" would be wrong.
    void seedsWithEqualMetricsShowAnIntervalAndNoZeroDeviation() {
        TestEnvironment environment;
        std::vector<ComparedRun> runs;
        for (const std::uint64_t seed : {1, 2, 3}) {
            std::vector<std::int32_t> ranks;
            for (int user = 0; user < 90; ++user) ranks.push_back(2 + (user * int(seed)) % 40);
            runs.push_back(madeUpRun("A", ranks, 0.1, "sasrec", seed, 5));
        }
        MetricsTab tab(environment.session());
        test::show(tab, {1400, 600});
        auto* table = find<TableView>(tab, "metrics");
        const auto cell = [&](const QString& title, int role = Qt::DisplayRole) {
            for (int column = 0; column < table->model()->columnCount(); ++column)
                if (table->model()->headerData(column, Qt::Horizontal).toString() == title)
                    return table->model()->index(0, column).data(role).toString();
            return QString();
        };
        for (int pass = 0; pass < 2; ++pass) {  // pass 0 computes the intervals, pass 1 finds them cached
            tab.setLines(linesOf(runs), {}, Scoring{});
            QVERIFY(!cell("HR@1").contains(u'±'));
            QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
            QCOMPARE(cell("HR@1"), QString("0.0000 (0.0000 to 0.0409)"));
            QVERIFY2(cell("NDCG@10").contains(QStringLiteral(" ± ")), qPrintable(cell("NDCG@10")));
            for (const char* metric : {"HR@1", "HR@10", "NDCG@10", "MRR"}) {
                QVERIFY2(!cell(metric).contains(QStringLiteral("± 0.0000")), metric);
                QVERIFY2(cell(metric, Qt::ToolTipRole)
                             .contains(QString("%1 with its 95 % interval over users and seeds: 0.").arg(metric)),
                         qPrintable(cell(metric, Qt::ToolTipRole)));
            }
            const QString csv = table->toCsv();
            QVERIFY2(csv.contains(QStringLiteral(",HR@1,\"HR@1, from\",\"HR@1, to\",")), qPrintable(csv));
            QVERIFY2(csv.section('\n', 1, 1).contains(",0,0,0.0409"), qPrintable(csv));
        }
    }

    void seedsOfOneConfigAreOneLineOnEveryTab() {
        TestEnvironment environment;
        const DatasetId dataset = environment.session().dataset()->id;
        for (const char* model : {"bert4rec", "sasrec"})
            for (const std::uint64_t seed : {42, 43, 44})
                QVERIFY(environment.work([&](JobContext& context) {
                    trainSmall(context.workspace, dataset, model, 2, context.stop, seed);
                }));
        environment.session().refreshRuns();
        QVERIFY(waitUntil([&] { return environment.session().runs().size() == 6 && environment.jobs().isIdle(); }));
        ComparePage page(environment.session());
        test::show(page, {1440, 900});
        const auto settleAndSavePicture = [&](const char* name) {
            if (!waitUntil([&] { return environment.jobs().isIdle(); })) qFatal("The page does not come to rest.");
            QTest::qWait(40);
            for (const auto& [choice, size, suffix] :
                 {std::tuple(ThemeChoice::Light, QSize(1440, 900), ""),
                  std::tuple(ThemeChoice::Dark, QSize(1024, 620), "-dark-small")}) {
                if (qEnvironmentVariableIsEmpty("RECSCOPE_TEST_PICTURES")) break;
                Theme::instance().setChoice(choice);
                page.resize(size);
                waitUntil([&] { return environment.jobs().isIdle(); });
                QTest::qWait(60);
                savePicture(page, QStringLiteral("compare-seeds-%1%2").arg(QLatin1String(name), QLatin1String(suffix)));
            }
            Theme::instance().setChoice(ThemeChoice::Light);
            page.resize(1440, 900);
            waitUntil([&] { return environment.jobs().isIdle(); });
            QTest::qWait(40);
        };
        // Shows a tab; see CompareFixture::open() for the numbers of the tabs.
        const auto tab = [&](int index) {
            QTest::mouseClick(page.tabs()->tabBar(), Qt::LeftButton, {},
                              page.tabs()->tabBar()->tabRect(index).center());
        };
        settleAndSavePicture("curves");
        QCOMPARE(page.chips()->chosen().size(), std::size_t(6));
        auto* ndcg = find<PlotView>(page, "compareNdcg");
        QCOMPARE(ndcg->plot()->graphCount(), 2);

        tab(1);
        settleAndSavePicture("metrics");
        auto* table = find<TableView>(page, "metrics");
        QCOMPARE(table->model()->index(0, 0).data().toString(), QString("SASRec (3 seeds)"));
        QCOMPARE(table->model()->index(1, 0).data().toString(), QString("BERT4Rec (3 seeds)"));
        for (int column = 1; column <= 8; ++column)
            QVERIFY(table->model()->index(0, column).data().toString().contains(QStringLiteral(" ± ")));
        QCOMPARE(table->model()->index(0, 11).data().toString(), QString("3 seeds"));
        const QString sentence = find<QLabel>(page, "verdict")->text();
        QVERIFY2(sentence.contains("SASRec (3 seeds)") && sentence.contains("BERT4Rec (3 seeds)"),
                 qPrintable(sentence));
        const int folded = table->model()->rowCount();
        // A button unfolds a line: each of its seeds then has a row and thin curves, and the verdict does not change.
        const std::vector<RunLine>& lines = page.chips()->lines();
        auto* fold = find<QToolButton>(page, qPrintable(QStringLiteral("fold_%1").arg(lines[1].runs.front().id)));
        click(fold);
        QCOMPARE(table->model()->rowCount(), folded + 3);
        QCOMPARE(table->model()->index(2, 0).data().toString().trimmed(), QString("BERT4Rec 1 (seed 42)"));
        QCOMPARE(find<QLabel>(page, "verdict")->text(), sentence);
        settleAndSavePicture("metrics-unfolded");
        tab(0);
        settleAndSavePicture("curves-unfolded");
        QCOMPARE(ndcg->plot()->graphCount(), 5);
        QVERIFY(ndcg->plot()->graph(2)->pen().widthF() < ndcg->plot()->graph(1)->pen().widthF());
        // After one seed is switched off, the line is the mean of the other two.
        auto* seed = find<QToolButton>(page, qPrintable(QStringLiteral("chip_%1").arg(lines[1].runs.back().id)));
        QVERIFY(seed->isVisible());
        click(seed);
        settleAndSavePicture("curves-two-of-three");
        auto* chip = find<QToolButton>(page, qPrintable(QStringLiteral("seeds_%1").arg(lines[1].runs.front().id)));
        QCOMPARE(chip->text(), QString("BERT4Rec (2 of 3 seeds)"));
        click(chip);
        click(fold);
        settleAndSavePicture("curves-again");
        QCOMPARE(page.chips()->chosen().size(), std::size_t(6));

        tab(2);
        settleAndSavePicture("breakdown");
        QCOMPARE(find<PlotView>(page, "lengthPlot")->plot()->graphCount(), 2);

        tab(3);
        settleAndSavePicture("users");
        auto* plot = find<PlotView>(page, "rankPlot");
        QVERIFY2(plot->plot()->xAxis->label().startsWith("Median rank in"), qPrintable(plot->plot()->xAxis->label()));
        QCOMPARE(plot->pointCount(0) + plot->pointCount(1) + plot->pointCount(2), 2000);
        const QCPGraph* graph = plot->plot()->graph(plot->pointCount(0) > 0 ? 0 : 1);
        QTest::mouseClick(plot->plot(), Qt::LeftButton, {},
                          graph->coordsToPixels(graph->dataMainKey(0), graph->dataMainValue(0)).toPoint());
        const QString user = find<QLabel>(page, "rankUser")->text();
        QVERIFY2(user.contains("median rank") && user.contains("ranks by seed: "), qPrintable(user));
        settleAndSavePicture("users-picked");
        click(find<QPushButton>(page, "seeBoth"));
        settleAndSavePicture("one-user");
        auto* oneUserTab = page.findChild<OneUserTab*>();
        for (int side = 0; side < 2; ++side) {
            QVERIFY(oneUserTab->panel(side)->list()->view()->model()->rowCount() > 5);
            const QString weights = find<QLabel>(*oneUserTab->panel(side), "panelEpoch")->text();
            QVERIFY2(weights.contains("epoch ") && weights.contains("(kept)"), qPrintable(weights));
        }
        tab(5);
        settleAndSavePicture("config");
        auto* configs = find<TableView>(page, "configs");
        QCOMPARE(configs->model()->columnCount(), 4);

        // When the seeds of one config are compared with each other, the verdict says that they differ only by
        // chance.
        click(find<QToolButton>(page, qPrintable(QStringLiteral("seeds_%1").arg(lines[0].runs.front().id))));
        settleAndSavePicture("one-config-config");
        tab(1);
        settleAndSavePicture("one-config-metrics");
        QVERIFY(find<QLabel>(page, "verdict")->text().startsWith("3 seeds of one config"));
        tab(3);
        settleAndSavePicture("one-config-users");
    }
};

QTEST_MAIN(CompareSeedsTest)
#include "compare_seeds_test.moc"
