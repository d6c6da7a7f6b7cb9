// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/attention_map.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QStyleHints>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/explore/attention_export.h"
#include "ui/explore/attention_map_places.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {
constexpr double kFewestCells = 4;      ///< shown when zoomed in most
constexpr double kZoomPerNotch = 1.25;  ///< of a wheel
constexpr double kNotch = 120;          ///< QWheelEvent: eighths of a degree per notch of a usual mouse
}  // namespace

AttentionMap::AttentionMap(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setToolTip({});
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        rebuild();
        updateGeometry();
    });
    describe();
}

AttentionMap::~AttentionMap() = default;

void AttentionMap::setMaps(std::shared_ptr<const AttentionMaps> maps, QStringList labels, Sight sight) {
    const bool sameShape = m_maps && maps && maps->size == m_maps->size;
    m_maps = std::move(maps);
    m_rollout.reset();
    m_labels = std::move(labels);
    m_sight = sight;
    m_hovered.reset();
    m_highlight = {-1, -1};
    if (!sameShape) {
        m_pinned.reset();
        m_rows.clear();
        m_view = m_maps ? QRectF(0, 0, m_maps->size, m_maps->size) : QRectF();
    }
    m_choice = existing(m_choice);
    rebuild();
    emit choiceChanged();
}

void AttentionMap::clear(const QString& reason) {
    m_maps.reset();
    m_rollout.reset();
    m_labels.clear();
    m_rows.clear();
    m_hovered.reset();
    m_pinned.reset();
    m_highlight = {-1, -1};
    rebuild();
    m_reason = reason;
    describe();
    emit choiceChanged();
}

MapChoice AttentionMap::existing(MapChoice choice) const {
    if (!m_maps || m_maps->size == 0) return choice;
    for (HeadId* head : {&choice.head, &choice.other}) {
        head->layer = std::clamp(head->layer, 0, m_maps->layers - 1);
        head->head = std::clamp(head->head, 0, m_maps->heads - 1);
    }
    return choice;
}

void AttentionMap::choose(const MapChoice& choice) {
    m_choice = existing(choice);
    rebuild();
    emit choiceChanged();
}

void AttentionMap::setHead(int layer, int head) {
    MapChoice choice = m_choice;
    choice.head = {layer, head};
    choose(choice);
}

void AttentionMap::setView(MapView view) {
    MapChoice choice = m_choice;
    choice.view = view;
    // A head minus itself is an empty map: the first comparison is with the next head.
    if (view == MapView::AgainstHead && choice.other == choice.head && m_maps && m_maps->heads > 0) {
        const int next = (choice.head.layer * m_maps->heads + choice.head.head + 1) % (m_maps->layers * m_maps->heads);
        choice.other = {next / m_maps->heads, next % m_maps->heads};
    }
    choose(choice);
}

void AttentionMap::setOther(HeadId other) {
    MapChoice choice = m_choice;
    choice.other = other;
    choose(choice);
}

void AttentionMap::setRollout(std::shared_ptr<const AttentionMaps> of, std::shared_ptr<const AttentionView> rollout) {
    if (of != m_maps) return;
    m_rollout = std::move(rollout);
    choose(m_choice);
}

void AttentionMap::toggleRow(int row) {
    if (isEmpty() || row < 0 || row >= m_shown.size) return;
    if (m_rows.erase(row) == 0) m_rows.insert(row);
    describe();
    update();
    emit rowsChanged();
}

void AttentionMap::clearRows() {
    if (m_rows.empty()) return;
    m_rows.clear();
    describe();
    update();
    emit rowsChanged();
}

float AttentionMap::valueAt(MapCell cell) const {
    return isEmpty() ? 0.0f : m_shown.at(cell.row, cell.column);
}

std::vector<float> AttentionMap::sumOf(const std::vector<int>& rows) const {
    return isEmpty() ? std::vector<float>() : sumOfRows(m_shown, rows);
}

void AttentionMap::setRange(MapRange range) {
    if (range == m_range) return;
    m_range = range;
    rebuild();
    emit rangeChanged(range);
}

void AttentionMap::rebuild() {
    const QFontMetricsF caption(Theme::instance().caption());
    m_widestLabel = 0;
    for (const QString& label : m_labels) m_widestLabel = std::max(m_widestLabel, caption.horizontalAdvance(label));
    m_shown = {};
    m_reason.clear();
    m_texture.clear();
    m_maximum = 0;
    if (m_maps && m_maps->size > 0) {
        if (m_choice.view != MapView::Rollout) {
            m_shown = shownView(*m_maps, m_choice);
        } else if (m_rollout) {
            m_shown = *m_rollout;
        } else {
            m_reason = tr("Multiplying the layers…");
            emit rolloutWanted(m_maps);
        }
    }
    if (!isEmpty()) {
        const bool differs = isDifference(m_choice.view);
        const auto& numbers = m_range == MapRange::Shared && !differs ? m_maps->weights : m_shown.weights;
        for (const float number : numbers) m_maximum = std::max(m_maximum, std::abs(number));
        if (m_range == MapRange::Row && !differs) {
            m_texture.setByRow(m_shown.weights, m_shown.size, m_sight);
        } else {
            m_texture.set(m_shown.weights, m_shown.size, m_maximum, m_sight,
                          differs ? MapScale::Diverging : MapScale::Sequential);
        }
    }
    describe();
    update();
}

