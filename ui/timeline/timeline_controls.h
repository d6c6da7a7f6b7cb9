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

/// A slider with a sign over one of its values. A click beside the handle, or on the sign, goes there.
class EpochSlider : public QSlider {
    Q_OBJECT
public:
    explicit EpochSlider(QWidget* parent = nullptr);
    void setMark(int value);  ///< outside of the range = none
    int markX() const;        ///< in pixels of this widget; -1 = there is none
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    /// Where value `minimum` is, and pixels from there to `maximum`.
    struct Track {
        int first, length;
    };
    Track track() const;
    int valueAt(const QPoint& point) const;

    int m_mark = -1;
    bool m_dragging = false;  ///< the press was beside the handle
};

/// Play, pause and a slider over the epochs that have a frame. Standing at the end, it follows a timeline that grows.
class TimelineControls : public QWidget {
    Q_OBJECT
public:
    explicit TimelineControls(QWidget* parent = nullptr);

    /// Keeps the epoch where it still is one, moves to the end where it stood there. `bestEpoch` 0 = none.
    void setEpochs(std::vector<std::int64_t> epochs, std::int64_t bestEpoch);
    std::int64_t epoch() const;  ///< 0 = there is none
    bool isAtEnd() const { return m_epochs.empty() || epoch() == m_epochs.back(); }
    /// The epoch whose weights are kept, if it has a frame; else the last one.
    std::int64_t keptOrLast() const;
    void goTo(std::int64_t epoch);  ///< nothing happens if it has no frame
    bool isPlaying() const { return m_tick.isActive(); }

public slots:
    void setPlaying(bool playing);
    /// The wanted epoch is on the screen: the next one may come.
    void frameIsShown();

signals:
    void epochRequested(qint64 epoch);

private:
    void move(int index);
    void advance();
    void describe();

    std::vector<std::int64_t> m_epochs;
    std::int64_t m_best = 0;
    QToolButton* m_play;
    EpochSlider* m_slider;
    QLabel* m_label;
    QTimer m_tick;
    bool m_waiting = false;  ///< for a frame
};

}  // namespace recscope::ui
