// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/picture.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include "ui/theme/theme.h"
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

bool paintOn(QPaintDevice& device, const Picture& picture, const QString& caption) {
    const std::shared_ptr<QPainter> painter =
        picture.makePainter ? picture.makePainter() : std::make_shared<QPainter>();
    if (!painter->begin(&device)) return false;
    const Theme& theme = Theme::instance();
    painter->fillRect(QRect({}, wholeSize(picture, caption)), theme.colours().surface);
    painter->save();
    picture.paint(*painter);
    painter->restore();
    if (!caption.isEmpty()) {
        painter->setFont(theme.caption());
        painter->setPen(theme.colours().muted);
        painter->drawText(captionRoom(picture, caption), kWrapped, caption);
    }
    return painter->end();
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

QImage renderPicture(const Picture& picture, const QString& caption) {
    QImage image(wholeSize(picture, caption) * kPrintScale, QImage::Format_RGB32);
    image.setDevicePixelRatio(kPrintScale);
    paintOn(image, picture, caption);
    return image;
}

bool writePicture(const QString& path, const Picture& picture, const QString& caption) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    const QSize size = wholeSize(picture, caption);
    if (suffix == QLatin1String("svg")) {
        QSvgGenerator svg;
        svg.setFileName(path);
        svg.setSize(size);
        svg.setViewBox(QRect({}, size));
        svg.setTitle(picture.title);
        svg.setDescription(caption);
        return paintOn(svg, picture, caption);
    }
    if (suffix == QLatin1String("pdf")) {
        QPdfWriter pdf(path);
        pdf.setTitle(picture.title);
        pdf.setResolution(kPdfResolution);
        pdf.setPageMargins({});
        pdf.setPageSize(QPageSize(QSizeF(size) * 72 / kPdfResolution, QPageSize::Point, {}, QPageSize::ExactMatch));
        return paintOn(pdf, picture, caption);
    }
    return suffix == QLatin1String("png") && renderPicture(picture, caption).save(path);
}

QString askWhereToSave(QWidget* widget, const QString& what, const QString& suffix, const QString& filters) {
    const QString path = QFileDialog::getSaveFileName(widget, QCoreApplication::translate("Picture", "Save as"),
                                                      fileNameOf(subjectOf(widget), what) + suffix, filters);
    return path.isEmpty() || !QFileInfo(path).suffix().isEmpty() ? path : path + suffix;
}

}  // namespace recscope::ui
