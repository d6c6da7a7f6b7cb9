// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/explore_page.h"

#include <qcustomplot.h>

#include <QAbstractItemModel>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

#include "core/data/importer.h"
#include "core/store/dataset_store.h"
#include "tiny_runs.h"
#include "ui/data/history_timeline.h"
#include "ui/explore/attention_map.h"
#include "ui/explore/edited_history.h"
#include "ui/explore/evidence_panel.h"
#include "ui/explore/evidence_strip.h"
#include "ui/explore/head_grid.h"
#include "ui/explore/heads_panel.h"
#include "ui/explore/history_list.h"
#include "ui/explore/history_model.h"
#include "ui/explore/item_map_panel.h"
#include "ui/explore/item_search.h"
#include "ui/explore/recommendation_list.h"
#include "ui/explore/recommendation_model.h"
#include "ui/explore/row_delegates.h"
#include "ui/explore/slope_chart.h"
#include "ui/explore/user_finder.h"
#include "ui/explore/user_list_model.h"
#include "ui/explore/what_if_panel.h"
#include "ui/plot/plot_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/table_view.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class ExplorePageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_bench = std::make_unique<Bench>();
        m_causal = trainTiny(*m_bench, "sasrec");
        m_both = trainTiny(*m_bench, "bert4rec");
    }
    void init() {
        m_bench->session().chooseRun(m_both);
        m_page = std::make_unique<ExplorePage>(m_bench->session());
        test::show(*m_page, {1280, 860});
        QVERIFY(waitUntil([this] { return m_page->answer() && m_page->answer()->explanation; }));
    }
    void cleanup() {
        m_page.reset();
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
    }
    void cleanupTestCase() { m_bench.reset(); }

    void asksToImportWhenThereIsNoDataset() {
        Bench empty(Bench::Content::Empty);
        ExplorePage page(empty.session());
        test::show(page, {1024, 700});
        QSignalSpy wanted(&empty.session(), &Session::pageWanted);
        click(find<EmptyState>(page, "noData")->button());
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted[0][0].toString(), QStringLiteral("data"));
        picture(page, QStringLiteral("explore-no-dataset"));
    }

    void asksToTrainWhenThereIsNoRun() {
        Bench bench;
        ExplorePage page(bench.session());
        test::show(page, {1024, 700});
        QVERIFY(waitUntil([&] { return page.answer() != nullptr; }));
        QVERIFY(!page.answer()->explanation);
        auto* state = find<EmptyState>(page, "noAnswer");
        QVERIFY(state->isVisible());
        QVERIFY(find<TableView>(page, "history")->model()->rowCount() > 0);
        picture(page, QStringLiteral("explore-no-run"));
        QSignalSpy wanted(&bench.session(), &Session::pageWanted);
        click(state->button());
        QCOMPARE(wanted[0][0].toString(), QStringLiteral("train"));
    }

    void aClickOnAUserShowsThatUser() {
        auto* users = find<TableView>(*m_page, "users");
        const QModelIndex fifth = users->model()->index(4, 0);
        users->scrollTo(fifth);
        QTest::mouseClick(users->viewport(), Qt::LeftButton, {}, users->visualRect(fifth).center());
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == 4; }));
        QVERIFY(find<QLabel>(*m_page, "exploreSubtitle")->text().contains(fifth.data().toString()));
        const auto& answer = *m_page->answer();
        // The history ends with the held-out item: as many rows as the user has interactions.
        QCOMPARE(find<TableView>(*m_page, "history")->model()->rowCount(), int(answer.user.length));
        QCOMPARE(answer.given, std::int32_t(answer.user.length) - 1);
        QCOMPARE(answer.explanation->heldOut->token, answer.interactions.back().token);
    }

    void aLateAnswerIsDroppedWhenAnotherUserIsClicked() {
        QSignalSpy shown(m_page.get(), &ExplorePage::answerShown);
        auto* users = find<TableView>(*m_page, "users");
        for (int row : {6, 7, 8}) {
            const QModelIndex index = users->model()->index(row, 0);
            QTest::mouseClick(users->viewport(), Qt::LeftButton, {}, users->visualRect(index).center());
        }
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
        QApplication::processEvents();
        QCOMPARE(m_page->answer()->user.user, 8);
        QCOMPARE(shown.count(), 1);
    }

    void keysWalkThroughTheUsers() {
        m_page->setFocus();
        QTest::keyClick(m_page.get(), Qt::Key_Down, Qt::AltModifier);
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == 1; }));
        QTest::keyClick(m_page.get(), Qt::Key_Up, Qt::AltModifier);
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == 0; }));
    }

    void aSearchShowsMatchingUsersAndReturnTakesTheFirst() {
        auto* search = find<QLineEdit>(*m_page, "userSearch");
        auto* users = find<TableView>(*m_page, "users");
        type(search, QStringLiteral("77"));
        QVERIFY(waitUntil([&] { return users->model()->rowCount() > 0 && users->model()->rowCount() < 200; }));
        for (int row = 0; row < users->model()->rowCount(); ++row)
            QVERIFY(users->model()->index(row, 0).data().toString().contains(QStringLiteral("77")));
        const QString first = users->model()->index(0, 0).data().toString();
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return QString::fromStdString(m_page->answer()->user.id) == first; }));
    }

    void anotherPageCanAskForAUserFarDownTheList() {
        m_bench->session().chooseUser(1900);
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == 1900; }));
        auto* users = find<TableView>(*m_page, "users");
        QVERIFY(waitUntil([&] { return users->currentIndex().row() == 1900; }));
    }

    void theRandomButtonShowsAnotherUser() {
        click(find<QPushButton>(*m_page, "randomUser"));
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user != 0; }));
    }

    void choosingAHeadReadsTheSameAnswerAgain() {
        const auto before = m_page->answer();
        QSignalSpy shown(m_page.get(), &ExplorePage::answerShown);
        auto* heads = find<HeadGrid>(*m_page, "heads");
        auto* map = find<AttentionMap>(*m_page, "map");
        auto* history = find<HistoryList>(*m_page, "historyList")->model();
        const QModelIndex last = history->index(before->given - 1, HistoryModel::Attention);
        QTest::mouseClick(heads, Qt::LeftButton, {}, heads->mapRect(1, 1).center().toPoint());
        QCOMPARE(map->layer(), 1);
        QCOMPARE(map->head(), 1);
        const int size = before->explanation->attention.size;
        const auto shownWeight = [&] {
            return QString::number(
                double(before->explanation->attention.at(map->layer(), map->head(), size - 1, size - 2)), 'f', 3);
        };
        QCOMPARE(last.data().toString(), shownWeight());
        QTest::keyClick(heads, Qt::Key_Left);
        QCOMPARE(map->head(), 0);
        QCOMPARE(last.data().toString(), shownWeight());
        QCOMPARE(m_page->answer(), before);
        QCOMPARE(shown.count(), 0);
    }

    void hoveringTheMapLightsTheHistoryAndShowsTheLookingRow() {
        auto* map = find<AttentionMap>(*m_page, "map");
        auto* history = find<HistoryList>(*m_page, "historyList")->model();
        QTest::mouseMove(map, map->cellRect({2, 1}).center().toPoint());
        QVERIFY(waitUntil([&] { return map->hoveredCell().has_value(); }));
        const auto answer = m_page->answer();
        const int index = answer->historyIndex(1);
        QVERIFY(history->index(index, 0).data(Qt::BackgroundRole).isValid());
        QVERIFY(!history->index(index + 1, 0).data(Qt::BackgroundRole).isValid());
        QCOMPARE(history->index(index, HistoryModel::Attention).data().toString(),
                 QString::number(double(answer->explanation->attention.at(map->layer(), map->head(), 2, 1)), 'f', 3));
    }

    void clickingAHistoryItemPinsItsCell() {
        auto* map = find<AttentionMap>(*m_page, "map");
        auto* history = find<TableView>(*m_page, "history");
        const auto answer = m_page->answer();
        const int index = answer->given - 1;
        const QModelIndex item = history->model()->index(index, HistoryModel::Item);
        history->scrollTo(item);
        QTest::mouseClick(history->viewport(), Qt::LeftButton, {}, history->visualRect(item).center());
        const MapCell expected{answer->explanation->attention.size - 1, answer->mapPosition(index)};
        QVERIFY(map->pinnedCell() == expected);
        QVERIFY(map->tagText().startsWith(QStringLiteral("[MASK] looks at ")));
        QTest::keyClick(map, Qt::Key_Escape);
        QVERIFY(!map->pinnedCell());
        QVERIFY(!history->currentIndex().isValid());
    }

    void pinningACellSelectsTheItemInTheHistory() {
        auto* map = find<AttentionMap>(*m_page, "map");
        QTest::mouseClick(map, Qt::LeftButton, {}, map->cellRect({3, 2}).center().toPoint());
        QVERIFY(map->pinnedCell() == (MapCell{3, 2}));
        QCOMPARE(find<TableView>(*m_page, "history")->currentIndex().row(), m_page->answer()->historyIndex(2));
    }

    void aPinDoesNotFollowToAnotherUser() {
        auto* map = find<AttentionMap>(*m_page, "map");
        map->pin(3, 2);
        m_bench->session().chooseUser(3);
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == 3; }));
        QVERIFY(!map->pinnedCell());
        QVERIFY(!find<TableView>(*m_page, "history")->currentIndex().isValid());
    }

    void theRemovalTestFollowsTheChosenRecommendation() {
        auto* list = find<TableView>(*m_page, "recommendations");
        auto* note = find<QLabel>(*m_page, "removalNote");
        QVERIFY(note->text().contains(list->model()->index(0, 1).data().toString()));
        QSignalSpy shown(m_page.get(), &ExplorePage::removalShown);
        const QModelIndex third = list->model()->index(2, 1);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(third).center());
        QVERIFY(note->text().contains(third.data().toString()));
        QVERIFY(waitUntil([&] { return shown.count() > 0; }));
        auto* history = find<HistoryList>(*m_page, "historyList")->model();
        QVERIFY(!history->index(m_page->answer()->given - 1, HistoryModel::Removal).data().toString().isEmpty());
        // The held-out item was never read: there is nothing to remove.
        QVERIFY(history->index(m_page->answer()->given, HistoryModel::Removal).data().toString().isEmpty());
    }

    void theHeldOutItemIsNamedWhereverItRanks() {
        auto* recommendations = find<RecommendationList>(*m_page, "recommendationList");
        auto* list = find<TableView>(*m_page, "recommendations");
        bool inList = false, below = false;
        for (int user = 0; user < 40 && !(inList && below); ++user) {
            m_bench->session().chooseUser(user);
            QVERIFY(waitUntil([&] { return m_page->answer()->user.user == user; }));
            const HeldOut& truth = *m_page->answer()->explanation->heldOut;
            int badges = 0;
            for (int row = 0; row < list->model()->rowCount(); ++row)
                badges += !list->model()->index(row, 1).data(BadgeRole).toString().isEmpty();
            QCOMPARE(badges, 1);
            const auto* model = recommendations->model();
            const int last = model->rowCount() - 1;
            if (model->isBelowList(last)) {
                QCOMPARE(last, 20);
                QCOMPARE(model->tokenAt(last), truth.token);
                QCOMPARE(model->index(last, RecommendationModel::Rank).data().toString(), wholeNumber(truth.rank));
                below = true;
            } else {
                inList = true;
            }
        }
        QVERIFY(inList);
        QVERIFY(below);
    }

    void theListShowsWhereTheRunRanksTheTruthAndSortsByIt() {
        auto* users = find<TableView>(*m_page, "users");
        auto* order = find<QComboBox>(*m_page, "userOrder");
        QVERIFY(waitUntil([&] { return !users->isColumnHidden(UserListModel::Rank) && m_bench->jobs().isIdle(); }));
        const auto rank = [&](int row) {
            return users->model()->index(row, UserListModel::Rank).data().toString().remove(',').toInt();
        };
        // What the list says of the shown user is what the answer says.
        QCOMPARE(rank(0), m_page->answer()->explanation->heldOut->rank);
        for (const auto& [key, factor] : {std::pair(4, 1), std::pair(5, -1)}) {
            order->setFocus();
            QTest::keyClick(order, Qt::Key_Home);
            for (int i = 0; i < key; ++i) QTest::keyClick(order, Qt::Key_Down);
            QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
            QVERIFY(users->model()->rowCount() > 1000);
            for (int row = 1; row < 150; ++row) QVERIFY(factor * rank(row) >= factor * rank(row - 1));
        }
    }

    void filtersNarrowTheListAndShowAllWidensItAgain() {
        auto* users = find<TableView>(*m_page, "users");
        auto* count = find<QLabel>(*m_page, "userCount");
        auto* served = find<QComboBox>(*m_page, "userServed");
        QVERIFY(waitUntil([&] { return served->isEnabled() && m_bench->jobs().isIdle(); }));
        const int all = users->model()->rowCount();
        QVERIFY(!find<QWidget>(*m_page, "userFilters")->isVisible());
        click(find<QToolButton>(*m_page, "userFilter"));
        QVERIFY(find<QWidget>(*m_page, "userFilters")->isVisible());
        const auto settled = [&] {
            QApplication::processEvents();
            return waitUntil([&] { return m_bench->jobs().isIdle(); });
        };
        // A hit is a rank of ten or better, and with the misses it is everybody.
        served->setFocus();
        QTest::keyClick(served, Qt::Key_Down);
        QVERIFY(settled());
        const int hits = users->model()->rowCount();
        QVERIFY(hits > 0 && hits < all);
        for (int row = 0; row < std::min(hits, 150); ++row)
            QVERIFY(users->model()->index(row, UserListModel::Rank).data().toInt() <= kHitRank);
        QCOMPARE(count->text(), tr("%1 of %2 users").arg(wholeNumber(hits), wholeNumber(all)));
        QTest::keyClick(served, Qt::Key_Down);
        QVERIFY(settled());
        QCOMPARE(users->model()->rowCount(), all - hits);
        QTest::keyClick(served, Qt::Key_Down);
        auto* worst = find<QSpinBox>(*m_page, "userMaxRank");
        QVERIFY(worst->isVisible());
        type(worst, QStringLiteral("3"));
        QTest::keyClick(worst, Qt::Key_Return);
        QVERIFY(settled());
        QVERIFY(users->model()->rowCount() <= hits);
        auto* longest = find<QSpinBox>(*m_page, "userMaxLength");
        type(longest, QStringLiteral("20"));
        QTest::keyClick(longest, Qt::Key_Return);
        QVERIFY(settled());
        for (int row = 0; row < std::min(users->model()->rowCount(), 150); ++row)
            QVERIFY(users->model()->index(row, UserListModel::Items).data().toInt() <= 20);
        for (QSize size : {QSize(952, 600), QSize(1368, 800)}) {
            m_page->resize(size);
            QApplication::processEvents();
            picture(*m_page, QStringLiteral("explore-filters-%1").arg(size.width()));
        }
        click(find<QToolButton>(*m_page, "userFiltersReset"));
        QVERIFY(settled());
        QCOMPARE(users->model()->rowCount(), all);
        QCOMPARE(count->text(), tr("%1 users").arg(wholeNumber(all)));
    }

    void usersWhoHaveAnItemAreFoundByItsTitle() {
        click(find<QToolButton>(*m_page, "userFilter"));
        auto* search = find<ItemSearch>(*m_page, "userHasItem");
        const Token token = m_page->answer()->interactions.front().token;
        const QString title = m_bench->session().titleOf(token);
        type(search, title);
        auto* popup = search->findChild<QCompleter*>()->popup();
        QVERIFY(waitUntil([&] { return popup->isVisible(); }));
        QCOMPARE(popup->model()->index(0, 0).data().toString(), title);
        QTest::keyClick(popup, Qt::Key_Down);
        QTest::keyClick(popup, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return search->item() && m_bench->jobs().isIdle(); }));
        QCOMPARE(*search->item(), token);
        auto* users = find<TableView>(*m_page, "users");
        const std::int64_t holders = users->model()->rowCount();
        QVERIFY(holders > 0 && holders < m_bench->session().dataset()->users);
        std::int64_t expected = 0;
        QVERIFY(m_bench->work([&](JobContext& context) {
            const Histories histories = DatasetStore(context.workspace).histories(m_bench->session().dataset()->id);
            for (std::int32_t user = 0; user < histories.userCount(); ++user) {
                const auto items = histories.of(user);
                expected += std::find(items.begin(), items.end(), token) != items.end();
            }
        }));
        QCOMPARE(holders, expected);
        search->clear();
        QVERIFY(waitUntil([&] { return users->model()->rowCount() > holders; }));
    }

    void favouritesAreMarkedListedAndKept() {
        auto* users = find<TableView>(*m_page, "users");
        auto* star = find<QPushButton>(*m_page, "favouriteUser");
        auto* only = find<QCheckBox>(*m_page, "userFavourites");
        QVERIFY(waitUntil([&] { return star->isEnabled(); }));
        QVERIFY(!only->isEnabled());
        QVERIFY(!only->toolTip().isEmpty());
        click(star);
        m_page->setFocus();
        QTest::keyClick(m_page.get(), Qt::Key_Down, Qt::AltModifier);
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == 1; }));
        QTest::keyClick(m_page.get(), Qt::Key_D, Qt::ControlModifier);
        QVERIFY(star->isChecked());
        QCOMPARE(users->model()->index(1, 0).data(BadgeRole).toString(), QStringLiteral("★"));
        click(find<QToolButton>(*m_page, "userFilter"));
        only->setFocus();
        QTest::keyClick(only, Qt::Key_Space);
        QVERIFY(waitUntil([&] { return users->model()->rowCount() == 2; }));
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
        // A new page reads them from the workspace.
        ExplorePage again(m_bench->session());
        test::show(again, {1280, 860});
        QVERIFY(waitUntil([&] { return find<QCheckBox>(again, "userFavourites")->isEnabled(); }));
        QVERIFY(waitUntil([&] { return find<QPushButton>(again, "favouriteUser")->isChecked(); }));
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        click(find<QPushButton>(again, "favouriteUser"));
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
    }

    void withoutARunTheRankFilterSaysWhyItIsOff() {
        Bench bench;
        ExplorePage page(bench.session());
        test::show(page, {1024, 700});
        QVERIFY(waitUntil([&] { return page.answer() != nullptr && bench.jobs().isIdle(); }));
        auto* served = find<QComboBox>(page, "userServed");
        QVERIFY(!served->isEnabled());
        QCOMPARE(served->toolTip(), tr("Needs a trained run: choose one above"));
        QVERIFY(find<TableView>(page, "users")->isColumnHidden(UserListModel::Rank));
    }

    void everyRecommendationSaysWhichItemsMatterMostByRemoval() {
        auto* model = find<RecommendationList>(*m_page, "recommendationList")->model();
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
        QApplication::processEvents();
        const auto answer = m_page->answer();
        std::vector<std::vector<RemovalEffect>> expected;
        QVERIFY(m_bench->work([&](JobContext& context) {
            const Explainer explainer = Explainer::load(context.workspace, m_both);
            for (const int row : {0, 7})
                expected.push_back(explainer.removalEffects(answer->explanation->history, model->tokenAt(row)));
        }));
        for (const auto& [row, effects] : {std::pair(0, expected[0]), std::pair(7, expected[1])}) {
            const auto best =
                std::max_element(effects.begin(), effects.end(),
                                 [](const RemovalEffect& a, const RemovalEffect& b) { return a.effect < b.effect; });
            const QString why = model->index(row, RecommendationModel::Why).data().toString();
            QVERIFY(why.startsWith(m_bench->session().titleOf(answer->explanation->history[size_t(best->position)])));
            QCOMPARE(why.count(QStringLiteral(" · ")), 1);
        }
        // The most popular item of the data has popularity rank 1.
        const auto& catalogue = *m_bench->session().catalogue();
        for (int row = 0; row < 20; ++row) {
            const auto own = catalogue[size_t(model->tokenAt(row) - kFirstItemToken)].interactions;
            const auto above = std::count_if(catalogue.begin(), catalogue.end(),
                                             [own](const ItemInfo& item) { return item.interactions > own; });
            QCOMPARE(model->index(row, RecommendationModel::Popularity).data().toString(), wholeNumber(above + 1));
        }
    }

    void severalChosenItemsAreAddedUp() {
        auto* list = find<HistoryList>(*m_page, "historyList");
        auto* history = find<TableView>(*m_page, "history");
        auto* sum = find<QLabel>(*m_page, "historySum");
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
        QApplication::processEvents();
        QVERIFY(!sum->isVisible());
        const int last = m_page->answer()->given - 1;
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

    void theEvidenceTabHoldsAttentionAgainstTheRemovalTest() {
        auto* tabs = find<QTabWidget>(*m_page, "exploreTabs");
        tabs->tabBar()->setFocus();
        QTest::keyClick(tabs->tabBar(), Qt::Key_Right);
        auto* strip = find<EvidenceStrip>(*m_page, "evidenceStrip");
        QVERIFY(strip->isVisible());
        QSignalSpy curve(find<EvidencePanel>(*m_page, "evidence"), &EvidencePanel::curveShown);
        QVERIFY(waitUntil([&] { return curve.count() > 0 && m_bench->jobs().isIdle(); }));
        const Explanation& explanation = *m_page->answer()->explanation;
        QCOMPARE(int(strip->items().size()), int(explanation.history.size()) - explanation.firstPosition);
        const auto weights = itemWeights(explanation, {0, 0});
        for (size_t i = 0; i < weights.size(); ++i) QCOMPARE(strip->items()[i].attention, weights[i]);
        // The table chooses the head everywhere.
        auto* heads = find<TableView>(*m_page, "evidenceHeads");
        QCOMPARE(heads->model()->rowCount(), 4);
        heads->setFocus();
        QTest::keyClick(heads, Qt::Key_Down);
        QCOMPARE(find<AttentionMap>(*m_page, "map")->head(), 1);
        QCOMPARE(strip->items()[0].attention, itemWeights(explanation, {0, 1})[0]);
        const QString sentence = find<QLabel>(*m_page, "evidenceSentence")->text();
        QVERIFY2(sentence.contains(QStringLiteral("layer 1, head 2")), qPrintable(sentence));
        const auto* model = find<HistoryList>(*m_page, "historyList")->model();
        std::vector<RemovalEffect> effects;
        for (size_t i = 0; i < strip->items().size(); ++i)
            effects.push_back({.position = int(i), .effect = strip->items()[i].effect});
        const Agreement agreement = agreementOf(itemWeights(explanation, {0, 1}), effects);
        QVERIFY(find<QLabel>(*m_page, "evidenceNumbers")
                    ->text()
                    .contains(tr("%1 of %2 spoke against").arg(agreement.against).arg(agreement.items)));
        // Hovering and the keys light the item in the history.
        strip->setFocus();
        QTest::keyClick(strip, Qt::Key_Home);
        QTest::keyClick(strip, Qt::Key_Right);
        QVERIFY(model->index(explanation.firstPosition + 1, 0).data(Qt::BackgroundRole).isValid());
        QVERIFY(strip->accessibleDescription().startsWith(model->titleOf(explanation.firstPosition + 1)));
    }

    void blankingInsteadOfTakingOutAsksAnew() {
        find<QTabWidget>(*m_page, "exploreTabs")->setCurrentIndex(1);
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
        QApplication::processEvents();
        auto* strip = find<EvidenceStrip>(*m_page, "evidenceStrip");
        const auto before = strip->items();
        auto* kind = find<QComboBox>(*m_page, "removalKind");
        QSignalSpy shown(m_page.get(), &ExplorePage::removalShown);
        kind->setFocus();
        QTest::keyClick(kind, Qt::Key_Down);
        QVERIFY(waitUntil([&] { return shown.count() > 0; }));
        QCOMPARE(strip->items().size(), before.size());
        bool differs = false;
        for (size_t i = 0; i < before.size(); ++i) differs = differs || strip->items()[i].effect != before[i].effect;
        QVERIFY(differs);
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
        QApplication::processEvents();
        pictures(QStringLiteral("explore-evidence"));
    }

    void aClickDoesNotWaitForTheCurve() {
        find<QTabWidget>(*m_page, "exploreTabs")->setCurrentIndex(1);
        m_page->setFocus();
        for (int i = 0; i < 4; ++i) QTest::keyClick(m_page.get(), Qt::Key_Down, Qt::AltModifier);
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == 4; }));
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
        QApplication::processEvents();
        auto* strip = find<EvidenceStrip>(*m_page, "evidenceStrip");
        QCOMPARE(int(strip->items().size()), m_page->answer()->given);
    }

    void editsAreAnsweredByBothRunsAndTakenBack() {
        openTab(2);
        auto* panel = find<WhatIfPanel>(*m_page, "whatIf");
        QVERIFY(waitUntil([&] { return panel->result() && m_bench->jobs().isIdle(); }));
        QCOMPARE(int(panel->result()->runs.size()), 2);
        QVERIFY(find<SlopeChart>(*m_page, "slopeChart1")->isVisible());
        for (const WhatIfRun& run : panel->result()->runs)
            for (const RankMove& move : run.moves) QCOMPARE(move.before.rank, move.after.rank);
        EditedHistory& history = panel->history();
        const std::vector<Token> original = history.original();
        auto* view = find<TableView>(*m_page, "whatIfHistory");
        view->setFocus();
        view->selectRow(int(original.size()) - 1);
        QSignalSpy predicted(panel, &WhatIfPanel::predicted);
        QTest::keyClick(view, Qt::Key_Delete);
        QVERIFY(waitUntil([&] { return predicted.count() == 1; }));
        QCOMPARE(history.count(), int(original.size()) - 1);
        // The original stays as a ghost.
        QCOMPARE(view->model()->rowCount(), int(original.size()));
        QVERIFY(history.isGhost(int(original.size()) - 1));
        // The same as asking without the item.
        std::vector<Recommendation> expected;
        QVERIFY(m_bench->work([&](JobContext& context) {
            const Explainer explainer = Explainer::load(context.workspace, m_both);
            WhatIfQuestion question;
            question.histories = {std::vector<Token>(original.begin(), original.end() - 1)};
            question.topK = 3;
            question.alsoSeen = original;
            expected = whatIf(explainer, question).at(0).recommendations;
        }));
        for (const Recommendation& one : expected) {
            const auto& moves = panel->result()->runs[0].moves;
            const auto found = std::find_if(moves.begin(), moves.end(),
                                            [&](const RankMove& move) { return move.after.token == one.token; });
            QVERIFY(found != moves.end());
            QCOMPARE(found->after.rank, one.rank);
        }
        QTest::keyClick(view, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(history.tokens(), original);
        QTest::keyClick(view, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(history.count(), int(original.size()) - 1);
        click(find<QToolButton>(*m_page, "whatIfReset"));
        QCOMPARE(history.tokens(), original);
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
    }

    void everyEditWorksByKeyAndIsNamed() {
        openTab(2);
        auto* panel = find<WhatIfPanel>(*m_page, "whatIf");
        EditedHistory& history = panel->history();
        const std::vector<Token> original = history.original();
        auto* view = find<TableView>(*m_page, "whatIfHistory");
        auto* insert = find<QToolButton>(*m_page, "whatIfInsert");
        QVERIFY(!insert->isEnabled());
        QCOMPARE(insert->toolTip(), tr("Choose an item by its title above first"));
        auto* item = find<ItemSearch>(*m_page, "whatIfItem");
        const Token other = original.front() == 1 ? 2 : 1;
        type(item, m_bench->session().titleOf(other));
        QTest::keyClick(item, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return item->item().has_value(); }));
        view->setFocus();
        view->selectRow(1);
        QTest::keyClick(view, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(history.tokens()[2], *item->item());
        QCOMPARE(view->model()->index(2, 1).data(BadgeRole).toString(), tr("put in"));
        QCOMPARE(view->currentIndex().row(), 2);
        QTest::keyClick(view, Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(history.tokens()[1], *item->item());
        QTest::keyClick(view, Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(history.tokens()[2], *item->item());
        view->selectRow(0);
        QTest::keyClick(view, Qt::Key_M, Qt::ControlModifier);
        QCOMPARE(history.tokens()[0], kBlankItem);
        QCOMPARE(view->model()->index(0, 1).data().toString(), tr("[MASK]"));
        view->selectRow(3);
        click(find<QToolButton>(*m_page, "whatIfReplace"));
        QCOMPARE(history.tokens()[3], *item->item());
        QVERIFY(view->model()->index(3, 1).data(BadgeRole).toString().startsWith(tr("instead of ")));
        QCOMPARE(history.count(), int(original.size()) + 2);
        view->selectRow(3);
        QTest::keyClick(view, Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(history.undoStack().count(), 6);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        QApplication::processEvents();
        pictures(QStringLiteral("explore-what-if"));
        for (int i = 0; i < 6; ++i) history.undoStack().undo();
        QCOMPARE(history.tokens(), original);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
    }

    void theSmallestChangeIsFoundAndCanBeTakenBack() {
        openTab(2);
        auto* panel = find<WhatIfPanel>(*m_page, "whatIf");
        const std::vector<Token> original = panel->history().original();
        QSignalSpy found(panel, &WhatIfPanel::changeFound);
        click(find<QToolButton>(*m_page, "whatIfSmallest"));
        QVERIFY(waitUntil([&] { return found.count() == 1; }));
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
        QApplication::processEvents();
        const QString state = find<QLabel>(*m_page, "whatIfState")->text();
        if (panel->history().isChanged()) {
            QVERIFY2(state.startsWith(tr("Without ")), qPrintable(state));
            panel->history().undoStack().undo();
        } else {
            QVERIFY2(state.startsWith(tr("Even without ")), qPrintable(state));
        }
        QCOMPARE(panel->history().tokens(), original);
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
    }

    void theHeadsAreWatchedOverManyUsers() {
        openTab(3);
        auto* panel = find<HeadsPanel>(*m_page, "characters");
        auto* empty = find<EmptyState>(*m_page, "headsEmpty");
        QVERIFY(empty->isVisible());
        pictures(QStringLiteral("explore-heads-empty"));
        QSignalSpy studied(panel, &HeadsPanel::studied);
        click(empty->button());
        QVERIFY(empty->isVisible());
        QVERIFY(empty->button()->isHidden());
        QVERIFY(waitUntil([&] { return studied.count() == 1; }));
        auto* table = find<TableView>(*m_page, "headCharacters");
        QVERIFY(table->isVisible());
        QCOMPARE(table->model()->rowCount(), 4);
        QCOMPARE(panel->study()->characters.users, 200);
        for (int row = 0; row < 4; ++row)
            for (int column = 0; column < table->model()->columnCount(); ++column)
                QVERIFY(!table->model()->index(row, column).data().toString().isEmpty());
        table->setFocus();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Down);
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(find<AttentionMap>(*m_page, "map")->layer(), 1);
        pictures(QStringLiteral("explore-heads"));
        // Another run has no study yet; the first one is kept.
        m_bench->session().chooseRun(m_causal);
        QVERIFY(waitUntil([&] { return empty->isVisible(); }));
        m_bench->session().chooseRun(m_both);
        QVERIFY(waitUntil([&] { return table->isVisible(); }));
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle(); }));
    }

    void theItemMapShowsNeighboursAndTheHistory() {
        openTab(4);
        auto* panel = find<ItemMapPanel>(*m_page, "itemsMap");
        QVERIFY(waitUntil([&] { return !panel->plot()->isEmpty() && m_bench->jobs().isIdle(); }));
        const auto points = [&] {
            int count = 0;
            for (int line = 0; line < panel->plot()->plot()->graphCount(); ++line)
                count += panel->plot()->pointCount(line);
            return count;
        };
        const int items = int(m_bench->session().catalogue()->size());
        const int read = m_page->answer()->given - m_page->answer()->explanation->firstPosition;
        QCOMPARE(points(), items + read);
        auto* search = find<ItemSearch>(*m_page, "itemMapSearch");
        QSignalSpy nearest(panel, &ItemMapPanel::neighboursShown);
        type(search, m_bench->session().titleOf(3));
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return nearest.count() == 1; }));
        auto* list = find<TableView>(*m_page, "itemNeighbours");
        QCOMPARE(list->model()->rowCount(), 20);
        const auto cosine = [&](int row) { return list->model()->index(row, 1).data().toDouble(); };
        for (int row = 1; row < 20; ++row) QVERIFY(cosine(row) <= cosine(row - 1));
        const Token first = panel->item().value();
        list->setFocus();
        list->selectRow(0);
        QTest::keyClick(list, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return nearest.count() == 2; }));
        QVERIFY(*panel->item() != first);
        auto* colours = find<QComboBox>(*m_page, "itemColours");
        pictures(QStringLiteral("explore-items"));
        colours->setFocus();
        QTest::keyClick(colours, Qt::Key_Down);
        QCOMPARE(points(), items + read + 21);
        pictures(QStringLiteral("explore-items-popularity"));
    }

    void theValidationItemCanBePredictedInstead() {
        auto* predicted = find<QComboBox>(*m_page, "predicted");
        const auto length = std::int32_t(m_page->answer()->user.length);
        predicted->setFocus();
        QTest::keyClick(predicted, Qt::Key_Down);
        QVERIFY(waitUntil([&] { return m_page->answer()->given == length - 2; }));
        QCOMPARE(m_page->answer()->explanation->heldOut->token,
                 m_page->answer()->interactions[size_t(length - 2)].token);
        QTest::keyClick(predicted, Qt::Key_Down);
        QVERIFY(waitUntil([&] { return m_page->answer()->given == length; }));
        QVERIFY(!m_page->answer()->explanation->heldOut);
    }

    void thePlantedCauseOfTheHeldOutItemHasABadge() {
        auto* history = find<HistoryList>(*m_page, "historyList")->model();
        for (int user = 0; user < 40; ++user) {
            m_bench->session().chooseUser(user);
            QVERIFY(waitUntil([&] { return m_page->answer()->user.user == user; }));
            const PlantedCause* cause = m_page->answer()->heldOutCause();
            QVERIFY(cause);
            if (cause->causes.empty()) continue;
            const QModelIndex item = history->index(cause->causes.front(), HistoryModel::Item);
            QCOMPARE(item.data(BadgeRole).toString(), tr("cause"));
            QVERIFY(item.data(Qt::ToolTipRole).toString().contains(tr("planted cause")));
            return;
        }
        QFAIL("No user of the sample has a caused test item.");
    }

    void aCausalRunShowsNoMaskAndForbidsLaterItems() {
        const auto before = m_page->answer();
        m_bench->session().chooseRun(m_causal);
        QVERIFY(waitUntil([&] { return m_page->answer() != before; }));
        QVERIFY(!m_page->answer()->bidirectional);
        auto* map = find<AttentionMap>(*m_page, "map");
        QVERIFY(map->sentence({0, 1}).contains(tr("cannot look at")));
        QVERIFY(!map->sentence({1, 0}).contains(QStringLiteral("[MASK]")));
    }

    void aLongHistoryMarksThePartTheModelReads() {
        Bench bench(Bench::Content::Empty);
        QByteArray rows;
        for (int user = 1; user <= 40; ++user)
            for (int place = 0; place < 260; ++place)
                rows += QByteArray::number(user) + '\t' +
                        QByteArray::number((user * 7 + place * (place % 5 + 1)) % 300) + "\t5\t" +
                        QByteArray::number(900000000 + place * 86400) + '\n';
        const QString path = bench.write(QStringLiteral("long.tsv"), rows);
        QVERIFY(bench.work([&](JobContext& context) {
            ImportOptions options;
            options.path = path.toStdString();
            options.columns = ColumnMapping::parse("user=1,item=2,rating=3,time=4");
            importDataset(context.workspace, options, context.progress, context.stop);
        }));
        bench.session().refreshDatasets();
        QVERIFY(waitUntil([&] { return bench.session().catalogue() != nullptr; }));
        trainTiny(bench, "bert4rec", /*maxLength=*/200);
        ExplorePage page(bench.session());
        test::show(page, {1368, 800});
        QVERIFY(waitUntil([&] { return page.answer() && page.answer()->explanation; }));
        // 259 items are given, [MASK] takes one of the 200 positions.
        QCOMPARE(page.answer()->explanation->attention.size, 200);
        QCOMPARE(page.answer()->explanation->firstPosition, 60);
        QVERIFY(find<QLabel>(page, "historyNote")->text().contains(tr("the model reads the last 199")));
        auto* history = find<HistoryList>(page, "historyList")->model();
        QVERIFY(history->index(59, HistoryModel::Attention).data().toString().isEmpty());
        QVERIFY(!history->index(60, HistoryModel::Attention).data().toString().isEmpty());
        for (ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            Theme::instance().setChoice(choice);
            QApplication::processEvents();
            picture(page, choice == ThemeChoice::Light ? QStringLiteral("explore-long-light")
                                                       : QStringLiteral("explore-long-dark"));
        }
        Theme::instance().setChoice(ThemeChoice::Light);
    }

    void aHistoryOfThousandsScrollsWithoutAPause() {
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
            answer->interactions.push_back({.token = 1 + i * 7 % 300, .time = 956'000'000 + i * 5000, .rating = 4});
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
        QCOMPARE(list.model()->firstRead(), 2077);
        QCOMPARE(list.model()->index(1, HistoryModel::Gap).data().toString(), gapText(5000));
        QCOMPARE(list.model()->index(2076, 0).data(PlaceRole).toInt() & PlaceRead, 0);
        QVERIFY(list.model()->index(2077, 0).data(PlaceRole).toInt() & PlaceRead);
        QVERIFY(list.model()->index(300, 0).data(PlaceRole).toInt() & PlaceAgain);
        auto* bar = list.view()->verticalScrollBar();
        std::vector<qint64> frames;
        for (int step = 0; step < 60; ++step) {
            QElapsedTimer timer;
            timer.start();
            bar->setValue(bar->maximum() * step / 59);
            list.setLit(step * 30);
            list.view()->viewport()->repaint();
            frames.push_back(timer.elapsed());
        }
        std::sort(frames.begin(), frames.end());
        // The median: other programs may take the processor away from single frames.
        QVERIFY2(frames[30] <= 33, qPrintable(QString::number(frames[30])));
        bar->setValue(list.view()->rowViewportPosition(2070) / 24);
        list.view()->scrollTo(list.model()->index(2070, 0), QAbstractItemView::PositionAtTop);
        picture(list, QStringLiteral("explore-history-2277"));
    }

    void looksRightInBothThemesAndSizes() {
        m_bench->session().chooseUser(12);
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == 12; }));
        QSignalSpy removal(m_page.get(), &ExplorePage::removalShown);
        QVERIFY(waitUntil([&] { return removal.count() > 0; }));
        auto* map = find<AttentionMap>(*m_page, "map");
        map->pin(99, 5);
        for (ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            Theme::instance().setChoice(choice);
            for (QSize size : {QSize(952, 600), QSize(1368, 800)}) {
                m_page->resize(size);
                QApplication::processEvents();
                QVERIFY(showsSomething(*m_page));
                picture(*m_page, QStringLiteral("explore-%1-%2")
                                     .arg(choice == ThemeChoice::Light ? "light" : "dark")
                                     .arg(size.width()));
            }
        }
        Theme::instance().setChoice(ThemeChoice::Light);
        Theme::instance().setScale(1.4);
        QApplication::processEvents();
        picture(*m_page, QStringLiteral("explore-large-type"));
        Theme::instance().setScale(1);
    }

private:
    /// The way a person opens a tab: by the keys of the tab bar.
    void openTab(int index) {
        auto* tabs = find<QTabWidget>(*m_page, "exploreTabs");
        tabs->tabBar()->setFocus();
        while (tabs->currentIndex() < index) QTest::keyClick(tabs->tabBar(), Qt::Key_Right);
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
        QApplication::processEvents();
    }
    /// Light and dark, in the smallest and in a usual size.
    void pictures(const QString& name) {
        for (ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            Theme::instance().setChoice(choice);
            for (QSize size : {QSize(952, 600), QSize(1368, 800)}) {
                m_page->resize(size);
                QTest::qWait(50);
                picture(*m_page, QStringLiteral("%1-%2-%3")
                                     .arg(name, choice == ThemeChoice::Light ? "light" : "dark")
                                     .arg(size.width()));
            }
        }
        Theme::instance().setChoice(ThemeChoice::Light);
    }

    std::unique_ptr<Bench> m_bench;
    std::unique_ptr<ExplorePage> m_page;
    RunId m_both = 0, m_causal = 0;
};

QTEST_MAIN(ExplorePageTest)
#include "explore_page_test.moc"
