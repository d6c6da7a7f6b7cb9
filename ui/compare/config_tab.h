// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/compare/compared_line.h"

class QCheckBox;
class QLabel;
class QStandardItemModel;

namespace recscope::ui {

class Session;
class TableView;

/// The configs of the compared lines side by side: what differs, or everything; several seeds are one column.
class ConfigTab : public QWidget {
    Q_OBJECT
public:
    explicit ConfigTab(Session& session, QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines);

private:
    void fill();

    std::vector<ComparedLine> m_lines;  ///< without the seeds of unfolded ones: they differ in their seed alone
    QCheckBox* m_all;
    QLabel* m_note;
    TableView* m_table;
    QStandardItemModel* m_model;
};

}  // namespace recscope::ui
