// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <optional>
#include <vector>

#include "ui/widgets/chapter.h"

class QBoxLayout;
class QLabel;
class QPushButton;

namespace recscope::ui {

class FlowLayout;

/// A chapter's question and, beside it, the task, which the program checks. The answer is shown once the user of the
/// program has chosen an option. In the compact layout, the card is one line until the user of the program unfolds it
/// to see the options; once an option is chosen, the answer is one paragraph with the task below it.
class QuestionCard : public QFrame {
    Q_OBJECT
public:
    explicit QuestionCard(QWidget* parent = nullptr);

    /// `chosen`: the option that was chosen earlier; empty = not answered yet.
    void setChapter(const Chapter& chapter, std::optional<int> chosen, bool taskDone);
    /// Sets the right options; ignored if the chapter's file marks one. Empty while unknown.
    void setRightOptions(std::vector<int> right);
    /// Sets the text about what was measured, which is shown with the answer.
    void setFinding(const QString& markdown);
    void setTaskDone();
    bool isAnswered() const { return m_chosen.has_value(); }

    void setCompact(bool compact);
    /// True while the card is only one line, because it is compact and neither answered nor unfolded.
    bool isFolded() const { return m_isCompact && !m_chosen && !m_unfolded; }
    /// Shows the button that undoes a restart, until the next answer or chapter.
    void offerUndo();

signals:
    void answered(int option);
    void unfolded();
    void undoRequested();

private:
    void choose(int option);
    void unfold();
    void showQuestion();
    void showTask();
    void fitMargins();
    QString verdict() const;

    Chapter m_chapter;
    std::optional<int> m_chosen;
    std::vector<int> m_right;
    QString m_finding;
    bool m_taskDone = false, m_isCompact = false, m_unfolded = false;

    QLabel *m_heading, *m_question, *m_verdict, *m_answer, *m_taskHeading, *m_task;
    QPushButton *m_unfoldButton, *m_undo;
    QWidget *m_options, *m_taskPart;
    FlowLayout* m_optionFlow;
    QBoxLayout* m_parts;
    std::vector<QPushButton*> m_buttons;
};

}  // namespace recscope::ui
