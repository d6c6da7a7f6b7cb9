// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QSaveFile>
#include <QStyledItemDelegate>
#include <QToolTip>
#include <algorithm>
#include <set>
#include <utility>

#include "ui/theme/theme.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/frozen_column.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {

// Design pixels: a stretch column need not be wider than this to be read.
constexpr int kReadableWidth = 160;
constexpr int kPadding = space::kPadding;  // space at the left and right of a cell, as in the header's style

/// Right-aligns numeric columns and shows the full text of an elided cell as its tooltip.
class CellDelegate : public FullTextTipDelegate {
public:
    explicit CellDelegate(TableView* view) : FullTextTipDelegate(view), m_view(view) {}

    bool isElided(const QModelIndex& index, int width) const override {
        if (m_view->wordWrap()) return false;
        QStyleOptionViewItem option;
        option.initFrom(m_view);
        option.font = m_view->font();
        option.decorationSize = m_view->iconSize();
        return sizeHint(option, index).width() > width;
    }

    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override {
        if (event->type() == QEvent::ToolTip && index.data(Qt::ToolTipRole).toString().isEmpty()) {
            const bool cut = isElided(index, view->visualRect(index).width());
            QToolTip::showText(event->globalPos(), cut ? index.data().toString() : QString(), view);
            return true;
        }
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    }

    // Replaces the style's painting, so that the text begins and ends exactly where the header's text does.
    void paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const override {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        const QWidget* widget = option.widget;
        // The background of a marked row extends over every column.
        const QVariant marked = index.data(Qt::BackgroundRole);
        if (marked.isValid()) painter->fillRect(option.rect, qvariant_cast<QBrush>(marked));
        widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, widget);
        const int padding = Theme::instance().px(kPadding);
        QRect rest = option.rect.adjusted(padding, 0, -padding, 0);
        if (!option.icon.isNull()) {
            const QRect icon(QPoint(rest.left(), rest.center().y() - option.decorationSize.height() / 2),
                             option.decorationSize);
            option.icon.paint(painter, icon, Qt::AlignCenter);
            rest.setLeft(icon.right() + padding);
        }
        painter->save();
        painter->setFont(option.font);
        painter->setPen(option.palette.color(QPalette::Text));
        const bool wraps = m_view->wordWrap();
        const QString text =
            wraps ? option.text : QFontMetrics(option.font).elidedText(option.text, option.textElideMode, rest.width());
        painter->drawText(rest, int(option.displayAlignment) | (wraps ? int(Qt::TextWordWrap) : 0), text);
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& given, const QModelIndex& index) const override {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        const int padding = Theme::instance().px(kPadding);
        int width = QFontMetrics(option.font).horizontalAdvance(option.text) + 2 * padding + 1;
        if (!option.icon.isNull()) width += option.decorationSize.width() + padding;
        const QFontMetrics metrics(option.font);
        int height = metrics.height();
        if (m_view->wordWrap()) {
            const int available = m_view->columnWidth(index.column()) - 2 * padding;
            height = metrics.boundingRect(0, 0, std::max(available, 1), QWIDGETSIZE_MAX, Qt::TextWordWrap, option.text)
                         .height();
        }
        return QSize(width, height + padding);
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        option->displayAlignment = Qt::AlignLeft | Qt::AlignVCenter;
        if (!m_view->isNumericColumn(index.column())) return;
        option->displayAlignment = Qt::AlignRight | Qt::AlignVCenter;
        const bool bold = option->font.bold();
        option->font = Theme::instance().numbers();
        option->font.setBold(bold);
    }

private:
    TableView* m_view;
};

/// A header whose texts begin and end exactly where the texts of the cells do; right-aligned for numeric columns.
class HeaderView : public QHeaderView {
public:
    explicit HeaderView(TableView* view) : QHeaderView(Qt::Horizontal, view), m_view(view) {
        setSectionsClickable(true);
    }

protected:
    // The style paints only the background, the icon and the sort arrow; this class paints the text.
    void initStyleOptionForIndex(QStyleOptionHeader* option, int column) const override {
        QHeaderView::initStyleOptionForIndex(option, column);
        option->text.clear();
        option->textAlignment = Qt::AlignLeft | Qt::AlignVCenter;
    }

