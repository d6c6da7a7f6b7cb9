// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QStandardItemModel>
#include <QtTest>

#include "ui_test_support.h"

using recscope::ui::TableView;
using namespace recscope::ui::test;

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

    void aRightClickOnARowOffersToCopyAndExport() {
        TableView view;
        view.setModel(model(&view));
        show(view, {400, 200});
        const QStringList menu =
            rightClickThroughWindow(view.viewport(), view.visualRect(view.model()->index(0, 0)).center());
        QVERIFY2(menu.join('|').contains("Copy") && menu.join('|').contains("Export"), qPrintable(menu.join('|')));
    }

    void hiddenColumnsAreLeftOut() {
        TableView view;
        view.setModel(model(&view));
        view.setColumnHidden(1, true);
        QVERIFY(view.toCsv().startsWith("Run,NDCG@10\n"));
    }

    void aColumnShownLaterFitsItsText() {
        TableView view;
        view.setModel(model(&view));
        view.setColumnHidden(0, true);
        view.fitColumns();
        view.setColumnHidden(0, false);
        QVERIFY(view.columnWidth(0) > view.fontMetrics().horizontalAdvance("BERT4Rec 1"));
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
