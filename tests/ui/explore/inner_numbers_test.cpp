// SPDX-License-Identifier: GPL-3.0-or-later
// Tests two computations that both the course and Explore show: an attention head step by step, and a score as a sum of
// products.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTest>

#include "explore_fixture.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/growing_map.h"
#include "ui/attention/head_grid.h"
#include "ui/attention/head_steps_dialog.h"
#include "ui/explore/tabs/score_panel.h"
#include "ui/lists/recommendation_list.h"
#include "ui/theme/theme.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/step_bar.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class InnerNumbersTest : public ExploreFixture {
    Q_OBJECT

    HeadStepsDialog* dialog() { return page().window()->findChild<HeadStepsDialog*>(); }
    AttentionMap& map() { return *find<AttentionMap>(page(), "map"); }
    /// Waits until the dialog is open and its numbers are computed.
    bool opened() {
        return waitUntil([this] { return dialog() && dialog()->isVisible() && dialog()->view().steps(); });
    }
    bool closed() {
        return waitUntil([this] { return !dialog(); });
    }
    /// Checks that the weights in the dialog are those in row `row` of the attention map of `head`.
    void checkWeights(HeadId head, int row) {
        const auto steps = dialog()->view().steps();
        QCOMPARE(steps->head.layer, head.layer);
        QCOMPARE(steps->head.head, head.head);
        QCOMPARE(steps->row, row);
        const AttentionMaps& maps = answer().explanation->attention;
        QCOMPARE(int(steps->softmax.weights.size()), maps.size);
        for (int column = 0; column < maps.size; ++column)
            QVERIFY(std::abs(steps->softmax.weights[std::size_t(column)] -
                             maps.at(head.layer, head.head, row, column)) < 1e-5f);
    }
    void chooseRecommendation(int row) {
        auto* list = find<TableView>(page(), "recommendations");
        const QModelIndex item = list->model()->index(row, 1);
        list->scrollTo(item);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(item).center());
    }

