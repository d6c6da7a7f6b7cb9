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

/// Navigates through the steps of a chapter: forward, back, or automatically.
class StepBar : public QWidget {
    Q_OBJECT
public:
    explicit StepBar(QWidget* parent = nullptr);
    ~StepBar() override;

    /// Sets the steps and shows the first.
    void setSteps(const std::vector<ChapterStep>& steps);
    int step() const { return m_step; }
    int count() const { return int(m_steps.size()); }
    bool isPlaying() const { return m_timer.isActive(); }
    /// Sets whether title and text share one paragraph, to save height.
    void setCompact(bool compact);
    /// Sets presentation mode. In this mode, the keys of `addShortcutsTo`, which presenter remotes send, do not change
    /// the step themselves: they emit `walked`, and the receiver decides what to show.
    void setPresenting(bool presenting);
    /// Makes Right, Left and Space in `page` change the step or start playing, unless the focused widget needs the key
    /// itself.
    void addShortcutsTo(QWidget& page);

public slots:
    void showStep(int step);
    void next();
    void previous();
    /// Starts or stops automatic playing up to the last step; at the last step, playing starts again from the first.
    void togglePlay();
    void stopPlaying();

signals:
    void stepShown(int step);
    /// A key of `addShortcutsTo` was pressed in presentation mode; `by` is 1 (Right, Space) or -1 (Left).
    void walked(int by);

private:
    void showControls();
    void updateShortcuts(QWidget* focused);

    std::vector<ChapterStep> m_steps;
    int m_step = 0;
    bool m_isCompact = false, m_isPresenting = false;
    QTimer m_timer;
    QToolButton *m_previous, *m_next, *m_play;
    QLabel *m_title, *m_text;
    std::vector<QPointer<QShortcut>> m_keys;  ///< Right, Left, Space
};

}  // namespace recscope::ui
