// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/item_selection.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/remembering_splitter.h"
#include "ui/widgets/table_view.h"

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

QString quoted(const std::string& text) {
    return QLatin1Char('"') + QString::fromStdString(text).replace(QLatin1Char('"'), QLatin1String("\"\"")) +
           QLatin1Char('"');
}

}  // namespace

std::vector<GenreShare> genreShares(const ItemCatalogue& catalogue, const std::vector<Token>& items) {
    std::map<std::string, std::pair<int, int>> counts;  // among the items, among all
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
        text += quoted(item.id) + QLatin1Char(',') + quoted(item.title) + QLatin1Char(',') + quoted(item.genres) +
                QLatin1Char(',') + QString::number(item.interactions) + QLatin1Char('\n');
    }
    return text;
}

ItemSelection::ItemSelection(QWidget* parent)
    : QWidget(parent),
      m_count(new QLabel),
      m_copy(new QPushButton(tr("Copy"))),
      m_clear(new QPushButton(tr("Clear"))),
      m_genres(new TableView),
      m_list(new TableView),
      m_genreRows(new QStandardItemModel(0, 3, this)),
      m_rows(new QStandardItemModel(0, 2, this)) {
    m_count->setObjectName(QStringLiteral("selectionCount"));
    m_count->setWordWrap(true);
    m_copy->setObjectName(QStringLiteral("selectionCopy"));
    m_copy->setAccessibleName(tr("Copy the selected items as CSV"));
    m_clear->setObjectName(QStringLiteral("selectionClear"));
    m_clear->setAccessibleName(tr("Clear the selection"));
    m_clear->setToolTip(tr("Selects nothing (Esc)"));
    m_genreRows->setHorizontalHeaderLabels({tr("Genre"), tr("Selected"), tr("All items")});
    m_genreRows->setHeaderData(1, Qt::Horizontal, tr("Share of the selected items that have this genre"),
                               Qt::ToolTipRole);
    m_genreRows->setHeaderData(2, Qt::Horizontal, tr("Share of all items that have this genre"), Qt::ToolTipRole);
    m_genres->setObjectName(QStringLiteral("selectionGenres"));
    m_genres->setAccessibleName(tr("Genres of the selected items"));
    m_genres->setModel(m_genreRows);
    m_genres->setNumericColumns({1, 2});
    m_genres->setExportName(QStringLiteral("genres"));
    m_genres->setEmptyText(tr("These items have no genres."));
    m_rows->setHorizontalHeaderLabels({tr("Selected items"), tr("Interactions")});
    m_list->setObjectName(QStringLiteral("selectionItems"));
    m_list->setAccessibleName(tr("Selected items"));
    m_list->setModel(m_rows);
    m_list->setNumericColumns({1});
    m_list->setExportName(QStringLiteral("items"));
    m_list->setEmptyText(tr("No item lies inside."));
    for (TableView* view : {m_genres, m_list}) {
        view->setStretchColumn(0);
        view->setSelectionMode(QAbstractItemView::SingleSelection);
    }

    const Theme& theme = Theme::instance();
    auto* top = new QHBoxLayout;
    top->setSpacing(theme.px(space::kInside));
    top->addWidget(m_count, 1);
    top->addWidget(m_copy);
    top->addWidget(m_clear);
    auto* parts = new RememberingSplitter(Qt::Vertical, QStringLiteral("explore/selection"));
    parts->addWidget(m_genres);
    parts->addWidget(m_list);
    parts->restore({4500, 5500});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(theme.px(space::kUnit));
    layout->addLayout(top);
    layout->addWidget(parts, 1);

    connect(m_copy, &QPushButton::clicked, this, &ItemSelection::copyCsv);
    connect(m_clear, &QPushButton::clicked, this, &ItemSelection::clearWanted);
    connect(m_list, &QAbstractItemView::activated, this,
            [this](const QModelIndex& index) { emit itemWanted(index.siblingAtColumn(0).data(kTokenRole).toInt()); });
}

void ItemSelection::setItems(std::shared_ptr<const ItemCatalogue> catalogue, std::vector<Token> items) {
    m_catalogue = std::move(catalogue);
    m_items = std::move(items);
    m_genreRows->setRowCount(0);
    m_rows->setRowCount(0);
    m_copy->setEnabled(m_catalogue && !m_items.empty());
    m_copy->setToolTip(m_copy->isEnabled() ? tr("Copies ids, titles, genres and interactions as CSV")
                                           : tr("No item is selected"));
    if (!m_catalogue) return m_count->clear();
    m_count->setText(
        tr("%1 of %2 items").arg(wholeNumber(qint64(m_items.size())), wholeNumber(qint64(m_catalogue->size()))));
    for (const GenreShare& share : genreShares(*m_catalogue, m_items))
        m_genreRows->appendRow({new QStandardItem(QString::fromStdString(share.genre)),
                                new QStandardItem(percentText(share.selected)),
                                new QStandardItem(percentText(share.all))});
    for (const Token token : m_items) {
        const ItemInfo& item = infoOf(*m_catalogue, token);
        auto* title = new QStandardItem(QString::fromStdString(item.title.empty() ? item.id : item.title));
        title->setData(token, kTokenRole);
        m_rows->appendRow({title, new QStandardItem(wholeNumber(item.interactions))});
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