QString AttentionMap::sentence(MapCell cell) const {
    if (isEmpty()) return {};
    const QString looker = m_labels.value(cell.row), seen = m_labels.value(cell.column), where = sourceOf(m_choice);
    if (m_sight == Sight::LeftOnly && cell.column > cell.row)
        return tr("%1 cannot look at %2: it comes later (%3)").arg(looker, seen, where);
    const double value = double(valueAt(cell));
    const QString number = QString::number(std::abs(value), 'f', 3);
    if (isDifference(m_choice.view))
        return value < 0 ? tr("%1 looks at %2 by %3 less (%4)").arg(looker, seen, number, where)
                         : tr("%1 looks at %2 by %3 more (%4)").arg(looker, seen, number, where);
    if (m_choice.view == MapView::Rollout) return tr("%2 reaches %1 with %3 (%4)").arg(looker, seen, number, where);
    return tr("%1 looks at %2: %3 (%4)").arg(looker, seen, number, where);
}

QString AttentionMap::tagText() const {
    if (m_hovered) return sentence(*m_hovered);
    return m_pinned ? sentence(*m_pinned) : QString();
}

void AttentionMap::describe() {
    setAccessibleName(isEmpty() ? tr("Attention map, empty") : tr("Attention map, %1").arg(sourceOf(m_choice)));
    QString description = isEmpty() ? m_reason : tagText();
    if (!m_rows.empty()) description += tr(" %1 rows are summed.").arg(m_rows.size());
    setAccessibleDescription(description.trimmed());
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void AttentionMap::pin(int row, int column) {
    if (isEmpty()) return;
    const MapCell cell{std::clamp(row, 0, m_maps->size - 1), std::clamp(column, 0, m_maps->size - 1)};
    reveal(cell);
    if (m_pinned == cell) return;
    m_pinned = cell;
    describe();
    update();
    emit pinned(cell.row, cell.column);
}

void AttentionMap::unpin() {
    if (!m_pinned) return;
    m_pinned.reset();
    describe();
    update();
    emit pinned(-1, -1);
}

void AttentionMap::setHighlight(int row, int column) {
    const MapCell highlight{row, column};
    if (highlight == m_highlight) return;
    m_highlight = highlight;
    update();
}

QRectF AttentionMap::rectOf(MapCell cell, const Places& places) const {
    const double width = places.map.width() / m_view.width(), height = places.map.height() / m_view.height();
    return {places.map.left() + (cell.column - m_view.left()) * width,
            places.map.top() + (cell.row - m_view.top()) * height, width, height};
}

QRectF AttentionMap::cellRect(MapCell cell) const {
    return isEmpty() ? QRectF() : rectOf(cell, places(size()));
}

std::optional<MapCell> AttentionMap::cellAt(QPointF point) const {
    if (isEmpty()) return {};
    const QRectF map = places(size()).map;
    if (!map.contains(point)) return {};
    const double x = m_view.left() + (point.x() - map.left()) / map.width() * m_view.width();
    const double y = m_view.top() + (point.y() - map.top()) / map.height() * m_view.height();
    const int last = m_maps->size - 1;
    return MapCell{std::clamp(int(y), 0, last), std::clamp(int(x), 0, last)};
}

void AttentionMap::hover(std::optional<MapCell> cell) {
    if (cell == m_hovered) return;
    m_hovered = cell;
    describe();
    update();
    emit hovered(cell ? cell->row : -1, cell ? cell->column : -1);
}

bool AttentionMap::isZoomed() const {
    return !isEmpty() && m_view.width() < m_maps->size;
}

void AttentionMap::showAll() {
    m_view = m_texture.wholeView();
    update();
}

void AttentionMap::zoom(double factor, QPointF anchor) {
    if (isEmpty()) return;
    const QRectF map = places(size()).map;
    const double whole = m_maps->size;
    const double cells = std::clamp(m_view.width() / factor, std::min(kFewestCells, whole), whole);
    const double xShare = std::clamp((anchor.x() - map.left()) / map.width(), 0.0, 1.0);
    const double yShare = std::clamp((anchor.y() - map.top()) / map.height(), 0.0, 1.0);
    const QPointF fixed(m_view.left() + xShare * m_view.width(), m_view.top() + yShare * m_view.height());
    m_view.setSize({cells, cells});
    panTo({fixed.x() - xShare * cells, fixed.y() - yShare * cells});
}

void AttentionMap::panTo(QPointF topLeft) {
    const double room = m_maps->size - m_view.width();
    m_view.moveTo(std::clamp(topLeft.x(), 0.0, room), std::clamp(topLeft.y(), 0.0, room));
    update();
}

void AttentionMap::reveal(MapCell cell) {
    QPointF topLeft = m_view.topLeft();
    const double cells = m_view.width();
    topLeft.setX(std::clamp(topLeft.x(), cell.column + 1 - cells, double(cell.column)));
    topLeft.setY(std::clamp(topLeft.y(), cell.row + 1 - cells, double(cell.row)));
    panTo(topLeft);
}

void AttentionMap::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton && !isEmpty()) {
        const QPointF moved = event->position() - m_pressedAt;
        if (moved.manhattanLength() >= QGuiApplication::styleHints()->startDragDistance()) m_panning = true;
        if (m_panning && isZoomed()) {
            const QRectF map = places(size()).map;
            panTo({m_viewAtPress.x() - moved.x() / map.width() * m_view.width(),
                   m_viewAtPress.y() - moved.y() / map.height() * m_view.height()});
            setCursor(Qt::ClosedHandCursor);
            return;
        }
    }
    hover(cellAt(event->position()));
}

