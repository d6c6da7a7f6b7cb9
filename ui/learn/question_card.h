// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <optional>
#include <vector>

#include "ui/learn/chapter.h"

class QLabel;
class QPushButton;

namespace recscope::ui {

class FlowLayout;

/// A chapter's question, answered before the answer shows, and beside it the task that the program checks.
class QuestionCard : public QFrame {
    Q_OBJECT
public:
    explicit QuestionCard(QWidget* parent = nullptr);

    /// `chosen`: what was answered before; none = not yet.
    void setChapter(const Chapter& chapter, std::optional<int> chosen, bool taskDone);
    /// Where the chapter's file names none; empty while they are not known.
    void setRightOptions(std::vector<int> right);
    /// What was measured, said with the answer.
    void setFinding(const QString& markdown);
    void setTaskDone();
    bool isAnswered() const { return m_chosen.has_value(); }

signals:
    void answered(int option);

private:
    void choose(int option);
    void showAnswer();
    void showTask();

    Chapter m_chapter;
    std::optional<int> m_chosen;
    std::vector<int> m_right;
    QString m_finding;
    bool m_taskDone = false;

    QLabel *m_question, *m_verdict, *m_answer, *m_taskHead, *m_task;
    QWidget* m_options;
    FlowLayout* m_optionFlow;
    std::vector<QPushButton*> m_buttons;
};

}  // namespace recscope::ui
