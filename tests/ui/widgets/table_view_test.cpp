// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_view.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTimer>
#include <QToolTip>
#include <QtTest>
#include <optional>

#include "ui/widgets/cell_table.h"
#include "ui/widgets/column_sort.h"
#include "ui/widgets/elided_combo_box.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/metric_tips.h"
#include "ui_test_support.h"

using namespace recscope::ui;
using namespace recscope::ui::test;

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
    void csvFieldsWithSeparatorsOrQuotesAreQuoted() {
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

    void theStretchColumnStaysReadableInANarrowTable() {
        std::vector<CellColumn> columns{{"Planted pattern"}};
        for (int run = 1; run <= 4; ++run) columns.push_back({QString("A long name of run %1").arg(run), {}, true});
        CellTable table("runs", "Runs", columns);
        std::vector<Cell> row{Cell("The next volume of a series")};
        row.resize(columns.size(), Cell("0.1234"));
        table.addRow(row);
        show(table, {400, 200});
        table.fitColumns();
        const int text = static_cast<const QAbstractItemView&>(table).sizeHintForColumn(0);
        QCOMPARE(table.columnWidth(0), std::min(text, 160));
        QVERIFY(table.horizontalScrollBar()->maximum() > 0);
        // With enough space the column takes what the others leave.
        table.resize(1400, 200);
        QVERIFY(waitUntil([&] { return table.horizontalScrollBar()->maximum() == 0; }));
        QVERIFY(table.columnWidth(0) > text);
        table.resize(400, 200);
        QVERIFY(waitUntil([&] { return table.columnWidth(0) == std::min(text, 160); }));
    }

    void everyRowOfACsvEndsWithTheFactsOfItsTable() {
        TableView view;
        view.setModel(model(&view));
        view.setFacts({{"Dataset", "ML, 100K"}, {"Protocol", "full, seen items removed"}});
        const QStringList lines = view.toCsv().split('\n');
        QCOMPARE(lines[0], QString("Run,Note,NDCG@10,Dataset,Protocol"));
        for (int row = 1; row <= 2; ++row) QVERIFY(lines[row].endsWith(",\"ML, 100K\",\"full, seen items removed\""));
    }

    void aTableTakesItsFactsFromThePageAroundIt() {
        struct Page : QWidget, recscope::ui::TableFactsSource {
            TableFacts tableFacts() const override { return {{"Dataset", "sample"}, {"Run", "of the page"}}; }
        } page;
        auto* between = new QWidget(&page);
        auto* view = new TableView(between);
        view->setModel(model(view));
        view->setFacts({{"Run", "of the table"}});
        QCOMPARE(view->facts(), (TableFacts{{"Dataset", "sample"}, {"Run", "of the table"}}));
    }

    void markdownIsAlignedAndHasTheFactsBelow() {
        TableView view;
        auto* rows = model(&view);
        rows->item(0, 1)->setText("a | b");
        rows->item(1, 1)->setText("c");
        QFont bold;
        bold.setBold(true);
        rows->item(0, 2)->setFont(bold);
        view.setModel(rows);
        view.setNumericColumns({2});
        view.setFacts({{"Dataset", "ML-100K"}, {"Protocol", "full, seen items removed"}});
        QCOMPARE(view.toText(TableFormat::Markdown, TableView::Part::All),
                 QString("| Run        | Note   |    NDCG@10 |\n| ---------- | ------ | ---------: |\n| BERT4Rec 1 | a "
                         "\\| b | **0.1234** |\n| SASRec 1   | c      |     0.0987 |\n\nDataset: ML-100K · Protocol: "
                         "full, seen items removed\n"));
    }

    void latexEscapesSpecialCharacters() {
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
        view.setFacts({{"Protocol", "full, seen items removed"}});
        const QString text = view.toText(TableFormat::Latex, TableView::Part::All);
        for (const char* part :
             {"\\begin{tabular}{llr}", "\\toprule", "Run & Note & NDCG@10 \\\\\n", "\\textbf{0.1234} \\\\\n",
              "\\caption{Protocol: full, seen items removed}", "\\end{table}"})
            QVERIFY2(text.contains(part), qPrintable(QString(part) + " is not in " + text));
    }

    void theSuffixOfTheFileDecidesItsFormat() {
        const TestEnvironment environment(TestEnvironment::Content::Empty);
        TableView view;
        view.setModel(model(&view));
        recscope::ui::test::show(view, {400, 200});
        const SavedFiles saved(view);
        for (const auto& [name, begin] : {std::pair("t.md", "| Run"), std::pair("t.tex", "% \\usepackage{booktabs}"),
                                          std::pair("t.csv", "Run,Note"), std::pair("t.tsv", "Run\tNote")}) {
            const QString path = environment.path(name);
            whenOpen<QFileDialog>(view, [&](QFileDialog& dialog) { enterFile(dialog, path); });
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

    void aCutTextIsShownInAToolTipWithoutDelay() {
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
        // The tooltip must appear at once, without Qt's delay: the pointer has only just arrived.
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

    void aClickOnAHeaderSortsReversesAndRestores() {
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
        // The first letters of the titles, in the order of the rows.
        const auto order = [&] {
            QString text;
            for (int row = 0; row < 4; ++row) text += view.model()->index(row, 0).data().toString().at(0);
            return text;
        };
        const auto clickHeader = [&](int column) {
            auto* header = view.horizontalHeader();
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(column) + 10, header->height() / 2));
        };
        view.selectRow(3);
        view.scrollToBottom();
        QVERIFY(view.verticalScrollBar()->value() > 0);
        clickHeader(1);
        QCOMPARE(order(), "DBGa");  // largest first, missing values last
        QVERIFY(view.horizontalHeader()->isSortIndicatorShown());
        QCOMPARE(view.verticalScrollBar()->value(), 0);
        QCOMPARE(view.currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("Gamma"));
        QCOMPARE(sorting.rowOf(view.currentIndex()), 3);
        clickHeader(1);
        QCOMPARE(order(), "GBDa");  // still last
        clickHeader(1);
        QCOMPARE(order(), "BaDG");
        QVERIFY(!view.horizontalHeader()->isSortIndicatorShown());
        clickHeader(0);
        QCOMPARE(order(), "aBDG");
        // A changed value moves no row until the order is refreshed.
        rows.item(0)->setData(QStringLiteral("Omega"), kValueRole);
        QCOMPARE(order(), "aBDG");
        sorting.refresh();
        QCOMPARE(order(), "aDGB");
    }

    void theSortMenuWorksWithTheKeyboard() {
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

    void theNamesOfTheRowsStayWhileTheTableIsScrolledSideways() {
        TableView view;
        QStandardItemModel rows(30, 12);
        QStringList columnTitles{QStringLiteral("Run")};
        for (int column = 1; column < 12; ++column) columnTitles << QStringLiteral("Column number %1").arg(column);
        rows.setHorizontalHeaderLabels(columnTitles);
        for (int row = 0; row < 30; ++row)
            for (int column = 0; column < 12; ++column)
                rows.setItem(row, column, new QStandardItem(QStringLiteral("cell %1.%2").arg(row).arg(column)));
        view.setModel(&rows);
        view.fitColumns();
        show(view, {400, 300});
        auto* names = find<QTableView>(view, "frozenColumn");
        QVERIFY(!names->isVisible());
        view.horizontalScrollBar()->setValue(view.horizontalScrollBar()->maximum());
        QVERIFY(names->isVisible());
        // Each name in the fixed column is at the height of its row, however far the table is scrolled down.
        for (const int down : {0, 57, view.verticalScrollBar()->maximum()}) {
            view.verticalScrollBar()->setValue(down);
            const int row = view.rowAt(view.viewport()->height() / 2);
            const QRect cell = names->visualRect(rows.index(row, 0));
            QCOMPARE(names->viewport()->mapTo(&view, cell.topLeft()).y(),
                     view.viewport()->mapTo(&view, view.visualRect(rows.index(row, 5)).topLeft()).y());
            QVERIFY(!cell.isEmpty());
        }
        // A click on a name acts as a click on its row.
        QSignalSpy clicked(&view, &QAbstractItemView::clicked);
        const int row = names->rowAt(40);
        QTest::mouseClick(names->viewport(), Qt::LeftButton, {}, {10, 40});
        QCOMPARE(view.currentIndex(), rows.index(row, 0));
        QCOMPARE(clicked.count(), 1);
        savePicture(view, QStringLiteral("table-frozen"));
        view.horizontalScrollBar()->setValue(0);
        QVERIFY(!names->isVisible());
    }

    void aTableWithNumbersInItsFirstColumnHasNoFrozenColumn() {
        TableView view;
        QStandardItemModel rows(3, 12);
        view.setModel(&rows);
        view.setNumericColumns({0});
        show(view, {300, 200});
        view.horizontalScrollBar()->setValue(view.horizontalScrollBar()->maximum());
        QVERIFY(view.horizontalScrollBar()->value() > 0);
        QVERIFY(!find<QTableView>(view, "frozenColumn")->isVisible());
    }

    void titlesThatDifferAtTheirEndLookDifferentWhereTheyAreCut() {
        const QString begin = QStringLiteral("A rather long title that two of the films have in common ");
        ElidedLabel label;
        label.setElideMode(Qt::ElideMiddle);
        ElidedComboBox box;
        box.addItems({begin + QStringLiteral("(1995)"), begin + QStringLiteral("(2003)")});
        const auto imageOf = [&](QWidget& widget, const auto& set, int which) {
            set(which);
            show(widget, {160, 60});
            return widget.grab().toImage();
        };
        const auto differ = [&](QWidget& widget, const auto& set) {
            return imageOf(widget, set, 0) != imageOf(widget, set, 1);
        };
        QVERIFY(differ(label, [&](int which) { label.setText(box.itemText(which)); }));
        QVERIFY(differ(box, [&](int which) { box.setCurrentIndex(which); }));
        TableView view;
        QStandardItemModel rows(1, 1);
        view.setModel(&rows);
        view.setColumnWidth(0, 140);
        QVERIFY(differ(view, [&](int which) { rows.setItem(0, 0, new QStandardItem(box.itemText(which))); }));
        rows.setItem(0, 0, new QStandardItem(QStringLiteral("x")));
        QVERIFY(differ(view, [&](int which) { rows.setHorizontalHeaderLabels({box.itemText(which)}); }));
    }

    void aHeaderThatNamesAMetricExplainsIt() {
        TableView view;
        QStandardItemModel rows(1, 2);
        rows.setHorizontalHeaderLabels({"NDCG@10 test", "Epochs"});
        rows.horizontalHeaderItem(0)->setToolTip("Of the best epoch");
        view.setModel(&rows);
        view.setColumnWidth(0, 150);
        show(view, {400, 200});
        const QWidget& head = *view.horizontalHeader()->viewport();
        const QString tip = metricTipAt(head, {20, 5});
        QVERIFY(tip.startsWith(QStringLiteral("Of the best epoch")));
        QVERIFY(tip.contains(QStringLiteral("1 / log2(r + 1)")));
        QVERIFY(tip.contains(QStringLiteral("0.6309")));
        QVERIFY(metricTipAt(head, {200, 5}).isEmpty());
        // Shows the tooltip that appears while the pointer rests on a column header.
        explainMetrics();
        QHelpEvent rest(QEvent::ToolTip, {20, 5}, head.mapToGlobal(QPoint(20, 5)));
        QCoreApplication::sendEvent(view.horizontalHeader()->viewport(), &rest);
        QVERIFY2(QToolTip::text().startsWith(QStringLiteral("<p>Of the best epoch")), qPrintable(QToolTip::text()));
        QVERIFY(QToolTip::text().contains(QStringLiteral("1 / log2(r + 1)")));
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
