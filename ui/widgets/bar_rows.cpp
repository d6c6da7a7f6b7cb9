// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/bar_rows.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <tuple>

#include "ui/theme/theme.h"
#include "ui/widgets/animation.h"
#include "ui/widgets/metric_tips.h"

namespace recscope::ui {

namespace {

constexpr int kMinRowHeight = 13, kMaxRowHeight = 56, kMaxBarThickness = 24;  ///< design pixels
constexpr double kMaxTitleShare = 0.5, kMaxTextShare = 0.35;  ///< largest shares of the width; bars get the rest
constexpr int kMinHintRows = 8;                               ///< the size hint has room for at least this many rows

bool haveSameTitles(const std::vector<BarRow>& a, const std::vector<BarRow>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const BarRow& row, const BarRow& other) { return row.title == other.title; });
}

bool haveSameValues(const std::vector<BarRow>& a, const std::vector<BarRow>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const BarRow& row, const BarRow& other) {
        return row.value == other.value && row.interval == other.interval && row.mark == other.mark;
    });
}

}  // namespace

BarRows::BarRows(const QString& title, QWidget* parent)
    : QWidget(parent), m_title(title), m_animation(new Animation(this)) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        measure();
        updateGeometry();
        update();
    });
}

void BarRows::setTitle(const QString& title) {
    m_title = title;
    update();
}

void BarRows::setRows(std::vector<BarRow> rows, double low, double high, Change change) {
    low = std::min(low, 0.0);
    high = std::max(high, low + 1e-9);
    const bool areTitlesSame = haveSameTitles(rows, m_rows);
    const bool changed = low != m_low || high != m_high || !areTitlesSame || !haveSameValues(rows, m_rows);
    const bool animate = changed && areTitlesSame && change == Change::Animations && m_draggedRow < 0;
    if (animate) {
        m_before = shownRows();
        std::tie(m_lowBefore, m_highBefore) =
            std::pair(m_animation->between(m_lowBefore, m_low), m_animation->between(m_highBefore, m_high));
    }
    m_rows = std::move(rows);
    m_low = low;
    m_high = high;
    if (animate)
        m_animation->begin();
    else if (changed)
        m_animation->finish();
    measure();
    updateGeometry();
    update();
}

BarRow BarRows::shownRow(int row) const {
    BarRow shown = m_rows[std::size_t(row)];
    if (!m_animation->isMoving()) return shown;
    const BarRow& before = m_before[std::size_t(row)];
    shown.value = m_animation->between(before.value, shown.value);
    if (shown.mark && before.mark) shown.mark = m_animation->between(*before.mark, *shown.mark);
    if (shown.interval && before.interval)
        shown.interval = std::pair(m_animation->between(before.interval->first, shown.interval->first),
                                   m_animation->between(before.interval->second, shown.interval->second));
    return shown;
}

std::vector<BarRow> BarRows::shownRows() const {
    std::vector<BarRow> shown;
    for (int row = 0; row < int(m_rows.size()); ++row) shown.push_back(shownRow(row));
    return shown;
}

double BarRows::shownValue(int row) const {
    return shownRow(row).value;
}

void BarRows::setEmptyText(const QString& sentence) {
    m_emptyText = sentence;
    update();
}

void BarRows::setDraggable(bool draggable) {
    m_draggable = draggable;
}

double BarRows::titleHeight() const {
    return m_title.isEmpty() ? 0 : QFontMetricsF(Theme::instance().caption()).height() + Theme::instance().px(4);
}

double BarRows::rowHeight() const {
    const Theme& theme = Theme::instance();
    const double available = (height() - titleHeight()) / std::max<std::size_t>(1, m_rows.size());
    return std::clamp(available, double(theme.px(kMinRowHeight)), double(theme.px(kMaxRowHeight)));
}

QRectF BarRows::rowRect(int row) const {
    return {0, titleHeight() + row * rowHeight(), double(width()), rowHeight()};
}

QRectF BarRows::barArea(int row) const {
    const QRectF rect = rowRect(row);
    const double gap = Theme::instance().px(space::kPadding);
    if (m_titlesOnly) return {rect.right() - 1, rect.top(), 1, rect.height()};
    const double left = std::min(m_titleWidth, kMaxTitleShare * rect.width()) + gap;
    const double right = std::min(m_textWidth, kMaxTextShare * rect.width()) + gap;
    return {rect.left() + left, rect.top(), std::max(1.0, rect.width() - left - right), rect.height()};
}

