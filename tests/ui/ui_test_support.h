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

class QComboBox;

namespace recscope::ui::test {

/// The longest time, in milliseconds, that a test waits for anything; a test that waits this long fails.
inline constexpr int kPatience = 60'000;

/// A workspace in a temporary folder with the job runner and the session of a window.
class TestEnvironment {
public:
    enum class Content { Empty, Sample };

    /// Content::Sample puts the sample dataset into the workspace, chooses it and loads its catalogue before the
    /// constructor returns; Content::Empty adds nothing. The program's settings are in the temporary folder, too.
    explicit TestEnvironment(Content content = Content::Sample);
    ~TestEnvironment();

    JobRunner& jobs() { return *m_jobs; }
    Session& session() { return *m_session; }
    QString path(const QString& fileName) const { return m_folder.filePath(fileName); }
    QString workspacePath() const { return path(QStringLiteral("test.recscope")); }
    /// Writes a file into the temporary folder and returns its path.
    QString write(const QString& fileName, const QByteArray& content) const;

    /// Runs `work` as a job in this queue and waits for its end. Returns false, after a warning, if it failed.
    bool work(const std::function<void(JobContext&)>& work, WorkerQueue queue = WorkerQueue::Import);

private:
    QTemporaryDir m_folder;
    std::unique_ptr<JobRunner> m_jobs;
    std::unique_ptr<Session> m_session;
};

/// Creates a workspace at `path` that contains the sample dataset.
void putSampleWorkspace(const QString& path);

/// Runs the event loop until the condition holds. Returns false if it does not hold within `kPatience`.
bool waitUntil(const std::function<bool()>& condition);

/// The descendant of `root` with this object name. Aborts the test program with a message if there is none or it has
/// another type.
template <class T>
T* find(QWidget& root, const char* objectName) {
    T* found = root.findChild<T*>(QString::fromLatin1(objectName));
    if (!found) qFatal("There is no '%s' of the requested type.", objectName);
    return found;
}

/// Shows the widget at this size, in pixels, and waits until it is laid out and painted.
void show(QWidget& widget, QSize size = {1440, 900});
/// Clicks with the left button in the middle of the widget, by mouse events.
void click(QWidget* widget);
/// Replaces the text of an input by typing.
void type(QWidget* input, const QString& text);
/// Chooses the entry with this text by keys, starting from the first entry.
void choose(QComboBox* box, const QString& text);

/// Calls `open` and returns the texts of the menu that it shows, without separators; empty if no menu appears. Clicks
/// the entry whose text begins with `choose`. Closes the menu if `choose` is empty or no entry matches.
QStringList menuOf(const std::function<void()>& open, const QString& choose = {});
/// Right-clicks the widget at `at`, as the user of the program would: sends the event to the window's QWindow, from
/// which it propagates. Handles the menu and returns its texts like menuOf().
QStringList rightClickThroughWindow(QWidget* widget, QPoint at, const QString& choose = {});
/// Turns the wheel over the widget by `notches` (positive = away from the user of the program). Sends the event to the
/// window's QWindow, like rightClickThroughWindow().
void wheelThroughWindow(QWidget* widget, QPoint at, int notches, Qt::KeyboardModifiers modifiers = {});

/// Returns at once. Later, when a dialog or menu of this type is open, the event loop calls `act` with it; this may be
/// the loop that the dialog or menu runs itself. Aborts the test program if none opens within `kPatience`. If `parent`
/// is destroyed before that, `act` is not called.
template <class Popup>
void whenOpen(QWidget& parent, const std::function<void(Popup&)>& act) {
    constexpr int kPollMilliseconds = 20;  // the interval at which it looks for the dialog or menu
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
/// Types a path into the file dialog and accepts the dialog. QFileDialog::selectFile would not work: it changes nothing
/// while the input of the name has the focus.
void enterFile(QFileDialog& dialog, const QString& path);
/// Clicks the entry of the menu whose action has this object name.
void clickEntry(QMenu& menu, const char* objectName);

/// Records what `root` and the widgets below it report about saving files, in order: the path of each written file in
/// `paths`, the message of each failure in `problems`.
class SavedFiles : public QObject {
public:
    explicit SavedFiles(QWidget& root);
    QStringList paths, problems;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// Makes `widget` export to `path` and waits until it reports the result. Returns true if the file was written.
template <typename Widget>
bool exportSucceeds(Widget& widget, const QString& path) {
    const SavedFiles saved(widget);
    widget.exportTo(path);
    return waitUntil([&] { return !saved.paths.isEmpty() || !saved.problems.isEmpty(); }) && saved.problems.isEmpty();
}

/// Saves a picture of the widget, for a person to look at, in the folder $RECSCOPE_TEST_PICTURES; does nothing if that
/// is not set.
void savePicture(QWidget& widget, const QString& name);
/// Mean absolute difference of the grey values (0…255) of two pictures of the same size; 255 if their sizes differ or
/// they are empty.
double meanDifference(const QImage& first, const QImage& second);
/// True if the widget, when painted, has pixels of at least two colours.
bool showsSomething(QWidget& widget);

}  // namespace recscope::ui::test
