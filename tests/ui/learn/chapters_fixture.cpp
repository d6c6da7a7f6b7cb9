// SPDX-License-Identifier: GPL-3.0-or-later
#include "chapters_fixture.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <optional>

#include "cut_widgets.h"
#include "measuring_application.h"
#include "tiny_runs.h"
#include "ui/learn/chapter_list.h"
#include "ui/learn/course.h"
#include "ui/learn/live_curves.h"
#include "ui/learn/question_card.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/step_bar.h"

namespace recscope::ui::test {
namespace {

constexpr int kTrainingTime = 600'000;  ///< ms, enough for a chapter on a busy machine

/// Trains a run with the preset of the course, but with this number of epochs.
void trainCourse(TestEnvironment& environment, const std::string& model, int epochs) {
    RunConfig config = presetFor(model, "course", *environment.session().dataset()).config;
    setConfigValue(config, "epochs", std::to_string(epochs));
    const DatasetId dataset = environment.session().dataset()->id;
    bool isOver = false, trained = false;
    environment.jobs().start(
        &environment.session(), {.title = QStringLiteral("Training"), .queue = WorkerQueue::Training},
        [&](JobContext& context) {
            TrainObserver observer;
            PauseSwitch pause;
            train(context.workspace, {.dataset = dataset, .config = config, .runName = {}, .device = DeviceChoice::Cpu},
                  observer, pause, context.stop);
        },
        [&] { isOver = trained = true; },
        [&](const QString& message, const QString& hint) {
            qWarning("%s %s", qPrintable(message), qPrintable(hint));
            isOver = true;
        });
    if (!QTest::qWaitFor([&] { return isOver; }, kTrainingTime)) qFatal("The training takes too long.");
    if (!trained) qFatal("The run was not trained.");
    environment.session().refreshRuns();
}

MeasuringApplication& measuringApplication() {
    return *static_cast<MeasuringApplication*>(qApp);
}

}  // namespace

ChapterWidget& ChaptersFixture::open(const char* key) {
    auto* list = find<ChapterList>(*m_page, "chapterList");
    for (int chapter = 0; chapter < int(m_page->chapters().size()); ++chapter)
        if (m_page->chapters()[std::size_t(chapter)].key == QLatin1String(key))
            QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(chapter)).center());
    if (!m_page->widget()) qFatal("The chapter %s is not shown.", key);
    waitUntil([this] { return m_environment->jobs().isIdle(); });
    return *m_page->widget();
}

const ChapterProgress& ChaptersFixture::progress() const {
    return find<ChapterList>(*m_page, "chapterList")->progress(m_page->chapter());
}

StepBar& ChaptersFixture::steps() {
    return *find<StepBar>(*m_page, "stepBar");
}

void ChaptersFixture::goTo(int step) {
    m_page->window()->activateWindow();  // another window may have been shown meanwhile
    m_page->setFocus();
    for (int presses = 0; steps().step() != step && presses < 20; ++presses)
        QTest::keyClick(m_page, steps().step() < step ? Qt::Key_Right : Qt::Key_Left);
    QCOMPARE(steps().step(), step);
    waitUntil([this] { return m_environment->jobs().isIdle(); });
}

void ChaptersFixture::savePagePicture(const char* name) {
    for (int turn = 0; turn < 5; ++turn) QCoreApplication::processEvents();
    savePicture(*m_page, QStringLiteral("learn-") + QLatin1String(name));
}

void ChaptersFixture::answer(int option) {
    click(find<QPushButton>(*m_page, qPrintable(QStringLiteral("option%1").arg(option))));
    QCOMPARE(progress().chosen, std::optional(option));
    QVERIFY(find<QLabel>(*m_page, "answer")->isVisible());
}

void ChaptersFixture::clickRow(BarRows* rows, int row) {
    QTest::mouseClick(rows, Qt::LeftButton, {}, rows->rowRect(row).center().toPoint());
}

