// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/history_timeline.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QDateTime>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <set>

#include "ui/lists/paged_table_model.h"
#include "ui/theme/theme.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

// Design pixels.
constexpr int kRowHeight = 46, kTimeWidth = 104, kLineX = 120, kTextX = 138, kRatingWidth = 76, kDotRadius = 4;

QDateTime timeOf(std::int64_t seconds) {
    return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC);
}

}  // namespace

QString gapText(std::int64_t seconds) {
    if (seconds == 0) return HistoryTimeline::tr("same time");
    const auto later = [](double number, const char* one, const char* many) {
        const auto rounded = std::llround(number);
        return rounded == 1 ? HistoryTimeline::tr(one) : HistoryTimeline::tr(many).arg(wholeNumber(rounded));
    };
    const double minutes = double(seconds) / 60, hours = minutes / 60, days = hours / 24;
    if (minutes < 1) return later(double(seconds), QT_TR_NOOP("1 s later"), QT_TR_NOOP("%1 s later"));
    if (hours < 1) return later(minutes, QT_TR_NOOP("1 min later"), QT_TR_NOOP("%1 min later"));
    if (days < 1) return later(hours, QT_TR_NOOP("1 h later"), QT_TR_NOOP("%1 h later"));
    if (days < 60) return later(days, QT_TR_NOOP("1 day later"), QT_TR_NOOP("%1 days later"));
    if (days < 730) return later(days / 30.44, QT_TR_NOOP("1 month later"), QT_TR_NOOP("%1 months later"));
    return later(days / 365.25, QT_TR_NOOP("1 year later"), QT_TR_NOOP("%1 years later"));
}

HistoryTimeline::HistoryTimeline(QWidget* parent) : QAbstractScrollArea(parent) {
    setObjectName(QStringLiteral("historyTimeline"));
    setAccessibleRole(this, QAccessible::Table);
    setAccessibleName(tr("History"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateScrollRange();
        viewport()->update();
    });
}

void HistoryTimeline::setHistory(std::vector<Interaction> history, std::shared_ptr<const ItemCatalogue> catalogue) {
    m_history = std::move(history);
    m_catalogue = std::move(catalogue);
    m_isRepeat.assign(m_history.size(), false);
    std::set<Token> seen;
    for (std::size_t i = 0; i < m_history.size(); ++i) m_isRepeat[i] = !seen.insert(m_history[i].token).second;
    m_current = m_hovered = -1;
    updateScrollRange();
    verticalScrollBar()->setValue(0);
    viewport()->update();
}

void HistoryTimeline::setEmptyText(const QString& text) {
    m_emptyText = text;
    viewport()->update();
}

int HistoryTimeline::rowHeight() const {
    return Theme::instance().px(kRowHeight);
}

void HistoryTimeline::updateScrollRange() {
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setRange(0, std::max(0, count() * rowHeight() - viewport()->height()));
}

QRect HistoryTimeline::rowRect(int row) const {
    return {0, row * rowHeight() - verticalScrollBar()->value(), viewport()->width(), rowHeight()};
}

int HistoryTimeline::rowAt(const QPoint& point) const {
    const int row = (point.y() + verticalScrollBar()->value()) / rowHeight();
    return row >= 0 && row < count() ? row : -1;
}

const ItemInfo* HistoryTimeline::itemAt(int row) const {
    const auto index = std::size_t(m_history[std::size_t(row)].token - kFirstItemToken);
    return m_catalogue && index < m_catalogue->size() ? &(*m_catalogue)[index] : nullptr;
}

QString HistoryTimeline::whenText(int row) const {
    const auto& time = m_history[std::size_t(row)].time;
    if (!time) return QStringLiteral("%1.").arg(wholeNumber(row + 1));
    const QDateTime rowTime = timeOf(*time);
    const auto& previous = row > 0 ? m_history[std::size_t(row) - 1].time : std::nullopt;
    const bool sameDay = previous && timeOf(*previous).date() == rowTime.date();
    return rowTime.toString(sameDay ? QStringLiteral("hh:mm:ss") : QStringLiteral("yyyy-MM-dd"));
}

