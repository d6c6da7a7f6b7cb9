// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <optional>

#include "core/store/run_store.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace recscope::ui {

class ReferenceValues;
class Session;
class TrainingController;
struct TrainingEnd;

/// The status line of the run whose curves are shown below. While the run trains, it shows progress, speed and
/// remaining time, with Pause and Stop; afterwards, the outcome and buttons for the next steps. If another run is
/// training, a second line names that run, with a button that shows it. The height does not depend on the number of
/// waiting runs.
class TrainingStatus : public QWidget {
    Q_OBJECT
public:
    TrainingStatus(Session& session, TrainingController& training, QWidget* parent = nullptr);

    QString text() const;

signals:
    void queueRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeLayout();
    void refresh();
    void showProgress();
    void showOtherTraining();
    void showOutcome();
    void showWaiting();
    void focusNextAction();
    void updateButtonTexts();
    bool isOnDataset() const;  ///< true if the run in training belongs to the chosen dataset
    bool isHere() const;       ///< true if, in addition, the run in training is the chosen run or about to be chosen
    /// How the last training on the chosen dataset ended; null if there is no such end, or if its run is not the chosen
    /// run.
    const TrainingEnd* end() const;
    std::optional<RunRecord> ended() const;  ///< the chosen run, unless it is in training or its message was dismissed
    QString failureOf(const TrainingEnd& end) const;
    QString sentenceOf(const RunRecord& run) const;
    void goToTraining();

    Session& m_session;
    TrainingController& m_training;
    ReferenceValues& m_references;
    std::optional<RunId> m_dismissed;
    QLabel *m_text, *m_detail;
    QProgressBar* m_bar;
    QPushButton *m_waiting, *m_go, *m_pause, *m_stop, *m_score, *m_explore, *m_dismiss;
};

}  // namespace recscope::ui
