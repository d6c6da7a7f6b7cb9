// SPDX-License-Identifier: GPL-3.0-or-later
// PlotView: mouse and keyboard input, and the exports.
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QSaveFile>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/plot/plot_export.h"
#include "ui/plot/plot_view_state.h"
#include "ui/theme/theme.h"
#include "ui/widgets/context_menu.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {

constexpr double kPickRadius = 10;  // maximum distance in design pixels at which a point is picked
/// Bars lower than this height in design pixels can be clicked up to this height.
constexpr int kLowBar = 18;
constexpr double kWheelStep = 1.25;  // zoom factor of one notch

bool overlap(const QCPRange& range, double a, double b) {
    return std::min(a, b) < range.upper && std::max(a, b) > range.lower;
}

}  // namespace

void PlotView::connectPlot() {
    connect(m_plot, &QCustomPlot::beforeReplot, this, [this] {
        positionCorner();
        // One tick for about 32 design pixels of height and 90 of width is readable at any size.
        const Theme& theme = Theme::instance();
        const int rows = std::clamp(m_plot->axisRect()->height() / theme.px(32), 1, 8);
        int columns = std::clamp(m_plot->axisRect()->width() / theme.px(90), 2, 10);
        if (const LinearTicker& ticker = *m_state->xLinear; ticker.text) {
            const int width = ticker.widestText(m_plot->xAxis->range(), QFontMetrics(theme.caption()));
            columns = std::clamp(m_plot->axisRect()->width() / (width + theme.px(16)), 1, 10);
        }
        m_state->yLinear->setTickCount(rows);
        m_state->yLog->setTickCount(rows);
        m_state->xLinear->setTickCount(columns);
        m_state->xLog->setTickCount(columns);
        fitAxisLabels();
    });
    connect(m_plot, &QCustomPlot::afterLayout, this, &PlotView::layOutLabels);
    connect(m_plot->selectionRect(), &QCPSelectionRect::accepted, this, [this](const QRect& frame) {
        const QRectF area = QRectF(frame) & QRectF(m_plot->axisRect()->rect());
        if (area.isEmpty()) return;
        const QCPAxis &x = *m_plot->xAxis, &y = *m_plot->yAxis;
        zoomTo(QCPRange(x.pixelToCoord(area.left()), x.pixelToCoord(area.right())),
               QCPRange(y.pixelToCoord(area.bottom()), y.pixelToCoord(area.top())));
    });
    const auto keepIn = [this](QCPAxis* axis, QCPRange State::*data) {
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this, axis, data] {
            if (m_state->zoomed) keepInData(axis, m_state.get()->*data);
        });
    };
    keepIn(m_plot->xAxis, &State::allX);
    keepIn(m_plot->yAxis, &State::allY);
    connect(m_plot, &QCustomPlot::afterReplot, this, [this] {
        const auto same = [](const QCPRange& a, const QCPRange& b) {
            const double close = 1e-6 * b.size();
            return std::abs(a.lower - b.lower) < close && std::abs(a.upper - b.upper) < close;
        };
        // All data is in view again, so live updates may change the view.
        State& state = *m_state;
        if (same(m_plot->xAxis->range(), state.allX) && same(m_plot->yAxis->range(), state.allY)) state.zoomed = false;
    });
    connect(m_plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        m_state->pressed = event->pos();
        const bool frame = event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier);
        m_plot->setSelectionRectMode(frame ? QCP::srmCustom : QCP::srmNone);
        setFocus(Qt::MouseFocusReason);
    });
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        if (event->buttons().testFlag(Qt::LeftButton)) {
            hideHover();
            const bool moved = (event->pos() - m_state->pressed).manhattanLength() > 3;
            if (moved && !isEmpty() && m_plot->axisRect()->rect().contains(m_state->pressed)) m_state->zoomed = true;
        } else {
            hover(event->pos());
        }
    });
    connect(m_plot, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
        if (event->button() != Qt::LeftButton || (event->pos() - m_state->pressed).manhattanLength() > 3) return;
        hover(event->pos());
        if (m_state->pickedPoint >= 0) emit pointClicked(m_state->pickedLine, m_state->pickedPoint);
        if (m_state->barsClickable && m_state->hoveredBar) emit barClicked(*m_state->hoveredBar);
    });
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, &PlotView::showAll);
}

