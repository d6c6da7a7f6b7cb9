// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

#include "core/lists/recommendation_lists.h"

class QComboBox;
class QFormLayout;
class QSpinBox;

namespace recscope::ui {

class Session;

/// "Reads all items before the test item": what a list says of the history it was made from.
QString historyInputText(HistoryInput input);

/// The inputs for lists of many users: how many items, whose, from which part of a history, and of which items. Cohorts
/// and categories are those of the chosen dataset; they are read by a job and come a moment later.
class ListChoices : public QWidget {
    Q_OBJECT
public:
    ListChoices(Session& session, HistoryInput input, QWidget* parent = nullptr);

    /// As chosen; its run is not set.
    ListRequest request() const;
    /// To add rows below.
    QFormLayout& rows() { return *m_rows; }
    void addRow(const QString& label, QWidget* field);

signals:
    void changed();

private:
    struct Known {
        std::vector<std::string> cohorts, categories;
    };
    void fill(const Known& known);

    QFormLayout* m_rows;
    QSpinBox* m_top;
    QComboBox *m_users, *m_input, *m_seen, *m_only, *m_without;
};

}  // namespace recscope::ui