/// Reserves the width that titles and numbers need. During a drag, the width for numbers does not shrink, so that the
/// bars stay in place while their numbers change.
void BarRows::measure() {
    QFont boldFont = Theme::instance().body();
    boldFont.setBold(true);
    const QFontMetricsF titles(boldFont), numbers(Theme::instance().numbers());
    m_titleWidth = 0;
    m_titlesOnly = std::all_of(m_rows.begin(), m_rows.end(),
                               [](const BarRow& row) { return row.value == 0 && row.text.isEmpty(); });
    if (m_draggedRow < 0) m_textWidth = numbers.horizontalAdvance(QStringLiteral("−00.00"));
    for (const BarRow& row : m_rows) {
        m_titleWidth = std::max(m_titleWidth, titles.horizontalAdvance(row.title) + 2);
        m_textWidth = std::max(m_textWidth, numbers.horizontalAdvance(row.text) + 2);
    }
}

QSize BarRows::sizeHint() const {
    const Theme& theme = Theme::instance();
    const auto rows = int(std::max<std::size_t>(kMinHintRows, m_rows.size()));
    return {theme.px(320), int(titleHeight()) + rows * theme.px(22)};
}

QSize BarRows::minimumSizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(200), int(titleHeight()) + int(m_rows.size()) * theme.px(kMinRowHeight)};
}

double BarRows::xOf(double value, const QRectF& area) const {
    const double low = m_animation->between(m_lowBefore, m_low), high = m_animation->between(m_highBefore, m_high);
    return area.left() + (std::clamp(value, low, high) - low) / (high - low) * area.width();
}

double BarRows::valueAt(double x, const QRectF& area) const {
    return m_low + std::clamp((x - area.left()) / area.width(), 0.0, 1.0) * (m_high - m_low);
}

int BarRows::rowAt(const QPointF& point) const {
    const int row = int((point.y() - titleHeight()) / rowHeight());
    return point.y() < titleHeight() || row >= int(m_rows.size()) ? -1 : row;
}

void BarRows::paintRow(QPainter& painter, int row) const {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const BarRow& barRow = m_rows[std::size_t(row)];
    const QRectF rect = rowRect(row), area = barArea(row);
    const bool isTight = rect.height() < QFontMetricsF(theme.body()).height() + 2;
    QFont font = isTight ? theme.caption() : theme.body();
    font.setBold(barRow.bold);
    painter.setFont(font);
    painter.setPen(barRow.masked ? colours.muted : colours.text);
    const QRectF title(rect.left(), rect.top(), area.left() - rect.left() - theme.px(space::kUnit), rect.height());
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(font).elidedText(barRow.title, Qt::ElideMiddle, title.width()));
    QFont numbers = theme.numbers();
    if (isTight) numbers.setPointSizeF(theme.caption().pointSizeF());
    painter.setFont(numbers);
    const QRectF text(area.right() + theme.px(space::kPadding), rect.top(),
                      rect.right() - area.right() - theme.px(space::kPadding), rect.height());
    painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, barRow.text);

    if (!m_titlesOnly) paintBar(painter, shownRow(row), rect, area);
}

