// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "core/plan/study.h"

class QComboBox;
class QLabel;

namespace recscope::ui {

class CellTable;
class Session;
class SvgView;

/// One table of a study: the values that the runs reached beside the values published in the papers, a picture of the
/// chosen metric or of the differences from the reference, and a caption that says what was compared. Curves have a
/// line for each model, or for each dataset of the study.
class StudyNumbers : public QWidget {
    Q_OBJECT
public:
    explicit StudyNumbers(Session& session, QWidget* parent = nullptr);

    /// `part`: index into the study's tables.
    void showTable(const Study& study, std::size_t part);

private:
    const StudyTable& shown() const { return m_study.tables[m_part]; }
    void offerPictures();
    void offerLines();
    void draw();

    Study m_study;
    std::size_t m_part = 0;
    std::optional<int> m_requestedLines;  ///< item data chosen in `m_lines` for this plan; empty = none
    CellTable* m_table;
    QComboBox* m_choice;  ///< item data: index of a metric, or a negative number for differences from the reference or
                          ///< for a grid
    QComboBox* m_lines;   ///< item data: -1 = a line for each model, else index of the plan entry that gets a line for
                          ///< each dataset
    SvgView* m_picture;
    QLabel* m_caption;
};

}  // namespace recscope::ui
