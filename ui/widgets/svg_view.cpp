// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/svg_view.h"

#include <QPainter>
#include <QSvgRenderer>

#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {
constexpr double kLargest = 1.3;  ///< of the document's own points
}

SvgView::SvgView(QWidget* parent) : QWidget(parent), m_renderer(std::make_unique<QSvgRenderer>()) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

SvgView::~SvgView() = default;

void SvgView::setDocument(const QByteArray& svg) {
    m_renderer->load(svg);
    updateGeometry();
    update();
}

QSizeF SvgView::largest() const {
    return m_renderer->isValid() ? m_renderer->viewBoxF().size() * (Theme::instance().px(100) / 100.0) * kLargest
                                 : QSizeF();
}

QSize SvgView::sizeHint() const {
    return (largest() / kLargest).toSize();
}

QSize SvgView::minimumSizeHint() const {
    return sizeHint() / 3;
}

void SvgView::paintEvent(QPaintEvent*) {
    if (!m_renderer->isValid()) return;
    const QSizeF room = QSizeF(size()).boundedTo(largest());
    QPainter painter(this);
    m_renderer->render(&painter,
                       QRectF(QPointF(0, 0), m_renderer->viewBoxF().size().scaled(room, Qt::KeepAspectRatio)));
}

}  // namespace recscope::ui
