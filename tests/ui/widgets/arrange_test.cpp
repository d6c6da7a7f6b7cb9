// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/arrange.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>
#include <QtTest>

#include "ui/widgets/cell_table.h"

using namespace recscope::ui;

class ArrangeTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { Theme::instance().setScale(1); }

    void aGrowingWidgetTakesTheRemainingWidth() {
        QWidget box;
        auto *left = new QWidget, *right = new QWidget, *end = new QWidget;
        for (QWidget* widget : {left, right, end}) widget->setMinimumWidth(20);
        arrange(&box, row({left, gap(30), grow(right), end}, space::kUnit), {10, 0, 10, 0});
        box.resize(400, 50);
        box.show();
        QCOMPARE(left->geometry().left(), 10);
        QCOMPARE(left->width(), 20);
        QVERIFY(right->geometry().left() - left->geometry().right() > 30);
        QCOMPARE(end->geometry().right(), 389);
        QCOMPARE(end->width(), 20);
        QVERIFY(right->width() > 200);
    }

    void stretchPushesNeighboursApart() {
        auto *first = new QWidget, *last = new QWidget;
        for (QWidget* widget : {first, last}) widget->setFixedHeight(20);
        std::unique_ptr<QWidget> box(boxed(column({first, stretch(), last})));
        box->resize(50, 300);
        box->show();
        QCOMPARE(first->geometry().top(), 0);
        QCOMPARE(last->geometry().bottom(), 299);
    }

    void gapsAndMarginsFollowTheZoom() {
        auto* parts = column({new QWidget, new QWidget}, 10);
        std::unique_ptr<QWidget> box(boxed(parts, {4, 8, 12, 16}));
        QCOMPARE(parts->spacing(), 10);
        Theme::instance().setScale(1.5);
        QCOMPARE(parts->spacing(), 15);
        QCOMPARE(parts->contentsMargins(), QMargins(6, 12, 18, 24));
    }

    void anAlignedWidgetKeepsItsSize() {
        auto *aligned = new QWidget, *filled = new QWidget;
        for (QWidget* widget : {aligned, filled}) widget->setMinimumSize(20, 20);
        std::unique_ptr<QWidget> box(boxed(row({recscope::ui::aligned(aligned, Qt::AlignBottom), filled}, 0)));
        box->resize(100, 80);
        box->show();
        QCOMPARE(aligned->geometry().bottom(), 79);
        QVERIFY(aligned->height() < 80);
        QCOMPARE(filled->height(), 80);
    }

    void aTooHighWidgetIsScrolledAtTheWidthOfItsViewport() {
        auto* high = new QWidget;
        high->setMinimumHeight(1000);
        std::unique_ptr<QScrollArea> area(scrolled(high));
        area->resize(300, 200);
        area->show();
        QVERIFY(area->verticalScrollBar()->maximum() > 0);
        QCOMPARE(high->width(), area->viewport()->width());
        QCOMPARE(high->height(), 1000);
    }

    void bothSidesOfASplitterStayVisible() {
        auto *left = new QLabel("left"), *right = new QLabel("right");
        std::unique_ptr<QSplitter> both(splitBeside("sides", left, right));
        QCOMPARE(both->objectName(), QString("sides"));
        both->resize(400, 100);
        both->show();
        both->setSizes({0, 400});
        QVERIFY(left->isVisible());
        QVERIFY(left->width() >= left->minimumSizeHint().width());
        QVERIFY(left->geometry().right() < right->geometry().left());
    }

    void aTabHasItsTitleAndToolTip() {
        QTabWidget tabs;
        auto *first = new QLabel("1"), *second = new QLabel("2");
        addTabs(tabs, {{first, "First", "about the first"}, {second, "Second", "about the second"}});
        QCOMPARE(tabs.count(), 2);
        QCOMPARE(tabs.tabText(1), QString("Second"));
        QCOMPARE(tabs.tabToolTip(1), QString("about the second"));
        QVERIFY(tabs.widget(1)->isAncestorOf(second));
    }

    void aCellHasATextAToolTipAndData() {
        CellTable table("runs", "Runs", {{"Run"}, {"NDCG@10", "of the test", true}});
        table.addRow({QString("SASRec 1"), {"0.1234", "943 users", {{Qt::UserRole, 0.12341}}}});
        table.addRow({QString("SASRec 2"), QString("0.1")});
        QCOMPARE(table.rowCount(), 2);
        const QModelIndex cell = table.model()->index(0, 1);
        QCOMPARE(cell.data().toString(), QString("0.1234"));
        QCOMPARE(cell.data(Qt::ToolTipRole).toString(), QString("943 users"));
        QCOMPARE(cell.data(Qt::UserRole).toDouble(), 0.12341);
        QVERIFY(table.isNumericColumn(1));
        QCOMPARE(table.toCsv(), QString("Run,NDCG@10\nSASRec 1,0.1234\nSASRec 2,0.1\n"));
        QCOMPARE(table.model()->headerData(1, Qt::Horizontal, Qt::ToolTipRole).toString(), QString("of the test"));
        table.clearRows();
        QCOMPARE(table.rowCount(), 0);
        table.setColumns({{"Only", {}, true}});
        QVERIFY(table.isNumericColumn(0));
        QVERIFY(!table.isNumericColumn(1));
    }
};

QTEST_MAIN(ArrangeTest)
#include "arrange_test.moc"
