// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/svg_view.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QSvgRenderer>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {
constexpr double kMaxScale = 1.3, kRequestedScale = 0.8;  ///< largest scale; scale at which the height is requested
}

SvgView::SvgView(QWidget* parent) : QWidget(parent), m_renderer(std::make_unique<QSvgRenderer>()) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

SvgView::~SvgView() = default;

void SvgView::setDocument(const QByteArray& svg, const QString& title) {
    m_renderer->load(svg);
    m_title = title;
    setAccessibleName(title);
    updateGeometry();
    update();
}

bool SvgView::isEmpty() const {
    return !m_renderer->isValid();
}

QSizeF SvgView::maxSize() const {
    return m_renderer->isValid() ? m_renderer->viewBoxF().size() * (Theme::instance().px(100) / 100.0) * kMaxScale
                                 : QSizeF();
}

QSize SvgView::sizeHint() const {
    return (maxSize() / kMaxScale).toSize();
}

int SvgView::heightForWidth(int width) const {
    const QSizeF size = maxSize() / kMaxScale;
    return size.isEmpty() ? 0 : int(std::ceil(size.height() * std::min(kRequestedScale, width / size.width())));
}

QSize SvgView::minimumSizeHint() const {
    return {sizeHint().width() / 3, 0};
}

void SvgView::paintEvent(QPaintEvent*) {
    if (isEmpty()) return;
    const QSizeF available = QSizeF(size()).boundedTo(maxSize());
    QPainter painter(this);
    m_renderer->render(&painter,
                       QRectF(QPointF(0, 0), m_renderer->viewBoxF().size().scaled(available, Qt::KeepAspectRatio)));
}

Picture SvgView::picture() const {
    Picture picture;
    picture.size = sizeHint();
    picture.title = m_title;
    picture.paint = [this, size = picture.size](QPainter& painter) {
        painter.fillRect(QRect({}, size), Theme::instance().colours().surface);
        m_renderer->render(&painter, QRectF(QPointF(), size));
    };
    return picture;
}

void SvgView::exportTo(const QString& path) {
    if (!isEmpty()) savePicture(this, path, picture());
}

void SvgView::save() {
    if (isEmpty()) return;
    const QString path =
        askWhereToSave(this, m_title, QStringLiteral(".png"), tr("Picture (*.png);;Drawing (*.svg);;Document (*.pdf)"));
    if (!path.isEmpty()) exportTo(path);
}

void SvgView::contextMenuEvent(QContextMenuEvent* event) {
    if (isEmpty()) return;
    QMenu& menu = contextMenu(*this);
    menu.addAction(tr("Save as PNG, SVG or PDF…"), this, &SvgView::save);
    menu.addAction(tr("Copy picture"), this, [this] { copyPicture(this, picture()); });
    addCaptionChoice(menu);
    menu.popup(event->globalPos());
}

}  // namespace recscope::ui
