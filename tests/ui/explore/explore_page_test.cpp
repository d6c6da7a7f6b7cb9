// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the recommendations on the Explore page, the reasons shown with them, and the layout of the page.
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

#include "core/explain/scores/answer_sentences.h"
#include "explore_fixture.h"
#include "ui/attention/attention_map.h"
#include "ui/explore/answer_note.h"
#include "ui/lists/history_list.h"
#include "ui/lists/history_model.h"
#include "ui/lists/recommendation_list.h"
#include "ui/lists/recommendation_model.h"
#include "ui/lists/row_delegates.h"
#include "ui/theme/theme.h"
#include "ui/widgets/column_sort.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class ExplorePageTest : public ExploreFixture {
    Q_OBJECT

    /// Shows the first user who has a recommendation whose reason names two items; many reasons are "no single item".
    /// Returns false if there is no such user.
    bool showUserWithReasons() {
        auto* list = find<TableView>(page(), "recommendations");
        for (int user = 0; user < 80; ++user) {
            if (!showUser(user) || !settled()) return false;
            for (int row = 0; row < 8; ++row) {
                const QModelIndex why = list->model()->index(row, RecommendationModel::Why);
                if (why.data(Qt::DisplayRole).toString().contains(QStringLiteral(" · "))) return true;
            }
        }
        return false;
    }

