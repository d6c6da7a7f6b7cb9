// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/head_steps_dialog.h"

#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/chapter.h"
#include "ui/widgets/dialog_size.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/step_bar.h"

namespace recscope::ui {

namespace {

constexpr int kWidth = 1160, kHeight = 760, kCompactBelow = 660;  ///< design pixels; a lower dialog is compact

/// The text of each step, from the chapter "head" of Learn.
std::vector<ChapterStep> stepTexts() {
    const std::vector<Chapter> chapters = builtInChapters();
    const auto found = std::find_if(chapters.begin(), chapters.end(),
                                    [](const Chapter& chapter) { return chapter.key == QLatin1String("head"); });
    return found == chapters.end() ? std::vector<ChapterStep>() : found->steps;
}

}  // namespace

HeadStepsDialog& HeadStepsDialog::open(Session& session, std::shared_ptr<InferenceCache> cache, QWidget& page,
                                       const QString& title, const HeadStepsSubject& subject, HeadId head, int row) {
    auto* dialog = new HeadStepsDialog(session, std::move(cache), page.window(), title);
    dialog->m_view->setSubject(subject, row);
    dialog->m_view->choose(head, row);
    dialog->QDialog::open();
    dialog->setFocus();
    return *dialog;
}

HeadStepsDialog::HeadStepsDialog(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* window,
                                 const QString& title)
    : QDialog(window), m_steps(new StepBar), m_view(new HeadStepsView(session, std::move(cache))) {
    setObjectName(QStringLiteral("headSteps"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("One head, step by step"));
    m_steps->setObjectName(QStringLiteral("headStepBar"));
    m_steps->setSteps(stepTexts());
    connect(m_steps, &StepBar::stepShown, m_view, &HeadStepsView::showStep);
    auto* about = new ElidedLabel(title);
    about->setObjectName(QStringLiteral("headStepsOf"));
    about->setProperty("muted", true);
    auto* close = new QPushButton(tr("Close"));
    close->setObjectName(QStringLiteral("closeHeadSteps"));
    close->setToolTip(tr("Back to the map (Esc)"));
    close->setAutoDefault(false);  // else Return, still held after opening the dialog, would close it
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    arrange(this,
            column({row({sectionLabel(windowTitle()), grow(about), close}, space::kSpacing), m_steps, grow(m_view)}),
            {space::kSpacing, space::kSpacing, space::kSpacing, space::kSpacing});
    m_steps->addShortcutsTo(*this);
    const Theme& theme = Theme::instance();
    fitOverWindow(*this, {theme.px(kWidth), theme.px(kHeight)});
    connect(&theme, &Theme::changed, this, &HeadStepsDialog::fit);
    fit();
}

void HeadStepsDialog::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    fit();
}

void HeadStepsDialog::fit() {
    const bool isCompact = height() < Theme::instance().px(kCompactBelow);
    m_steps->setCompact(isCompact);
    m_view->setCompact(isCompact);
}

}  // namespace recscope::ui
