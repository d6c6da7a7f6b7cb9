// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/picture.h"

#include <QBuffer>
#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontInfo>
#include <QGuiApplication>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QPdfWriter>
#include <QPicture>
#include <QPointer>
#include <QSvgGenerator>
#include <cmath>
#include <utility>

#include "ui/theme/theme.h"
#include "ui/widgets/figure_dialog.h"
#include "ui/widgets/run_in_background.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/subject.h"

namespace recscope::ui {

namespace {

const char* const kCaptionKey = "pictures/caption";
constexpr int kPrintScale = 2;                          ///< PNG pixels per widget pixel, unless the width is in points
constexpr int kPdfResolution = 96;                      ///< dots per inch: one widget pixel is one dot
constexpr double kPointsPerInch = 72, kPrintDpi = 300;  ///< kPrintDpi: resolution of a PNG whose width is in points
constexpr int kWrapped = int(Qt::AlignLeft) | int(Qt::AlignTop) | int(Qt::TextWordWrap);

/// The area of the caption below a picture, as wide as the picture.
QRect captionRect(const Picture& picture, const QString& caption) {
    if (caption.isEmpty()) return {};
    const int margin = Theme::instance().px(space::kPadding);
    const QRect widest(margin, 0, picture.size.width() - 2 * margin, QWIDGETSIZE_MAX);
    const int height = QFontMetrics(Theme::instance().caption()).boundingRect(widest, kWrapped, caption).height();
    return {margin, picture.size.height() + margin / 2, widest.width(), height + margin / 2};
}

QSize sizeWithCaption(const Picture& picture, const QString& caption) {
    const QRect bounds = captionRect(picture, caption);
    return bounds.isEmpty() ? picture.size : QSize(picture.size.width(), bounds.bottom() + 1);
}

/// A recorded painting, which can be rendered in any thread.
struct Recording {
    QPicture commands;  ///< the recorded calls of the painter
    QSize size;
    QString title, caption;
    double pointsPerPixel = 0;  ///< points in the file per widget pixel; 0 = the size on the screen
};

/// Font height of captions in widget pixels.
double captionPixels() {
    return QFontInfo(Theme::instance().caption()).pixelSize();
}

/// The picture for the width of `settings`: laid out again so that its letters have the requested height in the file,
/// or unchanged if it has only one layout. Sets `pointsPerPixel` to
/// `Recording::pointsPerPixel`.
Picture fitted(Picture picture, const FigureSettings& settings, double& pointsPerPixel) {
    pointsPerPixel = 0;
    const double width = settings.widthInPoints();
    if (width <= 0 || picture.size.isEmpty()) return picture;
    if (picture.paintAt) {
        const double wide = width * captionPixels() / settings.letters;
        picture.size = QSizeF(wide, wide * picture.size.height() / picture.size.width()).toSize();
        picture.paint = [paintAt = picture.paintAt, size = picture.size](QPainter& painter) { paintAt(painter, size); };
    }
    pointsPerPixel = width / picture.size.width();
    return picture;
}

Recording record(const Picture& asShown, const QString& caption, const FigureSettings& settings) {
    Recording recording;
    const Picture picture = fitted(asShown, settings, recording.pointsPerPixel);
    recording.size = sizeWithCaption(picture, caption);
    recording.title = picture.title;
    recording.caption = caption;
    const std::shared_ptr<QPainter> painter =
        picture.makePainter ? picture.makePainter() : std::make_shared<QPainter>();
    painter->begin(&recording.commands);
    const Theme& theme = Theme::instance();
    painter->fillRect(QRect({}, recording.size), theme.colours().surface);
    painter->save();
    picture.paint(*painter);
    painter->restore();
    if (!caption.isEmpty()) {
        painter->setFont(theme.caption());
        painter->setPen(theme.colours().muted);
        painter->drawText(captionRect(picture, caption), kWrapped, caption);
    }
    painter->end();
    return recording;
}

bool drawOn(QPaintDevice& device, const Recording& recording) {
    QPainter painter;
    if (!painter.begin(&device)) return false;
    painter.drawPicture(0, 0, recording.commands);
    return painter.end();
}

QImage pixelsOf(const Recording& recording) {
    const double scale =
        recording.pointsPerPixel > 0 ? recording.pointsPerPixel * kPrintDpi / kPointsPerInch : double(kPrintScale);
    QImage image((QSizeF(recording.size) * scale).toSize(), QImage::Format_RGB32);
    if (recording.pointsPerPixel > 0) {
        constexpr double kInchesPerMetre = 39.37;
        image.setDotsPerMeterX(int(kPrintDpi * kInchesPerMetre));
        image.setDotsPerMeterY(int(kPrintDpi * kInchesPerMetre));
    }
    image.setDevicePixelRatio(scale);
    drawOn(image, recording);
    return image;
}

bool write(const QString& path, const Recording& recording) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("svg")) {
        QByteArray text;
        QBuffer buffer(&text);
        QSvgGenerator svg;
        svg.setOutputDevice(&buffer);
        svg.setSize(recording.size);
        svg.setViewBox(QRect({}, recording.size));
        if (recording.pointsPerPixel > 0)
            svg.setResolution(int(std::lround(kPointsPerInch / recording.pointsPerPixel)));
        svg.setTitle(recording.title);
        svg.setDescription(recording.caption);
        if (!drawOn(svg, recording)) return false;
        // QSvgGenerator writes black by name, but all other colours as six hexadecimal digits, which every program can
        // read. So the name is replaced by digits.
        text.replace("=\"black\"", "=\"" + QColor::fromRgb(0, 0, 0).name().toLatin1() + '"');
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.flush();
    }
    if (suffix == QLatin1String("pdf")) {
        QPdfWriter pdf(path);
        pdf.setTitle(recording.title);
        pdf.setResolution(kPdfResolution);
        pdf.setPageMargins({});
        const double pointsPerPixel =
            recording.pointsPerPixel > 0 ? recording.pointsPerPixel : kPointsPerInch / kPdfResolution;
        pdf.setPageSize(
            QPageSize(QSizeF(recording.size) * pointsPerPixel, QPageSize::Point, {}, QPageSize::ExactMatch));
        QPainter painter;
        if (!painter.begin(&pdf)) return false;
        const double scale = pointsPerPixel * kPdfResolution / kPointsPerInch;
        painter.scale(scale, scale);
        painter.drawPicture(0, 0, recording.commands);
        return painter.end();
    }
    return suffix == QLatin1String("png") && pixelsOf(recording).save(path);
}

}  // namespace

