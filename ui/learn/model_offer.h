// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QStringList>
#include <string>
#include <vector>

class QLabel;
class QProgressBar;
class QPushButton;

namespace recscope::ui {

class Session;
class TrainingController;
struct QueuedRun;

/// Offers to train the course's models that are not trained on this dataset, with the course's presets and without
/// leaving the page, and shows the progress. It is as narrow as the list of chapters, below which it is shown, and
/// hidden while no model is missing or being trained.
class ModelOffer : public QFrame {
    Q_OBJECT
public:
    explicit ModelOffer(Session& session, QWidget* parent = nullptr);

    /// Sets the models (by registry name) that have no run with weights on the chosen dataset.
    void setMissing(const std::vector<std::string>& models);
    /// Queues the training of the missing models.
    void train();

private:
    void refresh();
    void stop();
    /// The trainings of offered models that run or wait, the running one first.
    std::vector<QueuedRun> activeTrainings() const;
    std::vector<std::string> offered() const;  ///< missing models that are neither being trained nor queued
    void showProgress(const std::vector<QueuedRun>& runs);

    Session& m_session;
    TrainingController& m_training;
    std::vector<std::string> m_missing;
    QStringList m_started;  ///< tickets (ids in the training queue) of the trainings started by this offer
    QString m_problem;      ///< why the last training failed; empty = none failed

    QLabel *m_text, *m_progress;
    QProgressBar* m_bar;
    QPushButton *m_train, *m_settings, *m_stop;
};

}  // namespace recscope::ui
