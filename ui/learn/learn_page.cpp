// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/learn_page.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QShortcut>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <utility>

#include "ui/learn/blank_screen.h"
#include "ui/learn/chapters/chapters.h"
#include "ui/learn/course.h"
#include "ui/learn/model_offer.h"
#include "ui/learn/question_card.h"
#include "ui/runs/training_controller.h"
#include "ui/session/dataset_stack.h"
#include "ui/session/session.h"
#include "ui/theme/presentation_size.h"
#include "ui/theme/style_sheet.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/layout_pause.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/run_in_background.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/shown_stack.h"
#include "ui/widgets/step_bar.h"
#include "ui/widgets/text_label.h"

namespace recscope::ui {

namespace {

constexpr int kUserWidth = 96, kCompactBelow = 700;  ///< design pixels
constexpr int kEscapeHintTime = 6000;                ///< milliseconds that the hint on the Esc key is shown

QLabel* markdownLabel(const char* name) {
    auto* label = new TextLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setTextFormat(Qt::MarkdownText);
    return label;
}

QPushButton* quietButton(const char* name, const QString& text, const QString& about) {
    auto* button = new QPushButton(text);
    button->setObjectName(QString::fromLatin1(name));
    button->setToolTip(about);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

}  // namespace

LearnPage::LearnPage(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_course(new Course(session, this)), m_chapters(builtInChapters()) {
    setObjectName(QStringLiteral("learnPage"));
    // Connected first, so that the page is restyled before any part of the page computes sizes.
    connect(&Theme::instance(), &Theme::changed, this, &LearnPage::applyPresentationStyle);
    setFocusPolicy(Qt::ClickFocus);  // a click on an empty area returns the keyboard focus to the steps
    auto* stack = new DatasetStack(session, tr("Learn"),
                                   tr("This page has a course in ten chapters, each with a live model to experiment "
                                      "with. Import a dataset first."),
                                   this);
    stack->setContent(makeContent());
    m_blankScreen = new BlankScreen(this);
    makeKeys();

    connect(m_course, &Course::datasetChanged, this, &LearnPage::resetProgress);
    connect(m_course, &Course::datasetChanged, this, &LearnPage::showDataset);
    connect(m_course, &Course::runsChanged, this, &LearnPage::trainMissingModels);
    connect(m_course, &Course::historyChanged, this, [this] {
        m_user->setText(m_course->userId());
        m_refusal->clear();
    });
    connect(m_course, &Course::userRefused, m_refusal, &ElidedLabel::setText);
    connect(&session, &Session::datasetsChanged, this, &LearnPage::showChapterWidget);
    showChapter(0);
    if (session.dataset()) m_chapterList->beginDataset();
    showDataset();
}

LearnPage::~LearnPage() = default;

QWidget* LearnPage::makeHeader() {
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("chapterTitle"));
    m_refusal = new ElidedLabel;
    m_refusal->setObjectName(QStringLiteral("userRefused"));
    m_refusal->setProperty("problem", true);
    m_refusal->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_user = shortLine();
    m_user->setObjectName(QStringLiteral("learnUser"));
    m_user->setPlaceholderText(tr("User id"));
    m_user->setAccessibleName(tr("User whose history is shown"));
    m_user->setToolTip(tr("Type a user id and press Return"));
    connect(m_user, &QLineEdit::textEdited, this, [this] { m_refusal->clear(); });
    connect(m_user, &QLineEdit::returnPressed, this, [this] {
        m_refusal->clear();
        m_course->showUser(m_user->text().trimmed());
        setFocus();  // return the keyboard focus to the steps
    });
    auto* other =
        quietButton("otherUser", tr("Another user"), tr("Shows the next user whose history suits the lesson"));
    connect(other, &QPushButton::clicked, m_course, &Course::showAnotherUser);
    auto* handout = quietButton("handout", tr("Handout"),
                                tr("The chapter or the whole course as a PDF, for a class or for its teacher"));
    auto* menu = new QMenu(handout);
    menu->addAction(tr("For the class…"), this, [this] { saveHandout(HandoutMaker::Reader::Class, false); });
    menu->addAction(tr("For the teacher, with answers…"), this,
                    [this] { saveHandout(HandoutMaker::Reader::Teacher, false); });
    menu->addSeparator();
    menu->addAction(tr("The whole course, for the class…"), this,
                    [this] { saveHandout(HandoutMaker::Reader::Class, true); });
    menu->addAction(tr("The whole course, for the teacher…"), this,
                    [this] { saveHandout(HandoutMaker::Reader::Teacher, true); });
    handout->setMenu(menu);
    m_present =
        quietButton("present", tr("Present"), tr("The chapter alone, large and with high contrast (F11; Esc ends it)"));
    connect(m_present, &QPushButton::clicked, this, [this] { setPresenting(true); });
    auto* restartButton =
        quietButton("restart", tr("Restart"), tr("Starts this chapter again (R), or the whole course"));
    auto* restarts = new QMenu(restartButton);
    restarts->addAction(tr("This chapter"), this, &LearnPage::restartChapter)->setObjectName("restartThis");
    restarts->addAction(tr("All chapters, for a new class…"), this, &LearnPage::confirmNewClass)
        ->setObjectName("restartAll");
    restartButton->setMenu(restarts);
    m_userPart = boxed(row({mutedLabel(tr("User")), m_user, other}));
    m_controls = boxed(row({m_userPart, restartButton, handout, m_present}));
    m_presentationControls = makePresentationControls();
    return boxed(row({m_title, grow(m_refusal), m_controls, m_presentationControls}));
}

/// Makes the controls that are shown while presenting: few and unobtrusive, so that the audience looks at the chapter.
QWidget* LearnPage::makePresentationControls() {
    m_escapeHint = mutedLabel(tr("Esc ends presenting"));
    m_escapeHint->setObjectName(QStringLiteral("escapeHint"));
    const auto presentationButton = [](const char* name, const QString& text, const QString& about) {
        QPushButton* button = quietButton(name, text, about);
        button->setProperty("quiet", true);
        button->setProperty("compact", true);
        return button;
    };
    auto* restartButton = presentationButton("stageRestart", tr("Restart"), tr("Restarts this chapter (R)"));
    connect(restartButton, &QPushButton::clicked, this, &LearnPage::restartChapter);
    m_presentationOtherUser =
        presentationButton("stageOther", tr("Another user"), tr("Shows the next user whose history suits the lesson"));
    connect(m_presentationOtherUser, &QPushButton::clicked, m_course, &Course::showAnotherUser);
    auto* leaveButton = presentationButton("stageLeave", tr("Leave"), tr("Ends presenting (Esc)"));
    connect(leaveButton, &QPushButton::clicked, this, [this] { setPresenting(false); });
    QWidget* controls = boxed(row({m_escapeHint, m_presentationOtherUser, restartButton, leaveButton}, space::kUnit));
    controls->hide();
    return controls;
}

QWidget* LearnPage::makeContent() {
    m_header = makeHeader();
    m_chapterList = new ChapterList(m_chapters);
    new ChapterMarks(*m_chapterList, this);
    connect(m_chapterList, &ChapterList::currentRowChanged, this, &LearnPage::showChapter);
    connect(m_chapterList, &ChapterList::restored, this, [this] {
        const int shown = m_shown;
        m_shown = -1;
        showChapter(shown);
    });
    m_idea = markdownLabel("idea");
    m_paper = captionLabel(QStringLiteral("paper"));
    m_steps = new StepBar;
    m_steps->setObjectName(QStringLiteral("stepBar"));
    connect(m_steps, &StepBar::stepShown, this, [this](int step) {
        if (ChapterWidget* shown = widget()) shown->showStep(step);
        showIdea();
    });
    m_offer = new ModelOffer(m_session);
    m_needsSample = new EmptyState;
    m_needsSample->setObjectName(QStringLiteral("needsSample"));
    connect(m_needsSample, &EmptyState::actionRequested, this, [this] {
        if (const auto sample = m_course->sample())
            m_session.chooseDataset(*sample);
        else
            m_course->addSample();
    });
    m_stack = new ShownStack;
    m_stack->addWidget(m_needsSample);
    m_questionCard = new QuestionCard;
    connect(m_questionCard, &QuestionCard::answered, this, &LearnPage::recordAnswer);
    connect(m_questionCard, &QuestionCard::unfolded, this, &LearnPage::showIdea);
    connect(m_questionCard, &QuestionCard::undoRequested, this, &LearnPage::undoRestart);

    // Trainings for the course are shown below the chapters, where they appear and disappear without moving the page.
    m_side = boxed(column({grow(m_chapterList), m_offer}));
    auto* chapter = column({m_idea, m_steps, grow(m_stack), m_questionCard, m_paper});
    m_content = boxed(column({m_header, grow(row({m_side, grow(chapter)}, space::kSpacing))}),
                      {space::kPageMargin, space::kSpacing, space::kPageMargin, space::kSpacing});
    const auto applySizes = [this] {
        m_user->setFixedWidth(Theme::instance().px(kUserWidth));
        m_side->setFixedWidth(m_chapterList->minimumWidth());
        fitHeight();
    };
    applySizes();
    connect(&Theme::instance(), &Theme::changed, this, applySizes);
    return m_content;
}

void LearnPage::makeKeys() {
    const auto key = [this](const QKeySequence& keys, auto&& act,
                            Qt::ShortcutContext context = Qt::WidgetWithChildrenShortcut) {
        auto* shortcut = new QShortcut(keys, this);
        shortcut->setContext(context);
        connect(shortcut, &QShortcut::activated, this, act);
    };
    key(Qt::Key_R, [this] { restartChapter(); });
    key(Qt::Key_PageDown, [this] { moveBy(1); });
    key(Qt::Key_PageUp, [this] { moveBy(-1); });
    key(Qt::CTRL | Qt::Key_PageDown, [this] { showChapter(m_shown + 1); });
    key(Qt::CTRL | Qt::Key_PageUp, [this] { showChapter(m_shown - 1); });
    // F11 works in the whole window while the page is shown, because after a click on the navigation rail the rail has
    // the focus.
    key(
        Qt::Key_F11, [this] { setPresenting(!m_presenting); }, Qt::WindowShortcut);
    key(Qt::Key_Escape, [this] {
        if (m_blankScreen->isVisible()) return m_blankScreen->hide();
        setPresenting(false);
    });
    for (const Qt::Key blank : {Qt::Key_B, Qt::Key_Period})
        key(blank, [this] {
            if (m_presenting) m_blankScreen->toggle();
        });
    m_steps->addShortcutsTo(*this);
    connect(m_steps, &StepBar::walked, this, &LearnPage::moveBy);
}

/// Moves by one step, and from the last or first step of a chapter to the next or previous chapter.
void LearnPage::moveBy(int by) {
    if (m_blankScreen->isVisible()) return m_blankScreen->hide();
    if (m_presenting) setFocus();
    const int next = m_steps->step() + by;
    if (widget() && next >= 0 && next < m_steps->count()) {
        m_steps->stopPlaying();
        m_steps->showStep(next);
        return;
    }
    const int before = m_shown;
    showChapter(m_shown + by);
    if (by < 0 && m_shown != before) m_steps->showStep(m_steps->count() - 1);
}

ChapterWidget* LearnPage::widget() const {
    const auto entry = m_widgets.find(m_shown);
    return entry == m_widgets.end() || !canShow(m_shown) ? nullptr : entry->second;
}

bool LearnPage::canShow(int chapter) const {
    return chapter >= 0 && (!m_chapters[std::size_t(chapter)].needsCauses || m_course->knowsCauses());
}

ChapterWidget* LearnPage::makeWidget(int chapter) {
    ChapterWidget* made = makeChapterWidget(m_chapters[std::size_t(chapter)].key, *m_course);
    made->setObjectName(QStringLiteral("chapter_") + m_chapters[std::size_t(chapter)].key);
    const auto ifShown = [this, chapter](auto act) {
        return [this, chapter, act] {
            if (m_shown == chapter) act();
        };
    };
    connect(made, &ChapterWidget::taskDone, this, ifShown([this] { recordTaskDone(); }));
    connect(made, &ChapterWidget::measured, this, ifShown([this] { showMeasured(); }));
    connect(made, &ChapterWidget::stepRequested, this, [this, chapter](int step) {
        if (m_shown == chapter) m_steps->showStep(step);
    });
    made->setCompact(m_isCompact);
    m_stack->addWidget(made);
    return m_widgets[chapter] = made;
}

void LearnPage::showChapter(int chapter) {
    if (chapter < 0 || chapter >= int(m_chapters.size()) || chapter == m_shown) return;
    if (ChapterWidget* before = widget()) before->leave();
    m_shown = chapter;
    m_chapterList->setCurrentRow(chapter);
    const Chapter& shown = m_chapters[std::size_t(chapter)];
    m_title->setText(QStringLiteral("%1 · %2").arg(chapter + 1).arg(shown.title));
    m_idea->setText(shown.idea);
    m_paper->setText(shown.paper);
    const ChapterProgress& progress = m_chapterList->progress(chapter);
    m_questionCard->setChapter(shown, progress.chosen, progress.taskDone);
    m_steps->setSteps(shown.steps);
    showIdea();
    showChapterWidget();
    emit chapterShown(chapter);
}

/// Shows the chapter's widget, or the reason why it cannot be shown with this dataset.
void LearnPage::showChapterWidget() {
    const bool can = canShow(m_shown);
    m_steps->setVisible(can && m_steps->count() > 0);
    if (!can) {
        m_offer->setMissing({});
        m_needsSample->setTexts(tr("This chapter needs data whose causes are known"),
                                tr("Only the sample knows why each of its items was chosen."),
                                m_course->sample() ? tr("Show the sample") : tr("Add the sample and show it"));
        m_stack->setCurrentWidget(m_needsSample);
        return;
    }
    m_offer->setMissing(m_course->modelsWithoutRun());
    const auto entry = m_widgets.find(m_shown);
    ChapterWidget* shown = entry == m_widgets.end() ? makeWidget(m_shown) : entry->second;
    m_stack->setCurrentWidget(shown);
    m_userPart->setVisible(shown->readsHistory());
    m_presentationOtherUser->setVisible(shown->readsHistory());
    if (m_questionCard->isAnswered()) shown->reveal();
    shown->showStep(m_steps->step());
    showMeasured();
}

void LearnPage::restartChapter() {
    ChapterWidget* shown = widget();
    if (!shown) return;
    const ChapterProgress& progress = m_chapterList->progress(m_shown);
    // If only the step has changed since the last restart of this chapter, restarting again must not discard the answer
    // from before the last restart.
    const bool isKept = m_undone && m_undone->chapter == m_shown;
    if (progress.chosen || progress.taskDone || (m_steps->step() > 0 && !isKept))
        m_undone = Undone{m_shown, progress, m_steps->step()};
    shown->restart();
    m_chapterList->setProgress(m_shown, {});
    m_questionCard->setChapter(m_chapters[std::size_t(m_shown)], {}, false);
    if (m_undone && m_undone->chapter == m_shown) m_questionCard->offerUndo();
    m_steps->setSteps(m_chapters[std::size_t(m_shown)].steps);
    shown->showStep(0);
    showIdea();
    showMeasured();
}

void LearnPage::confirmNewClass() {
    auto* question = new QMessageBox(
        QMessageBox::Question, tr("Start the course again?"),
        tr("All answers and check marks of the ten chapters on this dataset will be cleared. This cannot be undone."),
        QMessageBox::Cancel, this);
    question->setObjectName(QStringLiteral("newClass"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* begin = question->addButton(tr("Start again"), QMessageBox::AcceptRole);
    begin->setObjectName(QStringLiteral("startAgain"));
    question->setDefaultButton(QMessageBox::Cancel);
    connect(begin, &QPushButton::clicked, this, &LearnPage::restartCourse);
    question->open();
}

void LearnPage::restartCourse() {
    m_undone.reset();
    for (const auto& [chapter, made] : m_widgets) {
        made->leave();
        made->restart();
    }
    m_shown = -1;
    m_chapterList->setMarks({});
    showChapter(0);
}

void LearnPage::undoRestart() {
    ChapterWidget* shown = widget();
    if (!shown || !m_undone || m_undone->chapter != m_shown) return;
    const Undone undone = *std::exchange(m_undone, std::nullopt);
    m_chapterList->setProgress(m_shown, undone.progress);
    m_questionCard->setChapter(m_chapters[std::size_t(m_shown)], undone.progress.chosen, undone.progress.taskDone);
    if (undone.progress.chosen) shown->reveal();
    m_steps->showStep(undone.step);
    showIdea();
    showMeasured();
}

void LearnPage::showMeasured() {
    const ChapterWidget* shown = widget();
    if (!shown) return;
    m_questionCard->setRightOptions(shown->rightOptions());
    m_questionCard->setFinding(shown->finding());
}

void LearnPage::recordAnswer(int option) {
    ChapterProgress progress = m_chapterList->progress(m_shown);
    progress.chosen = option;
    m_chapterList->setProgress(m_shown, progress);
    m_undone.reset();
    if (ChapterWidget* shown = widget()) shown->reveal();
    showIdea();
}

void LearnPage::recordTaskDone() {
    ChapterProgress progress = m_chapterList->progress(m_shown);
    if (progress.taskDone) return;
    progress.taskDone = true;
    m_chapterList->setProgress(m_shown, progress);
    m_questionCard->setTaskDone();
}

/// Answers and done tasks belong to one dataset, so those of the previous dataset are cleared here; `ChapterMarks`
/// stores them for each dataset.
void LearnPage::resetProgress() {
    m_undone.reset();
    if (m_session.dataset())
        m_chapterList->beginDataset();
    else
        m_chapterList->setMarks({});
}

void LearnPage::showDataset() {
    m_isTrainingDecided = false;
    showChapterWidget();
    if (!isVisible() || !m_session.dataset()) return;
    m_course->showUser(m_keptUser);
    m_keptUser.clear();
    trainMissingModels();
}

/// On the sample dataset, the two models are trained automatically, so that a lesson needs no preparation. On other
/// data, where training may take long, the page only offers to train them.
void LearnPage::trainMissingModels() {
    m_offer->setMissing(m_course->modelsWithoutRun());
    if (!isVisible() || m_isTrainingDecided || !m_course->knowsCauses() || trainingOf(m_session).isBusy()) return;
    m_isTrainingDecided = true;
    if (m_course->modelsWithoutRun().empty()) return;
    // The runs of a dataset that was just chosen are not loaded yet, so whether a model is missing is decided
    // afterwards.
    QTimer::singleShot(0, this, [this] {
        const auto train = [this] {
            if (isVisible() && m_course->knowsCauses() && !trainingOf(m_session).isBusy()) m_offer->train();
        };
        connect(&m_session, &Session::runsChanged, this, train, Qt::SingleShotConnection);
        m_session.refreshRuns();
    });
}

void LearnPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!m_course->history()) showDataset();
    trainMissingModels();
}

void LearnPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    if (event->spontaneous()) return;
    m_steps->stopPlaying();
    if (ChapterWidget* shown = widget()) shown->leave();
    setPresenting(false);
}

void LearnPage::setPresenting(bool presenting) {
    if (presenting == m_presenting) return;
    m_presenting = presenting;
    const LayoutPause pause(*m_content);
    m_controls->setVisible(!presenting);
    m_side->setVisible(!presenting);
    m_presentationControls->setVisible(presenting);
    m_escapeHint->setVisible(presenting);
    if (presenting) QTimer::singleShot(kEscapeHintTime, m_escapeHint, &QWidget::hide);
    m_blankScreen->hide();
    m_steps->setPresenting(presenting);
    emit m_session.presentationRequested(presenting);
    if (presenting) {
        // The window manager may take a while to make the window full screen.
        setPresentationHeight(window()->isFullScreen() ? screen()->geometry().height() : window()->height());
        setFocus();
    } else {
        Theme::instance().setPresenting(false);  // emits `changed`, which calls fitHeight
    }
}

/// Scales the text to the height of the screen, so that it is legible from the last row of a room.
void LearnPage::setPresentationHeight(int pixels) {
    ui::setPresentationHeight(pixels);
    Theme::instance().setPresenting(true);  // emits `changed`, which calls fitHeight
}

/// While presenting, the style sheet is applied only to this page, because nothing else is visible.
void LearnPage::applyPresentationStyle() {
    if (m_presenting) {
        ui::applyPresentationStyle(*this, Theme::instance());
    } else if (!styleSheet().isEmpty()) {
        // The page is restyled in a later event, because the rest of the window is being restyled now. Until then, the
        // page is not painted.
        setUpdatesEnabled(false);
        QTimer::singleShot(0, this, [this] {
            if (!m_presenting) removePresentationStyle(*this);
            setUpdatesEnabled(true);
        });
    }
}

/// In a low window and while presenting, there is less text, so that the widget gets more space.
void LearnPage::fitHeight() {
    const Theme& theme = Theme::instance();
    const LayoutPause pause(*m_content);
    m_isCompact = m_presenting || height() < theme.px(kCompactBelow);
    QFont large = theme.section();
    large.setWeight(QFont::Normal);
    m_idea->setFont(m_isCompact ? theme.body() : large);
    m_title->setFont(m_isCompact ? theme.section() : theme.pageTitle());
    m_paper->setVisible(!m_isCompact);
    const int aside = theme.px(space::kPageMargin), above = theme.px(m_presenting ? space::kUnit : space::kSpacing);
    m_content->layout()->setContentsMargins(aside, above, aside, above);
    m_steps->setCompact(m_isCompact);
    m_questionCard->setCompact(m_isCompact);
    for (const auto& [chapter, made] : m_widgets) made->setCompact(m_isCompact);
    showIdea();
}

/// In the compact layout, the idea is shown only on the first step while the question is folded.
void LearnPage::showIdea() {
    m_idea->setVisible(!m_isCompact || (m_steps->step() == 0 && m_questionCard->isFolded()));
}

void LearnPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // The window may have another height than setPresenting assumed, so the text is scaled again after this layout.
    if (m_presenting)
        QTimer::singleShot(0, this, [this] {
            if (m_presenting) setPresentationHeight(window()->height());
        });
    fitHeight();
}

