// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/remote/machine.h"
#include "core/train/trainer.h"
#include "ui/jobs/async_query.h"
#include "ui/widgets/stateful_widget.h"

class QButtonGroup;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTabWidget;

namespace recscope {
struct AvailableGpu;
}

namespace recscope::ui {

class ConfigForm;
class TimelinePanel;
class QueuePanel;
class ReferenceValues;
class StatefulSplitter;
class RunTable;
class Session;
class SplitPlot;
class TrainingController;
class TrainingCurves;
class TrainingStatus;
class UsualFiveResult;

/// The page for choosing a model and its config values, training it and watching the training. The tabs below show the
/// runs of the dataset, the queue, or the chosen run's timeline.
class TrainPage : public QWidget, public StatefulWidget {
    Q_OBJECT
public:
    explicit TrainPage(Session& session, QWidget* parent = nullptr);

    TrainingController& training() { return m_training; }
    /// The chosen model and, for each model, its preset and the values changed from the preset.
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;

public slots:
    void startTraining();
    void showQueue();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeForm();
    QWidget* makeRight();
    QWidget* makeModelButtons();
    QGridLayout* makeBasics();
    void datasetChanged();
    void chooseModel(const std::string& model);
    void choosePreset(int index);
    void formChanged();
    void showReferences();
    void describeStart();
    void requestFreeName();
    void setGpu(const AvailableGpu& gpu);
    /// Adds these other machines to the Device box, after the devices of this machine.
    void setMachines(const std::vector<Machine>& machines);
    void chooseMachines();
    void tryUsualFive();
    /// The device chosen in the Device box; `Auto` if another machine is chosen.
    DeviceChoice chosenDevice() const;
    QString chosenMachine() const;  ///< the destination chosen in the Device box; empty = this machine
    void notifyEnd(const RunRecord& run);
    bool isWatched(DatasetId dataset) const;
    /// Fills the form with this run's model and values.
    void repeat(const RunRecord& run);
    void useFreeSeed();
    QString reasonNotToStart() const;  ///< why Start is disabled, as HTML; empty = it is enabled
    std::vector<TrainRequest> requests() const;
    /// One name for each run that Start will queue; an empty name means that the run gets the next free name.
    QStringList runNames() const;
    void showLowerTab();
    void applyTheme();

    Session& m_session;
    TrainingController& m_training;
    ReferenceValues& m_references;
    AsyncQuery<std::string, std::string> m_freeName;  ///< finds the next free run name for a model's title
    QButtonGroup* m_models;
    QLabel *m_summary, *m_presetNote, *m_help, *m_reason;
    QComboBox *m_preset, *m_device;
    QPushButton *m_resetAll, *m_start, *m_editMachines, *m_tryFive;
    std::vector<Machine> m_machines;
    QLineEdit* m_name;
    QSpinBox* m_seeds;  ///< number of runs to start, with consecutive seeds
    ConfigForm* m_form;
    SplitPlot* m_splitPlot;  ///< in the form, below the moments of a split by time
    TrainingStatus* m_status;
    UsualFiveResult* m_fiveResult;
    TrainingCurves* m_curves;
    RunTable* m_runs;
    QueuePanel* m_queue;
    TimelinePanel* m_timeline;
    QTabWidget* m_tabs;            ///< tabs: runs, timeline, queue
    StatefulSplitter* m_splitter;  ///< the curves above the tabs
    bool m_isLow = false;  ///< the page has little height, so the tabs below the curves get a larger share of it
    std::string m_model;
    std::optional<DatasetInfo> m_formDataset;  ///< the dataset that the presets in the form belong to
    /// The values entered for a model, kept while another model is chosen.
    struct Edited {
        std::string preset;
        RunConfig config;
    };
    std::map<std::string, Edited> m_edited;
};

}  // namespace recscope::ui
