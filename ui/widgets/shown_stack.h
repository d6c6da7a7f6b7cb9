// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

namespace recscope::ui {

/// A stacked widget that takes its size from the current page instead of the largest one.
class ShownStack : public QStackedWidget {
    Q_OBJECT
public:
    explicit ShownStack(QWidget* parent = nullptr);

    /// Sets a minimum size that applies to every page.
    void setMinimumPageSize(QSize size);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return false; }

private:
    QSize m_minimumPageSize;
};

}  // namespace recscope::ui
