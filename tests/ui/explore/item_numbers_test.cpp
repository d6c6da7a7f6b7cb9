// SPDX-License-Identifier: GPL-3.0-or-later
// Tests how Explore and Compare show models that give one number per history item, a weight or a contribution to the
// score, and how they show refitted user vectors.
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <span>

#include "tiny_runs.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/weight_bars.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/model_panel.h"
#include "ui/compare/one_user_tab.h"
#include "ui/compare/run_chips.h"
#include "ui/explore/explore_page.h"
#include "ui/explore/tabs/edited_history.h"
#include "ui/explore/tabs/evidence_strip.h"
#include "ui/explore/tabs/slope_chart.h"
#include "ui/explore/tabs/what_if_panel.h"
#include "ui/lists/history_list.h"
#include "ui/lists/history_model.h"
#include "ui/lists/recommendation_list.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {
constexpr std::int32_t kUser = 4;
enum Tab { kAttention, kEvidence, kWhatIf };
}  // namespace

class ItemNumbersTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        Theme::instance().setChoice(ThemeChoice::Light);
        m_environment = std::make_unique<TestEnvironment>();
        for (const char* model : {"narm", "stamp", "rum", "item_knn", "bpr_mf", "fpmc", "gru4rec"})
            m_runs[model] = trainTiny(*m_environment, model, /*maxLength=*/32, /*epochs=*/3);
    }
    void cleanupTestCase() { m_environment.reset(); }
    void cleanup() {
        m_page.reset();
        QVERIFY(settled());
    }

    void theHistoryShowsTheWeightOfEachItem_data() { modelsWithWeights(); }
    void theHistoryShowsTheWeightOfEachItem() {
        open(QTest::currentDataTag());
        const Explanation& explanation = *answer().explanation;
        QCOMPARE(header(), QStringLiteral("Weight"));
        QVERIFY(headerTip().contains(QStringLiteral("may be negative")));
        QVERIFY(headerTip().contains(QStringLiteral("need not sum to 1")));
        QVERIFY(explanation.parts->weights.size() > 5);
        for (int position = 0; position < int(explanation.parts->weights.size()); ++position)
            QCOMPARE(cell(explanation.firstPosition + position),
                     signedNumber(double(explanation.parts->weights[size_t(position)]), 3));
        // A position that the model does not read has no number.
        if (explanation.firstPosition > 0) QVERIFY(cell(0).isEmpty());
        QVERIFY(cell(answer().given).isEmpty());
    }

    void theAttentionTabShowsTheWeightsAsBars_data() { modelsWithWeights(); }
    void theAttentionTabShowsTheWeightsAsBars() {
        open(QTest::currentDataTag());
        clickTab(kAttention);
        auto* bars = find<WeightBars>(*m_page, "weightBars");
        QVERIFY(bars->isVisible());
        QVERIFY(!find<AttentionMap>(*m_page, "map")->isVisible());
        QVERIFY(find<QLabel>(*m_page, "weightsAbout")->text().contains(QStringLiteral("may be negative")));
        const std::vector<float>& weights = answer().explanation->parts->weights;
        QCOMPARE(bars->count(), int(weights.size()));
        double largestWeight = 0, largestHeight = 0;
        for (int item = 0; item < bars->count(); ++item) {
            const QRectF bar = bars->barRect(item);
            if (item > 0) QVERIFY(bar.left() > bars->barRect(item - 1).right());  // the newest item is at the right
            QVERIFY(QRectF(bars->rect()).contains(bar));
            // Positive weights are above the zero line, negative ones below it; all bars have one scale.
            const double weight = double(weights[size_t(item)]);
            QVERIFY(weight < 0 ? bar.top() >= bars->zeroLine() - 0.01 : bar.bottom() <= bars->zeroLine() + 0.01);
            if (std::abs(weight) > largestWeight) {
                largestWeight = std::abs(weight);
                largestHeight = bar.height();
            }
        }
        for (int item = 0; item < bars->count(); ++item)
            QVERIFY(qAbs(bars->barRect(item).height() -
                         largestHeight * std::abs(double(weights[size_t(item)])) / largestWeight) < 0.01);
        savePictures(QStringLiteral("weights-%1").arg(QTest::currentDataTag()));
    }

    void pointingAtABarNamesItsItemAndAClickSelectsIt() {
        open("narm");
        clickTab(kAttention);
        auto* bars = find<WeightBars>(*m_page, "weightBars");
        const int item = bars->count() - 2, row = answer().explanation->firstPosition + item;
        const QPoint at(int(bars->barRect(item).center().x()), bars->height() / 2);
        QTest::mouseMove(bars, at + QPoint(1, 0));
        QTest::mouseMove(bars, at);
        QVERIFY(waitUntil([&] { return bars->current() == item; }));
        const QString title = session().titleOf(answer().interactions[size_t(row)].token);
        const QString text = bars->currentText();
        QVERIFY(text.startsWith(QStringLiteral("%1. %2: weight ").arg(row + 1).arg(title)));
        QVERIFY(text.endsWith(signedNumber(double(answer().explanation->parts->weights[size_t(item)]), 3)));
        // A click selects the item in the history; the arrow key moves on to the newest one.
        QTest::mouseClick(bars, Qt::LeftButton, {}, at);
        auto* list = find<HistoryList>(*m_page, "historyList");
        QCOMPARE(list->view()->currentIndex().row(), row);
        QTest::keyClick(bars, Qt::Key_Right);
        QCOMPARE(bars->current(), item + 1);
        QTest::keyClick(bars, Qt::Key_Return);
        QCOMPARE(list->view()->currentIndex().row(), row + 1);
    }

    void theEvidenceStripShowsTheWeights() {
        open("stamp");
        clickTab(kEvidence);
        const auto* strip = find<EvidenceStrip>(*m_page, "evidenceStrip");
        const std::vector<float>& weights = answer().explanation->parts->weights;
        // The strip shows an item that occurs several times as one entry, whose weight is the sum over its positions.
        const std::vector<Token> given = answer().givenTokens();
        QCOMPARE(given.size(), weights.size());
        QCOMPARE(strip->items().size(), std::set<Token>(given.begin(), given.end()).size());
        double shown = 0, all = 0;
        for (const auto& item : strip->items()) shown += double(item.attention);
        for (const float weight : weights) all += double(weight);
        QVERIFY2(std::abs(shown - all) < 1e-5, qPrintable(QStringLiteral("%1 of %2").arg(shown).arg(all)));
        QVERIFY(strip->accessibleName().contains(QStringLiteral("weight")));
        savePictures(QStringLiteral("weights-evidence"));
    }

    void theWeightsAreThoseOfTheChosenRecommendation() {
        open("rum");
        clickTab(kAttention);
        auto* bars = find<WeightBars>(*m_page, "weightBars");
        QVERIFY(find<QLabel>(*m_page, "weightsAbout")->text().contains(QStringLiteral("sum to 1")));
        auto* recommendations = find<RecommendationList>(*m_page, "recommendationList");
        std::vector<double> firstHeights;
        for (const int chosen : {0, 3, 0}) {
            const QModelIndex row = recommendations->view()->model()->index(chosen, 1);
            QTest::mouseClick(recommendations->view()->viewport(), Qt::LeftButton, {},
                              recommendations->view()->visualRect(row).center());
            QVERIFY(settled());
            const Explanation& explanation = *answer().explanation;
            const std::span<const float> weights =
                explanation.parts->of(explanation.recommendations[size_t(chosen)].token);
            QCOMPARE(bars->count(), int(weights.size()));
            double sum = 0;
            std::vector<double> heights;
            for (int item = 0; item < bars->count(); ++item) {
                sum += double(weights[size_t(item)]);
                heights.push_back(bars->barRect(item).height());
                QCOMPARE(cell(explanation.firstPosition + item), signedNumber(double(weights[size_t(item)]), 3));
            }
            QVERIFY(qAbs(sum - 1) < 1e-5);
            if (firstHeights.empty()) firstHeights = heights;
            QCOMPARE(heights == firstHeights, chosen == 0);
        }
        savePictures(QStringLiteral("weights-rum"));
    }

    void contributionsAddUpToTheScoreOfTheChosenRecommendation() {
        open("item_knn");
        QCOMPARE(header(), QStringLiteral("Contribution"));
        QVERIFY(headerTip().contains(QStringLiteral("sum to the score")));
        auto* recommendations = find<RecommendationList>(*m_page, "recommendationList");
        std::vector<QString> first;
        for (const int chosen : {0, 3}) {
            const QModelIndex row = recommendations->view()->model()->index(chosen, 1);
            QTest::mouseClick(recommendations->view()->viewport(), Qt::LeftButton, {},
                              recommendations->view()->visualRect(row).center());
            QVERIFY(settled());
            const Recommendation& recommendation = answer().explanation->recommendations[size_t(chosen)];
            QCOMPARE(recommendations->selectedToken(), recommendation.token);
            double sum = 0;
            std::vector<QString> shown;
            for (int row = 0; row < answer().given; ++row) {
                const QVariant number = model()->index(row, HistoryModel::Attention).data(SortRole);
                QVERIFY(number.isValid());
                sum += number.toDouble();
                shown.push_back(cell(row));
            }
            QVERIFY2(qAbs(sum - double(recommendation.score)) < 1e-4, qPrintable(QString::number(sum)));
            if (chosen == 0) first = shown;
            QCOMPARE(shown == first, chosen == 0);
            clickTab(kEvidence);
            const auto* strip = find<EvidenceStrip>(*m_page, "evidenceStrip");
            double inStrip = 0;
            for (const EvidenceItem& item : strip->items()) inStrip += double(item.attention);
            QVERIFY(qAbs(inStrip - double(recommendation.score)) < 1e-4);
        }
        savePictures(QStringLiteral("contributions"));
    }

    void theColumnIsHiddenForModelsWithoutWeightsOrContributions() {
        open("item_knn");
        choose("gru4rec");
        QVERIFY(find<HistoryList>(*m_page, "historyList")->view()->isColumnHidden(HistoryModel::Attention));
        choose("narm");
        QVERIFY(!find<HistoryList>(*m_page, "historyList")->view()->isColumnHidden(HistoryModel::Attention));
        QCOMPARE(header(), QStringLiteral("Weight"));
    }

    void compareShowsTheWeightsOfOneUser() {
        ComparePage page(session());
        test::show(page, {1368, 800});
        auto* bar = page.tabs()->tabBar();
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(4).center());
        for (const RunId run : page.chips()->chosen()) page.chips()->choose(run, false);
        for (const char* model : {"narm", "fpmc"}) page.chips()->choose(m_runs.at(model), true);
        QVERIFY(settled());
        auto* tab = page.findChild<OneUserTab*>();
        int shown = 0;
        for (int side = 0; side < 2; ++side) {
            shown += tab->panel(side)->itemWeights()->isVisible() && tab->panel(side)->itemWeights()->count() > 0;
            QVERIFY(tab->panel(side)->list()->view()->model()->rowCount() > 5);
        }
        QCOMPARE(shown, 1);
        savePicture(page, QStringLiteral("compare-weights"));
    }

    void theUserVectorIsKeptUntilRefittingIsTicked_data() {
        QTest::addColumn<bool>("readsHistory");
        QTest::newRow("bpr_mf") << false;
        QTest::newRow("fpmc") << true;
    }
    void theUserVectorIsKeptUntilRefittingIsTicked() {
        open(QTest::currentDataTag());
        clickTab(kWhatIf);
        auto* panel = find<WhatIfPanel>(*m_page, "whatIf");
        auto* box = find<QCheckBox>(*m_page, "whatIfRefit");
        QVERIFY(box->isVisible());
        QVERIFY(!box->isChecked());
        const auto note = [&] { return find<QLabel>(*m_page, "whatIfVector")->text(); };
        QVERIFY(note().contains(QStringLiteral("keeps the vector")));
        auto* history = find<TableView>(*m_page, "whatIfHistory");
        history->setFocus();
        history->selectRow(0);  // not the last item, which is the only one that fpmc reads
        predict([&] { click(find<QToolButton>(*m_page, "whatIfDelete")); });
        QVERIFY(!anyScoreChanged());
        predict([&] { QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(box->height() / 2, box->height() / 2)); });
        QVERIFY(box->isChecked());
        QCOMPARE(panel->result()->runs.front().vector, UserVector::Refitted);
        QVERIFY(anyScoreChanged());
        QVERIFY(note().contains(QStringLiteral("refitted")));
        QVERIFY(find<SlopeChart>(*m_page, "slopeChart0")->accessibleName().contains(QStringLiteral("refitted")));
        savePictures(QStringLiteral("refit-%1").arg(QTest::currentDataTag()));
        predict([&] { QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(box->height() / 2, box->height() / 2)); });
        QVERIFY(!anyScoreChanged());
        QVERIFY(note().contains(QStringLiteral("keeps the vector")));
    }

    void anEmptiedHistoryFallsBackToPopularity() {
        open("bpr_mf");
        clickTab(kWhatIf);
        withoutSecondRun();  // a second run might refuse an empty history
        auto* panel = find<WhatIfPanel>(*m_page, "whatIf");
        auto* box = find<QCheckBox>(*m_page, "whatIfRefit");
        predict([&] { QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(box->height() / 2, box->height() / 2)); });
        auto* history = find<TableView>(*m_page, "whatIfHistory");
        history->setFocus();
        for (int remaining = panel->history().count(); remaining > 0; --remaining) {
            history->selectRow(panel->history().rowOfPosition(0));
            QTest::keyClick(history, Qt::Key_Delete);
        }
        QCOMPARE(panel->history().count(), 0);
        QVERIFY(settled());
        QVERIFY(panel->result());
        QCOMPARE(panel->result()->runs.front().vector, UserVector::Popularity);
        QVERIFY(find<QLabel>(*m_page, "whatIfVector")->text().contains(QStringLiteral("popularity is used instead")));
        savePicture(*m_page, QStringLiteral("refit-emptied"));
    }

    void aModelWithoutUserVectorsHasNoRefitBox() {
        open("narm");
        clickTab(kWhatIf);
        withoutSecondRun();  // a second run might have user vectors
        QVERIFY(!find<QCheckBox>(*m_page, "whatIfRefit")->isVisible());
        QVERIFY(!find<QLabel>(*m_page, "whatIfVector")->isVisible());
    }

