// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/text_label.h"

namespace recscope::ui {

/// A multi-line label that is never cut off. A layout that is short of room gives a plain label only the height of a
/// few lines; the minimum height of this one is what its text needs at the current width.
class WrappedLabel : public TextLabel {
    Q_OBJECT
public:
    explicit WrappedLabel(const QString& text = {}, QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
};

}  // namespace recscope::ui
