// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/verdict_tab.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "core/metrics/sample_size.h"
#include "ui/compare/line_values.h"
#include "ui/compare/metric_choices.h"
#include "ui/compare/pair_bar.h"
#include "ui/compare/verdict.h"
#include "ui/session/protocol_text.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/export_button.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

namespace {

constexpr const char* kChosenFirst[] = {"ndcg@10", "hr@10", "coverage@10", "popularity@10", "novelty@10"};

QDoubleSpinBox* percentBox(const QString& name, const QString& about, double value) {
    auto* box = new QDoubleSpinBox;
    box->setObjectName(name);
    box->setAccessibleName(about);
    box->setToolTip(about);
    box->setRange(0, 100);
    box->setDecimals(1);
    box->setSingleStep(0.5);
    box->setSuffix(QStringLiteral(" %"));
    box->setValue(value);
    keepValue(box, StateScope::Workspace);
    return box;
}

QString pText(double p) {
    return p < 0.0001 ? QStringLiteral("< %1").arg(metricText(0.0001)) : metricText(p);
}

QString verdictText(const MetricDifference& difference) {
    switch (difference.verdict) {
        case DifferenceVerdict::Higher:
            return VerdictTab::tr("A is higher");
        case DifferenceVerdict::Lower:
            return VerdictTab::tr("B is higher");
        case DifferenceVerdict::MaybeTooSmall:
            return VerdictTab::tr("perhaps too small to matter");
        case DifferenceVerdict::DoesNotMatter:
            return VerdictTab::tr("too small to matter");
        case DifferenceVerdict::NotSignificant:
            return VerdictTab::tr("not shown");
        case DifferenceVerdict::NotCompared:
            break;
    }
    return VerdictTab::tr("not tested");
}

}  // namespace

VerdictTab::VerdictTab(Session& session, QWidget* parent)
    : QWidget(parent),
      m_query(session.jobs(), {.title = tr("Comparing in several metrics")}, &VerdictTab::compare),
      m_pair(new PairBar(PairBar::Offers::Lines)),
      m_margin(percentBox(QStringLiteral("verdictMargin"),
                          tr("Differences below this share of B's value do not matter"), 2)),
      m_toFind(percentBox(QStringLiteral("sampleSizeDifference"), tr("Difference that should be found"), 2)),
      m_sizeMetric(new QComboBox),
      m_metrics(new QToolButton),
      m_copy(nullptr),
      m_sentences(sentenceLabel(QStringLiteral("verdictSentences"))),
      m_size(sentenceLabel(QStringLiteral("sampleSize"))),
      m_note(captionLabel(QStringLiteral("verdictMethod"))),
      m_table(new CellTable(QStringLiteral("verdictTable"), tr("Differences in several metrics"),
                            {{tr("Metric")},
                             {tr("A"), {}, true},
                             {tr("B"), {}, true},
                             {tr("A − B"), tr("Paired by user, with its 95 % interval"), true},
                             {tr("Relative"), tr("A − B as a share of B"), true},
                             {tr("p (Holm)"), tr("Corrected for all differences of this table"), true},
                             {tr("Verdict")}})) {
    m_toFind->setMinimum(0.1);
    m_sizeMetric->setObjectName(QStringLiteral("sampleSizeMetric"));
    m_sizeMetric->setAccessibleName(tr("Metric of the sample size"));
    m_sizeMetric->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_metrics->setObjectName(QStringLiteral("verdictMetrics"));
    m_metrics->setText(tr("Metrics"));
    m_metrics->setIcon(lineIcon(QStringLiteral("filter")));
    m_metrics->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_metrics->setToolTip(tr("The metrics of this table; the correction accounts for all of them"));
    m_metrics->setPopupMode(QToolButton::InstantPopup);
    auto* choices = new QMenu(m_metrics);
    for (const MetricChoice& choice : metricChoices()) {
        QAction* action = choices->addAction(choice.title);
        action->setData(QString::fromStdString(choice.name));
        action->setCheckable(true);
        action->setChecked(std::find(std::begin(kChosenFirst), std::end(kChosenFirst), choice.name) !=
                           std::end(kChosenFirst));
        connect(action, &QAction::toggled, this, &VerdictTab::request);
    }
    choices->installEventFilter(this);
    m_metrics->setMenu(choices);
    m_copy = exportButton(*m_table, QStringLiteral("verdictExport"));
    m_table->setExportName(tr("verdict"));
    connect(m_table, &TableView::notified, this, [&session](const QString& sentence) { session.notify(sentence); });
    layOut();
    connect(m_pair, &PairBar::pairChanged, this, &VerdictTab::request);
    connect(m_margin, &QDoubleSpinBox::valueChanged, this, &VerdictTab::request);
    connect(m_toFind, &QDoubleSpinBox::valueChanged, this, &VerdictTab::showSampleSize);
    connect(m_sizeMetric, &QComboBox::currentIndexChanged, this, &VerdictTab::showSampleSize);
    connect(&m_query, &AnyAsyncQuery::changed, this, &VerdictTab::fill);
}

