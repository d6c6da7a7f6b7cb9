// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <map>
#include <optional>

#include "core/data/dataset_overview.h"
#include "core/data/sequentiality.h"
#include "ui/cohort/cohort_proposal.h"
#include "ui/jobs/async_query.h"

class QLabel;

namespace recscope::ui {

class PlotView;
class SequentialityCard;
class Session;

/// Shows the chosen dataset as a whole: its size, density and history lengths (as in the dataset tables of the papers),
/// whether the order of its interactions matters, and four distributions. The results are computed once per dataset,
/// only while the tab is visible, and stored in the workspace.
class OverviewTab : public QScrollArea {
    Q_OBJECT
public:
    explicit OverviewTab(Session& session, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// A request for a result of a dataset.
    struct ResultRequest {
        DatasetId dataset = 0;
        bool computes = false;  ///< true: compute the result; false: read the stored result
        bool operator==(const ResultRequest&) const = default;
    };
    struct UsersRequest {
        DatasetId dataset = 0;
        std::int64_t minLength = 0, maxLength = 0;  ///< interactions
        bool operator==(const UsersRequest&) const = default;
    };

    QWidget* makeFacts();
    QWidget* makePlots();
    void load();
    void clear();
    void overviewChanged();
    void sequentialityChanged();
    void measure();
    void showOverview(const DatasetInfo& dataset, const DatasetOverview& overview);
    void offerUsersOf(double bar);
    void setFact(const char* key, const QString& value);

    Session& m_session;
    AsyncQuery<ResultRequest, std::optional<DatasetOverview>> m_overview;
    AsyncQuery<ResultRequest, std::optional<Sequentiality>> m_sequentiality;
    AsyncQuery<UsersRequest, CohortProposal> m_users;  ///< the users of one bar of the length histogram
    std::map<QString, QLabel*> m_facts;
    SequentialityCard* m_card;
    PlotView* m_lengths;
    PlotView* m_popularity;
    PlotView* m_overTime;
    PlotView* m_gaps;
    int m_popularityLine = 0;
    Histogram m_bars;                  ///< histogram of history lengths; a click on a bar offers its users as a cohort
    std::optional<DatasetId> m_shown;  ///< the dataset whose results are shown or requested
};

}  // namespace recscope::ui
