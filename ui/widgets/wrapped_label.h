// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/text_label.h"

namespace recscope::ui {

/// A multi-line label that is never cut off: its minimum height is the height that its text needs at the current width.
/// A plain QLabel can be shrunk to a few lines by a layout that is short of space.
class WrappedLabel : public TextLabel {
    Q_OBJECT
public:
    explicit WrappedLabel(const QString& text = {}, QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
};

}  // namespace recscope::ui