bool PlotView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_plot && event->type() == QEvent::Leave) hideHover();
    if (watched == m_plot && event->type() == QEvent::Wheel) {
        auto* wheel = static_cast<QWheelEvent*>(event);
        const bool zooms = hasFocus() || wheel->modifiers().testFlag(Qt::ControlModifier);
        event->setAccepted(zooms && !isEmpty());  // else it propagates to the page
        if (event->isAccepted() && m_plot->axisRect()->rect().contains(wheel->position().toPoint()))
            zoomAbout(std::pow(kWheelStep, wheel->angleDelta().y() / double(QWheelEvent::DefaultDeltasPerStep)),
                      {m_plot->xAxis->pixelToCoord(wheel->position().x()),
                       m_plot->yAxis->pixelToCoord(wheel->position().y())});
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void PlotView::hover(const QPoint& position) {
    State& s = *m_state;
    const QRect area = m_plot->axisRect()->rect();
    if (isEmpty() || !area.contains(position)) return hideHover();

    double bestDistance = 1e18, bestPixel = 0, bestKey = 0;
    int pickedLine = -1, pickedPoint = -1;
    double pickedDistance = kPickRadius * Theme::instance().scale();
    QPointF pickedPixel;
    for (int i = 0; i < int(s.series.size()); ++i) {
        QCPGraph* graph = s.series[i].graph;
        if (graph->dataCount() == 0) continue;
        if (s.pickText) {
            for (int point = 0; point < graph->dataCount(); ++point) {
                const QPointF pixel = graph->coordsToPixels(graph->dataMainKey(point), graph->dataMainValue(point));
                const double distance = std::hypot(pixel.x() - position.x(), pixel.y() - position.y());
                if (distance > pickedDistance) continue;
                pickedDistance = distance;
                pickedLine = i;
                pickedPoint = s.series[i].order.isEmpty() ? point : s.series[i].order[point];
                pickedPixel = pixel;
            }
            continue;
        }
        const double key = m_plot->xAxis->pixelToCoord(position.x());
        const int begin = graph->findBegin(key, /*expandedRange=*/true);
        for (int point = begin; point < std::min(begin + 2, graph->dataCount()); ++point) {
            const double pixel = m_plot->xAxis->coordToPixel(graph->dataMainKey(point));
            if (std::abs(pixel - position.x()) >= bestDistance) continue;
            bestDistance = std::abs(pixel - position.x());
            bestPixel = pixel;
            bestKey = graph->dataMainKey(point);
        }
    }
    QString html;
    if (s.pickText) {
        if (pickedLine != s.pickedLine || pickedPoint != s.pickedPoint) {
            s.pickedLine = pickedLine;
            s.pickedPoint = pickedPoint;
            emit pointHovered(pickedLine, pickedPoint);
        }
        m_plot->setCursor(pickedPoint >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (pickedPoint < 0) return hideHover();
        html = s.pickText(pickedLine, pickedPoint).toHtmlEscaped();
        html.replace(QLatin1Char('\n'), QLatin1String("<br>"));
        bestPixel = pickedPixel.x();
    } else {
        QStringList rows;
        double barHeight = 0;
        const auto row = [](const QColor& colour, const QString& name, const QString& value) {
            return QStringLiteral(
                       "<tr><td style='color:%1'>■&nbsp;</td><td>%2&nbsp;&nbsp;</td><td "
                       "align='right'><b>%3</b></td></tr>")
                .arg(colour.name(), name.toHtmlEscaped(), value);
        };
        if (s.bars) {
            const int begin = s.bars->findBegin(m_plot->xAxis->pixelToCoord(position.x()), true);
            for (int point = begin; point < std::min(begin + 3, s.bars->dataCount()); ++point) {
                const double key = s.bars->dataMainKey(point);
                const double pixel = m_plot->xAxis->coordToPixel(key);
                if (std::abs(pixel - position.x()) >= bestDistance) continue;
                bestDistance = std::abs(pixel - position.x());
                bestPixel = pixel;
                bestKey = key;
                barHeight = s.bars->dataMainValue(point);
                rows = {row(s.bars->brush().color(), s.barsName.isEmpty() ? s.yLabel : s.barsName,
                            plainNumber(s.bars->dataMainValue(point), s.yDecimals))};
            }
        }
        for (const PlotSeries& series : s.series) {
            if (series.graph->dataCount() == 0) continue;
            const int begin = series.graph->findBegin(bestKey, true);
            for (int point = begin; point < std::min(begin + 3, series.graph->dataCount()); ++point) {
                if (std::abs(m_plot->xAxis->coordToPixel(series.graph->dataMainKey(point)) - bestPixel) > 0.5) continue;
                const QString name = series.line.name.isEmpty() ? s.yLabel : series.line.name;
                QColor colour = series.graph->pen().color();
                colour.setAlpha(255);
                QString value = plainNumber(series.graph->dataMainValue(point), s.yDecimals);
                if (series.whiskers)
                    value += QStringLiteral(" ± ") + plainNumber(series.halfWidths[point], s.yDecimals);
                rows.append(row(colour, name, value));
                break;
            }
        }
        // The hover tag also shows the labels for which the plot has no room.
        if (s.markText && !s.markText->visible() && !rows.isEmpty() && std::abs(bestKey - s.mark.x()) < 1e-9)
            rows.append(row(s.markRing->pen().color(), s.markText->text(), {}));
        for (const PlotReference& reference : s.references)
            if (reference.line->visible() && !reference.text->visible() && !rows.isEmpty())
                rows.append(row(reference.line->pen().color(), reference.label, {}));
        if (rows.isEmpty() || bestPixel < area.left() || bestPixel > area.right()) return hideHover();
        // The pointer is on a bar if it is inside the bar, or at most `kLowBar` above the bottom if the bar is lower
        // than that.
        const double top =
            std::min(m_plot->yAxis->coordToPixel(barHeight), double(area.bottom() - Theme::instance().px(kLowBar)));
        const bool isInBar = barHeight > 0 && position.y() >= top &&
                             std::abs(m_plot->xAxis->pixelToCoord(position.x()) - bestKey) <= s.bars->width() / 2;
        s.hoveredBar = isInBar ? std::optional(bestKey) : std::nullopt;
        if (s.barsClickable) m_plot->setCursor(s.hoveredBar ? Qt::PointingHandCursor : Qt::ArrowCursor);
        const QString xText = s.xLinear->text ? s.xLinear->text(bestKey)
                                              : s.xLabel + QLatin1Char(' ') + plainNumber(bestKey, s.xDecimals);
        html = s.bars && s.barText
                   ? s.barText(bestKey, barHeight).toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"))
                   : QStringLiteral("%1<table cellspacing='0' cellpadding='0'>%2</table>")
                         .arg(xText.toHtmlEscaped(), rows.mid(0, 10).join(QString()));
    }
    s.tag->setText(html);
    s.tag->adjustSize();
    const int gap = Theme::instance().px(12);
    int x = int(bestPixel) + gap;
    if (x + s.tag->width() > m_plot->width()) x = int(bestPixel) - gap - s.tag->width();
    const int y = std::clamp(position.y() - s.tag->height() - gap, 0, std::max(0, m_plot->height() - s.tag->height()));
    s.tag->move(std::max(0, x), y);
    s.tag->show();
    s.tag->raise();
    s.guide->setGeometry(int(bestPixel), area.top(), 1, area.height());
    s.guide->setVisible(!s.pickText);
}

void PlotView::hideHover() {
    State& s = *m_state;
    s.tag->hide();
    s.guide->hide();
    s.hoveredBar.reset();
    m_plot->unsetCursor();
    if (s.pickedPoint >= 0) emit pointHovered(-1, -1);
    s.pickedLine = s.pickedPoint = -1;
}

void PlotView::zoom(double factor) {
    if (isEmpty()) return;
    const auto middle = [](const QCPAxis& axis) {
        return axis.scaleType() == QCPAxis::stLogarithmic ? std::sqrt(axis.range().lower * axis.range().upper)
                                                          : axis.range().center();
    };
    zoomAbout(factor, {middle(*m_plot->xAxis), middle(*m_plot->yAxis)});
}

void PlotView::zoomAbout(double factor, const QPointF& point) {
    const auto scaled = [factor](const QCPAxis& axis, double about) {
        const QCPRange range = axis.range();
        if (axis.scaleType() == QCPAxis::stLogarithmic)
            return QCPRange(about * std::pow(range.lower / about, 1 / factor),
                            about * std::pow(range.upper / about, 1 / factor));
        return QCPRange(about + (range.lower - about) / factor, about + (range.upper - about) / factor);
    };
    zoomTo(scaled(*m_plot->xAxis, point.x()), scaled(*m_plot->yAxis, point.y()));
}

// Zooming in is undone if no data would be in view. Zooming out is always allowed, so that it can end an empty view.
void PlotView::zoomTo(const QCPRange& x, const QCPRange& y) {
    State& s = *m_state;
    const QCPRange beforeX = m_plot->xAxis->range(), beforeY = m_plot->yAxis->range();
    const bool closer = x.size() < beforeX.size() && y.size() < beforeY.size();
    const bool before = s.zoomed;
    s.zoomed = true;
    m_plot->xAxis->setRange(x);
    m_plot->yAxis->setRange(y);
    hideHover();
    if (closer && !showsData()) {
        m_plot->xAxis->setRange(beforeX);
        m_plot->yAxis->setRange(beforeY);
        s.zoomed = before;
        showMessage(!before      ? tr("Zooming in here would show no data.")
                    : hasFocus() ? tr("Zooming in here would show no data. Press 0 to show all again.")
                                 : tr("Zooming in here would show no data. Double-click to show all again."));
    }
    m_plot->replot();
}

bool PlotView::showsData() const {
    const State& s = *m_state;
    const QCPRange x = m_plot->xAxis->range(), y = m_plot->yAxis->range();
    const auto hasPoint = [&](const PlotSeries& series) {
        const QCPGraph& graph = *series.graph;
        const int end = graph.findEnd(x.upper, /*expandedRange=*/false);
        for (int i = graph.findBegin(x.lower, /*expandedRange=*/false); i < end; ++i)
            if (y.contains(graph.dataMainValue(i))) return true;
        return false;
    };
    if (std::any_of(s.series.begin(), s.series.end(), hasPoint)) return true;
    for (int i = 0; s.bars && i < s.bars->dataCount(); ++i) {
        const double key = s.bars->dataMainKey(i), half = s.bars->width() / 2;
        if (overlap(x, key - half, key + half) && overlap(y, s.bars->baseValue(), s.bars->dataMainValue(i)))
            return true;
    }
    return false;
}

void PlotView::pan(double right, double up) {
    if (isEmpty()) return;
    const auto move = [](QCPAxis* axis, double share) {
        const QCPRange range = axis->range();
        if (axis->scaleType() == QCPAxis::stLogarithmic)
            axis->setRange(range * std::pow(range.upper / range.lower, share));
        else
            axis->moveRange(range.size() * share);
    };
    move(m_plot->xAxis, right);
    move(m_plot->yAxis, up);
    m_state->zoomed = true;
    hideHover();
    m_plot->replot();
}

void PlotView::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers().testFlag(Qt::ControlModifier)) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            zoom(1.25);
            break;
        case Qt::Key_Minus:
            zoom(0.8);
            break;
        case Qt::Key_0:
            showAll();
            break;
        case Qt::Key_Left:
            pan(-0.1, 0);
            break;
        case Qt::Key_Right:
            pan(0.1, 0);
            break;
        case Qt::Key_Up:
            pan(0, 0.1);
            break;
        case Qt::Key_Down:
            pan(0, -0.1);
            break;
        default:
            return QWidget::keyPressEvent(event);
    }
    event->accept();
}

