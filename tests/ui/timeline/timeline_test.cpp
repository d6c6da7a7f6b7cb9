// SPDX-License-Identifier: GPL-3.0-or-later
// Tests pinning users on the Explore page, and playing their attention timeline on the Train page.
#include <qcustomplot.h>

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QStyleOptionSlider>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <numeric>

#include "core/store/dataset_store.h"
#include "core/store/split_reader.h"
#include "core/store/timeline_store.h"
#include "tiny_runs.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/head_grid.h"
#include "ui/explore/explore_page.h"
#include "ui/frame/ui_state_store.h"
#include "ui/lists/recommendation_list.h"
#include "ui/lists/recommendation_model.h"
#include "ui/lists/row_delegates.h"
#include "ui/plot/plot_view.h"
#include "ui/runs/training_controller.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timeline_controls.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/train/config_form.h"
#include "ui/train/train_page.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/table_view.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

constexpr std::int32_t kUser = 4, kOther = 9;  // the pinned users
constexpr int kEpochs = 4;

std::vector<std::int32_t> pinnedIn(Bench& bench) {
    std::vector<std::int32_t> users;
    const DatasetId dataset = bench.session().dataset()->id;
    if (!bench.work([&](JobContext& context) { users = TimelineStore(context.workspace).pinned(dataset); }))
        qFatal("The pinned users were not read.");
    return users;
}

void pinIn(Bench& bench, const std::vector<std::int32_t>& users) {
    const DatasetId dataset = bench.session().dataset()->id;
    if (!bench.work([&](JobContext& context) {
            for (const std::int32_t user : users) TimelineStore(context.workspace).pin(dataset, user);
        }))
        qFatal("The users were not pinned.");
}

EpochSnapshot storedFrame(Bench& bench, RunId run, std::int32_t user, std::int64_t epoch) {
    std::optional<EpochSnapshot> frame;
    if (!bench.work(
            [&](JobContext& context) { frame = TimelineStore(context.workspace).snapshot(run, user, epoch); }) ||
        !frame)
        qFatal("There is no such frame.");
    return *frame;
}

/// Where the vertical line of a plot is on the x axis; empty if the plot has no such line.
std::optional<double> cursorOf(PlotView& plot) {
    for (int i = 0; i < plot.plot()->itemCount(); ++i) {
        const auto* line = qobject_cast<QCPItemLine*>(plot.plot()->item(i));
        if (line && line->start->typeX() == QCPItemPosition::ptPlotCoords &&
            line->start->typeY() == QCPItemPosition::ptAxisRectRatio)
            return line->start->coords().x();
    }
    return {};
}

/// A Train page that shows its timeline tab.
struct Stage {
    Bench& bench;
    TrainPage page{bench.session()};

    explicit Stage(Bench& sharedBench, QSize size = {1440, 840}) : bench(sharedBench) {
        test::show(page, size);
        openTimeline();
    }
    QTabWidget* tabs() { return find<QTabWidget>(page, "trainTabs"); }
    void openTimeline() {
        QTabBar* bar = tabs()->tabBar();
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(1).center());
        QCOMPARE(tabs()->currentIndex(), 1);
    }
    TimelinePanel* timeline() { return find<TimelinePanel>(page, "trainFilm"); }
    QSlider* slider() { return find<QSlider>(page, "timelineSlider"); }
    AttentionMap* map() { return find<AttentionMap>(page, "timelineMap"); }
    RecommendationList* list() { return find<RecommendationList>(page, "timelineList"); }
    EmptyState* state() { return find<EmptyState>(page, "timelineState"); }
    bool waitForEpoch(std::int64_t epoch) {
        return waitUntil([&] { return timeline()->shownFrame() && timeline()->shownFrame()->epoch == epoch; });
    }
    /// Goes to the last epoch. (The timeline of a run that has ended opens at the epoch whose weights were kept.)
    bool goToLastEpoch() {
        if (!waitUntil([&] { return timeline()->shownFrame() != nullptr; })) return false;
        slider()->setFocus();
        QTest::keyClick(slider(), Qt::Key_End);
        return waitForEpoch(kEpochs);
    }
    QString text(const char* label) { return find<QLabel>(page, label)->text(); }
};

}  // namespace

class TimelineTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        Theme::instance().setChoice(ThemeChoice::Light);
        m_bench = std::make_unique<Bench>();
        pinIn(*m_bench, {kUser, kOther});
        m_causal = trainTiny(*m_bench, "sasrec", 32, 2);
        m_run = trainTiny(*m_bench, "bert4rec", 32, kEpochs);
    }
    void init() { m_bench->session().chooseRun(m_run); }
    void cleanup() {
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
    }
    void cleanupTestCase() { m_bench.reset(); }

    void aUserIsPinnedByButtonKeyAndMenu() {
        Bench bench;
        ExplorePage page(bench.session());
        test::show(page, {1024, 700});
        QVERIFY(waitUntil([&] { return page.answer() != nullptr && bench.jobs().isIdle(); }));
        auto* pin = find<QPushButton>(page, "pinUser");
        QVERIFY(pin->isEnabled() && !pin->isChecked());
        QVERIFY(pin->toolTip().contains("each epoch"));
        click(pin);
        QVERIFY(waitUntil([&] { return bench.jobs().isIdle(); }));
        QCOMPARE(pinnedIn(bench), std::vector<std::int32_t>{page.answer()->user.user});
        QVERIFY(pin->isChecked());
        QVERIFY(pin->accessibleName().startsWith("Unpin"));
        // The list of users shows a mark for the pinned user, and the mark has a text for screen readers.
        auto* users = find<TableView>(page, "users");
        const QModelIndex row = users->currentIndex().siblingAtColumn(0);
        QVERIFY(!row.data(BadgeRole).toString().isEmpty());
        QVERIFY(row.data(Qt::AccessibleTextRole).toString().contains("pinned"));
        picture(page, QStringLiteral("timeline-pinned"));

        users->setFocus();
        QTest::keyClick(users, Qt::Key_P, Qt::ControlModifier);
        QVERIFY(waitUntil([&] { return bench.jobs().isIdle(); }));
        QVERIFY(pinnedIn(bench).empty());
        QVERIFY(!pin->isChecked());

        const QStringList menu = rightClickThroughWindow(users->viewport(), users->visualRect(row).center(),
                                                         QStringLiteral("Pin this user for the training timeline"));
        QVERIFY2(menu.join('|').contains("timeline"), qPrintable(menu.join('|')));
        QVERIFY(waitUntil([&] { return bench.jobs().isIdle(); }));
        QCOMPARE(pinnedIn(bench).size(), 1u);
    }

    void oneUserTooManyIsRefusedWithAMessage() {
        Bench bench;
        std::vector<std::int32_t> others;
        for (std::size_t i = 0; i < TimelineStore::kMaxPinned; ++i) others.push_back(std::int32_t(10 + i));
        pinIn(bench, others);
        ExplorePage page(bench.session());
        test::show(page, {1024, 700});
        QVERIFY(waitUntil([&] { return page.answer() != nullptr && bench.jobs().isIdle(); }));
        QSignalSpy notified(&bench.session(), &Session::notified);
        auto* pin = find<QPushButton>(page, "pinUser");
        click(pin);
        QVERIFY(waitUntil([&] { return notified.count() == 1; }));
        QVERIFY2(notified[0][0].toString().contains(QString::number(TimelineStore::kMaxPinned)),
                 qPrintable(notified[0][0].toString()));
        QVERIFY(!notified[0][1].toString().isEmpty());
        QVERIFY(!pin->isChecked());
        QCOMPARE(pinnedIn(bench), others);
    }

    void theSliderMovesMapsListAndLinesTogether() {
        Stage stage(*m_bench);
        QVERIFY(stage.goToLastEpoch());
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
        const std::int64_t steps = storedFrame(*m_bench, m_run, kUser, kEpochs).step;
        QVERIFY(steps > 0);
        stage.slider()->setFocus();
        QTest::keyClick(stage.slider(), Qt::Key_Home);
        std::vector<std::vector<float>> maps;
        for (int epoch = 1; epoch <= kEpochs; ++epoch) {
            if (epoch > 1) QTest::keyClick(stage.slider(), Qt::Key_Right);
            QVERIFY(stage.waitForEpoch(epoch));
            const EpochSnapshot stored = storedFrame(*m_bench, m_run, kUser, epoch);
            const int size = int(stored.positions.size());
            std::vector<float> shown;
            for (int row = 0; row < size; ++row)
                for (int column = 0; column < size; ++column) shown.push_back(stage.map()->valueAt({row, column}));
            QCOMPARE(shown, std::vector<float>(stored.weights.begin(), stored.weights.begin() + size * size));
            maps.push_back(shown);
            const RecommendationModel* list = stage.list()->model();
            for (int row = 0; row < int(stored.top.size()); ++row)
                QCOMPARE(list->tokenAt(row), stored.top[std::size_t(row)].token);
            QVERIFY(stage.text("timelineListTitle").contains(QString::number(epoch)));
            QVERIFY(stage.text("timelineEpoch").startsWith(QStringLiteral("epoch %1 of %2").arg(epoch).arg(kEpochs)));
            QCOMPARE(cursorOf(*find<PlotView>(stage.page, "ndcgPlot")), std::optional<double>(epoch));
            QCOMPARE(cursorOf(*find<PlotView>(stage.page, "lossPlot")),
                     std::optional<double>(double(steps) * epoch / kEpochs));
        }
        QVERIFY(maps.front() != maps.back());
        picture(stage.page, QStringLiteral("timeline"));
        // The vertical lines belong to the timeline and disappear with it.
        stage.tabs()->setCurrentIndex(0);
        QVERIFY(!cursorOf(*find<PlotView>(stage.page, "ndcgPlot")));
        QVERIFY(find<PlotView>(stage.page, "hrPlot")->isVisible());
        stage.openTimeline();
        QVERIFY(waitUntil([&] { return cursorOf(*find<PlotView>(stage.page, "ndcgPlot")).has_value(); }));
    }

    void theHeldOutItemIsMarkedWhereverItRanks() {
        Stage stage(*m_bench);
        QVERIFY(stage.goToLastEpoch());
        const EpochSnapshot stored = storedFrame(*m_bench, m_run, kUser, kEpochs);
        QVERIFY(stored.heldOut);
        const RecommendationModel* list = stage.list()->model();
        const int row = list->rowOf(stored.heldOut->token);
        QVERIFY(row >= 0);
        QVERIFY(!list->index(row, RecommendationModel::Item).data(BadgeRole).toString().isEmpty());
        QCOMPARE(list->index(row, RecommendationModel::Rank).data().toString(), QString::number(stored.heldOut->rank));
        QCOMPARE(list->rowCount(), int(stored.top.size()) + (stored.heldOut->rank > int(stored.top.size()) ? 1 : 0));
        QVERIFY(find<QLabel>(stage.page, "timelineNote")->text().contains(QString::number(stored.heldOut->rank)));
    }

    void theKeptEpochIsMarkedAndTheNoteNamesTheShownOne() {
        Stage stage(*m_bench);
        QVERIFY(stage.goToLastEpoch());
        const std::int64_t kept = m_bench->session().run()->bestEpoch;
        auto* slider = find<EpochSlider>(stage.page, "timelineSlider");
        stage.slider()->setFocus();
        QTest::keyClick(stage.slider(), Qt::Key_Home);
        for (int epoch = 1; epoch <= kEpochs; ++epoch) {
            if (epoch > 1) QTest::keyClick(stage.slider(), Qt::Key_Right);
            QVERIFY(stage.waitForEpoch(epoch));
            QVERIFY2(stage.text("timelineEpoch")
                         .endsWith(epoch == kept ? QStringLiteral(" · kept") : QStringLiteral(" · kept: %1").arg(kept)),
                     qPrintable(stage.text("timelineEpoch")));
            QVERIFY2(stage.text("timelineNote").contains(QStringLiteral(" after epoch %1 ").arg(epoch)),
                     qPrintable(stage.text("timelineNote")));
            QStyleOptionSlider option;
            option.initFrom(slider);
            option.subControls = QStyle::SC_All;
            option.orientation = Qt::Horizontal;
            option.maximum = slider->maximum();
            option.sliderPosition = option.sliderValue = slider->value();
            const QRect handle =
                slider->style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, slider);
            // The slider's mark is at the kept epoch: it is over the handle only when the handle is there.
            QCOMPARE(std::abs(handle.center().x() - slider->markX()) <= 2, epoch == kept);
        }
    }

    void aClickOnTheGrooveOrTheMarkGoesToThatEpoch() {
        TimelineControls controls;
        std::vector<std::int64_t> epochs(300);
        std::iota(epochs.begin(), epochs.end(), 1);
        controls.setEpochs(epochs, 133);
        controls.resize(900, 40);
        test::show(controls, controls.size());
        auto* slider = find<EpochSlider>(controls, "timelineSlider");
        QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(slider->markX() + 2, 2));
        QCOMPARE(controls.epoch(), 133);
        const int y = slider->height() / 2 + 2;
        QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(slider->width() / 4, y));
        QVERIFY2(std::abs(controls.epoch() - 75) <= 2, qPrintable(QString::number(controls.epoch())));
        QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2, y));
        QVERIFY2(std::abs(controls.epoch() - 150) <= 2, qPrintable(QString::number(controls.epoch())));
        const QPoint to(slider->width() * 3 / 4, y);
        QMouseEvent move(QEvent::MouseMove, to, slider->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(slider, &move);
        QTest::mouseRelease(slider, Qt::LeftButton, {}, to);
        QVERIFY2(std::abs(controls.epoch() - 225) <= 2, qPrintable(QString::number(controls.epoch())));
        QVERIFY(!slider->isSliderDown());
    }

    // Other pages show lists and ranks of the kept epoch, the one whose weights were kept. So a timeline opens at this
    // epoch, and states when it shows another epoch.
    void aTimelineOpensAtTheKeptEpochAndStatesWhenItShowsAnother() {
        const std::int64_t kept = m_bench->session().run()->bestEpoch;
        Stage stage(*m_bench);
        QVERIFY(stage.waitForEpoch(kept));
        QVERIFY2(stage.text("timelineListTitle").contains("the kept epoch"),
                 qPrintable(stage.text("timelineListTitle")));
        stage.slider()->setFocus();
        QTest::keyClick(stage.slider(), kept == 1 ? Qt::Key_End : Qt::Key_Home);
        QVERIFY(stage.waitForEpoch(kept == 1 ? kEpochs : 1));
        QVERIFY2(stage.text("timelineListTitle").endsWith(QStringLiteral("not the kept epoch (%1)").arg(kept)),
                 qPrintable(stage.text("timelineListTitle")));
    }

    void theShownEpochIsRestoredInTheNextSession() {
        Session& session = m_bench->session();
        {
            UiStateStore memory(session);
            Stage stage(*m_bench);
            memory.add("train", &stage.page);
            QVERIFY(stage.goToLastEpoch());
            stage.slider()->setFocus();
            QTest::keyClick(stage.slider(), Qt::Key_Home);
            QTest::keyClick(stage.slider(), Qt::Key_Right);
            QVERIFY(stage.waitForEpoch(2));
            memory.save();
        }
        UiStateStore memory(session);
        Stage stage(*m_bench);
        memory.add("train", &stage.page);
        QVERIFY(stage.waitForEpoch(2));
        QVERIFY(stage.text("timelineEpoch").startsWith("epoch 2 of 4"));
        session.chooseRun(m_causal);  // the timeline does not keep the position for another run
        QVERIFY(waitUntil(
            [&] { return stage.timeline()->shownFrame() && stage.timeline()->shownFrame()->run == m_causal; }));
        session.chooseRun(m_run);
        QVERIFY(stage.waitForEpoch(2));
        QTest::keyClick(stage.slider(), Qt::Key_End);
        QVERIFY(stage.waitForEpoch(kEpochs));
        memory.save();
    }

    void playGoesThroughEveryEpochAndStopsAtTheEnd() {
        Stage stage(*m_bench);
        QVERIFY(stage.goToLastEpoch());
        QList<qint64> shown;
        connect(stage.timeline(), &TimelinePanel::frameShown, this, [&](qint64 epoch) {
            if (shown.isEmpty() || shown.back() != epoch) shown << epoch;
        });
        auto* play = find<QToolButton>(stage.page, "timelinePlay");
        auto* controls = stage.page.findChild<TimelineControls*>();
        QVERIFY(play->accessibleName().startsWith("Play"));
        click(play);
        QVERIFY(controls->isPlaying());
        QVERIFY(play->accessibleName().startsWith("Pause"));
        QVERIFY(waitUntil([&] { return !controls->isPlaying() && shown.endsWith(kEpochs); }));
        QCOMPARE(shown, (QList<qint64>{1, 2, 3, 4}));
        click(play);
        QVERIFY(waitUntil([&] { return stage.timeline()->shownFrame()->epoch == 2; }));
        click(play);
        QVERIFY(!controls->isPlaying());
    }

    void anotherUserOrHeadShowsAnotherMap() {
        Stage stage(*m_bench);
        QVERIFY(stage.goToLastEpoch());
        QCOMPARE(stage.timeline()->shownFrame()->user, kUser);
        const float before = stage.map()->valueAt({0, 0});
        auto* heads = find<HeadGrid>(stage.page, "timelineHeads");
        QVERIFY(heads->isVisible());
        QTest::mouseClick(heads, Qt::LeftButton, {}, heads->mapRect(1, 1).center().toPoint());
        QCOMPARE(stage.map()->layer(), 1);
        QVERIFY(stage.map()->valueAt({0, 0}) != before);
        auto* users = find<QComboBox>(stage.page, "timelineUser");
        QCOMPARE(users->count(), 2);
        users->setFocus();
        QTest::keyClick(users, Qt::Key_Down);
        QVERIFY(waitUntil([&] { return stage.timeline()->shownFrame()->user == kOther; }));
        QCOMPARE(stage.timeline()->shownFrame()->epoch, kEpochs);
        // The chosen head stays chosen in the next frame, and the chosen user in another run.
        QCOMPARE(stage.map()->layer(), 1);
        m_bench->session().chooseRun(m_causal);
        QVERIFY(waitUntil(
            [&] { return stage.timeline()->shownFrame() && stage.timeline()->shownFrame()->run == m_causal; }));
        QCOMPARE(stage.timeline()->shownFrame()->user, kOther);
        QVERIFY(!stage.timeline()->shownFrame()->bidirectional);
    }

    void inASmallWindowAListOfHeadsReplacesTheirPictures() {
        // The size of the page in the smallest window, 1024 x 700, while the job strip is shown.
        const QSize smallest(940, 608);
        Stage stage(*m_bench, smallest);
        QVERIFY(stage.goToLastEpoch());
        QCOMPARE(stage.page.size(), smallest);
        stage.tabs()->setCurrentIndex(0);
        QCoreApplication::processEvents();
        picture(stage.page, QStringLiteral("timeline-small-runs"));
        QCOMPARE(stage.page.size(), smallest);
        stage.openTimeline();
        auto* box = find<QComboBox>(stage.page, "timelineHead");
        QVERIFY(box->isVisible() && !find<HeadGrid>(stage.page, "timelineHeads")->isVisible());
        box->setFocus();
        QTest::keyClick(box, Qt::Key_End);
        QCOMPARE(stage.map()->layer(), stage.map()->layers() - 1);
        QCOMPARE(stage.map()->head(), stage.map()->heads() - 1);
        QCoreApplication::processEvents();
        picture(stage.page, QStringLiteral("timeline-small"));
        Theme::instance().setChoice(ThemeChoice::Dark);
        QCoreApplication::processEvents();
        picture(stage.page, QStringLiteral("timeline-small-dark"));
        Theme::instance().setChoice(ThemeChoice::Light);
    }

    void whileARunTrainsTheSliderAtTheEndMovesToEachNewFrame() {
        Bench bench;
        pinIn(bench, {kUser});
        Stage stage(bench, {1440, 900});
        auto* heading = find<QToolButton>(*find<QWidget>(stage.page, "group_model"), "heading");
        if (!heading->isChecked()) click(heading);
        QCoreApplication::processEvents();
        for (const auto& [key, value] :
             {std::pair("epochs", "500"), std::pair("patience", "0"), std::pair("dim", "8"),
              std::pair("inner_dim", "8"), std::pair("layers", "1"), std::pair("max_length", "8")})
            type(find<QLineEdit>(stage.page, key), QString::fromLatin1(value));
        click(find<QPushButton>(stage.page, "startTraining"));
        QVERIFY(
            waitUntil([&] { return stage.timeline()->shownFrame() && stage.timeline()->shownFrame()->epoch >= 2; }));
        // The slider was at the end, so the next frame appears by itself.
        const std::int64_t before = stage.timeline()->shownFrame()->epoch;
        QVERIFY(waitUntil([&] { return stage.timeline()->shownFrame()->epoch > before; }));
        // Moved away from the end, the slider stays at its epoch while the timeline grows.
        stage.slider()->setFocus();
        QTest::keyClick(stage.slider(), Qt::Key_Home);
        QVERIFY(stage.waitForEpoch(1));
        const int last = stage.slider()->maximum();
        QVERIFY(waitUntil([&] { return stage.slider()->maximum() >= last + 2; }));
        QCOMPARE(stage.timeline()->shownFrame()->epoch, 1);
        picture(stage.page, QStringLiteral("timeline-live"));
        stage.page.training().stop();
        QVERIFY(waitUntil([&] { return !stage.page.training().isTraining() && bench.jobs().isIdle(); }));
    }

    void theExplorePageShowsTheTimelineOfItsUser() {
        ExplorePage page(m_bench->session());
        test::show(page, {1280, 860});
        QVERIFY(waitUntil([&] { return page.answer() && page.answer()->explanation && m_bench->jobs().isIdle(); }));
        auto* tabs = find<QTabWidget>(page, "exploreTabs");
        tabs->setCurrentIndex(tabs->count() - 1);
        auto* timeline = find<TimelinePanel>(page, "exploreFilm");
        QVERIFY(waitUntil([&] { return timeline->shownFrame() && timeline->shownFrame()->user == kUser; }));
        emit m_bench->session().userRequested(kOther);
        QVERIFY(waitUntil([&] { return timeline->shownFrame()->user == kOther; }));
        QVERIFY(waitUntil([&] { return page.answer()->user.user == kOther; }));
        // The stored frame of the best epoch has the same positions as the page, which uses the weights of that epoch.
        const EpochSnapshot best = storedFrame(*m_bench, m_run, kOther, page.answer()->request.run->bestEpoch);
        QCOMPARE(best.positions, page.answer()->explanation->positions);
        picture(page, QStringLiteral("timeline-explore"));
    }

    void withoutATimelineThePageExplainsHowToGetOne() {
        Bench bench;
        Stage stage(bench);
        QVERIFY(waitUntil([&] { return bench.jobs().isIdle(); }));
        QCOMPARE(stage.state()->title(), QStringLiteral("No run yet"));
        picture(stage.page, QStringLiteral("timeline-no-run"));
        trainTiny(bench, "sasrec");
        QVERIFY(waitUntil([&] { return stage.state()->title().contains("has no timeline"); }));
        QVERIFY(stage.state()->sentence().contains("Ctrl+P"));
        picture(stage.page, QStringLiteral("timeline-nobody-pinned"));
        QSignalSpy requested(&bench.session(), &Session::pageRequested);
        click(stage.state()->button());
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested[0][0].toString(), QStringLiteral("explore"));
        // If a user is pinned on another page, the text changes when this page is shown again.
        pinIn(bench, {kUser});
        stage.page.hide();
        stage.page.show();
        QVERIFY(waitUntil([&] { return stage.state()->sentence().contains("No user was pinned"); }));
        QVERIFY(!stage.state()->button()->isVisible());
    }

    void aMissingFrameIsReportedAndCanBeTriedAgain() {
        Bench bench;
        pinIn(bench, {kUser});
        const RunId run = trainTiny(bench, "sasrec", 32, 2);
        Stage stage(bench);
        QVERIFY(stage.waitForEpoch(2));
        QVERIFY(bench.work([&](JobContext& context) { RunStore(context.workspace).remove(run); }));
        stage.slider()->setFocus();
        QTest::keyClick(stage.slider(), Qt::Key_Home);
        QVERIFY(waitUntil([&] { return stage.state()->isVisible(); }));
        QVERIFY(!stage.state()->title().isEmpty() && !stage.state()->sentence().isEmpty());
        QVERIFY(!cursorOf(*find<PlotView>(stage.page, "ndcgPlot")));
        picture(stage.page, QStringLiteral("timeline-failed"));
        QCOMPARE(stage.state()->button()->text(), QStringLiteral("Try again"));
        click(stage.state()->button());
        QVERIFY(waitUntil([&] { return stage.state()->title().contains("has no timeline"); }));
    }

    void everyControlHasANameAndIsReachedByTheTabKey() {
        Stage stage(*m_bench);
        QVERIFY(stage.goToLastEpoch());
        QSet<QWidget*> reached;
        QWidget* widget = stage.timeline();
        for (int i = 0; i < 200; ++i) {
            widget = widget->nextInFocusChain();
            reached.insert(widget);
        }
        for (const char* name : {"timelinePlay", "timelineSlider", "timelineUser", "timelineHeads", "timelineMap"}) {
            auto* control = find<QWidget>(stage.page, name);
            QVERIFY2(control->focusPolicy() & Qt::TabFocus, name);
            QVERIFY2(reached.contains(control), name);
            QVERIFY2(!control->accessibleName().isEmpty(), name);
        }
        QCOMPARE(find<QSlider>(stage.page, "timelineSlider")->accessibleDescription(), stage.text("timelineEpoch"));
    }

private:
    std::unique_ptr<Bench> m_bench;
    RunId m_causal = 0, m_run = 0;
};

QTEST_MAIN(TimelineTest)
#include "timeline_test.moc"
