// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>
#include <QTimer>
#include <QWidget>
#include <cstdint>
#include <vector>

class QLabel;
class QToolButton;

namespace recscope::ui {

/// A slider with a mark above one of its values. A click beside the handle, or on the mark, moves the handle there.
class EpochSlider : public QSlider {
    Q_OBJECT
public:
    explicit EpochSlider(QWidget* parent = nullptr);
    void setMark(int value);  ///< a value outside the range removes the mark
    int markX() const;        ///< x of the mark in pixels of this widget; -1 = no mark
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    /// The groove in pixels of this widget: x of the value `minimum`, and the distance from there to `maximum`.
    struct Track {
        int first, length;
    };
    Track track() const;
    int valueAt(const QPoint& point) const;

    int m_mark = -1;
    bool m_dragging = false;  ///< true during a drag that began with a press beside the handle
};

/// Play, pause and a slider over the epochs that have a frame (an epoch snapshot of the shown user). A slider that is
/// at the end moves to each new last frame.
class TimelineControls : public QWidget {
    Q_OBJECT
public:
    explicit TimelineControls(QWidget* parent = nullptr);

    /// A slider that is at the end moves to the new end; otherwise it keeps its epoch if that still has a frame.
    /// `bestEpoch` 0 = none.
    void setEpochs(std::vector<std::int64_t> epochs, std::int64_t bestEpoch);
    std::int64_t epoch() const;  ///< 0 = none
    bool isAtEnd() const { return m_epochs.empty() || epoch() == m_epochs.back(); }
    /// The epoch whose weights are kept, if it has a frame; else the last epoch with a frame.
    std::int64_t keptOrLast() const;
    void goTo(std::int64_t epoch);  ///< ignored if this epoch has no frame
    bool isPlaying() const { return m_tick.isActive(); }

public slots:
    void setPlaying(bool playing);
    /// To be called once the requested epoch is shown; playing does not advance before.
    void frameIsShown();

signals:
    void epochRequested(qint64 epoch);

private:
    void advance();
    void describe();

    std::vector<std::int64_t> m_epochs;
    std::int64_t m_best = 0;
    QToolButton* m_play;
    EpochSlider* m_slider;
    QLabel* m_label;
    QTimer m_tick;
    bool m_waiting = false;  ///< the requested frame is not shown yet, so playing does not advance
};

}  // namespace recscope::ui
