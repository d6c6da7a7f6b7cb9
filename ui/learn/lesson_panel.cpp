// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/lesson_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "ui/theme/theme.h"

namespace recscope::ui {

LessonPanel::LessonPanel(std::vector<Lesson> lessons, QWidget* parent)
    : QFrame(parent),
      m_lessons(std::move(lessons)),
      m_counter(new QLabel),
      m_title(new QLabel),
      m_text(new QLabel),
      m_scroll(new QScrollArea),
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

    m_scroll->setWidget(m_text);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);

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
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_obstacle);
    layout->addWidget(m_action);
    connect(&Theme::instance(), &Theme::changed, this, &LessonPanel::fit, Qt::QueuedConnection);
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
    m_scroll->ensureVisible(0, 0);
    emit lessonShown();
}

void LessonPanel::fit() {
    // No taller than its text: what the lesson does not need belongs to the page.
    const int width = contentsRect().width() - layout()->contentsMargins().left() - layout()->contentsMargins().right();
    // As if the scroll bar were there: the scroll area shows it until the text fits beside it.
    const int text = m_text->heightForWidth(width - m_scroll->verticalScrollBar()->sizeHint().width());
    m_scroll->setMaximumHeight(text);
    const int frame = this->height() - contentsRect().height();
    int height = frame + layout()->contentsMargins().top() + layout()->contentsMargins().bottom() + text;
    for (QWidget* part : std::initializer_list<QWidget*>{m_next, m_title, m_obstacle, m_action}) {
        if (!part->isVisibleTo(this)) continue;
        height +=
            layout()->spacing() + (part->hasHeightForWidth() ? part->heightForWidth(width) : part->sizeHint().height());
    }
    setMaximumHeight(height);
}

void LessonPanel::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fit();
}

void LessonPanel::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    // Only now the style sheet's fonts are known.
    fit();
}

void LessonPanel::setObstacle(const QString& reason) {
    m_action->setEnabled(reason.isEmpty());
    m_action->setToolTip(reason);
    m_obstacle->setText(reason);
    m_obstacle->setVisible(!reason.isEmpty());
    fit();
}

void LessonPanel::showNext() {
    showLesson(m_shown + 1);
}

void LessonPanel::showPrevious() {
    if (m_shown > 0) showLesson(m_shown - 1);
}

QVariant LessonPanel::rememberedState() const {
    return shown();
}

void LessonPanel::restoreState(const QVariant& state) {
    if (state.toInt() >= 0) showLesson(std::size_t(state.toInt()));
}

}  // namespace recscope::ui
