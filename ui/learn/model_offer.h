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

/// Offers to train the models that a page needs and this dataset lacks, with the course's presets and without leaving
/// the page; shows the progress until they are done. Fits the width of the list of chapters. Hidden while there is
/// nothing to offer and nothing in progress.
class ModelOffer : public QFrame {
    Q_OBJECT
public:
    explicit ModelOffer(Session& session, QWidget* parent = nullptr);

    /// Models (by registry name) for which the chosen dataset has no run with weights.
    void setMissing(const std::vector<std::string>& models);
    /// Trains the offered models.
    void train();

private:
    void refresh();
    void stop();
    /// The trainings of offered models that run or wait, the running one first.
    std::vector<QueuedRun> underWay() const;
    std::vector<std::string> offered() const;
    void showProgress(const std::vector<QueuedRun>& runs);

    Session& m_session;
    TrainingController& m_training;
    std::vector<std::string> m_missing;
    QStringList m_started;  ///< tickets of the trainings started by this offer
    QString m_problem;      ///< how the last training failed

    QLabel *m_text, *m_progress;
    QProgressBar* m_bar;
    QPushButton *m_train, *m_settings, *m_stop;
};

}  // namespace recscope::ui