void BarRows::paintBar(QPainter& painter, const BarRow& barRow, const QRectF& rect, const QRectF& area) const {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const double thick = std::min(rect.height() * 0.6, double(theme.px(kMaxBarThickness)));
    const double zero = xOf(0, area), end = xOf(barRow.value, area), middle = rect.center().y();
    const QRectF bar(std::min(zero, end), middle - thick / 2, std::abs(end - zero), thick);
    painter.setPen(Qt::NoPen);
    const QColor colour = barRow.colour.isValid() ? barRow.colour : colours.accent;
    painter.setBrush(barRow.masked ? QBrush(colours.muted, Qt::BDiagPattern) : QBrush(colour));
    // A masked row has no bar: the whole row is hatched.
    painter.drawRect(barRow.masked ? QRectF(area.left(), middle - thick / 2, area.width(), thick) : bar);
    painter.setPen(QPen(colours.line, 1));
    painter.drawLine(QPointF(zero, rect.top()), QPointF(zero, rect.bottom()));
    if (barRow.interval) {
        painter.setPen(QPen(colours.text, 1.2));
        const double low = xOf(barRow.interval->first, area), high = xOf(barRow.interval->second, area);
        painter.drawLine(QPointF(low, middle), QPointF(high, middle));
        for (const double x : {low, high})
            painter.drawLine(QPointF(x, middle - thick / 4), QPointF(x, middle + thick / 4));
    }
    if (barRow.mark) {
        painter.setPen(QPen(colours.text, 2));
        const double x = xOf(*barRow.mark, area);
        painter.drawLine(QPointF(x, middle - thick / 2 - 1), QPointF(x, middle + thick / 2 + 1));
    }
    if (m_animation->isMoving() || (barRow.value >= m_low && barRow.value <= m_high)) return;
    // A value outside the scale is marked by an arrow at the edge of the scale.
    const double side = barRow.value > m_high ? 1 : -1, edge = barRow.value > m_high ? area.right() : area.left();
    const double arrowSize = theme.px(space::kUnit);
    painter.setPen(QPen(colours.text, 1.5));
    painter.drawPolyline(QPolygonF{QPointF(edge + side * arrowSize / 2, middle - arrowSize),
                                   QPointF(edge + side * 1.5 * arrowSize, middle),
                                   QPointF(edge + side * arrowSize / 2, middle + arrowSize)});
}

void BarRows::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(theme.caption());
    painter.setPen(theme.colours().muted);
    painter.drawText(QRectF(0, 0, width(), titleHeight()), Qt::AlignLeft | Qt::AlignTop,
                     QFontMetricsF(theme.caption()).elidedText(m_title, Qt::ElideRight, width()));
    if (m_rows.empty()) painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
    for (int row = 0; row < int(m_rows.size()); ++row) paintRow(painter, row);
}

void BarRows::mousePressEvent(QMouseEvent* event) {
    const int row = rowAt(event->position());
    if (event->button() != Qt::LeftButton || row < 0) return QWidget::mousePressEvent(event);
    if (m_draggable && !m_rows[std::size_t(row)].masked &&
        barArea(row).adjusted(-8, 0, 8, 0).contains(event->position())) {
        m_draggedRow = row;
        emit dragged(row, valueAt(event->position().x(), barArea(row)));
    }
}

void BarRows::mouseMoveEvent(QMouseEvent* event) {
    const int row = rowAt(event->position());
    if (m_draggedRow >= 0) emit dragged(m_draggedRow, valueAt(event->position().x(), barArea(m_draggedRow)));
    const bool canDrag = m_draggable && row >= 0 && barArea(row).contains(event->position());
    setCursor(canDrag ? Qt::SizeHorCursor : m_clickable && row >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void BarRows::mouseReleaseEvent(QMouseEvent* event) {
    const int row = rowAt(event->position());
    if (m_draggedRow < 0 && m_clickable && row >= 0 && event->button() == Qt::LeftButton) emit rowClicked(row);
    m_draggedRow = -1;
}

/// The tooltip of a row: its full text and its `tip`. If `row` is negative, the tooltip of the title: its full text if
/// it is elided, and its explanation.
QString BarRows::tipOf(int row) const {
    if (row < 0) {
        const bool isElided = QFontMetricsF(Theme::instance().caption()).horizontalAdvance(m_title) > width();
        const QString tip = m_titleTip.isEmpty() ? metricExplanations(m_title) : m_titleTip;
        return isElided && !tip.isEmpty() ? m_title + QLatin1Char('\n') + tip : isElided ? m_title : tip;
    }
    const BarRow& barRow = m_rows[std::size_t(row)];
    if (barRow.tip.startsWith(barRow.title)) return barRow.tip;
    const QString fullText = barRow.title + QStringLiteral("  ") + barRow.text;
    return barRow.tip.isEmpty() ? fullText : fullText + QLatin1Char('\n') + barRow.tip;
}

bool BarRows::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int row = rowAt(help->pos());
        QToolTip::showText(help->globalPos(), row < 0 && help->pos().y() > titleHeight() ? QString() : tipOf(row),
                           this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace recscope::ui
