// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/model_offer.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/recommender/registry.h"
#include "ui/runs/training_controller.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

namespace {

constexpr int kBarSteps = 1000;
const char* const kPreset = "course";

QString titlesOf(const std::vector<std::string>& models) {
    QStringList titles;
    for (const std::string& model : models) titles << QString::fromStdString(modelInfo(model).title);
    return titles.join(ModelOffer::tr(" and "));
}

}  // namespace

ModelOffer::ModelOffer(Session& session, QWidget* parent)
    : QFrame(parent),
      m_session(session),
      m_training(trainingOf(session)),
      m_text(new QLabel),
      m_progress(new QLabel),
      m_bar(new QProgressBar),
      m_train(new QPushButton),
      m_settings(new QPushButton(tr("Other settings…"))),
      m_stop(new QPushButton(tr("Stop"))) {
    setObjectName(QStringLiteral("modelOffer"));
    setProperty("card", true);
    m_text->setObjectName(QStringLiteral("offerText"));
    m_text->setWordWrap(true);
    m_progress->setObjectName(QStringLiteral("offerProgress"));
    m_progress->setProperty("muted", true);
    m_progress->setWordWrap(true);
    m_bar->setObjectName(QStringLiteral("offerBar"));
    m_bar->setRange(0, kBarSteps);
    m_bar->setAccessibleName(tr("Progress of the training"));
    m_train->setObjectName(QStringLiteral("trainHere"));
    m_train->setToolTip(tr("Trains with the course's preset; the models can be used here after the first epoch"));
    m_settings->setObjectName(QStringLiteral("trainElsewhere"));
    m_settings->setToolTip(tr("Shows the Train page, where every setting can be changed"));
    m_stop->setObjectName(QStringLiteral("stopTraining"));
    m_stop->setToolTip(tr("Ends the training and keeps the best weights"));

    arrange(this, column({m_text, m_train, m_settings, m_progress, m_bar, m_stop}), {12, 8, 12, 8});

    connect(m_train, &QPushButton::clicked, this, &ModelOffer::train);
    connect(m_settings, &QPushButton::clicked, this, [this] {
        if (const auto models = offered(); !models.empty())
            m_session.requestTraining(QString::fromStdString(models.front()));
    });
    connect(m_stop, &QPushButton::clicked, this, &ModelOffer::stop);
    connect(&m_session.jobs(), &JobRunner::stripChanged, this, &ModelOffer::refresh);
    connect(&m_session.jobs(), &JobRunner::jobProgressed, this, &ModelOffer::refresh);
    connect(&m_session, &Session::datasetChanged, this, [this] {
        m_problem.clear();
        refresh();
    });
    connect(&m_training, &TrainingController::runStarted, this, &ModelOffer::refresh);
    connect(&m_training, &TrainingController::queueChanged, this, &ModelOffer::refresh);
    connect(&m_training, &TrainingController::progressed, this, &ModelOffer::refresh);
    connect(&m_training, &TrainingController::runFailed, this,
            [this](DatasetId, const QString& title, const QString& message, const QString& hint) {
                m_problem = tr("%1 failed: %2").arg(title, message) + QLatin1Char(' ') + hint;
                refresh();
            });
    refresh();
}

void ModelOffer::setMissing(const std::vector<std::string>& models) {
    m_missing = models;
    refresh();
}

void ModelOffer::train() {
    const auto dataset = m_session.dataset();
    if (!dataset) return;
    m_problem.clear();
    std::vector<TrainRequest> requests;
    for (const std::string& model : offered()) {
        TrainRequest& request = requests.emplace_back();
        request.dataset = dataset->id;
        request.config = presetFor(model, kPreset, *dataset).config;
    }
    m_training.start(requests);
    for (const TrainRequest& request : requests)
        if (const QueuedRun* run = m_training.queue().findSameTraining(request.dataset, request.config))
            m_started << run->ticket;
    refresh();
}

