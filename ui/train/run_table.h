// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/store/run_store.h"
#include "ui/widgets/update_when_visible.h"

class QFrame;
class QLabel;
class QLineEdit;

namespace recscope::ui {

class ColumnSort;
class RunActions;
class RunSorter;
class RunTableModel;
class Session;
class TableView;
class TrainingController;

/// The runs of the chosen dataset, sortable by any column and filtered by words. If a single row is selected, its run
/// becomes the window's chosen run. Besides the fixed columns, there is a column for each config value that differs
/// between the shown runs.
class RunTable : public QWidget {
    Q_OBJECT
public:
    RunTable(Session& session, TrainingController& training, QWidget* parent = nullptr);

    TableView* view() const { return m_view; }
    /// The filter and the buttons for the selected runs, which the widget that contains the table places.
    QWidget* actions() const { return m_tools; }
    std::vector<RunRecord> selected() const;  ///< the selected runs, from top to bottom
    /// Sets the warning that is shown under the protocol line if any scored run uses another split than global time;
    /// empty = none.
    void setLeakageWarning(const QString& sentence);

signals:
    void resumeRequested(const recscope::RunRecord& run);
    /// Requests that the training form be filled with this run's settings.
    void repeatRequested(const recscope::RunRecord& run);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeTools();
    void makeUndo();
    void refresh();
    void describeProtocol();
    void describeUndo();
    void showChosen();
    void selectionChanged();
    void select(const std::vector<RunId>& runs, std::optional<RunId> current);
    void filter(const QString& words);
    void layoutColumns();
    void applyTheme();
    void rename(RunId run, const QString& name);
    void openSettings(const RunRecord& run);

    UpdateWhenVisible m_updater{*this, [this] { refresh(); }};
    Session& m_session;
    TrainingController& m_training;
    RunTableModel* m_model;
    RunSorter* m_sorter;
    TableView* m_view;
    RunActions* m_actions;
    QWidget* m_tools;
    QLineEdit* m_filter;
    QFrame* m_undo;
    QLabel *m_undoText, *m_protocol;
    QLabel* m_warning;
    QString m_leakageWarning;
    /// True while the program itself changes the rows or the selection, so that this does not count as a choice by the
    /// user of the program.
    bool m_filling = false;
};

}  // namespace recscope::ui
