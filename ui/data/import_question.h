// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/data/importer.h"

class QButtonGroup;
class QLabel;
class QVBoxLayout;

namespace recscope::ui {

/// Asks which of several readings of a file is right, where its names and values do not tell.
class ImportQuestion : public QWidget {
    Q_OBJECT
public:
    explicit ImportQuestion(QWidget* parent = nullptr);

    /// Asks; an answer given before to the same question stands. Fewer than two readings leave an answered question
    /// as it is.
    void ask(const std::vector<ColumnReading>& readings);
    void clear();
    bool isOpen() const;        ///< asked and not answered
    bool isAboutTimes() const;  ///< how times are written, not which column is what

signals:
    void answered(const recscope::ColumnReading& reading);

private:
    std::vector<ColumnReading> m_readings;
    QLabel* m_question;
    QButtonGroup* m_answers;
    QVBoxLayout* m_column;
};

}  // namespace recscope::ui