    void paintSection(QPainter* painter, const QRect& rect, int column) const override {
        painter->save();
        QHeaderView::paintSection(painter, rect, column);
        painter->restore();
        const Theme& theme = Theme::instance();
        const int padding = theme.px(kPadding);
        QRect bounds = rect.adjusted(padding, 0, -padding, 0);
        const QIcon icon = model()->headerData(column, Qt::Horizontal, Qt::DecorationRole).value<QIcon>();
        if (!icon.isNull()) bounds.setLeft(bounds.left() + style()->pixelMetric(QStyle::PM_SmallIconSize) + padding);
        if (isSortIndicatorShown() && sortIndicatorSection() == column) bounds.setRight(bounds.right() - theme.px(12));
        painter->save();
        painter->setFont(font());
        painter->setPen(theme.colours().muted);
        const QString text = model()->headerData(column, Qt::Horizontal).toString();
        painter->drawText(bounds,
                          int((m_view->isNumericColumn(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter),
                          QFontMetrics(font()).elidedText(text, Qt::ElideMiddle, bounds.width()));
        painter->restore();
    }

private:
    TableView* m_view;
};

/// The visible columns from left to right.
std::vector<int> shownColumns(const TableView& view) {
    std::vector<int> columns;
    for (int visual = 0; visual < view.model()->columnCount(); ++visual) {
        const int column = view.horizontalHeader()->logicalIndex(visual);
        if (!view.isColumnHidden(column)) columns.push_back(column);
    }
    return columns;
}

/// The table in machine-readable form: columns with exact values in the model (`kExactTitlesRole`) use these; other
/// columns are parsed from their text.
QString plainText(const TableView& view, TableFormat format, const std::set<int>& chosen) {
    const QAbstractItemModel& model = *view.model();
    TableHeader header;
    header.facts = view.facts();
    std::vector<QStringList> rows(chosen.size());
    for (const int column : shownColumns(view)) {
        const QString title = model.headerData(column, Qt::Horizontal).toString();
        const QStringList exact = model.headerData(column, Qt::Horizontal, kExactTitlesRole).toStringList();
        PlainColumns columns{.titles = exact, .rows = {}};
        QStringList texts;
        for (const int row : chosen) {
            const QModelIndex index = model.index(row, column);
            texts << index.data().toString().trimmed();
            if (exact.isEmpty()) continue;
            QStringList values;
            for (const QVariant& value : index.data(kExactValuesRole).toList()) values << exactText(value);
            while (values.size() < exact.size()) values << QString();
            columns.rows.push_back(values);
        }
        if (exact.isEmpty() && view.isNumericColumn(column)) {
            columns = plainColumns(title, texts, languageLocale());
        } else if (exact.isEmpty()) {
            columns.titles << title;
            for (const QString& text : texts) columns.rows.push_back({text});
        }
        header.titles << columns.titles;
        for (std::size_t row = 0; row < rows.size(); ++row) rows[row] << columns.rows[row];
    }
    return tableText(format, header, rows);
}

}  // namespace

std::optional<TableFile> askForTableFile(QWidget* parent, const QString& title, const QString& name) {
    const std::vector<TableFormatInfo>& formats = tableFormats();
    QStringList filters;
    for (const TableFormatInfo& info : formats) filters << QStringLiteral("%1 (*%2)").arg(info.title, info.suffix);
    QString chosen = filters.front();
    QString path = QFileDialog::getSaveFileName(parent, title, name + formats.front().suffix,
                                                filters.join(QStringLiteral(";;")), &chosen);
    if (path.isEmpty()) return {};
    if (const auto format = formatOfPath(path)) return TableFile{path, *format};
    const TableFormatInfo& info = formats[std::size_t(std::max(0, int(filters.indexOf(chosen))))];
    return TableFile{path + info.suffix, info.format};
}

TableView::TableView(QWidget* parent) : QTableView(parent), m_exportName(tr("table")) {
    setHorizontalHeader(new HeaderView(this));
    setItemDelegate(new CellDelegate(this));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);  // names often differ at their end: "… (1995)", "… seed 2"
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setCornerButtonEnabled(false);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setTextElideMode(Qt::ElideMiddle);
    connect(&Theme::instance(), &Theme::changed, this, &TableView::applyTheme);
    setMouseTracking(true);
    connect(this, &QAbstractItemView::entered, this, &TableView::showWholeText);
    new FrozenColumn(*this);
    applyTheme();
}

