// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/lesson_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/theme/theme.h"

namespace recscope::ui {

LessonPanel::LessonPanel(std::vector<Lesson> lessons, QWidget* parent)
    : QFrame(parent),
      m_lessons(std::move(lessons)),
      m_counter(new QLabel),
      m_title(new QLabel),
      m_text(new QLabel),
      m_obstacle(new QLabel),
      m_action(new QPushButton),
      m_previous(new QPushButton(QStringLiteral("‹"))),
      m_next(new QPushButton(QStringLiteral("›"))) {
    const Theme& theme = Theme::instance();
    setProperty("card", true);
    setAccessibleName(tr("Lessons"));
    m_counter->setProperty("role", "caption");
    m_title->setProperty("role", "section");
    m_title->setWordWrap(true);
    m_title->setObjectName(QStringLiteral("lessonTitle"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::MarkdownText);
    m_text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_text->setObjectName(QStringLiteral("lessonText"));
    m_obstacle->setProperty("role", "caption");
    m_obstacle->setWordWrap(true);
    m_obstacle->setObjectName(QStringLiteral("lessonObstacle"));
    m_action->setProperty("primary", true);
    m_action->setObjectName(QStringLiteral("lessonAction"));
    m_previous->setObjectName(QStringLiteral("previousLesson"));
    m_previous->setAccessibleName(tr("Previous lesson"));
    m_next->setObjectName(QStringLiteral("nextLesson"));
    m_next->setAccessibleName(tr("Next lesson"));
    connect(m_action, &QPushButton::clicked, this, [this] { emit actionWanted(lesson().action); });
    connect(m_previous, &QPushButton::clicked, this, &LessonPanel::showPrevious);
    connect(m_next, &QPushButton::clicked, this, &LessonPanel::showNext);

    auto* scroll = new QScrollArea;
    scroll->setWidget(m_text);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);

    auto* top = new QHBoxLayout;
    top->setSpacing(theme.px(space::kUnit));
    top->addWidget(m_counter, 1);
    top->addWidget(m_previous);
    top->addWidget(m_next);
    auto* layout = new QVBoxLayout(this);
    const int pad = theme.px(space::kBetween);
    layout->setContentsMargins(pad, theme.px(12), pad, pad);
    layout->setSpacing(theme.px(space::kInside));
    layout->addLayout(top);
    layout->addWidget(m_title);
    layout->addWidget(scroll, 1);
    layout->addWidget(m_obstacle);
    layout->addWidget(m_action);
    showLesson(0);
}

void LessonPanel::showLesson(std::size_t index) {
    if (index >= m_lessons.size()) return;
    m_shown = index;
    m_counter->setText(tr("Lesson %1 of %2").arg(index + 1).arg(m_lessons.size()));
    m_title->setText(lesson().title);
    m_text->setText(lesson().text);
    m_action->setText(lesson().button);
    m_previous->setEnabled(index > 0);
    m_previous->setToolTip(index > 0 ? tr("Previous lesson") : tr("This is the first lesson"));
    m_next->setEnabled(index + 1 < m_lessons.size());
    m_next->setToolTip(index + 1 < m_lessons.size() ? tr("Next lesson") : tr("This is the last lesson"));
    setObstacle({});
    emit lessonShown();
}

void LessonPanel::setObstacle(const QString& reason) {
    m_action->setEnabled(reason.isEmpty());
    m_action->setToolTip(reason);
    m_obstacle->setText(reason);
    m_obstacle->setVisible(!reason.isEmpty());
}

void LessonPanel::showNext() {
    showLesson(m_shown + 1);
}

void LessonPanel::showPrevious() {
    if (m_shown > 0) showLesson(m_shown - 1);
}

}  // namespace recscope::ui
