// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how the user of the program finds a user of the dataset: by the list, its order, its filters and favourites.
// Also tests what the page shows if there is no dataset or no run.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include "core/store/dataset_store.h"
#include "explore_fixture.h"
#include "ui/explore/tabs/item_search.h"
#include "ui/explore/user_finder.h"
#include "ui/explore/user_list_model.h"
#include "ui/lists/row_delegates.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class ExploreUsersTest : public ExploreFixture {
    Q_OBJECT

private slots:
    void thePageAsksForAnImportIfThereIsNoDataset() {
        TestEnvironment empty(TestEnvironment::Content::Empty);
        ExplorePage page(empty.session());
        test::show(page, {1024, 700});
        QSignalSpy requested(&empty.session(), &Session::pageRequested);
        click(find<EmptyState>(page, "noData")->button());
        QCOMPARE(requested.count(), 1);
        QCOMPARE(requested[0][0].value<PageId>(), PageId::Data);
        savePicture(page, QStringLiteral("explore-no-dataset"));
    }

    void thePageAsksForATrainingIfThereIsNoRun() {
        TestEnvironment environment;
        ExplorePage page(environment.session());
        test::show(page, {1024, 700});
        QVERIFY(waitUntil([&] { return page.answer() != nullptr; }));
        QVERIFY(!page.answer()->explanation);
        auto* state = find<EmptyState>(page, "noAnswer");
        QVERIFY(state->isVisible());
        QVERIFY(find<TableView>(page, "history")->model()->rowCount() > 0);
        savePicture(page, QStringLiteral("explore-no-run"));
        QSignalSpy requested(&environment.session(), &Session::pageRequested);
        click(state->button());
        QCOMPARE(requested[0][0].value<PageId>(), PageId::Train);
    }

    void aClickOnAUserShowsThatUser() {
        auto* users = find<TableView>(page(), "users");
        const QModelIndex fifth = users->model()->index(4, 0);
        users->scrollTo(fifth);
        QTest::mouseClick(users->viewport(), Qt::LeftButton, {}, users->visualRect(fifth).center());
        QVERIFY(waitUntil([this] { return answer().user.user == 4; }));
        QVERIFY(find<QLabel>(page(), "exploreSubtitle")->text().contains(fifth.data().toString()));
        const auto& answer = this->answer();
        // The history includes the held-out item, so it has one row per interaction.
        QCOMPARE(find<TableView>(page(), "history")->model()->rowCount(), int(answer.user.length));
        QCOMPARE(answer.given, std::int32_t(answer.user.length) - 1);
        QCOMPARE(answer.explanation->heldOut->token, answer.interactions.back().token);
    }

    void aLateAnswerIsDroppedWhenAnotherUserIsClicked() {
        QSignalSpy shown(&page(), &ExplorePage::answerShown);
        auto* users = find<TableView>(page(), "users");
        for (int row : {6, 7, 8}) {
            const QModelIndex index = users->model()->index(row, 0);
            QTest::mouseClick(users->viewport(), Qt::LeftButton, {}, users->visualRect(index).center());
        }
        QVERIFY(settled());
        QCOMPARE(answer().user.user, 8);
        QCOMPARE(shown.count(), 1);
    }

    void keysWalkThroughTheUsers() {
        page().setFocus();
        QTest::keyClick(&page(), Qt::Key_Down, Qt::AltModifier);
        QVERIFY(waitUntil([this] { return answer().user.user == 1; }));
        QTest::keyClick(&page(), Qt::Key_Up, Qt::AltModifier);
        QVERIFY(waitUntil([this] { return answer().user.user == 0; }));
    }

    void aSearchShowsMatchingUsersAndReturnChoosesTheFirst() {
        auto* search = find<QLineEdit>(page(), "userSearch");
        auto* users = find<TableView>(page(), "users");
        type(search, QStringLiteral("77"));
        QVERIFY(waitUntil([&] { return users->model()->rowCount() > 0 && users->model()->rowCount() < 200; }));
        for (int row = 0; row < users->model()->rowCount(); ++row)
            QVERIFY(users->model()->index(row, 0).data().toString().contains(QStringLiteral("77")));
        const QString first = users->model()->index(0, 0).data().toString();
        QTest::keyClick(search, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return QString::fromStdString(answer().user.id) == first; }));
    }

    void anotherPageCanRequestAUserFarDownTheList() {
        session().chooseUser(1900);
        QVERIFY(waitUntil([this] { return answer().user.user == 1900; }));
        auto* users = find<TableView>(page(), "users");
        QVERIFY(waitUntil([&] { return users->currentIndex().row() == 1900; }));
    }

    void theRandomButtonShowsAnotherUser() {
        click(find<QPushButton>(page(), "randomUser"));
        QVERIFY(waitUntil([this] { return answer().user.user != 0; }));
    }

    void theListShowsTheRankOfTheHeldOutItemAndSortsByIt() {
        auto* users = find<TableView>(page(), "users");
        auto* order = find<QComboBox>(page(), "userOrder");
        QVERIFY(
            waitUntil([&] { return !users->isColumnHidden(UserListModel::Rank) && environment().jobs().isIdle(); }));
        const auto rank = [&](int row) {
            return users->model()->index(row, UserListModel::Rank).data().toString().remove(',').toInt();
        };
        // The list and the recommendations state the same rank for the shown user.
        QCOMPARE(rank(0), answer().explanation->heldOut->rank);
        // Entry 4 of the box is "Best rank first", entry 5 "Worst rank first".
        for (const auto& [entry, factor] : {std::pair(4, 1), std::pair(5, -1)}) {
            order->setFocus();
            QTest::keyClick(order, Qt::Key_Home);
            for (int i = 0; i < entry; ++i) QTest::keyClick(order, Qt::Key_Down);
            QVERIFY(settled());
            QVERIFY(users->model()->rowCount() > 1000);
            for (int row = 1; row < 150; ++row) QVERIFY(factor * rank(row) >= factor * rank(row - 1));
        }
    }

    void sortingScrollsToTheTopAndKeepsTheChosenUserSelected() {
        auto* users = find<TableView>(page(), "users");
        auto* order = find<QComboBox>(page(), "userOrder");
        QVERIFY(settled());
        // A user who is far down the list in all orders.
        session().chooseUser(1900);
        QVERIFY(waitUntil([&] { return users->currentIndex().row() == 1900; }));
        const QString chosen = users->currentIndex().data().toString();
        QVERIFY(users->verticalScrollBar()->value() > 0);
        order->setFocus();
        QTest::keyClick(order, Qt::Key_Down);
        QTest::keyClick(order, Qt::Key_Down);
        QVERIFY(settled());
        QCOMPARE(users->verticalScrollBar()->value(), 0);
        QVERIFY(waitUntil([&] { return users->currentIndex().isValid(); }));
        QCOMPARE(users->currentIndex().siblingAtColumn(UserListModel::User).data().toString(), chosen);
        QVERIFY(users->selectionModel()->isRowSelected(users->currentIndex().row()));
        QCOMPARE(users->verticalScrollBar()->value(), 0);
        QCOMPARE(answer().user.user, 1900);
    }

    void clickingAHeaderSortsAndTheThirdClickRestoresTheOrderOfTheDataset() {
        auto* users = find<TableView>(page(), "users");
        auto* order = find<QComboBox>(page(), "userOrder");
        QVERIFY(settled());
        const auto clickHeader = [&](int column) {
            auto* header = users->horizontalHeader();
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(column) + 12, header->height() / 2));
            return settled();
        };
        const auto length = [&](int row) {
            return users->model()->index(row, UserListModel::Items).data().toString().remove(',').toInt();
        };
        QVERIFY(clickHeader(UserListModel::Items));
        QCOMPARE(order->currentText(), tr("Longest history first"));
        QVERIFY(users->horizontalHeader()->isSortIndicatorShown());
        QCOMPARE(users->horizontalHeader()->sortIndicatorSection(), int(UserListModel::Items));
        for (int row = 1; row < 100; ++row) QVERIFY(length(row - 1) >= length(row));
        QVERIFY(clickHeader(UserListModel::Items));
        QCOMPARE(order->currentText(), tr("Shortest history first"));
        QVERIFY(clickHeader(UserListModel::Items));
        QCOMPARE(order->currentIndex(), 0);
        QVERIFY(!users->horizontalHeader()->isSortIndicatorShown());
    }

    void filtersNarrowTheListAndShowAllWidensItAgain() {
        auto* users = find<TableView>(page(), "users");
        auto* count = find<QLabel>(page(), "userCount");
        auto* served = find<QComboBox>(page(), "userServed");
        QVERIFY(waitUntil([&] { return served->isEnabled() && environment().jobs().isIdle(); }));
        const int all = users->model()->rowCount();
        QVERIFY(!find<QWidget>(page(), "userFilters")->isVisible());
        click(find<QToolButton>(page(), "userFilter"));
        QVERIFY(find<QWidget>(page(), "userFilters")->isVisible());
        const auto settled = [&] {
            QApplication::processEvents();
            return waitUntil([&] { return environment().jobs().isIdle(); });
        };
        // A hit is a rank of ten or better, and a miss any other, so hits and misses together are all users.
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
        auto* worst = find<QSpinBox>(page(), "userMaxRank");
        QVERIFY(worst->isVisible());
        type(worst, QStringLiteral("3"));
        QTest::keyClick(worst, Qt::Key_Return);
        QVERIFY(settled());
        QVERIFY(users->model()->rowCount() <= hits);
        auto* longest = find<QSpinBox>(page(), "userMaxLength");
        type(longest, QStringLiteral("20"));
        QTest::keyClick(longest, Qt::Key_Return);
        QVERIFY(settled());
        for (int row = 0; row < std::min(users->model()->rowCount(), 150); ++row)
            QVERIFY(users->model()->index(row, UserListModel::Items).data().toInt() <= 20);
        for (QSize size : {QSize(952, 600), QSize(1368, 800)}) {
            page().resize(size);
            QApplication::processEvents();
            savePicture(page(), QStringLiteral("explore-filters-%1").arg(size.width()));
        }
        click(find<QToolButton>(page(), "userFiltersReset"));
        QVERIFY(settled());
        QCOMPARE(users->model()->rowCount(), all);
        QCOMPARE(count->text(), tr("%1 users").arg(wholeNumber(all)));
    }

    void usersWhoHaveAnItemAreFoundByItsTitle() {
        click(find<QToolButton>(page(), "userFilter"));
        auto* search = find<ItemSearch>(page(), "userHasItem");
        const Token token = answer().interactions.front().token;
        const QString title = session().titleOf(token);
        type(search, title);
        auto* popup = search->findChild<QCompleter*>()->popup();
        QVERIFY(waitUntil([&] { return popup->isVisible(); }));
        QCOMPARE(popup->model()->index(0, 0).data().toString(), title);
        QTest::keyClick(popup, Qt::Key_Down);
        QTest::keyClick(popup, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return search->item() && environment().jobs().isIdle(); }));
        QCOMPARE(*search->item(), token);
        auto* users = find<TableView>(page(), "users");
        const std::int64_t holders = users->model()->rowCount();
        QVERIFY(holders > 0 && holders < session().dataset()->users);
        std::int64_t expected = 0;
        QVERIFY(environment().work([&](JobContext& context) {
            const Histories histories = DatasetStore(context.workspace).histories(session().dataset()->id);
            for (std::int32_t user = 0; user < histories.userCount(); ++user) {
                const auto items = histories.of(user);
                expected += std::find(items.begin(), items.end(), token) != items.end();
            }
        }));
        QCOMPARE(holders, expected);
        search->clear();
        QVERIFY(waitUntil([&] { return users->model()->rowCount() > holders; }));
    }

    void favouritesAreMarkedListedAndSaved() {
        auto* users = find<TableView>(page(), "users");
        auto* star = find<QPushButton>(page(), "favouriteUser");
        auto* only = find<QCheckBox>(page(), "userFavourites");
        QVERIFY(waitUntil([&] { return star->isEnabled(); }));
        QVERIFY(!only->isEnabled());
        QVERIFY(!only->toolTip().isEmpty());
        click(star);
        page().setFocus();
        QTest::keyClick(&page(), Qt::Key_Down, Qt::AltModifier);
        QVERIFY(waitUntil([this] { return answer().user.user == 1; }));
        QTest::keyClick(&page(), Qt::Key_D, Qt::ControlModifier);
        QVERIFY(star->isChecked());
        QCOMPARE(users->model()->index(1, 0).data(BadgeRole).toString(), QStringLiteral("★"));
        click(find<QToolButton>(page(), "userFilter"));
        only->setFocus();
        QTest::keyClick(only, Qt::Key_Space);
        QVERIFY(waitUntil([&] { return users->model()->rowCount() == 2; }));
        QVERIFY(settled());
        // A new page reads the favourites from the workspace.
        ExplorePage again(session());
        test::show(again, {1280, 860});
        QVERIFY(waitUntil([&] { return find<QCheckBox>(again, "userFavourites")->isEnabled(); }));
        QVERIFY(waitUntil([&] { return find<QPushButton>(again, "favouriteUser")->isChecked(); }));
        QVERIFY(settled());
        click(find<QPushButton>(again, "favouriteUser"));
        QVERIFY(settled());
    }

    void withoutARunTheRankFilterIsDisabledWithAReason() {
        TestEnvironment environment;
        ExplorePage page(environment.session());
        test::show(page, {1024, 700});
        QVERIFY(waitUntil([&] { return page.answer() != nullptr && environment.jobs().isIdle(); }));
        auto* served = find<QComboBox>(page, "userServed");
        QVERIFY(!served->isEnabled());
        QCOMPARE(served->toolTip(), tr("Needs a trained run: choose one above"));
        QVERIFY(find<TableView>(page, "users")->isColumnHidden(UserListModel::Rank));
    }
};

QTEST_MAIN(ExploreUsersTest)
#include "explore_users_test.moc"
