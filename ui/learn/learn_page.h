// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <vector>

#include "ui/learn/chapter_list.h"
#include "ui/learn/handout_maker.h"
#include "ui/widgets/chapter.h"
#include "ui/widgets/stateful_widget.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace recscope::ui {

class BlankScreen;
class ChapterWidget;
class Course;
class ElidedLabel;
class EmptyState;
class ModelOffer;
class QuestionCard;
class Session;
class StepBar;

/// The course: one chapter at a time, with its idea, its interactive widget, its question and its task. Right and Left
/// move through the steps, Page Down and Page Up also between chapters, Space plays the steps, R restarts the chapter,
/// F11 starts the presentation. While presenting, Right, Left and Space act like Page Down and Page Up, because
/// clickers send any of them, and B or a full stop blanks the screen.
class LearnPage : public QWidget, public StatefulWidget {
    Q_OBJECT
public:
    explicit LearnPage(Session& session, QWidget* parent = nullptr);
    ~LearnPage() override;

    Course& course() const { return *m_course; }
    const std::vector<Chapter>& chapters() const { return m_chapters; }
    int chapter() const { return m_shown; }
    /// The widget of the shown chapter; null if the chapter cannot be shown with this dataset.
    ChapterWidget* widget() const;

    /// The id of the shown user.
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;

public slots:
    void showChapter(int chapter);
    void restartChapter();
    /// Restores the answer, the state of the task and the step from before the last restart, but not what the chapter
    /// had trained, counted or drawn.
    void undoRestart();
    void setPresenting(bool presenting);
    /// Asks for confirmation, then clears all answers and done tasks of this dataset and shows the first chapter.
    void confirmNewClass();
    void restartCourse();
    /// Asks for a file, then writes a handout of the shown chapter or of the whole course: for a class to fill in, or
    /// for the teacher, with the answers.
    void saveHandout(HandoutMaker::Reader reader, bool wholeCourse);

signals:
    void chapterShown(int chapter);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeContent();
    QWidget* makeHeader();
    QWidget* makePresentationControls();
    void makeKeys();
    void moveBy(int by);
    void setPresentationHeight(int pixels);
    ChapterWidget* makeWidget(int chapter);
    void resetProgress();
    void showDataset();
    void trainMissingModels();
    void showMeasured();
    void recordAnswer(int option);
    void recordTaskDone();
    void showChapterWidget();
    bool canShow(int chapter) const;
    void applyPresentationStyle();
    void fitHeight();
    void showIdea();

    Session& m_session;
    Course* m_course;
    std::vector<Chapter> m_chapters;
    std::map<int, ChapterWidget*> m_widgets;  ///< the chapter widgets created so far, by index of the chapter
    int m_shown = -1;
    bool m_presenting = false;
    bool m_isCompact = false;  ///< true while the page is low or presenting, so that it shows less text
    /// The progress that a restart cleared.
    struct Undone {
        int chapter = -1;
        ChapterProgress progress;
        int step = 0;
    };
    std::optional<Undone> m_undone;  ///< what the last restart cleared; empty if it cannot be undone
    /// True once it is decided whether this dataset's models are trained automatically.
    bool m_isTrainingDecided = false;
    QString m_keptUser;  ///< id of the first user to show; empty = a user with a suitable history

    /// The whole page, its top row, the buttons in it, the inputs for the user, and the column with the chapters.
    QWidget *m_content, *m_header, *m_controls, *m_userPart, *m_side;
    QWidget* m_presentationControls;  ///< the few controls that are shown while presenting
    QPushButton* m_presentationOtherUser;
    BlankScreen* m_blankScreen;
    QLabel *m_title, *m_escapeHint;
    ElidedLabel* m_refusal;  ///< says why the requested user is not shown
    QLineEdit* m_user;
    QPushButton* m_present;
    ChapterList* m_chapterList;
    QLabel *m_idea, *m_paper;
    StepBar* m_steps;
    ModelOffer* m_offer;
    QStackedWidget* m_stack;
    EmptyState* m_needsSample;
    QuestionCard* m_questionCard;
};

}  // namespace recscope::ui
