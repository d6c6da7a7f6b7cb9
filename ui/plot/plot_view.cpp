// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_view.h"

#include <qcustomplot.h>

#include <QPainter>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "ui/plot/plot_axes.h"
#include "ui/plot/plot_curves.h"
#include "ui/plot/plot_export.h"
#include "ui/plot/plot_handle.h"
#include "ui/plot/plot_hover.h"
#include "ui/plot/plot_input.h"
#include "ui/plot/plot_marks.h"
#include "ui/plot/plot_menu.h"
#include "ui/plot/plot_overlay.h"
#include "ui/plot/plot_regions.h"
#include "ui/plot/plot_zoom.h"
#include "ui/theme/theme.h"
#include "ui/widgets/painted_cells.h"

namespace recscope::ui {

namespace {

/// Does not replot during a resize, because a layout may try several sizes; `PlotView::resizeEvent` replots once
/// afterwards.
class Canvas : public QCustomPlot {
public:
    using QCustomPlot::QCustomPlot;

protected:
    void resizeEvent(QResizeEvent*) override { setViewport(rect()); }
};

}  // namespace

struct PlotView::Parts {
    explicit Parts(PlotView& view)
        : plot(*view.m_plot),
          axes(plot),
          marks(plot, [&view] { view.replotSoon(); }),
          regions(plot, [&view] { view.replotSoon(); }),
          view(view) {}

