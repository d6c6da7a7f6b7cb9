// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/store/user_attribute_store.h"
#include "ui/jobs/async_query.h"

class QComboBox;
class QLabel;

namespace recscope::ui {

class AttributeFilter;
class DataTable;
class ItemPage;
class KindFilter;
class Session;

/// The items of the chosen dataset, with search and filters for genre and attributes; beside them the page of the
/// clicked item.
class DatasetItems : public QWidget {
    Q_OBJECT
public:
    explicit DatasetItems(Session& session, QWidget* parent = nullptr);

    void showItem(qint32 token);

signals:
    void userRequested(qint32 user);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void loadGenres();
    void showGenres();
    void loadAttributes();
    void showAttributes();
    void fitColumns();

    Session& m_session;
    AsyncQuery<DatasetId, std::vector<std::string>> m_genres;
    AsyncQuery<DatasetId, std::vector<AttributeSummary>> m_attributes;
    DataTable* m_table;
    AttributeFilter* m_attribute;
    QLabel* m_genreTitle;
    QComboBox* m_genre;
    KindFilter* m_kind;
    ItemPage* m_page;
};

}  // namespace recscope::ui
