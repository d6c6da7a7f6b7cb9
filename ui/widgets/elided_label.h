// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace recscope::ui {

/// One line of text that gives way: it takes the room there is, ends in "…" where that is too little, and then has the
/// whole text as tooltip.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace recscope::ui
