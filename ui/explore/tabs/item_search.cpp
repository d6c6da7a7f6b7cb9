// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/item_search.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QStandardItemModel>

#include "core/store/dataset_store.h"
#include "ui/jobs/job_runner.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {
constexpr int kTypingPause = 150;         ///< ms without a key before the search starts
constexpr std::int64_t kMaxMatches = 12;  ///< largest number of matches in the popup; more letters narrow them down
constexpr int kPopupWidth = 280;          ///< design pixels: titles are wider than the input
constexpr int kTokenRole = Qt::UserRole + 1;
}  // namespace

ItemSearch::ItemSearch(JobRunner& jobs, QWidget* parent)
    : QLineEdit(parent),
      m_search(jobs, {.title = tr("Searching for an item")},
               [](JobContext& context, const Requested& requested) {
                   return DatasetStore(context.workspace)
                       .searchItems(requested.dataset, {.search = requested.text}, ItemOrder::Popularity,
                                    Direction::Descending, /*offset=*/0, kMaxMatches)
                       .rows;
               }),
      m_completer(new QCompleter(this)),
      m_found(new QStandardItemModel(this)) {
    setClearButtonEnabled(true);
    addAction(lineIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    m_completer->setModel(m_found);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    // Not QLineEdit::setCompleter, because it would offer the matches of the previous text.
    m_completer->setWidget(this);
    connect(m_completer, qOverload<const QModelIndex&>(&QCompleter::activated), this,
            [this](const QModelIndex& index) { choose(index.row()); });
    m_search.reportFailures();
    connect(&m_search, &AnyAsyncQuery::changed, this, [this] {
        if (const auto found = m_search.answer()) showMatches(*found);
    });
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPause);
    connect(&m_typing, &QTimer::timeout, this, &ItemSearch::search);
    connect(this, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (m_item) {
            m_item.reset();
            emit itemCleared();
        }
        m_choosingFirst = false;
        if (text.trimmed().isEmpty()) {
            m_typing.stop();
            m_completer->popup()->hide();
        } else {
            m_typing.start();
        }
    });
}

void ItemSearch::setDataset(std::optional<DatasetId> dataset) {
    m_dataset = dataset;
    m_search.clear();
    clearItem();
}

void ItemSearch::clearItem() {
    clear();
}

void ItemSearch::search() {
    m_typing.stop();
    if (m_dataset) m_search.run({*m_dataset, text().trimmed().toStdString()});
}

void ItemSearch::showMatches(const std::vector<ItemInfo>& found) {
    if (m_item || text().trimmed().isEmpty()) return;
    m_found->clear();
    for (const ItemInfo& item : found) {
        auto* row = new QStandardItem(QString::fromStdString(item.title));
        row->setData(item.token, kTokenRole);
        row->setToolTip(row->text());
        m_found->appendRow(row);
    }
    if (found.empty()) {
        auto* none = new QStandardItem(tr("No title contains “%1”").arg(text().trimmed()));
        none->setFlags(Qt::NoItemFlags);
        m_found->appendRow(none);
    }
    if (std::exchange(m_choosingFirst, false) && !found.empty()) return choose(0);
    if (!hasFocus()) return;
    QRect below = rect();
    below.setWidth(std::max(below.width(), Theme::instance().px(kPopupWidth)));
    m_completer->complete(below);
}

void ItemSearch::choose(int row) {
    const QModelIndex index = m_found->index(row, 0);
    if (!index.data(kTokenRole).isValid()) return;
    m_completer->popup()->hide();
    chooseItem(index.data(kTokenRole).toInt(), index.data().toString());
}

void ItemSearch::chooseItem(Token token, const QString& title) {
    setText(title);
    m_typing.stop();
    setCursorPosition(0);
    m_item = token;
    emit itemChosen(token, title);
}

void ItemSearch::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) return QLineEdit::keyPressEvent(event);
    if (m_item || text().trimmed().isEmpty()) return;
    m_choosingFirst = true;
    search();
}

}  // namespace recscope::ui
