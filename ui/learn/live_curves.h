// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <any>
#include <functional>
#include <vector>

#include "core/config/run_config.h"
#include "ui/jobs/job_runner.h"
#include "ui/theme/theme.h"

class QLabel;
class QPushButton;

namespace recscope {
class LiveTraining;
}

namespace recscope::ui {

class Course;
class PlotView;

/// One of the models that are trained side by side.
struct LiveModel {
    QString name;
    RunConfig config;
    RunStyle style;
};

/// What is known of one of them so far.
struct LiveCourse {
    std::vector<double> losses;      ///< nats, by step
    std::vector<double> ndcg;        ///< NDCG@10 of the validation items, by epoch
    std::vector<std::any> findings;  ///< by epoch, what the study gave
    std::int64_t stepsPerEpoch = 0;
};

/// Trains models in memory in the lesson, each with one seed or with several, epoch by epoch in turn, and draws their
/// losses and their ranks as they come. The seeds of a model have its looks and one name. Nothing is stored.
class LiveCurves : public QWidget {
    Q_OBJECT
public:
    /// Called in the job after each epoch of a model.
    using Study = std::function<std::any(JobContext&, LiveTraining&)>;

    explicit LiveCurves(Course& course, QWidget* parent = nullptr);
    ~LiveCurves() override;

    /// What `train` trains, for so many epochs; ends what runs and forgets what was learned.
    /// `seeds`: how often each is trained, from weights and samples of its config's seed and the numbers after it.
    void setModels(std::vector<LiveModel> models, int epochs, Study study = {}, int seeds = 1);
    const std::vector<LiveModel>& models() const { return m_models; }
    int seeds() const { return m_seeds; }
    const LiveCourse& of(int model, int seed = 0) const { return m_courses[std::size_t(model * m_seeds + seed)]; }
    int epochs() const { return m_epochs; }
    int epochsDone() const;  ///< by all models
    bool isTraining() const { return m_job != 0; }
    /// All epochs of all models are done.
    bool isDone() const { return !m_models.empty() && epochsDone() == m_epochs; }
    /// A line across the ranks, e.g. of popularity.
    void setReference(double ndcg, const QString& label);

public slots:
    void train();  ///< anew
    void stop();   ///< as the chapter or the page is left; what was learned stays to be seen

signals:
    void stepDone();
    void epochDone(int model, int epoch);  ///< 1-based, by all seeds of the model
    void ended();                          ///< done, stopped or failed

private:
    enum class Why { Request, Left };
    void end(Why why);
    void take(int course, std::vector<double> losses);
    void draw();
    void showState(const QString& text = {});

    Course& m_course;
    std::vector<LiveModel> m_models;
    std::vector<LiveCourse> m_courses;  ///< model by model, seed by seed
    Study m_study;
    int m_epochs = 0, m_seeds = 1;
    bool m_wasLeft = false;  ///< the training ended because somebody went elsewhere
    JobId m_job = 0;
    int m_number = 0;  ///< of the training: what an earlier one tells is late

    QPushButton* m_train;
    QLabel* m_state;
    PlotView *m_loss, *m_ranks;
};

}  // namespace recscope::ui
