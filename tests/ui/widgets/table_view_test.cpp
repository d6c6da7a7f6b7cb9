// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QToolTip>
#include <QtTest>
#include <optional>

#include "ui/widgets/column_sort.h"

using recscope::ui::ColumnSort;
using recscope::ui::TableView;

namespace {
constexpr int kValueRole = Qt::UserRole + 1;
}

class TableViewTest : public QObject {
    Q_OBJECT

    static QStandardItemModel* model(QObject* parent) {
        auto* model = new QStandardItemModel(0, 3, parent);
        model->setHorizontalHeaderLabels({"Run", "Note", "NDCG@10"});
        model->appendRow({new QStandardItem("BERT4Rec 1"), new QStandardItem("a, \"b\""), new QStandardItem("0.1234")});
        model->appendRow({new QStandardItem("SASRec 1"), new QStandardItem("tab\there"), new QStandardItem("0.0987")});
        return model;
    }

private slots:
    void csvQuotesSeparatorsAndQuotes() {
        TableView view;
        view.setModel(model(&view));
        QCOMPARE(view.toCsv(),
                 QString("Run,Note,NDCG@10\nBERT4Rec 1,\"a, \"\"b\"\"\",0.1234\nSASRec 1,tab\there,0.0987\n"));
    }

    void controlCCopiesTheSelectedRowsAsTsv() {
        TableView view;
        view.setModel(model(&view));
        view.show();
        view.selectRow(1);
        QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("Run\tNote\tNDCG@10\nSASRec 1\ttab here\t0.0987\n"));
    }

    void withoutASelectionTheWholeTableIsCopied() {
        TableView view;
        view.setModel(model(&view));
        view.clearSelection();
        view.copySelection();
        QCOMPARE(QGuiApplication::clipboard()->text().count('\n'), 3);
    }

    void hiddenColumnsAreLeftOut() {
        TableView view;
        view.setModel(model(&view));
        view.setColumnHidden(1, true);
        QVERIFY(view.toCsv().startsWith("Run,NDCG@10\n"));
    }

    void aCutTextIsWholeAsSoonAsThePointerIsThere() {
        TableView view;
        auto* rows = model(&view);
        const QString whole = QStringLiteral("Operation Dumbo Drop (1995)");
        rows->setItem(0, 0, new QStandardItem(whole));
        view.setModel(rows);
        view.resize(400, 200);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.setColumnWidth(0, 60);
        QTest::mouseMove(view.viewport(), view.visualRect(rows->index(1, 2)).center());
        QTest::mouseMove(view.viewport(), view.visualRect(rows->index(0, 0)).center());
        // No waiting for the moment after which tooltips come: the pointer has only just arrived.
        QCoreApplication::processEvents();
        QCOMPARE(QToolTip::text(), whole);
        QToolTip::hideText();
        QTRY_VERIFY(!QToolTip::isVisible());
        view.setColumnWidth(0, 300);
        QTest::mouseMove(view.viewport(), view.visualRect(rows->index(1, 2)).center());
        QTest::mouseMove(view.viewport(), view.visualRect(rows->index(0, 0)).center());
        QCoreApplication::processEvents();
        QVERIFY(!QToolTip::isVisible());
    }

    void aClickOnAHeadSortsTurnsAroundAndGoesBack() {
        TableView view;
        QStandardItemModel rows(0, 2);
        rows.setHorizontalHeaderLabels({"Title", "Weight"});
        const std::optional<double> weights[] = {0.2, std::nullopt, 0.5, -0.1};
        const char* const titles[] = {"Beta", "alpha", "Delta", "Gamma"};
        for (int row = 0; row < 4; ++row) {
            auto *title = new QStandardItem(titles[row]), *weight = new QStandardItem("…");
            title->setData(QString(titles[row]), kValueRole);
            if (weights[row]) weight->setData(*weights[row], kValueRole);
            rows.appendRow({title, weight});
        }
        view.setNumericColumns({1});
        ColumnSort sorting(view, rows, kValueRole, {}, "Time order");
        view.resize(400, 90);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        const auto order = [&] {
            QString text;
            for (int row = 0; row < 4; ++row) text += view.model()->index(row, 0).data().toString().at(0);
            return text;
        };
        const auto clickHead = [&](int column) {
            auto* header = view.horizontalHeader();
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(column) + 10, header->height() / 2));
        };
        view.selectRow(3);
        view.scrollToBottom();
        QVERIFY(view.verticalScrollBar()->value() > 0);
        clickHead(1);
        QCOMPARE(order(), "DBGa");  // the largest first, what has no value last
        QVERIFY(view.horizontalHeader()->isSortIndicatorShown());
        QCOMPARE(view.verticalScrollBar()->value(), 0);
        QCOMPARE(view.currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("Gamma"));
        QCOMPARE(sorting.rowOf(view.currentIndex()), 3);
        clickHead(1);
        QCOMPARE(order(), "GBDa");  // still last
        clickHead(1);
        QCOMPARE(order(), "BaDG");
        QVERIFY(!view.horizontalHeader()->isSortIndicatorShown());
        clickHead(0);
        QCOMPARE(order(), "aBDG");
        // A value that changes moves nothing until somebody asks.
        rows.item(0)->setData(QStringLiteral("Omega"), kValueRole);
        QCOMPARE(order(), "aBDG");
        sorting.refresh();
        QCOMPARE(order(), "aDGB");
    }

    void theContextMenuSortsByKey() {
        TableView view;
        QStandardItemModel rows(0, 1);
        rows.setHorizontalHeaderLabels({"Title"});
        for (const char* title : {"Beta", "Alpha"}) {
            auto* item = new QStandardItem(title);
            item->setData(QString(title), kValueRole);
            rows.appendRow(item);
        }
        ColumnSort sorting(view, rows, kValueRole, {}, "Time order");
        auto* menu = view.findChild<QMenu*>("sortMenu");
        QVERIFY(menu && view.actions().contains(menu->menuAction()));
        menu->popup({});
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(sorting.column(), 0);
        QCOMPARE(view.model()->index(0, 0).data().toString(), QStringLiteral("Alpha"));
        menu->popup({});
        QVERIFY(menu->actions().at(1)->isChecked());
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(sorting.column(), -1);
    }

    void columnsFitTheirText() {
        TableView view;
        view.setModel(model(&view));
        view.setNumericColumns({2});
        view.fitColumns();
        QVERIFY(view.columnWidth(0) >= view.fontMetrics().horizontalAdvance("BERT4Rec 1"));
        QVERIFY(view.isNumericColumn(2));
        QVERIFY(!view.isNumericColumn(0));
    }
};

QTEST_MAIN(TableViewTest)
#include "table_view_test.moc"
