// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace recscope::ui {

/// Covers its parent widget with black, so that the audience looks at the speaker. A click hides it; the page shows and
/// hides it with keys.
class BlankScreen : public QWidget {
    Q_OBJECT
public:
    explicit BlankScreen(QWidget* covered);

public slots:
    void toggle();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace recscope::ui
