// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/system_appearance.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QEvent>
#include <QPalette>
#include <QStyle>
#include <QStyleHints>

namespace recscope::ui {

namespace {

constexpr const char* kService = "org.freedesktop.portal.Desktop";
constexpr const char* kPath = "/org/freedesktop/portal/desktop";
constexpr const char* kInterface = "org.freedesktop.portal.Settings";
constexpr const char* kGroup = "org.freedesktop.appearance";
constexpr const char* kKey = "color-scheme";
constexpr uint kPreferDark = 1;                       // a value of kKey; 0 = no preference, 2 = light
constexpr const char* kMotionKey = "reduced-motion";  // a key of kGroup
/// GNOME's own key for less motion, for portals that do not know kMotionKey yet.
constexpr const char *kGnomeGroup = "org.gnome.desktop.interface", *kGnomeMotionKey = "enable-animations";
constexpr const char* kContrastKey = "contrast";  // a key of kGroup: 1 = more contrast
constexpr const char *kGnomeAccessGroup = "org.gnome.desktop.a11y.interface", *kGnomeContrastKey = "high-contrast";
constexpr const char* kMotionVariable = "RECSCOPE_MOTION";

bool isDarkPalette(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

/// The number inside nested D-Bus variants: the method `Read` wraps it in one more variant than the signal
/// `SettingChanged` does.
uint unwrapped(QVariant value) {
    while (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
    return value.toUInt();
}

bool hasScreen() {
    const QString platform = QGuiApplication::platformName();
    return platform != QLatin1String("offscreen") && platform != QLatin1String("minimal");
}

}  // namespace

SystemAppearance::SystemAppearance(QObject* parent) : QObject(parent) {
    const QString motion = qEnvironmentVariable(kMotionVariable);
    if (!motion.isEmpty())
        m_lessMotionOverride = motion == QLatin1String("off");
    else if (!hasScreen())
        m_lessMotionOverride = true;
    if (QDBusConnection bus = QDBusConnection::sessionBus(); bus.isConnected())
        bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                    SLOT(portalSettingChanged(QString, QString, QDBusVariant)));
    if (!m_lessMotionOverride) {
        queryPortal(kGroup, kMotionKey);
        queryPortal(kGnomeGroup, kGnomeMotionKey);
    }
    queryPortal(kGroup, kContrastKey);
    queryPortal(kGnomeAccessGroup, kGnomeContrastKey);
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    m_dark = QGuiApplication::styleHints()->colorScheme() == Qt::ColorScheme::Dark;
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this,
            [this](Qt::ColorScheme scheme) { setDark(scheme == Qt::ColorScheme::Dark); });
#else
    m_dark = isDarkPalette(QApplication::palette());
    qApp->installEventFilter(this);
    queryPortal(kGroup, kKey);
#endif
}

void SystemAppearance::setDark(bool dark) {
    if (dark == m_dark) return;
    m_dark = dark;
    emit changed();
}

void SystemAppearance::setHighContrast(bool high) {
    if (high == m_highContrast) return;
    m_highContrast = high;
    emit changed();
}

bool SystemAppearance::eventFilter(QObject* watched, QEvent* event) {
    // ThemeChange is sent to windows when the platform's theme has changed. The program's own palette replaces that of
    // the platform, so without a portal only the style's standard palette shows whether the platform is dark.
    if (event->type() == QEvent::ThemeChange && !m_portalAnswered)
        setDark(isDarkPalette(QApplication::style()->standardPalette()));
    return QObject::eventFilter(watched, event);
}

void SystemAppearance::queryPortal(const char* group, const char* key) {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return;
    QDBusMessage question = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    question << QString(group) << QString(key);
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher, group, key] {
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        if (!reply.isError()) portalSettingChanged(group, key, reply.value());
        watcher->deleteLater();
    });
}

void SystemAppearance::portalSettingChanged(const QString& group, const QString& key, const QDBusVariant& value) {
    const uint stated = unwrapped(QVariant::fromValue(value));
    if (group == kGroup && key == kKey) {
#if QT_VERSION < QT_VERSION_CHECK(6, 5, 0)
        m_portalAnswered = true;
        setDark(stated == kPreferDark);
#endif
    } else if ((group == kGroup && key == kContrastKey) || (group == kGnomeAccessGroup && key == kGnomeContrastKey)) {
        setHighContrast(stated == 1);
    } else if (group == kGroup && key == kMotionKey) {
        m_motion.reduced = stated;
    } else if (group == kGnomeGroup && key == kGnomeMotionKey) {
        m_motion.animations = stated;
    }
}

}  // namespace recscope::ui
