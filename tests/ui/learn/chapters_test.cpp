// SPDX-License-Identifier: GPL-3.0-or-later
// Works through each chapter of the course with clicks: its steps, its question and its task. The tests run in this
// order: a later test uses the models that an earlier one has trained.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include <qcustomplot.h>

#include "chapters_fixture.h"
#include "core/data/importer.h"
#include "core/metrics/paired_hits.h"
#include "measuring_application.h"
#include "ui/explore/tabs/heads_panel.h"
#include "ui/learn/cause_words.h"
#include "ui/learn/chapter_list.h"
#include "ui/learn/chapters/attention_mask_chapter.h"
#include "ui/learn/chapters/end_chapter.h"
#include "ui/learn/chapters/guess_chapter.h"
#include "ui/learn/chapters/head_chapter.h"
#include "ui/learn/chapters/heads_chapter.h"
#include "ui/learn/chapters/vector_chapter.h"
#include "ui/learn/chapters/why_chapter.h"
#include "ui/learn/course.h"
#include "ui/learn/exercise_view.h"
#include "ui/learn/history_cards.h"
#include "ui/learn/item_card.h"
#include "ui/learn/learn_page.h"
#include "ui/learn/live_curves.h"
#include "ui/plot/plot_view.h"
#include "ui/runs/head_study.h"
#include "ui/theme/presentation_size.h"
#include "ui/theme/theme.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/step_bar.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class ChaptersTest : public ChaptersFixture {
    Q_OBJECT

