// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/learn_page.h"

#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>

#include "tiny_runs.h"
#include "ui/learn/guess_list.h"
#include "ui/learn/guess_table.h"
#include "ui/learn/history_cards.h"
#include "ui/learn/item_card.h"
#include "ui/learn/lesson_panel.h"
#include "ui/learn/mask_grid.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class LearnPageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_bench = std::make_unique<Bench>();
        trainTiny(*m_bench, "bert4rec");
        trainTiny(*m_bench, "sasrec");
    }
    void init() {
        m_page = std::make_unique<LearnPage>(m_bench->session());
        test::show(*m_page, {1280, 820});
        QVERIFY(waitUntil([this] { return m_page->history() != nullptr; }));
        m_cards = find<HistoryCards>(*m_page, "cards");
    }
    void cleanup() {
        m_page.reset();
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
    }
    void cleanupTestCase() { m_bench.reset(); }

    void asksToImportWhenThereIsNoDataset() {
        Bench empty(Bench::Content::Empty);
        LearnPage page(empty.session());
        test::show(page, {1024, 700});
        QSignalSpy wanted(&empty.session(), &Session::pageWanted);
        click(find<EmptyState>(page, "noData")->button());
        QCOMPARE(wanted[0][0].toString(), QStringLiteral("data"));
    }

    void saysWhichModelIsMissingAndAnswersWithTheOther() {
        Bench bench;
        trainTiny(bench, "bert4rec");
        LearnPage page(bench.session());
        test::show(page, {1024, 700});
        QVERIFY(waitUntil([&] { return page.history() != nullptr; }));
        auto* cards = find<HistoryCards>(page, "cards");
        click(cards->card(4));
        QVERIFY(waitUntil([&] { return page.guesses().bothSides.size() == 1; }));
        QVERIFY(page.guesses().leftOnly.empty());
        QVERIFY(page.findChild<GuessList*>(QStringLiteral("guess-0-4")));
        picture(page, QStringLiteral("learn-one-model"));
        QCOMPARE(find<QPushButton>(page, "trainHere")->text(), tr("Train SASRec here"));
        QSignalSpy wanted(&bench.session(), &Session::pageWanted);
        QSignalSpy model(&bench.session(), &Session::trainingWanted);
        click(find<QPushButton>(page, "trainElsewhere"));
        QCOMPARE(wanted[0][0].toString(), QStringLiteral("train"));
        QCOMPARE(model[0][0].toString(), QStringLiteral("sasrec"));
    }

    void withoutAModelBothAreTrainedInPlaceAndFillTheCoveredCards() {
        Bench bench;
        LearnPage page(bench.session());
        test::show(page, {1024, 700});
        QVERIFY(waitUntil([&] { return page.history() != nullptr; }));
        auto* offer = find<QWidget>(page, "modelOffer");
        QVERIFY(offer->isVisible());
        // Something is there before any model is: what the covered card hides, and why nobody guesses it.
        click(find<QPushButton>(page, "lessonAction"));
        const int place = *find<HistoryCards>(page, "cards")->covered().begin();
        const QString truth = bench.session().titleOf(page.history()->items[size_t(place)]);
        const auto texts = [&] {
            QStringList all;
            for (const QLabel* label : find<GuessTable>(page, "guesses")->widget()->findChildren<QLabel*>())
                all << label->text();
            return all.join('|');
        };
        QVERIFY(waitUntil([&] { return texts().contains(truth); }));
        QVERIFY(texts().contains(tr("No SASRec has been trained on this dataset yet.")));
        picture(page, QStringLiteral("learn-no-model"));

        auto* train = find<QPushButton>(page, "trainHere");
        QCOMPARE(train->text(), tr("Train BERT4Rec and SASRec here"));
        click(train);
        auto* stop = find<QPushButton>(page, "stopTraining");
        QVERIFY(stop->isVisible() && find<QProgressBar>(page, "offerBar")->isVisible());
        QVERIFY(waitUntil([&] { return texts().contains(tr("SASRec 1 is next to be trained")); }));
        QVERIFY(!train->isVisible());
        QVERIFY(waitUntil([&] { return page.guesses().bothSides.size() == 1; }));
        picture(page, QStringLiteral("learn-training"));
        // The first epoch is enough here: the rest of a quick training takes as long as a person waits.
        click(stop);
        QVERIFY(waitUntil([&] { return page.guesses().leftOnly.size() == 1; }));
        click(stop);
        QVERIFY(waitUntil([&] { return !offer->isVisible(); }));
        QVERIFY(page.findChild<GuessList*>(QStringLiteral("guess-1-%1").arg(place)));
    }

    void bothScoresCountTheSameCards() {
        // SASRec has nothing to read before the first card.
        m_cards->setCovered({0, 4, 7});
        QVERIFY(waitUntil([this] { return m_page->guesses().leftOnly.size() == 3; }));
        QVERIFY(m_page->guesses().leftOnly[0].top.empty());
        for (const char* model : {"score-bert4rec", "score-sasrec"})
            QVERIFY2(find<QLabel>(*m_page, model)->text().endsWith(tr("of 2")), model);
        for (const char* model : {"scoreWithout-bert4rec", "scoreWithout-sasrec"})
            QCOMPARE(find<QLabel>(*m_page, model)->text(), QString("without position 1"));
        m_cards->setCovered({4, 7});
        QVERIFY(waitUntil([this] { return m_page->guesses().leftOnly.size() == 2; }));
        QVERIFY(!m_page->findChild<QLabel*>("scoreWithout-bert4rec"));
    }

    void coverAnItemCoversAnotherOneAtEachPress() {
        auto* action = find<QPushButton>(*m_page, "lessonAction");
        QCOMPARE(action->text(), tr("Cover an item"));
        std::vector<int> places;
        for (int press = 0; press < m_cards->count(); ++press) {
            click(action);
            QCOMPARE(m_cards->covered().size(), std::size_t(1));
            places.push_back(*m_cards->covered().begin());
        }
        QCOMPARE(std::set<int>(places.begin(), places.end()).size(), std::size_t(m_cards->count()));
        QCOMPARE(places.back(), m_cards->count() - 1);
        // What a person has covered by hand is not covered again.
        const int next = places.front();
        m_cards->setCovered({next});
        click(action);
        QVERIFY(m_cards->covered() != std::set<int>{next});
    }

    void anotherUserIsAnotherOneAlsoAfterARestart() {
        // The one who comes first was left open in the session before.
        const std::string first = m_page->history()->id;
        click(find<QPushButton>(*m_page, "otherUser"));
        QVERIFY(waitUntil([&] { return m_page->history()->id != first; }));
        const std::string second = m_page->history()->id;
        LearnPage page(m_bench->session());
        page.restoreState(QString::fromStdString(second));
        test::show(page, {1280, 820});
        QVERIFY(waitUntil([&] { return page.history() && page.history()->id == second; }));
        const auto before = page.history();
        click(find<QPushButton>(page, "otherUser"));
        QVERIFY(waitUntil([&] { return page.history() != before; }));
        QVERIFY(page.history()->id != second);
    }

    void coveredCardsAreReadByNeitherModel() {
        m_cards->setCovered({2});
        for (const char* name : {"bothSides", "leftOnly"}) {
            auto* grid = find<MaskGrid>(*m_page, name);
            for (int row = 0; row < m_cards->count(); ++row) QVERIFY(!grid->allows(row, 2));
            QVERIFY(grid->allows(5, 1));
        }
        m_cards->setCovered({});
    }

    void theFirstHistoryFitsTheCardsAndHasABundle() {
        QVERIFY(m_cards->count() >= 10 && m_cards->count() <= 14);
        QVERIFY(m_page->history()->bundleMiddle.has_value());
    }

    void aClickCoversAnItemAndBothModelsAnswer() {
        click(m_cards->card(5));
        QVERIFY(m_cards->card(5)->isChecked());
        QVERIFY(waitUntil([this] { return m_page->guesses().bothSides.size() == 1; }));
        QCOMPARE(m_page->guesses().leftOnly.size(), std::size_t(1));
        for (const char* name : {"guess-0-5", "guess-1-5"}) {
            const PlaceGuess& guess = find<GuessList>(*m_page, name)->guess();
            QCOMPARE(guess.top.size(), std::size_t(5));
            QCOMPARE(guess.truthTitle, m_bench->session().titleOf(m_page->history()->items[5]));
            QVERIFY(guess.truthRank >= 1);
        }
        click(m_cards->card(5));
        QVERIFY(waitUntil([this] { return m_page->guesses().bothSides.empty(); }));
        QVERIFY(!m_page->findChild<GuessList*>(QStringLiteral("guess-0-5")) ||
                find<QLabel>(*m_page, "guessHint")->isVisible());
    }

    void cardsTurnByKeyboard() {
        m_cards->card(2)->setFocus();
        QTest::keyClick(m_cards->card(2), Qt::Key_Space);
        QVERIFY(m_cards->card(2)->isChecked());
        QVERIFY(waitUntil([this] { return m_page->guesses().bothSides.size() == 1; }));
        QCOMPARE(m_page->guesses().bothSides[0].position, 2);
    }

    void onlyTheNewestMaskIsAnswered() {
        QSignalSpy shown(m_page.get(), &LearnPage::guessesShown);
        for (int place : {1, 3, 6}) click(m_cards->card(place));
        QVERIFY(waitUntil([this] { return m_page->guesses().bothSides.size() == 3; }));
        QApplication::processEvents();
        QCOMPARE(shown.count(), 1);
        QCOMPARE(m_page->guesses().bothSides[2].position, 6);
    }

    void drawingCoversAShareOfThePlacesAndUncoverTurnsThemBack() {
        auto* rho = find<QSlider>(*m_page, "rho");
        rho->setValue(95);
        click(find<QPushButton>(*m_page, "drawMask"));
        // With probability 0.95 each of the 12 places is covered: fewer than 8 has a chance below 1e-4, and the draw is
        // seeded, so it never changes.
        QVERIFY(m_cards->covered().size() >= 8);
        rho->setValue(5);
        click(find<QPushButton>(*m_page, "drawMask"));
        QVERIFY(!m_cards->covered().empty());
        QVERIFY(m_cards->covered().size() <= 4);
        click(find<QPushButton>(*m_page, "uncover"));
        QVERIFY(m_cards->covered().empty());
        QVERIFY(!find<QPushButton>(*m_page, "uncover")->isEnabled());
    }

    void aHoveredCardLightsItsRowInBothGrids() {
        auto* both = find<MaskGrid>(*m_page, "bothSides");
        auto* left = find<MaskGrid>(*m_page, "leftOnly");
        QTest::mouseMove(m_cards->card(3));
        QVERIFY(waitUntil([&] { return both->lit() == 3 && left->lit() == 3; }));
        QVERIFY(both->allows(3, 7));
        QVERIFY(!left->allows(3, 7));
        QVERIFY(left->allows(3, 2));
        QVERIFY(!left->allows(3, 3) && !both->allows(3, 3));  // what is guessed is not read
        QTest::mouseMove(left, left->cellRect(8, 1).center().toPoint());
        QVERIFY(waitUntil([&] { return both->lit() == 8; }));
    }

    void theLessonsDriveTheSameWidgets() {
        auto* lessons = find<LessonPanel>(*m_page, "lessons");
        auto* action = find<QPushButton>(*m_page, "lessonAction");
        auto* next = find<QPushButton>(*m_page, "nextLesson");
        QVERIFY(lessons->count() >= 4);
        for (;;) {
            QVERIFY(!find<QLabel>(*m_page, "lessonTitle")->text().isEmpty());
            QVERIFY(!find<QLabel>(*m_page, "lessonText")->text().isEmpty());
            QVERIFY2(action->isEnabled(), qPrintable(lessons->lesson().title));
            m_cards->setCovered({});
            click(action);
            const QString done = lessons->lesson().action;
            if (done == QLatin1String("sight")) {
                QVERIFY(find<MaskGrid>(*m_page, "leftOnly")->lit() >= 0);
            } else {
                QVERIFY(waitUntil([this] { return !m_cards->covered().empty(); }));
            }
            if (done == QLatin1String("bundle"))
                QCOMPARE(m_cards->covered(), std::set<int>{*m_page->history()->bundleMiddle});
            if (done == QLatin1String("last")) QCOMPARE(m_cards->covered(), std::set<int>{m_cards->count() - 1});
            if (!next->isEnabled()) break;
            click(next);
        }
        QCOMPARE(lessons->shown(), lessons->count() - 1);
    }

    void anotherUserCanBeTypedOrAskedFor() {
        const std::string before = m_page->history()->id;
        click(find<QPushButton>(*m_page, "otherUser"));
        QVERIFY(waitUntil([&] { return m_page->history()->id != before; }));
        auto* user = find<QLineEdit>(*m_page, "learnUser");
        type(user, QStringLiteral("3"));
        QTest::keyClick(user, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return m_page->history()->id == "3"; }));
        QVERIFY(m_cards->count() <= 12);
        QVERIFY(find<QLabel>(*m_page, "learnSubtitle")->text().contains(tr("the last 12 of")));
    }

    void anUnknownUserIsToldAndChangesNothing() {
        const auto before = m_page->history();
        QSignalSpy told(&m_bench->session(), &Session::told);
        auto* user = find<QLineEdit>(*m_page, "learnUser");
        type(user, QStringLiteral("nobody"));
        QTest::keyClick(user, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return told.count() == 1; }));
        QCOMPARE(m_page->history(), before);
    }

    void looksRightInBothThemesAndSizes() {
        for (ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            Theme::instance().setChoice(choice);
            const QString theme = choice == ThemeChoice::Light ? "light" : "dark";
            for (QSize size : {QSize(952, 600), QSize(1368, 800)}) {
                m_page->resize(size);
                m_cards->setCovered({});
                QVERIFY(waitUntil([this] { return m_page->guesses().bothSides.empty(); }));
                picture(*m_page, QStringLiteral("learn-start-%1-%2").arg(theme).arg(size.width()));
                m_cards->setCovered({0, 4, 7});
                QVERIFY(waitUntil([this] { return m_page->guesses().bothSides.size() == 3; }));
                QTest::mouseMove(m_cards->card(4));
                QApplication::processEvents();
                QVERIFY(showsSomething(*m_page));
                picture(*m_page, QStringLiteral("learn-%1-%2").arg(theme).arg(size.width()));
            }
        }
        Theme::instance().setChoice(ThemeChoice::Light);
        for (int lesson = 1; lesson < find<LessonPanel>(*m_page, "lessons")->count(); ++lesson) {
            find<LessonPanel>(*m_page, "lessons")->showNext();
            m_page->resize(952, 600);
            QApplication::processEvents();
            picture(*m_page, QStringLiteral("learn-lesson-%1").arg(lesson + 1));
        }
        Theme::instance().setScale(1.4);
        m_page->resize(1368, 800);
        QApplication::processEvents();
        picture(*m_page, QStringLiteral("learn-large-type"));
        Theme::instance().setScale(1);
    }

private:
    std::unique_ptr<Bench> m_bench;
    std::unique_ptr<LearnPage> m_page;
    HistoryCards* m_cards = nullptr;
};

QTEST_MAIN(LearnPageTest)
#include "learn_page_test.moc"
