// SPDX-License-Identifier: GPL-3.0-or-later
// Shows a run of every model on Explore, in the timeline, and on Compare next to every other model. Parts of a page
// that do not apply to the model must be hidden.
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <algorithm>
#include <map>
#include <set>

#include "core/store/timeline_store.h"
#include "tiny_runs.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/head_grid.h"
#include "ui/attention/map_controls.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/model_panel.h"
#include "ui/compare/one_user_tab.h"
#include "ui/compare/run_chips.h"
#include "ui/explore/explore_page.h"
#include "ui/explore/tabs/edited_history.h"
#include "ui/explore/tabs/evidence_strip.h"
#include "ui/explore/tabs/what_if_panel.h"
#include "ui/lists/history_list.h"
#include "ui/lists/history_model.h"
#include "ui/lists/recommendation_list.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

constexpr std::int32_t kUser = 4;
enum Tab { kAttention, kEvidence, kWhatIf, kHeads, kItems, kTimeline, kTabs };

/// True if the model has attention maps, with a row for every position.
bool hasMaps(const Capabilities& can) {
    return can.attention == AttentionKind::EveryPosition;
}

/// True if the model's attention weights are shares of 1, which can be compared between heads.
bool hasShares(const Capabilities& can) {
    return hasMaps(can) && can.attentionWeights == AttentionWeights::Softmax;
}

/// True if the model gives one number for each history item: a weight or a contribution to the score.
bool hasItemNumbers(const Capabilities& can) {
    return can.attention == AttentionKind::LastOnly || can.scoreIsSum;
}

}  // namespace

class ExploreModelsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        Theme::instance().setChoice(ThemeChoice::Light);
        m_environment = std::make_unique<TestEnvironment>();
        const DatasetId dataset = session().dataset()->id;
        QVERIFY(
            m_environment->work([&](JobContext& context) { TimelineStore(context.workspace).pin(dataset, kUser); }));
        for (const ModelInfo& model : modelInfos()) m_runs[model.name] = trainTiny(*m_environment, model.name);
    }
    void cleanupTestCase() { m_environment.reset(); }
    void cleanup() {
        m_page.reset();
        QVERIFY(settled());
    }

    void aRunIsShownWithTheTabsItsModelHas_data() { everyModel(); }
    void aRunIsShownWithTheTabsItsModelHas() {
        open();
        const Capabilities can = capabilities();
        QVERIFY(find<TableView>(*m_page, "recommendations")->model()->rowCount() > 5);
        const bool attends = can.attention != AttentionKind::None;
        const bool shown[kTabs] = {attends, true, true, hasShares(can), can.hasItemVectors, true};
        for (int tab = 0; tab < kTabs; ++tab) {
            QCOMPARE(tabs()->isTabEnabled(tab), shown[tab]);
            // If a tab does not apply to the model, its tooltip says why.
            QCOMPARE(tabs()->tabToolTip(tab).contains(QStringLiteral("this run's model"), Qt::CaseInsensitive),
                     !shown[tab]);
        }
        QVERIFY(tabs()->isTabEnabled(tabs()->currentIndex()));
        for (int tab = 0; tab < kTabs; ++tab) {
            clickTab(tab);
            QCOMPARE(tabs()->currentIndex() == tab, shown[tab]);
            if (shown[tab]) savePictures(tab);
        }
    }

    void theHistoryHasTheColumnsThatCanBeFilled_data() { everyModel(); }
    void theHistoryHasTheColumnsThatCanBeFilled() {
        open();
        const Capabilities can = capabilities();
        const auto* list = find<HistoryList>(*m_page, "historyList");
        QCOMPARE(!list->view()->isColumnHidden(HistoryModel::Attention), hasMaps(can) || hasItemNumbers(can));
        QCOMPARE(!list->view()->isColumnHidden(HistoryModel::Removal), can.readsHistory);
        const QString newest =
            list->model()->index(m_page->answer()->given - 1, HistoryModel::Removal).data().toString();
        QCOMPARE(!newest.isEmpty(), can.readsHistory);
        // A click on a history item pins a cell if the model has a map. Otherwise it pins nothing, but must not fail.
        const QModelIndex row = list->view()->model()->index(0, HistoryModel::Item);
        list->view()->scrollTo(row);
        QTest::mouseClick(list->view()->viewport(), Qt::LeftButton, {}, list->view()->visualRect(row).center());
        QVERIFY(settled());
    }

    void evidenceShowsTheRemovalTestOrWhyThereIsNone_data() { everyModel(); }
    void evidenceShowsTheRemovalTestOrWhyThereIsNone() {
        open();
        const Capabilities can = capabilities();
        clickTab(kEvidence);
        QVERIFY(settled());
        const auto* strip = find<EvidenceStrip>(*m_page, "evidenceStrip");
        QCOMPARE(find<TableView>(*m_page, "evidenceHeads")->isVisible(), hasShares(can));
        QCOMPARE(find<QLabel>(*m_page, "evidenceSentence")->isVisible(), hasShares(can));
        QCOMPARE(find<QPushButton>(*m_page, "evidenceMany")->isVisible(), hasShares(can));
        const QString note = find<QLabel>(*m_page, "removalNote")->text();
        QCOMPARE(note.contains(QStringLiteral("does not read the history")), !can.readsHistory);
        QCOMPARE(find<QPushButton>(*m_page, "whatDecides")->isEnabled(), can.readsHistory);
        if (!can.readsHistory) {
            QVERIFY(strip->items().empty());
            QCOMPARE(strip->accessibleDescription(), QStringLiteral("No removal test."));
            return;
        }
        // The strip shows an item that occurs several times as one entry.
        const std::vector<Token> given = m_page->answer()->givenTokens();
        const std::size_t itemsRead =
            can.maxLength == 0 ? given.size() : std::min(given.size(), std::size_t(can.maxLength));
        const std::set<Token> different(given.end() - std::ptrdiff_t(itemsRead), given.end());
        QCOMPARE(strip->items().size(), different.size());
        QVERIFY(std::any_of(strip->items().begin(), strip->items().end(),
                            [](const EvidenceItem& item) { return item.effect != 0; }));
    }

    void eachTabStatesOnceThatTheHistoryIsNotRead_data() { everyModel(); }
    void eachTabStatesOnceThatTheHistoryIsNotRead() {
        open();
        for (const int tab : {kEvidence, kWhatIf}) {
            clickTab(tab);
            QVERIFY(settled());
            int statements = 0;
            for (const QLabel* label : m_page->findChildren<QLabel*>())
                statements += label->isVisible() && label->text().contains(QStringLiteral("does not read the history"));
            QCOMPARE(statements, capabilities().readsHistory ? 0 : 1);
        }
    }

    void whatIfKeepsTheScoresIfTheHistoryIsNotRead_data() { everyModel(); }
    void whatIfKeepsTheScoresIfTheHistoryIsNotRead() {
        open();
        const bool reads = capabilities().readsHistory;
        clickTab(kWhatIf);
        QVERIFY(settled());
        auto* panel = find<WhatIfPanel>(*m_page, "whatIf");
        // The what-if prediction is for the user whose recommendations are listed.
        const Recommendation first = m_page->answer()->explanation->recommendations.front();
        QCOMPARE(panel->result()->runs.front().moves.front().before.token, first.token);
        QCOMPARE(panel->result()->runs.front().moves.front().before.score, first.score);
        QSignalSpy predicted(panel, &WhatIfPanel::predicted);
        auto* history = find<TableView>(*m_page, "whatIfHistory");
        history->setFocus();
        QTest::keyClick(history, Qt::Key_End, Qt::ControlModifier);
        click(find<QToolButton>(*m_page, "whatIfDelete"));
        QVERIFY(waitUntil([&] { return predicted.count() > 0; }));
        bool anyScoreChanged = false;
        for (const RankMove& move : panel->result()->runs.front().moves)
            anyScoreChanged = anyScoreChanged || move.before.score != move.after.score;
        QCOMPARE(anyScoreChanged, reads);
    }

    void theTimelineKeepsListsOfAllModelsAndMapsOnlyWithAttention_data() { everyModel(); }
    void theTimelineKeepsListsOfAllModelsAndMapsOnlyWithAttention() {
        open();
        const bool maps = hasMaps(capabilities());
        clickTab(kTimeline);
        auto* timeline = find<TimelinePanel>(*m_page, "exploreFilm");
        QVERIFY(waitUntil([&] { return timeline->shownFrame() != nullptr; }));
        QVERIFY(settled());
        QCOMPARE(timeline->shownFrame()->explanation.recommendations.size(), std::size_t(10));
        // The run has one epoch, which is therefore the best one. So its list in the timeline equals the page's list.
        const Explanation& answer = *m_page->answer()->explanation;
        QCOMPARE(timeline->shownFrame()->explanation.recommendations.front().token,
                 answer.recommendations.front().token);
        QCOMPARE(timeline->shownFrame()->explanation.heldOut->rank, answer.heldOut->rank);
        QVERIFY(find<TableView>(*m_page, "timelineRecommendations")->isVisible());
        QCOMPARE(find<AttentionMap>(*m_page, "timelineMap")->isVisible(), maps);
        QCOMPARE(find<HeadGrid>(*m_page, "timelineHeads")->isVisible(), maps);
    }

    void theListDependsOnTheUserOnlyIfTheModelReadsUserOrHistory_data() { everyModel(); }
    void theListDependsOnTheUserOnlyIfTheModelReadsUserOrHistory() {
        open();
        const Capabilities can = capabilities();
        const Recommendation first = m_page->answer()->explanation->recommendations.front();
        session().chooseUser(kUser + 1);
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == kUser + 1; }));
        QVERIFY(settled());
        const Recommendation other = m_page->answer()->explanation->recommendations.front();
        const bool same = first.token == other.token && first.score == other.score;
        QCOMPARE(same, !can.readsHistory && !can.readsUser);
    }

    void aTabStaysOrIsReopenedForARunThatHasIt() {
        const auto with = std::find_if(modelInfos().begin(), modelInfos().end(), [&](const ModelInfo& model) {
            return hasMaps(capabilitiesOf(defaultConfig(model.name)));
        });
        const auto without = std::find_if(modelInfos().begin(), modelInfos().end(), [&](const ModelInfo& model) {
            return !hasMaps(capabilitiesOf(defaultConfig(model.name)));
        });
        QVERIFY(with != modelInfos().end() && without != modelInfos().end());
        openRun(m_runs[with->name]);
        clickTab(kHeads);
        choose(m_runs[without->name]);
        QCOMPARE(tabs()->currentIndex(), int(kEvidence));
        choose(m_runs[with->name]);
        QCOMPARE(tabs()->currentIndex(), int(kHeads));
        clickTab(kWhatIf);
        choose(m_runs[without->name]);
        QCOMPARE(tabs()->currentIndex(), int(kWhatIf));
    }

    void aMapIsSubtractedOnlyFromOneOfTheSameKindOfWeights_data() { everyModel(); }
    void aMapIsSubtractedOnlyFromOneOfTheSameKindOfWeights() {
        const Capabilities can = capabilities();
        if (!hasMaps(can)) return;
        open();
        clickTab(kAttention);
        find<AttentionMap>(*m_page, "map")->model().setView(MapView::MinusRun);
        QVERIFY(settled());
        std::set<QString> expected;
        for (const auto& [model, run] : m_runs) {
            const Capabilities other = capabilitiesOf(defaultConfig(model));
            if (model != QTest::currentDataTag() && hasMaps(other) && other.attentionWeights == can.attentionWeights)
                expected.insert(QString::fromStdString(session().runById(run)->name));
        }
        if (expected.empty()) expected.insert(QStringLiteral("no other run"));
        const auto* box = find<QComboBox>(*find<MapControls>(*m_page, "mapControls"), "mapRun");
        std::set<QString> offered;
        for (int i = 0; i < box->count(); ++i) offered.insert(box->itemText(i));
        QCOMPARE(offered, expected);
    }

    void compareShowsMapsOfOneUserOnlyIfBothModelsHaveThem() {
        CompareFixture compare(*m_environment);
        for (const auto& [model, run] : m_runs) compare.page.chips()->choose(run, false);  // clears the initial choice
        for (const auto& [a, runA] : m_runs) {
            for (const auto& [b, runB] : m_runs) {
                if (a >= b) continue;
                compare.choose(runA, runB);
                QVERIFY(settled());
                const bool maps =
                    hasMaps(capabilitiesOf(defaultConfig(a))) && hasMaps(capabilitiesOf(defaultConfig(b)));
                for (int side = 0; side < 2; ++side) {
                    ModelPanel* panel = compare.tab()->panel(side);
                    QVERIFY(panel->list()->view()->model()->rowCount() > 5);
                    QCOMPARE(panel->map()->isVisible(), maps);
                }
                QCOMPARE(find<QLabel>(compare.page, "compareCommon")->isVisible(), !maps);
                savePicture(compare.page, QStringLiteral("models-compare-%1-%2").arg(a.c_str(), b.c_str()));
            }
        }
    }

