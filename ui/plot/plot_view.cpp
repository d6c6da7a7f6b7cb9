// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_view.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/plot/plot_export.h"
#include "ui/plot/plot_header.h"
#include "ui/plot/plot_ticks.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr double kPickRadius = 10;  // design pixels around a point that count as on it

struct Series {
    PlotView::Line line;
    QCPGraph* graph = nullptr;
    QVector<int> order;  // sorted position -> index given to setPoints; empty = the same
};

struct ReferenceLine {
    QString id, label;
    double y = 0;
    QCPItemLine* line = nullptr;
    QCPItemText* text = nullptr;
};

QCPScatterStyle scatterStyle(int marker, const QColor& colour, double size) {
    static constexpr QCPScatterStyle::ScatterShape kShapes[] = {QCPScatterStyle::ssDisc,     QCPScatterStyle::ssSquare,
                                                                QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond,
                                                                QCPScatterStyle::ssCross,    QCPScatterStyle::ssPlus};
    if (marker < 0) return QCPScatterStyle(QCPScatterStyle::ssNone);
    return QCPScatterStyle(kShapes[marker % 6], colour, colour, size);
}

void include(QCPRange& range, bool& any, const QCPRange& more) {
    if (any)
        range.expand(more);
    else
        range = more;
    any = true;
}

// Room around the data, so that no curve runs along a frame and labels have space above it.
QCPRange padded(QCPRange range, PlotView::Scale scale, double below, double above) {
    if (scale == PlotView::Scale::Log) {
        if (range.lower <= 0 || range.upper <= 0) return QCPRange(0.1, 1);
        const double decades = std::max(std::log10(range.upper / range.lower), 0.05);
        return QCPRange(range.lower * std::pow(10.0, -below * decades), range.upper * std::pow(10.0, above * decades));
    }
    double size = range.size();
    if (size <= 0) {
        const double half = std::max(std::abs(range.upper) * 0.5, 1e-6);
        return QCPRange(range.lower - half, range.upper + half);
    }
    const double lower = range.lower - below * size;
    return QCPRange(range.lower >= 0 && lower < 0 ? 0 : lower, range.upper + above * size);
}

// True if a line of few points runs through the rectangle; long ones would take too long and are dense anyway.
bool crossesCurve(const std::vector<Series>& all, const QRectF& rect) {
    constexpr int kMostPoints = 2000;
    for (const Series& series : all) {
        if (series.graph->dataCount() > kMostPoints) continue;
        QPointF before;
        for (int i = 0; i < series.graph->dataCount(); ++i) {
            const QPointF point =
                series.graph->coordsToPixels(series.graph->dataMainKey(i), series.graph->dataMainValue(i));
            if (rect.contains(point)) return true;
            const QLineF segment(i ? before : point, point);
            for (const QLineF& side :
                 {QLineF(rect.topLeft(), rect.topRight()), QLineF(rect.bottomLeft(), rect.bottomRight()),
                  QLineF(rect.topLeft(), rect.bottomLeft()), QLineF(rect.topRight(), rect.bottomRight())})
                if (segment.intersects(side, nullptr) == QLineF::BoundedIntersection) return true;
            before = point;
        }
    }
    return false;
}

}  // namespace

struct PlotView::State {
    QString title, xLabel, yLabel, rightLabel, emptyText;
    Scale xScale = Scale::Linear, yScale = Scale::Linear;
    int xDecimals = 0, yDecimals = 4;
    std::vector<Series> series;
    QCPBars* bars = nullptr;
    QString barsName;
    std::vector<ReferenceLine> references;
    QCPItemText* markText = nullptr;
    QCPItemEllipse* markRing = nullptr;
    QPointF mark;
    QCPItemLine* diagonal = nullptr;
    std::function<QString(int, int)> pickText;
    int pickedLine = -1, pickedPoint = -1;

    PlotHeader* header = nullptr;
    QSharedPointer<LinearTicker> xLinear{new LinearTicker}, yLinear{new LinearTicker};
    QSharedPointer<LogTicker> xLog{new LogTicker}, yLog{new LogTicker};
    QLabel *tag = nullptr, *empty = nullptr, *message = nullptr;
    QFrame* guide = nullptr;
    QWidget* corner = nullptr;
    QTimer soon, messageEnd;
    bool zoomed = false, dirty = true;
    QPoint pressed;
};

