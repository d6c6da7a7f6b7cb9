// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/step_bar.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/theme/icons.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/layout_pause.h"

namespace recscope::ui {

namespace {

constexpr int kMilliseconds = 5000;  ///< milliseconds per step in automatic playing; long enough to read the text

QToolButton* stepButton(const char* name, const QString& about) {
    auto* button = new QToolButton;
    button->setObjectName(QString::fromLatin1(name));
    button->setAccessibleName(about);
    button->setToolTip(about);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

}  // namespace

StepBar::StepBar(QWidget* parent)
    : QWidget(parent),
      m_previous(stepButton("previousStep", tr("Previous step (Left)"))),
      m_next(stepButton("nextStep", tr("Next step (Right)"))),
      m_play(stepButton("playSteps", {})),
      m_title(sectionLabel()),
      m_text(new QLabel) {
    m_previous->setIcon(lineIcon(QStringLiteral("previous")));
    m_next->setIcon(lineIcon(QStringLiteral("next")));
    m_title->setObjectName(QStringLiteral("stepTitle"));
    m_text->setObjectName(QStringLiteral("stepText"));
    m_text->setTextFormat(Qt::MarkdownText);
    m_text->setWordWrap(true);
    arrange(this, row({column({row({m_previous, m_next, m_play}, space::kUnit), stretch()}),
                       grow(column({m_title, m_text}, space::kUnit))},
                      space::kSpacing));
    m_timer.setInterval(kMilliseconds);
    connect(m_previous, &QToolButton::clicked, this, &StepBar::previous);
    connect(m_next, &QToolButton::clicked, this, &StepBar::next);
    connect(m_play, &QToolButton::clicked, this, &StepBar::togglePlay);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        showStep(m_step + 1);
        if (m_step + 1 == count()) stopPlaying();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_text->clear();  // setting the same text again would keep the size measured with the old font
        showControls();
    });
    showControls();
}

StepBar::~StepBar() {
    // The focus changes when the children are destroyed; this object must not handle these changes any more.
    disconnect(qApp, nullptr, this, nullptr);
}

void StepBar::addShortcutsTo(QWidget& page) {
    const auto key = [this, &page](Qt::Key pressed, auto&& act) {
        auto* shortcut = new QShortcut(QKeySequence(pressed), &page);
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, act);
        m_keys.push_back(shortcut);
    };
    // Takes the focus, because the new step may hide the focused widget: the focus would then move to some other
    // widget, possibly one that needs these keys.
    key(Qt::Key_Right, [this, &page] {
        page.setFocus();
        m_isPresenting ? emit walked(1) : next();
    });
    key(Qt::Key_Left, [this, &page] {
        page.setFocus();
        m_isPresenting ? emit walked(-1) : previous();
    });
    key(Qt::Key_Space, [this] { m_isPresenting ? emit walked(1) : togglePlay(); });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { updateShortcuts(now); });
}

/// Disables the shortcuts whose keys the focused widget needs itself: inputs and sliders keep all of them, a button
/// keeps Space.
void StepBar::updateShortcuts(QWidget* focused) {
    const auto is = [focused](const char* kind) { return focused && focused->inherits(kind); };
    const bool needsAllKeys = is("QAbstractSlider") || is("QLineEdit") || is("QAbstractSpinBox");
    for (QShortcut* shortcut : m_keys)
        if (shortcut)
            shortcut->setEnabled(!needsAllKeys &&
                                 (shortcut->key() != QKeySequence(Qt::Key_Space) || !is("QAbstractButton")));
}

void StepBar::setSteps(const std::vector<ChapterStep>& steps) {
    m_timer.stop();
    m_steps = steps;
    m_step = 0;
    setVisible(!m_steps.empty());
    showControls();
}

void StepBar::showStep(int step) {
    step = std::clamp(step, 0, std::max(0, count() - 1));
    if (step == m_step) return;
    m_step = step;
    showControls();
    emit stepShown(step);
}

void StepBar::next() {
    stopPlaying();
    showStep(m_step + 1);
}

void StepBar::previous() {
    stopPlaying();
    showStep(m_step - 1);
}

void StepBar::togglePlay() {
    if (isPlaying()) return stopPlaying();
    if (count() < 2) return;
    if (m_step + 1 == count()) showStep(0);
    m_timer.start();
    showControls();
}

void StepBar::stopPlaying() {
    m_timer.stop();
    showControls();
}

void StepBar::setCompact(bool compact) {
    if (compact == m_isCompact) return;
    m_isCompact = compact;
    const LayoutPause pause(*this);
    showControls();
}

void StepBar::setPresenting(bool presenting) {
    m_isPresenting = presenting;
    showControls();
}

void StepBar::showControls() {
    m_previous->setEnabled(m_step > 0);
    m_next->setEnabled(m_step + 1 < count());
    m_play->setIcon(lineIcon(isPlaying() ? QStringLiteral("pause") : QStringLiteral("play")));
    m_play->setAccessibleName(m_isPresenting ? (isPlaying() ? tr("Pause") : tr("Play all steps"))
                                             : (isPlaying() ? tr("Pause (Space)") : tr("Play all steps (Space)")));
    m_play->setToolTip(m_play->accessibleName());
    if (m_steps.empty()) return;
    const ChapterStep& step = m_steps[std::size_t(m_step)];
    const QString title = tr("%1 of %2 · %3").arg(m_step + 1).arg(count()).arg(step.title);
    m_title->setText(title);
    m_title->setVisible(!m_isCompact);
    m_text->setText(m_isCompact ? QStringLiteral("**%1** %2").arg(title, step.text) : step.text);
}

}  // namespace recscope::ui
