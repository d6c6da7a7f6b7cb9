// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstddef>
#include <memory>

#include "core/plan/study.h"
#include "ui/jobs/async_query.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace recscope::ui {

class CellTable;
class Session;

/// The verdicts over several metrics of a study's table in words, and its metrics in segments of users, worst first.
class StudyVerdicts : public QWidget {
    Q_OBJECT
public:
    explicit StudyVerdicts(Session& session, QWidget* parent = nullptr);

    /// Shows this table of the study; null shows nothing.
    void setTable(const std::shared_ptr<const Study>& study, std::size_t table);

private:
    struct Request {
        std::shared_ptr<const Study> study;
        std::size_t table = 0;
        bool operator==(const Request&) const = default;
    };
    void fill();
    void fillSegments();

    AsyncQuery<Request, StudyTable> m_query;  ///< the table with its details
    QLabel *m_sentences, *m_method;
    QComboBox* m_metric;
    QToolButton* m_copy;
    QLabel* m_order;  ///< how the segments are sorted
    CellTable* m_segments;
};

}  // namespace recscope::ui
