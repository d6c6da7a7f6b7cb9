// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <optional>

#include "core/store/cohort_store.h"
#include "ui/cohort/cohort_proposal.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QStandardItem;

namespace recscope::ui {

class CellTable;
class CohortBook;
class SavedListButtons;
class RemarkLabel;
class Session;
class TraitsView;
struct SavedCohort;

/// Lists the cohorts of the chosen dataset and shows what is over-represented in each. The user of the program can
/// save, rename and delete cohorts, and undo the last deletion. Non-modal; one for each window.
class CohortDialog : public QDialog {
    Q_OBJECT
public:
    /// Shows the dialog of the window that contains `page`, with the users of `proposal`. Ignores a proposal for a
    /// dataset other than the chosen one.
    static CohortDialog& offer(Session& session, QWidget& page, const CohortProposal& proposal);
    /// Shows the dialog with the saved cohorts.
    static CohortDialog& open(Session& session, QWidget& page);

    TraitsView* traits() const { return m_traits; }

private:
    CohortDialog(Session& session, QWidget* window);
    static CohortDialog& ofWindow(Session& session, QWidget& page);
    QWidget* makeList();
    QWidget* makeDetail();
    void fillList();
    void showChosen();
    void showState();
    void save();
    void remove();
    void renamed(QStandardItem* item);
    const SavedCohort* chosen() const;
    bool isProposalChosen() const;

    Session& m_session;
    CohortBook& m_book;
    std::optional<CohortProposal> m_proposal;
    CohortId m_requested = 0;  ///< cohort to choose once the list is filled
    CohortId m_shown = 0;      ///< cohort that `m_traits` shows; -1 = the proposal, 0 = none
    bool m_filling = false;    ///< true while fillList changes the rows, so that their signals are ignored

    CellTable* m_list;
    SavedListButtons* m_buttons = nullptr;
    QPushButton* m_saveButton = nullptr;
    QLabel *m_title, *m_chosenBy;
    RemarkLabel* m_remark;
    QLineEdit* m_name;
    QWidget* m_naming;
    TraitsView* m_traits;
};

}  // namespace recscope::ui
