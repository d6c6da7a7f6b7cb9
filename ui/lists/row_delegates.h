// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace recscope::ui {

/// Data of a row for the delegates, besides its display text.
enum RowRole {
    CaptionRole = Qt::UserRole + 1,  ///< QString, muted, after the title
    BadgeRole,                       ///< QString, a small pill at the right; empty = none
    BadgeColourRole,                 ///< QColor of the pill
    /// An int, a combination of PositionMark flags: how the position in the history is drawn.
    PositionRole,
    SecondLineRole,       ///< QString below the title in rows of two lines; empty = the title may use both lines
    WholeSecondLineRole,  ///< QString that replaces SecondLineRole if it fits without being cut
    BarRole,              ///< double, length of the bar: 0…1, or -1…1 for a diverging bar; invalid = no bar
    SortRole,             ///< number or string that a row is sorted by; invalid = no value
};

enum PositionMark {
    PositionRead = 1,      ///< the model reads the item
    PositionRepeated = 2,  ///< the item also occurs earlier in the history
    PositionHeldOut = 4,   ///< the held-out item
    PositionFirst = 8,     ///< the timeline has no line above this dot
    PositionLast = 16,     ///< the timeline has no line below this dot
};

/// One position on the timeline, drawn as a dot, as a ring for an item that also occurs earlier, or as a diamond for
/// the held-out item. The line is solid along the items that the model reads. The position's number is beside the line
/// if there is room.
class PositionDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void setNumbersShown(bool shown) { m_numbers = shown; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    bool m_numbers = false;
};

enum class TitleLines;

/// A number at the right with a bar. By default the bar is beside the number; in rows of two lines it is below the
/// number, and in compact rows it is a thin line under the number. A narrow column shows the bar alone; its tooltip has
/// the number.
class BarDelegate : public QStyledItemDelegate {
public:
    enum class Kind {
        Share,      ///< 0…1 from the left
        Diverging,  ///< -1…1 from the middle: blue to the left, orange to the right
    };
    BarDelegate(Kind kind, const QString& widestNumber, QObject* parent);
    void setLines(TitleLines lines);
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Suppresses a tooltip that only repeats the number in the cell.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

private:
    Kind m_kind;
    bool m_hasTwoLines = false;  ///< the bar is on the second line
    bool m_isThinLine = false;   ///< the bar is a thin line under the number
    QString m_widestNumber;
};

}  // namespace recscope::ui