PlotView::PlotView(const QString& title, const QString& xLabel, const QString& yLabel, QWidget* parent)
    : QWidget(parent), m_plot(new QCustomPlot(this)), m_state(std::make_unique<State>()) {
    State& s = *m_state;
    s.title = title;
    s.xLabel = xLabel;
    s.yLabel = yLabel;

    auto* layout = new QVBoxLayout(this);
    const int margin = Theme::instance().px(space::kInside + 2);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(m_plot);
    setFocusPolicy(Qt::StrongFocus);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->installEventFilter(this);
    setMinimumSize(Theme::instance().px(220), Theme::instance().px(150));

    m_plot->plotLayout()->insertRow(0);
    s.header = new PlotHeader(m_plot);
    m_plot->plotLayout()->addElement(0, 0, s.header);
    m_plot->plotLayout()->setRowSpacing(0);
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setRangeZoomFactor(0.8);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setPlottingHint(QCP::phFastPolylines, true);
    m_plot->legend->setVisible(false);

    s.empty = new QLabel(m_plot);
    s.empty->setAlignment(Qt::AlignCenter);
    s.empty->setWordWrap(true);
    s.guide = new QFrame(m_plot);
    s.tag = new QLabel(m_plot);
    s.tag->setTextFormat(Qt::RichText);
    s.message = new QLabel(m_plot);
    for (QWidget* overlay : std::initializer_list<QWidget*>{s.empty, s.guide, s.tag, s.message}) {
        overlay->setAttribute(Qt::WA_TransparentForMouseEvents);
        overlay->hide();
    }

    s.soon.setSingleShot(true);
    s.soon.setInterval(0);
    connect(&s.soon, &QTimer::timeout, this, &PlotView::refresh);
    s.messageEnd.setSingleShot(true);
    s.messageEnd.setInterval(5000);
    connect(&s.messageEnd, &QTimer::timeout, s.message, &QWidget::hide);

    connect(m_plot, &QCustomPlot::beforeReplot, this, [this] {
        QWidget* corner = m_state->corner;
        const int reserved = corner ? corner->sizeHint().width() + Theme::instance().px(space::kInside) : 0;
        m_state->header->layOut(m_plot->width() - reserved);
        if (corner) {
            corner->resize(corner->sizeHint());
            corner->move(m_plot->width() - corner->width(), 0);
        }
        // A tick about every 32 design pixels down and every 90 across reads well at any size.
        const Theme& theme = Theme::instance();
        const int rows = std::clamp(m_plot->axisRect()->height() / theme.px(32), 3, 8);
        const int columns = std::clamp(m_plot->axisRect()->width() / theme.px(90), 2, 10);
        m_state->yLinear->setTickCount(rows);
        m_state->yLog->setTickCount(rows);
        m_state->xLinear->setTickCount(columns);
        m_state->xLog->setTickCount(columns);
    });
    connect(m_plot, &QCustomPlot::afterLayout, this, &PlotView::placeLabels);
    connect(m_plot, &QCustomPlot::mouseWheel, this, [this] {
        m_state->zoomed = true;
        hideHover();
    });
    connect(m_plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        m_state->pressed = event->pos();
        const bool frame = event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ShiftModifier);
        m_plot->setSelectionRectMode(frame ? QCP::srmZoom : QCP::srmNone);
        setFocus(Qt::MouseFocusReason);
    });
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
        if (event->buttons().testFlag(Qt::LeftButton)) {
            hideHover();
            const bool moved = (event->pos() - m_state->pressed).manhattanLength() > 3;
            if (moved && m_plot->axisRect()->rect().contains(m_state->pressed)) m_state->zoomed = true;
        } else {
            hover(event->pos());
        }
    });
    connect(m_plot, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
        if (event->button() != Qt::LeftButton || (event->pos() - m_state->pressed).manhattanLength() > 3) return;
        hover(event->pos());
        if (m_state->pickedPoint >= 0) emit pointClicked(m_state->pickedLine, m_state->pickedPoint);
    });
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, &PlotView::showAll);
    connect(&Theme::instance(), &Theme::changed, this, &PlotView::applyTheme);
    setLabels(title, xLabel, yLabel);
    setDecimals(0, 4);
    applyTheme();
}