private:
    /// The Compare page, showing its tab "One user".
    struct CompareFixture {
        explicit CompareFixture(TestEnvironment& environment) : page(environment.session()) {
            test::show(page, {1368, 800});
            auto* bar = page.tabs()->tabBar();
            QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(4).center());
        }
        OneUserTab* tab() { return page.findChild<OneUserTab*>(); }
        void choose(RunId a, RunId b) {
            for (const RunId run : page.chips()->chosen()) page.chips()->choose(run, false);
            for (const RunId run : {a, b}) page.chips()->choose(run, true);
        }
        ComparePage page;
    };

    Session& session() { return m_environment->session(); }
    QTabWidget* tabs() { return find<QTabWidget>(*m_page, "exploreTabs"); }
    static Capabilities capabilities() { return capabilitiesOf(defaultConfig(QTest::currentDataTag())); }

    /// One row for each model; the tag of the row is the name of the model.
    static void everyModel() {
        QTest::addColumn<int>("unused");
        for (const ModelInfo& model : modelInfos()) QTest::newRow(model.name.c_str()) << 0;
    }
    bool settled() {
        QApplication::processEvents();
        const bool idle = waitUntil([this] { return m_environment->jobs().isIdle(); });
        QApplication::processEvents();
        return idle;
    }
    void open() { openRun(m_runs.at(QTest::currentDataTag())); }
    void openRun(RunId run) {
        session().chooseRun(run);
        m_page = std::make_unique<ExplorePage>(session());
        test::show(*m_page, {1368, 800});
        session().chooseUser(kUser);
        QVERIFY(waitUntil([this] { return m_page->answer() && m_page->answer()->user.user == kUser; }));
        QVERIFY(settled());
    }
    void choose(RunId run) {
        session().chooseRun(run);
        QVERIFY(waitUntil([&] { return m_page->answer()->request.run->run == run; }));
        QVERIFY(settled());
    }
    /// Saves a light picture at a usual size and a dark one at the smallest size.
    void savePictures(int tab) {
        const QString name = QStringLiteral("models-%1-%2").arg(QTest::currentDataTag()).arg(tab);
        savePicture(*m_page, name);
        Theme::instance().setChoice(ThemeChoice::Dark);
        m_page->resize(940, 606);
        QVERIFY(settled());
        QTest::qWait(50);
        savePicture(*m_page, name + QStringLiteral("-dark-small"));
        // The page still has this size; content that needs more would have enlarged it.
        QCOMPARE(m_page->size(), QSize(940, 606));
        Theme::instance().setChoice(ThemeChoice::Light);
        m_page->resize(1368, 800);
        QVERIFY(settled());
    }
    void clickTab(int tab) {
        QTabBar* bar = tabs()->tabBar();
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
        QVERIFY(settled());
    }

    std::unique_ptr<TestEnvironment> m_environment;
    std::unique_ptr<ExplorePage> m_page;
    std::map<std::string, RunId> m_runs;
};

QTEST_MAIN(ExploreModelsTest)
#include "explore_models_test.moc"
