// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/question_card.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/arrange.h"
#include "ui/widgets/flow_layout.h"

namespace recscope::ui {

namespace {

QLabel* textLabel(const QString& name) {
    auto* label = new QLabel;
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextFormat(Qt::MarkdownText);
    return label;
}

}  // namespace

QuestionCard::QuestionCard(QWidget* parent)
    : QFrame(parent),
      m_question(textLabel(QStringLiteral("question"))),
      m_verdict(textLabel(QStringLiteral("verdict"))),
      m_answer(textLabel(QStringLiteral("answer"))),
      m_taskHead(sectionLabel()),
      m_task(textLabel(QStringLiteral("task"))),
      m_options(new QWidget),
      m_optionFlow(new FlowLayout(space::kInside, m_options)) {
    setObjectName(QStringLiteral("questionCard"));
    setProperty("card", true);
    m_taskHead->setObjectName(QStringLiteral("taskHead"));
    auto* asked =
        column({sectionLabel(tr("Question")), m_question, m_options, m_verdict, m_answer, room()}, space::kUnit);
    auto* task = column({m_taskHead, m_task, room()}, space::kUnit);
    arrange(this, row({grow(asked, 3), grow(task, 1)}, space::kPage), {16, 8, 16, 8});
}

void QuestionCard::setChapter(const Chapter& chapter, std::optional<int> chosen, bool taskDone) {
    m_chapter = chapter;
    m_chosen = chosen && *chosen < int(chapter.question.options.size()) ? chosen : std::nullopt;
    m_right.clear();
    if (chapter.question.right) m_right.push_back(*chapter.question.right);
    m_finding.clear();
    m_taskDone = taskDone;
    m_question->setText(chapter.question.text);
    for (QPushButton* button : m_buttons) delete button;
    m_buttons.clear();
    for (int option = 0; option < int(chapter.question.options.size()); ++option) {
        auto* button = new QPushButton(chapter.question.options[std::size_t(option)], m_options);
        button->setObjectName(QStringLiteral("option%1").arg(option));
        button->setFocusPolicy(Qt::TabFocus);  // a click must not take the keys away from the steps
        connect(button, &QPushButton::clicked, this, [this, option] { choose(option); });
        m_optionFlow->addWidget(button);
        button->show();
        m_buttons.push_back(button);
    }
    showAnswer();
    showTask();
}

void QuestionCard::setRightOptions(std::vector<int> right) {
    if (m_chapter.question.right || right == m_right) return;
    m_right = std::move(right);
    showAnswer();
}

void QuestionCard::setFinding(const QString& markdown) {
    if (markdown == m_finding) return;
    m_finding = markdown;
    showAnswer();
}

void QuestionCard::setTaskDone() {
    m_taskDone = true;
    showTask();
}

void QuestionCard::choose(int option) {
    if (m_chosen) return;
    m_chosen = option;
    showAnswer();
    emit answered(option);
}

void QuestionCard::showAnswer() {
    m_options->setVisible(!m_chosen);
    m_verdict->setVisible(m_chosen.has_value());
    m_answer->setVisible(m_chosen.has_value());
    if (!m_chosen) return;
    const auto option = [this](int index) { return m_chapter.question.options[std::size_t(index)]; };
    const QString chosen = option(*m_chosen);
    QStringList right;
    for (const int index : m_right) right << option(index);
    const bool isRight = std::find(m_right.begin(), m_right.end(), *m_chosen) != m_right.end();
    m_verdict->setText(m_right.empty() ? tr("You said: **%1**. What is right is measured here.").arg(chosen)
                       : isRight       ? tr("✓ **%1**: yes.").arg(chosen)
                                       : tr("✗ You said: %1. It is: **%2**.").arg(chosen, right.join(tr(" and "))));
    m_answer->setText((m_chapter.question.answer + QLatin1Char('\n') + QLatin1Char('\n') + m_finding).trimmed());
}

void QuestionCard::showTask() {
    m_taskHead->setText(m_taskDone ? tr("✓ Done") : tr("Now you"));
    m_task->setText(m_taskDone ? m_chapter.taskDone : m_chapter.task);
}

}  // namespace recscope::ui