PlotView::~PlotView() {
    // The plot's signals reach into the state, which goes first.
    m_plot->disconnect(this);
    m_plot->removeEventFilter(this);
}

void PlotView::applyTheme() {
    State& s = *m_state;
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    m_plot->setBackground(QBrush(colours.surface));
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis, m_plot->yAxis2}) {
        axis->setTickLabelFont(theme.caption());
        axis->setLabelFont(theme.caption());
        axis->setTickLabelColor(colours.muted);
        axis->setLabelColor(colours.muted);
        axis->setBasePen(QPen(colours.line, 1));
        axis->setTickPen(QPen(colours.line, 1));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLength(0, theme.px(4));
        axis->setTickLabelPadding(theme.px(4));
        axis->setLabelPadding(theme.px(4));
        axis->grid()->setPen(QPen(colours.line, 1));
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->grid()->setSubGridVisible(false);
    }
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->axisRect()->setMinimumMargins(QMargins(theme.px(8), theme.px(4), theme.px(14), theme.px(8)));
    m_plot->selectionRect()->setPen(QPen(colours.accent, 1));
    QColor wash = colours.accent;
    wash.setAlphaF(0.15);
    m_plot->selectionRect()->setBrush(wash);

    const QString box =
        QStringLiteral("background:%1; color:%2; border:1px solid %3; border-radius:%4px; padding:%5px;")
            .arg(colours.surface.name(), colours.text.name(), colours.muted.name())
            .arg(theme.px(4))
            .arg(theme.px(4));
    s.tag->setStyleSheet(box);
    s.message->setStyleSheet(box);
    s.tag->setFont(theme.caption());
    s.message->setFont(theme.caption());
    s.guide->setStyleSheet(QStringLiteral("background:%1;").arg(colours.muted.name()));
    s.empty->setFont(theme.body());
    QPalette muted = s.empty->palette();
    muted.setColor(QPalette::WindowText, colours.muted);
    s.empty->setPalette(muted);

    for (int i = 0; i < int(s.series.size()); ++i) applyLine(i);
    if (s.bars) {
        s.bars->setPen(Qt::NoPen);
        s.bars->setBrush(colours.accent);
    }
    for (ReferenceLine& reference : s.references) {
        reference.line->setPen(QPen(colours.muted, 1, Qt::DashLine));
        reference.text->setColor(colours.muted);
        reference.text->setFont(theme.caption());
        QColor veil = colours.surface;
        veil.setAlphaF(0.75);
        reference.text->setBrush(veil);
    }
    if (s.markText) {
        s.markText->setColor(colours.text);
        s.markText->setFont(theme.caption());
        QColor veil = colours.surface;
        veil.setAlphaF(0.75);
        s.markText->setBrush(veil);
        s.markRing->setPen(QPen(colours.text, 1.5 * theme.scale()));
    }
    if (s.diagonal) s.diagonal->setPen(QPen(colours.muted, 1, Qt::DashLine));
    if (s.corner) s.corner->setFont(theme.caption());
    update();
    replotSoon();
}

void PlotView::applyLine(int index) {
    Series& series = m_state->series[index];
    const Theme& theme = Theme::instance();
    QColor colour = series.line.colour.isValid() ? series.line.colour : theme.colours().accent;
    colour.setAlphaF(colour.alphaF() * series.line.opacity);
    QPen pen(colour, series.line.width * theme.scale(), series.line.dash);
    pen.setJoinStyle(Qt::RoundJoin);
    pen.setCapStyle(series.line.dash == Qt::SolidLine ? Qt::RoundCap : Qt::FlatCap);
    series.graph->setPen(pen);
    series.graph->setLineStyle(series.line.dash == Qt::NoPen ? QCPGraph::lsNone : QCPGraph::lsLine);
    series.graph->setScatterStyle(scatterStyle(series.line.marker, colour, series.line.markerSize * theme.scale()));
    series.graph->setValueAxis(series.line.onRightAxis ? m_plot->yAxis2 : m_plot->yAxis);
}

