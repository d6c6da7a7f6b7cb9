// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <vector>

#include "ui/learn/lesson.h"
#include "ui/widgets/rememberable.h"

class QLabel;
class QPushButton;
class QScrollArea;

namespace recscope::ui {

/// Walks through the lessons and asks the page to do what the shown one is about.
class LessonPanel : public QFrame, public Rememberable {
    Q_OBJECT
public:
    explicit LessonPanel(std::vector<Lesson> lessons, QWidget* parent = nullptr);

    const Lesson& lesson() const { return m_lessons[m_shown]; }
    int count() const { return int(m_lessons.size()); }
    int shown() const { return int(m_shown); }
    /// Why the shown lesson's action cannot be done now; empty = it can.
    void setObstacle(const QString& reason);
    /// The lesson.
    QVariant rememberedState() const override;
    void restoreState(const QVariant& state) override;
    bool isOfDataset() const override { return false; }

public slots:
    void showNext();
    void showPrevious();

signals:
    void lessonShown();
    void actionWanted(const QString& action);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void fit();
    void showLesson(std::size_t index);

    std::vector<Lesson> m_lessons;
    std::size_t m_shown = 0;
    QLabel* m_counter;
    QLabel* m_title;
    QLabel* m_text;
    QScrollArea* m_scroll;
    QLabel* m_obstacle;
    QPushButton* m_action;
    QPushButton* m_previous;
    QPushButton* m_next;
};

}  // namespace recscope::ui
