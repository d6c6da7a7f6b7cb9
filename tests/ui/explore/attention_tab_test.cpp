// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the Attention tab: its map of one head (AttentionMap), the small maps of all heads (HeadGrid), and the
// difference from an average or from another run.
#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include "core/explain/scores/user_study.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "explore_fixture.h"
#include "ui/attention/attention_export.h"
#include "ui/attention/attention_lines.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/head_grid.h"
#include "ui/attention/map_controls.h"
#include "ui/lists/history_list.h"
#include "ui/lists/history_model.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class AttentionTabTest : public ExploreFixture {
    Q_OBJECT

private slots:
    void choosingAHeadNeedsNoNewAnswer() {
        const auto before = page().answer();
        QSignalSpy shown(&page(), &ExplorePage::answerShown);
        auto* heads = find<HeadGrid>(page(), "heads");
        auto* map = find<AttentionMap>(page(), "map");
        auto* history = find<HistoryList>(page(), "historyList")->model();
        const QModelIndex last = history->index(before->given - 1, HistoryModel::Attention);
        QTest::mouseClick(heads, Qt::LeftButton, {}, heads->mapRect(1, 1).center().toPoint());
        QCOMPARE(map->model().choice().head.layer, 1);
        QCOMPARE(map->model().choice().head.head, 1);
        const int size = before->explanation->attention.size;
        const auto shownWeight = [&] {
            return QString::number(
                double(before->explanation->attention.at(map->model().choice().head.layer,
                                                         map->model().choice().head.head, size - 1, size - 2)),
                'f', 3);
        };
        QCOMPARE(last.data().toString(), shownWeight());
        QTest::keyClick(heads, Qt::Key_Left);
        QCOMPARE(map->model().choice().head.head, 0);
        QCOMPARE(last.data().toString(), shownWeight());
        QCOMPARE(page().answer(), before);
        QCOMPARE(shown.count(), 0);
    }

    void hoveringTheMapHighlightsTheItemAndShowsTheWeightsOfThatRow() {
        auto* map = find<AttentionMap>(page(), "map");
        auto* history = find<HistoryList>(page(), "historyList")->model();
        QTest::mouseMove(map, map->cellRect({2, 1}).center().toPoint());
        QVERIFY(waitUntil([&] { return map->selection().hoveredCell().has_value(); }));
        const auto answer = page().answer();
        const int index = answer->historyIndex(1);
        QVERIFY(history->index(index, 0).data(Qt::BackgroundRole).isValid());
        QVERIFY(!history->index(index + 1, 0).data(Qt::BackgroundRole).isValid());
        QCOMPARE(history->index(index, HistoryModel::Attention).data().toString(),
                 QString::number(double(answer->explanation->attention.at(map->model().choice().head.layer,
                                                                          map->model().choice().head.head, 2, 1)),
                                 'f', 3));
    }

    void theLinesShowTheChosenHeadAndTheHistoryShowsTheirWeights() {
        auto* lines = find<AttentionLines>(page(), "lines");
        auto* map = find<AttentionMap>(page(), "map");
        auto* history = find<HistoryList>(page(), "historyList")->model();
        QVERIFY(!lines->isVisible());
        click(find<QPushButton>(page(), "attentionAsLines"));
        QVERIFY(lines->isVisible() && !map->isVisible());
        auto* heads = find<HeadGrid>(page(), "heads");
        QTest::mouseClick(heads, Qt::LeftButton, {}, heads->mapRect(1, 1).center().toPoint());
        QVERIFY2(lines->accessibleName().contains(tr("layer 2, head 2")), qPrintable(lines->accessibleName()));
        const int last = answer().explanation->attention.size - 2;  // the newest item, above [MASK]
        const QPoint target = lines->rectOf({LineSide::Query, last}).center().toPoint();
        QTest::mouseMove(lines->viewport(), target);
        QVERIFY(waitUntil([&] { return lines->chosen().has_value(); }));
        const float weight = answer().explanation->attention.at(1, 1, last, last);
        QCOMPARE(history->index(answer().given - 1, HistoryModel::Attention).data().toString(),
                 QString::number(double(weight), 'f', 3));
        QVERIFY(history->index(answer().given - 1, 0).data(Qt::BackgroundRole).isValid());
        savePictures(QStringLiteral("explore-lines"));
        // When another user is shown, the pin is removed and the chosen view stays.
        QTest::mouseClick(lines->viewport(), Qt::LeftButton, {},
                          lines->rectOf({LineSide::Query, 1}).center().toPoint());
        QVERIFY(showUser(3));
        QVERIFY(!lines->pinned() && lines->isVisible());
        click(find<QPushButton>(page(), "attentionAsMap"));
        QVERIFY(map->isVisible());
        QVERIFY(settled());
    }

    void clickingAHistoryItemPinsItsCell() {
        auto* map = find<AttentionMap>(page(), "map");
        auto* history = find<TableView>(page(), "history");
        const auto answer = page().answer();
        const int index = answer->given - 1;
        const QModelIndex item = history->model()->index(index, HistoryModel::Item);
        history->scrollTo(item);
        QTest::mouseClick(history->viewport(), Qt::LeftButton, {}, history->visualRect(item).center());
        const MapCell expected{answer->explanation->attention.size - 1, answer->mapPosition(index)};
        QVERIFY(map->selection().pinnedCell() == expected);
        QVERIFY(map->tagText().startsWith(QStringLiteral("[MASK] looks at ")));
        QTest::keyClick(map, Qt::Key_Escape);
        QVERIFY(!map->selection().pinnedCell());
        QVERIFY(!history->currentIndex().isValid());
    }

    void pinningACellSelectsTheItemInTheHistory() {
        auto* map = find<AttentionMap>(page(), "map");
        QTest::mouseClick(map, Qt::LeftButton, {}, map->cellRect({3, 2}).center().toPoint());
        QVERIFY(map->selection().pinnedCell() == (MapCell{3, 2}));
        QCOMPARE(find<TableView>(page(), "history")->currentIndex().row(), answer().historyIndex(2));
    }

    void thePinIsRemovedForAnotherUser() {
        auto* map = find<AttentionMap>(page(), "map");
        map->selection().pin(3, 2);
        session().chooseUser(3);
        QVERIFY(waitUntil([this] { return answer().user.user == 3; }));
        QVERIFY(!map->selection().pinnedCell());
        QVERIFY(!find<TableView>(page(), "history")->currentIndex().isValid());
    }

    void aCausalRunShowsNoMaskAndForbidsLaterItems() {
        const auto before = page().answer();
        session().chooseRun(m_causal);
        QVERIFY(waitUntil([&] { return page().answer() != before; }));
        QVERIFY(!answer().isBidirectional());
        auto* map = find<AttentionMap>(page(), "map");
        QVERIFY(map->model().sentence({0, 1}).contains(tr("cannot look at")));
        QVERIFY(!map->model().sentence({1, 0}).contains(QStringLiteral("[MASK]")));
    }

    void theAverageOverUsersIsComputedOnceAndSubtracted() {
        auto* map = find<AttentionMap>(page(), "map");
        chooseView(MapView::MinusAverage);
        // While the mean is computed, the map shows a message and its button stops the computation.
        QVERIFY(!map->model().average());
        QVERIFY2(map->model().reason().contains(tr("mean over 200 users")), qPrintable(map->model().reason()));
        auto* button = find<QPushButton>(*find<MapControls>(page(), "mapControls"), "mapAverage");
        QCOMPARE(button->text(), tr("Stop"));
        QVERIFY(waitUntil([&] { return map->model().average() != nullptr; }));
        QVERIFY(button->isHidden());
        QCOMPARE(map->model().average()->users(), 200);
        AttentionProfile expected;
        QVERIFY(environment().work([&](JobContext& context) {
            const InferenceSession inference = InferenceSession::load(context.workspace, m_bidirectional);
            const Histories histories = DatasetStore(context.workspace).histories(inference.run().dataset);
            for (const std::int32_t user : studiedUsers(histories, {.users = 200}))
                expected.add(inference.explain(histories.input(user, Split::Test), 0).attention);
        }));
        const AttentionMaps& maps = answer().explanation->attention;
        const int last = maps.size - 1;
        const auto difference = [&](int row, int column) {
            return maps.at(0, 0, row, column) - float(expected.mean({0, 0}, last - row, last - column));
        };
        for (const auto& [row, column] : {std::pair(last, 0), std::pair(last, last - 1), std::pair(2, 3)})
            QVERIFY(std::abs(map->model().valueAt({row, column}) - difference(row, column)) < 1e-6f);
        // The history shows the same difference as the map, with a sign.
        const auto* history = find<HistoryList>(page(), "historyList")->model();
        const float newest = difference(last, last - 1);
        const QString shown = history->index(answer().given - 1, HistoryModel::Attention).data().toString();
        QVERIFY2(shown == QStringLiteral("0.000") ||
                     shown.startsWith(newest < 0 ? QStringLiteral("−") : QStringLiteral("+")),
                 qPrintable(shown));
        QVERIFY(map->model().sentence({last, 0}).contains(difference(last, 0) < 0 ? tr("less") : tr("more")));
        savePictures(QStringLiteral("explore-average"));
        // For another user of the same run the mean is not computed again.
        const auto known = map->model().average();
        QVERIFY(showUser(5));
        QCOMPARE(map->model().average(), known);
        QVERIFY(settled());
    }

    void aStoppedAverageIsComputedAgainOnlyOnRequest() {
        auto* map = find<AttentionMap>(page(), "map");
        // Keeps the queue busy, so that the mean cannot be ready before it is stopped.
        std::atomic<bool> go = false;
        environment().jobs().start(
            &page(), JobSpec{.title = QStringLiteral("busy"), .queue = WorkerQueue::Import},
            [&go](JobContext&) {
                while (!go) std::this_thread::sleep_for(std::chrono::milliseconds(2));
            },
            [] {});
        chooseView(MapView::MinusAverage);
        auto* button = find<QPushButton>(*find<MapControls>(page(), "mapControls"), "mapAverage");
        click(button);
        QVERIFY(waitUntil([&] { return button->text() == tr("Compute the mean"); }));
        go = true;
        QVERIFY2(map->model().reason().contains(tr("stopped")), qPrintable(map->model().reason()));
        QVERIFY(showUser(3));
        QVERIFY(settled());
        QVERIFY(!map->model().average());
        savePictures(QStringLiteral("explore-average-stopped"));
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
        QVERIFY(waitUntil([&] { return map->model().average() != nullptr; }));
        QVERIFY(settled());
    }

    void twoRunsAreComparedItemByItem() {
        auto* map = find<AttentionMap>(page(), "map");
        chooseView(MapView::MinusRun);
        auto* runs = find<QComboBox>(*find<MapControls>(page(), "mapControls"), "mapRun");
        QVERIFY(runs->isVisible());
        QCOMPARE(runs->currentData().toLongLong(), qint64(m_causal));
        QVERIFY(waitUntil([&] { return map->model().otherMaps() != nullptr; }));
        std::optional<Explanation> other;
        QVERIFY(environment().work([&](JobContext& context) {
            other = InferenceSession::load(context.workspace, m_causal).explain(answer().givenTokens(), 0);
        }));
        auto* heads = find<QComboBox>(*find<MapControls>(page(), "mapControls"), "mapOther");
        QCOMPARE(heads->count(), 4);
        heads->setFocus();
        for (int i = 0; i < 3; ++i) QTest::keyClick(heads, Qt::Key_Down);
        const AttentionMaps& maps = answer().explanation->attention;
        const int mask = maps.size - 1;
        for (int column = 0; column < mask; ++column) {
            const float expected = maps.at(0, 0, mask, column) - other->attention.at(1, 1, mask - 1, column);
            QCOMPARE(map->model().valueAt({mask, column}), expected);
        }
        QVERIFY(std::isnan(map->model().valueAt({mask, mask})));
        const QString name = QString::fromStdString(session().runById(m_causal)->name);
        QVERIFY(map->model().sentence({mask, mask}).contains(name));
        QVERIFY(map->model().sentence({mask, 0}).contains(tr("layer 2, head 2 of %1").arg(name)));
        QVERIFY(!valuesAsText(map->model(), ',').contains(QStringLiteral("nan")));
        savePictures(QStringLiteral("explore-against-run"));
        // For another user the maps of both runs are computed again; after several quick changes of the user, the page
        // shows the user chosen last.
        for (const int user : {4, 6, 7}) session().chooseUser(user);
        QVERIFY(waitUntil([&] { return answer().user.user == 7 && map->model().otherMaps() != nullptr; }));
        QCOMPARE(map->model().otherMaps()->size, answer().explanation->attention.size - 1);
        QVERIFY(settled());
    }

    void aRunOfAnotherDatasetIsRefusedWithAMessage() {
        QString message;
        QVERIFY(environment().work([&](JobContext& context) {
            ExploreAnswer foreign = answer();
            ++foreign.request.dataset;
            InferenceCache cache;
            try {
                explainWith(context.workspace, cache, LoadedRun{m_causal, 1}, foreign);
            } catch (const Error& error) {
                message = QString::fromUtf8(error.what());
            }
        }));
        QVERIFY2(message.contains(QStringLiteral("another dataset")), qPrintable(message));
    }

    void withoutASecondRunTheMapStatesTheReason() {
        TestEnvironment alone;
        trainTiny(alone, "sasrec");
        ExplorePage only(alone.session());
        test::show(only, {1024, 700});
        QVERIFY(waitUntil([&] { return only.answer() && only.answer()->explanation; }));
        auto* map = find<AttentionMap>(only, "map");
        map->model().setView(MapView::MinusRun);
        QVERIFY2(map->model().reason().contains(tr("no other trained run")), qPrintable(map->model().reason()));
        auto* runs = find<QComboBox>(*find<MapControls>(only, "mapControls"), "mapRun");
        QVERIFY(!runs->isEnabled());
        QVERIFY(!runs->toolTip().isEmpty());
        savePicture(only, QStringLiteral("explore-no-second-run"));
        QVERIFY(waitUntil([&] { return alone.jobs().isIdle(); }));
    }

    void theTrueCauseIsMarkedInAllMaps() {
        showUserWithCause();
        auto* map = find<AttentionMap>(page(), "map");
        const PlantedCause& cause = *answer().heldOutCause();
        std::vector<int> expected;
        for (const std::int32_t index : cause.causes) expected.push_back(answer().mapPosition(index));
        QCOMPARE(map->selection().causes(), expected);
        QCOMPARE(find<HeadGrid>(page(), "heads")->causes(), expected);
        // The map draws the mark of the cause: without causes the picture differs.
        const QImage marked = map->grab().toImage();
        map->selection().setCauses({});
        QVERIFY(map->grab().toImage() != marked);
        map->selection().setCauses(expected);
        savePictures(QStringLiteral("explore-cause"));
        // The cause of an item that is still to come, after the whole history, is not known.
        auto* predicted = find<QComboBox>(page(), "predicted");
        predicted->setFocus();
        QTest::keyClick(predicted, Qt::Key_End);
        QVERIFY(waitUntil([&] { return !answer().explanation->heldOut; }));
        QVERIFY(map->selection().causes().empty());
        QVERIFY(settled());
    }

private:
    void chooseView(MapView view) {
        auto* box = find<QComboBox>(*find<MapControls>(page(), "mapControls"), "mapView");
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        const int index = box->findData(int(view));
        QVERIFY(index >= 0);
        for (int i = 0; i < index; ++i) QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(box->currentIndex(), index);
    }
};

QTEST_MAIN(AttentionTabTest)
#include "attention_tab_test.moc"
