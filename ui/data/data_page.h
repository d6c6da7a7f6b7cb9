// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;
class QStackedWidget;

namespace recscope::ui {

class CatalogueView;
class DatasetDetail;
class EmptyState;
class ImportPanel;
class Session;

/// The Data page: the workspace's datasets at the left; the chosen one, the import or the public datasets at the right.
class DataPage : public QWidget {
    Q_OBJECT
public:
    explicit DataPage(Session& session, QWidget* parent = nullptr);

private:
    void showImport(const QString& path);
    void showData();
    void showCatalogue();

    Session& m_session;
    QPushButton* m_import;
    QWidget* m_cards;
    QStackedWidget* m_right;
    DatasetDetail* m_detail;
    ImportPanel* m_panel;
    CatalogueView* m_catalogue;
    QPushButton* m_public;
    EmptyState* m_empty;
};

}  // namespace recscope::ui