void ModelOffer::stop() {
    const std::vector<QueuedRun> runs = activeTrainings();
    if (runs.empty()) return;
    const QueuedRun* current = m_training.queue().current();
    if (current && current->ticket == runs.front().ticket)
        m_training.stop();
    else
        m_training.queue().remove({runs.front().ticket});
}

std::vector<QueuedRun> ModelOffer::activeTrainings() const {
    std::vector<QueuedRun> runs;
    const auto dataset = m_session.dataset();
    const auto add = [&](const QueuedRun& run) {
        const bool isMissing =
            std::find(m_missing.begin(), m_missing.end(), run.request.config.model) != m_missing.end();
        // A model in training is no longer missing after its first epoch, so trainings that this offer started are
        // recognised by their tickets.
        const bool isNeeded =
            dataset && run.request.dataset == dataset->id && (isMissing || m_started.contains(run.ticket));
        if (isNeeded) runs.push_back(run);
    };
    if (const QueuedRun* current = m_training.queue().current()) add(*current);
    for (const QueuedRun& run : m_training.queue().waiting()) add(run);
    return runs;
}

std::vector<std::string> ModelOffer::offered() const {
    std::vector<std::string> models = m_missing;
    for (const QueuedRun& run : activeTrainings())
        models.erase(std::remove(models.begin(), models.end(), run.request.config.model), models.end());
    return models;
}

void ModelOffer::refresh() {
    const std::vector<QueuedRun> runs = activeTrainings();
    const std::vector<std::string> models = offered();
    const bool hasOffer = !models.empty() && m_session.dataset();
    setVisible(hasOffer || !runs.empty());
    m_text->setVisible(hasOffer);
    if (hasOffer)
        m_text->setText((m_problem.isEmpty() ? QString() : m_problem + QLatin1Char('\n')) +
                        (models.size() == 1 ? tr("For this course, %1 must first be trained on this dataset.")
                                            : tr("For this course, %1 must first be trained on this dataset. A small "
                                                 "dataset takes a minute or two."))
                            .arg(titlesOf(models)));
    m_train->setVisible(hasOffer);
    m_train->setText(tr("Train here"));
    m_settings->setVisible(hasOffer && runs.empty());
    showProgress(runs);
}

void ModelOffer::showProgress(const std::vector<QueuedRun>& runs) {
    for (QWidget* part : std::initializer_list<QWidget*>{m_bar, m_progress, m_stop}) part->setVisible(!runs.empty());
    if (runs.empty()) return;
    const QueuedRun& run = runs.front();
    const auto& live = m_training.live();
    const bool isLive = live && live->job == run.job;
    const QueuedRun* current = m_training.queue().current();
    const bool waits = !current || current->ticket != run.ticket;
    const std::int64_t epochs = run.request.config.training.epochs;
    // The last reported step gives the progress within the current epoch.
    double done = isLive ? double(live->epochs.size()) : 0;
    if (isLive && !live->steps.empty() && live->steps.back().epoch > std::int64_t(live->epochs.size()))
        done += double(live->steps.back().stepInEpoch) /
                double(std::max<std::int64_t>(live->steps.back().stepsPerEpoch, 1));
    m_bar->setRange(0, isLive || waits ? kBarSteps : 0);  // an empty range shows a busy indicator
    if (m_bar->maximum() > 0) m_bar->setValue(int(kBarSteps * done / double(std::max<std::int64_t>(epochs, 1))));
    m_stop->setEnabled(!(isLive && live->stopping));
    QString text = (isLive ? live->headline() : run.title()) + QStringLiteral(" · ");
    text += waits ? tr("waits for the current training") : isLive ? live->details() : tr("reading the data");
    if (runs.size() > 1) text += QStringLiteral(" · ") + tr("then %1").arg(runs[1].title());
    m_progress->setText(text);
}

}  // namespace recscope::ui