void PlotView::contextMenuEvent(QContextMenuEvent* event) {
    showMenu(event->globalPos());
}

void PlotView::showMenu(QPoint globalPosition) {
    hideHover();
    QMenu& menu = contextMenu(*this);
    QAction* all = menu.addAction(tr("Show all"), this, &PlotView::showAll);
    all->setShortcut(Qt::Key_0);
    all->setEnabled(m_state->zoomed);
    menu.addSeparator();
    QAction* copy = menu.addAction(tr("Copy picture"), this, [this] {
        copyPicture(this, pictureOf(*m_plot, m_state->title, PictureKind::Pixels),
                    [this] { showMessage(tr("Copied")); });
    });
    QAction* values = menu.addAction(tr("Copy values"), this, [this] {
        QGuiApplication::clipboard()->setText(valuesAsText(QLatin1Char('\t')));
        showMessage(tr("Copied"));
    });
    menu.addSeparator();
    QList<QAction*> saves{copy, values};
    for (const QString& suffix :
         {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("csv")})
        saves.append(menu.addAction(tr("Export as %1…").arg(suffix.toUpper()), this,
                                    [this, suffix] { exportByDialog(suffix); }));
    for (QAction* action : saves) action->setEnabled(!isEmpty());
    menu.addSeparator();
    addCaptionChoice(menu);
    menu.popup(globalPosition);
}