void TableView::showWholeText(const QModelIndex& index) {
    const auto* delegate = qobject_cast<const FullTextTipDelegate*>(itemDelegateForIndex(index));
    const QRect cell = visualRect(index);
    // Text that extends beyond the view's edge also counts as elided.
    const int width = cell.intersected(viewport()->rect()).width();
    if (delegate && delegate->isElided(index, width))
        QToolTip::showText(QCursor::pos(), delegate->fullText(index), viewport(), cell);
}

void TableView::applyTheme() {
    const Theme& theme = Theme::instance();
    setFont(theme.body());
    horizontalHeader()->setFont(theme.caption());
    verticalHeader()->setDefaultSectionSize(QFontMetrics(theme.body()).height() + theme.px(10));
    horizontalHeader()->setMinimumSectionSize(theme.px(28));
    if (model()) fitColumns();
}

void TableView::setModel(QAbstractItemModel* model) {
    QTableView::setModel(model);
    if (m_stretch >= 0) setStretchColumn(m_stretch);
}

void TableView::setNumericColumns(std::vector<int> columns) {
    m_numeric = std::move(columns);
    viewport()->update();
    horizontalHeader()->viewport()->update();
}

bool TableView::isNumericColumn(int column) const {
    return std::find(m_numeric.begin(), m_numeric.end(), column) != m_numeric.end();
}

void TableView::setStretchColumn(int column) {
    m_stretch = column;
    resizeStretchColumn();
}

void TableView::keepStretchColumnReadable() {
    m_stretchIsReadable = true;
    resizeStretchColumn();
}

void TableView::resizeStretchColumn() {
    if (!model() || m_stretch < 0 || m_stretch >= model()->columnCount()) return;
    QHeaderView& header = *horizontalHeader();
    const auto setMode = [&](QHeaderView::ResizeMode mode) {
        if (header.sectionResizeMode(m_stretch) != mode) header.setSectionResizeMode(m_stretch, mode);
    };
    int remaining = viewport()->width();
    for (int column = 0; column < model()->columnCount(); ++column)
        if (column != m_stretch && !isColumnHidden(column)) remaining -= columnWidth(column);
    const int needed = std::max(sizeHintForColumn(m_stretch), header.sectionSizeHint(m_stretch));
    const int readable = std::min(needed, Theme::instance().px(kReadableWidth));
    if (!m_stretchIsReadable || remaining >= readable) return setMode(QHeaderView::Stretch);
    setMode(QHeaderView::Interactive);
    setColumnWidth(m_stretch, readable);
}

void TableView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    if (m_stretchIsReadable) resizeStretchColumn();
}

void TableView::fitColumns() {
    if (!model()) return;
    horizontalHeader()->setResizeContentsPrecision(50);
    const int arrow = isSortingEnabled() ? Theme::instance().px(12) : 0;
    const QFontMetrics header(horizontalHeader()->font());
    for (int column = 0; column < model()->columnCount(); ++column) {
        if (column == m_stretch) continue;
        // Includes hidden columns: they may be shown later, and Qt has no size hint for their headers.
        const int name = header.horizontalAdvance(model()->headerData(column, Qt::Horizontal).toString()) +
                         2 * Theme::instance().px(kPadding) + arrow;
        const int width = std::max({sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column), name});
        setColumnWidth(column, std::min(width, Theme::instance().px(280)));
    }
    resizeStretchColumn();  // also because the column may not have existed when it was set
}

void TableView::setEmptyText(const QString& sentence) {
    m_emptyText = sentence;
    viewport()->update();
}