int PlotView::addLine(const Line& line) {
    Series series;
    series.line = line;
    series.graph = m_plot->addGraph();
    m_state->series.push_back(series);
    applyLine(int(m_state->series.size()) - 1);
    replotSoon();
    return int(m_state->series.size()) - 1;
}

void PlotView::setLine(int index, const Line& line) {
    m_state->series[index].line = line;
    applyLine(index);
    replotSoon();
}

void PlotView::setPoints(int index, const QVector<double>& x, const QVector<double>& y) {
    Series& series = m_state->series[index];
    series.order.clear();
    if (std::is_sorted(x.begin(), x.end())) {
        series.graph->setData(x, y, /*alreadySorted=*/true);
    } else {
        series.order.resize(x.size());
        std::iota(series.order.begin(), series.order.end(), 0);
        std::stable_sort(series.order.begin(), series.order.end(), [&](int a, int b) { return x[a] < x[b]; });
        QVector<double> sortedX, sortedY;
        for (int i : series.order) {
            sortedX.append(x[i]);
            sortedY.append(y[i]);
        }
        series.graph->setData(sortedX, sortedY, /*alreadySorted=*/true);
    }
    replotSoon();
}

void PlotView::appendPoint(int index, double x, double y) {
    m_state->series[index].graph->addData(x, y);
    replotSoon();
}

void PlotView::appendPoints(int index, const QVector<double>& x, const QVector<double>& y) {
    m_state->series[index].graph->addData(x, y, /*alreadySorted=*/true);
    replotSoon();
}

void PlotView::setBars(const QString& name, const QVector<double>& x, const QVector<double>& height, double width) {
    State& s = *m_state;
    if (!s.bars) s.bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
    s.barsName = name;
    s.bars->setWidthType(QCPBars::wtPlotCoords);
    s.bars->setWidth(width);
    s.bars->setData(x, height);
    applyTheme();
}

void PlotView::setReference(const QString& id, double y, const QString& label) {
    State& s = *m_state;
    auto found = std::find_if(s.references.begin(), s.references.end(), [&](const auto& r) { return r.id == id; });
    if (found == s.references.end()) {
        ReferenceLine reference;
        reference.id = id;
        reference.line = new QCPItemLine(m_plot);
        reference.text = new QCPItemText(m_plot);
        for (QCPItemPosition* end : {reference.line->start, reference.line->end, reference.text->position}) {
            end->setTypeX(QCPItemPosition::ptAxisRectRatio);
            end->setTypeY(QCPItemPosition::ptPlotCoords);
        }
        reference.text->setPadding(QMargins(2, 0, 2, 0));
        s.references.push_back(reference);
        found = s.references.end() - 1;
    }
    found->y = y;
    found->label = label;
    found->text->setText(label);
    found->line->start->setCoords(0, y);
    found->line->end->setCoords(1, y);
    found->text->position->setCoords(0.995, y);
    applyTheme();
}

void PlotView::setMark(double x, double y, const QString& label) {
    State& s = *m_state;
    if (!s.markText) {
        s.markRing = new QCPItemEllipse(m_plot);
        s.markText = new QCPItemText(m_plot);
        s.markText->setPadding(QMargins(2, 0, 2, 0));
        s.markText->position->setParentAnchor(s.markRing->center);
        s.markRing->topLeft->setType(QCPItemPosition::ptPlotCoords);
        s.markRing->bottomRight->setType(QCPItemPosition::ptAbsolute);
        s.markRing->bottomRight->setParentAnchor(s.markRing->topLeft);
    }
    s.mark = QPointF(x, y);
    s.markText->setText(label);
    applyTheme();
}

void PlotView::removeReferences() {
    for (ReferenceLine& reference : m_state->references) {
        m_plot->removeItem(reference.line);
        m_plot->removeItem(reference.text);
    }
    m_state->references.clear();
    replotSoon();
}

void PlotView::removeMark() {
    State& s = *m_state;
    if (!s.markText) return;
    m_plot->removeItem(s.markText);
    m_plot->removeItem(s.markRing);
    s.markText = nullptr;
    s.markRing = nullptr;
    replotSoon();
}

