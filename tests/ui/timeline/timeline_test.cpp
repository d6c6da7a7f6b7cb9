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

std::vector<std::int32_t> pinnedIn(TestEnvironment& environment) {
    std::vector<std::int32_t> users;
    const DatasetId dataset = environment.session().dataset()->id;
    if (!environment.work([&](JobContext& context) { users = TimelineStore(context.workspace).pinned(dataset); }))
        qFatal("The pinned users were not read.");
    return users;
}

void pinIn(TestEnvironment& environment, const std::vector<std::int32_t>& users) {
    const DatasetId dataset = environment.session().dataset()->id;
    if (!environment.work([&](JobContext& context) {
            for (const std::int32_t user : users) TimelineStore(context.workspace).pin(dataset, user);
        }))
        qFatal("The users were not pinned.");
}

/// A frame of the timeline as the workspace stores it: what the run gives for a user after an epoch.
EpochSnapshot storedFrame(TestEnvironment& environment, RunId run, std::int32_t user, std::int64_t epoch) {
    std::optional<EpochSnapshot> frame;
    if (!environment.work(
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
struct Fixture {
    TestEnvironment& environment;
    TrainPage page{environment.session()};

    explicit Fixture(TestEnvironment& sharedEnvironment, QSize size = {1440, 840}) : environment(sharedEnvironment) {
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
    /// Goes to the last epoch. The timeline of a run that has ended opens at the kept epoch: the one whose weights were
    /// kept, because it is the best on validation.
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
        m_environment = std::make_unique<TestEnvironment>();
        pinIn(*m_environment, {kUser, kOther});
        m_causal = trainTiny(*m_environment, "sasrec", /*maxLength=*/32, /*epochs=*/2);
        m_run = trainTiny(*m_environment, "bert4rec", /*maxLength=*/32, kEpochs);
    }
    void init() { m_environment->session().chooseRun(m_run); }
    void cleanup() {
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
    }
    void cleanupTestCase() { m_environment.reset(); }

    void aUserIsPinnedByButtonKeyAndMenu() {
        TestEnvironment environment;
        ExplorePage page(environment.session());
        test::show(page, {1024, 700});
        QVERIFY(waitUntil([&] { return page.answer() != nullptr && environment.jobs().isIdle(); }));
        auto* pin = find<QPushButton>(page, "pinUser");
        QVERIFY(pin->isEnabled() && !pin->isChecked());
        QVERIFY(pin->toolTip().contains("each epoch"));
        click(pin);
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
        QCOMPARE(pinnedIn(environment), std::vector<std::int32_t>{page.answer()->user.user});
        QVERIFY(pin->isChecked());
        QVERIFY(pin->accessibleName().startsWith("Unpin"));
        // The list of users shows a mark for the pinned user, and the mark has a text for screen readers.
        auto* users = find<TableView>(page, "users");
        const QModelIndex row = users->currentIndex().siblingAtColumn(0);
        QVERIFY(!row.data(BadgeRole).toString().isEmpty());
        QVERIFY(row.data(Qt::AccessibleTextRole).toString().contains("pinned"));
        savePicture(page, QStringLiteral("timeline-pinned"));

        users->setFocus();
        QTest::keyClick(users, Qt::Key_P, Qt::ControlModifier);
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
        QVERIFY(pinnedIn(environment).empty());
        QVERIFY(!pin->isChecked());

        const QStringList menu = rightClickThroughWindow(users->viewport(), users->visualRect(row).center(),
                                                         QStringLiteral("Pin this user for the training timeline"));
        QVERIFY2(menu.join('|').contains("timeline"), qPrintable(menu.join('|')));
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
        QCOMPARE(pinnedIn(environment).size(), 1u);
    }

    void oneUserTooManyIsRefusedWithAMessage() {
        TestEnvironment environment;
        std::vector<std::int32_t> others;
        for (std::size_t i = 0; i < TimelineStore::kMaxPinned; ++i) others.push_back(std::int32_t(10 + i));
        pinIn(environment, others);
        ExplorePage page(environment.session());
        test::show(page, {1024, 700});
        QVERIFY(waitUntil([&] { return page.answer() != nullptr && environment.jobs().isIdle(); }));
        QSignalSpy notified(&environment.session(), &Session::notified);
        auto* pin = find<QPushButton>(page, "pinUser");
        click(pin);
        QVERIFY(waitUntil([&] { return notified.count() == 1; }));
        QVERIFY2(notified[0][0].toString().contains(QString::number(TimelineStore::kMaxPinned)),
                 qPrintable(notified[0][0].toString()));
        QVERIFY(!notified[0][1].toString().isEmpty());
        QVERIFY(!pin->isChecked());
        QCOMPARE(pinnedIn(environment), others);
    }

    void theSliderMovesMapsListAndLinesTogether() {
        Fixture fixture(*m_environment);
        QVERIFY(fixture.goToLastEpoch());
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
        const std::int64_t steps = storedFrame(*m_environment, m_run, kUser, kEpochs).step;
        QVERIFY(steps > 0);
        fixture.slider()->setFocus();
        QTest::keyClick(fixture.slider(), Qt::Key_Home);
        std::vector<std::vector<float>> maps;
        for (int epoch = 1; epoch <= kEpochs; ++epoch) {
            if (epoch > 1) QTest::keyClick(fixture.slider(), Qt::Key_Right);
            QVERIFY(fixture.waitForEpoch(epoch));
            const EpochSnapshot stored = storedFrame(*m_environment, m_run, kUser, epoch);
            const int size = int(stored.positions.size());
            std::vector<float> shown;
            for (int row = 0; row < size; ++row)
                for (int column = 0; column < size; ++column)
                    shown.push_back(fixture.map()->model().valueAt({row, column}));
            QCOMPARE(shown, std::vector<float>(stored.weights.begin(), stored.weights.begin() + size * size));
            maps.push_back(shown);
            const RecommendationModel* list = fixture.list()->model();
            for (int row = 0; row < int(stored.top.size()); ++row)
                QCOMPARE(list->tokenAt(row), stored.top[std::size_t(row)].token);
            QVERIFY(fixture.text("timelineListTitle").contains(QString::number(epoch)));
            QVERIFY(fixture.text("timelineEpoch").startsWith(QStringLiteral("epoch %1 of %2").arg(epoch).arg(kEpochs)));
            QCOMPARE(cursorOf(*find<PlotView>(fixture.page, "ndcgPlot")), std::optional<double>(epoch));
            QCOMPARE(cursorOf(*find<PlotView>(fixture.page, "lossPlot")),
                     std::optional<double>(double(steps) * epoch / kEpochs));
        }
        QVERIFY(maps.front() != maps.back());
        savePicture(fixture.page, QStringLiteral("timeline"));
        // The vertical lines belong to the timeline and disappear with it.
        fixture.tabs()->setCurrentIndex(0);
        QVERIFY(!cursorOf(*find<PlotView>(fixture.page, "ndcgPlot")));
        QVERIFY(find<PlotView>(fixture.page, "hrPlot")->isVisible());
        fixture.openTimeline();
        QVERIFY(waitUntil([&] { return cursorOf(*find<PlotView>(fixture.page, "ndcgPlot")).has_value(); }));
    }

    void theHeldOutItemIsMarkedWhereverItRanks() {
        Fixture fixture(*m_environment);
        QVERIFY(fixture.goToLastEpoch());
        const EpochSnapshot stored = storedFrame(*m_environment, m_run, kUser, kEpochs);
        QVERIFY(stored.heldOut);
        const RecommendationModel* list = fixture.list()->model();
        const int row = list->rowOf(stored.heldOut->token);
        QVERIFY(row >= 0);
        QVERIFY(!list->index(row, RecommendationModel::Item).data(BadgeRole).toString().isEmpty());
        QCOMPARE(list->index(row, RecommendationModel::Rank).data().toString(), QString::number(stored.heldOut->rank));
        QCOMPARE(list->rowCount(), int(stored.top.size()) + (stored.heldOut->rank > int(stored.top.size()) ? 1 : 0));
        QVERIFY(find<QLabel>(fixture.page, "timelineNote")->text().contains(QString::number(stored.heldOut->rank)));
    }

    void theKeptEpochIsMarkedAndTheNoteNamesTheShownOne() {
        Fixture fixture(*m_environment);
        QVERIFY(fixture.goToLastEpoch());
        const std::int64_t kept = m_environment->session().run()->bestEpoch;
        auto* slider = find<EpochSlider>(fixture.page, "timelineSlider");
        fixture.slider()->setFocus();
        QTest::keyClick(fixture.slider(), Qt::Key_Home);
        for (int epoch = 1; epoch <= kEpochs; ++epoch) {
            if (epoch > 1) QTest::keyClick(fixture.slider(), Qt::Key_Right);
            QVERIFY(fixture.waitForEpoch(epoch));
            QVERIFY2(fixture.text("timelineEpoch")
                         .endsWith(epoch == kept ? QStringLiteral(" · kept") : QStringLiteral(" · kept: %1").arg(kept)),
                     qPrintable(fixture.text("timelineEpoch")));
            QVERIFY2(fixture.text("timelineNote").contains(QStringLiteral(" after epoch %1 ").arg(epoch)),
                     qPrintable(fixture.text("timelineNote")));
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
        controls.setEpochs(epochs, /*bestEpoch=*/133);
        controls.resize(900, 40);
        test::show(controls, controls.size());
        auto* slider = find<EpochSlider>(controls, "timelineSlider");
        QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(slider->markX() + 2, 2));
        QCOMPARE(controls.epoch(), 133);
        // A quarter of the groove is epoch 75 of 300.
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

    // Other pages show the lists and ranks of the kept epoch. So a timeline opens at it, and states when it shows
    // another epoch.
    void aTimelineOpensAtTheKeptEpochAndStatesWhenItShowsAnother() {
        const std::int64_t kept = m_environment->session().run()->bestEpoch;
        Fixture fixture(*m_environment);
        QVERIFY(fixture.waitForEpoch(kept));
        QVERIFY2(fixture.text("timelineListTitle").contains("the kept epoch"),
                 qPrintable(fixture.text("timelineListTitle")));
        fixture.slider()->setFocus();
        QTest::keyClick(fixture.slider(), kept == 1 ? Qt::Key_End : Qt::Key_Home);
        QVERIFY(fixture.waitForEpoch(kept == 1 ? kEpochs : 1));
        QVERIFY2(fixture.text("timelineListTitle").endsWith(QStringLiteral("not the kept epoch (%1)").arg(kept)),
                 qPrintable(fixture.text("timelineListTitle")));
    }

    void theShownEpochIsRestoredAtTheNextStart() {
        Session& session = m_environment->session();
        {
            UiStateStore stateStore(session);
            Fixture fixture(*m_environment);
            stateStore.add("train", &fixture.page);
            QVERIFY(fixture.goToLastEpoch());
            fixture.slider()->setFocus();
            QTest::keyClick(fixture.slider(), Qt::Key_Home);
            QTest::keyClick(fixture.slider(), Qt::Key_Right);
            QVERIFY(fixture.waitForEpoch(2));
            stateStore.save();
        }
        UiStateStore stateStore(session);
        Fixture fixture(*m_environment);
        stateStore.add("train", &fixture.page);
        QVERIFY(fixture.waitForEpoch(2));
        QVERIFY(fixture.text("timelineEpoch").startsWith("epoch 2 of 4"));
        session.chooseRun(m_causal);  // the timeline does not keep the position for another run
        QVERIFY(waitUntil(
            [&] { return fixture.timeline()->shownFrame() && fixture.timeline()->shownFrame()->run == m_causal; }));
        session.chooseRun(m_run);
        QVERIFY(fixture.waitForEpoch(2));
        QTest::keyClick(fixture.slider(), Qt::Key_End);
        QVERIFY(fixture.waitForEpoch(kEpochs));
        stateStore.save();
    }

    void playGoesThroughEveryEpochAndStopsAtTheEnd() {
        Fixture fixture(*m_environment);
        QVERIFY(fixture.goToLastEpoch());
        QList<qint64> shown;
        connect(fixture.timeline(), &TimelinePanel::frameShown, this, [&](qint64 epoch) {
            if (shown.isEmpty() || shown.back() != epoch) shown << epoch;
        });
        auto* play = find<QToolButton>(fixture.page, "timelinePlay");
        auto* controls = fixture.page.findChild<TimelineControls*>();
        QVERIFY(play->accessibleName().startsWith("Play"));
        click(play);
        QVERIFY(controls->isPlaying());
        QVERIFY(play->accessibleName().startsWith("Pause"));
        QVERIFY(waitUntil([&] { return !controls->isPlaying() && shown.endsWith(kEpochs); }));
        QCOMPARE(shown, (QList<qint64>{1, 2, 3, 4}));
        click(play);
        QVERIFY(waitUntil([&] { return fixture.timeline()->shownFrame()->epoch == 2; }));
        click(play);
        QVERIFY(!controls->isPlaying());
    }

    void anotherUserOrHeadShowsAnotherMap() {
        Fixture fixture(*m_environment);
        QVERIFY(fixture.goToLastEpoch());
        QCOMPARE(fixture.timeline()->shownFrame()->user, kUser);
        const float before = fixture.map()->model().valueAt({0, 0});
        auto* heads = find<HeadGrid>(fixture.page, "timelineHeads");
        QVERIFY(heads->isVisible());
        QTest::mouseClick(heads, Qt::LeftButton, {}, heads->mapRect(1, 1).center().toPoint());
        QCOMPARE(fixture.map()->model().choice().head.layer, 1);
        QVERIFY(fixture.map()->model().valueAt({0, 0}) != before);
        auto* users = find<QComboBox>(fixture.page, "timelineUser");
        QCOMPARE(users->count(), 2);
        users->setFocus();
        QTest::keyClick(users, Qt::Key_Down);
        QVERIFY(waitUntil([&] { return fixture.timeline()->shownFrame()->user == kOther; }));
        QCOMPARE(fixture.timeline()->shownFrame()->epoch, kEpochs);
        // The chosen head stays chosen in the next frame, and the chosen user in another run.
        QCOMPARE(fixture.map()->model().choice().head.layer, 1);
        m_environment->session().chooseRun(m_causal);
        QVERIFY(waitUntil(
            [&] { return fixture.timeline()->shownFrame() && fixture.timeline()->shownFrame()->run == m_causal; }));
        QCOMPARE(fixture.timeline()->shownFrame()->user, kOther);
        QVERIFY(!fixture.timeline()->shownFrame()->bidirectional);
    }

    void inASmallWindowAListOfHeadsReplacesTheirPictures() {
        // The size of the page in the smallest window, 1024 x 700, while the job strip is shown.
        const QSize smallest(940, 608);
        Fixture fixture(*m_environment, smallest);
        QVERIFY(fixture.goToLastEpoch());
        QCOMPARE(fixture.page.size(), smallest);
        fixture.tabs()->setCurrentIndex(0);
        QCoreApplication::processEvents();
        savePicture(fixture.page, QStringLiteral("timeline-small-runs"));
        QCOMPARE(fixture.page.size(), smallest);
        fixture.openTimeline();
        auto* box = find<QComboBox>(fixture.page, "timelineHead");
        QVERIFY(box->isVisible() && !find<HeadGrid>(fixture.page, "timelineHeads")->isVisible());
        box->setFocus();
        QTest::keyClick(box, Qt::Key_End);
        QCOMPARE(fixture.map()->model().choice().head.layer, fixture.map()->model().layers() - 1);
        QCOMPARE(fixture.map()->model().choice().head.head, fixture.map()->model().heads() - 1);
        QCoreApplication::processEvents();
        savePicture(fixture.page, QStringLiteral("timeline-small"));
        Theme::instance().setChoice(ThemeChoice::Dark);
        QCoreApplication::processEvents();
        savePicture(fixture.page, QStringLiteral("timeline-small-dark"));
        Theme::instance().setChoice(ThemeChoice::Light);
    }

    void whileARunTrainsTheSliderAtTheEndMovesToEachNewFrame() {
        TestEnvironment environment;
        pinIn(environment, {kUser});
        Fixture fixture(environment, {1440, 900});
        auto* heading = find<QToolButton>(*find<QWidget>(fixture.page, "group_model"), "heading");
        if (!heading->isChecked()) click(heading);
        QCoreApplication::processEvents();
        for (const auto& [key, value] :
             {std::pair("epochs", "500"), std::pair("patience", "0"), std::pair("dim", "8"),
              std::pair("inner_dim", "8"), std::pair("layers", "1"), std::pair("max_length", "8")})
            type(find<QLineEdit>(fixture.page, key), QString::fromLatin1(value));
        click(find<QPushButton>(fixture.page, "startTraining"));
        QVERIFY(waitUntil(
            [&] { return fixture.timeline()->shownFrame() && fixture.timeline()->shownFrame()->epoch >= 2; }));
        // The slider was at the end, so the next frame appears by itself.
        const std::int64_t before = fixture.timeline()->shownFrame()->epoch;
        QVERIFY(waitUntil([&] { return fixture.timeline()->shownFrame()->epoch > before; }));
        // Moved away from the end, the slider stays at its epoch while the timeline grows.
        fixture.slider()->setFocus();
        QTest::keyClick(fixture.slider(), Qt::Key_Home);
        QVERIFY(fixture.waitForEpoch(1));
        const int last = fixture.slider()->maximum();
        QVERIFY(waitUntil([&] { return fixture.slider()->maximum() >= last + 2; }));
        QCOMPARE(fixture.timeline()->shownFrame()->epoch, 1);
        savePicture(fixture.page, QStringLiteral("timeline-live"));
        fixture.page.training().stop();
        QVERIFY(waitUntil([&] { return !fixture.page.training().isTraining() && environment.jobs().isIdle(); }));
    }

    void theExplorePageShowsTheTimelineOfItsUser() {
        ExplorePage page(m_environment->session());
        test::show(page, {1280, 860});
        QVERIFY(
            waitUntil([&] { return page.answer() && page.answer()->explanation && m_environment->jobs().isIdle(); }));
        auto* tabs = find<QTabWidget>(page, "exploreTabs");
        tabs->setCurrentIndex(tabs->count() - 1);
        auto* timeline = find<TimelinePanel>(page, "exploreFilm");
        QVERIFY(waitUntil([&] { return timeline->shownFrame() && timeline->shownFrame()->user == kUser; }));
        emit m_environment->session().userRequested(kOther);
        QVERIFY(waitUntil([&] { return timeline->shownFrame()->user == kOther; }));
        QVERIFY(waitUntil([&] { return page.answer()->user.user == kOther; }));
        // The stored frame of the best epoch has the same positions as the page, which uses the weights of that epoch.
        const EpochSnapshot best = storedFrame(*m_environment, m_run, kOther, page.answer()->request.run->bestEpoch);
        QCOMPARE(best.positions, page.answer()->explanation->positions);
        savePicture(page, QStringLiteral("timeline-explore"));
    }

    void withoutATimelineThePageExplainsHowToGetOne() {
        TestEnvironment environment;
        Fixture fixture(environment);
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
        QCOMPARE(fixture.state()->title(), QStringLiteral("No run yet"));
        savePicture(fixture.page, QStringLiteral("timeline-no-run"));
        trainTiny(environment, "sasrec");
        QVERIFY(waitUntil([&] { return fixture.state()->title().contains("has no timeline"); }));
        QVERIFY(fixture.state()->sentence().contains("Ctrl+P"));
        savePicture(fixture.page, QStringLiteral("timeline-nobody-pinned"));
        QSignalSpy requested(&environment.session(), &Session::pageRequested);
        click(fixture.state()->button());
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested[0][0].value<PageId>(), PageId::Explore);
        // If a user is pinned on another page, the text changes when this page is shown again.
        pinIn(environment, {kUser});
        fixture.page.hide();
        fixture.page.show();
        QVERIFY(waitUntil([&] { return fixture.state()->sentence().contains("No user was pinned"); }));
        QVERIFY(!fixture.state()->button()->isVisible());
    }

    void aMissingFrameIsReportedAndCanBeTriedAgain() {
        TestEnvironment environment;
        pinIn(environment, {kUser});
        const RunId run = trainTiny(environment, "sasrec", /*maxLength=*/32, /*epochs=*/2);
        Fixture fixture(environment);
        QVERIFY(fixture.waitForEpoch(2));
        QVERIFY(environment.work([&](JobContext& context) { RunStore(context.workspace).remove(run); }));
        fixture.slider()->setFocus();
        QTest::keyClick(fixture.slider(), Qt::Key_Home);
        QVERIFY(waitUntil([&] { return fixture.state()->isVisible(); }));
        QVERIFY(!fixture.state()->title().isEmpty() && !fixture.state()->sentence().isEmpty());
        QVERIFY(!cursorOf(*find<PlotView>(fixture.page, "ndcgPlot")));
        savePicture(fixture.page, QStringLiteral("timeline-failed"));
        QCOMPARE(fixture.state()->button()->text(), QStringLiteral("Try again"));
        click(fixture.state()->button());
        QVERIFY(waitUntil([&] { return fixture.state()->title().contains("has no timeline"); }));
    }

    void everyControlHasANameAndIsReachedByTheTabKey() {
        Fixture fixture(*m_environment);
        QVERIFY(fixture.goToLastEpoch());
        QSet<QWidget*> reached;
        QWidget* widget = fixture.timeline();
        for (int i = 0; i < 200; ++i) {
            widget = widget->nextInFocusChain();
            reached.insert(widget);
        }
        for (const char* name : {"timelinePlay", "timelineSlider", "timelineUser", "timelineHeads", "timelineMap"}) {
            auto* control = find<QWidget>(fixture.page, name);
            QVERIFY2(control->focusPolicy() & Qt::TabFocus, name);
            QVERIFY2(reached.contains(control), name);
            QVERIFY2(!control->accessibleName().isEmpty(), name);
        }
        QCOMPARE(find<QSlider>(fixture.page, "timelineSlider")->accessibleDescription(), fixture.text("timelineEpoch"));
    }

private:
    std::unique_ptr<TestEnvironment> m_environment;
    RunId m_causal = 0, m_run = 0;  ///< m_run: a bidirectional run of kEpochs epochs, which each test begins with
};

QTEST_MAIN(TimelineTest)
#include "timeline_test.moc"
