// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusVariant>
#include <QObject>
#include <optional>

#include "ui/theme/motion_answers.h"

namespace recscope::ui {

/// Reports whether the desktop requests dark windows, high contrast or less motion. Emits `changed` when `isDark` or
/// `wantsHighContrast` changes; `wantsLessMotion` must be queried before each animation.
class SystemAppearance : public QObject {
    Q_OBJECT
public:
    /// Before Qt 6.5, reads the palette that the platform gave the application: construct this object before the
    /// program sets its own palette.
    explicit SystemAppearance(QObject* parent = nullptr);

    bool isDark() const { return m_dark; }
    bool wantsHighContrast() const { return m_highContrast; }
    /// True if nothing should be animated: the desktop requests it, or there is no screen. $RECSCOPE_MOTION (on, off)
    /// takes precedence over both.
    bool wantsLessMotion() const { return m_lessMotionOverride.value_or(m_motion.prefersReducedMotion()); }
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void changed();

private slots:
    /// Receives changes from org.freedesktop.portal.Settings, which current desktops offer to programs of all toolkits.
    void portalSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void setDark(bool dark);
    void setHighContrast(bool high);
    void queryPortal(const char* group, const char* key);

    bool m_dark = false, m_highContrast = false;
    /// Set by $RECSCOPE_MOTION or because there is no screen; overrides the desktop's setting.
    std::optional<bool> m_lessMotionOverride;
    MotionAnswers m_motion;
    bool m_portalAnswered = false;  ///< the portal has reported the colour scheme
};

}  // namespace recscope::ui