/// A click on a metric leaves the menu open, so that several can be chosen.
bool VerdictTab::eventFilter(QObject* watched, QEvent* event) {
    auto* menu = qobject_cast<QMenu*>(watched);
    if (menu && event->type() == QEvent::MouseButtonRelease)
        if (QAction* action = menu->actionAt(static_cast<QMouseEvent*>(event)->position().toPoint())) {
            action->trigger();
            return true;
        }
    return QWidget::eventFilter(watched, event);
}

void VerdictTab::layOut() {
    arrange(this,
            column({row({m_pair, stretch(), m_metrics, m_copy}),
                    row({new QLabel(tr("Differences below")), m_margin, new QLabel(tr("do not matter")), stretch()}),
                    m_sentences, grow(m_table),
                    row({new QLabel(tr("To find a difference of")), m_toFind, new QLabel(tr("in")), m_sizeMetric,
                         grow(m_size)}),
                    m_note}),
            {0, space::kPadding, 0, 0});
}

void VerdictTab::setLines(const std::vector<ComparedLine>& lines, const Scoring& scoring) {
    m_scoring = scoring;
    m_pair->setLines(lines);
    request();
}

std::vector<std::string> VerdictTab::chosenMetrics() const {
    std::vector<std::string> names;
    for (const QAction* action : m_metrics->menu()->actions())
        if (action->isChecked()) names.push_back(action->data().toString().toStdString());
    return names;
}

void VerdictTab::request() {
    if (m_pair->a() && m_pair->b() && !chosenMetrics().empty())
        m_query.run({{{*m_pair->a(), *m_pair->b()}, m_scoring}, chosenMetrics(), m_margin->value() / 100});
    else
        m_query.cancel();
    fill();
}

VerdictTab::Found VerdictTab::compare(JobContext& context, const Request& request) {
    const ComparedLine &a = request.pair.lines[0], &b = request.pair.lines[1];
    LineValues reader(context.workspace, request.pair.scoring);
    const std::vector<MetricValues> ofA = reader.of(a, request.metrics), ofB = reader.of(b, request.metrics);
    throwIfStopped(context.stop);
    Found found;
    for (Segment& segment : reader.segments(a))
        if (segment.kind == SegmentKind::HistoryLength) found.segments.push_back(std::move(segment));
    throwIfStopped(context.stop);
    found.comparison = compareMetrics(ofA, ofB, request.margin, found.segments);
    found.sentences =
        verdictSentences(a.name.toStdString(), b.name.toStdString(), found.comparison, request.margin, found.segments);
    return found;
}

