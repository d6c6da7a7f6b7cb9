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

/// Whether its parts belong to the style or to a library.
bool isOnePiece(const QWidget& widget) {
    for (const char* kind : {"QAbstractScrollArea", "QComboBox", "QLineEdit", "QCustomPlot"})
        if (widget.inherits(kind)) return true;
    return false;
}

/// The minimum size at its current width. Boxes and stacks need what is in them, and that is checked itself.
QSize leastOf(const QWidget& widget) {
    if (qobject_cast<QBoxLayout*>(widget.layout()) || qobject_cast<QStackedLayout*>(widget.layout()))
        return widget.minimumSize();
    if (widget.inherits("QProgressBar")) return widget.minimumSize();  // the style sheet makes it flatter than its hint
    QSize least = widget.minimumSizeHint().expandedTo(widget.minimumSize());
    if (widget.hasHeightForWidth()) least.setHeight(widget.heightForWidth(widget.width()));
    if (const auto* rows = qobject_cast<const BarRows*>(&widget); rows && !rows->rows().empty())
        least.setHeight(int(rows->rowRect(int(rows->rows().size()) - 1).bottom()));  // part of a pixel is no cut
    return least;
}

bool isIn(QLayout* layout, QWidget* widget) {
    for (int i = 0; i < layout->count(); ++i) {
        QLayoutItem* item = layout->itemAt(i);
        if (item->widget() == widget || (item->layout() && isIn(item->layout(), widget))) return true;
    }
    return false;
}

void look(const QWidget& parent, QStringList& cut) {
    QList<QWidget*> seen;
    for (QWidget* child : parent.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        if (child->isVisible() && !child->isWindow()) seen << child;
    for (QWidget* child : seen) {
        const QRect at = child->geometry();
        if (!parent.rect().contains(at))
            cut << QStringLiteral("%1 leaves %2: %3 x %4 at %5, %6 in %7 x %8")
                       .arg(nameOf(*child), nameOf(parent))
                       .arg(at.width())
                       .arg(at.height())
                       .arg(at.x())
                       .arg(at.y())
                       .arg(parent.width())
                       .arg(parent.height());
        const QSize least = leastOf(*child);
        if (at.width() < least.width() || at.height() < least.height())
            cut << QStringLiteral("%1 is %2 x %3, needs %4 x %5")
                       .arg(nameOf(*child))
                       .arg(at.width())
                       .arg(at.height())
                       .arg(least.width())
                       .arg(least.height());
        if (parent.layout() && isIn(parent.layout(), child))
            for (QWidget* other : seen)
                if (other > child && isIn(parent.layout(), other) && other->geometry().intersects(at))
                    cut << QStringLiteral("%1 lies over %2").arg(nameOf(*child), nameOf(*other));
        if (!isOnePiece(*child)) look(*child, cut);
    }
}

}  // namespace

QStringList cutWidgets(const QWidget& root) {
    QStringList cut;
    look(root, cut);
    return cut;
}

}  // namespace recscope::ui::test
