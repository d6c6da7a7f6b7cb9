// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <functional>
#include <memory>

class QMenu;
class QPainter;
class QWidget;

namespace recscope::ui {

/// What goes into a picture that is saved or copied.
struct Picture {
    QSize size;     ///< in widget pixels, without the caption
    QString title;  ///< of the document; also in the file's name
    std::function<void(QPainter&)> paint;
    /// The same laid out for another size; empty if there is only this one.
    std::function<void(QPainter&, const QSize&)> paintAt = {};
    /// For what must be painted with a painter of its own kind; a QPainter if empty.
    std::function<std::shared_ptr<QPainter>()> makePainter;
};

/// Whether pictures carry a line under them that says what they show; remembered in the settings, at first true.
bool captionsRequested();
void setCaptionsRequested(bool requested);
/// Entries of a menu of things to save and copy: whether there is a caption, and the dialog for size, letters and
/// format
/// (`FigureSettings`).
void addCaptionChoice(QMenu& menu);

/// The caption of a picture of this widget: empty if none is wanted or nothing is known.
QString captionFor(const QWidget* widget);

// A picture is recorded where it is asked for, and drawn in a thread of its own: thousands of antialiased points take
// longer than a frame. `shown` is the widget it is of, whose caption it gets.

/// On the clipboard, twice as large as on the screen; then `done` is called, unless `shown` is gone by then.
void copyPicture(QWidget* shown, const Picture& picture, const std::function<void()>& done = {});
/// Writes .png (twice as large as on the screen, or with 300 dots an inch), .svg or .pdf by suffix, as wide as
/// `figureSettings` says, and announces the end (SavingEvent): a problem when the file cannot be written or the suffix
/// is none of these.
void savePicture(QWidget* shown, const QString& path, const Picture& picture);

/// Asks where to save something this widget shows. The name offered says dataset, run and user, then `what`; a name
/// without suffix gets `suffix` (".png"), or where the filters have it the format that was chosen last. Empty if the
/// person changed their mind, or if the widget is gone by then.
QString askWhereToSave(QWidget* widget, const QString& what, const QString& suffix, const QString& filters);

}  // namespace recscope::ui