void ChaptersFixture::trainLive(ChapterWidget& chapter) {
    auto* curves = chapter.findChild<LiveCurves*>();
    QVERIFY(curves->isVisible());
    click(find<QPushButton>(*curves, "trainLive"));
    // A chapter trains up to six models.
    QVERIFY(QTest::qWaitFor([curves] { return curves->isDone() && !curves->isTraining(); }, kTrainingTime));
}

void ChaptersFixture::resize(const QSize& size) {
    m_window->resize(size);
    m_page->resize(size);
    for (int turn = 0; turn < 5; ++turn) QCoreApplication::processEvents();
}

QStringList ChaptersFixture::cutInAllSteps(const QString& state) {
    QStringList cut;
    for (int step = 0; step < std::max(1, steps().count()); ++step) {
        steps().showStep(step);
        waitUntil([this] { return m_environment->jobs().isIdle(); });
        for (int turn = 0; turn < 5; ++turn) QCoreApplication::processEvents();
        const QString name = QStringLiteral("%1-%2-%3")
                                 .arg(m_page->chapters()[std::size_t(m_page->chapter())].key)
                                 .arg(step + 1)
                                 .arg(state);
        const QStringList cutInStep = cutWidgets(*m_page);
        if (!cutInStep.isEmpty()) savePicture(*m_page, QStringLiteral("cut-") + name);
        for (const QString& line : cutInStep) cut << name + QStringLiteral(": ") + line;
    }
    return cut;
}

void ChaptersFixture::checkThatNothingIsCut(const QString& where) {
    QStringList cut;
    for (int chapter = 0; chapter < int(m_page->chapters().size()); ++chapter) {
        m_page->showChapter(chapter);
        auto* card = find<QuestionCard>(*m_page, "questionCard");
        if (card->isAnswered()) {
            cut << cutInAllSteps(where + QStringLiteral("-answered"));
            savePagePicture(qPrintable(QStringLiteral("%1-%2-answered").arg(where).arg(chapter + 1)));
            m_page->restartChapter();
        }
        cut << cutInAllSteps(where + QStringLiteral("-begun"));
        steps().showStep(0);
        savePagePicture(qPrintable(QStringLiteral("%1-%2").arg(where).arg(chapter + 1)));
        click(find<QPushButton>(*m_page, "askQuestion"));
        cut << cutInAllSteps(where + QStringLiteral("-asked"));
        savePagePicture(qPrintable(QStringLiteral("%1-%2-asked").arg(where).arg(chapter + 1)));
        click(find<QPushButton>(*m_page, "option0"));
        cut << cutInAllSteps(where + QStringLiteral("-wrong"));
    }
    if (!cut.isEmpty()) qWarning("%s", qPrintable(cut.join(QLatin1Char('\n'))));
    QVERIFY(cut.isEmpty());
}

void ChaptersFixture::initTestCase() {
    m_environment = std::make_unique<TestEnvironment>();
    trainCourse(*m_environment, "bert4rec", 30);
    trainCourse(*m_environment, "sasrec", 30);
    QVERIFY(waitUntil([this] { return m_environment->session().runs().size() == 2; }));
    m_window = std::make_unique<QWidget>();
    m_page = new LearnPage(m_environment->session(), m_window.get());
    test::show(*m_window, {1280, 820});
    m_page->resize(m_window->size());
    QVERIFY(waitUntil([this] { return m_page->course().history() != nullptr; }));
}

void ChaptersFixture::init() {
    measuringApplication().takeLongest();
}

void ChaptersFixture::cleanup() {
    const MeasuringApplication::Longest longest = measuringApplication().takeLongest();
    const double began = threadSeconds();
    m_page->grab();
    qInfo("%s: longest event %.1f ms (%s), the page is painted in %.1f ms", QTest::currentTestFunction(),
          1000 * longest.seconds, qPrintable(longest.what), 1000 * (threadSeconds() - began));
}

void ChaptersFixture::cleanupTestCase() {
    m_window.reset();
    QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
    m_environment.reset();
}

}  // namespace recscope::ui::test
