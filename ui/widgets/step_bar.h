// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>
#include <vector>

#include "ui/widgets/chapter.h"

class QLabel;
class QShortcut;
class QToolButton;

namespace recscope::ui {

/// Walks through steps: back, forth, or by itself.
class StepBar : public QWidget {
    Q_OBJECT
public:
    explicit StepBar(QWidget* parent = nullptr);
    ~StepBar() override;

    /// Shows the first of them.
    void setSteps(const std::vector<ChapterStep>& steps);
    int step() const { return m_step; }
    int count() const { return int(m_steps.size()); }
    bool isPlaying() const { return m_timer.isActive(); }
    /// Title and text in one paragraph, where room is short.
    void setLow(bool low);
    /// In a lecture hall, where clickers send any of these keys: Right, Left and Space walk, and whoever listens to
    /// `walked` decides how far.
    void setOnStage(bool onStage);
    /// From now on Right, Left and Space in `page` walk and play, unless what has the focus there needs these keys.
    void takeKeysOf(QWidget& page);

public slots:
    void showStep(int step);
    void next();
    void previous();
    /// Goes on by itself until the last step; from there it begins anew.
    void togglePlay();
    void stopPlaying();

signals:
    void stepShown(int step);
    /// By a key on a stage: 1 or -1.
    void walked(int by);

private:
    void showControls();
    void giveKeysTo(QWidget* focused);

    std::vector<ChapterStep> m_steps;
    int m_step = 0;
    bool m_low = false, m_onStage = false;
    QTimer m_timer;
    QToolButton *m_previous, *m_next, *m_play;
    QLabel *m_title, *m_text;
    std::vector<QPointer<QShortcut>> m_keys;  ///< Right, Left, Space
};

}  // namespace recscope::ui
