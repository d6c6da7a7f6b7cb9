// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QTabWidget;

namespace recscope::ui {

class ImportReportView;
class DatasetItems;
class OverviewTab;
class Session;
class DatasetUsers;

/// The chosen dataset: overview, users, items, notes and import report.
class DatasetDetail : public QWidget {
    Q_OBJECT
public:
    explicit DatasetDetail(Session& session, QWidget* parent = nullptr);

    void showReport();

private:
    void showDataset();

    Session& m_session;
    QLabel* m_about;
    QTabWidget* m_tabs;
    OverviewTab* m_overview;
    DatasetUsers* m_users;
    DatasetItems* m_items;
    ImportReportView* m_report;
};

}  // namespace recscope::ui
