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

/// The content of a picture that is saved or copied.
struct Picture {
    QSize size;     ///< in widget pixels, without the caption
    QString title;  ///< the document's title; also part of the file name
    std::function<void(QPainter&)> paint;
    /// Paints the content laid out for another size; empty if it has only one layout.
    std::function<void(QPainter&, const QSize&)> paintAt = {};
    /// Creates the painter, for content that needs a special one; empty = a QPainter.
    std::function<std::shared_ptr<QPainter>()> makePainter;
};

/// Whether pictures have a caption below them that states what they show; stored in the settings, true by default.
bool captionsRequested();
void setCaptionsRequested(bool requested);
/// Adds to a save or copy menu: the caption on or off, and the dialog for size, letters and format (`FigureSettings`).
void addCaptionChoice(QMenu& menu);

/// The caption of a picture of this widget; empty if captions are off or nothing is known.
QString captionFor(const QWidget* widget);

// A picture is recorded in the calling thread and rendered in another one: thousands of antialiased points take longer
// than a frame. `shown` is the depicted widget, which determines the caption.

/// Copies the picture to the clipboard, twice as large as on the screen, then calls `done` unless `shown` is gone by
/// then.
void copyPicture(QWidget* shown, const Picture& picture, const std::function<void()>& done = {});
/// Writes .png (twice as large as on the screen, or with 300 dots per inch), .svg or .pdf by suffix, as wide as
/// `figureSettings` requires, and announces the outcome (SavingEvent), with a problem if the file cannot be written or
/// the suffix is none of these.
void savePicture(QWidget* shown, const QString& path, const Picture& picture);

/// Asks the person where to save something that this widget shows. The offered name consists of dataset, run and user,
/// then `what`; a name without suffix gets `suffix` (".png"), or the format chosen last if the filters include it.
/// Empty if the person cancels, or if the widget is gone by then.
QString askWhereToSave(QWidget* widget, const QString& what, const QString& suffix, const QString& filters);

}  // namespace recscope::ui
