// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <map>
#include <optional>

#include "core/data/dataset_overview.h"

class QLabel;

namespace recscope::ui {

class PlotView;
class SequentialityCard;
class Session;

/// The chosen dataset as a whole: the papers' Table 1, whether its order matters, and its four shapes. Computed once
/// per dataset and kept in the workspace; only while somebody looks.
class OverviewTab : public QScrollArea {
    Q_OBJECT
public:
    explicit OverviewTab(Session& session, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeFacts();
    QWidget* makePlots();
    void load();
    void clear();
    void loadOverview(const DatasetInfo& dataset);
    void loadSequentiality(const DatasetInfo& dataset);
    void measure();
    void showOverview(const DatasetInfo& dataset, const DatasetOverview& overview);
    void offerUsersOf(double bar);
    void setFact(const char* key, const QString& value);

    Session& m_session;
    std::map<QString, QLabel*> m_facts;
    SequentialityCard* m_card;
    PlotView* m_lengths;
    PlotView* m_popularity;
    PlotView* m_overTime;
    PlotView* m_gaps;
    int m_popularityLine = 0;
    double m_barWidth = 1;  ///< of the bars of lengths, in interactions
    std::optional<DatasetId> m_shown;
};

}  // namespace recscope::ui
