// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "ui/jobs/job_runner.h"
#include "ui/learn/learn_query.h"

class QLabel;
class QPushButton;

namespace recscope {
class LiveTraining;
}

namespace recscope::ui {

class Course;
class PlotView;

/// Trains a copy of the bidirectional model step by step on a single exercise (one history with hidden positions).
/// Shows how the probabilities of the hidden items rise, and how the training affects the ranks of other users' items.
class ExerciseView : public QWidget {
    Q_OBJECT
public:
    explicit ExerciseView(Course& course, QWidget* parent = nullptr);
    ~ExerciseView() override;

    /// Sets the hidden positions of the course's history; a different exercise starts with a new copy.
    void setHidden(const std::vector<std::int32_t>& positions);
    void stop();       ///< ends running steps; call it when the page is left
    void startOver();  ///< discards the copy and its steps

    /// Number of training steps done; -1 while the state before the first step is not known yet.
    int steps() const { return int(m_points.size()) - 1; }
    /// Current probability of each hidden item; empty before the first step.
    std::vector<double> probabilities() const;
    /// Text about the measured ranks; empty until they are measured.
    QString finding() const { return m_finding; }

signals:
    void learned();   ///< a training step was done, or the probabilities before the first step are known
    void measured();  ///< `finding` changed

private:
    struct Copy;
    /// The state after a training step.
    struct Point {
        double loss = 0;                    ///< loss of the step, in nats
        std::vector<double> probabilities;  ///< probability of each hidden item
    };
    void train(int steps);
    void addPoint(const Point& point);
    void draw();

    Course& m_course;
    std::vector<std::int32_t> m_hidden;
    std::shared_ptr<Copy> m_copy;  ///< used by jobs of WorkerQueue::Model only
    std::vector<Point> m_points;   ///< one point per step; the first is the state before any step
    QString m_finding, m_problem;
    JobId m_job = 0;
    bool m_wasLeft = false;  ///< true if the steps ended because the page was left
    int m_number = 0;        ///< number of the exercise; results of earlier exercises are ignored

    std::vector<QPushButton*> m_buttons;
    QPushButton* m_startOver;
    QLabel* m_state;
    PlotView* m_plot;
};

}  // namespace recscope::ui
