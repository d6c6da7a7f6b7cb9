// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/picture.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QMenu>
#include <QPainter>
#include <QPdfWriter>
#include <QPicture>
#include <QPointer>
#include <QSvgGenerator>
#include <utility>

#include "ui/theme/theme.h"
#include "ui/widgets/aside.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/subject.h"

namespace recscope::ui {

namespace {

const char* const kCaptionKey = "pictures/caption";
constexpr int kPrintScale = 2;      ///< PNG pixels per widget pixel
constexpr int kPdfResolution = 96;  ///< dots per inch: one widget pixel is one dot
constexpr int kWrapped = int(Qt::AlignLeft) | int(Qt::AlignTop) | int(Qt::TextWordWrap);

/// The caption's room below a picture, as wide as that.
QRect captionRoom(const Picture& picture, const QString& caption) {
    if (caption.isEmpty()) return {};
    const int margin = Theme::instance().px(space::kInside);
    const QRect widest(margin, 0, picture.size.width() - 2 * margin, QWIDGETSIZE_MAX);
    const int height = QFontMetrics(Theme::instance().caption()).boundingRect(widest, kWrapped, caption).height();
    return {margin, picture.size.height() + margin / 2, widest.width(), height + margin / 2};
}

QSize wholeSize(const Picture& picture, const QString& caption) {
    const QRect room = captionRoom(picture, caption);
    return room.isEmpty() ? picture.size : QSize(picture.size.width(), room.bottom() + 1);
}

/// What was painted, for any thread to draw.
struct Recording {
    QPicture strokes;
    QSize size;
    QString title, caption;
};

Recording record(const Picture& picture, const QString& caption) {
    Recording recording;
    recording.size = wholeSize(picture, caption);
    recording.title = picture.title;
    recording.caption = caption;
    const std::shared_ptr<QPainter> painter =
        picture.makePainter ? picture.makePainter() : std::make_shared<QPainter>();
    painter->begin(&recording.strokes);
    const Theme& theme = Theme::instance();
    painter->fillRect(QRect({}, recording.size), theme.colours().surface);
    painter->save();
    picture.paint(*painter);
    painter->restore();
    if (!caption.isEmpty()) {
        painter->setFont(theme.caption());
        painter->setPen(theme.colours().muted);
        painter->drawText(captionRoom(picture, caption), kWrapped, caption);
    }
    painter->end();
    return recording;
}

bool drawOn(QPaintDevice& device, const Recording& recording) {
    QPainter painter;
    if (!painter.begin(&device)) return false;
    painter.drawPicture(0, 0, recording.strokes);
    return painter.end();
}

QImage pixelsOf(const Recording& recording) {
    QImage image(recording.size * kPrintScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(kPrintScale);
    drawOn(image, recording);
    return image;
}

bool write(const QString& path, const Recording& recording) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("svg")) {
        QSvgGenerator svg;
        svg.setFileName(path);
        svg.setSize(recording.size);
        svg.setViewBox(QRect({}, recording.size));
        svg.setTitle(recording.title);
        svg.setDescription(recording.caption);
        return drawOn(svg, recording);
    }
    if (suffix == QLatin1String("pdf")) {
        QPdfWriter pdf(path);
        pdf.setTitle(recording.title);
        pdf.setResolution(kPdfResolution);
        pdf.setPageMargins({});
        pdf.setPageSize(
            QPageSize(QSizeF(recording.size) * 72 / kPdfResolution, QPageSize::Point, {}, QPageSize::ExactMatch));
        return drawOn(pdf, recording);
    }
    return suffix == QLatin1String("png") && pixelsOf(recording).save(path);
}

}  // namespace

bool captionsWanted() {
    return Settings::instance().value(QLatin1String(kCaptionKey), true).toBool();
}

void setCaptionsWanted(bool wanted) {
    Settings::instance().setValue(QLatin1String(kCaptionKey), wanted);
}

void addCaptionChoice(QMenu& menu) {
    QAction* choice =
        menu.addAction(QCoreApplication::translate("Picture", "Caption under pictures: dataset, run, user"));
    choice->setCheckable(true);
    choice->setChecked(captionsWanted());
    QObject::connect(choice, &QAction::toggled, &menu, &setCaptionsWanted);
}

QString captionFor(const QWidget* widget) {
    return captionsWanted() ? captionOf(subjectOf(widget)) : QString();
}

void copyPicture(QWidget* shown, const Picture& picture, const std::function<void()>& done) {
    aside(
        shown, [recording = record(picture, captionFor(shown))] { return pixelsOf(recording); },
        [done](const QImage& image) {
            QGuiApplication::clipboard()->setImage(image);
            if (done) done();
        });
}

void savePicture(QWidget* shown, const QString& path, const Picture& picture) {
    aside(
        shown, [path, recording = record(picture, captionFor(shown))] { return write(path, recording); },
        [shown, path](bool written) { announceEnd(shown, path, written); });
}

QString askWhereToSave(QWidget* widget, const QString& what, const QString& suffix, const QString& filters) {
    const QPointer<QWidget> alive(widget);  // what ends meanwhile may take it away
    const QString path =
        QFileDialog::getSaveFileName(widget->window(), QCoreApplication::translate("Picture", "Save as"),
                                     fileNameOf(subjectOf(widget), what) + suffix, filters);
    if (!alive) return {};
    return path.isEmpty() || !QFileInfo(path).suffix().isEmpty() ? path : path + suffix;
}

}  // namespace recscope::ui
