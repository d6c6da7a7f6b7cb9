// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the list of the user's history on the Explore page.
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTest>
#include <QToolTip>

#include "core/data/importer.h"
#include "explore_fixture.h"
#include "ui/attention/attention_map.h"
#include "ui/lists/history_list.h"
#include "ui/lists/history_model.h"
#include "ui/lists/history_timeline.h"
#include "ui/lists/row_delegates.h"
#include "ui/theme/theme.h"
#include "ui/widgets/column_sort.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

/// Passes all calls on to another delegate and counts the cells that are painted or measured.
class CountingDelegate : public QStyledItemDelegate {
public:
    CountingDelegate(QAbstractItemDelegate& real, int& cells, QObject* parent)
        : QStyledItemDelegate(parent), m_real(real), m_cells(cells) {}
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        ++m_cells;
        m_real.paint(painter, option, index);
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        ++m_cells;
        return m_real.sizeHint(option, index);
    }

private:
    QAbstractItemDelegate& m_real;
    int& m_cells;
};

}  // namespace

class ExploreHistoryTest : public ExploreFixture {
    Q_OBJECT

private slots:
    void clickingAHistoryHeaderSortsAndTheThirdClickRestoresTimeOrder() {
        QVERIFY(settled());
        auto* history = find<TableView>(page(), "history");
        const auto value = [&](int row, int column) { return history->model()->index(row, column).data(SortRole); };
        const auto position = [&](int row) { return value(row, HistoryModel::Number).toInt(); };
        history->selectRow(answer().given - 1);
        history->scrollToBottom();
        clickColumnHeader(history, HistoryModel::Removal);
        QVERIFY(history->horizontalHeader()->isSortIndicatorShown());
        QCOMPARE(history->horizontalHeader()->sortIndicatorSection(), int(HistoryModel::Removal));
        QCOMPARE(history->verticalScrollBar()->value(), 0);
        for (int row = 1; row < answer().given; ++row)
            QVERIFY(value(row - 1, HistoryModel::Removal).toDouble() >= value(row, HistoryModel::Removal).toDouble());
        // The held-out item has no effect, so its value is empty. It must be last, although empty values would sort
        // first.
        QCOMPARE(position(answer().given), answer().given);
        QCOMPARE(position(history->currentIndex().row()), answer().given - 1);
        savePicture(page(), QStringLiteral("explore-sorted"));
        clickColumnHeader(history, HistoryModel::Removal);
        QVERIFY(value(0, HistoryModel::Removal).toDouble() <= value(1, HistoryModel::Removal).toDouble());
        QCOMPARE(position(answer().given), answer().given);
        clickColumnHeader(history, HistoryModel::Removal);
        QVERIFY(!history->horizontalHeader()->isSortIndicatorShown());
        for (int row = 0; row <= answer().given; ++row) QCOMPARE(position(row), row);
    }

