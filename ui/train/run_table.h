// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "core/store/run_store.h"
#include "core/train/seed_groups.h"

class QLabel;
class QPushButton;
class QStandardItemModel;
class QToolButton;

namespace recscope::ui {

class ElidedLabel;
struct RunExport;
class Session;
class TableView;
class TrainingController;

/// The runs of the chosen dataset with what can be done to them: look at, resume, rename, export, remove. The selected
/// row is the window's chosen run. Below them, one line for each group of runs that differ in their seed alone.
class RunTable : public QWidget {
    Q_OBJECT
public:
    RunTable(Session& session, TrainingController& training, QWidget* parent = nullptr);

    TableView* view() const { return m_view; }
    /// The buttons that act on the selected run; whoever shows the table gives them a place.
    QWidget* actions() const { return m_actions; }
    std::optional<RunRecord> selected() const;
    /// Said under the protocol where runs were split leave-one-out; empty = nothing.
    void setLeakageWarning(const QString& sentence);

signals:
    void resumeWanted(const recscope::RunRecord& run);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* addAction(const QString& name, const QString& text, const QString& icon);
    void refresh();
    void setCell(int row, int column, const QString& text, const QString& toolTip = {});
    void describeProtocol();
    void fillGroup(int row, const SeedGroup& group);
    void selectChosen();
    void describeActions();
    void applyTheme();
    void rename(RunId run, const QString& name);
    void askToRemove();
    void remove();
    void fillExportMenu();
    void exportSelected(const RunExport& what);
    QString stateText(const RunRecord& run) const;

    Session& m_session;
    TrainingController& m_training;
    QStandardItemModel* m_model;
    TableView* m_view;
    QWidget* m_actions;
    QLabel* m_protocol;
    ElidedLabel* m_warning;
    QString m_leakageWarning;
    QToolButton *m_explore, *m_resume, *m_rename, *m_export, *m_remove;
    QWidget* m_question;
    QLabel* m_questionText;
    std::optional<RunRecord> m_removing;
    bool m_filling = false;
};

}  // namespace recscope::ui
