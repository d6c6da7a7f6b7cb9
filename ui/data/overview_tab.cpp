// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/overview_tab.h"

#include <QGridLayout>
#include <QLabel>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/data/dataset_analysis.h"
#include "core/data/import_report.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/util/translated.h"
#include "ui/cohort/cohort_dialog.h"
#include "ui/data/sequentiality_card.h"
#include "ui/plot/plot_view.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/time_bucket_text.h"

namespace recscope::ui {

namespace {

constexpr int kPlotHeight = 230;  // design pixels
/// Up to these sizes (number of interactions; users × items, the number of scores), computing the statistics takes
/// about a second, so they need no Stop button. For larger data, sequentiality is measured only on request.
constexpr std::int64_t kSmallInteractions = 500'000, kSmallScores = 1'000'000'000;

QVector<double> points(const std::vector<double>& values) {
    return {values.begin(), values.end()};
}

QString lengthText(std::int64_t from, std::int64_t to) {
    return from < to   ? OverviewTab::tr("%1 to %2 interactions").arg(wholeNumber(from), wholeNumber(to))
           : from == 1 ? OverviewTab::tr("1 interaction")
                       : OverviewTab::tr("%1 interactions").arg(wholeNumber(from));
}

/// A caution for data with tied or missing times: such interactions keep the order of the file, so the answer whether
/// the data is sequential depends on that order.
QString cautionFor(const std::optional<DatasetInfo>& dataset) {
    constexpr double kManyTies = 0.2;
    if (!dataset) return {};
    if (!dataset->hasTimes)
        return OverviewTab::tr("Note: the data has no times, so the answer is about the order of the file.");
    if (dataset->tiedTimeShare < kManyTies) return {};
    if (ImportReport::hasOnlyDates(dataset->importReport))
        return OverviewTab::tr(
                   "Note: the data has only dates, and %1 of the interactions are on the same day as the user's "
                   "previous one; for these the order of the file is used.")
            .arg(percentText(dataset->tiedTimeShare, 0));
    return OverviewTab::tr(
               "Note: %1 of the interactions have the same time as the user's previous one; for these the order of the "
               "file is used.")
        .arg(percentText(dataset->tiedTimeShare, 0));
}

bool isSmall(const DatasetInfo& dataset) {
    return dataset.interactions <= kSmallInteractions && dataset.users * dataset.items <= kSmallScores;
}

JobSpec longSpec(const QString& title) {
    return {.title = title, .queue = WorkerQueue::Import, .isShownInStrip = true};
}

CohortProposal usersOf(Workspace& workspace, DatasetId dataset, std::int64_t minLength, std::int64_t maxLength) {
    const QString lengths = lengthText(minLength, maxLength);
    CohortProposal found;
    found.dataset = dataset;
    found.howChosen = OverviewTab::tr("Users with %1.").arg(lengths);
    found.name = lengths;
    found.basis.add({.by = ChosenBy::Length});
    const Page<UserInfo> page =
        DatasetStore(workspace).users(dataset, {.minLength = minLength, .maxLength = maxLength}, UserOrder::Index,
                                      Direction::Ascending, /*offset=*/0, std::numeric_limits<std::int32_t>::max());
    for (const UserInfo& user : page.rows) found.users.push_back(user.user);
    return found;
}

}  // namespace

OverviewTab::OverviewTab(Session& session, QWidget* parent)
    : QScrollArea(parent),
      m_session(session),
      m_overview(session.jobs(), {},
                 [](JobContext& context, const ResultRequest& request) {
                     return request.computes
                                ? overviewOf(context.workspace, request.dataset, context.progress, context.stop)
                                : storedOverview(context.workspace, request.dataset);
                 }),
      m_sequentiality(session.jobs(), {},
                      [](JobContext& context, const ResultRequest& request) {
                          return request.computes ? sequentialityOf(context.workspace, request.dataset,
                                                                    context.progress, context.stop)
                                                  : storedSequentiality(context.workspace, request.dataset);
                      }),
      m_users(session.jobs(), {.title = tr("Collecting the users")},
              [](JobContext& context, const UsersRequest& request) {
                  return usersOf(context.workspace, request.dataset, request.minLength, request.maxLength);
              }),
      m_card(new SequentialityCard),
      m_lengths(new PlotView(tr("History lengths"), tr("interactions of a user"), tr("users"))),
      m_popularity(new PlotView(tr("Popularity of items"), tr("rank of the item"), tr("interactions"))),
      m_overTime(new PlotView(tr("Interactions over time"), tr("time"), tr("interactions"))),
      m_gaps(new PlotView(tr("Time to a user's next interaction"), tr("gap"), tr("interactions"))) {
    setObjectName(QStringLiteral("overviewTab"));
    setAccessibleName(tr("Overview"));
    makeScrolled(*this, boxed(column({makeFacts(), m_card, makePlots(), stretch()}, space::kSpacing),
                              {0, 12, space::kPadding, 0}));
    m_lengths->setBarsClickable(true);
    connect(m_lengths, &PlotView::barClicked, this, &OverviewTab::offerUsersOf);
    connect(m_card, &SequentialityCard::measureRequested, this, &OverviewTab::measure);
    connect(&m_overview, &AnyAsyncQuery::changed, this, &OverviewTab::overviewChanged);
    connect(&m_sequentiality, &AnyAsyncQuery::changed, this, &OverviewTab::sequentialityChanged);
    m_users.reportFailures();
    connect(&m_users, &AnyAsyncQuery::changed, this, [this] {
        if (const auto found = m_users.answer()) CohortDialog::offer(m_session, *this, *found);
    });
    connect(&session, &Session::datasetChanged, this, [this] {
        m_shown.reset();
        load();
    });
}

QWidget* OverviewTab::makeFacts() {
    const std::pair<const char*, QString> facts[] = {{"users", tr("users")},
                                                     {"items", tr("items")},
                                                     {"interactions", tr("interactions")},
                                                     {"length", tr("average length")},
                                                     {"median", tr("median length")},
                                                     {"density", tr("density")},
                                                     {"top", tr("interactions with the top 1 % of items")},
                                                     {"repeats", tr("repeats")},
                                                     {"ties", tr("tied times")},
                                                     {"span", tr("time span")}};
    auto* box = new QWidget;
    auto* flow = new FlowLayout(space::kPageMargin, box);
    for (const auto& [key, caption] : facts) {
        QLabel* value = sectionLabel();
        value->setObjectName(QStringLiteral("fact-") + QLatin1String(key));
        auto* text = new QLabel(caption);
        text->setProperty("role", "caption");
        flow->addWidget(boxed(column({value, text}, 0)));
        m_facts[QString::fromLatin1(key)] = value;
    }
    return box;
}

QWidget* OverviewTab::makePlots() {
    m_lengths->setObjectName(QStringLiteral("lengthPlot"));
    m_popularity->setObjectName(QStringLiteral("popularityPlot"));
    m_overTime->setObjectName(QStringLiteral("overTimePlot"));
    m_gaps->setObjectName(QStringLiteral("gapPlot"));
    m_popularity->setXScale(PlotView::Scale::Log);
    m_popularity->setYScale(PlotView::Scale::Log);
    m_popularityLine = m_popularity->addLine({});
    auto* box = new QWidget;
    auto* grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(space::kSpacing);
    int cell = 0;
    for (PlotView* plot : {m_lengths, m_popularity, m_overTime, m_gaps}) {
        plot->setDecimals(0, 0);
        plot->setFixedHeight(Theme::instance().px(kPlotHeight));
        grid->addWidget(plot, cell / 2, cell % 2);
        ++cell;
    }
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        for (PlotView* plot : {m_lengths, m_popularity, m_overTime, m_gaps})
            plot->setFixedHeight(Theme::instance().px(kPlotHeight));
    });
    return box;
}