private slots:
    void theButtonShowsTheHeadAtThePinnedPosition() {
        auto* heads = find<HeadGrid>(page(), "heads");
        QTest::mouseClick(heads, Qt::LeftButton, {}, heads->mapRect(1, 1).center().toPoint());
        QTest::mouseClick(&map(), Qt::LeftButton, {}, map().cellRect({3, 2}).center().toPoint());
        click(find<QPushButton>(page(), "attentionSteps"));
        QVERIFY(opened());
        checkWeights({1, 1}, 3);
        QVERIFY(find<QLabel>(*dialog(), "headStepsOf")->text().contains(QString::fromStdString(answer().user.id)));
        click(find<QPushButton>(*dialog(), "closeHeadSteps"));
        QVERIFY(closed());
    }

    void withoutAPinTheDialogShowsThePredictingPosition() {
        click(find<QPushButton>(page(), "attentionSteps"));
        QVERIFY(opened());
        checkWeights({0, 0}, answer().explanation->attention.size - 1);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QVERIFY(closed());
    }

    void returnOnTheMapOpensTheDialogAndArrowsStepThroughIt() {
        map().setFocus();
        QTest::keyClick(&map(), Qt::Key_Up);  // pins the last row
        QTest::keyClick(&map(), Qt::Key_Up);
        QTest::keyClick(&map(), Qt::Key_Return);
        QVERIFY(opened());
        checkWeights({0, 0}, answer().explanation->attention.size - 2);
        auto* steps = find<StepBar>(*dialog(), "headStepBar");
        QCOMPARE(steps->count(), 9);
        for (int step = 0; step < 9; ++step) {
            QCOMPARE(steps->step(), step);
            for (const QSize size : {QSize(992, 668), QSize(1160, 760)}) {
                dialog()->resize(size);
                QVERIFY(settled());
                savePicture(*dialog(), QStringLiteral("explore-steps-%1-%2").arg(step + 1).arg(size.width()));
            }
            QTest::keyClick(dialog(), Qt::Key_Right);
        }
        QTest::keyClick(dialog(), Qt::Key_Left);
        QTest::keyClick(dialog(), Qt::Key_Left);
        QCOMPARE(steps->step(), HeadStepsView::kWeights);
        // Dragging a score changes the weights in the dialog.
        auto *left = find<BarRows>(*dialog(), "headLeft"), *right = find<BarRows>(*dialog(), "headRight");
        const double before = right->rows()[0].value;
        const QRectF area = left->barArea(0);
        QTest::mousePress(left, Qt::LeftButton, {}, area.center().toPoint());
        QTest::mouseMove(left, QPoint(int(area.right()) - 1, int(area.center().y())));
        QTest::mouseRelease(left, Qt::LeftButton, {}, QPoint(int(area.right()) - 1, int(area.center().y())));
        QVERIFY(right->rows()[0].value > before);
        Theme::instance().setChoice(ThemeChoice::Dark);
        QVERIFY(settled());
        savePicture(*dialog(), QStringLiteral("explore-steps-dark"));
        Theme::instance().setChoice(ThemeChoice::Light);
        // Chooses another row in the map that grows row by row.
        auto* growing = find<GrowingMap>(*dialog(), "growingMap");
        QCOMPARE(growing->knownRows(), 1);
        QTest::mouseClick(growing, Qt::LeftButton, {}, QPoint(20, 24));
        QVERIFY(waitUntil([this] { return dialog()->view().steps() && dialog()->view().steps()->row == 0; }));
        QCOMPARE(growing->knownRows(), 2);
        checkWeights({0, 0}, 0);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QVERIFY(closed());
    }

    void theContextMenuOfACellOpensItsRow() {
        const QPoint at = map().cellRect({4, 1}).center().toPoint();
        const QString entry = tr("Step by step: %1…").arg(map().model().labelOf(4));
        QStringList texts;
        texts = rightClickThroughWindow(&map(), at, entry);
        QVERIFY2(texts.contains(entry), qPrintable(texts.join(QLatin1Char('|'))));
        QVERIFY(opened());
        checkWeights({0, 0}, 4);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QVERIFY(closed());
    }

    void theDialogChangesNeitherTheMapNorTheSettings() {
        const QStringList keys = Settings::instance().keys();
        map().selection().pin(3, 2);
        click(find<QPushButton>(page(), "attentionSteps"));
        QVERIFY(opened());
        find<StepBar>(*dialog(), "headStepBar")->showStep(6);
        find<QComboBox>(*dialog(), "headChoice")->setCurrentIndex(3);
        QVERIFY(waitUntil([this] {
            return dialog()->view().steps() && dialog()->view().steps()->head == HeadId{1, 1};
        }));
        checkWeights({1, 1}, 3);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QVERIFY(closed());
        QCOMPARE(map().model().choice().head, (HeadId{0, 0}));
        QVERIFY(map().selection().pinnedCell() == (MapCell{3, 2}));
        QCOMPARE(Settings::instance().keys(), keys);
        click(find<QPushButton>(page(), "attentionSteps"));
        QVERIFY(opened());
        QCOMPARE(find<StepBar>(*dialog(), "headStepBar")->step(), 0);
        checkWeights({0, 0}, 3);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QVERIFY(closed());
    }

    void aCausalRunMasksLaterPositions() {
        const auto before = page().answer();
        session().chooseRun(m_causal);
        QVERIFY(waitUntil([&] { return page().answer() != before; }));
        map().selection().pin(2, 1);
        click(find<QPushButton>(page(), "attentionSteps"));
        QVERIFY(opened());
        checkWeights({0, 0}, 2);
        find<StepBar>(*dialog(), "headStepBar")->showStep(HeadStepsView::kMask);
        const std::vector<BarRow>& rows = find<BarRows>(*dialog(), "headLeft")->rows();
        for (int row = 0; row < int(rows.size()); ++row) QCOMPARE(rows[std::size_t(row)].masked, row > 2);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QVERIFY(closed());
    }

    void aModelWithAttentionOnlyAtTheLastPositionOffersNoSteps() {
        auto* button = find<QPushButton>(page(), "attentionSteps");
        QVERIFY(button->isVisible());
        const RunId lastOnly = trainTiny(environment(), "stamp");
        QVERIFY(waitUntil([&] { return answer().request.run && answer().request.run->run == lastOnly; }));
        QVERIFY(settled());
        QCOMPARE(answer().capabilities.attention, AttentionKind::LastOnly);
        QVERIFY(!button->isVisible());
        QTest::keyClick(&map(), Qt::Key_Return);
        QVERIFY(settled());
        QVERIFY(!dialog());
        session().chooseRun(m_bidirectional);
        QVERIFY(waitUntil([&] { return answer().request.run->run == m_bidirectional; }));
        QVERIFY(button->isVisible());
    }

    void theProductsAddUpToTheScoreInTheList() {
        openTab(1);
        click(find<QPushButton>(page(), "evidenceScore"));
        auto* sum = find<BarRows>(page(), "productSum");
        for (const RunId run : {m_bidirectional, m_causal}) {
            const auto before = page().answer();
            session().chooseRun(run);
            QVERIFY(waitUntil([&] { return run == m_bidirectional || page().answer() != before; }));
            QVERIFY(settled());
            for (const int row : {0, 3}) {
                chooseRecommendation(row);
                QVERIFY(settled());
                const Recommendation& best = answer().explanation->recommendations[std::size_t(row)];
                const auto parts = page().findChild<ScorePanel*>()->parts();
                QVERIFY(parts);
                QVERIFY(std::abs(parts->score() - double(best.score)) < 1e-4);
                QCOMPARE(sum->rows().back().text, fixedNumber(best.score, 2));
                double all = 0;
                for (std::size_t part = 0; part + 1 < sum->rows().size(); ++part) all += sum->rows()[part].value;
                QVERIFY(std::abs(all - double(best.score)) < 1e-4);
                QVERIFY(find<QLabel>(page(), "scoreSentence")->text().contains(session().titleOf(best.token)));
            }
        }
        savePictures(QStringLiteral("explore-score"));
    }

    void aModelWithoutItemVectorsOffersNoProducts() {
        openTab(1);
        auto* button = find<QPushButton>(page(), "evidenceScore");
        QVERIFY(button->isVisible());
        click(button);
        trainTiny(environment(), "bigram");
        QVERIFY(waitUntil([&] { return !answer().capabilities.hasItemVectors; }));
        QVERIFY(settled());
        QVERIFY(!button->isVisible());
        QVERIFY(!page().findChild<ScorePanel*>()->isVisible());
    }
};

QTEST_MAIN(InnerNumbersTest)
#include "inner_numbers_test.moc"