bool captionsRequested() {
    return Settings::instance().value(QLatin1String(kCaptionKey), true).toBool();
}

void setCaptionsRequested(bool requested) {
    Settings::instance().setValue(QLatin1String(kCaptionKey), requested);
}

void addCaptionChoice(QMenu& menu) {
    QAction* choice =
        menu.addAction(QCoreApplication::translate("Picture", "Caption under pictures: dataset, run, user"));
    choice->setCheckable(true);
    choice->setChecked(captionsRequested());
    QObject::connect(choice, &QAction::toggled, &menu, &setCaptionsRequested);
    QWidget* shown = menu.parentWidget();
    menu.addAction(QCoreApplication::translate("Picture", "Size, letters and format of saved figures…"), [shown] {
        auto* dialog = new FigureDialog(shown);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
}

QString captionFor(const QWidget* widget) {
    return captionsRequested() ? captionOf(subjectOf(widget)) : QString();
}

void copyPicture(QWidget* shown, const Picture& picture, const std::function<void()>& done) {
    runInBackground(
        shown, [recording = record(picture, captionFor(shown), {})] { return pixelsOf(recording); },
        [done](const QImage& image) {
            QGuiApplication::clipboard()->setImage(image);
            if (done) done();
        });
}

void savePicture(QWidget* shown, const QString& path, const Picture& picture) {
    runInBackground(
        shown,
        [path, recording = record(picture, captionFor(shown), figureSettings())] { return write(path, recording); },
        [shown, path](bool written) { announceEnd(shown, path, written); });
}

QString askWhereToSave(QWidget* widget, const QString& what, const QString& suffix, const QString& filters) {
    const QString requested = QLatin1Char('.') + figureSettings().format;
    QString offeredSuffix = suffix, filter;
    for (const QString& offered : filters.split(QStringLiteral(";;")))
        if (offered.contains(QLatin1Char('*') + requested)) {
            offeredSuffix = requested;
            filter = offered;
        }
    const QPointer<QWidget> alive(widget);  // the widget may be deleted while the dialog is open
    const QString path =
        QFileDialog::getSaveFileName(widget->window(), QCoreApplication::translate("Picture", "Save as"),
                                     fileNameOf(subjectOf(widget), what) + offeredSuffix, filters, &filter);
    if (!alive) return {};
    return path.isEmpty() || !QFileInfo(path).suffix().isEmpty() ? path : path + offeredSuffix;
}

}  // namespace recscope::ui
