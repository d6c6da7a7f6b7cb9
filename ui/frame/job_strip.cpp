// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/job_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <algorithm>
#include <utility>

#include "ui/jobs/kept_work.h"
#include "ui/session/stop_question.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr int kBarSteps = 1000;
constexpr int kMinBarWidth = 60;                 // pixels
constexpr int kTextStretch = 8;                  // layout stretch of the text, which has priority over the bar
constexpr int kBarWidth = 200, kRowHeight = 30;  // design pixels; the row of a job is as tall as its Stop button
// Seconds before a rate is shown; an earlier rate would mostly reflect the start-up.
constexpr double kSecondsForARate = 1;

}  // namespace

QString progressText(const Progress& progress, double seconds, std::int64_t doneBefore) {
    QStringList parts;
    if (!progress.stage.empty()) parts << QString::fromStdString(progress.stage);
    const QString unit = QString::fromStdString(progress.unit);
    if (unit.isEmpty()) return parts.join(QStringLiteral("  ·  "));
    if (progress.total > 0)
        parts << JobStrip::tr("%1 of %2 %3").arg(wholeNumber(progress.done), wholeNumber(progress.total), unit);
    else if (progress.done > 0)
        parts << JobStrip::tr("%1 %2").arg(wholeNumber(progress.done), unit);
    const double rate = seconds >= kSecondsForARate ? double(progress.done - doneBefore) / seconds : 0;
    if (rate > 0) {
        // A decimal place is useful only for low rates.
        parts << JobStrip::tr("%1 %2/s").arg(rate < 10 ? plainNumber(rate, 1) : wholeNumber(std::int64_t(rate)), unit);
        if (progress.total > progress.done)
            parts << JobStrip::tr("%1 left").arg(durationText(double(progress.total - progress.done) / rate));
    }
    return parts.join(QStringLiteral("  ·  "));
}

/// One job of the strip.
class JobRow : public QWidget {
public:
    JobRow(JobRunner& jobs, JobId id)
        : m_jobs(jobs),
          m_id(id),
          m_title(new ElidedLabel),
          m_bar(new QProgressBar),
          m_text(new ElidedLabel),
          m_stop(new QPushButton(JobStrip::tr("Stop"))) {
        m_title->setObjectName(QStringLiteral("jobTitle"));
        m_title->setElideMode(Qt::ElideMiddle);
        m_bar->setObjectName(QStringLiteral("jobBar"));
        m_bar->setRange(0, kBarSteps);
        m_bar->setTextVisible(false);
        m_bar->setMaximumWidth(Theme::instance().px(kBarWidth));
        m_bar->setMinimumWidth(kMinBarWidth);
        m_text->setObjectName(QStringLiteral("jobText"));
        m_text->setProperty("muted", true);
        m_stop->setObjectName(QStringLiteral("stopJob"));
        m_stop->setIcon(lineIcon(QStringLiteral("stop")));
        m_stop->setToolTip(JobStrip::tr("Finish safely and keep what is done"));
        m_stop->setFocusPolicy(Qt::TabFocus);  // a click does not move the focus
        QObject::connect(m_stop, &QPushButton::clicked, this,
                         [this] { stopAfterConfirmation(*this, m_jobs, m_id, [this] { stop(); }); });
        arrange(this, row({m_title, m_bar, grow(m_text, kTextStretch), m_stop}, space::kSpacing));
    }

    void show(const JobInfo& job) {
        if (!m_stopping)
            m_stop->setToolTip(keepsWork(m_jobs, m_id) ? JobStrip::tr("Finish safely and keep what is done")
                                                       : JobStrip::tr("Stop safely; unfinished work is lost"));
        m_title->setText(job.title);
        m_stop->setAccessibleName(JobStrip::tr("Stop: %1").arg(job.title));
        m_bar->setAccessibleName(job.title);
        if (job.progress.stage != m_stage || job.progress.done < m_doneBefore) {
            m_stage = job.progress.stage;
            m_stageBegan = job.seconds;
            m_doneBefore = job.progress.done;
        }
        const bool known = job.progress.total > 0;
        m_bar->setRange(0, known || !job.running ? kBarSteps : 0);  // an empty range gives the busy indicator
        if (known) m_bar->setValue(int(kBarSteps * double(job.progress.done) / double(job.progress.total)));
        m_bar->update();  // Qt repaints only after a change of several pixels, which are several percent of a short bar
        const QString text = !job.running                 ? JobStrip::tr("Waits for its turn")
                             : !job.description.isEmpty() ? job.description
                             : m_stopping                 ? JobStrip::tr("Stopping…")
                                          : progressText(job.progress, job.seconds - m_stageBegan, m_doneBefore);
        m_text->setText(text);
    }

private:
    void stop() {
        m_stopping = true;
        // Disabling the focused button would move the focus to the window's first button.
        if (m_stop->hasFocus()) parentWidget()->setFocus();
        m_stop->setEnabled(false);
        m_stop->setToolTip(JobStrip::tr("The job stops at the next safe point"));
        m_jobs.cancel(m_id);
    }

