// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/training_curves.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QGridLayout>
#include <QToolButton>
#include <algorithm>

#include "ui/plot/plot_marks.h"
#include "ui/plot/plot_view.h"
#include "ui/runs/training_controller.h"
#include "ui/session/loss_axis.h"
#include "ui/session/run_looks.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/stateful_widget.h"

#include "core/recommender/registry.h"

namespace recscope::ui {

namespace {

constexpr int kRaw = 0, kSmooth = 1;  // indices of the lines in the loss plot
constexpr int kLegendFrom = 840;      // design pixels: from this width, the legend fits beside the title
constexpr int kTwoRowsFrom = 380;     // design pixels: from this height, two rows fit
constexpr int kMinHeight = 180;       // design pixels: less height would show axes without a curve

// The weight of a new step in an exponential mean that covers about half an epoch, but at least 5 and at most 100
// steps.
double smoothingFor(std::int64_t stepsPerEpoch) {
    return 2.0 / (double(std::clamp<std::int64_t>(stepsPerEpoch / 2, 5, 100)) + 1);
}

}  // namespace

TrainingCurves::TrainingCurves(Session& session, TrainingController& training, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_training(training),
      m_stored(session.jobs(), {.title = tr("Reading the curves")},
               [](JobContext& context, const RunId& run) {
                   const RunStore store(context.workspace);
                   return Stored{store.steps(run), store.epochs(run)};
               }),
      m_loss(new PlotView(tr("Loss per step"), tr("Step"), lossAxis({}), this)),
      m_ndcg(new PlotView(tr("NDCG@10, validation"), tr("Epoch"), tr("NDCG@10"), this)),
      m_hr(new PlotView(tr("HR@10, validation"), tr("Epoch"), tr("HR@10"), this)),
      m_log(new QCheckBox(tr("Log scale"))),
      m_grid(new QGridLayout(this)) {
    m_loss->setObjectName(QStringLiteral("lossPlot"));
    m_ndcg->setObjectName(QStringLiteral("ndcgPlot"));
    m_hr->setObjectName(QStringLiteral("hrPlot"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(Theme::instance().px(space::kPadding));
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, 1);

    m_log->setObjectName(QStringLiteral("lossLog"));
    keepValue(m_log, StateScope::Workspace);
    m_log->setToolTip(tr("Draw the loss on a logarithmic axis"));
    connect(m_log, &QCheckBox::toggled, this,
            [this](bool on) { m_loss->setYScale(on ? PlotView::Scale::Log : PlotView::Scale::Linear); });
    m_loss->setCornerWidget(m_log);
    setHasLoss(true);
    m_ndcg->setEmptyText(tr("NDCG@10 of each epoch"));
    m_hr->setEmptyText(tr("HR@10 of each epoch"));

    m_loss->addLine({});
    m_loss->addLine({});
    m_ndcg->addLine({});
    m_hr->addLine({});
    m_choices = {makeMetricChoice(/*hr=*/false), makeMetricChoice(/*hr=*/true)};
    m_ndcg->setCornerWidget(m_choices[0]);
    m_hr->setCornerWidget(m_choices[1]);
    setArrangement(Arrangement::All);

    connect(&m_stored, &AnyAsyncQuery::changed, this, [this] {
        if (const auto stored = m_stored.answer()) setStored(*stored);
        if (m_stored.state() == AsyncQueryState::Failed)
            m_session.notify(m_stored.failure(), m_stored.hint(), Severity::Error);
    });
    connect(&m_training, &TrainingController::runStarted, this, [this] {
        if (showsLive()) load();
    });
    connect(&m_training, &TrainingController::stepsDone, this, &TrainingCurves::addLiveSteps);
    connect(&m_training, &TrainingController::epochsDone, this, &TrainingCurves::addLiveEpochs);
    connect(&m_session, &Session::runsChanged, this, [this] {
        styleLines();
        // If another process trains the run, no signal reports its epochs here, so they are read from the workspace.
        const auto run = m_run ? m_session.runById(*m_run) : std::nullopt;
        if (m_session.jobs().isReadOnly() && run && run->epochsDone != m_loadedEpochs) load();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        setMinimumHeight(Theme::instance().px(kMinHeight));
        layOut();
    });
    setMinimumHeight(Theme::instance().px(kMinHeight));
}

void TrainingCurves::setArrangement(Arrangement arrangement) {
    m_requested = arrangement;
    layOut();
}

void TrainingCurves::layOut() {
    const bool low = height() < Theme::instance().px(kTwoRowsFrom);
    m_arrangement = low ? Arrangement::Flat : m_requested;
    const bool all = m_arrangement == Arrangement::All;
    m_grid->addWidget(m_loss, 0, 0, 1, all ? 2 : 1);
    m_grid->addWidget(m_ndcg, all ? 1 : 0, all ? 0 : 1);
    m_grid->addWidget(m_hr, all ? 1 : 0, 1);
    m_grid->setRowStretch(0, 9);
    m_grid->setRowStretch(1, all ? 10 : 0);
    // The buttons are hidden rather than deleted, because Qt may call this function (through a resize) while it
    // iterates over all widgets during a style change.
    for (QWidget* choice : m_choices) choice->setVisible(!all);
    showMetric(m_showsHr);
    styleLines();
}

void TrainingCurves::showMetric(bool hr) {
    const bool all = m_arrangement == Arrangement::All;
    const bool movesFocus = (hr ? m_ndcg : m_hr)->isAncestorOf(focusWidget());
    m_showsHr = hr;
    m_ndcg->setVisible(all || !hr);
    m_hr->setVisible(all || hr);
    if (movesFocus && !all) (hr ? m_hr : m_ndcg)->setFocus();
}

// Two buttons that name the metrics, for one of the two plots. Both plots have such a pair, so that the buttons stay in
// place when one plot replaces the other.
QWidget* TrainingCurves::makeMetricChoice(bool hr) {
    const auto choice = [this, hr](bool ofHr) {
        auto* button = new QToolButton;
        button->setObjectName(ofHr ? QStringLiteral("showHr") : QStringLiteral("showNdcg"));
        button->setText(ofHr ? tr("HR@10") : tr("NDCG@10"));
        button->setToolTip(ofHr ? tr("Show HR@10 of each epoch") : tr("Show NDCG@10 of each epoch"));
        button->setProperty("compact", true);
        button->setCheckable(true);
        button->setChecked(ofHr == hr);
        connect(button, &QToolButton::clicked, this, [this, button, ofHr, hr] {
            button->setChecked(ofHr == hr);
            showMetric(ofHr);
        });
        return button;
    };
    return boxed(row({choice(/*ofHr=*/false), choice(/*ofHr=*/true)}, 0));
}

void TrainingCurves::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool low = height() < Theme::instance().px(kTwoRowsFrom);
    if ((low ? Arrangement::Flat : m_requested) != m_arrangement) return layOut();
    styleLines();
}

void TrainingCurves::markEpoch(std::int64_t epoch, std::int64_t step) {
    const QString label = tr("epoch %1").arg(wholeNumber(epoch));
    const auto mark = [&](PlotView* plot, std::int64_t x) {
        if (x > 0) {
            plot->marks().setCursorLine(double(x), label);
        } else {
            plot->marks().removeCursorLine();
        }
    };
    mark(m_loss, epoch > 0 ? step : 0);
    mark(m_ndcg, epoch);
    mark(m_hr, epoch);
}

bool TrainingCurves::showsLive() const {
    return m_training.live() && m_run == m_training.live()->record.id;
}

// Live points are appended only after the stored points have been loaded.
bool TrainingCurves::followsLive() const {
    return m_stored.state() == AsyncQueryState::Answered && showsLive();
}

void TrainingCurves::styleLines() {
    const std::optional<RunRecord> run = m_run ? m_session.runById(*m_run) : std::nullopt;
    RunStyle style;
    style.colour = Theme::instance().colours().accent;
    if (run) style = runStylesOf(m_session).styleOf(*run);
    // In the flat arrangement, a legend is shown only if it fits beside the title, because a line of its own would take
    // too much height.
    const bool legend = m_arrangement == Arrangement::All || width() >= Theme::instance().px(kLegendFrom);
    PlotView::Line raw;
    if (legend && m_hasLoss) raw.name = tr("each step");
    raw.colour = style.colour;
    raw.width = 1;
    raw.opacity = Theme::instance().hasHighContrast() ? 0.6 : 0.35;
    m_loss->setLine(kRaw, raw);
    PlotView::Line line;
    if (legend && m_hasLoss) line.name = tr("smoothed");
    line.colour = style.colour;
    m_loss->setLine(kSmooth, line);
    line.name = QString();
    line.marker = style.marker;
    line.dash = style.dash;
    m_ndcg->setLine(0, line);
    m_hr->setLine(0, line);
    const auto config = run ? readableConfig(run->config) : std::nullopt;
    const std::int64_t users = config ? config->training.validationUsers : 0;
    const QString limit = users > 0 ? tr("up to %1 users").arg(wholeNumber(users)) : QString();
    const auto title = [&](const QString& metric) {
        // Without a legend, only the label of the axis and the buttons beside the title state the metric.
        if (!legend) return limit.isEmpty() ? tr("Validation") : limit;
        return limit.isEmpty() ? tr("%1, validation").arg(metric) : tr("%1, validation, %2").arg(metric, limit);
    };
    // Each plot names its run, on the screen and in saved pictures.
    const QString name = run ? QString::fromStdString(run->name) : QString();
    const auto ofRun = [&](const QString& what) { return name.isEmpty() ? what : tr("%1: %2").arg(name, what); };
    m_loss->setLabels(ofRun(tr("Loss per step")), tr("Step"), lossAxis(m_lossUnit));
    m_ndcg->setLabels(ofRun(title(tr("NDCG@10"))), tr("Epoch"), tr("NDCG@10"));
    m_hr->setLabels(ofRun(title(tr("HR@10"))), tr("Epoch"), tr("HR@10"));
}

void TrainingCurves::showRun(std::optional<RunId> run) {
    if (run == m_run) return;
    m_run = run;
    for (PlotView* plot : {m_loss, m_ndcg, m_hr}) plot->showAll();
    load();
}

void TrainingCurves::setHasLoss(bool hasLoss) {
    m_hasLoss = hasLoss;
    m_loss->setEmptyText(hasLoss ? tr("The loss of every step appears here while a model trains.")
                                 : tr("This model only counts, in one pass over the data: it has no loss curve."));
}

void TrainingCurves::load() {
    const auto run = m_run ? m_session.runById(*m_run) : std::nullopt;
    const auto config = readableConfig(run           ? run->config
                                       : showsLive() ? m_training.live()->record.config
                                                     : std::string());
    setHasLoss(!config || recscope::capabilitiesOf(*config).trainsByGradientDescent);
    m_lossUnit = config ? std::optional(lossUnitOf(*config)) : std::nullopt;
    m_validationMetric = config ? config->training.validationMetric : std::string();
    m_loadedEpochs = run ? run->epochsDone : 0;
    if (m_run) return m_stored.rerun(*m_run);
    m_stored.cancel();
    setStored({});
}

void TrainingCurves::setStored(const Stored& stored) {
    m_lastStep = m_lastEpoch = 0;
    m_mean = m_weight = 0;
    m_validated.clear();
    m_smoothing = smoothingFor(stored.epochs.empty() ? 0 : std::int64_t(stored.steps.size() / stored.epochs.size()));
    for (PlotView* plot : {m_ndcg, m_hr}) plot->setPoints(0, {}, {});
    QVector<double> x, raw, smooth;
    x.reserve(qsizetype(stored.steps.size()));
    for (const StepRecord& step : stored.steps) {
        if (!m_hasLoss) break;
        x.append(double(step.step));
        raw.append(step.loss);
        smooth.append(smoothed(step.loss));
        m_lastStep = step.step;
    }
    m_loss->setPoints(kRaw, x, raw);
    m_loss->setPoints(kSmooth, x, smooth);
    for (const EpochRecord& epoch : stored.epochs) addEpoch(epoch);
    markBest();
    if (showsLive()) {
        addLiveSteps(0);
        addLiveEpochs(0);
    }
    styleLines();
}

// The exponential mean of the loss with bias correction, as for Adam's moments, so that the first values do not lag
// behind the falling loss.
double TrainingCurves::smoothed(double loss) {
    m_mean += m_smoothing * (loss - m_mean);
    m_weight += m_smoothing * (1 - m_weight);
    return m_mean / m_weight;
}

void TrainingCurves::addStep(std::int64_t step, double loss) {
    if (step <= m_lastStep || !m_hasLoss) return;
    m_lastStep = step;
    m_loss->appendPoint(kRaw, double(step), loss);
    m_loss->appendPoint(kSmooth, double(step), smoothed(loss));
}

void TrainingCurves::addEpoch(const EpochRecord& epoch) {
    if (epoch.epoch <= m_lastEpoch) return;
    m_lastEpoch = epoch.epoch;
    if (!epoch.valid) return;
    m_ndcg->appendPoint(0, double(epoch.epoch), epoch.valid->ndcg10);
    m_hr->appendPoint(0, double(epoch.epoch), epoch.valid->hr10);
    m_validated.push_back(epoch);
}

void TrainingCurves::addLiveSteps(std::size_t first) {
    if (!followsLive()) return;
    const std::vector<StepInfo>& steps = m_training.live()->steps;
    if (first < steps.size()) m_smoothing = smoothingFor(steps.back().stepsPerEpoch);
    for (std::size_t i = first; i < steps.size(); ++i) addStep(steps[i].step, steps[i].loss);
}

void TrainingCurves::addLiveEpochs(std::size_t first) {
    if (!followsLive()) return;
    const std::vector<EpochInfo>& epochs = m_training.live()->epochs;
    for (std::size_t i = first; i < epochs.size(); ++i) addEpoch(epochs[i].record);
    markBest();
}

std::int64_t TrainingCurves::bestEpoch() const {
    const auto run = m_run ? m_session.runById(*m_run) : std::nullopt;
    const std::int64_t stored = run ? run->bestEpoch : 0;
    return showsLive() ? std::max(stored, m_training.live()->record.bestEpoch) : stored;
}

void TrainingCurves::markBest() {
    const auto best = std::find_if(m_validated.begin(), m_validated.end(),
                                   [epoch = bestEpoch()](const EpochRecord& each) { return each.epoch == epoch; });
    const auto mark = [&](PlotView& plot, const char* metric, double Metrics::*value) {
        if (best == m_validated.end()) return plot.marks().removeMarkedPoint();
        const QString text = metricText((*best->valid).*value);
        // The best epoch is chosen by one metric alone; others may be highest in another epoch.
        plot.marks().setMarkedPoint(
            double(best->epoch), (*best->valid).*value,
            m_validationMetric == metric ? tr("best: %1").arg(text) : tr("in the best epoch: %1").arg(text));
    };
    mark(*m_ndcg, "ndcg@10", &Metrics::ndcg10);
    mark(*m_hr, "hr@10", &Metrics::hr10);
}

void TrainingCurves::setReferences(const std::vector<Reference>& references) {
    m_ndcg->marks().removeReferences();
    m_hr->marks().removeReferences();
    for (const Reference& reference : references) {
        const QString name = QString::fromStdString(reference.title());
        m_ndcg->marks().setReference(name, reference.valid.ndcg10,
                                     name + QLatin1Char(' ') + metricText(reference.valid.ndcg10));
        m_hr->marks().setReference(name, reference.valid.hr10,
                                   name + QLatin1Char(' ') + metricText(reference.valid.hr10));
    }
}

}  // namespace recscope::ui