void PlotView::setDiagonal(bool shown) {
    State& s = *m_state;
    if (shown && !s.diagonal) {
        s.diagonal = new QCPItemLine(m_plot);
        s.diagonal->setPen(QPen(Theme::instance().colours().muted, 1, Qt::DashLine));
    } else if (!shown && s.diagonal) {
        m_plot->removeItem(s.diagonal);
        s.diagonal = nullptr;
    }
    replotSoon();
}

void PlotView::clear() {
    State& s = *m_state;
    for (Series& series : s.series) m_plot->removeGraph(series.graph);
    s.series.clear();
    if (s.bars) m_plot->removePlottable(s.bars);
    s.bars = nullptr;
    removeReferences();
    removeMark();
    s.zoomed = false;
    hideHover();
    replotSoon();
}

void PlotView::setXScale(Scale scale) {
    m_state->xScale = scale;
    m_plot->xAxis->setScaleType(scale == Scale::Log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    m_plot->xAxis->setTicker(scale == Scale::Log ? QSharedPointer<QCPAxisTicker>(m_state->xLog)
                                                 : QSharedPointer<QCPAxisTicker>(m_state->xLinear));
    m_state->zoomed = false;
    replotSoon();
}

void PlotView::setYScale(Scale scale) {
    m_state->yScale = scale;
    for (QCPAxis* axis : {m_plot->yAxis, m_plot->yAxis2}) {
        axis->setScaleType(scale == Scale::Log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        axis->setTicker(scale == Scale::Log ? QSharedPointer<QCPAxisTicker>(m_state->yLog)
                                            : QSharedPointer<QCPAxisTicker>(m_state->yLinear));
    }
    m_state->zoomed = false;
    replotSoon();
}

PlotView::Scale PlotView::yScale() const {
    return m_state->yScale;
}

void PlotView::setLabels(const QString& title, const QString& xLabel, const QString& yLabel) {
    State& s = *m_state;
    s.title = title;
    s.xLabel = xLabel;
    s.yLabel = yLabel;
    s.header->setTitle(title);
    m_plot->xAxis->setLabel(xLabel);
    m_plot->yAxis->setLabel(yLabel);
    setAccessibleName(title.isEmpty() ? tr("Plot: %1").arg(yLabel) : tr("Plot: %1").arg(title));
    setAccessibleDescription(
        tr("%1 against %2. Plus and minus zoom, arrows move, 0 shows all, the menu key exports.").arg(yLabel, xLabel));
    replotSoon();
}

void PlotView::setRightLabel(const QString& label) {
    m_state->rightLabel = label;
    m_plot->yAxis2->setLabel(label);
    replotSoon();
}

void PlotView::setEmptyText(const QString& sentence) {
    m_state->emptyText = sentence;
    m_state->empty->setText(sentence);
    replotSoon();
}

void PlotView::setDecimals(int x, int y) {
    State& s = *m_state;
    s.xDecimals = x;
    s.yDecimals = y;
    s.xLinear->whole = s.xLog->whole = x == 0;
    s.yLinear->whole = s.yLog->whole = y == 0;
    setXScale(s.xScale);
    setYScale(s.yScale);
}

void PlotView::setCorner(QWidget* widget) {
    delete m_state->corner;
    m_state->corner = widget;
    if (widget) {
        widget->setParent(m_plot);
        widget->setFont(Theme::instance().caption());
        widget->show();
    }
    replotSoon();
}

void PlotView::setPicking(std::function<QString(int, int)> text) {
    m_state->pickText = std::move(text);
}

bool PlotView::isZoomed() const {
    return m_state->zoomed;
}

void PlotView::showAll() {
    m_state->zoomed = false;
    hideHover();
    refresh();
}

int PlotView::pointCount(int line) const {
    return m_state->series[line].graph->dataCount();
}

bool PlotView::isEmpty() const {
    const State& s = *m_state;
    if (s.bars && s.bars->dataCount() > 0) return false;
    return std::none_of(s.series.begin(), s.series.end(), [](const Series& x) { return x.graph->dataCount() > 0; });
}

QString PlotView::hoverText() const {
    if (m_state->tag->isHidden()) return {};
    QTextDocument document;
    document.setHtml(m_state->tag->text());
    return document.toPlainText();
}

void PlotView::replotSoon() {
    m_state->dirty = true;
    if (!m_state->soon.isActive()) m_state->soon.start();
}

void PlotView::refresh() {
    State& s = *m_state;
    if (!isVisible()) return;  // showEvent catches up
    s.dirty = false;
    std::vector<PlotHeader::Entry> entries;
    bool right = false;
    for (Series& series : s.series) {
        right = right || series.line.onRightAxis;
        if (series.line.name.isEmpty() || series.graph->dataCount() == 0) continue;
        entries.push_back({series.line.name, series.graph->pen(), series.line.marker, false});
        if (series.line.dash == Qt::NoPen) entries.back().pen.setStyle(Qt::NoPen);
    }
    if (s.bars && !s.barsName.isEmpty()) entries.push_back({s.barsName, QPen(s.bars->brush().color()), -1, true});
    s.header->setEntries(std::move(entries));
    m_plot->yAxis2->setVisible(right);
    m_plot->yAxis2->setTickLabels(right);

    const bool empty = isEmpty();
    s.empty->setVisible(empty && !s.emptyText.isEmpty());
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setTicks(!empty);
        axis->setTickLabels(!empty);
    }
    m_plot->yAxis->grid()->setVisible(!empty);
    if (!s.zoomed) fitRanges();
    m_plot->replot(QCustomPlot::rpImmediateRefresh);
}

void PlotView::fitRanges() {
    State& s = *m_state;
    const QCP::SignDomain xDomain = s.xScale == Scale::Log ? QCP::sdPositive : QCP::sdBoth;
    const QCP::SignDomain yDomain = s.yScale == Scale::Log ? QCP::sdPositive : QCP::sdBoth;
    QCPRange x(0, 1), y(0, 1), right(0, 1);
    bool anyX = false, anyY = false, anyRight = false;
    const auto add = [&](QCPAbstractPlottable* plottable, bool onRight) {
        bool found = false;
        const QCPRange keys = plottable->getKeyRange(found, xDomain);
        if (!found) return;
        include(x, anyX, keys);
        const QCPRange values = plottable->getValueRange(found, yDomain);
        if (!found) return;
        if (onRight)
            include(right, anyRight, values);
        else
            include(y, anyY, values);
    };
    for (Series& series : s.series) add(series.graph, series.line.onRightAxis);
    const bool bars = s.bars && s.bars->dataCount() > 0;
    if (bars) {
        s.bars->setBaseValue(s.yScale == Scale::Log ? 0.5 : 0);
        add(s.bars, false);
        if (anyY) y.expand(s.yScale == Scale::Log ? 0.5 : 0.0);
    }
    if (anyY)
        for (const ReferenceLine& reference : s.references)
            if (s.yScale == Scale::Linear || reference.y > 0) y.expand(reference.y);
    if (anyX && s.diagonal) {
        x.expand(y);
        y = x;
    }
    // Half a step keeps a first epoch visible as a point between two ticks.
    if (anyX && x.size() <= 0 && s.xScale == Scale::Linear) x = QCPRange(x.lower - 1, x.upper + 1);
    const double side = s.diagonal ? 0.04 : bars ? 0.01 : 0.02;
    m_plot->xAxis->setRange(padded(x, s.xScale, side, side));
    m_plot->yAxis->setRange(padded(y, s.yScale, s.diagonal ? 0.04 : bars ? 0 : 0.08, s.diagonal ? 0.04 : 0.09));
    m_plot->yAxis2->setRange(padded(right, s.yScale, 0.08, 0.09));
}

void PlotView::placeLabels() {
    State& s = *m_state;
    const QRect area = m_plot->axisRect()->rect();
    const double labelHeight = QFontMetrics(Theme::instance().caption()).height();
    std::vector<ReferenceLine*> visible;
    for (ReferenceLine& reference : s.references) {
        const double pixel = m_plot->yAxis->coordToPixel(reference.y);
        const bool inside = !isEmpty() && pixel >= area.top() - 1 && pixel <= area.bottom() + 1;
        reference.line->setVisible(inside);
        reference.text->setVisible(inside);
        if (inside) visible.push_back(&reference);
    }
    std::sort(visible.begin(), visible.end(), [](auto* a, auto* b) { return a->y > b->y; });
    double last = -1e9;  // where the label above ends
    std::vector<QRectF> taken;
    const QFontMetrics metrics(Theme::instance().caption());
    for (ReferenceLine* reference : visible) {
        const double pixel = m_plot->yAxis->coordToPixel(reference->y);
        const bool above = pixel - labelHeight >= std::max<double>(area.top() - 2, last);
        reference->text->setPositionAlignment(Qt::AlignRight | (above ? Qt::AlignBottom : Qt::AlignTop));
        last = above ? pixel : pixel + labelHeight;
        const double width = metrics.horizontalAdvance(reference->label) + 4;
        taken.emplace_back(area.right() - width, above ? pixel - labelHeight : pixel, width, labelHeight);
    }
    if (s.markText) {
        const double size = 10 * Theme::instance().scale();
        const double px = m_plot->xAxis->coordToPixel(s.mark.x()), py = m_plot->yAxis->coordToPixel(s.mark.y());
        s.markRing->topLeft->setPixelPosition(QPointF(px - size / 2, py - size / 2));
        s.markRing->bottomRight->setCoords(size, size);
        // The nearest place where the label stays inside and off the reference labels.
        const double width = metrics.horizontalAdvance(s.markText->text()) + 4, gap = 0.7 * size;
        const bool preferRight = px < area.center().x();
        const auto place = [&](bool right, bool above, double distance) {
            s.markText->setPositionAlignment((right ? Qt::AlignLeft : Qt::AlignRight) |
                                             (above ? Qt::AlignBottom : Qt::AlignTop));
            s.markText->position->setCoords(right ? gap : -gap, above ? -distance : distance);
        };
        place(preferRight, /*above=*/true, gap);
        // Off the curves too if there is such a place; 16 places lie around the point.
        bool placed = false;
        for (int attempt = 0; attempt < 32 && !placed; ++attempt) {
            const int where = attempt % 16;
            const bool above = where % 2 == 0, right = preferRight == (where % 4 < 2);
            const double distance = gap + (where / 4) * labelHeight;
            const QRectF label(right ? px + gap : px - gap - width, above ? py - distance - labelHeight : py + distance,
                               width, labelHeight);
            placed = QRectF(area).contains(label) &&
                     std::none_of(taken.begin(), taken.end(), [&](const QRectF& x) { return x.intersects(label); }) &&
                     (attempt >= 16 || !crossesCurve(s.series, label));
            if (placed) place(right, above, distance);
        }
    }
    if (s.diagonal) {
        const double lower = std::max(m_plot->xAxis->range().lower, m_plot->yAxis->range().lower);
        const double upper = std::min(m_plot->xAxis->range().upper, m_plot->yAxis->range().upper);
        s.diagonal->setVisible(lower < upper);
        s.diagonal->start->setCoords(lower, lower);
        s.diagonal->end->setCoords(upper, upper);
    }
    s.empty->setGeometry(area.adjusted(area.width() / 8, 0, -area.width() / 8, 0));
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
                rows = {row(s.bars->brush().color(), s.barsName.isEmpty() ? s.yLabel : s.barsName,
                            plainNumber(s.bars->dataMainValue(point), s.yDecimals))};
            }
        }
        for (const Series& series : s.series) {
            if (series.graph->dataCount() == 0) continue;
            const int begin = series.graph->findBegin(bestKey, true);
            for (int point = begin; point < std::min(begin + 3, series.graph->dataCount()); ++point) {
                if (std::abs(m_plot->xAxis->coordToPixel(series.graph->dataMainKey(point)) - bestPixel) > 0.5) continue;
                const QString name = !series.line.name.isEmpty() ? series.line.name
                                     : series.line.onRightAxis   ? s.rightLabel
                                                                 : s.yLabel;
                QColor colour = series.graph->pen().color();
                colour.setAlpha(255);
                rows.append(row(colour, name, plainNumber(series.graph->dataMainValue(point), s.yDecimals)));
                break;
            }
        }
        if (rows.isEmpty() || bestPixel < area.left() || bestPixel > area.right()) return hideHover();
        html = QStringLiteral("%1 %2<table cellspacing='0' cellpadding='0'>%3</table>")
                   .arg(s.xLabel.toHtmlEscaped(), plainNumber(bestKey, s.xDecimals), rows.mid(0, 10).join(QString()));
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
    if (s.pickedPoint >= 0) emit pointHovered(-1, -1);
    s.pickedLine = s.pickedPoint = -1;
}

