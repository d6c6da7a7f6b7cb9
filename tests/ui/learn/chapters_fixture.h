// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <memory>

#include "ui/learn/chapter_widget.h"
#include "ui/learn/learn_page.h"
#include "ui_test_support.h"

namespace recscope::ui {

class BarRows;
class StepBar;

namespace test {

/// The Learn page on the sample data with the two models of the course. The models are trained once per test program,
/// and all tests share one page.
class ChaptersFixture : public QObject {
    Q_OBJECT

protected:
    /// Opens the chapter with this key by a click in the list of chapters and waits until no job runs.
    ChapterWidget& open(const char* key);
    const ChapterProgress& progress() const;
    StepBar& steps();
    /// Goes to a step of the chapter, counted from 0, with the arrow keys, as a teacher does.
    void goTo(int step);
    /// Saves a picture of the page under the name "learn-NAME" (see savePicture()).
    void savePagePicture(const char* name);
    /// Answers the question of the chapter with the option of this index.
    void answer(int option);
    static void clickRow(BarRows* rows, int row);
    /// Starts the trainings of the shown step by its button and waits until they have ended.
    void trainLive(ChapterWidget& chapter);
    void resize(const QSize& size);
    /// Checks all steps of every chapter: answered, if an earlier test has answered the question; then restarted, with
    /// the question opened, and with its first option chosen. `where` is part of the names of pictures.
    void checkThatNothingIsCut(const QString& where);

    std::unique_ptr<TestEnvironment> m_environment;
    LearnPage* m_page = nullptr;

private slots:
    void initTestCase();
    void init();
    /// Prints the longest event of the test for a person to read. An event that takes as long as a hundred paintings
    /// does work that belongs in a job. The duration depends on the machine, so it is not asserted.
    void cleanup();
    void cleanupTestCase();

private:
    /// Goes through all steps of the shown chapter and lists the widgets that are cut. `state` names the state of the
    /// chapter in pictures and messages.
    QStringList cutInAllSteps(const QString& state);

    std::unique_ptr<QWidget> m_window;  ///< without a layout, so that the page cannot enlarge it
};

}  // namespace test

}  // namespace recscope::ui
