// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attention_lines.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/attention/attention_export.h"
#include "ui/theme/theme.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {

constexpr double kMinStrength = 0.04;   ///< smallest strength, 0…1, of a drawn line; weaker ones would be invisible
constexpr std::size_t kNamedLines = 3;  ///< number of the chosen item's lines that the sentence names

}  // namespace

AttentionLines::AttentionLines(AttentionMap& map, QWidget* parent) : QAbstractScrollArea(parent), m_map(map) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    connect(&map.model(), &AttentionMapModel::choiceChanged, this, &AttentionLines::updateFromMap);
    connect(&map.model(), &AttentionMapModel::rangeChanged, this, &AttentionLines::updateFromMap);
    connect(&Theme::instance(), &Theme::changed, this, &AttentionLines::updateFromMap);
    updateFromMap();
}

void AttentionLines::updateFromMap() {
    const int size = m_map.model().positions();
    const QFontMetricsF caption(Theme::instance().caption());
    m_widestName = 0;
    m_largest.assign(size_t(size), double(m_map.model().maximum()));
    const bool byRow = m_map.model().range() == MapRange::Row && !m_map.model().isSigned();
    for (int row = 0; row < size; ++row) {
        m_widestName = std::max(m_widestName, caption.horizontalAdvance(m_map.model().labelOf(row)));
        if (!byRow) continue;
        m_largest[size_t(row)] = 0;
        for (int column = 0; column < size; ++column)
            m_largest[size_t(row)] = std::max(m_largest[size_t(row)], double(m_map.model().valueAt({row, column})));
    }
    const bool sameSize = size == m_size;
    m_size = size;
    const auto before = chosen();
    if (!sameSize) {
        m_hovered.reset();
        m_pinned.reset();
    }
    fitScrollBar();
    // Scrolls to the position that makes the prediction, which is the last one.
    if (!sameSize) verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    describe();
    viewport()->update();
    if (before != chosen()) emit chosenChanged();
}

void AttentionLines::fitScrollBar() {
    const double available = availableHeight(), needed = m_size * rowHeight(available);
    verticalScrollBar()->setRange(0, std::max(0, int(std::ceil(needed - available))));
    verticalScrollBar()->setPageStep(std::max(1, int(available)));
    verticalScrollBar()->setSingleStep(std::max(1, int(rowHeight(available))));
}

double AttentionLines::strength(MapCell cell) const {
    const double value = double(m_map.model().valueAt(cell)), largest = m_largest[size_t(cell.row)];
    return std::isnan(value) || largest <= 0 ? 0 : std::min(1.0, std::abs(value) / largest);
}

MapCell AttentionLines::cellOf(LineEnd end, int other) const {
    return end.side == LineSide::Query ? MapCell{end.position, other} : MapCell{other, end.position};
}

std::vector<MapCell> AttentionLines::shownCells() const {
    std::vector<MapCell> cells;
    const auto end = chosen();
    for (int row = 0; row < m_size; ++row) {
        for (int column = 0; column < m_size; ++column) {
            const bool isOfChosen = end && (end->side == LineSide::Query ? row : column) == end->position;
            const double drawn = end && !isOfChosen ? 0 : strength({row, column});
            if (drawn > 0 && (isOfChosen || drawn >= kMinStrength)) cells.push_back({row, column});
        }
    }
    // The strongest lines are drawn last, on top.
    std::stable_sort(cells.begin(), cells.end(),
                     [this](const MapCell& a, const MapCell& b) { return strength(a) < strength(b); });
    return cells;
}

QString AttentionLines::valueText(MapCell cell) const {
    const double value = double(m_map.model().valueAt(cell));
    return m_map.model().isSigned() ? signedNumber(value, 3) : fixedNumber(value, 3);
}

QString AttentionLines::sentence() const {
    const auto end = chosen();
    if (!end) return {};
    std::vector<MapCell> cells = shownCells();
    std::reverse(cells.begin(), cells.end());
    QStringList parts;
    for (size_t i = 0; i < std::min(cells.size(), kNamedLines); ++i) {
        const QString other = m_map.model().labelOf(end->side == LineSide::Query ? cells[i].column : cells[i].row);
        parts << tr("%1: %2").arg(other, valueText(cells[i]));
    }
    const QString name = m_map.model().labelOf(end->position);
    if (parts.isEmpty())
        return end->side == LineSide::Query ? tr("%1 looks at nothing").arg(name) : tr("Nothing looks at %1").arg(name);
    return (end->side == LineSide::Query ? tr("%1 looks most at %2") : tr("%1 is looked at most by %2"))
        .arg(name, parts.join(tr(", ")));
}

