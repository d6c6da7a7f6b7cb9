// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/data/importer.h"

class QButtonGroup;
class QLabel;
class QVBoxLayout;

namespace recscope::ui {

/// Asks which of several possible readings of a file is right, if the names and values of its columns do not determine
/// this; or whose interactions the file contains, if no column states that.
class ImportQuestion : public QWidget {
    Q_OBJECT
public:
    explicit ImportQuestion(QWidget* parent = nullptr);

    /// Asks about the alternatives of the preview. Does nothing if there are none or if they are those of the last
    /// question.
    void ask(const ImportPreview& preview);
    void clear();
    bool isOpen() const;        ///< a question is shown and not answered yet
    bool isAboutTimes() const;  ///< the question is about the format of times, not about the roles of columns

signals:
    void answered(const recscope::ColumnReading& reading);

private:
    std::vector<ColumnReading> m_readings;
    QLabel* m_question;
    QButtonGroup* m_answers;
    QVBoxLayout* m_column;
    QLabel* m_hint;
};

}  // namespace recscope::ui