TableFacts TableView::facts() const {
    TableFacts all;
    for (const QWidget* above = parentWidget(); above && all.empty(); above = above->parentWidget())
        if (const auto* source = dynamic_cast<const TableFactsSource*>(above)) all = source->tableFacts();
    // A fact of the table itself takes precedence over a fact of the page with the same title.
    std::erase_if(all, [this](const auto& fact) {
        return std::any_of(m_facts.begin(), m_facts.end(),
                           [&](const auto& ownFact) { return ownFact.first == fact.first; });
    });
    all.insert(all.end(), m_facts.begin(), m_facts.end());
    return all;
}

QString TableView::toText(TableFormat format, Part part) const {
    if (!model()) return {};
    std::set<int> chosen;
    if (part == Part::Selection && selectionModel())
        for (const QModelIndex& index : selectionModel()->selectedIndexes()) chosen.insert(index.row());
    if (chosen.empty())
        for (int row = 0; row < model()->rowCount(); ++row)
            if (!isRowHidden(row)) chosen.insert(row);
    if (format == TableFormat::Csv || format == TableFormat::Tsv) return plainText(*this, format, chosen);
    TableHeader header;
    header.facts = facts();
    const std::vector<int> columns = shownColumns(*this);
    for (const int column : columns) {
        header.titles << model()->headerData(column, Qt::Horizontal).toString();
        header.numeric.push_back(isNumericColumn(column));
    }
    std::vector<QStringList> rows;
    std::vector<std::vector<bool>> bold;
    for (const int row : chosen) {
        rows.emplace_back();
        bold.emplace_back();
        for (const int column : columns) {
            const QModelIndex index = model()->index(row, column);
            rows.back() << index.data().toString();
            bold.back().push_back(index.data(Qt::FontRole).value<QFont>().bold());
        }
    }
    return tableText(format, header, rows, bold);
}

void TableView::copyAs(TableFormat format, Part part) {
    QGuiApplication::clipboard()->setText(toText(format, part));
}

void TableView::exportTable() {
    if (const auto file = askForTableFile(this, tr("Export table"), m_exportName)) exportTo(file->path, file->format);
}

void TableView::exportTo(const QString& path, TableFormat format) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(toText(format, Part::All).toUtf8()) >= 0 && file.commit())
        announceSaved(this, path);
    else
        announceNotSaved(this, path, file.errorString());
}

bool TableView::hasRows() const {
    return model() && model()->rowCount() > 0;
}

void TableView::addTextActions(QMenu& menu) {
    // A right click selects the row under the pointer, so the whole table is offered in addition to the selection.
    const bool chosen = selectionModel() && selectionModel()->hasSelection();
    QAction* copy =
        menu.addAction(chosen ? tr("Copy selected rows") : tr("Copy table"), this, &TableView::copySelection);
    copy->setShortcut(QKeySequence::Copy);
    std::vector<QAction*> all{copy};
    const auto addFormats = [&](const QString& title, Part part) {
        QMenu* formats = menu.addMenu(title);
        for (const TableFormatInfo& info : tableFormats())
            formats->addAction(info.title, this, [this, format = info.format, part] { copyAs(format, part); });
        all.push_back(formats->menuAction());
    };
    if (chosen) addFormats(tr("Copy selected rows as"), Part::Selection);
    addFormats(tr("Copy table as"), Part::All);
    all.push_back(menu.addAction(tr("Export table…"), this, &TableView::exportTable));
    for (QAction* action : all) action->setEnabled(hasRows());
}

void TableView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu& menu = contextMenu(*this);
    addTextActions(menu);
    if (!actions().isEmpty()) {
        menu.addSeparator();
        menu.addActions(actions());
    }
    menu.popup(event->globalPos());
}

void TableView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

void TableView::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    if (m_emptyText.isEmpty() || (model() && model()->rowCount() > 0)) return;
    QPainter painter(viewport());
    painter.setPen(Theme::instance().colours().muted);
    painter.setFont(Theme::instance().body());
    const int margin = Theme::instance().px(space::kPageMargin);
    painter.drawText(viewport()->rect().adjusted(margin, 0, -margin, 0), Qt::AlignCenter | Qt::TextWordWrap,
                     m_emptyText);
}

}  // namespace recscope::ui
