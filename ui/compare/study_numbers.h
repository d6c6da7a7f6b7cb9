// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/plan/study.h"

class QLabel;

namespace recscope::ui {

class CellTable;
class Session;
class SvgView;

/// One table of a study: reached and printed values, their picture, and what was compared with what.
class StudyNumbers : public QWidget {
    Q_OBJECT
public:
    explicit StudyNumbers(Session& session, QWidget* parent = nullptr);

    /// `part` in the study's tables.
    void showTable(const Study& study, std::size_t part);

private:
    CellTable* m_table;
    SvgView* m_picture;
    QLabel* m_caption;
};

}  // namespace recscope::ui
