// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_view.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QTimer>
#include <QtTest>

#include "ui_test_support.h"

using namespace recscope::ui;
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

    void everyRowOfACsvCarriesWhatItsNumbersStandOn() {
        TableView view;
        view.setModel(model(&view));
        view.setFacts({{"Dataset", "ML, 100K"}, {"Protocol", "full, seen removed"}});
        const QStringList lines = view.toCsv().split('\n');
        QCOMPARE(lines[0], QString("Run,Note,NDCG@10,Dataset,Protocol"));
        for (int row = 1; row <= 2; ++row) QVERIFY(lines[row].endsWith(",\"ML, 100K\",\"full, seen removed\""));
    }

    void aTableAsksThePageAroundItForFacts() {
        struct Page : QWidget, recscope::ui::TableFactsSource {
            TableFacts tableFacts() const override { return {{"Dataset", "sample"}, {"Run", "of the page"}}; }
        } page;
        auto* between = new QWidget(&page);
        auto* view = new TableView(between);
        view->setModel(model(view));
        view->setFacts({{"Run", "of the table"}});
        QCOMPARE(view->facts(), (TableFacts{{"Dataset", "sample"}, {"Run", "of the table"}}));
    }

    void markdownIsAlignedAndSaysTheFactsBelow() {
        TableView view;
        auto* rows = model(&view);
        rows->item(0, 1)->setText("a | b");
        rows->item(1, 1)->setText("c");
        QFont bold;
        bold.setBold(true);
        rows->item(0, 2)->setFont(bold);
        view.setModel(rows);
        view.setNumericColumns({2});
        view.setFacts({{"Dataset", "ML-100K"}, {"Protocol", "full, seen removed"}});
        QCOMPARE(view.toText(TableFormat::Markdown, TableView::Part::All),
                 QString("| Run        | Note   |    NDCG@10 |\n"
                         "| ---------- | ------ | ---------: |\n"
                         "| BERT4Rec 1 | a \\| b | **0.1234** |\n"
                         "| SASRec 1   | c      |     0.0987 |\n"
                         "\nDataset: ML-100K · Protocol: full, seen removed\n"));
    }

    void latexEscapesWhatWouldBreakIt() {
        QCOMPARE(latexText(QStringLiteral("50 % & a_b #1 {x} $y ^ ~ \\ 0.1 ± 0.02 – <b>")),
                 QStringLiteral("50 \\% \\& a\\_b \\#1 \\{x\\} \\$y \\textasciicircum{} \\textasciitilde{} "
                                "\\textbackslash{} 0.1 $\\pm$ 0.02 -- \\textless{}b\\textgreater{}"));
    }

    void latexIsAWholeTableWithTheFactsAsItsCaption() {
        TableView view;
        auto* rows = model(&view);
        QFont bold;
        bold.setBold(true);
        rows->item(0, 2)->setFont(bold);
        view.setModel(rows);
        view.setNumericColumns({2});
        view.setFacts({{"Protocol", "full, seen removed"}});
        const QString text = view.toText(TableFormat::Latex, TableView::Part::All);
        for (const char* part : {"\\begin{tabular}{llr}", "\\toprule", "Run & Note & NDCG@10 \\\\\n",
                                 "\\textbf{0.1234} \\\\\n", "\\caption{Protocol: full, seen removed}", "\\end{table}"})
            QVERIFY2(text.contains(part), qPrintable(QString(part) + " is not in " + text));
    }

    void theSuffixOfTheFileDecidesItsFormat() {
        const Bench bench(Bench::Content::Empty);
        TableView view;
        view.setModel(model(&view));
        recscope::ui::test::show(view, {400, 200});
        const SavedFiles saved(view);
        for (const auto& [name, begin] : {std::pair("t.md", "| Run"), std::pair("t.tex", "% \\usepackage{booktabs}"),
                                          std::pair("t.csv", "Run,Note"), std::pair("t.tsv", "Run\tNote")}) {
            const QString path = bench.path(name);
            QTimer::singleShot(300, &view, [path] {
                auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                if (!dialog) qFatal("There is no file dialog.");
                find<QLineEdit>(*dialog, "fileNameEdit")->setText(path);
                QTest::keyClick(dialog, Qt::Key_Return);
            });
            view.exportTable();
            QCOMPARE(saved.paths.last(), path);
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(file.readAll().startsWith(begin), name);
        }
    }

    void theRightClickOffersEveryFormat() {
        TableView view;
        view.setModel(model(&view));
        recscope::ui::test::show(view, {400, 200});
        const QStringList texts = rightClickThroughWindow(view.viewport(), {20, 20});
        QCOMPARE(texts, (QStringList{"Copy selected rows", "Copy selected rows as", "Copy table as", "Export table…"}));
    }

    void aRightClickOnARowOffersToCopyAndExport() {
        TableView view;
        view.setModel(model(&view));
        recscope::ui::test::show(view, {400, 200});
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
