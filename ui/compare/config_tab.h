// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/compare/compared_run.h"

class QCheckBox;
class QLabel;
class QStandardItemModel;

namespace recscope::ui {

class Session;
class TableView;

/// The configs of the compared runs side by side: what differs, or everything.
class ConfigTab : public QWidget {
    Q_OBJECT
public:
    explicit ConfigTab(Session& session, QWidget* parent = nullptr);
    void setRuns(const std::vector<ComparedRun>& runs);

private:
    void fill();

    std::vector<ComparedRun> m_runs;
    QCheckBox* m_all;
    QLabel* m_note;
    TableView* m_table;
    QStandardItemModel* m_model;
};

}  // namespace recscope::ui
