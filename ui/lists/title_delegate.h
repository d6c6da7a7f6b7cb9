// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/table_view.h"

namespace recscope::ui {

/// How many lines a title may take.
enum class TitleLines {
    One,
    Compact,  ///< one line, in rows that are less tall, for a table with little height
    Two,      ///< for narrow columns: the second line has the badge and `SecondLineRole`, or the rest of the title
    Wrapped,  ///< as many lines as the title needs; `heightFor` returns the row height
};

/// Title, muted caption and a badge in one cell; the title is the last to be elided.
class TitleDelegate : public FullTextTipDelegate {
public:
    using FullTextTipDelegate::FullTextTipDelegate;
    void setLines(TitleLines lines) { m_lines = lines; }
    TitleLines lines() const { return m_lines; }
    /// The height in pixels of a row whose title is not wrapped.
    int rowHeight() const;
    /// The height in pixels of a row of wrapped titles in a column of this width.
    int heightFor(const QModelIndex& index, int width) const;
    /// The width in pixels at which title and badge fit on one line.
    int widthFor(const QModelIndex& index) const;

    bool isElided(const QModelIndex& index, int width) const override;
    QString fullText(const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    bool isOneLine() const { return m_lines == TitleLines::One || m_lines == TitleLines::Compact; }
    QFont titleFont(const QModelIndex& index) const;
    double badgeWidth(const QModelIndex& index) const;
    void paintBadge(QPainter& painter, const QRectF& line, const QModelIndex& index) const;
    void paintTwoLines(QPainter& painter, const QRectF& bounds, const QRectF& below, const QModelIndex& index) const;
    void paintWrapped(QPainter& painter, const QRectF& bounds, const QModelIndex& index) const;

    TitleLines m_lines = TitleLines::One;
};

}  // namespace recscope::ui
