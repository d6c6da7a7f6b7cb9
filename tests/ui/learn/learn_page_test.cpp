// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/learn_page.h"

#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QVBoxLayout>

#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "cut_widgets.h"
#include "tiny_runs.h"
#include "ui/frame/notice_stack.h"
#include "ui/learn/chapter_list.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/chapters/chapters.h"
#include "ui/learn/course.h"
#include "ui/learn/handout.h"
#include "ui/learn/handout_maker.h"
#include "ui/learn/live_curves.h"
#include "ui/learn/measures.h"
#include "ui/runs/training_controller.h"
#include "ui/theme/theme.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/step_bar.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class LearnPageTest : public QObject {
    Q_OBJECT

    void open(const char* key) {
        for (int chapter = 0; chapter < int(m_page->chapters().size()); ++chapter)
            if (m_page->chapters()[std::size_t(chapter)].key == QLatin1String(key)) m_page->showChapter(chapter);
    }

private slots:
    void initTestCase() {
        m_environment = std::make_unique<TestEnvironment>();
        trainTiny(*m_environment, "bert4rec");
        trainTiny(*m_environment, "sasrec");
    }
    void init() {
        m_page = std::make_unique<LearnPage>(m_environment->session());
        test::show(*m_page, {1280, 820});
        QVERIFY(waitUntil([this] { return m_page->course().history() && m_environment->jobs().isIdle(); }));
    }
    void cleanup() {
        m_page.reset();
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
    }
    void cleanupTestCase() { m_environment.reset(); }

    void everyChapterHasAWidgetAndAnIncompleteOneIsRefused() {
        QCOMPARE(int(m_page->chapters().size()), 10);
        for (const Chapter& chapter : m_page->chapters()) QVERIFY(chapterKeys().contains(chapter.key));
        QCOMPARE(chapterKeys().size(), 10);
        try {
            parseChapter("x", "# Title\npaper: p\n\nIdea\n\n## Question\nWhat?\n- a\n\nBecause.\n");
            QFAIL("A chapter with one option was accepted.");
        } catch (const Error& error) {
            QVERIFY(QString(error.what()).contains("second option"));
        }
    }

    void thePageAsksForAnImportIfThereIsNoDataset() {
        TestEnvironment empty(TestEnvironment::Content::Empty);
        LearnPage page(empty.session());
        test::show(page, {1024, 700});
        QSignalSpy requested(&empty.session(), &Session::pageRequested);
        click(find<EmptyState>(page, "noData")->button());
        QCOMPARE(requested[0][0].value<PageId>(), PageId::Data);
    }

    void keysMoveThroughTheStepsPlayThemAndRestart() {
        open("head");
        auto* steps = find<StepBar>(*m_page, "stepBar");
        m_page->setFocus();
        QTest::keyClick(m_page.get(), Qt::Key_Right);
        QTest::keyClick(m_page.get(), Qt::Key_Right);
        QTest::keyClick(m_page.get(), Qt::Key_Left);
        QCOMPARE(steps->step(), 1);
        QTest::keyClick(m_page.get(), Qt::Key_Space);
        QVERIFY(steps->isPlaying());
        QVERIFY(waitUntil([steps] { return steps->step() == 2; }));
        QTest::keyClick(m_page.get(), Qt::Key_Space);
        QVERIFY(!steps->isPlaying());
        click(find<QPushButton>(*m_page, "option0"));
        QVERIFY(find<ChapterList>(*m_page, "chapterList")->progress(m_page->chapter()).chosen);
        QTest::keyClick(m_page.get(), Qt::Key_R);
        QCOMPARE(steps->step(), 0);
        QVERIFY(!find<ChapterList>(*m_page, "chapterList")->progress(m_page->chapter()).chosen);
        QVERIFY(!find<QLabel>(*m_page, "answer")->isVisible());
    }

    void aRestartCanBeUndone() {
        open("head");
        const auto progress = [this] { return find<ChapterList>(*m_page, "chapterList")->progress(m_page->chapter()); };
        auto* undo = find<QPushButton>(*m_page, "undoRestart");
        QVERIFY(!undo->isVisible());
        auto* steps = find<StepBar>(*m_page, "stepBar");
        click(find<QPushButton>(*m_page, "option2"));
        m_page->setFocus();
        for (int step = 0; step < 4; ++step) QTest::keyClick(m_page.get(), Qt::Key_Right);
        QTest::keyClick(m_page.get(), Qt::Key_R);
        QVERIFY(!progress().chosen);
        QCOMPARE(steps->step(), 0);
        QTest::keyClick(m_page.get(), Qt::Key_Right);
        QTest::keyClick(m_page.get(), Qt::Key_R);  // a second time, although nothing is left to clear
        QVERIFY(undo->isVisible());
        click(undo);
        QCOMPARE(progress().chosen, std::optional(2));
        QCOMPARE(steps->step(), 4);
        QVERIFY(find<QLabel>(*m_page, "answer")->isVisible());
        QVERIFY(!undo->isVisible());
        QTest::keyClick(m_page.get(), Qt::Key_R);
        click(find<QPushButton>(*m_page, "option0"));  // after a new answer, Undo no longer offers the old one
        QVERIFY(!undo->isVisible());
        m_page->restartChapter();
        open("why");
        QVERIFY(!undo->isVisible());
    }

    void aRestartInTheMiddleCanBeUndoneBeforeAnythingWasAnswered() {
        open("head");
        auto* steps = find<StepBar>(*m_page, "stepBar");
        m_page->setFocus();
        for (int step = 0; step < 3; ++step) QTest::keyClick(m_page.get(), Qt::Key_Right);
        QTest::keyClick(m_page.get(), Qt::Key_R);
        QCOMPARE(steps->step(), 0);
        click(find<QPushButton>(*m_page, "undoRestart"));
        QCOMPARE(steps->step(), 3);
    }

    void aNoticeCoversNoQuestion() {
        QWidget window;
        LearnPage page(m_environment->session(), &window);
        NoticeStack notices(&window);
        for (const QSize size : {QSize(1280, 820), QSize(940, 604)}) {
            test::show(window, size);
            page.resize(size);
            QVERIFY(waitUntil([&] { return page.course().history() && m_environment->jobs().isIdle(); }));
            auto* card = find<QWidget>(page, "questionCard");
            const auto isClear = [&] {
                for (int turn = 0; turn < 5; ++turn) QCoreApplication::processEvents();
                return !notices.geometry().intersects(QRect(card->mapTo(&window, QPoint()), card->size()));
            };
            notices.notify(QStringLiteral("A file was saved."), QStringLiteral("In a folder."), Severity::Warning);
            QVERIFY(notices.isVisible());
            QVERIFY(isClear());
            savePicture(window, QStringLiteral("learn-notice-%1").arg(size.width()));
            // The card grows when the question is opened, which only a low window requires, and when it is answered.
            if (auto* ask = find<QPushButton>(page, "askQuestion"); ask->isVisible()) click(ask);
            QVERIFY(isClear());
            click(find<QPushButton>(page, "option0"));
            QVERIFY(isClear());
            notices.dismissAll();
            page.restartChapter();
        }
    }

    void everyChapterExplainsItsMetrics() {
        for (const Chapter& chapter : m_page->chapters()) {
            m_page->showChapter(int(&chapter - m_page->chapters().data()));
            QString text = chapter.idea;
            for (const ChapterStep& step : chapter.steps) text += step.text;
            ChapterWidget* widget = m_page->widget();
            const auto* curves = widget->findChild<LiveCurves*>();
            const bool namesMetric = text.contains(QStringLiteral("NDCG@10")) || curves != nullptr;
            const qsizetype first = text.indexOf(QStringLiteral("NDCG@10"));
            const QString key = chapter.key;
            if (namesMetric) QVERIFY2(text.mid(first - 2).startsWith(QStringLiteral("**NDCG@10**")), qPrintable(key));
            if (namesMetric)
                QVERIFY2(text.contains(QStringLiteral("ranked first")) || text.contains(QStringLiteral("comes first")),
                         qPrintable(key));
            if (curves)
                QVERIFY(curves->findChild<QWidget*>("liveRanks")->toolTip().contains(QStringLiteral("NDCG@10")));
            if (key == QStringLiteral("parts")) QVERIFY(text.contains(QStringLiteral("**HR@10** (hit rate)")));
        }
        QVERIFY(aboutNdcg().contains(QStringLiteral("0.6309")));  // 1 / log2(3), the gain at rank 2
    }

    void aRefusedUserIsExplainedUntilAnotherIsShown() {
        open("head");
        auto* user = find<QLineEdit>(*m_page, "learnUser");
        auto* refused = find<QLabel>(*m_page, "userRefused");
        const QString known = m_page->course().userId();
        QSignalSpy notified(&m_environment->session(), &Session::notified);
        type(user, QStringLiteral("nobody"));
        QTest::keyClick(user, Qt::Key_Return);
        QVERIFY(waitUntil([refused] { return !refused->text().isEmpty(); }));
        QVERIFY(refused->text().contains(QStringLiteral("nobody")));
        QCOMPARE(notified.count(), 0);  // no notice, which would stay after the mistake is corrected
        savePicture(*m_page, QStringLiteral("learn-user-refused"));
        type(user, known);
        QTest::keyClick(user, Qt::Key_Return);
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
        QVERIFY(refused->text().isEmpty());
        QCOMPARE(m_page->course().userId(), known);
    }

    void presentingShowsTheChapterAloneAndLarge() {
        open("head");
        QSignalSpy requested(&m_environment->session(), &Session::presentationRequested);
        const int scaledLength = Theme::instance().px(100);  // pixels; grows with the scale
        m_page->setFocus();
        QTest::keyClick(m_page.get(), Qt::Key_F11);
        QCOMPARE(requested.count(), 1);
        QVERIFY(Theme::instance().px(100) > scaledLength);
        QVERIFY(!find<QWidget>(*m_page, "chapterList")->isVisible());
        m_page->resize(1280, 720);
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
        for (int step = 0; step < 6; ++step) QTest::keyClick(m_page.get(), Qt::Key_Right);
        for (int turn = 0; turn < 5; ++turn) QCoreApplication::processEvents();
        savePicture(*m_page, QStringLiteral("learn-presenting"));
        QVERIFY(find<QLabel>(*m_page, "escapeHint")->isVisible());
        const QString user = m_page->course().userId();
        click(find<QPushButton>(*m_page, "stageOther"));
        QVERIFY(waitUntil([&] { return m_page->course().userId() != user; }));
        click(find<QPushButton>(*m_page, "stageRestart"));
        QCOMPARE(find<StepBar>(*m_page, "stepBar")->step(), 0);
        click(find<QPushButton>(*m_page, "stageLeave"));
        QCOMPARE(Theme::instance().px(100), scaledLength);
        m_page->setFocus();
        QTest::keyClick(m_page.get(), Qt::Key_F11);
        QTest::keyClick(m_page.get(), Qt::Key_Escape);
        QCOMPARE(Theme::instance().px(100), scaledLength);
        QVERIFY(find<QWidget>(*m_page, "chapterList")->isVisible());
    }

    void hidingThePageEndsTheTrainingOfTheChapter() {
        open("sight");
        auto* steps = find<StepBar>(*m_page, "stepBar");
        steps->showStep(2);
        auto* curves = m_page->widget()->findChild<LiveCurves*>();
        click(find<QPushButton>(*curves, "trainLive"));
        QVERIFY(waitUntil([curves] { return !curves->of(0).losses.empty(); }));
        m_page->hide();
        QVERIFY(!curves->isTraining());
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
        m_page->show();
        QVERIFY(find<QLabel>(*curves, "liveState")->text().contains(QStringLiteral("when you left")));
        click(find<QPushButton>(*curves, "trainLive"));
        click(find<QPushButton>(*curves, "trainLive"));  // stopped by hand, not by leaving the page
        QVERIFY(!find<QLabel>(*curves, "liveState")->text().contains(QStringLiteral("when you left")));
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
    }

    void progressAndChapterAreRestored() {
        open("why");
        click(find<QPushButton>(*m_page, "option1"));
        const QVariant shown = find<ChapterList>(*m_page, "chapterList")->uiState(),
                       marks = m_page->findChild<ChapterMarks*>()->uiState();
        m_page = std::make_unique<LearnPage>(m_environment->session());
        test::show(*m_page, {1280, 820});
        auto* list = find<ChapterList>(*m_page, "chapterList");
        list->restoreState(shown);
        QVERIFY(!list->progress(m_page->chapter()).chosen);
        m_page->findChild<ChapterMarks*>()->restoreState(marks);
        QCOMPARE(m_page->chapters()[std::size_t(m_page->chapter())].key, QStringLiteral("why"));
        QCOMPARE(list->progress(m_page->chapter()).chosen, std::optional(1));
        QVERIFY(find<QLabel>(*m_page, "answer")->isVisible());
        QVERIFY(!find<QPushButton>(*m_page, "option1")->isVisible());
    }

    // Earlier versions kept the ticks, which mark what is done in a chapter, per workspace. These ticks go to the
    // dataset that is chosen first. Chapter 2, counted from 0, is "head".
    void ticksOfAnEarlierVersionAreAssignedToOneDataset() {
        ChapterList list(m_page->chapters());
        list.restoreState(QVariantMap{{"chapter", "head"}, {"done", QVariantMap{{"head", QVariantList{1, true}}}}});
        QVERIFY(list.uiState().toMap().contains("done"));  // the ticks are kept while no dataset is chosen
        list.beginDataset();
        QVERIFY(list.progress(2).isDone());
        QVERIFY(!list.uiState().toMap().contains("done"));
        list.beginDataset();
        QVERIFY(!list.progress(2).isDone());
    }

    void ticksBelongToADataset() {
        TestEnvironment environment;
        QVERIFY(environment.work([](JobContext& context) { putPlainDataset(context.workspace); }));
        environment.session().refreshDatasets();
        QVERIFY(waitUntil([&] { return environment.session().datasets().size() == 2; }));
        LearnPage page(environment.session());
        page.resize(1280, 820);
        auto* list = find<ChapterList>(page, "chapterList");
        page.showChapter(2);
        find<QPushButton>(page, "option1")->click();
        QVERIFY(list->progress(2).chosen);
        const DatasetId sample = environment.session().dataset()->id;
        for (const DatasetInfo& dataset : environment.session().datasets())
            if (dataset.id != sample) environment.session().chooseDataset(dataset.id);
        QVERIFY(waitUntil([&] { return environment.session().dataset()->id != sample; }));
        QVERIFY(!list->progress(2).chosen);
        QCOMPARE(page.chapter(), 2);  // the same chapter is shown
        QVERIFY(!find<QWidget>(page, "answer")->isVisibleTo(&page));
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
    }

    void aConfirmedNewSchoolClassBeginsWithoutAnswers() {
        auto* list = find<ChapterList>(*m_page, "chapterList");
        for (const char* key : {"head", "why"}) {
            open(key);
            click(find<QPushButton>(*m_page, "option1"));
        }
        const auto ask = [this](const char* answer) {
            m_page->confirmNewClass();
            auto* question = m_page->findChild<QMessageBox*>("newClass");
            QVERIFY(question->isVisible());
            click(QLatin1String(answer) == QLatin1String("cancel") ? question->button(QMessageBox::Cancel)
                                                                   : find<QAbstractButton>(*question, answer));
            QVERIFY(waitUntil([this] { return !m_page->findChild<QMessageBox*>("newClass"); }));
        };
        ask("cancel");
        QVERIFY(list->progress(2).chosen);
        ask("startAgain");
        QVERIFY(list->marks().isEmpty());
        QCOMPARE(m_page->chapter(), 0);
        open("head");
        QVERIFY(find<QPushButton>(*m_page, "option1")->isVisible());
        QVERIFY(!find<QPushButton>(*m_page, "undoRestart")->isVisible());
    }

    void theJobStripShowsTheTrainingOfTheChapter() {
        open("sight");
        find<StepBar>(*m_page, "stepBar")->showStep(2);
        auto* curves = m_page->widget()->findChild<LiveCurves*>();
        click(find<QPushButton>(*curves, "trainLive"));
        const auto shown = [this] {
            for (const JobInfo& job : m_environment->jobs().stripJobs())
                if (job.title == LiveCurves::tr("Training in the lesson") && job.progress.total > 0) return true;
            return false;
        };
        QVERIFY(waitUntil(shown));
        for (const JobInfo& job : m_environment->jobs().stripJobs()) {
            QCOMPARE(job.progress.total, 2 * curves->epochs());  // the chapter trains two models
            m_environment->jobs().cancel(job.id);                // like Stop in the job strip
        }
        QVERIFY(waitUntil([&] { return !curves->isTraining(); }));
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
    }

    void handoutsHaveEveryStepAndOnlyTheTeachersHasTheAnswer() {
        for (const HandoutMaker::Reader reader : {HandoutMaker::Reader::Class, HandoutMaker::Reader::Teacher}) {
            std::vector<int> allChapters;
            for (int chapter = 0; chapter < int(m_page->chapters().size()); ++chapter) allChapters.push_back(chapter);
            HandoutMaker maker(
                m_page->course(), m_page->chapters(), allChapters, reader, [](int) { return nullptr; },
                [](int) { return 0; });
            std::vector<Handout> made;
            connect(&maker, &HandoutMaker::made, this,
                    [&made](const std::vector<Handout>& handouts) { made = handouts; });
            maker.start();
            QVERIFY(waitUntil([&made] { return !made.empty(); }));
            QCOMPARE(made.size(), allChapters.size());
            for (const Handout& handout : made) {
                const Chapter& chapter = handout.chapter;
                QCOMPARE(handout.pictures.size(), std::max(std::size_t(1), chapter.steps.size()));
                const QString text = handoutText(handout);
                for (const ChapterStep& step : chapter.steps) QVERIFY(text.contains(step.title));
                const bool isTeachers = reader == HandoutMaker::Reader::Teacher;
                QCOMPARE(text.contains(chapter.question.answer), isTeachers);
                if (!isTeachers) QVERIFY(!text.contains(QStringLiteral("✓")));
                if (isTeachers && chapter.question.right)
                    QVERIFY(text.contains(QStringLiteral("**%1** ✓")
                                              .arg(chapter.question.options[std::size_t(*chapter.question.right)])));
            }
            QCOMPARE(made.front().choices.size(), qsizetype(5));
        }
        QVERIFY(find<ChapterList>(*m_page, "chapterList")->marks().isEmpty());  // no chapter counts as done
    }

    void thePicturesOfAHandoutHaveNoButtons() {
        QWidget widget;
        widget.setStyleSheet(QStringLiteral("QPushButton { background: #ff00ff; border: none; }"));
        auto* layout = new QVBoxLayout(&widget);
        auto* button = new QPushButton(QStringLiteral("Train"));
        layout->addWidget(button);
        layout->addWidget(new QLabel(QStringLiteral("What it learned")));
        test::show(widget, {300, 200});
        const auto hasMagenta = [](const QImage& image) {
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (image.pixelColor(x, y) == QColor(255, 0, 255)) return true;
            return false;
        };
        QVERIFY(hasMagenta(widget.grab().toImage()));
        QVERIFY(!hasMagenta(pictureWithoutControls(widget)));
        QVERIFY(button->isVisible());
    }

    void theWholeCourseIsOnePdf() {
        open("head");
        int chapterPages = 0;
        for (const bool wholeCourse : {false, true}) {
            const QString path = m_environment->path(wholeCourse ? "course.pdf" : "chapter.pdf");
            SavedFiles saved(*m_page);
            whenOpen<QFileDialog>(*m_page, [&](QFileDialog& dialog) { enterFile(dialog, path); });
            m_page->saveHandout(HandoutMaker::Reader::Class, wholeCourse);
            QVERIFY(waitUntil([&] { return !saved.paths.isEmpty(); }));
            QCOMPARE(saved.paths, QStringList{path});
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray bytes = file.readAll();
            QVERIFY(bytes.startsWith("%PDF-"));
            const int pages = int(bytes.count("/Type /Page\n"));
            if (!wholeCourse) chapterPages = pages;
            QVERIFY2(wholeCourse ? pages >= 10 && pages > chapterPages : pages > 1, qPrintable(QString::number(pages)));
            const QString pictures = qEnvironmentVariable("RECSCOPE_TEST_PICTURES");
            if (!pictures.isEmpty()) QFile::copy(path, pictures + (wholeCourse ? "/course.pdf" : "/handout.pdf"));
        }
    }

    void onTheSampleTheModelsAreTrainedAutomatically() {
        TestEnvironment environment;
        LearnPage page(environment.session());
        test::show(page, {1024, 700});
        QVERIFY(waitUntil([&] { return trainingOf(environment.session()).isTraining(); }));
        QCOMPARE(trainingOf(environment.session()).queue().waiting().size() + 1, std::size_t(2));
        auto* offer = find<QWidget>(page, "modelOffer");
        QVERIFY(offer->isVisible());
        const auto chapterAt = [&] { return QRect(page.widget()->mapTo(&page, QPoint()), page.widget()->size()); };
        const QRect whileTraining = chapterAt();
        for (int turn = 0; turn < 5; ++turn) QCoreApplication::processEvents();
        savePicture(page, QStringLiteral("learn-training"));
        QCOMPARE(cutWidgets(page).join(QLatin1Char('\n')), QString());
        QVERIFY(waitUntil([&] { return page.course().runs().bidirectional.has_value(); }));  // after the first epoch
        click(find<QPushButton>(page, "stopTraining"));
        QVERIFY(waitUntil([&] { return page.course().runs().causal.has_value(); }));
        click(find<QPushButton>(page, "stopTraining"));
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
        QVERIFY(page.course().modelsWithoutRun().empty());
        QVERIFY(waitUntil([&] { return !offer->isVisible(); }));
        QCOMPARE(chapterAt(), whileTraining);  // the chapter has not moved
    }

    // In data whose causes are unknown, chapters 7 and 10 group items by what can be counted, such as how often an item
    // follows the last item of a history.
    void chaptersSevenAndTenWorkOnOtherData() {
        TestEnvironment environment(TestEnvironment::Content::Empty);
        QVERIFY(environment.work([](JobContext& context) { putPlainDataset(context.workspace); }));
        environment.session().refreshDatasets();
        QVERIFY(waitUntil([&] { return !environment.session().datasets().empty(); }));
        environment.session().chooseDataset(environment.session().datasets().front().id);
        trainTiny(environment, "bert4rec");
        trainTiny(environment, "sasrec");
        LearnPage page(environment.session());
        test::show(page, {1280, 820});
        QVERIFY(waitUntil([&] { return page.course().modelsWithoutRun().empty() && page.course().history(); }));
        const auto show = [&page](const char* key) {
            for (int chapter = 0; chapter < int(page.chapters().size()); ++chapter)
                if (page.chapters()[std::size_t(chapter)].key == QLatin1String(key)) page.showChapter(chapter);
            QVERIFY(!find<EmptyState>(page, "needsSample")->isVisible());
        };
        auto* steps = find<StepBar>(page, "stepBar");
        show("parts");
        QVERIFY(waitUntil([&] { return !find<BarRows>(*page.widget(), "patternTable")->rows().empty(); }));
        savePicture(page, QStringLiteral("learn-own-parts"));
        steps->showStep(1);
        auto* curves = page.widget()->findChild<LiveCurves*>();
        click(find<QPushButton>(*curves, "trainLive"));
        QVERIFY(waitUntil([curves] { return curves->isDone() && !curves->isTraining(); }));
        steps->showStep(2);
        QVERIFY(!find<BarRows>(*page.widget(), "patternsWithout")->rows().empty());
        QVERIFY(!page.widget()->finding().isEmpty());
        show("verdict");
        steps->showStep(2);
        auto* kinds = find<BarRows>(*page.widget(), "duelPatterns");
        QVERIFY(waitUntil([&] { return !kinds->rows().empty(); }));
        QCOMPARE(kinds->rows().front().title, QStringLiteral("Often follows the last item"));
        savePicture(page, QStringLiteral("learn-own-verdict"));
        page.hide();
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
    }

    void withoutTheSampleAChapterThatNeedsItAddsIt() {
        TestEnvironment environment(TestEnvironment::Content::Empty);
        QVERIFY(environment.work([](JobContext& context) { putPlainDataset(context.workspace); }));
        environment.session().refreshDatasets();
        QVERIFY(waitUntil([&] { return !environment.session().datasets().empty(); }));
        environment.session().chooseDataset(environment.session().datasets().front().id);
        LearnPage page(environment.session());
        test::show(page, {1280, 820});
        page.showChapter(int(page.chapters().size()) - 2);  // "Is attention an explanation?" needs known causes
        auto* empty = find<EmptyState>(page, "needsSample");
        QVERIFY(empty->isVisible());
        click(empty->button());
        QVERIFY(waitUntil([&] { return page.course().knowsCauses(); }));
        QVERIFY(!empty->isVisible());
        page.hide();  // hidden before it queues the trainings of the course
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
    }

    void chaptersThatNeedKnownCausesStateThisOnOtherData() {
        const DatasetId sample = m_environment->session().dataset()->id;
        const bool added = m_environment->work([](JobContext& context) { putPlainDataset(context.workspace); });
        QVERIFY(added);
        m_environment->session().refreshDatasets();
        QVERIFY(waitUntil([this] { return m_environment->session().datasets().size() == 2; }));
        for (const DatasetInfo& dataset : m_environment->session().datasets())
            if (dataset.id != sample) m_environment->session().chooseDataset(dataset.id);
        QVERIFY(waitUntil(
            [&] { return m_environment->session().dataset()->id != sample && m_environment->jobs().isIdle(); }));
        open("why");
        auto* empty = find<EmptyState>(*m_page, "needsSample");
        QVERIFY(empty->isVisible());
        QVERIFY(!trainingOf(m_environment->session()).isBusy());  // long work is offered, not started
        savePicture(*m_page, QStringLiteral("learn-needs-sample"));
        open("vector");
        QVERIFY(!empty->isVisible());
        open("why");
        click(empty->button());
        QVERIFY(waitUntil([&] { return m_environment->session().dataset()->id == sample; }));
        QVERIFY(!empty->isVisible());
    }

private:
    /// Forty users with histories of unknown causes.
    static void putPlainDataset(Workspace& workspace) {
        NewDataset dataset;
        dataset.info.name = "plain";
        dataset.info.source = dataset.info.format = "test";
        dataset.info.sampleFacts = dataset.info.importReport = "{}";
        dataset.histories.itemCount = 20;
        for (int user = 0; user < 40; ++user) {
            dataset.userIds.push_back("u" + std::to_string(user));
            std::vector<Token> history;
            for (int i = 0; i < 8; ++i) history.push_back(Token(1 + (user + 3 * i) % 20));
            dataset.histories.append(history);
        }
        for (Token token = 1; token <= 20; ++token) {
            ItemInfo item;
            item.token = token;
            item.id = item.title = "i" + std::to_string(token);
            dataset.items.push_back(item);
        }
        DatasetStore(workspace).add(dataset, {});
    }

    std::unique_ptr<TestEnvironment> m_environment;
    std::unique_ptr<LearnPage> m_page;
};

QTEST_MAIN(LearnPageTest)
#include "learn_page_test.moc"
