// SPDX-License-Identifier: GPL-3.0-or-later
// Tests what a chapter keeps, ends and resumes when its size, its runs, the focus or the visible page changes.
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QTest>

#include "core/store/run_store.h"
#include "tiny_runs.h"
#include "ui/learn/chapter_list.h"
#include "ui/learn/chapters/attention_mask_chapter.h"
#include "ui/learn/course.h"
#include "ui/learn/history_cards.h"
#include "ui/learn/learn_page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/step_bar.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

/// Sizes of the page. Below a height of 700 pixels its layout is compact.
const QSize kTall(1280, 820), kAlsoTall(1240, 800), kShort(1240, 640);

void trainBoth(TestEnvironment& environment) {
    trainTiny(environment, Course::bidirectionalModel());
    trainTiny(environment, Course::causalModel());
}

void settle(TestEnvironment& environment) {
    QVERIFY(waitUntil([&environment] { return environment.jobs().isIdle(); }));
}

int numberOf(const LearnPage& page, const char* key) {
    for (int chapter = 0; chapter < int(page.chapters().size()); ++chapter)
        if (page.chapters()[std::size_t(chapter)].key == QLatin1String(key)) return chapter;
    qFatal("There is no chapter %s.", key);
}

ChapterWidget& open(LearnPage& page, const char* key) {
    page.showChapter(numberOf(page, key));
    return *page.widget();
}

void processEvents() {
    for (int turn = 0; turn < 5; ++turn) QCoreApplication::processEvents();
}

void resize(LearnPage& page, QSize size) {
    page.resize(size);
    processEvents();
    QCOMPARE(page.size(), size);
}

void begin(LearnPage& page, TestEnvironment& environment) {
    test::show(page, kTall);
    QVERIFY(waitUntil([&] { return page.course().history() && environment.jobs().isIdle(); }));
}

}  // namespace

class ChapterChangesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_environment = std::make_unique<TestEnvironment>();
        trainBoth(*m_environment);
    }
    void cleanup() {
        Theme::instance().setMotionTime({});
        settle(*m_environment);
    }
    void cleanupTestCase() { m_environment.reset(); }

    void noResizingCoversAnItemThatWasUncovered() {
        LearnPage page(m_environment->session());
        begin(page, *m_environment);
        ChapterWidget& chapter = open(page, "cloze");
        settle(*m_environment);
        auto* cards = find<HistoryCards>(chapter, "cards");
        QVERIFY(!cards->covered().empty());
        click(find<QPushButton>(chapter, "uncover"));
        for (const QSize size : {kAlsoTall, kShort, kTall}) {
            resize(page, size);
            QVERIFY(cards->covered().empty());
        }
    }

    void noResizingResetsTheTemperature() {
        LearnPage page(m_environment->session());
        begin(page, *m_environment);
        ChapterWidget& chapter = open(page, "head");
        find<StepBar>(page, "stepBar")->showStep(5);
        settle(*m_environment);
        auto* temperature = find<QSlider>(chapter, "temperature");
        QVERIFY(temperature->isVisible());
        temperature->setValue(7);
        for (const QSize size : {kAlsoTall, kShort, kTall}) {
            resize(page, size);
            QCOMPARE(temperature->value(), 7);
        }
    }

    void theArrowKeysMoveTheChapterListWhileItHasTheFocus() {
        LearnPage page(m_environment->session());
        begin(page, *m_environment);
        auto& chapter = dynamic_cast<AttentionMaskChapter&>(open(page, "sight"));
        const int attentionMask = page.chapter();
        auto* list = find<ChapterList>(page, "chapterList");
        page.setFocus();
        QTest::keyClick(&page, Qt::Key_Down);
        QCOMPARE(chapter.highlightedRow(), 0);
        QCOMPARE(page.chapter(), attentionMask);
        find<StepBar>(page, "stepBar")->showStep(3);
        QTest::keyClick(&page, Qt::Key_Down);
        QCOMPARE(chapter.highlightedRow(), -1);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(page.chapter(), attentionMask + 1);
    }

    // The chapter sweeps: it moves its reading position through all rows once, until the position is moved by hand.
    void aRestoredChapterSweepsOnceItIsVisibleAndHasItsHistory() {
        LearnPage page(m_environment->session());
        Theme::instance().setMotionTime(1);
        auto& chapter = dynamic_cast<AttentionMaskChapter&>(open(page, "sight"));
        QVERIFY(!chapter.isSweeping());  // the page is hidden
        page.resize(kTall);
        page.show();
        QVERIFY(!page.course().history());
        QVERIFY(!chapter.isSweeping());  // no history yet
        QVERIFY(waitUntil([&] { return chapter.isSweeping(); }));
        QVERIFY(page.course().history());
        QVERIFY(waitUntil([&] { return chapter.highlightedRow() >= 1; }));
        page.setFocus();
        QTest::keyClick(&page, Qt::Key_Up);
        QVERIFY(!chapter.isSweeping());
        page.hide();
        page.show();
        QVERIFY(!chapter.isSweeping());  // a position that was moved by hand no longer moves by itself
    }

    void aChapterThatIsOpenedOnAHiddenPageSweepsWhenThePageIsShown() {
        LearnPage page(m_environment->session());
        begin(page, *m_environment);
        Theme::instance().setMotionTime(1);
        page.hide();
        auto& chapter = dynamic_cast<AttentionMaskChapter&>(open(page, "sight"));
        QVERIFY(page.course().history());
        QVERIFY(!chapter.isSweeping());
        page.show();
        QVERIFY(chapter.isSweeping());
    }

    void theCausesAreCountedOnlyWhileTheChapterIsShown() {
        LearnPage page(m_environment->session());
        begin(page, *m_environment);
        ChapterWidget& chapter = open(page, "why");
        click(find<QPushButton>(page, "option0"));
        const auto weight = [&] { return find<BarRows>(chapter, "causeBoard")->rows()[1].text; };
        QCOMPARE(weight(), QStringLiteral("counting…"));
        open(page, "head");
        settle(*m_environment);
        QCOMPARE(weight(), QStringLiteral("not counted"));
        open(page, "why");
        QVERIFY(waitUntil([&] { return weight().endsWith(QLatin1Char('%')); }));
    }

    void aFailedCountIsReported() {
        TestEnvironment environment;
        trainTiny(environment, Course::causalModel());
        const RunId run = trainTiny(environment, Course::bidirectionalModel());
        // Removes the run without notifying the session, before any chapter has loaded its weights.
        QVERIFY(environment.work([run](JobContext& context) { RunStore(context.workspace).remove(run); }));
        LearnPage page(environment.session());
        begin(page, environment);
        ChapterWidget& chapter = open(page, "why");
        click(find<QPushButton>(page, "option0"));
        settle(environment);
        processEvents();
        const BarRow weight = find<BarRows>(chapter, "causeBoard")->rows()[1];
        QCOMPARE(weight.text, QStringLiteral("not counted"));
        QVERIFY(!weight.tip.isEmpty());
        QVERIFY(chapter.finding().endsWith(weight.tip));
        QCOMPARE(find<QLabel>(chapter, "caseResult")->text(), weight.tip);
        savePicture(page, QStringLiteral("learn-why-failed"));
    }

    void theVerdictIsClearedWhenItsRunIsRemoved() {
        TestEnvironment environment;
        trainBoth(environment);
        LearnPage page(environment.session());
        begin(page, environment);
        ChapterWidget& chapter = open(page, "verdict");
        auto* scores = find<BarRows>(chapter, "duelScores");
        open(page, "head");  // interrupts the comparison of the two models
        settle(environment);
        QVERIFY(scores->rows().empty());
        open(page, "verdict");  // resumes the comparison
        find<StepBar>(page, "stepBar")->showStep(1);
        QVERIFY(waitUntil([scores] { return scores->rows().size() == 2; }));
        auto* verdict = find<QLabel>(chapter, "duelVerdict");
        QVERIFY(!verdict->text().isEmpty());
        const RunId run = page.course().runs().causal->run;
        QVERIFY(environment.work([run](JobContext& context) { RunStore(context.workspace).remove(run); }));
        environment.session().refreshRuns();
        QVERIFY(waitUntil([&] { return !page.course().runs().causal; }));
        QCOMPARE(find<QLabel>(chapter, "duelState")->text(), QStringLiteral("Both models must be trained first."));
        for (const char* bars : {"duelScores", "duelDifference", "duelPatterns"})
            QVERIFY2(find<BarRows>(chapter, bars)->rows().empty(), bars);
        QVERIFY(verdict->text().isEmpty());
        savePicture(page, QStringLiteral("learn-verdict-gone"));
    }

private:
    std::unique_ptr<TestEnvironment> m_environment;
};

QTEST_MAIN(ChapterChangesTest)
#include "chapter_changes_test.moc"