private:
    Session& session() { return m_environment->session(); }
    const ExploreAnswer& answer() const { return *m_page->answer(); }
    QAbstractItemModel* model() { return find<HistoryList>(*m_page, "historyList")->model(); }
    QString header() {
        return model()->headerData(HistoryModel::Attention, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    QString headerTip() {
        return model()->headerData(HistoryModel::Attention, Qt::Horizontal, Qt::ToolTipRole).toString();
    }
    QString cell(int row) { return model()->index(row, HistoryModel::Attention).data().toString(); }
    /// One row for each model; the tag of the row is the name of the model.
    static void modelsWithWeights() {
        QTest::addColumn<int>("unused");
        for (const char* model : {"narm", "stamp"}) QTest::newRow(model) << 0;
    }
    bool settled() {
        QApplication::processEvents();
        const bool idle = waitUntil([this] { return m_environment->jobs().isIdle(); });
        QApplication::processEvents();
        return idle;
    }
    void open(const char* model) {
        session().chooseRun(m_runs.at(model));
        m_page = std::make_unique<ExplorePage>(session());
        test::show(*m_page, {1368, 800});
        session().chooseUser(kUser);
        QVERIFY(waitUntil([this] { return m_page->answer() && m_page->answer()->user.user == kUser; }));
        QVERIFY(settled());
    }
    void choose(const char* model) {
        session().chooseRun(m_runs.at(model));
        QVERIFY(waitUntil([&] { return answer().request.run->run == m_runs.at(model); }));
        QVERIFY(settled());
    }
    void clickTab(int tab) {
        QTabBar* bar = find<QTabWidget>(*m_page, "exploreTabs")->tabBar();
        QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
        QVERIFY(settled());
    }
    void withoutSecondRun() {
        auto* other = find<QWidget>(*m_page, "whatIfOther");
        other->setFocus();
        QTest::keyClick(other, Qt::Key_Home);
        QVERIFY(settled());
    }
    /// Runs `act` and waits for the prediction that follows.
    void predict(const std::function<void()>& act) {
        QSignalSpy predicted(find<WhatIfPanel>(*m_page, "whatIf"), &WhatIfPanel::predicted);
        act();
        QVERIFY(waitUntil([&] { return predicted.count() > 0; }));
        QVERIFY(settled());
    }
    bool anyScoreChanged() {
        for (const RankMove& move : find<WhatIfPanel>(*m_page, "whatIf")->result()->runs.front().moves)
            if (move.before.score != move.after.score) return true;
        return false;
    }
    /// Saves pictures in light and dark, at the smallest and at a usual window size.
    void savePictures(const QString& name) {
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            Theme::instance().setChoice(choice);
            for (const QSize size : {QSize(940, 606), QSize(1368, 800)}) {
                m_page->resize(size);
                QVERIFY(settled());
                QTest::qWait(50);
                savePicture(*m_page, QStringLiteral("%1-%2-%3")
                                         .arg(name, choice == ThemeChoice::Light ? "light" : "dark")
                                         .arg(size.width()));
                QCOMPARE(m_page->size(), size);  // content that needs more would have enlarged the page
            }
        }
        Theme::instance().setChoice(ThemeChoice::Light);
    }

    std::unique_ptr<TestEnvironment> m_environment;
    std::unique_ptr<ExplorePage> m_page;
    std::map<std::string, RunId> m_runs;
};

QTEST_MAIN(ItemNumbersTest)
#include "item_numbers_test.moc"
