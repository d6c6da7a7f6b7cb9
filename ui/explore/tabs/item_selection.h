// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <string>
#include <vector>

#include "ui/session/session.h"

class QLabel;
class QPushButton;

namespace recscope::ui {

class CellTable;

/// The share of a genre among selected items and among all items.
struct GenreShare {
    std::string genre;
    double selected = 0, all = 0;  ///< shares, 0…1; an item with two genres counts for both
};
/// The share of every genre of `items`, sorted by the share among `items`, largest first.
std::vector<GenreShare> genreShares(const ItemCatalogue& catalogue, const std::vector<Token>& items);

/// CSV with the header "item,title,genres,interactions" and a line for each item.
QString itemsCsv(const ItemCatalogue& catalogue, const std::vector<Token>& items);

/// The selection on the item map: its size, its items, and their genres compared with those of all items.
class ItemSelection : public QWidget {
    Q_OBJECT
public:
    explicit ItemSelection(QWidget* parent = nullptr);

    void setItems(std::shared_ptr<const ItemCatalogue> catalogue, std::vector<Token> items);
    const std::vector<Token>& items() const { return m_items; }

public slots:
    void copyCsv();

signals:
    void itemRequested(qint32 token);
    void clearRequested();

private:
    std::shared_ptr<const ItemCatalogue> m_catalogue;
    std::vector<Token> m_items;
    QLabel* m_count;
    QPushButton *m_copy, *m_clear;
    CellTable *m_genres, *m_list;
};

}  // namespace recscope::ui