private slots:
    void theBoardCountsTenRoundsAndTheAnswerFourHundredOthers() {
        auto& chapter = dynamic_cast<GuessChapter&>(open("guess"));
        QVERIFY(waitUntil([&] { return chapter.rounds() != nullptr; }));
        auto* board = find<BarRows>(chapter, "scoreBoard");
        QCOMPARE(board->rows()[1].text, QStringLiteral("?"));
        savePagePicture("guess");
        answer(2);
        int hits = 0;
        for (int round = 0; round < kGuessRounds; ++round) {
            const GuessRound& guessRound = (*chapter.rounds())[std::size_t(round)];
            QCOMPARE(int(guessRound.options.size()), kGuessOptions);
            // Gives the right answer in even rounds and a wrong one in odd rounds.
            const int option = round % 2 == 0 ? guessRound.truth : (guessRound.truth + 1) % kGuessOptions;
            hits += option == guessRound.truth;
            click(find<QPushButton>(chapter, qPrintable(QStringLiteral("guess%1").arg(option))));
            QCOMPARE(board->rows()[0].text, QString::number(hits));
            if (round + 1 < kGuessRounds) click(find<QPushButton>(chapter, "nextRound"));
        }
        QVERIFY(progress().isDone());
        // The ten rounds that were played prove nothing. Many more rounds, which only the models play, decide which
        // model is right most often.
        const auto counted = countedHits(*chapter.rounds(),
                                         {Player::Popularity, Player::LastItem, Player::Causal, Player::Bidirectional});
        QCOMPARE(int(counted.front().size()), kCountedRounds);
        const auto leaders = leadersOf(counted);
        QCOMPARE(chapter.rightOptions(), std::vector<int>(leaders.begin(), leaders.end()));
        QVERIFY(chapter.finding().contains(QStringLiteral("400 other rounds")));
        QVERIFY(find<QLabel>(*m_page, "answer")->text().contains(chapter.finding()));
        savePagePicture("guess-answer");
    }

    // A dataset that was just chosen has no history until its histories are loaded. If the theme changes before that,
    // what is shown must stay.
    void changingTheThemeWhileAHistoryIsLoadedKeepsTheShownCards() {
        Session& session = m_environment->session();
        const DatasetId before = session.dataset()->id;
        const QString file = m_environment->write("other.csv",
                                                  "user,item,time\n"
                                                  "a,x,1700000000\na,y,1700000100\na,z,1700000200\n"
                                                  "b,x,1700000000\nb,z,1700000100\nb,y,1700000200\n");
        DatasetId other = 0;
        QVERIFY(m_environment->work([&](JobContext& context) {
            ImportOptions options;
            options.path = file.toStdString();
            other = importDataset(context.workspace, options, {}, {}).dataset.id;
        }));
        session.refreshDatasets();
        QVERIFY(waitUntil([&] { return session.datasets().size() == 2; }));
        open("cloze");
        auto* cards = find<HistoryCards>(*m_page, "cards");
        QVERIFY(waitUntil([&] { return !cards->covered().empty(); }));
        session.chooseDataset(other);
        QVERIFY(!m_page->course().history());
        Theme& theme = Theme::instance();
        theme.setChoice(theme.choice() == ThemeChoice::Dark ? ThemeChoice::Light : ThemeChoice::Dark);
        QVERIFY(cards->count() > 3);
        theme.setChoice(ThemeChoice::Light);
        session.chooseDataset(before);
        QVERIFY(waitUntil([&] { return m_page->course().history() != nullptr; }));
    }

    void theProductsOfAllCoordinatesAddUpToTheScoreInTheList() {
        auto& chapter = dynamic_cast<VectorChapter&>(open("vector"));
        QVERIFY(waitUntil([&] { return chapter.facts() != nullptr; }));
        savePagePicture("vector");
        for (int model = 0; model < 2; ++model) {
            find<QComboBox>(chapter, "vectorModel")->setCurrentIndex(model);
            QVERIFY(waitUntil([&] { return chapter.facts() != nullptr; }));
            const auto facts = chapter.facts();
            for (const Recommendation& best : facts->best) {
                const double score = facts->partsOf(best.token).score();
                QVERIFY(std::abs(score - double(best.score)) < 1e-4);
            }
        }
        goTo(1);
        savePagePicture("vector-neighbours");
        auto* list = find<BarRows>(chapter, "vectorList");
        for (int row = 0; row < int(list->rows().size()) && !progress().taskDone; ++row) clickRow(list, row);
        QVERIFY(progress().taskDone);
        goTo(3);
        savePagePicture("vector-products");
        auto* sum = find<BarRows>(chapter, "productSum");
        QVERIFY(!sum->isVisible());
        goTo(4);
        savePagePicture("vector-sum");
        QVERIFY(sum->isVisible());
        for (const int row : {0, 2}) {
            clickRow(list, row);
            QCOMPARE(sum->rows().back().text, list->rows()[std::size_t(row)].text);
        }
        answer(1);
    }

    void aDraggedScoreTakesItsWeightFromAllOthers() {
        auto& chapter = dynamic_cast<HeadChapter&>(open("head"));
        QVERIFY(waitUntil([&] { return chapter.steps() != nullptr; }));
        for (int step = 0; step < 9; ++step) {
            goTo(step);
            savePagePicture(qPrintable(QStringLiteral("head-%1").arg(step)));
        }
        answer(1);
        QTest::keyClick(m_page, Qt::Key_Left);
        QTest::keyClick(m_page, Qt::Key_Left);
        QCOMPARE(steps().step(), 6);
        auto *left = find<BarRows>(chapter, "headLeft"), *right = find<BarRows>(chapter, "headRight");
        const std::vector<BarRow> before = right->rows();
        int position = -1;  // the position with the least weight that is not masked
        for (int row = 0; row < int(before.size()); ++row)
            if (!before[std::size_t(row)].masked &&
                (position < 0 || before[std::size_t(row)].value < before[std::size_t(position)].value))
                position = row;
        QVERIFY(before.back().masked);  // the model is causal, and the row's position is not the last
        const QRectF area = left->barArea(position);
        Theme::instance().setMotionTime(600'000);  // milliseconds: animations do not end during the test
        QTest::mousePress(left, Qt::LeftButton, {}, area.center().toPoint());
        QTest::mouseMove(left, QPoint(int(area.right()) - 1, int(area.center().y())));
        QTest::mouseRelease(left, Qt::LeftButton, {}, QPoint(int(area.right()) - 1, int(area.center().y())));
        QCOMPARE(right->shownValue(position), right->rows()[std::size_t(position)].value);
        Theme::instance().setMotionTime({});
        double sum = 0;
        for (int row = 0; row < int(before.size()); ++row) {
            sum += right->rows()[std::size_t(row)].value;
            if (row != position) QVERIFY(right->rows()[std::size_t(row)].value <= before[std::size_t(row)].value);
        }
        QVERIFY(std::abs(sum - 1) < 1e-5);
        QVERIFY(right->rows()[std::size_t(position)].value > before[std::size_t(position)].value);
        find<QSlider>(chapter, "temperature")->setValue(-20);
        savePagePicture("head-dragged");
        QVERIFY(progress().taskDone);
    }

    void theModelThatSeesTheAnswerLearnsToCopyAndRecommendsWorse() {
        auto& chapter = dynamic_cast<AttentionMaskChapter&>(open("sight"));
        m_page->setFocus();
        for (const auto& [key, row] :
             {std::pair(Qt::Key_Down, 0), std::pair(Qt::Key_Down, 1), std::pair(Qt::Key_Up, 0)}) {
            QTest::keyClick(m_page, key);
            QCOMPARE(chapter.highlightedRow(), row);
        }
        auto* counts = find<BarRows>(chapter, "readCounts");
        QVERIFY(counts->rows()[0].bold);
        QCOMPARE(counts->rows()[2].value, 3.0);  // the third position reads three items
        savePagePicture("sight");
        goTo(1);
        savePagePicture("sight-both");
        answer(1);
        goTo(2);
        trainLive(chapter);
        savePagePicture("sight-trained");
        const auto* curves = chapter.findChild<LiveCurves*>();
        // The model with index 1 can read the answer in its input; the causal model, index 0, must predict it.
        QVERIFY(curves->of(1).losses.back() < 0.1 * curves->of(0).losses.back());
        QVERIFY(curves->of(1).ndcg.back() < curves->of(0).ndcg.back());
        QVERIFY(progress().isDone());
        goTo(4);
        savePagePicture("sight-looked");
        const std::vector<BarRow>& looks = find<BarRows>(chapter, "looksAhead")->rows();
        double mean = 0;
        for (const BarRow& row : looks) mean += row.value / double(looks.size());
        QVERIFY(mean > 3.0 / double(looks.size() + 1));  // three times as much as uniform attention
    }

    void anExerciseIsLearnedByHeartOnACopy() {
        ChapterWidget& chapter = open("cloze");
        auto* cards = find<HistoryCards>(chapter, "cards");
        for (const int card : {2, 5, 8}) click(cards->card(card));
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
        savePagePicture("cloze");
        goTo(1);
        savePagePicture("cloze-input");
        goTo(2);
        savePagePicture("cloze-loss");
        goTo(3);
        auto* exercise = chapter.findChild<ExerciseView*>();
        click(find<QPushButton>(chapter, "learn1"));
        QVERIFY(waitUntil([&] { return exercise->steps() == 1; }));
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
        click(find<QPushButton>(chapter, "learn100"));
        QVERIFY(waitUntil([&] { return exercise->steps() == 101 && m_environment->jobs().isIdle(); }));
        for (const double probability : exercise->probabilities()) QVERIFY(probability > 0.5);
        QVERIFY(!chapter.finding().isEmpty());
        savePagePicture("cloze-learned");
        answer(1);
        QVERIFY(progress().isDone());
        goTo(4);
        click(find<QPushButton>(chapter, "drawMask"));
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
        savePagePicture("cloze-rho");
        goTo(5);
        trainLive(chapter);
        savePagePicture("cloze-trained");
        QCOMPARE(int(chapter.findChild<LiveCurves*>()->models().size()), 3);
    }

    void theComparisonContinuesWhileOtherStepsAreShown() {
        for (const auto& [key, trainStep, otherStep] : {std::tuple("cloze", 5, 1), std::tuple("sight", 2, 0),
                                                        std::tuple("end", 1, 0), std::tuple("parts", 1, 0)}) {
            ChapterWidget& chapter = open(key);
            m_page->restartChapter();
            goTo(trainStep);
            auto* curves = chapter.findChild<LiveCurves*>();
            click(find<QPushButton>(*curves, "trainLive"));
            QVERIFY(waitUntil([curves] { return !curves->of(0).losses.empty(); }));
            m_page->setFocus();
            while (steps().step() > otherStep) QTest::keyClick(m_page, Qt::Key_Left);
            QVERIFY(curves->isTraining() && !curves->isVisible());
            const std::size_t before = curves->of(0).losses.size();
            QVERIFY(waitUntil([&] { return curves->of(0).losses.size() > before; }));
            while (steps().step() < trainStep) QTest::keyClick(m_page, Qt::Key_Right);
            QVERIFY(curves->isTraining() && curves->isVisible());
            QVERIFY(curves->of(0).losses.size() > before);
            // Showing another chapter ends the training.
            QTest::keyClick(m_page, Qt::Key_PageDown, Qt::ControlModifier);
            QVERIFY(!curves->isTraining());
            QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
        }
    }

    void theAttentionOfTheMaskIsShownForEveryEpoch() {
        ChapterWidget& chapter = open("end");
        savePagePicture("end");
        goTo(1);
        trainLive(chapter);
        savePagePicture("end-trained");
        goTo(3);
        auto* slider = find<QSlider>(chapter, "looksEpoch");
        QCOMPARE(slider->maximum(), chapter.findChild<LiveCurves*>()->epochs());
        for (int epoch = 1; epoch <= slider->maximum(); ++epoch) {
            slider->setValue(epoch);
            double sum = 0;
            for (const BarRow& row : find<BarRows>(chapter, "looksWith")->rows()) sum += row.value;
            QVERIFY(std::abs(sum - 1) < 1e-3);
        }
        savePagePicture("end-looks");
        auto* byEpoch = find<PlotView>(chapter, "looksByEpoch");
        for (const int model : {0, 1}) QCOMPARE(byEpoch->pointCount(model), slider->maximum());
        // A click on a point of the curve moves the slider to the epoch of that point.
        slider->setValue(slider->maximum());
        const QCPGraph* curve = byEpoch->plot()->graph(0);
        const auto point = curve->data()->constBegin() + 2;
        QTest::mouseClick(byEpoch->plot(), Qt::LeftButton, {},
                          QPoint(int(byEpoch->plot()->xAxis->coordToPixel(point->key)),
                                 int(byEpoch->plot()->yAxis->coordToPixel(point->value))));
        QCOMPARE(slider->value(), 3);
        for (const BarRow& row : find<BarRows>(chapter, "looksWith")->rows())
            if (row.bold) QVERIFY(std::abs(row.value - point->value) < 1e-9);
    }

    // Two trainings of one config differ by chance. So the chapter trains each of two configs three times, and the user
    // of the program reads the verdict from the interval of the difference.
    void theVerdictIsReadFromTheInterval() {
        auto& chapter = dynamic_cast<EndChapter&>(open("end"));
        const auto difference = chapter.difference();  // the previous test trained the models
        QVERIFY(difference);
        QVERIFY(difference->seedVariance > 0);
        goTo(2);
        savePagePicture("end-difference");
        const MeanInterval& interval = difference->interval;
        const BarRow& bar = find<BarRows>(chapter, "endDifference")->rows().front();
        QCOMPARE(bar.interval->first, interval.mean - interval.halfWidth);
        const char* const right = bar.interval->first > 0    ? "verdictHelp"
                                  : bar.interval->second < 0 ? "verdictHurt"
                                                             : "verdictNot";
        for (const char* verdict : {"verdictHelp", "verdictHurt", "verdictNot"}) {
            if (QLatin1String(verdict) == QLatin1String(right)) continue;
            click(find<QPushButton>(chapter, verdict));
            QVERIFY(!progress().taskDone);
        }
        answer(1);
        const QString before = chapter.finding();
        for (const char* stated : {"Here the samples help", "Here the samples hurt", "no clear difference"})
            QVERIFY2(!before.contains(QLatin1String(stated)), stated);  // reading it is the task
        click(find<QPushButton>(chapter, right));
        QVERIFY(progress().isDone());
        QVERIFY(chapter.finding().size() > before.size());
        savePagePicture("end-read");
    }

    void removingAPartShowsTheLossForEachKindOfItem() {
        ChapterWidget& chapter = open("parts");
        QVERIFY(waitUntil([&] { return !find<BarRows>(chapter, "patternTable")->rows().empty(); }));
        savePagePicture("parts");
        goTo(1);
        savePagePicture("parts-choice");
        trainLive(chapter);
        goTo(2);
        savePagePicture("parts-compared");
        answer(1);
        QVERIFY(!find<BarRows>(chapter, "patternsWithout")->rows().empty());
        QVERIFY(find<QLabel>(*m_page, "answer")->text().contains(chapter.finding()));
        QVERIFY(progress().taskDone);
    }

    void aHeadHasTheSameNumbersInLearnAndInExplore() {
        auto& chapter = dynamic_cast<HeadsChapter&>(open("heads"));
        QVERIFY(waitUntil([&] { return chapter.facts() != nullptr; }));
        HeadsPanel panel(m_environment->session(), std::make_shared<InferenceCache>());
        panel.resize(1000, 500);
        panel.show();
        panel.setRun(m_page->course().runs().bidirectional);
        panel.startStudy();
        QVERIFY(waitUntil([&] { return panel.study() != nullptr; }));
        const HeadStudy& inExplore = *panel.study();
        const HeadFacts& inLearn = *chapter.facts();
        QCOMPARE(inLearn.characters.users, inExplore.characters.users);
        for (std::size_t head = 0; head < inExplore.characters.heads.size(); ++head) {
            QCOMPARE(inLearn.characters.heads[head].sentence, inExplore.characters.heads[head].sentence);
            QCOMPARE(inLearn.effects[head].ndcg10.mean, inExplore.gates[head].ndcg10.mean);
        }
        goTo(0);
        clickRow(find<BarRows>(chapter, "headsLeft"), 0);
        // The basis of the measurement follows the sentence.
        QCOMPARE(find<QLabel>(chapter, "headsSentence")->text(),
                 QString::fromStdString(inExplore.characters.heads.front().sentence) + QLatin1Char(' ') +
                     headStudyBasis(inExplore.characters));
    }

    void choosingTheHeadThatChangesMostSolvesTheTask() {
        auto& chapter = dynamic_cast<HeadsChapter&>(open("heads"));
        QVERIFY(waitUntil([&] { return chapter.facts() != nullptr; }));
        savePagePicture("heads");
        goTo(1);
        auto *heads = find<BarRows>(chapter, "headsLeft"), *list = find<BarRows>(chapter, "headsRight");
        QVERIFY(list->rows().empty());  // no head is switched off at first
        // For each head, the number of ranks by which the items of the list move, as the user of the program reads it.
        std::vector<double> moved;
        const auto ranksMovedWithout = [&](int head) {
            clickRow(heads, head);
            double ranks = 0;
            for (const BarRow& row : list->rows()) ranks += std::abs(row.value);
            return ranks;
        };
        for (int head = 0; head < int(heads->rows().size()); ++head) {
            QVERIFY(!progress().taskDone);
            moved.push_back(ranksMovedWithout(head));
        }
        const auto largest = std::max_element(moved.begin(), moved.end());
        const auto smallest = std::min_element(moved.begin(), moved.end());
        if (moved.back() < *largest) {
            ranksMovedWithout(int(smallest - moved.begin()));
            QVERIFY(!progress().taskDone);
            ranksMovedWithout(int(largest - moved.begin()));
        }
        QVERIFY(progress().taskDone);
        savePagePicture("heads-off");
        answer(1);
        goTo(2);
        double sum = 0;
        for (const BarRow& row : find<BarRows>(chapter, "headsPath")->rows()) sum += row.value;
        QVERIFY(std::abs(sum - 1) < 1e-3);
        savePagePicture("heads-layers");
    }

    void waysToFindTheCauseAreCountedInAllCases() {
        auto& chapter = dynamic_cast<WhyChapter&>(open("why"));
        QVERIFY(waitUntil([&] { return chapter.counted() != nullptr; }));
        QVERIFY(chapter.drawnCases() >= 10);
        savePagePicture("why");
        auto *items = find<BarRows>(chapter, "caseItems"), *board = find<BarRows>(chapter, "causeBoard");
        for (int rival = 1; rival < int(board->rows().size()); ++rival)
            QCOMPARE(board->rows()[std::size_t(rival)].text, QStringLiteral("?"));
        for (int i = 0; i < 10; ++i) {
            const CauseCase& causeCase = chapter.drawnCase(i);
            std::size_t cause = causeCase.items.size() - 1;
            while (!causeCase.isCause(cause)) --cause;
            QVERIFY(cause >= chapter.firstRow(causeCase));
            clickRow(items, int(cause - chapter.firstRow(causeCase)));
            QCOMPARE(chapter.decided(), i + 1);
            clickRow(items, 0);  // a decision is final
            QCOMPARE(chapter.decided(), i + 1);
            QVERIFY(items->rows()[0].text.endsWith('%'));  // a weight: the effects of hiding are shown with the answer
            if (i == 4) savePagePicture("why-decided");
            if (i < 9) click(find<QPushButton>(chapter, "nextCase"));
        }
        QCOMPARE(board->rows()[0].value, 1.0);
        answer(0);
        QVERIFY(progress().isDone());
        QVERIFY(!items->rows()[0].text.endsWith('%'));
        // The board, the sentence and the right answer must use the same counts.
        const CauseFinding& finding = *chapter.counted();
        QVERIFY(chapter.finding().contains(QStringLiteral("Counted in all %1 cases").arg(finding.cases.size())));
        QVERIFY(chapter.finding().endsWith(causeConclusionText(finding)));
        QCOMPARE(board->rows()[1].value, finding.shareOf(CauseMethod::Mean).share);
        QCOMPARE(board->rows()[3].value, finding.shareOf(CauseMethod::Head).share);
        QCOMPARE(board->rows()[4].value, finding.shareOf(CauseMethod::Removal).share);
        for (const CauseMethod method : conclusionFrom(finding).best)
            QVERIFY(std::ranges::count(chapter.rightOptions(), int(method)) == 1);
        savePagePicture("why-answer");
    }

    // Each restart draws 20 of about 250 cases. After 20 restarts a case has been drawn with probability
    // 1 - (1 - 20 / 250)^20 = 0.81. So about 200 different cases are expected; 165 is 6 standard deviations below that.
    void theDrawnCasesAreSpreadOverAllCases() {
        auto& chapter = dynamic_cast<WhyChapter&>(open("why"));
        QVERIFY(waitUntil([&] { return chapter.counted() != nullptr; }));
        std::set<std::int32_t> users;
        std::size_t longest = 0;
        for (int restart = 0; restart < 20; ++restart) {
            m_page->restartChapter();
            QVERIFY(waitUntil([&] { return chapter.drawnCases() > 0; }));
            for (int i = 0; i < chapter.drawnCases(); ++i) {
                users.insert(chapter.drawnCase(i).user);
                longest = std::max(longest, chapter.drawnCase(i).items.size());
            }
        }
        QVERIFY2(users.size() >= 165, qPrintable(QString::number(users.size())));
        QVERIFY(longest > 16);  // including histories longer than the screen
    }

    void theSampledProtocolIsShownOnlyAfterTheAnswer() {
        ChapterWidget& chapter = open("verdict");
        auto* scores = find<BarRows>(chapter, "duelScores");
        QVERIFY(waitUntil([&] { return scores->rows().size() == 2; }));
        savePagePicture("verdict");
        const double full = scores->rows()[0].value;
        goTo(1);
        savePagePicture("verdict-difference");
        goTo(2);
        savePagePicture("verdict-habits");
        goTo(3);
        QVERIFY(scores->rows().empty());  // not shown before the question about them is answered
        answer(0);
        QCOMPARE(int(scores->rows().size()), 2);
        QVERIFY(scores->rows()[0].value > full);
        QVERIFY(progress().isDone());
        savePagePicture("verdict-sampled");
    }

    // The size is what a window of 1024 x 700 leaves beside the rail, the top bar and the job strip.
    void nothingIsCutInTheSmallestWindow() {
        resize({940, 604});
        checkThatNothingIsCut(QStringLiteral("small"));
    }

    void nothingIsCutInALectureHall_data() {
        QTest::addColumn<QSize>("screen");
        QTest::newRow("hall") << QSize(1280, 720);
        QTest::newRow("large hall") << QSize(1920, 1080);
    }
    void nothingIsCutInALectureHall() {
        QFETCH(QSize, screen);
        resize(screen);
        m_page->setPresenting(true);
        resize(screen);
        const int body = QFontInfo(Theme::instance().body()).pixelSize();
        QVERIFY(body >= kMinBodyShareOfScreen * screen.height());
        checkThatNothingIsCut(QString::fromLatin1(QTest::currentDataTag()).replace(QLatin1Char(' '), QLatin1Char('-')));
        m_page->setPresenting(false);
    }
};

int main(int argc, char** argv) {
    MeasuringApplication application(argc, argv);
    ChaptersTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "chapters_test.moc"
