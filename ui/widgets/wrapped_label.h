// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/text_label.h"

namespace recscope::ui {

/// A label on several lines that is never cut. A layout that is short of room asks a plain one for the height of few
/// lines, and gives it no more; this one asks for what its text needs at the width it has.
class WrappedLabel : public TextLabel {
    Q_OBJECT
public:
    explicit WrappedLabel(const QString& text = {}, QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
};

}  // namespace recscope::ui