void PlotView::exportByDialog(const QString& suffix) {
    const QString path = askWhereToSave(this, m_state->title.isEmpty() ? m_state->yLabel : m_state->title,
                                        QLatin1Char('.') + suffix, tr("%1 file (*.%2)").arg(suffix.toUpper(), suffix));
    if (!path.isEmpty()) exportTo(path);
}

void PlotView::exportTo(const QString& path) {
    State& s = *m_state;
    if (!s.zoomed) fitRanges();
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix != QLatin1String("csv")) {
        const auto kind = suffix == QLatin1String("png") ? PictureKind::Pixels : PictureKind::Vectors;
        Picture picture = pictureOf(*m_plot, s.title, kind);
        picture.paintAt = [this](QPainter& painter, const QSize& size) {
            m_state->header->layOut(size.width(), 0);
            showWholeAxisLabels();
            m_plot->toPainter(static_cast<QCPPainter*>(&painter), size.width(), size.height());
            positionCorner();
        };
        return savePicture(this, path, picture);
    }
    QSaveFile file(path);
    const bool written =
        file.open(QIODevice::WriteOnly) && file.write(valuesAsText(QLatin1Char(',')).toUtf8()) >= 0 && file.commit();
    announceEnd(this, path, written);
}

QString PlotView::valuesAsText(QChar separator) {
    const State& s = *m_state;
    PlotTexts texts{
        .xLabel = s.xLabel, .yLabel = s.yLabel, .barsName = s.barsName, .xText = s.xLinear->text, .halfWidths = {}};
    for (const PlotSeries& series : s.series) {
        series.graph->setName(series.line.name.isEmpty() ? s.yLabel : series.line.name);
        if (series.whiskers) texts.halfWidths.insert(series.graph, series.halfWidths);
    }
    return plotCsv(*m_plot, texts, separator);
}

void PlotView::showMessage(const QString& sentence) {
    QLabel* message = m_state->message;
    message->setText(sentence.toHtmlEscaped());
    message->adjustSize();
    message->move(Theme::instance().px(space::kPadding),
                  m_plot->height() - message->height() - Theme::instance().px(space::kPadding));
    message->show();
    message->raise();
    m_state->messageTimer.start();
}

}  // namespace recscope::ui
