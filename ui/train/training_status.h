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

/// One line about the run whose curves are shown below: progress, speed and remaining time of its training, with Pause
/// and Stop; afterwards the outcome and the next steps. If another run, of this dataset or another, is training
/// meanwhile, a second line names it with a button that leads there. The height stays the same while something trains,
/// however many runs wait.
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
    bool isOnDataset() const;                ///< the run in training is of the chosen dataset
    bool isHere() const;                     ///< and it is the chosen run, or about to be
    const TrainingEnd* end() const;          ///< of the chosen dataset, if it belongs to the chosen run or to no run
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