void OverviewTab::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    load();
}

void OverviewTab::setFact(const char* key, const QString& value) {
    QLabel* label = m_facts[QString::fromLatin1(key)];
    label->setText(value);
    label->parentWidget()->setVisible(!value.isEmpty());
}

void OverviewTab::clear() {
    m_lengths->setBars({}, {}, {}, 1);
    m_overTime->setBars({}, {}, {}, 1);
    m_gaps->setBars({}, {}, {}, 1);
    m_popularity->setPoints(m_popularityLine, {}, {});
    for (PlotView* plot : {m_lengths, m_popularity, m_overTime, m_gaps}) plot->setEmptyText(tr("Counting…"));
    for (const char* key : {"median", "top", "repeats", "ties", "span"}) setFact(key, QStringLiteral("…"));
    m_card->showWorking();
}

void OverviewTab::load() {
    const auto dataset = m_session.dataset();
    if (!dataset || !isVisible() || m_shown == dataset->id) return;
    m_shown = dataset->id;
    clear();
    setFact("users", wholeNumber(dataset->users));
    setFact("items", wholeNumber(dataset->items));
    setFact("interactions", wholeNumber(dataset->interactions));
    setFact("length", fixedNumber(dataset->averageLength(), 1));
    setFact("density", percentText(dataset->density(), dataset->density() < 0.001 ? 3 : 2));
    m_overview.setSpec({.title = tr("Counting")});
    m_overview.rerun({dataset->id, isSmall(*dataset)});
    m_sequentiality.setSpec({.title = tr("Reading the report")});
    m_sequentiality.rerun({dataset->id, isSmall(*dataset)});
}