void VerdictTab::fill() {
    m_table->clearRows();
    const auto found = m_query.answer();
    const bool isCompared = found && m_pair->a() && m_pair->b() && !found->comparison.differences.empty();
    m_table->setEmptyText(
        m_query.state() == AsyncQueryState::Failed ? m_query.failureWithHint()
        : !m_pair->a() || !m_pair->b()             ? tr("Choose two or more runs above to compare them.")
        : chosenMetrics().empty()                  ? tr("Choose a metric.")
        : found ? tr("The two are not scored on the same users under this protocol. Score them on the Metrics tab.")
                : tr("Comparing in several metrics…"));
    m_sentences->setVisible(isCompared);
    m_note->setVisible(isCompared);
    if (isCompared) {
        QStringList lines;
        for (const std::string& sentence : found->sentences)
            lines << QStringLiteral("• ") + QString::fromStdString(sentence);
        m_sentences->setText(lines.join(QLatin1Char('\n')));
        fillTable(*found);
        m_table->fitColumns();
        const ComparedLine &a = *m_pair->a(), &b = *m_pair->b();
        const QString protocol = QString::fromStdString(m_scoring.protocol.sentence());
        QStringList notes{tr("Paired by user; 95 % intervals over users and, with several seeds, over seeds; p-values "
                             "corrected for %1 differences by Holm's procedure. Scored on %2; protocol %3.")
                              .arg(found->comparison.tests)
                              .arg(splitText(m_scoring.split), protocol)};
        const QString chance = chanceNote(a, b);
        notes << (chance.isEmpty()
                      ? QString::fromStdString(uncoveredSeeds({sideOf(a, m_scoring), sideOf(b, m_scoring)}))
                      : chance);
        notes.removeAll(QString());
        m_note->setText(notes.join(QLatin1Char(' ')));
        m_table->setFacts({{tr("Dataset"), QString::fromStdString(a.record().datasetName)},
                           {tr("Run %1 of the pair").arg(tr("A")), a.name},
                           {tr("Run %1 of the pair").arg(tr("B")), b.name},
                           {tr("Scored on"), splitText(m_scoring.split)},
                           {tr("Whole protocol"), protocol}});
        const QString before = m_sizeMetric->currentData().toString();
        const QSignalBlocker blocker(m_sizeMetric);
        m_sizeMetric->clear();
        for (const MetricDifference& difference : found->comparison.differences)
            if (!difference.segment && difference.difference.users > 1 && difference.difference.interval.halfWidth > 0)
                m_sizeMetric->addItem(metricTitle(difference.metric), QString::fromStdString(difference.metric));
        m_sizeMetric->setCurrentIndex(std::max(0, m_sizeMetric->findData(before)));
    }
    showSampleSize();
}

void VerdictTab::fillTable(const Found& found) {
    for (const MetricDifference& difference : found.comparison.differences) {
        QString title = metricTitle(difference.metric);
        if (difference.segment)
            title = tr("%1, %2").arg(title, QString::fromStdString(found.segments[*difference.segment].name));
        const MeanInterval& interval = difference.difference.interval;
        const auto relative = difference.relative();
        const QString amount = difference.isTested ? QStringLiteral("%1 ± %2").arg(signedMetric(interval.mean),
                                                                                   metricText(interval.halfWidth))
                                                   : signedMetric(difference.a - difference.b);
        const QString share =
            relative ? (*relative < 0 ? QStringLiteral("−") : QStringLiteral("+")) + percentText(std::abs(*relative))
                     : QStringLiteral("–");
        std::vector<Cell> cells;
        for (const QString& text :
             {title, metricText(difference.a), metricText(difference.b), amount, share,
              difference.isTested ? pText(difference.p) : QStringLiteral("–"), verdictText(difference)})
            cells.emplace_back(text);
        m_table->addRow(cells);
    }
}

void VerdictTab::showSampleSize() {
    m_size->clear();
    const auto found = m_query.answer();
    const std::string metric = m_sizeMetric->currentData().toString().toStdString();
    if (!found || !m_pair->a() || !m_pair->b()) return;
    for (const MetricDifference& difference : found->comparison.differences) {
        if (difference.segment || difference.metric != metric || difference.b == 0) continue;
        const double toFind = m_toFind->value() / 100 * std::abs(difference.b);
        const SampleSize size = sampleSizeFor(difference.difference, toFind);
        const QString now = tr("The %1 users here find a difference of %2 % or more.")
                                .arg(wholeNumber(difference.difference.users),
                                     fixedNumber(100 * size.smallest / std::abs(difference.b), 1));
        m_size->setText(
            (size.users
                 ? tr("needs %1 users, for a test that finds it in 80 % of all cases.").arg(wholeNumber(*size.users))
                 : tr("needs more seeds: their variation hides it, however many users there are.")) +
            QLatin1Char(' ') + now);
        return;
    }
}

}  // namespace recscope::ui
