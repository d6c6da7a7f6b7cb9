// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMargins>
#include <QString>
#include <initializer_list>
#include <vector>

#include "ui/theme/theme.h"

class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QLayout;
class QScrollArea;
class QSplitter;
class QTabWidget;
class QVBoxLayout;
class QWidget;

namespace recscope::ui {

/// What stands in a row or a column: a widget, other parts in their own layout, a gap, or the room that is left.
struct Part {
    Part(QWidget* widget) : widget(widget) {}
    Part(QLayout* layout) : layout(layout) {}

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int stretch = 0;               ///< share of the room that is left; 0 = only what the part needs
    int gap = 0;                   ///< design pixels
    Qt::Alignment alignment = {};  ///< none = the part fills its cell
};

/// The part takes room that is left, in proportion to `stretch`.
Part grow(Part part, int stretch = 1);
/// The part keeps its own size and stands there in its cell.
Part aligned(Part part, Qt::Alignment alignment);
/// Nothing, but it grows: pushes its neighbours apart.
Part room();
/// Nothing, this many design pixels long.
Part gap(int pixels);

/// Parts side by side, `gap` design pixels between them. This and all below follow the theme's scale.
QHBoxLayout* row(std::initializer_list<Part> parts, int gap = space::kInside);
/// Parts below each other.
QVBoxLayout* column(std::initializer_list<Part> parts, int gap = space::kInside);

/// Puts the layout into `box`, with these design pixels around it.
void arrange(QWidget* box, QLayout* layout, const QMargins& around = {});
/// A new widget with this layout, for what takes widgets only (splitters, stacks, scroll areas).
QWidget* boxed(QLayout* layout, const QMargins& around = {});

/// What a page is called; a heading within it; a sentence below or beside something; a word of less weight.
QLabel* titleLabel(const QString& text);
QLabel* sectionLabel(const QString& text = {});
QLabel* captionLabel(const QString& objectName = {});  ///< a WrappedLabel
QLabel* mutedLabel(const QString& text = {});
QLabel* sentenceLabel(const QString& objectName);  ///< wraps, and can be selected and copied

/// What does not fit can be scrolled up and down; as wide as its room, without a frame.
QScrollArea* scrolled(QWidget* content);
void makeScrolled(QScrollArea& area, QWidget* content);
/// Both beside each other, with a handle between them. Where the handle stands is remembered under the name.
QSplitter* splitBeside(const QString& name, QWidget* left, QWidget* right);

struct Tab {
    QWidget* page;
    QString title, about;  ///< `about` is the tooltip
};
/// Adds the tabs in this order, each page a little below the bar.
void addTabs(QTabWidget& tabs, const std::vector<Tab>& added);

}  // namespace recscope::ui
