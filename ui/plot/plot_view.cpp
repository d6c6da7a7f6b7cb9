// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_view.h"

#include <QPainter>
#include <QTextDocument>
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>

#include "ui/plot/plot_band.h"
#include "ui/plot/plot_view_state.h"
#include "ui/theme/icons.h"
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

PlotView::PlotView(const QString& title, const QString& xLabel, const QString& yLabel, QWidget* parent)
    : QWidget(parent), m_plot(new Canvas(this)), m_state(std::make_unique<State>()) {
    setAccessibleRole(this, QAccessible::Chart);
    State& s = *m_state;
    s.title = title;
    s.xLabel = xLabel;
    s.yLabel = yLabel;

    auto* layout = new QVBoxLayout(this);
    const int margin = Theme::instance().px(space::kPadding + 2);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->addWidget(m_plot);
    setFocusPolicy(Qt::StrongFocus);
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->installEventFilter(this);
    // By default, QCustomPlot does not propagate events that it does not use: right clicks would not reach
    // contextMenuEvent, and the wheel would not scroll the page.
    m_plot->setAttribute(Qt::WA_NoMousePropagation, false);
    setMinimumSize(Theme::instance().px(220), Theme::instance().px(150));

    m_plot->plotLayout()->insertRow(0);
    s.header = new PlotHeader(m_plot);
    m_plot->plotLayout()->addElement(0, 0, s.header);
    m_plot->plotLayout()->setRowSpacing(0);
    m_plot->setInteractions(QCP::iRangeDrag);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setPlottingHint(QCP::phFastPolylines, true);
    // Repainted together with all other changes of this turn of the event loop.
    m_plot->setPlottingHint(QCP::phImmediateRefresh, false);
    m_plot->legend->setVisible(false);

    s.empty = new QLabel(m_plot);
    s.empty->setAlignment(Qt::AlignCenter);
    s.empty->setWordWrap(true);
    s.guide = new QFrame(m_plot);
    s.tag = new QLabel(m_plot);
    s.tag->setTextFormat(Qt::RichText);
    s.message = new QLabel(m_plot);
    s.message->setObjectName(QStringLiteral("plotMessage"));
    for (QWidget* overlay : std::initializer_list<QWidget*>{s.empty, s.guide, s.tag, s.message}) {
        overlay->setAttribute(Qt::WA_TransparentForMouseEvents);
        overlay->hide();
    }

    s.menu = new QToolButton(m_plot);
    s.menu->setObjectName(QStringLiteral("exportPlot"));
    s.menu->setProperty("compact", true);
    s.menu->setIcon(lineIcon(QStringLiteral("export")));
    s.menu->setToolTip(tr("Copy or export this plot (also: right click)"));
    s.menu->setFocusPolicy(Qt::NoFocus);  // the menu key on the plot opens the same menu
    connect(s.menu, &QToolButton::clicked, this,
            [this] { showMenu(m_state->menu->mapToGlobal(m_state->menu->rect().bottomLeft())); });

    s.replotTimer.setSingleShot(true);
    s.replotTimer.setInterval(0);
    connect(&s.replotTimer, &QTimer::timeout, this, &PlotView::refresh);
    s.messageTimer.setSingleShot(true);
    s.messageTimer.setInterval(5000);
    connect(&s.messageTimer, &QTimer::timeout, s.message, &QWidget::hide);

    connectPlot();
    connect(&Theme::instance(), &Theme::changed, this, &PlotView::applyTheme);
    setLabels(title, xLabel, yLabel);
    setDecimals(0, 4);
    applyTheme();
}

PlotView::~PlotView() {
    // The plot's signals access the state, which is destroyed first.
    m_plot->disconnect(this);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) axis->disconnect(this);
    m_plot->removeEventFilter(this);
}