private slots:
    void theRemovalTestFollowsTheChosenRecommendation() {
        auto* list = find<TableView>(page(), "recommendations");
        auto* note = find<QLabel>(page(), "removalNote");
        QVERIFY(note->text().contains(list->model()->index(0, 1).data().toString()));
        QSignalSpy shown(&page(), &ExplorePage::removalShown);
        const QModelIndex third = list->model()->index(2, 1);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(third).center());
        QVERIFY(note->text().contains(third.data().toString()));
        QVERIFY(waitUntil([&] { return shown.count() > 0; }));
        auto* history = find<HistoryList>(page(), "historyList")->model();
        QVERIFY(!history->index(answer().given - 1, HistoryModel::Removal).data().toString().isEmpty());
        // The model does not read the held-out item, so its removal has no effect to show.
        QVERIFY(history->index(answer().given, HistoryModel::Removal).data().toString().isEmpty());
    }

    void theSmallestWindowShowsFourRecommendationsAndFiveItemsOfTheHistory() {
        // What a window of 1024 x 700 leaves beside the rail, the top bar and the job strip.
        const QSize smallest(940, 606);
        page().resize(smallest);
        QVERIFY(settled());
        QCOMPARE(page().size(), smallest);
        const auto wholeRows = [](const TableView* table, int column) {
            int rows = 0;
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                const QRect cell = table->visualRect(table->model()->index(row, column));
                rows += cell.isValid() && table->viewport()->rect().contains(QRect(5, cell.top(), 1, cell.height()));
            }
            return rows;
        };
        auto* history = find<TableView>(page(), "history");
        auto* list = find<TableView>(page(), "recommendations");
        auto* tabs = find<QTabWidget>(page(), "exploreTabs");
        for (int tab = 0; tab < tabs->count(); ++tab) {
            openTab(tab);
            savePicture(page(), QStringLiteral("explore-smallest-%1").arg(tab));
            QCOMPARE(page().size(), smallest);
            QVERIFY2(wholeRows(history, HistoryModel::Item) >= 5,
                     qPrintable(QString::number(wholeRows(history, HistoryModel::Item))));
            QVERIFY2(wholeRows(list, RecommendationModel::Item) >= 4,
                     qPrintable(QString::number(wholeRows(list, RecommendationModel::Item))));
        }
        while (tabs->currentIndex() > 0) QTest::keyClick(tabs->tabBar(), Qt::Key_Left);
        QVERIFY(settled());
        // At least a third of the page height remains for the map and its labels.
        auto* map = find<AttentionMap>(page(), "map");
        QVERIFY(map->isVisible() && map->height() >= smallest.height() / 3);
        const MapCell last{map->model().positions() - 1, map->model().positions() - 1};
        QVERIFY(map->cellRect(last).bottom() - map->cellRect({0, 0}).top() >= 110);
        // No row may be hidden while the answer note is shown, either.
        click(find<QPushButton>(page(), "whatDecides"));
        auto* note = find<AnswerNote>(page(), "answerNote");
        QVERIFY(waitUntil([&] { return note->isVisible(); }));
        QVERIFY(settled());
        QVERIFY(wholeRows(history, HistoryModel::Item) >= 5 && wholeRows(list, RecommendationModel::Item) >= 4);
        savePicture(page(), QStringLiteral("explore-smallest-answer"));
        QTest::mouseClick(find<QToolButton>(*note, "answerClose"), Qt::LeftButton);
        QVERIFY(find<QLabel>(page(), "removalNote")->isVisible());
        // A sorted history also shows position numbers, but the titles keep more than a third of the width.
        auto* header = history->horizontalHeader();
        const int removal = header->sectionViewportPosition(HistoryModel::Removal) + 20;
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(removal, header->height() / 2));
        QVERIFY(settled());
        QCOMPARE(header->sortIndicatorSection(), int(HistoryModel::Removal));
        QVERIFY2(history->columnWidth(HistoryModel::Item) * 20 >= history->viewport()->width() * 7,
                 qPrintable(QString::number(history->columnWidth(HistoryModel::Item))));
        savePicture(page(), QStringLiteral("explore-smallest-sorted"));
    }

    void wrappedReasonsHaveAThirdOfTheWidthOfTitlesAndReasons() {
        QVERIFY(showUserWithReasons());
        auto* list = find<TableView>(page(), "recommendations");
        click(find<QToolButton>(page(), "wrapTitles"));
        for (const QSize size : {QSize(1280, 860), QSize(1440, 800), QSize(1840, 1100)}) {
            page().resize(size);
            QVERIFY(settled());
            if (list->isColumnHidden(RecommendationModel::Why)) continue;
            const int why = list->columnWidth(RecommendationModel::Why),
                      titles = list->columnWidth(RecommendationModel::Item);
            QVERIFY2(why * 3 >= why + titles, qPrintable(QStringLiteral("%1 of %2").arg(why).arg(why + titles)));
            savePicture(page(), QStringLiteral("explore-wrapped-%1").arg(size.width()));
        }
        QVERIFY(!list->isColumnHidden(RecommendationModel::Why));
        click(find<QToolButton>(page(), "wrapTitles"));
    }

    void theHeldOutItemHasABadgeWhereverItRanks() {
        auto* recommendations = find<RecommendationList>(page(), "recommendationList");
        auto* list = find<TableView>(page(), "recommendations");
        bool inList = false, below = false;
        for (int user = 0; user < 40 && !(inList && below); ++user) {
            session().chooseUser(user);
            QVERIFY(waitUntil([&] { return answer().user.user == user; }));
            const HeldOut& truth = *answer().explanation->heldOut;
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

    void recommendationsNameTheMostInfluentialItemsAndThePopularityRank() {
        auto* model = find<RecommendationList>(page(), "recommendationList")->model();
        QVERIFY(settled());
        const auto answer = page().answer();
        std::vector<RemovalTest> expected;
        QVERIFY(environment().work([&](JobContext& context) {
            const InferenceSession inference = InferenceSession::load(context.workspace, m_bidirectional);
            for (const int row : {0, 7})
                expected.push_back(
                    removalTest(inference, answer->explanation->history, model->tokenAt(row), RemovalKind::Deleted));
        }));
        for (const auto& [row, test] : {std::pair(0, expected[0]), std::pair(7, expected[1])}) {
            const Strongest strongest = strongestOf(test);
            const QString why = model->index(row, RecommendationModel::Why).data().toString();
            if (!strongest.carriesRecommendation) {
                QCOMPARE(why, QStringLiteral("no single item"));
                continue;
            }
            const RemovalEffect& best = test.effects[size_t(std::max(strongest.byEffect, 0))];
            QVERIFY(why.startsWith(session().titleOf(answer->explanation->history[size_t(best.position)])));
            QVERIFY(why.count(QStringLiteral(" · ")) <= 1);
        }
        // The most popular item of the data has popularity rank 1.
        const auto& catalogue = *session().catalogue();
        for (int row = 0; row < 20; ++row) {
            const auto interactions = catalogue[size_t(model->tokenAt(row) - kFirstItemToken)].interactions;
            const auto above = std::count_if(catalogue.begin(), catalogue.end(), [interactions](const ItemInfo& item) {
                return item.interactions > interactions;
            });
            QCOMPARE(model->index(row, RecommendationModel::Popularity).data().toString(), wholeNumber(above + 1));
        }
    }

    void recommendationsAreSortedByAHeaderAndClicksChooseTheRightItem() {
        QVERIFY(settled());
        auto* recommendations = find<RecommendationList>(page(), "recommendationList");
        auto* list = find<TableView>(page(), "recommendations");
        page().resize(1900, 860);
        QApplication::processEvents();
        QVERIFY(!list->isColumnHidden(RecommendationModel::Popularity));
        clickColumnHeader(list, RecommendationModel::Popularity);
        const auto popular = [&](int row) {
            return list->model()->index(row, RecommendationModel::Popularity).data(SortRole).toLongLong();
        };
        for (int row = 1; row < list->model()->rowCount(); ++row) QVERIFY(popular(row - 1) <= popular(row));
        const QModelIndex third = list->model()->index(2, RecommendationModel::Item);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(third).center());
        QCOMPARE(session().titleOf(recommendations->selectedToken()), third.data().toString());
        QVERIFY(find<QLabel>(page(), "removalNote")->text().contains(third.data().toString()));
        clickColumnHeader(list, RecommendationModel::Popularity);
        clickColumnHeader(list, RecommendationModel::Popularity);
        QCOMPARE(recommendations->sorting().column(), -1);
        QCOMPARE(list->model()->index(0, RecommendationModel::Rank).data().toString(), QStringLiteral("1"));
    }

    void wrappedTitlesAreNotCut() {
        QVERIFY(settled());
        auto* history = find<TableView>(page(), "history");
        auto* wrap = find<QToolButton>(page(), "wrapTitles");
        page().resize(952, 600);
        QApplication::processEvents();
        click(wrap);
        const QFontMetrics metrics(Theme::instance().body());
        const int gaps = 2 * Theme::instance().px(space::kPadding);
        int wrapped = 0;
        for (int row = 0; row < history->model()->rowCount(); ++row) {
            const QString title = history->model()->index(row, HistoryModel::Item).data().toString();
            const QRect available(0, 0, history->columnWidth(HistoryModel::Item) - gaps, 10'000);
            const int needed = metrics.boundingRect(available, Qt::TextWordWrap, title).height();
            QVERIFY2(history->rowHeight(row) >= needed, qPrintable(title));
            wrapped += needed > metrics.height();
        }
        QVERIFY(wrapped > 0);
        savePicture(page(), QStringLiteral("explore-wrapped"));
        click(wrap);
        QCOMPARE(history->rowHeight(0), history->verticalHeader()->defaultSectionSize());
    }

    void theSmallestChangeThatRemovesARecommendationIsShownInFull() {
        QVERIFY(settled());
        auto* note = find<AnswerNote>(page(), "answerNote");
        auto* list = find<TableView>(page(), "recommendations");
        auto* history = find<HistoryList>(page(), "historyList");
        QVERIFY(!note->isVisible());
        // Finds the lowest recommendation that a change of the history can push out: out of the list for ranks 11 and
        // below, out of the first ten for rank 10.
        SmallestChange expected;
        int row = int(answer().explanation->recommendations.size());
        std::int32_t topK = 0;
        QVERIFY(environment().work([&](JobContext& context) {
            const InferenceSession inference = InferenceSession::load(context.workspace, m_bidirectional);
            while (!expected.found && --row >= 9) {
                topK = row < 10 ? 10 : std::int32_t(answer().explanation->recommendations.size());
                expected =
                    smallestChange(inference, answer().givenTokens(),
                                   answer().explanation->recommendations[size_t(row)].token, {.topK = topK}, {}, {});
            }
        }));
        row = std::max(row, 9);
        const QModelIndex recommendation = list->model()->index(row, RecommendationModel::Item);
        list->scrollTo(recommendation);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(recommendation).center());
        QVERIFY(settled());
        click(find<QPushButton>(page(), "whatDecides"));
        QVERIFY(settled());
        QVERIFY(note->isVisible());
        const auto titleOf = [this](Token token) { return session().titleOf(token).toStdString(); };
        QCOMPARE(note->text(),
                 QString::fromStdString(smallestChangeSentence(expected, answer().givenTokens(), topK, titleOf)));
        QVERIFY(note->text().contains(recommendation.data().toString()));
        QCOMPARE(find<QLabel>(page(), "whatIfAnswer")->text(), note->text());
        QCOMPARE(history->model()->deciding(), expected.found ? expected.positions : std::vector<int>());
        // The label is high enough for its text.
        const auto* text = find<QLabel>(*note, "answerText");
        savePicture(page(), QStringLiteral("explore-decides"));
        const auto isWhole = [&] { return text->height() >= text->heightForWidth(text->width()); };
        QVERIFY2(waitUntil(isWhole),
                 qPrintable(QStringLiteral("%1 of %2").arg(text->height()).arg(text->heightForWidth(text->width()))));
        // Choosing another recommendation hides the answer, which was about the previous one.
        const QModelIndex other = list->model()->index(row > 0 ? row - 1 : 1, RecommendationModel::Item);
        list->scrollTo(other);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(other).center());
        QVERIFY(!note->isVisible());
        QVERIFY(history->model()->deciding().empty());
        QVERIFY(settled());
    }

    void theValidationItemCanBePredictedInstead() {
        auto* predicted = find<QComboBox>(page(), "predicted");
        const auto length = std::int32_t(answer().user.length);
        predicted->setFocus();
        QTest::keyClick(predicted, Qt::Key_Down);
        QVERIFY(waitUntil([&] { return answer().given == length - 2; }));
        QCOMPARE(answer().explanation->heldOut->token, answer().interactions[size_t(length - 2)].token);
        QTest::keyClick(predicted, Qt::Key_Down);
        QVERIFY(waitUntil([&] { return answer().given == length; }));
        QVERIFY(!answer().explanation->heldOut);
    }

    void inANarrowWindowTitlesAndReasonsAreReadable() {
        QVERIFY(showUserWithReasons());
        auto* list = find<TableView>(page(), "recommendations");
        auto* history = find<TableView>(page(), "history");
        page().resize(1500, 860);
        QApplication::processEvents();
        QVERIFY(!list->isColumnHidden(RecommendationModel::Why));
        const int oneLine = list->rowHeight(0);
        // At the minimum height, titles have one line so that more rows fit; the tooltips contain what is cut.
        page().resize(952, 600);
        QApplication::processEvents();
        QVERIFY(list->rowHeight(0) < oneLine && history->rowHeight(0) < oneLine);
        const QString tip = list->model()->index(0, RecommendationModel::Item).data(Qt::ToolTipRole).toString();
        const QString why = list->model()->index(0, RecommendationModel::Why).data(Qt::ToolTipRole).toString();
        QVERIFY(!why.isEmpty() && tip.endsWith(why));
        page().resize(952, 860);
        QApplication::processEvents();
        QVERIFY(list->isColumnHidden(RecommendationModel::Why));
        QVERIFY(list->rowHeight(0) > oneLine * 3 / 2);
        QVERIFY(history->rowHeight(0) > oneLine * 3 / 2);
        // A usual title fits on one line in the list and on two in the history.
        const int titleWidth =
            QFontMetrics(Theme::instance().body()).horizontalAdvance("The Long Return to Casablanca (1957)");
        const int gaps = 2 * Theme::instance().px(space::kPadding);
        QVERIFY(list->columnWidth(RecommendationModel::Item) - gaps >= titleWidth);
        QVERIFY(2 * (history->columnWidth(HistoryModel::Item) - gaps) >= titleWidth);
        int reasons = 0;
        for (int row = 0; row < 8; ++row) {
            const QModelIndex item = list->model()->index(row, RecommendationModel::Item);
            const QString why = item.data(SecondLineRole).toString();
            QVERIFY2(why.startsWith(tr("why: ")), qPrintable(why));
            reasons += why.endsWith(QStringLiteral(" + 1 more"));
            // The tooltip begins with the whole title.
            QVERIFY(item.data(Qt::ToolTipRole).toString().startsWith(item.data().toString()));
        }
        QVERIFY(reasons > 0);
    }

    void thePageIsPaintedInBothThemesAndSizes() {
        session().chooseUser(12);
        QVERIFY(waitUntil([this] { return answer().user.user == 12; }));
        QSignalSpy removal(&page(), &ExplorePage::removalShown);
        QVERIFY(waitUntil([&] { return removal.count() > 0; }));
        auto* map = find<AttentionMap>(page(), "map");
        map->selection().pin(99, 5);  // pins the last row: the row is limited to those of the map
        for (ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            Theme::instance().setChoice(choice);
            for (QSize size : {QSize(952, 600), QSize(1368, 800)}) {
                page().resize(size);
                QApplication::processEvents();
                QVERIFY(showsSomething(page()));
                savePicture(page(), QStringLiteral("explore-%1-%2")
                                        .arg(choice == ThemeChoice::Light ? "light" : "dark")
                                        .arg(size.width()));
            }
        }
        Theme::instance().setChoice(ThemeChoice::Light);
        Theme::instance().setScale(1.4);
        QApplication::processEvents();
        savePicture(page(), QStringLiteral("explore-large-type"));
        Theme::instance().setScale(1);
    }
};

QTEST_MAIN(ExplorePageTest)
#include "explore_page_test.moc"
