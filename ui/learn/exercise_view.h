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

/// A copy of the model that reads both sides learns one exercise by heart, step by step: the probabilities of the
/// hidden items as they rise, and what that did to the ranks of all users.
class ExerciseView : public QWidget {
    Q_OBJECT
public:
    explicit ExerciseView(Course& course, QWidget* parent = nullptr);
    ~ExerciseView() override;

    /// The hidden positions of the course's history; another exercise begins with a new copy.
    void setHidden(const std::vector<std::int32_t>& positions);
    void stop();
    void startOver();

    int steps() const { return int(m_known.size()) - 1; }
    /// Of each hidden item, now; empty while it is not known.
    std::vector<double> probabilities() const;
    /// In words, once the ranks were measured; else empty.
    QString finding() const { return m_finding; }

signals:
    void learned();   ///< steps were taken
    void measured();  ///< `finding`

private:
    struct Copy;
    struct Point {
        double loss = 0;
        std::vector<double> probabilities;
    };
    void learn(int steps);
    void take(const Point& point);
    void draw();

    Course& m_course;
    std::vector<std::int32_t> m_hidden;
    std::shared_ptr<Copy> m_copy;  ///< used by jobs of Lane::Model only
    std::vector<Point> m_known;    ///< by step, the first before any
    QString m_finding, m_problem;
    JobId m_job = 0;
    bool m_wasLeft = false;  ///< the steps ended because somebody went elsewhere
    int m_number = 0;        ///< of the exercise: what an earlier one tells is late

    std::vector<QPushButton*> m_buttons;
    QPushButton* m_startOver;
    QLabel* m_state;
    PlotView* m_plot;
};

}  // namespace recscope::ui
