// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/recommender/loss_unit.h"
#include "core/store/run_store.h"
#include "core/train/trainer.h"
#include "ui/jobs/async_query.h"

class QCheckBox;
class QGridLayout;

namespace recscope::ui {

class PlotView;
class Session;
class TrainingController;

/// Plots the loss per step, and NDCG@10 and HR@10 on validation per epoch, of one run. The curves begin with the values
/// stored in the workspace and are continued live while the run trains.
class TrainingCurves : public QWidget {
    Q_OBJECT
public:
    TrainingCurves(Session& session, TrainingController& training, QWidget* parent = nullptr);

    void showRun(std::optional<RunId> run);
    enum class Arrangement {
        All,   ///< the loss above NDCG@10 and HR@10
        Flat,  ///< the loss beside one of the two metrics, if there is little height
    };
    /// Sets the arrangement. While there is too little height for two rows of plots, `Flat` is used instead of `All`.
    void setArrangement(Arrangement arrangement);
    /// Draws a line at the end of this epoch in every plot. `step` is the epoch's last step; 0 = unknown: the loss plot
    /// gets no line. `epoch` 0 removes the lines.
    void markEpoch(std::int64_t epoch, std::int64_t step);
    /// Draws the validation metrics of the references (baselines and the best reachable value) as horizontal dashed
    /// lines across the curves; empty = none.
    void setReferences(const std::vector<Reference>& references);

    PlotView* loss() const { return m_loss; }
    PlotView* ndcg() const { return m_ndcg; }
    PlotView* hr() const { return m_hr; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Stored {
        std::vector<StepRecord> steps;
        std::vector<EpochRecord> epochs;
    };
    void layOut();
    void showMetric(bool hr);  ///< true: HR@10, false: NDCG@10
    QWidget* makeMetricChoice(bool hr);
    void load();
    void setStored(const Stored& stored);
    void addLiveSteps(std::size_t first);
    void addLiveEpochs(std::size_t first);
    double smoothed(double loss);
    void addStep(std::int64_t step, double loss);
    void addEpoch(const EpochRecord& epoch);
    void markBest();
    std::int64_t bestEpoch() const;  ///< of the shown run; 0 = none yet
    void styleLines();
    void setHasLoss(bool hasLoss);
    bool showsLive() const;    ///< the shown run is the run that trains now
    bool followsLive() const;  ///< in addition, its stored curves are loaded, so that live points can be appended

    Session& m_session;
    TrainingController& m_training;
    AsyncQuery<RunId, Stored> m_stored;
    PlotView *m_loss, *m_ndcg, *m_hr;
    QCheckBox* m_log;
    std::array<QWidget*, 2> m_choices{};  ///< buttons that switch between NDCG@10 and HR@10, one pair per plot
    QGridLayout* m_grid;
    Arrangement m_requested = Arrangement::All, m_arrangement = Arrangement::All;
    bool m_showsHr = false;  ///< the metric beside the loss in `Flat`: true = HR@10, false = NDCG@10
    std::optional<RunId> m_run;
    std::int64_t m_loadedEpochs = 0;  ///< number of completed epochs of the run when its curves were requested
    /// True: the run is trained by gradient descent and has a loss curve; false: the model only counts.
    bool m_hasLoss = true;
    std::optional<LossUnit> m_lossUnit;  ///< nothing if no run is shown, or if its config cannot be read
    // The last step and epoch in the plots. Live values up to these are ignored, later ones are appended.
    std::int64_t m_lastStep = 0, m_lastEpoch = 0;
    /// Exponential mean of the loss, see smoothed(): the weight of a new step, the uncorrected mean, and its bias
    /// correction.
    double m_smoothing = 1, m_mean = 0, m_weight = 0;
    std::vector<EpochRecord> m_validated;  ///< the epochs in the plots of the metrics
    std::string m_validationMetric;        ///< of the shown run's config: chooses the best epoch
};

}  // namespace recscope::ui
