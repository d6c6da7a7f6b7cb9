// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/data/item_relations.h"
#include "ui/jobs/async_query.h"
#include "ui/session/session.h"
#include "ui/widgets/stateful_widget.h"

class QLabel;
class QTabWidget;
class QToolButton;

namespace recscope::ui {

class CellTable;
class ColumnSort;
class PagedTableModel;
class PagedTableView;

/// One item: how often it occurs, which items follow it, precede it or share histories with it, and which users had it.
/// A click on another item in a list opens that item; a Back button returns.
class ItemPage : public QWidget, public StatefulWidget {
    Q_OBJECT
public:
    explicit ItemPage(Session& session, QWidget* parent = nullptr);

    void showItem(qint32 token);
    void clear();
    std::optional<qint32> token() const { return m_token; }
    /// The shown item. It is restored only when the page is visible, because finding the item's neighbours requires
    /// reading all histories.
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;

signals:
    void itemShown(qint32 token);
    void userRequested(qint32 user);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct RelationsRequest {
        std::shared_ptr<const HistoryIndex> index;
        qint32 token = 0;
        bool operator==(const RelationsRequest&) const = default;
    };
    /// A sortable table of related items, at first in the order of `ItemRelations`.
    struct List {
        CellTable* table = nullptr;
        ColumnSort* sort = nullptr;
    };
    /// `counted` and `countHelp`: title and tooltip of the column with the counts.
    List makeList(const QString& name, const QString& counted, const QString& countHelp);
    QWidget* makeUsers();
    void load(qint32 token);
    void showIndex();
    void showAnswer();
    void showProblem(const AnyAsyncQuery& query);
    void showRelations(const ItemRelations& relations);
    void describeLists(bool hasOrders);  ///< `hasOrders`: orders (baskets) are counted instead of single items
    void fill(const List& list, const std::vector<RelatedItem>& items);
    void showUsers(qint32 token, std::int64_t count);
    void goBack();

    Session& m_session;
    AsyncQuery<DatasetId, HistoryIndex> m_index;  ///< built when the first item is clicked
    AsyncQuery<RelationsRequest, ItemRelations> m_relations;
    QToolButton* m_back;
    QLabel *m_title, *m_genres, *m_tags, *m_about;
    QTabWidget* m_tabs;
    List m_after, m_before, m_together;
    PagedTableModel* m_users;
    PagedTableView* m_usersView;
    std::optional<qint32> m_token;
    std::optional<qint32> m_restored;  ///< restored item, shown once the page is visible
    std::vector<qint32> m_visited;     ///< previously shown items, for Back
};

}  // namespace recscope::ui
