// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/closing_dialog.h"

#include <QCloseEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include "ui/runs/training_controller.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

namespace {

constexpr int kWidth = 460;  // design pixels

}  // namespace

ClosingDialog::ClosingDialog(TrainingController& training, Leaving leaving, QWidget* parent)
    : QDialog(parent),
      m_training(training),
      m_leaving(leaving),
      m_title(new QLabel(this)),
      m_text(new QLabel(this)),
      m_bar(new QProgressBar(this)),
      m_stop(new QPushButton(textFor(tr("Stop and close"), tr("Stop and leave")), this)),
      m_stay(new QPushButton(tr("Stay"), this)) {
    setObjectName(QStringLiteral("closingDialog"));
    setWindowTitle(tr("A model is training"));
    setFixedWidth(Theme::instance().px(kWidth));
    m_title->setObjectName(QStringLiteral("closingTitle"));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setProperty("role", "section");
    m_title->setWordWrap(true);
    m_text->setObjectName(QStringLiteral("closingText"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_bar->setTextVisible(false);
    m_bar->setRange(0, 0);
    m_bar->setAccessibleName(tr("Saving"));
    m_bar->hide();
    m_stop->setObjectName(QStringLiteral("stopAndClose"));
    m_stop->setToolTip(textFor(tr("Save what is done so far and close the window"),
                               tr("Save what is done so far and leave this workspace")));
    m_stay->setObjectName(QStringLiteral("stayOpen"));
    m_stay->setToolTip(tr("Continue training (Esc)"));
    m_stop->setDefault(true);
    arrange(this, column({m_title, m_text, m_bar, gap(space::kPadding), row({stretch(), m_stay, m_stop})}),
            {space::kPageMargin, space::kPageMargin, space::kPageMargin, space::kSpacing});
    connect(m_stop, &QPushButton::clicked, this, &ClosingDialog::stop);
    connect(m_stay, &QPushButton::clicked, this, &QDialog::reject);
    connect(&m_training, &TrainingController::progressed, this, &ClosingDialog::describe);
    connect(&m_training, &TrainingController::queueChanged, this, &ClosingDialog::describe);
    describe();
    m_stay->setFocus();
}

void ClosingDialog::describe() {
    if (m_saving) return;
    const QueuedRun* current = m_training.queue().current();
    if (!current) return reject();  // the training has ended meanwhile, so there is nothing to ask
    const auto& live = m_training.live();
    const QString name = current->title();
    QString progress = tr("%1 is getting ready to train.").arg(name);
    if (live && !live->steps.empty())
        progress = (live->paused ? tr("%1 is paused in epoch %2 of %3.") : tr("%1 is in epoch %2 of %3."))
                       .arg(name)
                       .arg(live->steps.back().epoch)
                       .arg(live->steps.back().epochs);
    const std::size_t waiting = m_training.queue().waiting().size();
    if (waiting > 0)
        progress += QLatin1Char(' ') + (waiting == 1 ? tr("1 run waits.") : tr("%1 runs wait.").arg(waiting));
    if (!current->machine.isEmpty()) return describeRemote(*current, waiting);
    m_title->setText(textFor(tr("Stop training and close?"), tr("Stop training and leave this workspace?")));
    m_text->setText(progress + QLatin1Char(' ') +
                    textFor(tr("RecScope cannot train while its window is closed. What is done so far is kept, and at "
                               "the next start you can resume from there."),
                            tr("RecScope trains in the open workspace only. What is done so far is kept, and when you "
                               "open this workspace again you can resume the training.")));
}

/// Sets the text for a run on another machine. Such a run needs this window only until its training has started there.
void ClosingDialog::describeRemote(const QueuedRun& current, std::size_t waiting) {
    const auto& live = m_training.live();
    const bool trains = live && live->trainsThere;
    m_stop->setText(textFor(tr("Close"), tr("Leave")));
    if (trains && waiting == 0) {
        m_title->setText(textFor(tr("Close the window?"), tr("Leave this workspace?")));
        return m_text->setText(tr("%1 continues training on %2.").arg(current.title(), current.machine));
    }
    m_title->setText(
        trains ? textFor(tr("Close while runs are waiting?"), tr("Leave while runs are waiting?"))
               : textFor(tr("Close before the training has started?"), tr("Leave before the training has started?")));
    m_text->setText(
        trains
            ? textFor(tr("%1 continues on %2 without the window. The queue (%3) stops: you can resume the queue when "
                         "you start RecScope again."),
                      tr("%1 continues on %2. The queue (%3) stops: you can resume the queue when you open this "
                         "workspace again."))
                  .arg(current.title(), current.machine, waiting == 1 ? tr("1 run") : tr("%1 runs").arg(waiting))
            : textFor(tr("%1 is not training on %2 yet: the dataset is being transferred. Closing interrupts the "
                         "transfer; when you start RecScope again, the transfer continues."),
                      tr("%1 is not training on %2 yet: the dataset is being transferred. Leaving interrupts the "
                         "transfer; when you open this workspace again, the transfer continues."))
                  .arg(current.title(), current.machine));
}

void ClosingDialog::stop() {
    m_saving = true;
    const QueuedRun* current = m_training.queue().current();
    m_title->setText(current ? tr("Saving %1…").arg(current->title()) : tr("Saving…"));
    m_text->setText(
        textFor(tr("The window closes by itself in a moment."), tr("The other workspace opens in a moment.")));
    m_bar->show();
    m_stop->hide();
    m_stay->hide();
    emit stopRequested();
}

QString ClosingDialog::textFor(const QString& program, const QString& workspace) const {
    return m_leaving == Leaving::Program ? program : workspace;
}

void ClosingDialog::closeEvent(QCloseEvent* event) {
    if (m_saving) return event->ignore();
    QDialog::closeEvent(event);
}

void ClosingDialog::keyPressEvent(QKeyEvent* event) {
    if (m_saving && event->key() == Qt::Key_Escape) return;
    QDialog::keyPressEvent(event);
}

}  // namespace recscope::ui
