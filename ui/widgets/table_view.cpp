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

namespace recscope::ui {

namespace {

constexpr int kPadding = space::kInside;  // left and right in a cell, as in the header's style

/// Right-aligns numeric columns and shows the whole text of an elided cell as its tooltip.
class CellDelegate : public WholeTextDelegate {
public:
    explicit CellDelegate(TableView* view) : WholeTextDelegate(view), m_view(view) {}

    bool isCut(const QModelIndex& index, int width) const override {
        QStyleOptionViewItem option;
        option.initFrom(m_view);
        option.font = m_view->font();
        option.decorationSize = m_view->iconSize();
        return sizeHint(option, index).width() > width;
    }

    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override {
        if (event->type() == QEvent::ToolTip && index.data(Qt::ToolTipRole).toString().isEmpty()) {
            const bool cut = sizeHint(option, index).width() > view->visualRect(index).width();
            QToolTip::showText(event->globalPos(), cut ? index.data().toString() : QString(), view);
            return true;
        }
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    }

    // Own painting, so that cells begin and end exactly where their headers do.
    void paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const override {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        const QWidget* widget = option.widget;
        // A marked row is marked in every column.
        const QVariant marked = index.data(Qt::BackgroundRole);
        if (marked.isValid()) painter->fillRect(option.rect, qvariant_cast<QBrush>(marked));
        widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, widget);
        const int padding = Theme::instance().px(kPadding);
        QRect rest = option.rect.adjusted(padding, 0, -padding, 0);
        if (!option.icon.isNull()) {
            const QRect place(QPoint(rest.left(), rest.center().y() - option.decorationSize.height() / 2),
                              option.decorationSize);
            option.icon.paint(painter, place, Qt::AlignCenter);
            rest.setLeft(place.right() + padding);
        }
        painter->save();
        painter->setFont(option.font);
        painter->setPen(option.palette.color(QPalette::Text));
        const QString text = QFontMetrics(option.font).elidedText(option.text, option.textElideMode, rest.width());
        painter->drawText(rest, int(option.displayAlignment), text);
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& given, const QModelIndex& index) const override {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        const int padding = Theme::instance().px(kPadding);
        int width = QFontMetrics(option.font).horizontalAdvance(option.text) + 2 * padding + 1;
        if (!option.icon.isNull()) width += option.decorationSize.width() + padding;
        return QSize(width, QFontMetrics(option.font).height() + padding);
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

/// Headers that begin and end exactly where their cells' text does; those of numeric columns at the right.
class HeaderView : public QHeaderView {
public:
    explicit HeaderView(TableView* view) : QHeaderView(Qt::Horizontal, view), m_view(view) {
        setSectionsClickable(true);
    }

protected:
    // The style paints the ground, the icon and the sort arrow; the text is ours.
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
        QRect room = rect.adjusted(padding, 0, -padding, 0);
        const QIcon icon = model()->headerData(column, Qt::Horizontal, Qt::DecorationRole).value<QIcon>();
        if (!icon.isNull()) room.setLeft(room.left() + style()->pixelMetric(QStyle::PM_SmallIconSize) + padding);
        if (isSortIndicatorShown() && sortIndicatorSection() == column) room.setRight(room.right() - theme.px(12));
        painter->save();
        painter->setFont(font());
        painter->setPen(theme.colours().muted);
        const QString text = model()->headerData(column, Qt::Horizontal).toString();
        painter->drawText(room,
                          int((m_view->isNumericColumn(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter),
                          QFontMetrics(font()).elidedText(text, Qt::ElideRight, room.width()));
        painter->restore();
    }

private:
    TableView* m_view;
};

QString csvCell(QString text, QChar separator) {
    if (separator == QLatin1Char('\t'))
        return text.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
    const bool quote = text.contains(separator) || text.contains(QLatin1Char('"')) || text.contains(QLatin1Char('\n'));
    if (!quote) return text;
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
}

}  // namespace

TableView::TableView(QWidget* parent) : QTableView(parent), m_exportName(tr("table")) {
    setHorizontalHeader(new HeaderView(this));
    setItemDelegate(new CellDelegate(this));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideRight);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setCornerButtonEnabled(false);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setTextElideMode(Qt::ElideRight);
    connect(&Theme::instance(), &Theme::changed, this, &TableView::applyTheme);
    setMouseTracking(true);
    connect(this, &QAbstractItemView::entered, this, &TableView::showWholeText);
    applyTheme();
}

void TableView::showWholeText(const QModelIndex& index) {
    const auto* delegate = qobject_cast<const WholeTextDelegate*>(itemDelegateForIndex(index));
    const QRect cell = visualRect(index);
    // What goes over the view's edge is cut, too.
    const int width = cell.intersected(viewport()->rect()).width();
    if (delegate && delegate->isCut(index, width))
        QToolTip::showText(QCursor::pos(), delegate->wholeText(index), viewport(), cell);
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
    if (model() && column < model()->columnCount())
        horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
}

void TableView::fitColumns() {
    if (!model()) return;
    horizontalHeader()->setResizeContentsPrecision(50);
    const int arrow = isSortingEnabled() ? Theme::instance().px(12) : 0;
    for (int column = 0; column < model()->columnCount(); ++column) {
        if (column == m_stretch || isColumnHidden(column)) continue;
        const int width = std::max(sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column));
        setColumnWidth(column, std::min(width + arrow, Theme::instance().px(280)));
    }
}

void TableView::setEmptyText(const QString& sentence) {
    m_emptyText = sentence;
    viewport()->update();
}

QString TableView::toText(Part part, QChar separator) const {
    if (!model()) return {};
    std::vector<int> columns;
    for (int visual = 0; visual < model()->columnCount(); ++visual) {
        const int column = horizontalHeader()->logicalIndex(visual);
        if (!isColumnHidden(column)) columns.push_back(column);
    }
    std::set<int> rows;
    if (part == Part::Selection && selectionModel())
        for (const QModelIndex& index : selectionModel()->selectedIndexes()) rows.insert(index.row());
    if (rows.empty())
        for (int row = 0; row < model()->rowCount(); ++row)
            if (!isRowHidden(row)) rows.insert(row);

    QString text;
    const auto line = [&](auto cell) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i) text += separator;
            text += csvCell(cell(columns[i]), separator);
        }
        text += QLatin1Char('\n');
    };
    line([&](int column) { return model()->headerData(column, Qt::Horizontal).toString(); });
    for (int row : rows) line([&](int column) { return model()->index(row, column).data().toString(); });
    return text;
}