int PlotView::addLine(const Line& line) {
    PlotSeries series;
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
    PlotSeries& series = m_state->series[index];
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

void PlotView::setIntervals(int index, const QVector<double>& halfWidths, const Limits& possible) {
    setWidths(index, halfWidths, /*band=*/false, possible);
}

void PlotView::setBand(int index, const QVector<double>& halfWidths) {
    setWidths(index, halfWidths, /*band=*/true, {});
}

void PlotView::setWidths(int index, const QVector<double>& halfWidths, bool band, const Limits& possible) {
    PlotSeries& series = m_state->series[index];
    if (halfWidths.isEmpty()) {
        if (series.whiskers) m_plot->removePlottable(series.whiskers);
        series.whiskers = nullptr;
    } else {
        if (!series.whiskers) {
            series.whiskers =
                band ? new PlotBand(m_plot->xAxis, m_plot->yAxis) : new QCPErrorBars(m_plot->xAxis, m_plot->yAxis);
            series.whiskers->setDataPlottable(series.graph);
        }
        QVector<double> sorted = halfWidths;
        for (int i = 0; i < int(series.order.size()); ++i) sorted[i] = halfWidths[series.order[i]];
        QVector<double> below = sorted, above = sorted;
        for (int i = 0; i < int(std::min<qsizetype>(sorted.size(), series.graph->dataCount())); ++i) {
            const double y = series.graph->dataMainValue(i);
            below[i] = std::min(below[i], std::max(0.0, y - possible.lowest));
            above[i] = std::min(above[i], std::max(0.0, possible.highest - y));
        }
        series.whiskers->setData(below, above);
        series.halfWidths = sorted;
        applyLine(index);
    }
    replotSoon();
}

void PlotView::appendPoint(int index, double x, double y) {
    m_state->series[index].graph->addData(x, y);
    replotSoon();
}

void PlotView::setBars(const QString& name, const QVector<double>& x, const QVector<double>& height, double width) {
    State& s = *m_state;
    if (!s.bars) s.bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
    s.barsName = name;
    s.bars->setWidthType(QCPBars::wtPlotCoords);
    s.bars->setWidth(width);
    s.bars->setData(x, height);
    applyMarks();
}

void PlotView::setReference(const QString& id, double y, const QString& label) {
    State& s = *m_state;
    auto found = std::find_if(s.references.begin(), s.references.end(), [&](const auto& r) { return r.id == id; });
    if (found == s.references.end()) {
        PlotReference reference;
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
    applyMarks();
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
    applyMarks();
}

void PlotView::removeReferences() {
    for (PlotReference& reference : m_state->references) {
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

void PlotView::setCursorLine(double x, const QString& label) {
    State& s = *m_state;
    if (!s.cursor) {
        s.cursor = new QCPItemLine(m_plot);
        s.cursor->setLayer(QStringLiteral("grid"));  // below all labels
        s.cursorText = new QCPItemText(m_plot);
        for (QCPItemPosition* end : {s.cursor->start, s.cursor->end, s.cursorText->position}) {
            end->setTypeX(QCPItemPosition::ptPlotCoords);
            end->setTypeY(QCPItemPosition::ptAxisRectRatio);
        }
        s.cursorText->setPadding(QMargins(4, 0, 4, 0));
    }
    s.cursor->start->setCoords(x, 1);
    s.cursor->end->setCoords(x, 0);
    s.cursorText->position->setCoords(x, 0);
    s.cursorText->setText(label);
    applyMarks();
}

void PlotView::removeCursorLine() {
    State& s = *m_state;
    if (!s.cursor) return;
    m_plot->removeItem(s.cursorText);
    m_plot->removeItem(s.cursor);
    s.cursorText = nullptr;
    s.cursor = nullptr;
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
    for (PlotSeries& series : s.series) {
        if (series.whiskers) m_plot->removePlottable(series.whiskers);
        m_plot->removeGraph(series.graph);
    }
    s.series.clear();
    if (s.bars) m_plot->removePlottable(s.bars);
    s.bars = nullptr;
    removeReferences();
    removeMark();
    removeCursorLine();
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
    m_plot->yAxis->setScaleType(scale == Scale::Log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    m_plot->yAxis->setTicker(scale == Scale::Log ? QSharedPointer<QCPAxisTicker>(m_state->yLog)
                                                 : QSharedPointer<QCPAxisTicker>(m_state->yLinear));
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
    showWholeAxisLabels();
    setAccessibleName(title.isEmpty() ? tr("Plot: %1").arg(yLabel) : tr("Plot: %1").arg(title));
    setAccessibleDescription(
        tr("%1 against %2. Plus and minus zoom, arrows move, 0 shows all, the menu key exports.").arg(yLabel, xLabel));
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
    s.xLinear->onlyWholeNumbers = s.xLog->onlyWholeNumbers = x == 0;
    s.yLinear->onlyWholeNumbers = s.yLog->onlyWholeNumbers = y == 0;
    setXScale(s.xScale);
    setYScale(s.yScale);
}

void PlotView::setXText(std::function<QString(double)> text) {
    m_state->xLinear->text = std::move(text);
    replotSoon();
}

void PlotView::setBarText(std::function<QString(double, double)> text) {
    m_state->barText = std::move(text);
}

void PlotView::setCornerWidget(QWidget* widget) {
    delete m_state->corner;
    m_state->corner = widget;
    if (widget) {
        widget->setParent(m_plot);
        widget->setFont(Theme::instance().caption());
        widget->show();
    }
    replotSoon();
}

void PlotView::setBarsClickable(bool clickable) {
    m_state->barsClickable = clickable;
}

void PlotView::setPicking(std::function<QString(int, int)> text) {
    m_state->pickText = std::move(text);
}

bool PlotView::isZoomed() const {
    return m_state->zoomed;
}

void PlotView::showAll() {
    m_state->zoomed = false;
    m_state->message->hide();
    hideHover();
    refresh();
}

int PlotView::pointCount(int line) const {
    return m_state->series[line].graph->dataCount();
}

bool PlotView::isEmpty() const {
    const State& s = *m_state;
    if (s.bars && s.bars->dataCount() > 0) return false;
    return std::none_of(s.series.begin(), s.series.end(), [](const PlotSeries& x) { return x.graph->dataCount() > 0; });
}

QString PlotView::hoverText() const {
    if (m_state->tag->isHidden()) return {};
    QTextDocument document;
    document.setHtml(m_state->tag->text());
    return document.toPlainText();
}

void PlotView::replotSoon() {
    m_state->dirty = true;
    if (!m_state->replotTimer.isActive()) m_state->replotTimer.start();
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
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), space::kCornerRadius, space::kCornerRadius);
}

void PlotView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    hideHover();
    m_state->resized = true;
    replotSoon();
}

void PlotView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_state->dirty) replotSoon();
}

}  // namespace recscope::ui
