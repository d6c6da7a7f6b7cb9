// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tour_guide.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include "ui/theme/theme.h"

namespace recscope {

namespace {

constexpr int kPollMilliseconds = 10;
constexpr int kSettleMilliseconds = 400;  // enough for deferred replots and layouts after a theme change

void send(QWidget& widget, QEvent::Type type, const QPoint& at, Qt::MouseButton button, Qt::MouseButtons buttons) {
    QMouseEvent event(type, at, widget.mapToGlobal(at), button, buttons, Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

/// Runs the event loop for kPollMilliseconds. Sleeps meanwhile instead of polling, so that trainings can use the
/// processor.
void processEventsBriefly() {
    QEventLoop loop;
    QTimer::singleShot(kPollMilliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

}  // namespace

TourGuide::TourGuide(QWidget& window, const QString& folder) : m_window(window), m_folder(folder) {
    if (!m_folder.mkpath(QStringLiteral(".")))
        throw TourFailure(QStringLiteral("The folder %1 cannot be made.").arg(folder));
}

QWidget* TourGuide::findWidget(const QString& objectName) const {
    for (QWidget* widget : m_window.findChildren<QWidget*>(objectName))
        if (widget->isVisible()) return widget;
    throw TourFailure(QStringLiteral("The window shows no “%1”.").arg(objectName));
}

void TourGuide::click(const QString& objectName) const {
    QWidget& widget = *findWidget(objectName);
    if (!widget.isEnabled())
        throw TourFailure(QStringLiteral("“%1” cannot be clicked: %2").arg(objectName, widget.toolTip()));
    click(widget, widget.rect().center());
}

void TourGuide::click(QWidget& widget, const QPoint& at) const {
    send(widget, QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
    send(widget, QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton);
    QApplication::processEvents();
}

void TourGuide::hover(QWidget& widget, const QPoint& at) const {
    send(widget, QEvent::MouseMove, at, Qt::NoButton, Qt::NoButton);
    QApplication::processEvents();
}

void TourGuide::type(const QString& objectName, const QString& text) const {
    auto& line = find<QLineEdit>(objectName);
    line.setFocus();
    line.clear();
    for (const QChar letter : text) {
        QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, letter);
        QApplication::sendEvent(&line, &press);
    }
    QKeyEvent enter(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier);
    QApplication::sendEvent(&line, &enter);
    QApplication::processEvents();
}

void TourGuide::waitUntil(const QString& what, const std::function<bool()>& condition, int seconds) const {
    QElapsedTimer timer;
    timer.start();
    while (!condition()) {
        if (timer.elapsed() > qint64(seconds) * 1000)
            throw TourFailure(QStringLiteral("%1 did not happen within %2 seconds.").arg(what).arg(seconds));
        processEventsBriefly();
    }
}

void TourGuide::settle() const {
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < kSettleMilliseconds) processEventsBriefly();
}

void TourGuide::picture(const QString& name, QWidget& widget) const {
    // Removes the focus, because a blinking cursor or a focus frame would otherwise appear in some pictures only.
    if (QWidget* focused = QApplication::focusWidget()) focused->clearFocus();
    ui::Theme& theme = ui::Theme::instance();
    // Takes the picture in the current theme first and does not switch back afterwards, because restyling the whole
    // window is the slowest step.
    const bool isDark = theme.choice() == ui::ThemeChoice::Dark;
    for (const bool dark : {isDark, !isDark}) {
        theme.setChoice(dark ? ui::ThemeChoice::Dark : ui::ThemeChoice::Light);
        const char* const word = dark ? "dark" : "light";
        settle();
        const QString path = m_folder.filePath(QStringLiteral("%1%2-%3.png").arg(m_prefix, name, QLatin1String(word)));
        if (!widget.grab().save(path)) throw TourFailure(QStringLiteral("%1 cannot be written.").arg(path));
    }
}

}  // namespace recscope
