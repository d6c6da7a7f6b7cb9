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

/// The longest wait for anything on a screen, milliseconds; a test that waits this long has failed.
inline constexpr int kPatience = 60'000;

/// A workspace in a temporary folder with the job runner and the session of a window.
class Bench {
public:
    enum class Content { Empty, Sample };

    /// With the sample dataset: stored, chosen and its catalogue loaded when the constructor returns. Settings written
    /// by the program go to the temporary folder, too.
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

/// The child with this object name. Stops the test program with a sentence if there is none or it has another type.
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

/// The texts of the menu that `open` shows, without separators. Closes the menu, or clicks its entry `choose`. An empty
/// list if no menu appeared.
QStringList menuOf(const std::function<void()>& open, const QString& choose = {});
/// A right click as a person makes it: it enters at the window's own handle, at `at` of the widget, and propagates from
/// there. Returns the same as `menuOf`.
QStringList rightClickThroughWindow(QWidget* widget, QPoint at, const QString& choose = {});
/// A turn of the wheel by that many notches (positive = away from the person), entering the same way.
void wheelThroughWindow(QWidget* widget, QPoint at, int notches, Qt::KeyboardModifiers modifiers = {});

/// Calls `act` once a dialog or menu of this type is open, as soon as the event loop runs, including a loop that the
/// dialog or menu runs itself. Stops the test program if none opens within `kPatience`. Belongs to `parent`.
template <class Popup>
void whenOpen(QWidget& parent, const std::function<void(Popup&)>& act) {
    constexpr int kLook = 20;  // milliseconds between two looks
    auto* look = new QTimer(&parent);
    const QDeadlineTimer deadline(kPatience);
    QObject::connect(look, &QTimer::timeout, &parent, [look, act, deadline] {
        QWidget* open =
            std::is_base_of_v<QMenu, Popup> ? QApplication::activePopupWidget() : QApplication::activeModalWidget();
        auto* popup = qobject_cast<Popup*>(open);
        if (!popup || !popup->isVisible()) {
            if (deadline.hasExpired()) qFatal("No %s opened.", Popup::staticMetaObject.className());
            return;
        }
        look->stop();
        look->deleteLater();
        act(*popup);
    });
    look->start(kLook);
}
/// Types a path into the file dialog and accepts it. `QFileDialog::selectFile` would not do: it leaves the name alone
/// while the name has the focus.
void enterFile(QFileDialog& dialog, const QString& path);
/// Clicks the menu's entry with this object name.
void clickEntry(QMenu& menu, const char* objectName);

/// Files that `root` or widgets below it reported as written or failed, in order.
class SavedFiles : public QObject {
public:
    explicit SavedFiles(QWidget& root);
    QStringList paths, problems;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// Makes `widget` write that file and waits for its report: whether the file was written.
template <typename Widget>
bool exports(Widget& widget, const QString& path) {
    const SavedFiles saved(widget);
    widget.exportTo(path);
    return waitUntil([&] { return !saved.paths.isEmpty() || !saved.problems.isEmpty(); }) && saved.problems.isEmpty();
}

/// Saves a picture of the widget under $RECSCOPE_TEST_PICTURES if that is set, for a person to look at.
void picture(QWidget& widget, const QString& name);
/// Mean difference of the grey values (0…255) of two pictures of one size; 255 if their sizes differ.
double meanDifference(const QImage& one, const QImage& other);
/// True if not all pixels of the widget have one colour.
bool showsSomething(QWidget& widget);

}  // namespace recscope::ui::test