void AttentionLines::describe() {
    setAccessibleName(m_size == 0 ? tr("Attention lines, empty")
                                  : tr("Attention lines, %1").arg(sourceOf(m_map.model().choice())));
    setAccessibleDescription(m_size == 0 ? m_map.model().reason() : sentence());
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void AttentionLines::pin(std::optional<LineEnd> end) {
    if (end) end->position = std::clamp(end->position, 0, std::max(0, m_size - 1));
    if (m_size == 0 || end == m_pinned) return;
    m_pinned = end;
    if (end) reveal(end->position);
    describe();
    viewport()->update();
    emit chosenChanged();
}

void AttentionLines::hover(std::optional<LineEnd> end) {
    if (end == m_hovered) return;
    m_hovered = end;
    viewport()->setCursor(end ? Qt::PointingHandCursor : Qt::ArrowCursor);
    describe();
    viewport()->update();
    // A tooltip shows an elided name in full, without delay.
    const bool cut =
        end && QFontMetricsF(Theme::instance().caption()).horizontalAdvance(m_map.model().labelOf(end->position)) >
                   rectOf(*end).width() - 2 * Theme::instance().px(space::kUnit);
    QToolTip::showText(QCursor::pos(), cut ? m_map.model().labelOf(end->position) : QString(), viewport());
    emit chosenChanged();
}

void AttentionLines::reveal(int position) {
    const double available = availableHeight(), row = rowHeight(available), top = position * row;
    const int value = verticalScrollBar()->value();
    if (top < value) {
        verticalScrollBar()->setValue(int(top));
    } else if (top + row > value + available) {
        verticalScrollBar()->setValue(int(std::ceil(top + row - available)));
    }
}

std::optional<LineEnd> AttentionLines::endAt(QPointF point) const {
    if (m_size == 0) return {};
    const Areas at = shownAreas();
    const int position = int(std::floor((point.y() - at.top) / at.row));
    if (point.y() < at.header || point.y() > at.bottom || position < 0 || position >= m_size) return {};
    if (point.x() <= at.left) return LineEnd{LineSide::Query, position};
    if (point.x() >= at.right) return LineEnd{LineSide::Key, position};
    return {};
}

void AttentionLines::mouseMoveEvent(QMouseEvent* event) {
    hover(endAt(event->position()));
}

void AttentionLines::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const auto end = endAt(event->position());
    pin(end == m_pinned ? std::nullopt : end);
}

void AttentionLines::wheelEvent(QWheelEvent* event) {
    QAbstractScrollArea::wheelEvent(event);
    hover(endAt(event->position()));
}

bool AttentionLines::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) hover({});
    return QAbstractScrollArea::viewportEvent(event);
}

void AttentionLines::scrollContentsBy(int, int) {
    viewport()->update();
}

void AttentionLines::resizeEvent(QResizeEvent*) {
    const bool atEnd = verticalScrollBar()->value() == verticalScrollBar()->maximum();
    fitScrollBar();
    if (atEnd) verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void AttentionLines::keyPressEvent(QKeyEvent* event) {
    if (m_size == 0) return QAbstractScrollArea::keyPressEvent(event);
    // Without a pin, the arrow keys start at the predicting row.
    const LineEnd from = m_pinned.value_or(LineEnd{LineSide::Query, m_size - 1});
    const int step = m_pinned ? 1 : 0;
    switch (event->key()) {
        case Qt::Key_Up:
            return pin(LineEnd{from.side, from.position - step});
        case Qt::Key_Down:
            return pin(LineEnd{from.side, from.position + step});
        case Qt::Key_Home:
            return pin(LineEnd{from.side, 0});
        case Qt::Key_End:
            return pin(LineEnd{from.side, m_size - 1});
        case Qt::Key_Left:
            return pin(LineEnd{LineSide::Query, from.position});
        case Qt::Key_Right:
            return pin(LineEnd{LineSide::Key, from.position});
        case Qt::Key_Escape:
            return m_pinned ? pin({}) : QAbstractScrollArea::keyPressEvent(event);
        default:
            break;
    }
    if (event->matches(QKeySequence::Copy)) return copyText(valuesAsText(m_map.model(), '\t'));
    QAbstractScrollArea::keyPressEvent(event);
}

void AttentionLines::contextMenuEvent(QContextMenuEvent* event) {
    showMenu(event->globalPos());
}

void AttentionLines::showMenu(QPoint globalPosition) {
    if (m_size == 0) return;
    QMenu& menu = contextMenu(*this);
    menu.addAction(tr("Save as PNG, SVG, PDF or CSV…"), this, &AttentionLines::save);
    menu.addAction(tr("Copy picture"), this, [this] { copyPicture(this, picture()); });
    menu.addAction(tr("Copy values\tCtrl+C"), this, [this] { copyText(valuesAsText(m_map.model(), '\t')); });
    menu.addSeparator();
    QAction* unpin = menu.addAction(tr("Show all lines\tEsc"), this, [this] { pin({}); });
    unpin->setEnabled(m_pinned.has_value());
    menu.popup(globalPosition);
}

void AttentionLines::save() {
    const QString path =
        askWhereToSave(this, fileNameOf(m_map.model().choice()) + QStringLiteral("-lines"), QStringLiteral(".png"),
                       tr("Picture (*.png);;Drawing (*.svg);;Document (*.pdf);;Values (*.csv)"));
    if (!path.isEmpty()) exportTo(path);
}

void AttentionLines::exportTo(const QString& path) {
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return announceEnd(this, path, writeText(path, valuesAsText(m_map.model(), ',')));
    savePicture(this, path, picture());
}

Picture AttentionLines::picture() const {
    const QSizeF whole(viewport()->width(), headerHeight() + m_size * rowHeight(availableHeight()));
    return {.size = whole.toSize(),
            .title = tr("Attention, %1").arg(sourceOf(m_map.model().choice())),
            .paint = [this, whole](
                         QPainter& painter) { paint(painter, areas(whole, /*scrolled=*/0), /*interactive=*/false); },
            .makePainter = {}};
}

QSize AttentionLines::sizeHint() const {
    return m_map.sizeHint();
}

QSize AttentionLines::minimumSizeHint() const {
    return m_map.minimumSizeHint();
}

}  // namespace recscope::ui
