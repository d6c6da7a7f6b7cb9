// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace recscope::ui {

/// All shortcuts on one card over the dimmed window; any key or click closes it.
class ShortcutsOverlay : public QWidget {
    Q_OBJECT
public:
    explicit ShortcutsOverlay(QWidget* host);

    void toggle();

signals:
    void manualRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_card;
};

}  // namespace recscope::ui
