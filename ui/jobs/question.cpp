// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/question.h"

#include <QEvent>
#include <QWidget>

namespace recscope::ui {

AnyQuestion::AnyQuestion(JobRunner& jobs, JobSpec spec) : m_spec(std::move(spec)), m_jobs(jobs) {
    // Nobody waits for the job of an earlier question: it is dropped, not told as stopped.
    static int made = 0;
    if (m_spec.latestOnly.isEmpty()) m_spec.latestOnly = QStringLiteral("question/%1").arg(++made);
}

void AnyQuestion::waitFor(QWidget& view) {
    m_view = &view;
    view.installEventFilter(this);
}

void AnyQuestion::setSpec(JobSpec spec) {
    spec.latestOnly = std::move(m_spec.latestOnly);
    m_spec = std::move(spec);
}

bool AnyQuestion::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view && event->type() == QEvent::Show && m_state == QuestionState::Hidden) open();
    return QObject::eventFilter(watched, event);
}

void AnyQuestion::open() {
    const bool hidden = m_view && !m_view->isVisible();
    // A new job outdates the one before by itself.
    if (hidden && m_state == QuestionState::Running) m_jobs.cancel(m_job);
    ++m_number;
    m_failure.clear();
    m_hint.clear();
    m_state = hidden ? QuestionState::Hidden : QuestionState::Running;
    if (!hidden) m_job = begin(m_number);
    emit changed();
}

void AnyQuestion::settle(QuestionState state) {
    if (m_state == QuestionState::Running) m_jobs.cancel(m_job);
    ++m_number;
    m_state = state;
    m_failure.clear();
    m_hint.clear();
    emit changed();
}

void AnyQuestion::stop() {
    if (isOpen()) settle(QuestionState::Stopped);
}

void AnyQuestion::end(int number, QuestionState state, const QString& failure, const QString& hint) {
    if (!isCurrent(number)) return;
    m_state = state;
    m_failure = failure;
    m_hint = hint;
    if (state == QuestionState::Failed && m_tellsFailures) emit m_jobs.jobFailed(m_spec.title, failure, hint);
    emit changed();
}

}  // namespace recscope::ui
