// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariantAnimation>

class QWidget;

namespace recscope::ui {

/// Animates the change from a widget's previous to its current state: the widget paints the states in between,
/// according to `progress`. The animation ends immediately if motion is off (`Theme::motionTime` is 0) or while the
/// widget is hidden.
class Animation : public QVariantAnimation {
    Q_OBJECT
public:
    /// Creates an animation owned by `moved`, which is repainted at every step.
    explicit Animation(QWidget* moved);

    void begin();
    void finish();
    bool isMoving() const { return state() == Running; }
    double progress() const { return m_progress; }  ///< 0…1; 1 = the animation has ended
    /// Interpolates between two values; returns exactly `to` at the end.
    double between(double from, double to) const { return m_progress < 1 ? from + m_progress * (to - from) : to; }

protected:
    void updateCurrentValue(const QVariant& value) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_moved;
    double m_progress = 1;
};

}  // namespace recscope::ui
