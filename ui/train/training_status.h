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

class Session;
class TrainingController;
struct TrainingEnd;

/// One line that says what trains on the chosen dataset, how fast and how long still, with Pause and Stop; afterwards
/// how it ended and where to go from there. What trains on another dataset is named with a way to it. Always of the
/// same height while something trains, however much waits.
class TrainingStatus : public QWidget {
    Q_OBJECT
public:
    TrainingStatus(Session& session, TrainingController& training, QWidget* parent = nullptr);

    QString text() const;

signals:
    void queueWanted();

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
    bool isHere() const;
    const TrainingEnd* end() const;  ///< of the chosen dataset
    QString sentenceOf(const TrainingEnd& end) const;
    void goToTraining();

    Session& m_session;
    TrainingController& m_training;
    QLabel *m_text, *m_detail;
    QProgressBar* m_bar;
    QPushButton *m_waiting, *m_go, *m_pause, *m_stop, *m_explore, *m_dismiss;
};

}  // namespace recscope::ui
