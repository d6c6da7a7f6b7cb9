// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/resume_bar.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/runs/training_controller.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

ResumeBar::ResumeBar(Session& session, TrainingController& training, QWidget* parent)
    : QFrame(parent), m_session(session), m_training(training), m_text(new QLabel) {
    setObjectName(QStringLiteral("resumeBar"));
    setAccessibleName(tr("Interrupted runs"));
    m_text->setObjectName(QStringLiteral("resumeText"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    auto* resume = new QPushButton(tr("Resume"));
    resume->setObjectName(QStringLiteral("resumeInterrupted"));
    resume->setToolTip(tr("Continue from where they were interrupted, one after the other"));
    auto* show = new QPushButton(tr("Show the queue"));
    show->setObjectName(QStringLiteral("showInterrupted"));
    show->setToolTip(tr("Look at them on the Train page first"));
    auto* later = new QPushButton(tr("Not now"));
    later->setObjectName(QStringLiteral("resumeLater"));
    later->setProperty("quiet", true);
    later->setToolTip(tr("Leave them in the queue of the Train page"));
    arrange(this, row({grow(m_text), resume, show, later}),
            {space::kPageMargin, space::kPadding, space::kSpacing, space::kPadding});
    connect(resume, &QPushButton::clicked, &m_training.queue(), &TrainingQueue::resumeInterrupted);
    connect(show, &QPushButton::clicked, this, [this] {
        emit m_session.pageRequested(PageId::Train);
        emit m_session.queueRequested();
    });
    connect(later, &QPushButton::clicked, &m_training.queue(), &TrainingQueue::postponeResume);
    connect(&m_training, &TrainingController::queueChanged, this, &ResumeBar::refresh);
    connect(&m_session, &Session::datasetsChanged, this, &ResumeBar::refresh);
    refresh();
}

void ResumeBar::refresh() {
    const std::vector<QueuedRun>& runs = m_training.queue().interrupted();
    setVisible(!runs.empty() && !m_training.queue().isResumePostponed());
    if (runs.empty()) return;
    const QString dataset = runs.front().datasetName(m_session.datasets());
    QString text = dataset.isEmpty() ? tr("%1.").arg(runs.front().stateSentence())
                                     : tr("%1 (%2).").arg(runs.front().stateSentence(), dataset);
    if (runs.size() == 2)
        text += QLatin1Char(' ') + tr("One more run was waiting.");
    else if (runs.size() > 2)
        text += QLatin1Char(' ') + tr("%1 more runs were waiting.").arg(runs.size() - 1);
    m_text->setText(text);
}

}  // namespace recscope::ui
