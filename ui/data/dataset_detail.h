// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QTabWidget;

namespace recscope::ui {

class ImportReportView;
class PlotView;
class Session;

/// The chosen dataset: its two shapes (history lengths, popularity) over its users, items and import report.
class DatasetDetail : public QWidget {
    Q_OBJECT
public:
    explicit DatasetDetail(Session& session, QWidget* parent = nullptr);

    void showReport();

private:
    void showDataset();
    void loadShapes();

    Session& m_session;
    QLabel* m_name;
    QLabel* m_about;
    PlotView* m_lengths;
    PlotView* m_popularity;
    int m_popularityLine = 0;
    QTabWidget* m_tabs;
    ImportReportView* m_report;
};

}  // namespace recscope::ui
