// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/explore/user_finder.h"
#include "ui/widgets/stateful_widget.h"

class QCheckBox;
class QComboBox;
class QSpinBox;
class QToolButton;

namespace recscope::ui {

class CohortBook;
class CohortBox;
class ItemSearch;
class JobRunner;
struct KeptCohort;

/// The filters of the list of users: history length, rank of the truth, an item of the history, favourites.
class UserFilters : public QWidget, public StatefulWidget {
    Q_OBJECT
public:
    explicit UserFilters(JobRunner& jobs, QWidget* parent = nullptr);

    void setDataset(std::optional<DatasetId> dataset);
    /// Disabled with the reason where nothing was ranked.
    void setRanks(bool known, const QString& about);
    void setFavourites(int count);
    /// Adds what is set here, all but `only`.
    void addTo(UserCriteria& criteria) const;
    bool favouritesOnly() const;
    void setCohorts(CohortBook& book);
    const KeptCohort* cohort() const;  ///< null = of any or none
    QString itemTitle() const;         ///< of the item that is asked for
    int count() const;                 ///< filters that are set
    /// The item; the other filters are inputs with names.
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;

public slots:
    void reset();

signals:
    void changed();

private:
    void notify();

    QSpinBox *m_minLength, *m_maxLength, *m_minRank, *m_maxRank;
    QComboBox* m_served;
    QWidget* m_ranks;  ///< from and to
    ItemSearch* m_item;
    QCheckBox* m_favourites;
    CohortBox* m_cohort;
    QToolButton* m_reset;
    bool m_quiet = false;
};

}  // namespace recscope::ui
