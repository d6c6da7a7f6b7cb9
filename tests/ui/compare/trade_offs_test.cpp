// SPDX-License-Identifier: GPL-3.0-or-later
#include <qcustomplot.h>

#include <QComboBox>
#include <QLabel>

#include "compare_fixture.h"
#include "ui/compare/compare_page.h"
#include "ui/plot/plot_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class TradeOffsTest : public CompareFixture {
    Q_OBJECT

    static constexpr int kTab = 7;

    /// The lines of the plot that consist of one point with a marker: one for each run.
    static std::vector<QPointF> pointsOf(PlotView& plot) {
        std::vector<QPointF> points;
        for (int i = 0; i < plot.plot()->graphCount(); ++i) {
            const QCPGraph* graph = plot.plot()->graph(i);
            if (graph->lineStyle() == QCPGraph::lsNone && graph->dataCount() == 1)
                points.emplace_back(graph->data()->at(0)->key, graph->data()->at(0)->value);
        }
        return points;
    }

private slots:
    void initTestCase() { prepare(); }
    void cleanupTestCase() { m_environment.reset(); }

    void eachScoredRunIsAPointAtItsCoverageAndAccuracy() {
        const auto page = open(kTab);
        PlotView& plot = *find<PlotView>(*page, "tradeOffPlot");
        QVERIFY(waitUntil([&] { return pointsOf(plot).size() == 2; }));
        std::vector<QPointF> expected;
        QVERIFY(m_environment->work([&](JobContext& context) {
            const RunStore runs(context.workspace);
            for (const RunId id : {m_bert, m_sas})
                for (const EvaluationRecord& evaluation : runs.evaluations(id))
                    if (evaluation.split == Split::Test)
                        expected.emplace_back(evaluation.lists->coverage10, evaluation.metrics.ndcg10);
        }));
        std::vector<QPointF> shown = pointsOf(plot);
        const auto byX = [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); };
        std::sort(shown.begin(), shown.end(), byX);
        std::sort(expected.begin(), expected.end(), byX);
        QCOMPARE(expected.size(), std::size_t(2));
        for (std::size_t i = 0; i < 2; ++i) {
            QVERIFY(std::abs(shown[i].x() - expected[i].x()) < 1e-9);
            QVERIFY(std::abs(shown[i].y() - expected[i].y()) < 1e-9);
        }
        savePicture(*page, "compare-trade-offs");
    }

    void theAxesFollowTheChoices() {
        const auto page = open(kTab);
        PlotView& plot = *find<PlotView>(*page, "tradeOffPlot");
        QVERIFY(waitUntil([&] { return pointsOf(plot).size() == 2; }));
        const std::vector<QPointF> before = pointsOf(plot);
        QComboBox& x = *find<QComboBox>(*page, "tradeOffX");
        x.setFocus();
        QTest::keyClick(&x, Qt::Key_Down);  // from the coverage to the Gini coefficient
        QVERIFY(waitUntil([&] { return pointsOf(plot).size() == 2 && pointsOf(plot)[0].x() != before[0].x(); }));
        QCOMPARE(pointsOf(plot)[0].y(), before[0].y());
    }

    void withoutListsOnValidationTheTabSaysSo() {
        const auto page = open(kTab);
        QComboBox& split = *find<QComboBox>(*page, "compareSplit");
        split.setFocus();
        QTest::keyClick(&split, Qt::Key_Down);
        settle();
        QVERIFY(pointsOf(*find<PlotView>(*page, "tradeOffPlot")).empty());
    }
};

QTEST_MAIN(TradeOffsTest)
#include "trade_offs_test.moc"
