// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QStandardItemModel>
#include <QtTest>

using recscope::ui::TableView;

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
