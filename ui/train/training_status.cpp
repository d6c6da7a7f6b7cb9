// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/training_status.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/train/training_controller.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr std::size_t kQueueShown = 3;

}  // namespace

TrainingStatus::TrainingStatus(Session& session, TrainingController& training, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_training(training),
      m_text(new QLabel(this)),
      m_detail(new QLabel(this)),
      m_bar(new QProgressBar(this)),
      m_pause(new QPushButton(tr("Pause"), this)),
      m_stop(new QPushButton(tr("Stop and keep best"), this)),
      m_explore(new QPushButton(tr("Look inside it"), this)),
      m_dismiss(new QPushButton(tr("Dismiss"), this)),
      m_queue(new QWidget(this)) {
    const Theme& theme = Theme::instance();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme.px(space::kUnit));
    auto* line = new QHBoxLayout;
    line->setSpacing(theme.px(space::kInside));
    line->addStrut(theme.px(30));  // a button's height: the words stay in line with the page's title
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    m_text->setObjectName(QStringLiteral("trainingText"));
    m_text->setTextFormat(Qt::PlainText);
    m_detail->setObjectName(QStringLiteral("trainingDetail"));
    m_detail->setTextFormat(Qt::PlainText);
    m_detail->setProperty("muted", true);
    for (QLabel* label : {m_text, m_detail}) {
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        words->addWidget(label);
    }
    line->addLayout(words, 1);
    for (QPushButton* button : {m_pause, m_stop, m_explore, m_dismiss}) line->addWidget(button);
    layout->addLayout(line);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Training progress"));
    layout->addWidget(m_bar);
    auto* queue = new QVBoxLayout(m_queue);
    queue->setContentsMargins(0, 0, 0, 0);
    queue->setSpacing(0);
    layout->addWidget(m_queue);
    layout->addStretch(1);

    m_pause->setObjectName(QStringLiteral("pauseTraining"));
    m_stop->setObjectName(QStringLiteral("stopTraining"));
    m_stop->setIcon(lineIcon(QStringLiteral("stop")));
    m_stop->setToolTip(tr("Finish safely: the best weights so far stay, and the run can be resumed"));
    m_explore->setObjectName(QStringLiteral("lookInside"));
    m_explore->setIcon(lineIcon(QStringLiteral("explore")));
    m_explore->setToolTip(tr("Explore: what this run recommends and what its heads look at"));
    m_dismiss->setObjectName(QStringLiteral("dismissEnd"));
    m_dismiss->setProperty("quiet", true);
    m_dismiss->setToolTip(tr("Hide this message"));

    connect(m_pause, &QPushButton::clicked, this,
            [this] { m_training.setPaused(!(m_training.live() && m_training.live()->paused)); });
    connect(m_stop, &QPushButton::clicked, &m_training, &TrainingController::stop);
    connect(m_explore, &QPushButton::clicked, this, [this] {
        if (m_ended) m_session.chooseRun(*m_ended);
        emit m_session.pageWanted(QStringLiteral("explore"));
    });
    connect(m_dismiss, &QPushButton::clicked, this, [this] { setEnd({}, false); });

    connect(&m_training, &TrainingController::runStarted, this, [this] { setEnd({}, false); });
    connect(&m_training, &TrainingController::progressed, this, &TrainingStatus::refresh);
    connect(&m_training, &TrainingController::queueChanged, this, [this] {
        refresh();
        refreshQueue();
    });
    connect(&m_training, &TrainingController::runFinished, this, [this](const RunRecord& run) {
        m_ended = hasWeights(run) ? std::optional(run.id) : std::nullopt;
        const QString name = QString::fromStdString(run.name);
        QString text;
        if (run.state == RunState::Stopped)
            text = run.bestValid
                       ? tr("%1 is stopped after %2 epochs; the best weights (epoch %3, NDCG@10 %4 on validation) are "
                            "kept.")
                             .arg(name)
                             .arg(run.epochsDone)
                             .arg(run.bestEpoch)
                             .arg(metricText(run.bestValid->ndcg10))
                       : tr("%1 is stopped before its first epoch was finished; it can be resumed.").arg(name);
        else
            text = run.test ? tr("%1 is trained: NDCG@10 %2, HR@10 %3 on test.")
                                  .arg(name, metricText(run.test->ndcg10), metricText(run.test->hr10))
                            : tr("%1 is trained.").arg(name);
        if (run.state == RunState::Finished && !run.message.empty())
            text += QLatin1Char(' ') + QString::fromStdString(run.message);
        setEnd(text, /*failed=*/false);
    });
    connect(&m_training, &TrainingController::runFailed, this,
            [this](const QString& title, const QString& message, const QString& hint) {
                m_ended.reset();
                setEnd(tr("Training %1 failed: %2").arg(title, (message + QLatin1Char(' ') + hint).trimmed()),
                       /*failed=*/true);
            });
    connect(&Theme::instance(), &Theme::changed, this, &TrainingStatus::refresh);
    refresh();
    refreshQueue();
}

