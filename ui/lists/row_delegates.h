// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace recscope::ui {

/// Data of a row for the delegates, besides its display text.
enum RowRole {
    CaptionRole = Qt::UserRole + 1,  ///< QString, muted, after the title
    BadgeRole,                       ///< QString, a small pill at the right; empty = none
    BadgeColourRole,                 ///< QColor of the pill
    PositionRole,                    ///< int, a sum of PositionMark: how the position in the history is drawn
    SecondLineRole,       ///< QString below the title where rows have two lines; empty = the title may take both
    WholeSecondLineRole,  ///< QString that replaces SecondLineRole if it fits without being cut
    BarRole,              ///< double: 0…1 for a bar, -1…1 for a diverging one; invalid = none
    SortRole,             ///< number or string that a row is sorted by; invalid = no value
};

enum PositionMark {
    PositionRead = 1,      ///< the model reads the item
    PositionRepeated = 2,  ///< the user had the item before
    PositionHeldOut = 4,   ///< the held-out item
    PositionFirst = 8,     ///< the timeline has no line above this dot
    PositionLast = 16,     ///< the timeline has no line below this dot
};

/// One position on the timeline, drawn as a dot, as a ring for an item that the user had before, or as a diamond for
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

/// A number at the right with a bar. The bar is beside the number by default, below it in rows of two lines, and a thin
/// line under it in compact rows.
class BarDelegate : public QStyledItemDelegate {
public:
    enum class Kind {
        Share,      ///< 0…1 from the left
        Diverging,  ///< -1…1 from the middle, blue and orange
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
    bool m_two = false;    ///< the bar is on the second line
    bool m_under = false;  ///< the bar is a thin line under the number
    QString m_widestNumber;
};

}  // namespace recscope::ui
