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

/// One element of a row or a column: a widget, a nested layout, a gap, or stretch.
struct Part {
    Part(QWidget* widget) : widget(widget) {}
    Part(QLayout* layout) : layout(layout) {}

    QWidget* widget = nullptr;
    QLayout* layout = nullptr;
    int stretch = 0;               ///< share of the remaining room; 0 = only what the part needs
    int gap = 0;                   ///< design pixels
    Qt::Alignment alignment = {};  ///< none = the part fills its cell
};

/// The part takes remaining room, in proportion to `stretch`.
Part grow(Part part, int stretch = 1);
/// The part keeps its own size and is aligned within its cell.
Part aligned(Part part, Qt::Alignment alignment);
/// An empty part that grows: pushes its neighbours apart.
Part room();
/// An empty part of this many design pixels.
Part gap(int pixels);

/// Parts side by side, `gap` design pixels between them. This function and those below follow the theme's scale.
QHBoxLayout* row(std::initializer_list<Part> parts, int gap = space::kInside);
/// Parts below each other.
QVBoxLayout* column(std::initializer_list<Part> parts, int gap = space::kInside);

/// Sets the layout of `box`, with these margins in design pixels.
void arrange(QWidget* box, QLayout* layout, const QMargins& around = {});
/// A new widget with this layout, for containers that take only widgets (splitters, stacks, scroll areas).
QWidget* boxed(QLayout* layout, const QMargins& around = {});

/// The title of a page; a heading within it; an explanation below or beside something; secondary text.
QLabel* titleLabel(const QString& text);
QLabel* sectionLabel(const QString& text = {});
QLabel* captionLabel(const QString& objectName = {});  ///< a WrappedLabel
QLabel* mutedLabel(const QString& text = {});
QLabel* sentenceLabel(const QString& objectName);  ///< wraps, and can be selected and copied

/// Scrolls the content vertically if it does not fit; as wide as the available room, without a frame.
QScrollArea* scrolled(QWidget* content);
void makeScrolled(QScrollArea& area, QWidget* content);
/// Both side by side, with a handle between them, whose position is remembered under `name`.
QSplitter* splitBeside(const QString& name, QWidget* left, QWidget* right);

struct Tab {
    QWidget* page;
    QString title, about;  ///< `about` is the tooltip
};
/// Adds the tabs in this order, each page a little below the bar.
void addTabs(QTabWidget& tabs, const std::vector<Tab>& added);

}  // namespace recscope::ui