    void aSortedHistoryFollowsTheRecommendationAndClicksSelectTheRightItem() {
        QVERIFY(settled());
        auto* history = find<TableView>(page(), "history");
        auto* list = find<TableView>(page(), "recommendations");
        auto* model = find<HistoryList>(page(), "historyList")->model();
        clickColumnHeader(history, HistoryModel::Removal);
        const QModelIndex third = list->model()->index(2, 1);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(third).center());
        QVERIFY(settled());
        for (int row = 1; row < answer().given; ++row)
            QVERIFY(history->model()->index(row - 1, HistoryModel::Removal).data(SortRole).toDouble() >=
                    history->model()->index(row, HistoryModel::Removal).data(SortRole).toDouble());
        // A click on the first row selects the item that this row shows, not the first item in time.
        const QModelIndex first = history->model()->index(0, HistoryModel::Item);
        QTest::mouseClick(history->viewport(), Qt::LeftButton, {}, history->visualRect(first).center());
        const auto cell = find<AttentionMap>(page(), "map")->selection().pinnedCell();
        QVERIFY(cell);
        QCOMPARE(model->titleAt(answer().historyIndex(cell->column)), first.data().toString());
        clickColumnHeader(history, HistoryModel::Removal);
        clickColumnHeader(history, HistoryModel::Removal);
    }

    void decidingItemsAreMarkedAndBroughtIntoView() {
        auto* history = find<HistoryList>(page(), "historyList");
        auto* view = history->view();
        page().resize(952, 600);  // so low that no history fits in view
        QApplication::processEvents();
        view->scrollToBottom();
        const QModelIndex first = view->model()->index(0, HistoryModel::Item);
        QVERIFY(!view->viewport()->rect().contains(view->visualRect(first).center()));
        history->setDecisiveItems({0});
        QVERIFY(view->viewport()->rect().contains(view->visualRect(first).center()));
        QCOMPARE(first.data(BadgeRole).toString(), tr("decides"));
        QVERIFY(first.data(Qt::BackgroundRole).isValid());
        history->setDecisiveItems({});
        QVERIFY(first.data(BadgeRole).toString() != tr("decides"));
    }

    void theAttentionOfSelectedItemsIsAddedUp() {
        auto* list = find<HistoryList>(page(), "historyList");
        auto* history = find<TableView>(page(), "history");
        auto* sum = find<QLabel>(page(), "historySum");
        QVERIFY(settled());
        QVERIFY(!sum->isVisible());
        const int last = answer().given - 1;
        const auto item = [&](int row) { return history->model()->index(row, HistoryModel::Item); };
        history->scrollTo(item(last));
        QTest::mouseClick(history->viewport(), Qt::LeftButton, {}, history->visualRect(item(last)).center());
        QTest::mouseClick(history->viewport(), Qt::LeftButton, Qt::ControlModifier,
                          history->visualRect(item(last - 2)).center());
        QCOMPARE(int(history->selectionModel()->selectedRows().size()), 2);
        QVERIFY(sum->isVisible());
        const auto value = [&](int row) {
            return list->model()->index(row, HistoryModel::Attention).data().toString().toDouble();
        };
        const QString text = sum->text();
        QVERIFY(text.startsWith(tr("2 items together")));
        const double shown = text.section(QStringLiteral("attention "), 1).section(' ', 0, 0).toDouble();
        QVERIFY2(std::abs(shown - value(last) - value(last - 2)) < 0.002, qPrintable(text));
    }

    void thePlantedCauseOfTheHeldOutItemHasABadge() {
        auto* history = find<HistoryList>(page(), "historyList")->model();
        for (int user = 0; user < 40; ++user) {
            session().chooseUser(user);
            QVERIFY(waitUntil([&] { return answer().user.user == user; }));
            const PlantedCause* cause = answer().heldOutCause();
            QVERIFY(cause);
            if (cause->causes.empty()) continue;
            const QModelIndex item = history->index(cause->causes.front(), HistoryModel::Item);
            QCOMPARE(item.data(BadgeRole).toString(), tr("cause"));
            QVERIFY(item.data(Qt::ToolTipRole).toString().contains(tr("planted cause")));
            return;
        }
        QFAIL("No user of the sample has a caused test item.");
    }

    void aLongHistoryMarksThePartTheModelReads() {
        TestEnvironment environment(TestEnvironment::Content::Empty);
        QByteArray rows;
        for (int user = 1; user <= 40; ++user)
            for (int position = 0; position < 260; ++position)
                rows += QByteArray::number(user) + '\t' +
                        QByteArray::number((user * 7 + position * (position % 5 + 1)) % 300) + "\t5\t" +
                        QByteArray::number(900000000 + position * 86400) + '\n';
        const QString path = environment.write(QStringLiteral("long.tsv"), rows);
        QVERIFY(environment.work([&](JobContext& context) {
            ImportOptions options;
            options.path = path.toStdString();
            options.columns = ColumnMapping::parse("user=1,item=2,rating=3,time=4");
            importDataset(context.workspace, options, context.progress, context.stop);
        }));
        environment.session().refreshDatasets();
        QVERIFY(waitUntil([&] { return environment.session().catalogue() != nullptr; }));
        trainTiny(environment, "bert4rec", /*maxLength=*/200);
        ExplorePage page(environment.session());
        test::show(page, {1368, 800});
        QVERIFY(waitUntil([&] { return page.answer() && page.answer()->explanation; }));
        // The last of the 260 items is held out, so 259 are given. The model has 200 positions, of which [MASK] takes
        // one, so it reads the last 199 items.
        QCOMPARE(page.answer()->explanation->attention.size, 200);
        QCOMPARE(page.answer()->explanation->firstPosition, 60);
        QVERIFY(find<QLabel>(page, "historyNote")->text().contains(tr("the model reads the last 199")));
        auto* history = find<HistoryList>(page, "historyList")->model();
        QVERIFY(history->index(59, HistoryModel::Attention).data().toString().isEmpty());
        QVERIFY(!history->index(60, HistoryModel::Attention).data().toString().isEmpty());
        for (ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            Theme::instance().setChoice(choice);
            QApplication::processEvents();
            savePicture(page, choice == ThemeChoice::Light ? QStringLiteral("explore-long-light")
                                                           : QStringLiteral("explore-long-dark"));
        }
        Theme::instance().setChoice(ThemeChoice::Light);
    }

    void scrollingALongHistoryPaintsOnlyTheCellsInView() {
        auto answer = std::make_shared<ExploreAnswer>();
        auto catalogue = std::make_shared<ItemCatalogue>();
        for (int i = 1; i <= 300; ++i)
            catalogue->push_back({.token = i,
                                  .id = std::to_string(i),
                                  .title = "Film " + std::to_string(i),
                                  .genres = "Drama|War",
                                  .interactions = i});
        Explanation explanation;
        for (int i = 0; i < 2277; ++i) {
            answer->interactions.push_back(
                {.token = 1 + i * 7 % 300, .time = 956'000'000 + i * 5000, .rating = 4, .order = {}, .kind = {}});
            explanation.history.push_back(answer->interactions.back().token);
        }
        answer->given = 2277;
        answer->request.predicted = Predicted::Next;
        explanation.firstPosition = 2077;
        explanation.attention.size = 200;
        answer->explanation = std::move(explanation);
        HistoryList list;
        test::show(list, {700, 500});
        list.setAnswer(answer, catalogue);
        QCOMPARE(list.model()->rowCount(), 2277);
        QCOMPARE(list.model()->firstReadRow(), 2077);
        QCOMPARE(list.model()->index(1, HistoryModel::Gap).data().toString(), gapText(5000));
        QCOMPARE(list.model()->index(2076, 0).data(PositionRole).toInt() & PositionRead, 0);
        QVERIFY(list.model()->index(2077, 0).data(PositionRole).toInt() & PositionRead);
        QVERIFY(list.model()->index(300, 0).data(PositionRole).toInt() & PositionRepeated);
        auto* bar = list.view()->verticalScrollBar();
        // The cost of a frame depends on the cells in view, not on the length of the history.
        int cells = 0;
        const int columns = list.view()->model()->columnCount();
        for (int column = 0; column < columns; ++column) {
            QAbstractItemDelegate* real = list.view()->itemDelegateForColumn(column);
            if (!real) real = list.view()->itemDelegate();
            list.view()->setItemDelegateForColumn(column, new CountingDelegate(*real, cells, list.view()));
        }
        const int inView = list.view()->viewport()->height() / list.view()->rowHeight(0) +
                           2;  // + 2 for rows cut at the top and the bottom
        for (int step = 0; step < 60; ++step) {
            cells = 0;
            bar->setValue(bar->maximum() * step / 59);
            list.setHighlighted(step * 30);
            list.view()->viewport()->repaint();
            // The view may be painted up to three times per step: once, once more because the scroll bar moves, and
            // once more because the highlighted item is scrolled into view.
            QVERIFY2(cells > 0 && cells <= 3 * inView * columns, qPrintable(QString::number(cells)));
        }
        bar->setValue(list.view()->rowViewportPosition(2070) / 24);
        list.view()->scrollTo(list.model()->index(2070, 0), QAbstractItemView::PositionAtTop);
        savePicture(list, QStringLiteral("explore-history-2277"));
    }

    void aHistoryNumberHasATooltipOnlyIfItIsCut() {
        QVERIFY(settled());
        page().resize(1500, 860);
        QApplication::processEvents();
        auto* history = find<TableView>(page(), "history");
        const int row = answer().given - 1;
        const auto hoverText = [&](int column) {
            QToolTip::hideText();
            if (!waitUntil([] { return !QToolTip::isVisible(); })) qFatal("The tooltip stays.");
            const QPoint at = history->visualRect(history->model()->index(row, column)).center();
            QHelpEvent help(QEvent::ToolTip, at, history->viewport()->mapToGlobal(at));
            QApplication::sendEvent(history->viewport(), &help);
            return QToolTip::isVisible() ? QToolTip::text() : QString();
        };
        history->scrollTo(history->model()->index(row, 0));
        QVERIFY(!history->model()->index(row, HistoryModel::Attention).data().toString().isEmpty());
        QVERIFY(!hoverText(HistoryModel::Item).isEmpty());
        QCOMPARE(hoverText(HistoryModel::Attention), QString());
        // When the column is too narrow for a value, hovering shows the value as a tooltip.
        const int width = history->columnWidth(HistoryModel::Attention);
        history->setColumnWidth(HistoryModel::Attention, 30);
        QCOMPARE(hoverText(HistoryModel::Attention),
                 history->model()->index(row, HistoryModel::Attention).data().toString());
        history->setColumnWidth(HistoryModel::Attention, width);
        QToolTip::hideText();
    }
};

QTEST_MAIN(ExploreHistoryTest)
#include "explore_history_test.moc"