QString TableView::toTsv(Part part) const {
    return toText(part, QLatin1Char('\t'));
}
QString TableView::toCsv() const {
    return toText(Part::All, QLatin1Char(','));
}

void TableView::copySelection() {
    QGuiApplication::clipboard()->setText(toTsv(Part::Selection));
}

void TableView::exportCsv() {
    QString path = QFileDialog::getSaveFileName(this, tr("Export table"), m_exportName + QStringLiteral(".csv"),
                                                tr("Comma-separated text (*.csv)"));
    if (path.isEmpty()) return;
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) && file.write(toCsv().toUtf8()) >= 0 && file.commit();
    emit told(written ? tr("Saved %1").arg(path) : tr("%1 could not be written: %2").arg(path, file.errorString()));
}

void TableView::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    const bool rows = model() && model()->rowCount() > 0;
    const bool chosen = selectionModel() && selectionModel()->hasSelection();
    QAction* copy =
        menu.addAction(chosen ? tr("Copy selected rows") : tr("Copy table"), this, &TableView::copySelection);
    copy->setShortcut(QKeySequence::Copy);
    QAction* save = menu.addAction(tr("Export as CSV…"), this, &TableView::exportCsv);
    copy->setEnabled(rows);
    save->setEnabled(rows);
    if (!actions().isEmpty()) {
        menu.addSeparator();
        menu.addActions(actions());
    }
    menu.exec(event->globalPos());
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
    const int margin = Theme::instance().px(space::kPage);
    painter.drawText(viewport()->rect().adjusted(margin, 0, -margin, 0), Qt::AlignCenter | Qt::TextWordWrap,
                     m_emptyText);
}

}  // namespace recscope::ui
