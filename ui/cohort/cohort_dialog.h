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
class KeptListButtons;
class RemarkLabel;
class Session;
class TraitsView;
struct KeptCohort;

/// The cohorts of the chosen dataset and what is over-represented in each; keeps, renames and deletes them, the last
/// with undo. Stays open beside the window, one for each.
class CohortDialog : public QDialog {
    Q_OBJECT
public:
    /// Shows it for the window that `page` is in, and there the users that were just chosen; does nothing if they are
    /// of another dataset than the chosen one.
    static CohortDialog& offer(Session& session, QWidget& page, const CohortProposal& proposal);
    /// Shows it with the kept cohorts.
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
    void keep();
    void remove();
    void renamed(QStandardItem* item);
    const KeptCohort* chosen() const;
    bool isProposalChosen() const;

    Session& m_session;
    CohortBook& m_book;
    std::optional<CohortProposal> m_proposal;
    CohortId m_requested = 0;  ///< to be chosen when the list is filled
    CohortId m_shown = 0;      ///< compared now; -1 = the proposal, 0 = nothing
    bool m_filling = false;

    CellTable* m_list;
    KeptListButtons* m_buttons = nullptr;
    QPushButton* m_keep = nullptr;
    QLabel *m_title, *m_chosenBy;
    RemarkLabel* m_remark;
    QLineEdit* m_name;
    QWidget* m_naming;
    TraitsView* m_traits;
};

}  // namespace recscope::ui
