// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

namespace recscope::ui {

/// A stack that claims the size of its current page, not of its largest one.
class ShownStack : public QStackedWidget {
    Q_OBJECT
public:
    explicit ShownStack(QWidget* parent = nullptr);

    /// The minimum size, whatever page is shown.
    void setSmallest(QSize smallest);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return false; }

private:
    QSize m_smallest;
};

}  // namespace recscope::ui