void PlotView::zoom(double factor) {
    if (isEmpty()) return;
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis, m_plot->yAxis2}) {
        const double middle = axis->scaleType() == QCPAxis::stLogarithmic
                                  ? std::sqrt(axis->range().lower * axis->range().upper)
                                  : axis->range().center();
        axis->scaleRange(1 / factor, middle);
    }
    m_state->zoomed = true;
    hideHover();
    m_plot->replot();
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
    move(m_plot->yAxis2, up);
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

void PlotView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void PlotView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    update();
}

void PlotView::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? theme.colours().accent : theme.colours().line, 1));
    painter.setBrush(theme.colours().surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), space::kCorner, space::kCorner);
}

void PlotView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    hideHover();
}

void PlotView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_state->dirty) replotSoon();
}

bool PlotView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_plot && event->type() == QEvent::Leave) hideHover();
    return QWidget::eventFilter(watched, event);
}

void PlotView::contextMenuEvent(QContextMenuEvent* event) {
    hideHover();
    QMenu menu(this);
    QAction* all = menu.addAction(tr("Show all"), this, &PlotView::showAll);
    all->setShortcut(Qt::Key_0);
    all->setEnabled(m_state->zoomed);
    menu.addSeparator();
    QAction* copy = menu.addAction(tr("Copy picture"), this, [this] {
        QGuiApplication::clipboard()->setPixmap(m_plot->toPixmap(0, 0, 2));
        say(tr("Copied"));
    });
    QAction* values = menu.addAction(tr("Copy values"), this, [this] {
        QGuiApplication::clipboard()->setText(plotCsv(*m_plot, m_state->barsName, QLatin1Char('\t')));
        say(tr("Copied"));
    });
    menu.addSeparator();
    QList<QAction*> saves{copy, values};
    for (const QString& suffix :
         {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("csv")})
        saves.append(menu.addAction(tr("Export as %1…").arg(suffix.toUpper()), this,
                                    [this, suffix] { exportByDialog(suffix); }));
    for (QAction* action : saves) action->setEnabled(!isEmpty());
    menu.exec(event->globalPos());
}