QString HistoryTimeline::gapAt(int row) const {
    if (row == 0 || !m_history[std::size_t(row)].time || !m_history[std::size_t(row) - 1].time) return {};
    return gapText(*m_history[std::size_t(row)].time - *m_history[std::size_t(row) - 1].time);
}

QStringList HistoryTimeline::cells(int row) const {
    const Interaction& interaction = m_history[std::size_t(row)];
    const ItemInfo* item = itemAt(row);
    return {interaction.time ? timeOf(*interaction.time).toString(QStringLiteral("yyyy-MM-dd hh:mm:ss")) : QString(),
            gapAt(row), item ? QString::fromStdString(item->title) : QString::number(interaction.token),
            item ? QString::fromStdString(item->genres).replace(QLatin1Char('|'), QStringLiteral(", ")) : QString(),
            interaction.rating ? shortNumber(*interaction.rating) : QString()};
}

void HistoryTimeline::paintRow(QPainter& painter, int row, const QRect& rect) const {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    if (row == m_current || row == m_hovered) {
        QColor background = row == m_current ? colours.accent : colours.muted;
        background.setAlphaF(0.12F);
        painter.fillRect(rect, background);
    }
    const QStringList texts = cells(row);
    const QFontMetrics body(theme.body()), caption(theme.caption());
    const int upper = rect.top() + (rect.height() - body.height() - caption.height()) / 2;
    const int lower = upper + body.height();
    const auto drawText = [&](const QFont& font, const QColor& colour, QRect area, int align, const QString& string) {
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(area, align | Qt::AlignVCenter,
                         QFontMetrics(font).elidedText(string, Qt::ElideMiddle, area.width()));
    };
    const int padding = theme.px(space::kPadding);
    const QRect when(padding, upper, theme.px(kTimeWidth) - padding, body.height());
    const bool showsDate = row == 0 || whenText(row).contains(QLatin1Char('-'));
    drawText(theme.numbers(), showsDate ? colours.text : colours.muted, when, Qt::AlignRight, whenText(row));
    drawText(theme.caption(), colours.muted, QRect(padding, lower, when.width(), caption.height()), Qt::AlignRight,
             texts[1]);

    const int x = theme.px(kLineX), middle = rect.center().y();
    painter.setPen(QPen(colours.line, theme.px(2)));
    painter.drawLine(x, row == 0 ? middle : rect.top(), x, row + 1 == count() ? middle : rect.bottom() + 1);
    painter.setPen(QPen(colours.accent, theme.px(2)));
    // An item that occurs earlier in the history has a ring instead of a dot.
    painter.setBrush(m_isRepeat[std::size_t(row)] ? colours.surface : colours.accent);
    painter.drawEllipse(QPoint(x, middle), theme.px(kDotRadius), theme.px(kDotRadius));

    const int ratingWidth = texts[4].isEmpty() ? 0 : theme.px(kRatingWidth);
    const int left = theme.px(kTextX), width = rect.right() - padding - ratingWidth - left;
    drawText(theme.body(), colours.text, QRect(left, upper, width, body.height()), Qt::AlignLeft, texts[2]);
    QString below = texts[3];
    if (m_isRepeat[std::size_t(row)]) below = below.isEmpty() ? tr("again") : tr("again · %1").arg(below);
    drawText(theme.caption(), colours.muted, QRect(left, lower, width, caption.height()), Qt::AlignLeft, below);
    if (ratingWidth > 0)
        drawText(theme.body(), colours.text,
                 QRect(rect.right() - padding - ratingWidth, upper, ratingWidth, body.height()), Qt::AlignRight,
                 tr("rated %1").arg(texts[4]));
}

