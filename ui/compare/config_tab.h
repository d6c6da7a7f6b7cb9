// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "ui/compare/compared_line.h"

class QCheckBox;
class QLabel;

namespace recscope::ui {

class CellTable;
class Session;

/// The configs of the compared lines (each one run, or the seeds of one config) side by side: the keys that differ, or
/// all keys. Several seeds share one column.
class ConfigTab : public QWidget {
    Q_OBJECT
public:
    explicit ConfigTab(Session& session, QWidget* parent = nullptr);
    void setLines(const std::vector<ComparedLine>& lines);

private:
    /// One config key with its value in each line; a value is empty if the line's config cannot be read.
    struct Row {
        QString group, label, help;
        std::vector<std::optional<QString>> values;

        bool differs() const;
        bool isKnown() const;
    };
    std::vector<Row> rows() const;
    void addRow(const Row& row);
    void fill();

    std::vector<ComparedLine> m_lines;  ///< without single seeds, whose configs differ only in the seed
    QCheckBox* m_all;
    QLabel* m_note;
    CellTable* m_table;
};

}  // namespace recscope::ui
