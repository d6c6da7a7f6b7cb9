// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_overlay.h"

#include <qcustomplot.h>

#include <QFrame>
#include <QLabel>
#include <QTextDocument>
#include <QToolButton>
#include <algorithm>

#include "ui/plot/plot_layout.h"
#include "ui/plot/plot_view.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {
constexpr int kMessageTime = 5000;  ///< ms
}

PlotOverlay::PlotOverlay(QCustomPlot& plot) : m_plot(plot) {
    m_empty = new QLabel(&plot);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_guide = new QFrame(&plot);
    m_tag = new QLabel(&plot);
    m_tag->setTextFormat(Qt::RichText);
    m_message = new QLabel(&plot);
    m_message->setObjectName(QStringLiteral("plotMessage"));
    for (QWidget* widget : std::initializer_list<QWidget*>{m_empty, m_guide, m_tag, m_message}) {
        widget->setAttribute(Qt::WA_TransparentForMouseEvents);
        widget->hide();
    }
    m_exportButton = new QToolButton(&plot);
    m_exportButton->setObjectName(QStringLiteral("exportPlot"));
    m_exportButton->setProperty("compact", true);
    m_exportButton->setIcon(lineIcon(QStringLiteral("export")));
    m_exportButton->setFocusPolicy(Qt::NoFocus);  // the menu key on the plot opens the same menu
    m_messageTimer.setSingleShot(true);
    m_messageTimer.setInterval(kMessageTime);
    QObject::connect(&m_messageTimer, &QTimer::timeout, m_message, &QWidget::hide);
    setEmpty(false);
}

void PlotOverlay::setCornerWidget(QWidget* widget) {
    delete m_corner;
    m_corner = widget;
    if (!widget) return;
    widget->setParent(&m_plot);
    widget->setFont(Theme::instance().caption());
    widget->show();
}

int PlotOverlay::placeControls() {
    const int gap = Theme::instance().px(space::kPadding);
    m_exportButton->resize(m_exportButton->sizeHint());
    int left = m_plot.width() - m_exportButton->width();
    m_exportButton->move(left, 0);
    if (m_corner && !m_corner->isHidden()) {
        m_corner->resize(m_corner->sizeHint());
        left -= m_corner->width() + gap;
        m_corner->move(left, std::max(0, (m_exportButton->height() - m_corner->height()) / 2));
    }
    return left - 2 * gap;
}

void PlotOverlay::setEmptyText(const QString& sentence) {
    m_empty->setText(sentence);
}

void PlotOverlay::setEmpty(bool isEmpty) {
    m_empty->setVisible(isEmpty && !m_empty->text().isEmpty());
    m_exportButton->setEnabled(!isEmpty);
    m_exportButton->setToolTip(isEmpty ? PlotView::tr("Nothing to export yet")
                                       : PlotView::tr("Copy or export this plot (also: right click)"));
}

void PlotOverlay::placeEmptyText(const PlotLayout& layout) {
    const QRect& area = layout.area();
    m_empty->setGeometry(area.adjusted(area.width() / 8, 0, -area.width() / 8, 0));
}

void PlotOverlay::showTag(const QString& html, double x, int pointerY, const PlotLayout& layout, bool guided) {
    m_tag->setText(html);
    m_tag->adjustSize();
    m_tag->move(layout.tagPosition(x, pointerY, m_tag->size(), m_plot.size()));
    m_tag->show();
    m_tag->raise();
    m_guide->setGeometry(int(x), layout.area().top(), 1, layout.area().height());
    m_guide->setVisible(guided);
}

void PlotOverlay::hideTag() {
    m_tag->hide();
    m_guide->hide();
}

QString PlotOverlay::tagText() const {
    if (m_tag->isHidden()) return {};
    QTextDocument document;
    document.setHtml(m_tag->text());
    return document.toPlainText();
}

void PlotOverlay::showMessage(const QString& sentence) {
    const int padding = Theme::instance().px(space::kPadding);
    m_message->setText(sentence.toHtmlEscaped());
    m_message->adjustSize();
    m_message->move(padding, m_plot.height() - m_message->height() - padding);
    m_message->show();
    m_message->raise();
    m_messageTimer.start();
}

void PlotOverlay::hideMessage() {
    m_message->hide();
}

void PlotOverlay::applyTheme() {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    const QString box =
        QStringLiteral("background:%1; color:%2; border:1px solid %3; border-radius:%4px; padding:%5px;")
            .arg(colours.surface.name(), colours.text.name(), colours.muted.name())
            .arg(theme.px(4))
            .arg(theme.px(4));
    m_tag->setStyleSheet(box);
    m_message->setStyleSheet(box);
    m_tag->setFont(theme.caption());
    m_message->setFont(theme.caption());
    m_guide->setStyleSheet(QStringLiteral("background:%1;").arg(colours.muted.name()));
    m_empty->setFont(theme.body());
    QPalette muted = m_empty->palette();
    muted.setColor(QPalette::WindowText, colours.muted);
    m_empty->setPalette(muted);
    if (m_corner) m_corner->setFont(theme.caption());
    m_exportButton->setIconSize(QSize(theme.px(16), theme.px(16)));
}

}  // namespace recscope::ui
