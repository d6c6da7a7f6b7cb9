// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/fit_on_screen.h"

#include <QApplication>
#include <QEvent>
#include <QPointer>
#include <QScreen>
#include <QStyle>
#include <QTimer>
#include <QWidget>
#include <QWindow>
#include <algorithm>

namespace recscope::ui {

namespace {

constexpr int kFrameEdge = 4;  // pixels; at least as wide as common window frames
// Waiting time after which the window manager is assumed to have added its frame.
constexpr int kFramedMilliseconds = 300;

/// The widths of the window manager's frame; only a guess until the window manager has added it.
QMargins frameOf(const QWidget& window) {
    const QRect inner = window.geometry(), outer = window.frameGeometry();
    if (inner != outer)
        return {inner.left() - outer.left(), inner.top() - outer.top(), outer.right() - inner.right(),
                outer.bottom() - inner.bottom()};
    const int title = window.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &window);
    return {kFrameEdge, title + kFrameEdge, kFrameEdge, kFrameEdge};
}

/// False on the virtual screen of tests and of `./dev tour`, where windows may have any size.
bool hasRealScreen() {
    const QString platform = QGuiApplication::platformName();
    return platform != QLatin1String("offscreen") && platform != QLatin1String("minimal");
}

/// True for a maximized, full-screen or minimized window: the window manager decides its size and position.
bool isMaximizedOrMinimized(const QWidget& window) {
    return window.windowState() & (Qt::WindowMaximized | Qt::WindowFullScreen | Qt::WindowMinimized);
}

/// Fits each window to its screen when it is shown and when a screen is removed.
class WindowsOnScreen : public QObject {
public:
    explicit WindowsOnScreen(QObject* parent) : QObject(parent) {
        connect(qApp, &QGuiApplication::screenRemoved, this, [this] {
            // Deferred, because Qt first moves the windows of that screen to another one.
            QTimer::singleShot(0, this, [] {
                for (QWidget* window : QApplication::topLevelWidgets())
                    if (window->isVisible() && isWindowOrDialog(*window)) fitOnScreen(*window);
            });
        });
    }

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::Show || event->spontaneous() || !watched->isWidgetType()) return false;
        auto* const window = static_cast<QWidget*>(watched);
        if (!isWindowOrDialog(*window)) return false;
        fitOnScreen(*window);
        QTimer::singleShot(kFramedMilliseconds, window, [window] {
            if (window->isVisible()) fitOnScreen(*window);
        });
        return false;
    }

private:
    /// True for windows and dialogs, not for menus, drop-down lists and tooltips, which place themselves.
    static bool isWindowOrDialog(const QWidget& widget) {
        const Qt::WindowType type = widget.windowType();
        return widget.isWindow() && (type == Qt::Window || type == Qt::Dialog || type == Qt::Sheet);
    }
};

}  // namespace

QRect fittedInto(const QRect& available, const QRect& requested) {
    const QSize size = requested.size().boundedTo(available.size());
    return {QPoint(std::clamp(requested.left(), available.left(), available.right() - size.width() + 1),
                   std::clamp(requested.top(), available.top(), available.bottom() - size.height() + 1)),
            size};
}

void fitOnScreen(QWidget& window) {
    if (isMaximizedOrMinimized(window)) return;
    const bool hasPosition = window.testAttribute(Qt::WA_Moved) || window.isVisible();
    QScreen* screen = hasPosition ? QGuiApplication::screenAt(window.geometry().center()) : window.screen();
    if (!screen) screen = QGuiApplication::primaryScreen();
    const QRect available = screen->availableGeometry().marginsRemoved(frameOf(window));
    window.setMinimumSize(window.minimumSize().boundedTo(available.size()));
    const QRect fitted = fittedInto(available, window.geometry());
    if (fitted.size() != window.size()) window.resize(fitted.size());
    // A window without a set position is placed by the window manager.
    if (hasPosition && fitted.topLeft() != window.geometry().topLeft()) {
        const QRect outer = window.frameGeometry(), inner = window.geometry();
        window.move(fitted.topLeft() - (inner.topLeft() - outer.topLeft()));
    }
}

void keepWindowsOnScreen() {
    static QPointer<WindowsOnScreen> keeper;
    if (keeper || !hasRealScreen()) return;
    keeper = new WindowsOnScreen(qApp);
    qApp->installEventFilter(keeper);
}

}  // namespace recscope::ui