void HistoryTimeline::paintEvent(QPaintEvent* event) {
    const Theme& theme = Theme::instance();
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(event->rect(), theme.colours().surface);
    if (m_history.empty()) {
        painter.setPen(theme.colours().muted);
        painter.setFont(theme.body());
        const int margin = theme.px(space::kPageMargin);
        painter.drawText(viewport()->rect().adjusted(margin, 0, -margin, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         m_emptyText);
        return;
    }
    const int first = std::max(0, (event->rect().top() + verticalScrollBar()->value()) / rowHeight());
    for (int row = first; row < count(); ++row) {
        const QRect rect = rowRect(row);
        if (rect.top() > event->rect().bottom()) break;
        paintRow(painter, row, rect);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.colours().accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
    }
}

void HistoryTimeline::resizeEvent(QResizeEvent*) {
    updateScrollRange();
}

void HistoryTimeline::setHovered(int row) {
    if (row == m_hovered) return;
    for (const int changed : {m_hovered, row})
        if (changed >= 0) viewport()->update(rowRect(changed));
    m_hovered = row;
    viewport()->setCursor(row >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void HistoryTimeline::setCurrent(int row) {
    m_current = std::clamp(row, 0, count() - 1);
    const int top = m_current * rowHeight(), bottom = top + rowHeight() - viewport()->height();
    if (verticalScrollBar()->value() > top) verticalScrollBar()->setValue(top);
    if (verticalScrollBar()->value() < bottom) verticalScrollBar()->setValue(bottom);
    setAccessibleDescription(cellText({m_current, 0}));
    reportCurrentCell(this);
    viewport()->update();
}

QString HistoryTimeline::cellText(PaintedCell cell) const {
    return cells(cell.row).join(QStringLiteral(", "));
}

QRect HistoryTimeline::cellArea(PaintedCell cell) const {
    return rowRect(cell.row).translated(viewport()->pos());
}

std::optional<PaintedCell> HistoryTimeline::currentCell() const {
    if (m_current < 0) return std::nullopt;
    return PaintedCell{m_current, 0};
}

void HistoryTimeline::mouseMoveEvent(QMouseEvent* event) {
    setHovered(rowAt(event->pos()));
}

void HistoryTimeline::leaveEvent(QEvent*) {
    setHovered(-1);
}

void HistoryTimeline::mouseReleaseEvent(QMouseEvent* event) {
    const int row = rowAt(event->pos());
    if (event->button() != Qt::LeftButton || row < 0) return;
    setCurrent(row);
    emit itemClicked(m_history[std::size_t(row)].token);
}

void HistoryTimeline::keyPressEvent(QKeyEvent* event) {
    const int page = std::max(1, viewport()->height() / rowHeight() - 1);
    if (event->matches(QKeySequence::Copy)) return copyAll();
    if (m_history.empty()) return QAbstractScrollArea::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Down:
            return setCurrent(m_current + 1);
        case Qt::Key_Up:
            return setCurrent(m_current - 1);
        case Qt::Key_PageDown:
            return setCurrent(m_current + page);
        case Qt::Key_PageUp:
            return setCurrent(m_current - page);
        case Qt::Key_Home:
            return setCurrent(0);
        case Qt::Key_End:
            return setCurrent(count() - 1);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (m_current >= 0) emit itemClicked(m_history[std::size_t(m_current)].token);
            return;
        default:
            QAbstractScrollArea::keyPressEvent(event);
    }
}

void HistoryTimeline::copyAll() {
    QString text =
        QStringList{tr("Time (UTC)"), tr("Gap"), tr("Item"), tr("Genres"), tr("Rating")}.join(QLatin1Char('\t')) +
        QLatin1Char('\n');
    for (int row = 0; row < count(); ++row) {
        QStringList line;
        for (const QString& cell : cells(row)) line << separatedCell(cell, QLatin1Char('\t'));
        text += line.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    QGuiApplication::clipboard()->setText(text);
    emit notified(tr("Copied %1 rows").arg(wholeNumber(count())));
}

void HistoryTimeline::contextMenuEvent(QContextMenuEvent* event) {
    QMenu& menu = contextMenu(*this);
    QAction* copy = menu.addAction(tr("Copy history"), this, &HistoryTimeline::copyAll);
    copy->setShortcut(QKeySequence::Copy);
    copy->setEnabled(count() > 0);
    menu.popup(event->globalPos());
}

void HistoryTimeline::focusInEvent(QFocusEvent*) {
    viewport()->update();
}
void HistoryTimeline::focusOutEvent(QFocusEvent*) {
    viewport()->update();
}

bool HistoryTimeline::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const int row = rowAt(help->pos());
        QStringList lines = row >= 0 ? cells(row) : QStringList();
        lines.removeAll(QString());
        QToolTip::showText(help->globalPos(), lines.join(QLatin1Char('\n')), this);
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

}  // namespace recscope::ui
