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
    /// Weight in the distribution of the remaining space; 0 = the part gets only the space that it needs.
    int stretch = 0;
    int gap = 0;                   ///< design pixels
    Qt::Alignment alignment = {};  ///< 0 = the part fills its cell
};

/// Makes the part grow into the remaining space, in proportion to `stretch`.
Part grow(Part part, int stretch = 1);
/// Keeps the part at its own size, aligned within its cell.
Part aligned(Part part, Qt::Alignment alignment);
/// An empty part that grows and so pushes its neighbours apart.
Part stretch();
/// An empty part, `pixels` design pixels wide or high.
Part gap(int pixels);

/// Arranges parts side by side, `gap` design pixels apart. The distance between the parts of a `row` or a `column`
/// follows changes of the theme's scale; the size of a part made by `gap` does not.
QHBoxLayout* row(std::initializer_list<Part> parts, int gap = space::kPadding);
/// Arranges parts below each other.
QVBoxLayout* column(std::initializer_list<Part> parts, int gap = space::kPadding);

/// Sets the layout of `box`, with margins in design pixels.
void arrange(QWidget* box, QLayout* layout, const QMargins& around = {});
/// Makes a new widget with this layout, for containers that take only widgets (splitters, stacks, scroll areas).
QWidget* boxed(QLayout* layout, const QMargins& around = {});

/// Five kinds of labels, in this order: the title of a page, a heading within a page, an explanation beside a widget,
/// secondary text, and a sentence that can be copied.
QLabel* titleLabel(const QString& text);
QLabel* sectionLabel(const QString& text = {});
QLabel* captionLabel(const QString& objectName = {});  ///< wraps its text (a WrappedLabel)
QLabel* mutedLabel(const QString& text = {});
QLabel* sentenceLabel(const QString& objectName);  ///< wraps; its text can be selected and copied

/// A scroll area without a frame that fits the content to its width and scrolls it vertically.
QScrollArea* scrolled(QWidget* content);
/// Sets up an existing scroll area like `scrolled`.
void makeScrolled(QScrollArea& area, QWidget* content);
/// Two widgets side by side with a movable handle between them. `name` becomes the object name, under which
/// WorkspaceView stores the handle's position.
QSplitter* splitBeside(const QString& name, QWidget* left, QWidget* right);

struct Tab {
    QWidget* page;
    QString title, about;  ///< `about` is the tooltip
};
/// Adds the tabs in this order, with a small margin between the tab bar and each page.
void addTabs(QTabWidget& tabs, const std::vector<Tab>& added);

}  // namespace recscope::ui
