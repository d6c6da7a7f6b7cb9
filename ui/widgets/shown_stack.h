// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

namespace recscope::ui {

/// A stack that needs the room of the page it shows, and not of its largest one.
class ShownStack : public QStackedWidget {
    Q_OBJECT
public:
    explicit ShownStack(QWidget* parent = nullptr);

    /// Whatever page is shown, it has this much room.
    void setSmallest(QSize smallest);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return false; }

private:
    QSize m_smallest;
};

}  // namespace recscope::ui
