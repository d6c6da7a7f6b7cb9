// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QIcon>
#include <QSortFilterProxyModel>
#include <functional>
#include <vector>

#include "core/train/seed_groups.h"
#include "ui/train/run_columns.h"

namespace recscope::ui {

/// Functions that provide the table model with details of a run that only the window knows.
struct RunDisplay {
    std::function<QIcon(const RunRecord&)> icon;
    std::function<QString(const RunRecord&)> state;
    /// A sentence that names the baseline that scores higher than the run; empty if none does.
    std::function<QString(const RunRecord&)> belowBaseline = {};
    /// Describes data that is newer than that of the run (LaterData), for the tooltip; empty if there is none.
    std::function<QString(const RunRecord&)> laterData = {};
};

/// One row per run, newest first, then one row per group of runs that differ only in their seed (with mean and standard
/// deviation).
class RunTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { kName, kModel, kState, kValid, kTest, kEpochs, kTime, kDevice, kFixedColumns };
    enum Role {
        kIdRole = Qt::UserRole + 1,  ///< the RunId; 0 for a group
        kSortRole,                   ///< the sort value, a number or text; invalid = no value, sorted last
    };

    explicit RunTableModel(RunDisplay display, QObject* parent = nullptr);

    /// Replaces the runs. The views keep their selection if the rows and columns stay the same.
    void setRuns(const std::vector<RunRecord>& runs);
    /// To be called when the functions of `RunDisplay` would return different results.
    void refreshDisplay();
    const std::vector<ConfigColumn>& configColumns() const { return m_columns; }
    /// The run in this row; null for a group.
    const RunRecord* runAt(int row) const;
    /// The config of the run in this row; null for a group, or if another program version wrote the config.
    const RunConfig* configAt(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void renameRequested(recscope::RunId run, const QString& name);

private:
    QString text(int row, int column) const;
    QString toolTip(int row, int column) const;
    QVariant sortKey(int row, int column) const;
    QStringList exactTitles(int column) const;
    QVariantList exactValues(int row, int column) const;
    QString belowBaseline(const RunRecord& run) const {
        return m_display.belowBaseline ? m_display.belowBaseline(run) : QString();
    }
    QString groupText(const SeedGroup& group, int column) const;
    QString groupToolTip(const SeedGroup& group) const;

    RunDisplay m_display;
    std::vector<RunRecord> m_runs;
    std::vector<std::optional<RunConfig>> m_configs;
    std::vector<SeedGroup> m_groups;
    std::vector<ConfigColumn> m_columns;
};

/// Sorts by any column, with missing values and then groups always last. Shows only the rows that contain all entered
/// words.
class RunSorter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit RunSorter(RunTableModel& runs, QObject* parent = nullptr);
    /// Sets the words of the filter, separated by spaces. A word "key=value" must match a whole cell.
    void setWords(const QString& words);

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    RunTableModel& m_table;
    QStringList m_words;
};

}  // namespace recscope::ui
