// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QDeadlineTimer>
#include <QFileDialog>
#include <QImage>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>
#include <type_traits>

#include "core/sequence/dataset.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"

namespace recscope::ui::test {

/// The longest wait, in milliseconds, for anything to appear; a test that waits this long has failed.
inline constexpr int kPatience = 60'000;

/// A workspace in a temporary folder with the job runner and the session of a window.
class Bench {
public:
    enum class Content { Empty, Sample };

    /// With Content::Sample, the sample dataset is stored and chosen and its catalogue is loaded when the constructor
    /// returns. The program's settings go to the temporary folder, too.
    explicit Bench(Content content = Content::Sample);
    ~Bench();

    JobRunner& jobs() { return *m_jobs; }
    Session& session() { return *m_session; }
    QString path(const QString& fileName) const { return m_folder.filePath(fileName); }
    QString workspacePath() const { return path(QStringLiteral("test.recscope")); }
    /// Writes a file into the temporary folder and returns its path.
    QString write(const QString& fileName, const QByteArray& content) const;

    /// Runs work in a queue and waits for it; false (with a warning) if it failed.
    bool work(const std::function<void(JobContext&)>& work, WorkerQueue queue = WorkerQueue::Import);

private:
    QTemporaryDir m_folder;
    std::unique_ptr<JobRunner> m_jobs;
    std::unique_ptr<Session> m_session;
};

/// Puts a workspace that holds the sample dataset at `path`.
void putSampleWorkspace(const QString& path);

/// Runs the event loop until the condition holds; false after `kPatience`.
bool waitUntil(const std::function<bool()>& condition);

/// The child with this object name. Aborts the test program with a message if there is none or it has another type.
template <class T>
T* find(QWidget& root, const char* objectName) {
    T* found = root.findChild<T*>(QString::fromLatin1(objectName));
    if (!found) qFatal("There is no '%s' of the asked type.", objectName);
    return found;
}

/// Shows the widget at a size and waits until it is laid out and painted.
void show(QWidget& widget, QSize size = {1440, 900});
/// A real left click in the middle of the widget.
void click(QWidget* widget);
/// Replaces the text of an input by typing.
void type(QWidget* input, const QString& text);

/// The texts of the menu that `open` shows, without separators; empty if no menu appeared. Clicks the entry that begins
/// with `choose`; closes the menu if `choose` is empty or there is no such entry.
QStringList menuOf(const std::function<void()>& open, const QString& choose = {});
/// Right-clicks at `at` of the widget as a person would: the event is sent to the handle of the window and propagates
/// from there. Returns the same as `menuOf`.
QStringList rightClickThroughWindow(QWidget* widget, QPoint at, const QString& choose = {});
/// Turns the wheel by that many notches (positive = away from the person); the event is sent to the window in the same
/// way.
void wheelThroughWindow(QWidget* widget, QPoint at, int notches, Qt::KeyboardModifiers modifiers = {});

/// Calls `act` once a dialog or menu of this type is open, as soon as the event loop runs, including a loop that the
/// dialog or menu runs itself. Aborts the test program if none opens within `kPatience`. Does nothing once `parent` is
/// destroyed.
template <class Popup>
void whenOpen(QWidget& parent, const std::function<void(Popup&)>& act) {
    constexpr int kPollMilliseconds = 20;  // between two looks for the dialog or menu
    auto* pollTimer = new QTimer(&parent);
    const QDeadlineTimer deadline(kPatience);
    QObject::connect(pollTimer, &QTimer::timeout, &parent, [pollTimer, act, deadline] {
        QWidget* open =
            std::is_base_of_v<QMenu, Popup> ? QApplication::activePopupWidget() : QApplication::activeModalWidget();
        auto* popup = qobject_cast<Popup*>(open);
        if (!popup || !popup->isVisible()) {
            if (deadline.hasExpired()) qFatal("No %s opened.", Popup::staticMetaObject.className());
            return;
        }
        pollTimer->stop();
        pollTimer->deleteLater();
        act(*popup);
    });
    pollTimer->start(kPollMilliseconds);
}
/// Types a path into the file dialog and accepts it. `QFileDialog::selectFile` cannot be used: it does not change the
/// name while the input of the name has the focus.
void enterFile(QFileDialog& dialog, const QString& path);
/// Clicks the menu's entry with this object name.
void clickEntry(QMenu& menu, const char* objectName);

/// Records, in order, the files that `root` or widgets below it report as written (`paths`) or as failed (`problems`).
class SavedFiles : public QObject {
public:
    explicit SavedFiles(QWidget& root);
    QStringList paths, problems;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// Makes `widget` export to `path` and waits for its report; true if the file was written.
template <typename Widget>
bool exports(Widget& widget, const QString& path) {
    const SavedFiles saved(widget);
    widget.exportTo(path);
    return waitUntil([&] { return !saved.paths.isEmpty() || !saved.problems.isEmpty(); }) && saved.problems.isEmpty();
}

/// Saves a picture of the widget under $RECSCOPE_TEST_PICTURES if that is set, for a person to look at.
void picture(QWidget& widget, const QString& name);
/// Mean absolute difference of the grey values (0…255) of two pictures of the same size; 255 if their sizes differ or
/// they are empty.
double meanDifference(const QImage& first, const QImage& second);
/// True if the pixels of the widget do not all have the same colour.
bool showsSomething(QWidget& widget);

}  // namespace recscope::ui::test