QString TrainingStatus::text() const {
    return m_text->text();
}

void TrainingStatus::setEnd(const QString& text, bool failed) {
    m_endText = text;
    m_failed = failed;
    refresh();
}

void TrainingStatus::refresh() {
    const Theme& theme = Theme::instance();
    const auto& live = m_training.live();
    const bool ended = !live && !m_endText.isEmpty();
    m_pause->setVisible(live.has_value());
    m_stop->setVisible(live.has_value());
    m_bar->setVisible(live.has_value());
    m_explore->setVisible(ended && !m_failed && m_ended);
    m_dismiss->setVisible(ended);
    QFont strong = theme.body();
    strong.setWeight(QFont::DemiBold);
    m_text->setFont(live ? strong : theme.body());
    m_text->setWordWrap(ended);
    m_text->setStyleSheet(!live && !ended     ? QStringLiteral("color: %1;").arg(theme.colours().muted.name())
                          : ended && m_failed ? QStringLiteral("color: %1;").arg(theme.colours().bad.name())
                                              : QString());
    m_detail->setFont(theme.caption());
    m_detail->setVisible(live.has_value());
    if (!live) {
        m_text->setText(ended                        ? m_endText
                        : m_training.queue().empty() ? tr("Nothing trains now.")
                                                     : tr("Getting ready…"));
        m_text->setToolTip(m_text->text());
        return;
    }
    const QString name = QString::fromStdString(live->record.name);
    m_text->setText(live->stopping ? tr("Stopping %1, keeping its best weights").arg(name)
                    : live->paused ? tr("%1 is paused").arg(name)
                                   : tr("Training %1").arg(name));
    m_text->setToolTip(m_text->text());
    m_pause->setText(live->paused ? tr("Resume") : tr("Pause"));
    m_pause->setIcon(lineIcon(live->paused ? QStringLiteral("play") : QStringLiteral("pause")));
    m_pause->setToolTip(live->paused ? tr("Go on training") : tr("Hold between two steps; nothing is lost"));
    m_pause->setEnabled(!live->stopping);
    m_stop->setEnabled(!live->stopping);
    QStringList details;
    if (!live->steps.empty()) {
        const StepInfo& step = live->steps.back();
        details << tr("epoch %1 of %2").arg(step.epoch).arg(step.epochs);
        if (live->evaluating)
            details << tr("scoring %1: %2 of %3 users")
                           .arg(*live->evaluating == Split::Test ? tr("test") : tr("validation"),
                                wholeNumber(live->usersDone), wholeNumber(live->usersTotal));
        else if (!live->paused)
            details << rateText(step.sequencesPerSecond);
        if (!live->paused && step.secondsLeft > 0) details << tr("%1 left").arg(durationText(step.secondsLeft));
        details << QString::fromStdString(live->record.device);
        const std::int64_t total = step.stepsPerEpoch * step.epochs;
        m_bar->setRange(0, int(std::max<std::int64_t>(total, 1)));
        m_bar->setValue(int(step.step));
    } else {
        details << tr("reading the histories");
        m_bar->setRange(0, 0);
    }
    details.removeAll(QString());
    m_detail->setText(details.join(QStringLiteral(" · ")));
    m_detail->setToolTip(m_detail->text());
}

void TrainingStatus::refreshQueue() {
    QLayout* layout = m_queue->layout();
    while (QLayoutItem* item = layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const std::vector<QueuedRun> queue = m_training.queue();
    for (std::size_t i = 0; i < queue.size() && i < kQueueShown; ++i) {
        const QueuedRun& run = queue[i];
        auto* row = new QWidget(m_queue);
        auto* line = new QHBoxLayout(row);
        line->setContentsMargins(0, 0, 0, 0);
        auto* label = new QLabel(tr("Waiting: %1").arg(run.title), row);
        label->setProperty("role", "caption");
        auto* drop = new QToolButton(row);
        drop->setIcon(lineIcon(QStringLiteral("close")));
        drop->setToolTip(tr("Take %1 out of the queue").arg(run.title));
        drop->setAccessibleName(drop->toolTip());
        drop->setObjectName(QStringLiteral("dropQueued"));
        connect(drop, &QToolButton::clicked, this, [this, job = run.job] { m_training.removeQueued(job); });
        line->addWidget(label);
        line->addWidget(drop);
        line->addStretch(1);
        layout->addWidget(row);
    }
    if (queue.size() > kQueueShown) {
        auto* more = new QLabel(tr("and %1 more").arg(queue.size() - kQueueShown), m_queue);
        more->setProperty("role", "caption");
        layout->addWidget(more);
    }
    m_queue->setVisible(!queue.empty());
}

}  // namespace recscope::ui
