// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusVariant>
#include <QObject>
#include <optional>

#include "ui/theme/motion_answers.h"

namespace recscope::ui {

/// Whether the desktop asks for dark windows, for high contrast and for less motion, and when it changes its mind.
class SystemAppearance : public QObject {
    Q_OBJECT
public:
    /// Reads the palette the platform gave the application: make it before the program sets its own.
    explicit SystemAppearance(QObject* parent = nullptr);

    bool isDark() const { return m_dark; }
    bool wantsHighContrast() const { return m_highContrast; }
    /// Nothing should move: the desktop says so, or there is no screen to move on. $RECSCOPE_MOTION (on, off) decides
    /// before both.
    bool wantsLessMotion() const { return m_settledMotion.value_or(m_motion.wantLess()); }
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void changed();

private slots:
    /// org.freedesktop.portal.Settings: what every current desktop tells programs of all toolkits.
    void portalSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void setDark(bool dark);
    void setHighContrast(bool high);
    void askPortal(const char* group, const char* key);

    bool m_dark = false, m_highContrast = false;
    std::optional<bool> m_settledMotion;  ///< whatever the desktop says: less
    MotionAnswers m_motion;
    bool m_portalAnswered = false;
};

}  // namespace recscope::ui
