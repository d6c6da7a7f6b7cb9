// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/plan/study.h"

class QComboBox;
class QLabel;

namespace recscope::ui {

class CellTable;
class Session;
class SvgView;

/// One table of a study: reached and printed values, a picture of the chosen metric, or of an ablation's changes, and
/// what was compared with what.
class StudyNumbers : public QWidget {
    Q_OBJECT
public:
    explicit StudyNumbers(Session& session, QWidget* parent = nullptr);

    /// `part` in the study's tables.
    void showTable(const Study& study, std::size_t part);

private:
    void offerPictures();
    void draw();

    Plan m_plan;
    StudyTable m_shown;
    CellTable* m_table;
    QComboBox* m_choice;  ///< data: the number of a metric; -1: changes against the default
    SvgView* m_picture;
    QLabel* m_caption;
};

}  // namespace recscope::ui
