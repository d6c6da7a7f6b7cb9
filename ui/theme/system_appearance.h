// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusVariant>
#include <QObject>
#include <optional>

#include "ui/theme/motion_answers.h"

namespace recscope::ui {

/// Whether the desktop requests dark windows, high contrast and less motion, and a signal when that changes.
class SystemAppearance : public QObject {
    Q_OBJECT
public:
    /// Reads the palette the platform gave the application: construct it before the program sets its own.
    explicit SystemAppearance(QObject* parent = nullptr);

    bool isDark() const { return m_dark; }
    bool wantsHighContrast() const { return m_highContrast; }
    /// Nothing should move: the desktop says so, or there is no screen. $RECSCOPE_MOTION (on, off) takes precedence
    /// over both.
    bool wantsLessMotion() const { return m_settledMotion.value_or(m_motion.wantLess()); }
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void changed();

private slots:
    /// Receives org.freedesktop.portal.Settings, which every current desktop offers to programs of all toolkits.
    void portalSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void setDark(bool dark);
    void setHighContrast(bool high);
    void askPortal(const char* group, const char* key);

    bool m_dark = false, m_highContrast = false;
    std::optional<bool> m_settledMotion;  ///< true = less motion, whatever the desktop says
    MotionAnswers m_motion;
    bool m_portalAnswered = false;
};

}  // namespace recscope::ui
