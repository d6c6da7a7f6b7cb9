// SPDX-License-Identifier: GPL-3.0-or-later
#include <qcustomplot.h>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

#include "compare_fixture.h"
#include "ui/compare/compare_page.h"
#include "ui/plot/plot_view.h"
#include "ui/widgets/number_text.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class CompareMeasuresTest : public CompareFixture {
    Q_OBJECT

    static constexpr int kBreakdown = 2, kTab = 7, kVerdict = 8;

    static QString cell(const QTableView& table, int row, int column) {
        return table.model()->index(row, column).data().toString();
    }

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

    void theVerdictSaysInWordsWhatTheTableShows() {
        const auto page = open(kVerdict);
        QTableView& table = *find<QTableView>(*page, "verdictTable");
        QVERIFY(waitUntil([&] { return table.model()->rowCount() > 5; }));
        QCOMPARE(cell(table, 0, 0), QStringLiteral("NDCG@10"));
        double ofA = 0, ofB = 0;
        QVERIFY(m_environment->work([&](JobContext& context) {
            const RunStore runs(context.workspace);
            for (const RunId id : {m_bert, m_sas})
                for (const EvaluationRecord& evaluation : runs.evaluations(id))
                    if (evaluation.split == Split::Test) (id == m_bert ? ofA : ofB) = evaluation.metrics.ndcg10;
        }));
        QStringList shown{cell(table, 0, 1), cell(table, 0, 2)}, expected{metricText(ofA), metricText(ofB)};
        shown.sort();
        expected.sort();
        QCOMPARE(shown, expected);
        const QString sentences = find<QLabel>(*page, "verdictSentences")->text();
        QVERIFY2(sentences.contains(QLatin1String("NDCG@10")), qPrintable(sentences));
        QVERIFY2(sentences.contains(QLatin1String("Coverage@10")), qPrintable(sentences));
        QVERIFY2(find<QLabel>(*page, "sampleSize")->text().contains(QLatin1String("80 %")),
                 qPrintable(find<QLabel>(*page, "sampleSize")->text()));
        settle();
        savePicture(*page, "compare-verdict");
    }

    void theMarginDecidesWhichDifferencesMatter() {
        const auto page = open(kVerdict);
        QTableView& table = *find<QTableView>(*page, "verdictTable");
        QVERIFY(waitUntil([&] { return table.model()->rowCount() > 5; }));
        QDoubleSpinBox& margin = *find<QDoubleSpinBox>(*page, "verdictMargin");
        margin.setFocus();
        margin.selectAll();
        QTest::keyClicks(&margin, QStringLiteral("100"));
        QTest::keyClick(&margin, Qt::Key_Return);
        QVERIFY(waitUntil([&] {
            return table.model()->rowCount() > 0 && cell(table, 0, 6) == QLatin1String("too small to matter");
        }));
    }

    void aMetricThatIsAddedIsPartOfTheCorrection() {
        const auto page = open(kVerdict);
        QTableView& table = *find<QTableView>(*page, "verdictTable");
        QVERIFY(waitUntil([&] { return table.model()->rowCount() > 5; }));
        const int before = table.model()->rowCount();
        for (QAction* action : find<QToolButton>(*page, "verdictMetrics")->menu()->actions())
            if (action->data() == QLatin1String("mrr")) action->trigger();
        QVERIFY(waitUntil([&] { return table.model()->rowCount() == before + 1; }));
    }

    void theWorstSegmentsComeFirst() {
        const auto page = open(kBreakdown);
        QTest::mouseClick(find<QPushButton>(*page, "breakdownTable"), Qt::LeftButton);
        QTableView& table = *find<QTableView>(*page, "segments");
        QVERIFY(waitUntil([&] { return table.model()->rowCount() > 5; }));
        double previous = -1;
        for (int row = 0; row < table.model()->rowCount(); ++row) {
            const double mean = cell(table, row, 3).section(QLatin1Char(' '), 0, 0).toDouble();
            QVERIFY(mean >= previous);
            previous = mean;
        }
        settle();
        savePicture(*page, "compare-segments");
        QComboBox& metric = *find<QComboBox>(*page, "segmentsMetric");
        metric.setFocus();
        const int last = table.model()->rowCount() - 1;
        QVERIFY(cell(table, last, 3).contains(QChar(0xB1)));  // "0.4610 ± 0.0316"
        QTest::keyClick(&metric, Qt::Key_Down);               // HR@10, whose intervals are "from … to"
        QVERIFY(waitUntil(
            [&] { return table.model()->rowCount() > last && cell(table, last, 3).contains(QLatin1Char('(')); }));
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

QTEST_MAIN(CompareMeasuresTest)
#include "compare_measures_test.moc"