    JobRunner& m_jobs;
    JobId m_id;
    ElidedLabel* m_title;
    QProgressBar* m_bar;
    ElidedLabel* m_text;
    QPushButton* m_stop;
    std::string m_stage;
    double m_stageBegan = 0;        // seconds since the job began
    std::int64_t m_doneBefore = 0;  // progress when the stage began
    bool m_stopping = false;
};

JobStrip::JobStrip(JobRunner& jobs, const QString& workspaceName, QWidget* parent)
    : QFrame(parent),
      m_jobs(jobs),
      m_idle(new QWidget),
      m_more(mutedLabel()),
      m_line(row({m_idle, m_more}, space::kPageMargin)) {
    setObjectName(QStringLiteral("jobStrip"));
    setAccessibleName(tr("Jobs"));
    arrange(this, m_line, {space::kPageMargin, space::kPadding, space::kSpacing, space::kPadding});
    QLabel* name = mutedLabel(workspaceName);
    name->setObjectName(QStringLiteral("workspaceName"));
    name->setToolTip(tr("The workspace: one file with all datasets, runs and weights\n%1")
                         .arg(QString::fromStdString(jobs.workspacePath().string())));
    arrange(m_idle, row({mutedLabel(tr("Nothing is running")), stretch(), name}));
    m_line->setStretchFactor(m_idle, 1);
    connect(&jobs, &JobRunner::stripChanged, this, &JobStrip::showJobs);
    connect(&jobs, &JobRunner::jobProgressed, this, &JobStrip::showProgress);
    const auto keepHeight = [this] {
        const QMargins around = m_line->contentsMargins();
        QPushButton stop(tr("Stop"));  // the tallest widget in the line while a job runs
        stop.setIcon(lineIcon(QStringLiteral("stop")));
        stop.ensurePolished();
        setFixedHeight(std::max(Theme::instance().px(kRowHeight), stop.sizeHint().height()) + around.top() +
                       around.bottom());
    };
    keepHeight();
    connect(&Theme::instance(), &Theme::changed, this, keepHeight);
    showJobs();
}

JobStrip::~JobStrip() = default;

/// Older jobs are further right and keep their place when another job starts. A job that has ended is replaced by the
/// text "Ended" until the pointer has left the strip, so that a click meant for its Stop button does not stop another
/// job.
void JobStrip::showJobs() {
    const std::vector<JobInfo> infos = m_jobs.stripJobs();
    for (auto row = m_jobRows.begin(); row != m_jobRows.end();) {
        const bool isActive =
            std::any_of(infos.begin(), infos.end(), [&](const JobInfo& job) { return job.id == row->first; });
        if (isActive) {
            ++row;
            continue;
        }
        if (row->second->isAncestorOf(focusWidget())) setFocus();
        if (underMouse() && row->second->isVisible() && infos.size() > 0) {
            auto* ended = mutedLabel(tr("Ended"));
            ended->setObjectName(QStringLiteral("endedJob"));
            ended->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
            delete m_line->replaceWidget(row->second, ended);
            m_line->setStretchFactor(ended, 1);
            m_ended.push_back(ended);
        }
        delete row->second;
        row = m_jobRows.erase(row);
    }
    int shown = int(m_ended.size());
    for (const JobInfo& job : infos) {
        JobRow*& row = m_jobRows[job.id];
        if (!row) {
            row = new JobRow(m_jobs, job.id);
            m_line->insertWidget(2, row, 1);
        }
        row->setVisible(shown++ < kJobsShown);
    }
    m_idle->setVisible(shown == 0);
    m_more->setVisible(shown > kJobsShown);
    m_more->setText(tr("%n more waiting", nullptr, shown - kJobsShown));
    showProgress();
}

void JobStrip::leaveEvent(QEvent* event) {
    QFrame::leaveEvent(event);
    // Queued, because `removeEnded` may delete the widgets that the pointer has left, while Qt still uses them here.
    QMetaObject::invokeMethod(this, &JobStrip::removeEnded, Qt::QueuedConnection);
}

void JobStrip::removeEnded() {
    if (underMouse()) return;  // the pointer has come back
    for (QWidget* ended : std::exchange(m_ended, {})) delete ended;
    showJobs();
}

void JobStrip::showProgress() {
    for (const JobInfo& job : m_jobs.stripJobs())
        if (const auto row = m_jobRows.find(job.id); row != m_jobRows.end()) row->second->show(job);
}

}  // namespace recscope::ui
