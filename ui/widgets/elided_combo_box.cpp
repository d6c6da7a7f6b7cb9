// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/elided_combo_box.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QToolTip>

#include "ui/theme/theme.h"

namespace recscope::ui {

ElidedComboBox::ElidedComboBox(QWidget* parent) : QComboBox(parent) {
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    view()->setTextElideMode(Qt::ElideMiddle);
}

void ElidedComboBox::setEmptyText(const QString& text) {
    m_emptyText = text;
    update();
}

QSize ElidedComboBox::sizeHint() const {
    return QComboBox::sizeHint() + QSize(space::kPadding, 0);  // paintEvent reserves this padding beside the text
}

void ElidedComboBox::paintEvent(QPaintEvent*) {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    const int icon = option.currentIcon.isNull() ? 0 : option.iconSize.width() + space::kPadding;
    QString text = option.currentText;
    if (count() == 0) {
        text = m_emptyText;
        painter.setPen(palette().color(QPalette::PlaceholderText));
    }
    option.currentText = fontMetrics().elidedText(text, Qt::ElideMiddle, field.width() - icon - space::kPadding);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

bool ElidedComboBox::event(QEvent* event) {
    // The tooltip of the current entry, or its full text if it has none, takes precedence over the widget's own
    // tooltip.
    if (event->type() == QEvent::ToolTip && currentIndex() >= 0) {
        const QString details = currentData(Qt::ToolTipRole).toString();
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), details.isEmpty() ? currentText() : details,
                           this);
        return true;
    }
    return QComboBox::event(event);
}

}  // namespace recscope::ui
