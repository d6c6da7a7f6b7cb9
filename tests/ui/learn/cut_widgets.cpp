// SPDX-License-Identifier: GPL-3.0-or-later
#include "cut_widgets.h"

#include <QBoxLayout>
#include <QStackedLayout>
#include <QWidget>

#include "ui/widgets/bar_rows.h"

namespace recscope::ui::test {

namespace {

QString nameOf(const QWidget& widget) {
    const QString text = widget.property("text").toString().left(40);
    return QStringLiteral("%1 \"%2\" %3")
        .arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName(), text);
}

/// True if the style or a library draws the widget's parts; these are not checked.
bool isOnePiece(const QWidget& widget) {
    for (const char* kind : {"QAbstractScrollArea", "QComboBox", "QLineEdit", "QCustomPlot"})
        if (widget.inherits(kind)) return true;
    return false;
}

/// The minimum size of the widget at its current width. A widget with a box layout or a stacked layout needs only its
/// own minimum, because the widgets in the layout are checked themselves.
QSize neededSize(const QWidget& widget) {
    if (qobject_cast<QBoxLayout*>(widget.layout()) || qobject_cast<QStackedLayout*>(widget.layout()))
        return widget.minimumSize();
    if (widget.inherits("QProgressBar")) return widget.minimumSize();  // the style sheet makes it flatter than its hint
    QSize needed = widget.minimumSizeHint().expandedTo(widget.minimumSize());
    if (widget.hasHeightForWidth()) needed.setHeight(widget.heightForWidth(widget.width()));
    if (const auto* rows = qobject_cast<const BarRows*>(&widget); rows && !rows->rows().empty())
        needed.setHeight(
            int(rows->rowRect(int(rows->rows().size()) - 1).bottom()));  // a missing fraction of a pixel is not a cut
    return needed;
}

bool isIn(QLayout* layout, QWidget* widget) {
    for (int i = 0; i < layout->count(); ++i) {
        QLayoutItem* item = layout->itemAt(i);
        if (item->widget() == widget || (item->layout() && isIn(item->layout(), widget))) return true;
    }
    return false;
}

/// Adds lines about the widgets in `parent` that cannot be seen whole; see cutWidgets().
void addCut(const QWidget& parent, QStringList& cut) {
    QList<QWidget*> visible;
    for (QWidget* child : parent.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (child->isVisible() && !child->isWindow()) visible << child;
    for (QWidget* child : visible) {
        const QRect bounds = child->geometry();
        if (!parent.rect().contains(bounds))
            cut << QStringLiteral("%1 leaves %2: %3 x %4 at %5, %6 in %7 x %8")
                       .arg(nameOf(*child), nameOf(parent))
                       .arg(bounds.width())
                       .arg(bounds.height())
                       .arg(bounds.x())
                       .arg(bounds.y())
                       .arg(parent.width())
                       .arg(parent.height());
        const QSize needed = neededSize(*child);
        if (bounds.width() < needed.width() || bounds.height() < needed.height())
            cut << QStringLiteral("%1 is %2 x %3, needs %4 x %5")
                       .arg(nameOf(*child))
                       .arg(bounds.width())
                       .arg(bounds.height())
                       .arg(needed.width())
                       .arg(needed.height());
        if (parent.layout() && isIn(parent.layout(), child))
            for (QWidget* other : visible)
                if (other > child && isIn(parent.layout(), other) && other->geometry().intersects(bounds))
                    cut << QStringLiteral("%1 lies over %2").arg(nameOf(*child), nameOf(*other));
        if (!isOnePiece(*child)) addCut(*child, cut);
    }
}

}  // namespace

QStringList cutWidgets(const QWidget& root) {
    QStringList cut;
    addCut(root, cut);
    return cut;
}

}  // namespace recscope::ui::test