/// Called for keys that the focused list, box or slider ignored.
void LearnPage::keyPressEvent(QKeyEvent* event) {
    ChapterWidget* shown = widget();
    if (!shown || event->modifiers() != Qt::NoModifier || !shown->handleKey(event->key()))
        QWidget::keyPressEvent(event);
}

void LearnPage::saveHandout(HandoutMaker::Reader reader, bool wholeCourse) {
    const QString subject = wholeCourse ? tr("Course") : m_chapters[std::size_t(m_shown)].title;
    const bool withAnswers = reader == HandoutMaker::Reader::Teacher;
    const QString path = askWhereToSave(this, withAnswers ? tr("%1, answers").arg(subject) : subject,
                                        QStringLiteral(".pdf"), tr("PDF (*.pdf)"));
    if (path.isEmpty()) return;
    std::vector<int> requested;
    for (int chapter = 0; chapter < int(m_chapters.size()); ++chapter)
        if (wholeCourse || chapter == m_shown) requested.push_back(chapter);
    const auto existingWidget = [this](int chapter) {
        const auto entry = m_widgets.find(chapter);
        return entry == m_widgets.end() ? nullptr : entry->second;
    };
    const auto step = [this](int chapter) { return chapter == m_shown ? m_steps->step() : 0; };
    auto* maker = new HandoutMaker(*m_course, m_chapters, requested, reader, existingWidget, step, this);
    connect(maker, &HandoutMaker::made, this, [this, maker, path, subject](const std::vector<Handout>& handouts) {
        maker->deleteLater();
        m_session.jobs().start(
            this, {.title = tr("Writing the handouts"), .queue = WorkerQueue::Record, .isShownInStrip = true},
            [path, subject, handouts, rules = Theme::instance().colours().line](JobContext&) {
                return writeHandouts(path, subject, handouts, rules);
            },
            [this, path](bool written) { announceEnd(this, path, written); });
    });
    maker->start();
}

QVariant LearnPage::uiState() const {
    const QString user = m_course->history() ? m_course->userId() : m_keptUser;
    return user.isEmpty() ? QVariant() : QVariant(user);
}

void LearnPage::restoreState(const QVariant& state) {
    m_keptUser = state.toString();
    if (isVisible()) showDataset();
}

}  // namespace recscope::ui