void OverviewTab::overviewChanged() {
    const auto dataset = m_session.dataset();
    const AsyncQueryState state = m_overview.state();
    if (state == AsyncQueryState::Failed || state == AsyncQueryState::Stopped) {
        const QString why = state == AsyncQueryState::Failed
                                ? m_overview.failure()
                                : tr("Counting was stopped; to restart it, leave this page and come back.");
        for (PlotView* plot : {m_lengths, m_popularity, m_overTime, m_gaps}) plot->setEmptyText(why);
        m_shown.reset();
    }
    const auto overview = m_overview.answer();
    if (!overview || !dataset || dataset->id != m_shown) return;
    if (*overview) return showOverview(*dataset, **overview);
    m_overview.setSpec(longSpec(tr("Looking at %1").arg(QString::fromStdString(dataset->name))));
    m_overview.run({dataset->id, /*computes=*/true});
}

/// Offers the users of a bar of the length histogram as a cohort.
void OverviewTab::offerUsersOf(double bar) {
    const HistogramBin* const bin = m_bars.at(bar);
    if (const auto dataset = m_session.dataset(); dataset && bin) m_users.run({dataset->id, bin->from, bin->to});
}

void OverviewTab::measure() {
    const auto dataset = m_session.dataset();
    if (!dataset) return;
    m_card->showWorking();
    m_sequentiality.setSpec(longSpec(tr("Is %1 sequential?").arg(QString::fromStdString(dataset->name))));
    m_sequentiality.rerun({dataset->id, /*computes=*/true});
}

void OverviewTab::sequentialityChanged() {
    const auto report = m_sequentiality.answer();
    if (report && *report)
        m_card->show(**report, cautionFor(m_session.dataset()));
    else if (report || m_sequentiality.state() == AsyncQueryState::Stopped)
        m_card->showOffer();
    else if (m_sequentiality.state() == AsyncQueryState::Failed)
        m_card->showProblem(m_sequentiality.failure());
}

