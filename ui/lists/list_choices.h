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

/// The part of the history that a list is based on, as the end of a sentence about the model, e.g. "reads all before
/// the test item".
QString historyInputText(HistoryInput input);

/// The form in which the user of the program sets up recommendation lists for many users: how many items, for which
/// users, based on which part of the history, and chosen from which items. Cohorts and categories are those of the
/// chosen dataset; a job loads them, so they appear a moment later.
class ListChoices : public QWidget {
    Q_OBJECT
public:
    ListChoices(Session& session, HistoryInput input, QWidget* parent = nullptr);

    /// The request according to the choices; its run is not set.
    ListRequest request() const;
    /// The layout of the form, for adding rows at its end.
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
