// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/item_selection.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <map>

#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/stateful_splitter.h"
#include "ui/widgets/table_text.h"

namespace recscope::ui {

namespace {

constexpr int kTokenRole = Qt::UserRole + 1;

const ItemInfo& infoOf(const ItemCatalogue& catalogue, Token token) {
    return catalogue[size_t(token - kFirstItemToken)];
}

template <class Visit>
void forEachGenre(const ItemInfo& item, Visit visit) {
    for (const QString& genre : QString::fromStdString(item.genres).split(QLatin1Char('|'), Qt::SkipEmptyParts))
        visit(genre.toStdString());
}

QString cell(const std::string& text) {
    return separatedCell(QString::fromStdString(text), QLatin1Char(','));
}

}  // namespace

std::vector<GenreShare> genreShares(const ItemCatalogue& catalogue, const std::vector<Token>& items) {
    std::map<std::string, std::pair<int, int>> counts;  // among `items`, among all items
    for (const Token token : items)
        forEachGenre(infoOf(catalogue, token), [&](const std::string& genre) { ++counts[genre].first; });
    for (const ItemInfo& item : catalogue) {
        forEachGenre(item, [&](const std::string& genre) {
            const auto found = counts.find(genre);
            if (found != counts.end()) ++found->second.second;
        });
    }
    std::vector<GenreShare> shares;
    for (const auto& [genre, count] : counts)
        shares.push_back(
            {genre, double(count.first) / double(items.size()), double(count.second) / double(catalogue.size())});
    std::stable_sort(shares.begin(), shares.end(),
                     [](const GenreShare& a, const GenreShare& b) { return a.selected > b.selected; });
    return shares;
}

QString itemsCsv(const ItemCatalogue& catalogue, const std::vector<Token>& items) {
    QString text = QStringLiteral("item,title,genres,interactions\n");
    for (const Token token : items) {
        const ItemInfo& item = infoOf(catalogue, token);
        text += cell(item.id) + QLatin1Char(',') + cell(item.title) + QLatin1Char(',') + cell(item.genres) +
                QLatin1Char(',') + QString::number(item.interactions) + QLatin1Char('\n');
    }
    return text;
}

ItemSelection::ItemSelection(QWidget* parent)
    : QWidget(parent),
      m_count(new QLabel),
      m_copy(new QPushButton(tr("Copy"))),
      m_clear(new QPushButton(tr("Clear"))),
      m_genres(new CellTable(QStringLiteral("selectionGenres"), tr("Genres of the selected items"),
                             {{tr("Genre")},
                              {tr("Selected"), tr("Share of the selected items that have this genre"), true},
                              {tr("All items"), tr("Share of all items that have this genre"), true}})),
      m_list(new CellTable(QStringLiteral("selectionItems"), tr("Selected items"),
                           {{tr("Selected items"), {}, false, {tr("Item id"), tr("Item")}},
                            {.title = tr("Interactions"), .numeric = true}})) {
    m_count->setObjectName(QStringLiteral("selectionCount"));
    m_count->setWordWrap(true);
    m_copy->setObjectName(QStringLiteral("selectionCopy"));
    m_copy->setAccessibleName(tr("Copy the selected items as CSV"));
    m_clear->setObjectName(QStringLiteral("selectionClear"));
    m_clear->setAccessibleName(tr("Clear the selection"));
    m_clear->setToolTip(tr("Clears the selection (Esc)"));
    m_genres->setExportName(QStringLiteral("genres"));
    m_genres->setEmptyText(tr("These items have no genres."));
    m_list->setExportName(QStringLiteral("items"));
    m_list->setEmptyText(tr("No item lies inside the selection."));
    for (CellTable* table : {m_genres, m_list}) table->setSelectionMode(QAbstractItemView::SingleSelection);
    auto* parts = new StatefulSplitter(Qt::Vertical, QStringLiteral("explore/selection"));
    parts->addWidget(m_genres);
    parts->addWidget(m_list);
    parts->restore({4500, 5500});
    arrange(this, column({row({grow(m_count), m_copy, m_clear}), grow(parts)}, space::kUnit));

    connect(m_copy, &QPushButton::clicked, this, &ItemSelection::copyCsv);
    connect(m_clear, &QPushButton::clicked, this, &ItemSelection::clearRequested);
    connect(m_list, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        emit itemRequested(index.siblingAtColumn(0).data(kTokenRole).toInt());
    });
}

void ItemSelection::setItems(std::shared_ptr<const ItemCatalogue> catalogue, std::vector<Token> items) {
    m_catalogue = std::move(catalogue);
    m_items = std::move(items);
    m_genres->clearRows();
    m_list->clearRows();
    m_copy->setEnabled(m_catalogue && !m_items.empty());
    m_copy->setToolTip(m_copy->isEnabled() ? tr("Copies ids, titles, genres and interactions as CSV")
                                           : tr("No item is selected"));
    if (!m_catalogue) return m_count->clear();
    m_count->setText(
        tr("%1 of %2 items").arg(wholeNumber(qint64(m_items.size())), wholeNumber(qint64(m_catalogue->size()))));
    for (const GenreShare& share : genreShares(*m_catalogue, m_items))
        m_genres->addRow({QString::fromStdString(share.genre), percentText(share.selected), percentText(share.all)});
    for (const Token token : m_items) {
        const ItemInfo& item = infoOf(*m_catalogue, token);
        const QString id = QString::fromStdString(item.id), title = QString::fromStdString(item.title);
        m_list->addRow(
            {{title.isEmpty() ? id : title, {}, {{kTokenRole, token}, {kExactValuesRole, QVariantList{id, title}}}},
             wholeNumber(item.interactions)});
    }
    m_genres->fitColumns();
    m_list->fitColumns();
}

void ItemSelection::copyCsv() {
    if (!m_catalogue || m_items.empty()) return;
    QGuiApplication::clipboard()->setText(itemsCsv(*m_catalogue, m_items));
    m_count->setText(m_items.size() == 1 ? tr("1 item copied")
                                         : tr("%1 items copied").arg(wholeNumber(qint64(m_items.size()))));
}

}  // namespace recscope::ui