    QCustomPlot& plot;
    PlotAxes axes;
    PlotCurves curves{plot};
    PlotMarks marks;
    PlotRegions regions;
    std::vector<PlotHandle*> handles;  ///< children of the plot
    PlotOverlay overlay{plot};
    PlotZoom zoom{plot, curves};
    PlotHover hover{plot, axes, curves, marks, overlay};
    PlotView& view;
    PlotInput input{view, plot, curves, zoom, hover, overlay};
    PlotExport exports{view, plot, axes, curves, overlay};
    QTimer replotTimer;
    bool isDirty = true, isResized = true;
};

PlotView::PlotView(const QString& title, const QString& xLabel, const QString& yLabel, QWidget* parent)
    : QWidget(parent), m_plot(new Canvas(this)), m_parts(std::make_unique<Parts>(*this)) {
    setAccessibleRole(this, QAccessible::Chart);
    auto* layout = new QVBoxLayout(this);
    const int margin = Theme::instance().px(space::kPadding + 2);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(m_plot);
    setFocusPolicy(Qt::StrongFocus);
    m_plot->setFocusPolicy(Qt::NoFocus);
    // By default, QCustomPlot does not propagate events that it does not use: right clicks would not reach the context
    // menu of the view, and the wheel would not scroll the page.
    m_plot->setAttribute(Qt::WA_NoMousePropagation, false);
    setMinimumSize(Theme::instance().px(220), Theme::instance().px(150));
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setPlottingHint(QCP::phFastPolylines, true);
    // Repainted together with all other changes of this turn of the event loop.
    m_plot->setPlottingHint(QCP::phImmediateRefresh, false);
    m_parts->replotTimer.setSingleShot(true);
    m_parts->replotTimer.setInterval(0);
    connectParts();
    setLabels(title, xLabel, yLabel);
    setDecimals(0, 4);
    applyTheme();
}

PlotView::~PlotView() {
    m_plot->disconnect(this);  // the plot's signals access the parts, which are destroyed first
}

void PlotView::connectParts() {
    Parts& parts = *m_parts;
    connect(&parts.replotTimer, &QTimer::timeout, this, &PlotView::refresh);
    connect(m_plot, &QCustomPlot::beforeReplot, this, [&parts] {
        parts.axes.header().layOut(parts.overlay.placeControls(), parts.overlay.exportButton().height());
        parts.axes.fit();
    });
    connect(m_plot, &QCustomPlot::afterLayout, this, &PlotView::placeLabels);
    const auto showMenu = [this](const QPoint& globalPosition) {
        m_parts->hover.hide();
        showPlotMenu(*this, m_parts->exports, globalPosition);
    };
    connect(&parts.input, &PlotInput::menuRequested, this, showMenu);
    const QToolButton& button = parts.overlay.exportButton();
    connect(&button, &QToolButton::clicked, this,
            [showMenu, &button] { showMenu(button.mapToGlobal(button.rect().bottomLeft())); });
    connect(&parts.input, &PlotInput::showAllRequested, this, &PlotView::showAll);
    connect(&parts.input, &PlotInput::pointClicked, this, &PlotView::pointClicked);
    connect(&parts.input, &PlotInput::barClicked, this, &PlotView::barClicked);
    connect(&parts.hover, &PlotHover::pointHovered, this, &PlotView::pointHovered);
    connect(&Theme::instance(), &Theme::changed, this, &PlotView::applyTheme);
}

int PlotView::addLine(const Line& line) {
    replotSoon();
    return m_parts->curves.add(line);
}

void PlotView::setLine(int index, const Line& line) {
    m_parts->curves.setLine(index, line);
    replotSoon();
}

void PlotView::setPoints(int index, const QVector<double>& x, const QVector<double>& y) {
    m_parts->curves.setPoints(index, x, y);
    replotSoon();
}

void PlotView::setIntervals(int index, const QVector<double>& halfWidths, const Limits& possible) {
    m_parts->curves.setIntervals(index, halfWidths, PlotCurves::IntervalStyle::Whiskers, possible);
    replotSoon();
}

void PlotView::setBand(int index, const QVector<double>& halfWidths) {
    m_parts->curves.setIntervals(index, halfWidths, PlotCurves::IntervalStyle::Band, {});
    replotSoon();
}

void PlotView::appendPoint(int index, double x, double y) {
    m_parts->curves.append(index, x, y);
    replotSoon();
}

void PlotView::setBars(const QString& name, const QVector<double>& x, const QVector<double>& height, double width) {
    m_parts->curves.setBars(name, x, height, width);
    replotSoon();
}

void PlotView::clear() {
    m_parts->curves.clear();
    m_parts->marks.clear();
    m_parts->regions.set({});
    m_parts->zoom.setZoomed(false);
    m_parts->hover.hide();
    replotSoon();
}

PlotMarks& PlotView::marks() {
    return m_parts->marks;
}

void PlotView::setRegions(std::vector<PlotRegion> regions) {
    m_parts->regions.set(std::move(regions));
}

PlotHandle* PlotView::addHandle(const QString& objectName) {
    auto* handle = new PlotHandle(*m_plot, [this] { replotSoon(); });
    handle->setObjectName(objectName);
    m_parts->handles.push_back(handle);
    replotSoon();
    return handle;
}

void PlotView::setXScale(Scale scale) {
    m_parts->axes.setXScale(scale);
    m_parts->zoom.setZoomed(false);
    replotSoon();
}

void PlotView::setYScale(Scale scale) {
    m_parts->axes.setYScale(scale);
    m_parts->zoom.setZoomed(false);
    replotSoon();
}

void PlotView::setLabels(const QString& title, const QString& xLabel, const QString& yLabel) {
    m_parts->axes.setLabels(title, xLabel, yLabel);
    setAccessibleName(tr("Plot: %1").arg(m_parts->axes.name()));
    setAccessibleDescription(
        tr("%1 against %2. Plus and minus zoom, arrows move, 0 shows all, the menu key exports.").arg(yLabel, xLabel));
    replotSoon();
}

void PlotView::setEmptyText(const QString& sentence) {
    m_parts->overlay.setEmptyText(sentence);
    replotSoon();
}

void PlotView::setDecimals(int x, int y) {
    m_parts->axes.setDecimals(x, y);
    m_parts->zoom.setZoomed(false);
    replotSoon();
}

void PlotView::setXText(std::function<QString(double)> text) {
    m_parts->axes.setXText(std::move(text));
    replotSoon();
}

void PlotView::setBarText(std::function<QString(double, double)> text) {
    m_parts->hover.setBarText(std::move(text));
}

void PlotView::setCornerWidget(QWidget* widget) {
    m_parts->overlay.setCornerWidget(widget);
    replotSoon();
}

void PlotView::setPicking(std::function<QString(int, int)> text) {
    m_parts->hover.setPicking(std::move(text));
}

void PlotView::setBarsClickable(bool clickable) {
    m_parts->hover.setBarsClickable(clickable);
}

bool PlotView::isZoomed() const {
    return m_parts->zoom.isZoomed();
}

void PlotView::showAll() {
    m_parts->zoom.setZoomed(false);
    m_parts->overlay.hideMessage();
    m_parts->hover.hide();
    refresh();
}

void PlotView::zoom(double factor) {
    m_parts->input.zoom(factor);
}

int PlotView::pointCount(int line) const {
    return m_parts->curves.pointCount(line);
}

bool PlotView::isEmpty() const {
    return m_parts->curves.isEmpty();
}

QString PlotView::hoverText() const {
    return m_parts->overlay.tagText();
}

void PlotView::exportTo(const QString& path) {
    if (!isZoomed()) fitRanges();
    m_parts->exports.save(path);
}

void PlotView::replotSoon() {
    m_parts->isDirty = true;
    if (!m_parts->replotTimer.isActive()) m_parts->replotTimer.start();
}

void PlotView::applyTheme() {
    m_parts->axes.applyTheme();
    m_parts->overlay.applyTheme();
    m_parts->curves.applyTheme();
    m_parts->marks.applyTheme();
    m_parts->regions.applyTheme();
    for (PlotHandle* handle : m_parts->handles) handle->applyTheme();
    replotSoon();
    update();
}

void PlotView::refresh() {
    Parts& parts = *m_parts;
    if (!isVisible()) return;  // showEvent replots later
    parts.isDirty = false;
    if (std::exchange(parts.isResized, false)) {
        for (const auto phase :
             {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
            m_plot->plotLayout()->update(phase);  // so that the ticks suit the new size
    }
    std::vector<PlotHeader::Entry> entries = parts.curves.legend();
    for (PlotHeader::Entry& entry : parts.regions.legend()) entries.push_back(std::move(entry));
    parts.axes.header().setEntries(std::move(entries));
    parts.axes.setTicksShown(!isEmpty());
    parts.overlay.setEmpty(isEmpty());
    parts.overlay.exportButton().setAccessibleName(tr("Export: %1").arg(parts.axes.name()));
    fitRanges();
    const int height = m_plot->axisRect()->height();
    m_plot->replot(QCustomPlot::rpQueuedRefresh);
    // The room above a reference was computed for the previous height, so it must be computed again.
    if (parts.marks.hasReferences() && m_plot->axisRect()->height() != height) replotSoon();
}

void PlotView::fitRanges() {
    Parts& parts = *m_parts;
    PlotExtent extent = parts.curves.extent(parts.axes.xScale(), parts.axes.yScale());
    parts.marks.extend(extent);
    extent.hasXText = bool(parts.axes.xText());
    const int labelHeight = QFontMetrics(Theme::instance().caption()).height() + plotSizes().referenceGap + 1;
    parts.zoom.setAll(
        rangesOfAll(extent, parts.axes.xScale(), parts.axes.yScale(), labelHeight, m_plot->axisRect()->height()));
}

void PlotView::placeLabels() {
    Parts& parts = *m_parts;
    const PlotLayout layout = parts.axes.layout();
    PlotLabelRequests labels = parts.marks.labels();
    labels.hasData = !isEmpty();
    labels.hasRoomAboveTopReference = parts.zoom.hasRoomAboveTopReference();
    if (parts.marks.avoidsCurves()) labels.curves = parts.curves.drawn(layout);
    parts.marks.place(layout.placeLabels(labels), layout, labels.hasData);
    parts.regions.place(layout, labels.hasData);
    PlotHandle::place(parts.handles, layout, labels.hasData);
    parts.overlay.placeEmptyText(layout);
}

void PlotView::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? theme.colours().accent : theme.colours().line, 1));
    painter.setBrush(theme.colours().surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), space::kCornerRadius, space::kCornerRadius);
}

void PlotView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_parts->hover.hide();
    m_parts->isResized = true;
    replotSoon();
}

void PlotView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_parts->isDirty) replotSoon();
}

}  // namespace recscope::ui
