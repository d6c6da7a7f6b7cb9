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

/// The results of one training so far.
struct LiveResults {
    std::vector<double> losses;      ///< nats, by step
    std::vector<double> ndcg;        ///< NDCG@10 on validation items, by epoch
    std::vector<std::any> findings;  ///< return values of `LiveCurves::Study`, by epoch
    std::int64_t stepsPerEpoch = 0;
};

/// Trains models in memory during the lesson, each with one or several seeds, and draws losses and NDCG@10 as they
/// arrive. The trainings take turns: each runs for one epoch, then the next one continues. The curves of all seeds of a
/// model have the model's style and share one name. Nothing is stored.
class LiveCurves : public QWidget {
    Q_OBJECT
public:
    /// Called in the job after each epoch of each training; what it returns is appended to `LiveResults::findings`.
    using Study = std::function<std::any(JobContext&, LiveTraining&)>;

    explicit LiveCurves(Course& course, QWidget* parent = nullptr);
    ~LiveCurves() override;

    /// Sets the models that `train` trains for `epochs` epochs; stops a running training and discards all results. Each
    /// model is trained `seeds` times: with its config's seed, and with the seeds that follow it. The seed determines
    /// the initial weights and the samples.
    void setModels(std::vector<LiveModel> models, int epochs, Study study = {}, int seeds = 1);
    const std::vector<LiveModel>& models() const { return m_models; }
    int seeds() const { return m_seeds; }
    /// The results of a model, by index in `models`, trained with its seed number `seed` (0-based).
    const LiveResults& of(int model, int seed = 0) const { return m_results[std::size_t(model * m_seeds + seed)]; }
    int epochs() const { return m_epochs; }
    int epochsDone() const;  ///< number of epochs that all models have completed
    bool isTraining() const { return m_job != 0; }
    /// True if all epochs of all models are done.
    bool isDone() const { return !m_models.empty() && epochsDone() == m_epochs; }
    /// A horizontal line in the plot of NDCG@10, e.g. of popularity.
    void setReference(double ndcg, const QString& label);

public slots:
    void train();  ///< starts all trainings from scratch
    void stop();   ///< call when the chapter or page is left; the results stay visible

signals:
    void stepDone();
    void epochDone(int model, int epoch);  ///< all seeds of the model have completed this epoch (1-based)
    void ended();                          ///< the training is done, was stopped or failed

private:
    /// Why a training ends: the user of the program pressed Stop, or left the chapter or page.
    enum class EndReason { Request, Left };
    void end(EndReason reason);
    void addLosses(int training, std::vector<double> losses);
    void draw();
    void showState(const QString& text = {});

    Course& m_course;
    std::vector<LiveModel> m_models;
    std::vector<LiveResults> m_results;  ///< ordered by model, then by seed
    Study m_study;
    int m_epochs = 0, m_seeds = 1;
    bool m_wasLeft = false;  ///< true if the training ended because the chapter or page was left
    JobId m_job = 0;
    int m_number = 0;  ///< number of the training; results of earlier trainings are ignored

    QPushButton* m_train;
    QLabel* m_state;
    PlotView *m_loss, *m_ranks;
};

}  // namespace recscope::ui
