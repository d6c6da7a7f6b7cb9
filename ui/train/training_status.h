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

/// One line about the run that the curves below show: how far its training is, how fast and how long still, with Pause
/// and Stop; afterwards how it ended and where to go from there. What trains meanwhile, another run of the chosen
/// dataset or of another one, is named below with a way to it. Always of the same height while something trains,
/// however much waits.
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
    void showHere();
    void showElsewhere();
    void showNothing();
    void showWaiting();
    void passFocusOn();
    void dressButtons();
    bool isOnDataset() const;                ///< what trains is of the chosen dataset
    bool isHere() const;                     ///< and it is the chosen run, or about to be
    const TrainingEnd* end() const;          ///< of the chosen dataset, if it is the chosen run's or no run's
    std::optional<RunRecord> ended() const;  ///< the chosen run, if it does not train
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
