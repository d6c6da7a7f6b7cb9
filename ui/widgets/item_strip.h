// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace recscope::ui {

/// The items of a history side by side. One item can be current: the item under the pointer, the one reached with the
/// keys, or the one set by `setHighlight`. Left and Right move to the neighbours, Home and End to the ends; a click or
/// Return chooses the current item.
class ItemStrip : public QWidget {
    Q_OBJECT
public:
    explicit ItemStrip(QWidget* parent = nullptr);

    virtual int count() const = 0;
    int current() const { return m_current; }  ///< index of the current item; -1 = none
    /// The text that describes the current item.
    virtual QString currentText() const = 0;
    void setHighlight(int item);  ///< makes this item current without emitting a signal; -1 = none

signals:
    void itemHovered(int item);  ///< the pointer or a key has made this item current; -1 = none
    void itemChosen(int item);

protected:
    virtual int itemAt(QPointF point) const = 0;  ///< index of the item at this point; -1 = none
    void setCurrent(int item);

    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int m_current = -1;
};

}  // namespace recscope::ui
