// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QPoint>
#include <QPointer>
#include <QString>
#include <QWidget>
#include <random>

#include "ui/frame/main_window.h"

namespace recscope::soak {

/// Simulates a user of the program who clicks, drags, turns the wheel and types at random anywhere in the window and
/// its popups. The seed determines the random numbers, but the widgets that the actions hit also depend on the
/// speed of the program.
class RandomUser {
public:
    RandomUser(ui::MainWindow& window, QString importFolder, unsigned seed);

    /// Performs one action and returns its description.
    QString act();

private:
    int upTo(int largest);      ///< a random number from 0 to `largest`, inclusive
    bool chance(double share);  ///< true with this probability
    QString actInPopup(QWidget& popup);
    QString actInDialog(QWidget& dialog);
    QString actOnControl(QWidget& root);
    QString actSomewhere(QWidget& root);
    /// sendMouse and pressKey do nothing if the widget no longer exists: an action can open a nested event loop, in
    /// which later actions run and may delete the widget.
    static void sendMouse(const QPointer<QWidget>& widget, QEvent::Type type, QPoint at,
                          Qt::KeyboardModifiers modifiers);
    static void pressKey(const QPointer<QWidget>& widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {});
    QString actWithMouse(QWidget& widget, QPoint at);  ///< hovers, scrolls, drags or clicks
    QString typeKey(QWidget& widget);
    QString changePage();
    QString train();
    QString import();

    ui::MainWindow& m_window;
    QString m_importFolder;
    std::mt19937 m_random;
    int m_imports = 0;
};

}  // namespace recscope::soak
