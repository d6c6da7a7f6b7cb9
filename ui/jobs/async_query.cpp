// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/async_query.h"

#include <QEvent>
#include <QWidget>

namespace recscope::ui {

AnyAsyncQuery::AnyAsyncQuery(JobRunner& jobs, JobSpec spec) : m_spec(std::move(spec)), m_jobs(jobs) {
    // Gives the query a unique key, so that a new job of the query stops the previous one and drops its result.
    static int queryCount = 0;
    if (m_spec.latestOnly.isEmpty()) m_spec.latestOnly = QStringLiteral("question/%1").arg(++queryCount);
}

void AnyAsyncQuery::deferWhileHidden(QWidget& view) {
    m_view = &view;
    view.installEventFilter(this);
}

void AnyAsyncQuery::setSpec(JobSpec spec) {
    spec.latestOnly = std::move(m_spec.latestOnly);
    m_spec = std::move(spec);
}

bool AnyAsyncQuery::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view && event->type() == QEvent::Show && m_state == AsyncQueryState::Hidden) open();
    return QObject::eventFilter(watched, event);
}

void AnyAsyncQuery::open() {
    const bool hidden = m_view && !m_view->isVisible();
    // Only needed while the view is hidden; otherwise the new job replaces the previous one anyway.
    if (hidden && m_state == AsyncQueryState::Running) m_jobs.cancel(m_job);
    ++m_number;
    m_failure.clear();
    m_hint.clear();
    m_state = hidden ? AsyncQueryState::Hidden : AsyncQueryState::Running;
    if (!hidden) m_job = begin(m_number);
    emit changed();
}

void AnyAsyncQuery::settle(AsyncQueryState state) {
    if (m_state == AsyncQueryState::Running) m_jobs.cancel(m_job);
    ++m_number;
    m_state = state;
    m_failure.clear();
    m_hint.clear();
    emit changed();
}

void AnyAsyncQuery::stop() {
    if (isOpen()) settle(AsyncQueryState::Stopped);
}

void AnyAsyncQuery::end(int number, AsyncQueryState state, const QString& failure, const QString& hint) {
    if (!isCurrent(number)) return;
    m_state = state;
    m_failure = failure;
    m_hint = hint;
    if (state == AsyncQueryState::Failed && m_reportsFailures) emit m_jobs.jobFailed(m_spec.title, failure, hint);
    emit changed();
}

}  // namespace recscope::ui
