// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/util/random.h"
#include "ui/cohort/cohort_proposal.h"
#include "ui/explore/user_finder.h"
#include "ui/jobs/async_query.h"
#include "ui/widgets/stateful_widget.h"

class QAction;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace recscope::ui {

class CohortBook;
class ElidedLabel;
class Favourites;
class PinnedUsers;
class TableView;
class UserFilters;
class UserListModel;
class UserOrderBox;

/// Lets the user of the program find a user: by id, with filters, in a list sorted by id, length or rank, among
/// favourites, or with the buttons previous, next and random. Also pins users for the training timeline.
class UsersPanel : public QWidget, public StatefulWidget {
    Q_OBJECT
public:
    UsersPanel(JobRunner& jobs, QWidget* parent = nullptr);

    /// Shows the users of this dataset and chooses the user with the id `preferredId`, else the first user.
    void setDataset(const std::optional<DatasetInfo>& dataset, const std::string& preferredId = {});
    /// Enables or disables choosing and making cohorts: disabled while the users of a later version of the dataset are
    /// listed, to whom the cohorts do not apply.
    void setCohortsOffered(bool offered);
    /// Sets the source of the ranks in the list; empty = no ranks are shown.
    void setRanks(const std::optional<RankSource>& source);
    std::optional<std::int32_t> user() const { return m_user; }
    TableView* view() const { return m_view; }
    /// Offers the saved cohorts as a filter.
    void setCohorts(CohortBook& book);
    /// The chosen user. Restoring it keeps the search, the filters and the order.
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;

public slots:
    /// Clears search, filters and order, and emits `userChosen`.
    void choose(qint32 user);
    void choosePrevious();
    void chooseNext();
    void chooseRandom();
    void toggleFavourite();
    void togglePin();
    /// Moves the focus to the pin button.
    void focusPin();

signals:
    void userChosen(qint32 user);
    void pinsChanged();
    /// Requests the dialog that shows what the listed users have in common. If no filter is set, `users` is empty: the
    /// dialog then lists the saved cohorts.
    void cohortRequested(const std::optional<recscope::ui::CohortProposal>& users);
    /// An action failed: `sentence` says why, `hint` says what can be done about it.
    void refused(const QString& sentence, const QString& hint);

private:
    QWidget* makeFindRow();
    QWidget* makeButtons();
    UserCriteria criteria() const;
    void clearCriteria();
    void showList();
    void handleListLoaded();
    /// Whether the list scrolls to the chosen user, or selects the user's row without scrolling.
    enum class Scrolling { ToUser, Stay };
    void selectChosenUser(Scrolling how);
    void setRankFacts(const std::optional<RankFacts>& facts);
    void chooseRow(int row);
    void handlePreferredUser();
    void moveTo(int row);
    void showFavourites();
    void showPin();
    void showFilterState();
    void proposeCohort();

    /// Asks for the row of a user in the list that the criteria give.
    struct RowRequest {
        UserCriteria criteria;
        std::int32_t user = 0;
        Scrolling how = Scrolling::ToUser;
        bool operator==(const RowRequest&) const = default;
    };
    void selectListRow(std::int64_t row, Scrolling how);

    std::shared_ptr<UserFinder> m_finder;
    AsyncQuery<RankSource, std::optional<RankFacts>> m_ranks;
    /// What a proposal for a cohort needs to know about the listed users.
    struct Collected {
        std::vector<std::int32_t> users;   ///< indices of the listed users, ascending
        std::vector<std::int32_t> ranked;  ///< users with a rank, ascending
        /// For each test of an attribute, the users with a value of this attribute, ascending.
        std::vector<std::vector<std::int32_t>> described;
    };
    CohortBasis basisOf(const UserCriteria& criteria, const Collected& collected) const;
    AsyncQuery<UserCriteria, Collected> m_collecting;  ///< collects the users of `m_proposal`
    CohortProposal m_proposal;
    AsyncQuery<RowRequest, std::int64_t> m_row;
    /// Finds the index of the user with an id in a dataset; empty if there is none.
    AsyncQuery<std::pair<DatasetId, std::string>, std::optional<std::int32_t>> m_preferredUser;
    Favourites* m_favourites;
    PinnedUsers* m_pinned;
    UserListModel* m_model;
    QLineEdit* m_search;
    QToolButton* m_filter;  ///< shows or hides m_filters
    UserFilters* m_filters;
    UserOrderBox* m_order;
    TableView* m_view;
    QLabel* m_count;
    ElidedLabel* m_rankEpoch;  ///< epoch of the weights that gave the ranks
    QToolButton* m_cohort;
    QPushButton *m_star, *m_pin;  ///< mark the chosen user as a favourite | pin the chosen user
    QAction* m_pinAction;         ///< in the list's context menu
    QTimer m_typing;              ///< waits until typing pauses
    std::optional<DatasetInfo> m_dataset;
    std::optional<RankFacts> m_rankFacts;  ///< empty = no ranks are known
    std::optional<std::int32_t> m_user;
    std::optional<std::int32_t> m_restored;  ///< user to choose if the dataset has no user with `preferredId`
    bool m_cohortsOffered = true;
    int m_requestedRow = -1;       ///< row to choose once its page is loaded; -1 = none
    bool m_choosingFirst = false;  ///< true if the first user is to be chosen when the list is read
    bool m_showingFirst = false;   ///< true if the list is to scroll to its first row when it is read
    /// True while the program, not its user, selects the row of `m_user`.
    bool m_isMovingSelection = false;
    Random m_random;
};

}  // namespace recscope::ui
