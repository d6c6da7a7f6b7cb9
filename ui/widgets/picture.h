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

/// The content of a picture to be saved or copied.
struct Picture {
    QSize size;     ///< in widget pixels, without the caption
    QString title;  ///< the document's title; also part of the file name
    std::function<void(QPainter&)> paint;
    /// Paints the content laid out for the given size; empty if the layout cannot be adapted to another size.
    std::function<void(QPainter&, const QSize&)> paintAt = {};
    /// Creates the painter, for content that needs a special painter; empty = use a QPainter.
    std::function<std::shared_ptr<QPainter>()> makePainter;
};

/// Whether pictures get a caption that describes what they show; stored in the settings, true by default.
bool captionsRequested();
void setCaptionsRequested(bool requested);
/// Adds two entries to a menu for saving or copying: a switch for the caption, and one that opens the dialog for size,
/// letters and format (`FigureSettings`).
void addCaptionChoice(QMenu& menu);

/// The caption of a picture of this widget; empty if captions are off or nothing is known about the widget.
QString captionFor(const QWidget* widget);

// A picture is recorded in the calling thread and rendered in another one, because rendering thousands of antialiased
// points takes longer than a frame. `shown` is the depicted widget, which determines the caption.

/// Copies the picture to the clipboard, twice as large as on the screen, then calls `done` if `shown` still exists.
void copyPicture(QWidget* shown, const Picture& picture, const std::function<void()>& done = {});
/// Writes .png, .svg or .pdf, depending on the suffix, with the width set in `figureSettings`. A PNG is twice as large
/// as on the screen, or has 300 dots per inch if the width is given in points. Announces the outcome (SavingEvent),
/// with a problem if the file cannot be written or the suffix is unknown.
void savePicture(QWidget* shown, const QString& path, const Picture& picture);

/// Asks in a file dialog where to save something shown by this widget. The offered name consists of dataset, run, user
/// and `what`. A name without a suffix gets that of the default format (`FigureSettings::format`) if the filters
/// include it, else `suffix` (e.g. ".png"). Empty if the dialog is cancelled or the widget is deleted meanwhile.
QString askWhereToSave(QWidget* widget, const QString& what, const QString& suffix, const QString& filters);

}  // namespace recscope::ui
