// SPDX-License-Identifier: GPL-3.0-or-later
// One user through two models: picked in the plot of all, or by id.
#include <qcustomplot.h>

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>

#include "compare_stage.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/head_grid.h"
#include "ui/compare/model_panel.h"
#include "ui/compare/one_user_tab.h"
#include "ui/lists/recommendation_list.h"
#include "ui/plot/plot_view.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class CompareUsersTest : public CompareStage {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void cleanupTestCase() { m_bench.reset(); }

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
        // One colour is one number on both sides, or one share of its row on both: whatever the models may look at.
        const auto alike = [&] {
            return tab->panel(0)->map()->range() == tab->panel(1)->map()->range() &&
                   tab->panel(0)->map()->maximum() == tab->panel(1)->map()->maximum();
        };
        QVERIFY(alike());
        QCOMPARE(tab->panel(0)->map()->range(), MapRange::Shared);
        tab->panel(1)->map()->setRange(MapRange::Row);
        QCOMPARE(tab->panel(0)->map()->range(), MapRange::Row);
        tab->panel(0)->map()->setRange(MapRange::Shared);
        QVERIFY(alike());
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
};

QTEST_MAIN(CompareUsersTest)
#include "compare_users_test.moc"
