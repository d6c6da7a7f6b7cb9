// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/store/user_attribute_store.h"
#include "ui/explore/user_finder.h"
#include "ui/jobs/async_query.h"
#include "ui/widgets/stateful_widget.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;
class QToolButton;

namespace recscope::ui {

class AttributeFilter;
class CohortBook;
class CohortBox;
class ItemSearch;
class JobRunner;
struct SavedCohort;

/// The filters of the list of users: history length, rank of the held-out item, an item of the history, an attribute,
/// cohort, favourites.
class UserFilters : public QWidget, public StatefulWidget {
    Q_OBJECT
public:
    explicit UserFilters(JobRunner& jobs, QWidget* parent = nullptr);

    void setDataset(std::optional<DatasetId> dataset);
    /// Enables or disables the filters by rank, with the tooltip `about`.
    void setRanks(bool enabled, const QString& about);
    void setFavouriteCount(int count);  ///< number of favourites in the dataset; 0 disables the filter
    /// Adds the chosen filters to `criteria`, except for cohort and favourites, which the caller combines in
    /// `criteria.only`.
    void addTo(UserCriteria& criteria) const;
    bool favouritesOnly() const;
    void setCohorts(CohortBook& book);
    /// Enables or disables the cohort filter: it is disabled while the users of a later version of the dataset are
    /// listed, to whom the cohorts do not apply.
    void setCohortsOffered(bool offered);
    const SavedCohort* cohort() const;  ///< null = any cohort
    QString itemTitle() const;          ///< title of the item in the filter
    int count() const;                  ///< number of active filters
    /// The item that the history must contain. The other filters are named inputs, which UiStateStore stores itself.
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;

public slots:
    void reset();

signals:
    void changed();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void handleChange();
    void showAttributes();

    QSpinBox *m_minLength, *m_maxLength, *m_minRank, *m_maxRank;
    QComboBox* m_rankFilter;
    QWidget* m_ranks;  ///< inputs for the range of ranks
    ItemSearch* m_item;
    QLabel* m_attributeCaption;
    AttributeFilter* m_attribute;
    AsyncQuery<DatasetId, std::vector<AttributeSummary>> m_attributes;
    std::optional<DatasetId> m_dataset;
    QCheckBox* m_favourites;
    CohortBox* m_cohort;
    QToolButton* m_reset;
    bool m_quiet = false;  ///< true while inputs are reset together: `changed` is not emitted
};

}  // namespace recscope::ui