void OverviewTab::showOverview(const DatasetInfo& dataset, const DatasetOverview& overview) {
    setFact("median", wholeNumber(overview.lengths.median));
    setFact("top", percentText(overview.top1PercentShare));
    setFact("repeats", percentText(overview.repeatShare));
    setFact("ties", dataset.hasTimes ? percentText(overview.tiedTimeShare) : QString());
    setFact("span", overview.firstTime ? QStringLiteral("%1 – %2").arg(bucketText(*overview.firstTime, TimeUnit::Day),
                                                                       bucketText(*overview.lastTime, TimeUnit::Day))
                                       : QString());
    m_bars = overview.lengthBars;
    QVector<double> centres, users;
    for (const HistogramBin& bin : m_bars.bins) {
        centres << bin.centre();
        users << double(bin.count);
    }
    m_lengths->setBars({}, centres, users, m_bars.width());
    m_popularity->setPoints(m_popularityLine, points(overview.popularity.rank), points(overview.popularity.count));
    m_lengths->setBarText([bars = m_bars](double centre, double) {
        const HistogramBin* const bin = bars.at(centre);
        return bin ? tr("users with %1: %2\nClick: what do they have in common?")
                         .arg(lengthText(bin->from, bin->to), wholeNumber(bin->count))
                   : QString();
    });
    m_lengths->setEmptyText(tr("No interactions"));
    m_popularity->setEmptyText(tr("No interactions"));

    QVector<double> bars, counts;
    for (const TimeBucket& bucket : overview.overTime) {
        bars << double(bars.size());
        counts << double(bucket.count);
    }
    const QString unit = tr(timeUnitName(overview.timeUnit));
    m_overTime->setLabels(tr("Interactions over time"),
                          overview.timeUnit == TimeUnit::Week ? tr("week from Monday, UTC") : tr("%1, UTC").arg(unit),
                          tr("interactions a %1").arg(unit));
    m_overTime->setXText([buckets = overview.overTime, timeUnit = overview.timeUnit](double x) {
        const auto bar = std::llround(x);
        return bar >= 0 && bar < std::int64_t(buckets.size()) ? bucketText(buckets[std::size_t(bar)].start, timeUnit)
                                                              : QString();
    });
    m_overTime->setBars({}, bars, counts, 0.9);
    m_overTime->setBarText([buckets = overview.overTime, timeUnit = overview.timeUnit](double x, double count) {
        const auto bar = std::clamp<std::int64_t>(std::llround(x), 0, std::int64_t(buckets.size()) - 1);
        const QString when = bucketText(buckets[std::size_t(bar)].start, timeUnit);
        return (timeUnit == TimeUnit::Week  ? tr("interactions in the week from %1: %2")
                : timeUnit == TimeUnit::Day ? tr("interactions on %1: %2")
                                            : tr("interactions in %1: %2"))
            .arg(when, wholeNumber(std::llround(count)));
    });
    m_overTime->setEmptyText(tr("The data has no times"));

    bars.clear();
    counts.clear();
    if (dataset.hasTimes)
        for (std::size_t i = 0; i < overview.gaps.size(); ++i) {
            bars << double(i);
            counts << double(overview.gaps[i]);
        }
    m_gaps->setXText([](double x) {
        const auto bar = std::llround(x);
        return bar >= 0 && bar < std::int64_t(kGapEnds.size())
                   ? QString::fromStdString(translated(gapName(std::size_t(bar))))
                   : QString();
    });
    m_gaps->setBars({}, bars, counts, 0.9);
    m_gaps->setBarText([](double x, double count) {
        const auto bar = std::clamp<std::int64_t>(std::llround(x), 0, std::int64_t(kGapEnds.size()) - 1);
        return tr("interactions whose next one came after %1: %2")
            .arg(QString::fromStdString(translated(gapName(std::size_t(bar)))), wholeNumber(std::llround(count)));
    });
    m_gaps->setEmptyText(tr("The data has no times"));
    for (PlotView* plot : {m_lengths, m_popularity, m_overTime, m_gaps}) plot->showAll();
}

}  // namespace recscope::ui