void PlotView::exportByDialog(const QString& suffix) {
    QString name = m_state->title.isEmpty() ? m_state->yLabel : m_state->title;
    for (QChar& c : name)
        if (!c.isLetterOrNumber()) c = QLatin1Char('-');
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export plot"), name.toLower() + QLatin1Char('.') + suffix,
                                     tr("%1 file (*.%2)").arg(suffix.toUpper(), suffix));
    if (path.isEmpty()) return;
    const QString target = QFileInfo(path).suffix().isEmpty() ? path + QLatin1Char('.') + suffix : path;
    say(exportTo(target) ? tr("Saved %1").arg(QFileInfo(target).fileName())
                         : tr("%1 could not be written; is the folder writable?").arg(target));
}

bool PlotView::exportTo(const QString& path) {
    for (const Series& series : m_state->series)
        series.graph->setName(series.line.name.isEmpty() ? m_state->yLabel : series.line.name);
    if (!m_state->zoomed) fitRanges();
    return exportPlot(*m_plot, path, m_state->barsName);
}

void PlotView::say(const QString& sentence) {
    QLabel* message = m_state->message;
    message->setText(sentence.toHtmlEscaped());
    message->adjustSize();
    message->move(Theme::instance().px(space::kInside),
                  m_plot->height() - message->height() - Theme::instance().px(space::kInside));
    message->show();
    message->raise();
    m_state->messageEnd.start();
}

}  // namespace recscope::ui
