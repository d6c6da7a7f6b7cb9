// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the comparison of two models for one user, who is picked in the plot of all users or by id.
#include <qcustomplot.h>

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

#include "compare_fixture.h"
#include "tiny_runs.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/head_grid.h"
#include "ui/attention/weight_bars.h"
#include "ui/compare/model_panel.h"
#include "ui/compare/one_user_tab.h"
#include "ui/lists/recommendation_list.h"
#include "ui/lists/recommendation_model.h"
#include "ui/lists/row_delegates.h"
#include "ui/plot/plot_view.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class CompareUsersTest : public CompareFixture {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void cleanupTestCase() { m_environment.reset(); }

    void aUserPickedInTheRankPlotIsShownWithBothModels() {
        const auto page = open(3);
        page->chips()->choose(m_stopped, false);
        page->chips()->choose(m_bert, true);
        page->chips()->choose(m_sas, true);
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        QTest::qWait(30);
        auto* plot = find<PlotView>(*page, "rankPlot");
        QCOMPARE(plot->pointCount(0) + plot->pointCount(1) + plot->pointCount(2), 2000);
        QVERIFY(!find<QPushButton>(*page, "seeBoth")->isEnabled());
        const QCPGraph* graph = plot->plot()->graph(plot->pointCount(0) > 0 ? 0 : 1);
        const QPoint at = graph->coordsToPixels(graph->dataMainKey(0), graph->dataMainValue(0)).toPoint();
        QTest::mouseClick(plot->plot(), Qt::LeftButton, {}, at);
        QVERIFY(find<QPushButton>(*page, "seeBoth")->isEnabled());
        QVERIFY(find<QLabel>(*page, "rankUser")->text().contains("is rank"));
        savePicture(*page, "compare-users");
        Theme::instance().setChoice(ThemeChoice::Dark);
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        page->resize(1024, 620);
        QTest::qWait(50);
        savePicture(*page, "compare-users-dark-small");
        Theme::instance().setChoice(ThemeChoice::Light);
        page->resize(1440, 900);
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        QSignalSpy explore(&m_environment->session(), &Session::userRequested);
        click(find<QPushButton>(*page, "rankExplore"));
        QCOMPARE(explore.size(), 1);
        click(find<QPushButton>(*page, "seeBoth"));
        QCOMPARE(page->tabs()->currentIndex(), 4);
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        QCOMPARE(page->findChild<OneUserTab*>()->user(), explore[0][0].toInt());
    }

    void oneUserShowsBothListsAndAllHeads() {
        const auto page = open(4);
        page->chips()->choose(m_stopped, false);
        page->chips()->choose(m_bert, true);
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        auto* tab = page->findChild<OneUserTab*>();
        for (int side = 0; side < 2; ++side) {
            QVERIFY(tab->panel(side)->list()->view()->model()->rowCount() > 5);
            QVERIFY(tab->panel(side)->heads()->mapRect(1, 1).isValid());
            QVERIFY(tab->panel(side)->map()->model().maximum() > 0);
        }
        // Both maps have the same colour scale, whichever attention masks the models have: a colour means the same
        // weight, or with MapRange::Row the same share of the largest weight in its row.
        const auto alike = [&] {
            return tab->panel(0)->map()->model().range() == tab->panel(1)->map()->model().range() &&
                   tab->panel(0)->map()->model().maximum() == tab->panel(1)->map()->model().maximum();
        };
        QVERIFY(alike());
        QCOMPARE(tab->panel(0)->map()->model().range(), MapRange::Shared);
        tab->panel(1)->map()->model().setRange(MapRange::Row);
        QCOMPARE(tab->panel(0)->map()->model().range(), MapRange::Row);
        tab->panel(0)->map()->model().setRange(MapRange::Shared);
        QVERIFY(alike());
        QVERIFY(find<QLabel>(*page, "compareHistory")->text().contains("Held out:"));
        QTest::qWait(50);
        savePicture(*page, "compare-one-user");
        const qint32 before = tab->user();
        click(find<QToolButton>(*page, "userNext"));
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        QCOMPARE(tab->user(), before + 1);
        auto* id = find<QLineEdit>(*page, "compareUser");
        const QString typed = id->text();
        click(find<QToolButton>(*page, "userNext"));
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        type(id, typed);
        QTest::keyClick(id, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return tab->user() == before + 1; }));
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        QRectF cell = tab->panel(0)->heads()->mapRect(1, 1);
        QTest::mouseClick(tab->panel(0)->heads(), Qt::LeftButton, {}, cell.center().toPoint());
        QCOMPARE(tab->panel(0)->map()->model().choice().head.layer, 1);
        QCOMPARE(tab->panel(0)->map()->model().choice().head.head, 1);
        page->resize(1024, 620);
        Theme::instance().setChoice(ThemeChoice::Dark);
        QVERIFY(waitUntil([&] { return m_environment->jobs().isIdle(); }));
        QTest::qWait(50);
        savePicture(*page, "compare-one-user-dark-small");
        Theme::instance().setChoice(ThemeChoice::Light);
    }

    // Bars of equal length mean equal numbers, so that the two sides can be compared by eye.
    void theListsAndBarsOfBothSidesHaveOneScale() {
        TestEnvironment environment;
        std::map<std::string, RunId> runs;
        for (const char* model : {"narm", "stamp", "bpr_mf"})
            runs[model] = trainTiny(environment, model, /*maxLength=*/32, /*epochs=*/3);
        ComparePage page(environment.session());
        test::show(page, {1440, 900});
        auto* bar = page.tabs()->tabBar();
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(4).center());
        const auto choosePair = [&](const char* a, const char* b) {
            for (const RunId run : page.chips()->chosen()) page.chips()->choose(run, false);
            for (const char* model : {a, b}) page.chips()->choose(runs.at(model), true);
            QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
            QTest::qWait(40);
        };
        auto* tab = page.findChild<OneUserTab*>();
        const auto valueAt = [&](int side, int row, int role) {
            return tab->panel(side)
                ->list()
                ->model()
                ->index(row, RecommendationModel::Probability)
                .data(role)
                .toDouble();
        };
        const auto listsHaveOneScale = [&] {
            const double first = valueAt(0, 0, SortRole), second = valueAt(1, 0, SortRole);
            QVERIFY(first > 0 && second > 0 && first != second);
            QCOMPARE(std::max(valueAt(0, 0, BarRole), valueAt(1, 0, BarRole)), 1.0);
            QVERIFY(std::abs(valueAt(0, 0, BarRole) / first - valueAt(1, 0, BarRole) / second) < 1e-9 / first);
        };
        choosePair("narm", "stamp");
        listsHaveOneScale();
        // The height and the weight of the highest bar. Height / weight is the height that a weight of 1 would have.
        const auto highest = [&](int side) {
            WeightBars& bars = *tab->panel(side)->itemWeights();
            int item = 0;
            for (int other = 1; other < bars.count(); ++other)
                if (bars.barRect(other).height() > bars.barRect(item).height()) item = other;
            bars.setHighlight(item);
            const double weight = QString(bars.currentText().section(' ', -1)).replace(u'\u2212', '-').toDouble();
            bars.setHighlight(-1);
            return std::pair(bars.barRect(item).height(), std::abs(weight));
        };
        const auto [heightA, weightA] = highest(0);
        const auto [heightB, weightB] = highest(1);
        constexpr double kRoundingError = 0.0005;  // weights are shown with three decimals
        QVERIFY2(std::abs(weightA - weightB) > 20 * kRoundingError,
                 "the two sides must differ for the test to say anything");
        QCOMPARE(tab->panel(0)->itemWeights()->height(), tab->panel(1)->itemWeights()->height());
        QCOMPARE(tab->panel(0)->itemWeights()->zeroLine(), tab->panel(1)->itemWeights()->zeroLine());
        const double scaleA = heightA / weightA, scaleB = heightB / weightB;
        QVERIFY2(
            std::abs(scaleA - scaleB) <= scaleA * kRoundingError / weightA + scaleB * kRoundingError / weightB + 1e-6,
            qPrintable(QString("%1 and %2").arg(scaleA).arg(scaleB)));
        savePicture(page, "compare-one-scale");
        // If only one side has bars, its values alone set the scale; the model that was shown before has no effect.
        choosePair("narm", "bpr_mf");
        listsHaveOneScale();
        for (int side = 0; side < 2; ++side) {
            WeightBars& bars = *tab->panel(side)->itemWeights();
            if (!bars.isVisible()) {
                QCOMPARE(bars.count(), 0);
                continue;
            }
            double top = bars.height(), bottom = 0;
            for (int item = 0; item < bars.count(); ++item) {
                top = std::min(top, bars.barRect(item).top());
                bottom = std::max(bottom, bars.barRect(item).bottom());
            }
            // The bars then use the full height of the plot, as in a view that shows only one model.
            const double available = bars.height() - 2.0 * QFontMetricsF(Theme::instance().caption()).height() -
                                     QFontMetricsF(Theme::instance().caption()).height() / 2 -
                                     Theme::instance().px(space::kPadding);
            QVERIFY2(std::abs(bottom - top - available) < 0.01,
                     qPrintable(QString("%1 of %2").arg(bottom - top).arg(available)));
        }
    }

    void anUnknownUserIsReportedInAMessage() {
        const auto page = open(4);
        QSignalSpy notified(&m_environment->session(), &Session::notified);
        auto* id = find<QLineEdit>(*page, "compareUser");
        type(id, "nobody at all");
        QTest::keyClick(id, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return notified.size() == 1; }));
        QVERIFY(!notified[0][0].toString().isEmpty());
    }
};

QTEST_MAIN(CompareUsersTest)
#include "compare_users_test.moc"