void AttentionMap::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    m_pressedAt = event->position();
    m_viewAtPress = m_view.topLeft();
    m_panning = false;
}

void AttentionMap::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    unsetCursor();
    if (m_panning) {
        m_panning = false;
        return;
    }
    const auto cell = cellAt(event->position());
    if (!cell) return;
    if (event->modifiers() & Qt::ControlModifier) {
        toggleRow(cell->row);
    } else if (m_pinned == cell) {
        unpin();
    } else {
        pin(cell->row, cell->column);
    }
}

void AttentionMap::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) showAll();
}

void AttentionMap::wheelEvent(QWheelEvent* event) {
    if (isEmpty() || !places(size()).map.contains(event->position())) {
        event->ignore();
        return;
    }
    zoom(std::pow(kZoomPerNotch, event->angleDelta().y() / kNotch), event->position());
    hover(cellAt(event->position()));
    event->accept();
}

void AttentionMap::leaveEvent(QEvent*) {
    hover({});
}

void AttentionMap::keyPressEvent(QKeyEvent* event) {
    if (isEmpty()) return QWidget::keyPressEvent(event);
    const int last = m_maps->size - 1;
    // Without a pin the arrows start where the eye is: the looking row that predicts.
    const MapCell from = m_pinned.value_or(MapCell{last, last});
    const MapCell step = m_pinned ? MapCell{1, 1} : MapCell{0, 0};
    switch (event->key()) {
        case Qt::Key_Left:
            return pin(from.row, from.column - step.column);
        case Qt::Key_Right:
            return pin(from.row, from.column + step.column);
        case Qt::Key_Up:
            return pin(from.row - step.row, from.column);
        case Qt::Key_Down:
            return pin(from.row + step.row, from.column);
        case Qt::Key_Home:
            return pin(from.row, 0);
        case Qt::Key_End:
            return pin(from.row, last);
        case Qt::Key_Space:
            return toggleRow(from.row);
        case Qt::Key_Escape:
            if (!m_rows.empty()) return clearRows();
            return m_pinned ? unpin() : QWidget::keyPressEvent(event);
        case Qt::Key_Plus:
        case Qt::Key_Equal:
        case Qt::Key_Minus:
            // With Ctrl these keys scale the whole window.
            if (event->modifiers() & Qt::ControlModifier) return QWidget::keyPressEvent(event);
            return zoom(event->key() == Qt::Key_Minus ? 1 / kZoomPerNotch : kZoomPerNotch, cellRect(from).center());
        case Qt::Key_0:
            if (event->modifiers() & Qt::ControlModifier) return QWidget::keyPressEvent(event);
            return showAll();
        default:
            break;
    }
    if (event->matches(QKeySequence::Copy)) return copyText(valuesAsText('\t'));
    QWidget::keyPressEvent(event);
}

void AttentionMap::contextMenuEvent(QContextMenuEvent* event) {
    if (!isEmpty()) showMapMenu(*this, event->globalPos());
}

QSize AttentionMap::sizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(520), theme.px(380)};
}

QSize AttentionMap::minimumSizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(280), theme.px(220)};
}

QString AttentionMap::valuesAsText(QChar separator) const {
    if (isEmpty()) return {};
    const auto quoted = [separator](QString text) {
        if (!text.contains(separator) && !text.contains('"')) return text;
        return '"' + text.replace('"', "\"\"") + '"';
    };
    QString text = tr("looks \\ looked at");
    for (const QString& label : m_labels) text += separator + quoted(label);
    text += '\n';
    for (int row = 0; row < m_maps->size; ++row) {
        text += quoted(m_labels.value(row));
        for (int column = 0; column < m_maps->size; ++column)
            text += separator + QString::number(double(m_shown.at(row, column)), 'g', 6);
        text += '\n';
    }
    return text;
}

bool AttentionMap::exportTo(const QString& path) const {
    if (path.endsWith(".csv", Qt::CaseInsensitive)) return writeText(path, valuesAsText(','));
    const QString title = tr("Attention, %1").arg(sourceOf(m_choice));
    return writePicture(path, size(), title,
                        [this](QPainter& painter) { paint(painter, QSizeF(size()), /*interactive=*/false); });
}

}  // namespace recscope::ui
