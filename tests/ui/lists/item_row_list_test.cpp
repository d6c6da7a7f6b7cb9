// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/item_row_list.h"

#include <QHeaderView>
#include <QSignalSpy>

#include "ui/lists/history_list.h"
#include "ui/lists/history_model.h"
#include "ui/lists/recommendation_list.h"
#include "ui/lists/recommendation_model.h"
#include "ui/widgets/table_view.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

constexpr std::int32_t kItems = 6;

std::shared_ptr<const ItemCatalogue> catalogue() {
    auto items = std::make_shared<ItemCatalogue>();
    for (std::int32_t i = 1; i <= kItems; ++i)
        items->push_back({.token = i,
                          .id = std::to_string(i),
                          .title = "A film with the number " + std::to_string(i),
                          .genres = "Drama|War",
                          .interactions = i});
    return items;
}

/// An answer whose history has all items in the order of their tokens; the last one is held out. All items are
/// recommended in the opposite order, so the held-out item has rank 1.
std::shared_ptr<const ExploreAnswer> answer() {
    auto made = std::make_shared<ExploreAnswer>();
    Explanation explanation;
    for (std::int32_t i = 1; i <= kItems; ++i) {
        made->interactions.push_back({.token = i, .time = {}, .rating = {}, .order = {}, .kind = {}});
        if (i < kItems) explanation.history.push_back(i);
        explanation.recommendations.push_back(
            {.token = kItems + 1 - i, .score = float(kItems - i), .probability = 0.5F / float(i), .rank = i});
    }
    made->given = kItems - 1;
    made->heldOut = 1;
    explanation.heldOut = HeldOut{};
    explanation.heldOut->token = kItems;
    explanation.heldOut->rank = 1;
    made->explanation = std::move(explanation);
    return made;
}

void clickHeader(const TableView& view, int column) {
    auto* header = view.horizontalHeader();
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                      {header->sectionViewportPosition(column) + 20, header->height() / 2});
}

}  // namespace

/// Tests what the lists of the history and of the recommendations have in common.
class ItemRowListTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        const auto shown = answer();
        m_history = std::make_unique<HistoryList>();
        m_history->setAnswer(shown, catalogue());
        m_list = std::make_unique<RecommendationList>();
        m_list->setExplanation(std::make_shared<const Explanation>(*shown->explanation), catalogue());
        test::show(*m_history, {700, 400});
        test::show(*m_list, {700, 400});
    }
    void cleanup() {
        m_history.reset();
        m_list.reset();
    }

    void theHeldOutItemHasTheSameMarkInBothLists() {
        const QModelIndex last = m_history->model()->index(kItems - 1, HistoryModel::Item);
        const QModelIndex first = m_list->model()->index(0, RecommendationModel::Item);
        QCOMPARE(last.data().toString(), QStringLiteral("A film with the number 6"));
        QCOMPARE(last.data(BadgeRole).toString(), QStringLiteral("held out"));
        for (const int role : {int(Qt::DisplayRole), int(Qt::FontRole), int(CaptionRole), int(BadgeRole),
                               int(BadgeColourRole), int(SortRole)})
            QCOMPARE(first.data(role), last.data(role));
        const QString start = QStringLiteral("A film with the number 6\nDrama, War\n");
        QVERIFY(first.data(Qt::ToolTipRole).toString().startsWith(start));
        QVERIFY(last.data(Qt::ToolTipRole).toString().startsWith(start));
        QVERIFY(!first.siblingAtRow(1).data(Qt::FontRole).isValid());
    }

    void allItemsOfAHeldOutOrderAreMarked() {
        auto shown = std::make_shared<ExploreAnswer>(*answer());
        shown->given = kItems - 3;
        shown->heldOut = 2;  // the items with the indices kItems - 3 and kItems - 2; the one after them is not shown
        m_history->setAnswer(shown, catalogue());
        const auto* history = m_history->model();
        QCOMPARE(history->rowCount(), kItems - 1);
        const auto badge = [&](int row) { return history->index(row, HistoryModel::Item).data(BadgeRole).toString(); };
        QCOMPARE(badge(kItems - 4), QString());
        QCOMPARE(badge(kItems - 3), QStringLiteral("held out"));
        QCOMPARE(badge(kItems - 2), QStringLiteral("held out"));
        QVERIFY(history->index(kItems - 2, HistoryModel::Item)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains("The test counts the order's first item."));
        m_list->model()->setHeldOutOrder({kItems, kItems - 1});
        const QModelIndex first = m_list->model()->index(0, RecommendationModel::Item);
        QVERIFY(first.data(Qt::ToolTipRole).toString().contains("the first item of the held-out order"));
        QCOMPARE(first.siblingAtRow(1).data(BadgeRole).toString(), QStringLiteral("held out"));
        QVERIFY(first.siblingAtRow(1).data(Qt::ToolTipRole).toString().contains("also in the held-out order"));
        QCOMPARE(first.siblingAtRow(2).data(BadgeRole).toString(), QString());
    }

    void aColumnThatDoesNotFitIsHiddenUnlessTheRowsAreSortedByIt() {
        const TableView& view = *m_list->view();
        QVERIFY(!view.isColumnHidden(RecommendationModel::Score));
        m_list->resize(260, 400);
        QVERIFY(waitUntil([&] { return view.isColumnHidden(RecommendationModel::Score); }));
        m_list->resize(700, 400);
        QVERIFY(waitUntil([&] { return !view.isColumnHidden(RecommendationModel::Score); }));
        clickHeader(view, RecommendationModel::Score);
        m_list->resize(260, 400);
        QVERIFY(waitUntil([&] { return view.width() <= 260; }));
        QApplication::processEvents();
        QVERIFY(!view.isColumnHidden(RecommendationModel::Score));
    }

    void hoveringReportsTheRowOfTheModelEvenWhenSorted() {
        m_history->hide();
        const TableView& view = *m_list->view();
        clickHeader(view, RecommendationModel::Rank);
        clickHeader(view, RecommendationModel::Rank);  // now the worst rank is first
        QCOMPARE(view.model()->index(0, RecommendationModel::Rank).data().toString(), QString::number(kItems));
        QSignalSpy rows(m_list.get(), &ItemRowList::rowHovered);
        QSignalSpy items(m_list.get(), &RecommendationList::hovered);
        QTest::mouseMove(view.viewport(), view.visualRect(view.model()->index(3, 1)).center());
        QTest::mouseMove(view.viewport(), view.visualRect(view.model()->index(0, 1)).center());
        QVERIFY(waitUntil([&] { return rows.count() > 0; }));
        QCOMPARE(rows.last()[0].toInt(), kItems - 1);
        QCOMPARE(items.last()[0].toInt(), 1);
        QTest::mouseMove(view.horizontalHeader()->viewport(), {5, 5});
        QVERIFY(waitUntil([&] { return rows.last()[0].toInt() == -1; }));
        QCOMPARE(items.last()[0].toInt(), kPadToken);
    }

private:
    std::unique_ptr<HistoryList> m_history;
    std::unique_ptr<RecommendationList> m_list;
};

QTEST_MAIN(ItemRowListTest)
#include "item_row_list_test.moc"
