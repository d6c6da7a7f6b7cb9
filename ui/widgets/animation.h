// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVariantAnimation>

class QWidget;

namespace recscope::ui {

/// One movement of a widget from what it showed to what it shows: the widget paints what lies between. Where nothing
/// moves (`Theme::motionTime`), and while the widget is hidden, it is at its end at once.
class Animation : public QVariantAnimation {
    Q_OBJECT
public:
    /// Belongs to the widget and repaints it.
    explicit Animation(QWidget* moved);

    void begin();
    void finish();
    bool isMoving() const { return state() == Running; }
    double progress() const { return m_progress; }  ///< 0…1; 1 = the end
    /// At the end exactly `to`.
    double between(double from, double to) const { return m_progress < 1 ? from + m_progress * (to - from) : to; }

protected:
    void updateCurrentValue(const QVariant& value) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* m_moved;
    double m_progress = 1;
};

}  // namespace recscope::ui
