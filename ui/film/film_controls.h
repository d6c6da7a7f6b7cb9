// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <cstdint>
#include <vector>

class QLabel;
class QSlider;
class QToolButton;

namespace recscope::ui {

/// Play, pause and a slider over the epochs that have a frame. Standing at the end, it follows a film that grows.
class FilmControls : public QWidget {
    Q_OBJECT
public:
    explicit FilmControls(QWidget* parent = nullptr);

    /// Keeps the epoch where it still is one, moves to the end where it stood there. `bestEpoch` 0 = none.
    void setEpochs(std::vector<std::int64_t> epochs, std::int64_t bestEpoch);
    std::int64_t epoch() const;  ///< 0 = there is none
    bool isPlaying() const { return m_tick.isActive(); }

public slots:
    void setPlaying(bool playing);
    /// The wanted epoch is on the screen: the next one may come.
    void frameIsShown();

signals:
    void epochWanted(qint64 epoch);

private:
    void move(int index);
    void advance();
    void describe();

    std::vector<std::int64_t> m_epochs;
    std::int64_t m_best = 0;
    QToolButton* m_play;
    QSlider* m_slider;
    QLabel* m_label;
    QTimer m_tick;
    bool m_waiting = false;  ///< for a frame
};

}  // namespace recscope::ui
