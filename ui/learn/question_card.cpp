// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/question_card.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/arrange.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/layout_pause.h"
#include "ui/widgets/notice_avoidance.h"
#include "ui/widgets/text_label.h"

namespace recscope::ui {

namespace {

QLabel* textLabel(const QString& name) {
    auto* label = new TextLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::MarkdownText);
    return label;
}

QPushButton* cardButton(const char* name, const QString& text, const QString& about) {
    auto* button = new QPushButton(text);
    button->setObjectName(QString::fromLatin1(name));
    button->setToolTip(about);
    button->setFocusPolicy(Qt::TabFocus);  // a click must not take the keyboard focus from the steps
    button->hide();
    return button;
}

}  // namespace

QuestionCard::QuestionCard(QWidget* parent)
    : QFrame(parent),
      m_heading(sectionLabel(tr("Question"))),
      m_question(textLabel(QStringLiteral("question"))),
      m_verdict(textLabel(QStringLiteral("verdict"))),
      m_answer(textLabel(QStringLiteral("answer"))),
      m_taskHeading(sectionLabel()),
      m_task(textLabel(QStringLiteral("task"))),
      m_unfoldButton(cardButton("askQuestion", tr("Answer…"), tr("Shows the options to choose from"))),
      m_undo(cardButton("undoRestart", tr("Undo restart"),
                        tr("Restores your answer, the task's check mark and the step. What the chapter trained, "
                           "counted or played stays cleared."))),
      m_options(new QWidget),
      m_optionFlow(new FlowLayout(space::kPadding, m_options)) {
    setObjectName(QStringLiteral("questionCard"));
    setProperty("card", true);
    forbidNoticesOver(this);
    m_taskHeading->setObjectName(QStringLiteral("taskHead"));
    connect(m_unfoldButton, &QPushButton::clicked, this, &QuestionCard::unfold);
    connect(m_undo, &QPushButton::clicked, this, &QuestionCard::undoRequested);
    auto* questionPart =
        column({m_heading, row({grow(m_question), m_unfoldButton, m_undo}), m_options, m_verdict, m_answer, stretch()},
               space::kUnit);
    m_taskPart = boxed(column({m_taskHeading, m_task, stretch()}, space::kUnit));
    m_parts = row({grow(questionPart, 3), grow(m_taskPart, 1)}, space::kPageMargin);
    arrange(this, m_parts, {16, 8, 16, 8});
    connect(&Theme::instance(), &Theme::changed, this, &QuestionCard::fitMargins);
}

void QuestionCard::fitMargins() {
    const Theme& theme = Theme::instance();
    m_parts->setSpacing(theme.px(m_isCompact ? space::kUnit : space::kPageMargin));
    const int aside = theme.px(space::kSpacing), above = theme.px(m_isCompact ? space::kUnit : space::kPadding);
    m_parts->setContentsMargins(aside, above, aside, above);
}

void QuestionCard::setChapter(const Chapter& chapter, std::optional<int> chosen, bool taskDone) {
    m_chapter = chapter;
    m_chosen = chosen && *chosen < int(chapter.question.options.size()) ? chosen : std::nullopt;
    m_right.clear();
    if (chapter.question.right) m_right.push_back(*chapter.question.right);
    m_finding.clear();
    m_taskDone = taskDone;
    m_unfolded = false;
    m_undo->hide();
    for (QPushButton* button : m_buttons) delete button;
    m_buttons.clear();
    for (int option = 0; option < int(chapter.question.options.size()); ++option) {
        auto* button = cardButton("", chapter.question.options[std::size_t(option)], {});
        button->setParent(m_options);
        button->setObjectName(QStringLiteral("option%1").arg(option));
        connect(button, &QPushButton::clicked, this, [this, option] { choose(option); });
        m_optionFlow->addWidget(button);
        button->show();
        m_buttons.push_back(button);
    }
    showQuestion();
    showTask();
}

void QuestionCard::setRightOptions(std::vector<int> right) {
    if (m_chapter.question.right || right == m_right) return;
    m_right = std::move(right);
    showQuestion();
}

void QuestionCard::setFinding(const QString& markdown) {
    if (markdown == m_finding) return;
    m_finding = markdown;
    showQuestion();
}

void QuestionCard::setTaskDone() {
    m_taskDone = true;
    showTask();
}

void QuestionCard::setCompact(bool compact) {
    if (compact == m_isCompact) return;
    m_isCompact = compact;
    const LayoutPause pause(*this);
    m_parts->setDirection(compact ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    fitMargins();
    showQuestion();
    showTask();
}

void QuestionCard::offerUndo() {
    m_undo->show();
}

void QuestionCard::unfold() {
    m_unfolded = true;
    showQuestion();
    showTask();
    emit unfolded();
}

void QuestionCard::choose(int option) {
    if (m_chosen) return;
    m_chosen = option;
    m_undo->hide();
    showQuestion();
    showTask();
    emit answered(option);
}

QString QuestionCard::verdict() const {
    const auto option = [this](int index) { return m_chapter.question.options[std::size_t(index)]; };
    const QString chosen = option(*m_chosen);
    QStringList right;
    for (const int index : m_right) right << option(index);
    const bool isRight = std::find(m_right.begin(), m_right.end(), *m_chosen) != m_right.end();
    return m_right.empty() ? tr("You said: **%1**. The right answer will be measured on this model.").arg(chosen)
           : isRight       ? tr("✓ **%1**: yes.").arg(chosen)
                           : tr("✗ You said: %1. Right: **%2**.").arg(chosen, right.join(tr(" and ")));
}

/// Shows the question, with its options until it is answered and its answer afterwards.
void QuestionCard::showQuestion() {
    const ChapterQuestion& question = m_chapter.question;
    m_heading->setVisible(!m_isCompact);
    m_question->setVisible(!m_isCompact || !m_chosen);
    m_question->setText(m_isCompact ? tr("**Question:** %1").arg(question.text) : question.text);
    m_unfoldButton->setVisible(isFolded());
    m_options->setVisible(!m_chosen && !isFolded());
    m_verdict->setVisible(m_chosen && !m_isCompact);
    m_answer->setVisible(m_chosen.has_value());
    if (!m_chosen) return;
    const QString answer = (question.answer + QStringLiteral("\n\n") + m_finding).trimmed();
    m_verdict->setText(verdict());
    // In the compact layout, the whole answer is one paragraph.
    m_answer->setText(
        m_isCompact
            ? QStringList{question.text, verdict(), question.answer, m_finding}.join(QLatin1Char(' ')).simplified()
            : answer);
}

void QuestionCard::showTask() {
    const QString head = m_taskDone ? tr("✓ Done") : tr("Your turn");
    const QString task = m_taskDone ? m_chapter.taskDone : m_chapter.task;
    m_taskPart->setVisible(!m_isCompact || m_chosen);
    m_taskHeading->setVisible(!m_isCompact);
    m_taskHeading->setText(head);
    m_task->setText(!m_isCompact ? task
                    : m_taskDone ? QStringLiteral("**✓** %1").arg(task)
                                 : QStringLiteral("**%1:** %2").arg(head, task));
}

}  // namespace recscope::ui
