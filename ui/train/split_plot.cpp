// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/split_plot.h"

#include <QLabel>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/util/error.h"
#include "ui/plot/plot_handle.h"
#include "ui/plot/plot_regions.h"
#include "ui/plot/plot_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/time_bucket_text.h"

namespace recscope::ui {

namespace {

constexpr int kSplitPlotHeight = 200;  // design pixels
/// From this number of interactions on, counting them takes longer than other queries should wait.
constexpr std::int64_t kLongCount = 500'000;
constexpr std::int64_t kSecondsPerDay = 86400;
constexpr const char* kMomentKeys[] = {"valid_from", "test_from", "test_until"};
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The beginning of the day, in UTC, in which `time` lies.
std::int64_t dayStart(std::int64_t time) {
    return bucketStart(time, TimeUnit::Day);
}

QString titleFor(TimeUnit unit) {
    switch (unit) {
        case TimeUnit::Day:
            return SplitPlot::tr("Interactions per day");
        case TimeUnit::Week:
            return SplitPlot::tr("Interactions per week");
        case TimeUnit::Month:
            return SplitPlot::tr("Interactions per month");
        case TimeUnit::Year:
            break;
    }
    return SplitPlot::tr("Interactions per year");
}

}  // namespace

SplitPlot::SplitPlot(JobRunner& jobs, QWidget* parent)
    : QWidget(parent),
      m_days(jobs, {},
             [](JobContext& context, DatasetId dataset) {
                 return interactionsPerDay(context.workspace, dataset, context.stop);
             }),
      m_sizes(jobs, {},
              [](JobContext& context, const Split& split) {
                  return timeSplitSizes(context.workspace, split.dataset, split.kind, split.moments, context.stop);
              }),
      m_plot(new PlotView(titleFor(TimeUnit::Day), tr("time, UTC"), tr("interactions"))),
      m_sentence(captionLabel(QStringLiteral("splitSentence"))) {
    setObjectName(QStringLiteral("splitPlot"));
    m_plot->setObjectName(QStringLiteral("splitTimes"));
    m_plot->setDecimals(0, 0);
    for (int moment = 0; moment < MomentCount; ++moment) {
        PlotHandle* line = m_plot->addHandle(QStringLiteral("line_") + QLatin1String(kMomentKeys[moment]));
        m_lines[std::size_t(moment)] = line;
        line->setShown(false);
        line->setTexts(nameOfLine(moment), {});
        connect(line, &PlotHandle::dragged, this, [this, moment](double x) {
            moveTo(moment, dayStart(m_scale.timeOf(x) + kSecondsPerDay / 2));  // the nearest midnight
        });
        connect(line, &PlotHandle::stepped, this, [this, moment](int days) { step(moment, days); });
    }
    arrange(this, column({m_plot, m_sentence}, space::kUnit));
    m_days.deferWhileHidden(*this);
    m_sizes.deferWhileHidden(*this);
    connect(&m_days, &AnyAsyncQuery::changed, this, &SplitPlot::daysChanged);
    connect(&m_sizes, &AnyAsyncQuery::changed, this, &SplitPlot::sizesChanged);
    connect(&Theme::instance(), &Theme::changed, this, &SplitPlot::applyTheme);
    applyTheme();
    hide();
}

void SplitPlot::setSplit(const std::optional<DatasetInfo>& dataset, const RunConfig& config) {
    const bool splitsByTime = config.split == SplitKind::TimeWindow || config.split == SplitKind::GlobalTime;
    if (!dataset || !dataset->hasTimes || !splitsByTime || !hasConfigKey(config, kMomentKeys[ValidFrom])) {
        m_split.reset();
        hide();
        return;
    }
    Split split{.dataset = dataset->id, .kind = config.split, .moments = config.moments};
    if (split.kind == SplitKind::GlobalTime)  // so that the values of a time window change nothing
        split.moments = {.validFrom = config.moments.validFrom, .testFrom = config.moments.testFrom};
    if (m_split == split) return;
    const bool isOtherDataset = m_days.request() != split.dataset;
    if (isOtherDataset) {
        m_split.reset();  // so that nothing is shown or requested while the old numbers are removed
        m_sizes.clear();
        const bool isLong = dataset->interactions >= kLongCount;
        const JobSpec spec{.title = tr("Counting the interactions over time"),
                           .queue = isLong ? WorkerQueue::Import : WorkerQueue::Query,
                           .isShownInStrip = isLong};
        m_days.setSpec(spec);
        m_sizes.setSpec(spec);
        m_known = KnownTimeSplits();
        m_times = {};
        m_plot->setBars({}, {}, {}, 1);
        m_plot->setRegions({});
    }
    m_split = split;
    show();
    if (isOtherDataset || !(m_days.isOpen() || m_days.answer()))
        m_days.run(split.dataset);
    else
        refresh();
}

const std::string& SplitPlot::textOf(int moment) const {
    const SplitMoments& moments = m_split->moments;
    return moment == ValidFrom ? moments.validFrom : moment == TestFrom ? moments.testFrom : moments.testUntil;
}

void SplitPlot::daysChanged() {
    if (const auto days = m_days.answer()) showDays(*days);
    refresh();
}

void SplitPlot::sizesChanged() {
    if (const auto sizes = m_sizes.answer()) m_known.add(m_sizes.request()->moments, *sizes);
    refresh();
}

void SplitPlot::showDays(const std::vector<TimeBucket>& days) {
    m_known = KnownTimeSplits(days);
    m_plot->setEmptyText(tr("No interactions"));
    if (days.empty()) return;
    m_all = {days.front().start, days.back().start + kSecondsPerDay};
    const TimeUnit unit = timeUnitFor(m_all.first, m_all.last - 1);
    const std::vector<TimeBucket> buckets = bucketsOf(days, unit);
    m_scale = TimeScale(buckets, unit);
    QVector<double> bars, counts;
    for (const TimeBucket& bucket : buckets) {
        bars << double(bars.size());
        counts << double(bucket.count);
    }
    const auto textAt = [buckets, unit](double x) {
        const auto bar = std::llround(x);
        return bar >= 0 && bar < std::int64_t(buckets.size()) ? bucketText(buckets[std::size_t(bar)].start, unit)
                                                              : QString();
    };
    m_plot->setLabels(titleFor(unit), tr("time, UTC"), tr("interactions"));
    m_plot->setXText(textAt);
    m_plot->setBars({}, bars, counts, /*width=*/1);
    m_plot->setBarText([textAt, unit](double x, double count) {
        return (unit == TimeUnit::Week  ? tr("interactions in the week from %1: %2")
                : unit == TimeUnit::Day ? tr("interactions on %1: %2")
                                        : tr("interactions in %1: %2"))
            .arg(textAt(x), wholeNumber(std::llround(count)));
    });
    m_plot->showAll();
}

void SplitPlot::refresh() {
    if (!m_split) return;
    const std::int64_t fold = m_split->moments.fold;
    for (PlotHandle* line : m_lines)
        line->setReasonNotToMove(fold == 0 ? QString()
                                           : tr("Fold %1 has moved this line back in time. Set Fold to 0 to move it "
                                                "yourself.")
                                                 .arg(fold));
    const auto stateOf = [this](const AnyAsyncQuery& query) {
        if (query.state() == AsyncQueryState::Failed) return showSentence(query.failureWithHint(), Tone::Problem);
        showSentence(query.state() == AsyncQueryState::Stopped ? tr("Counting was stopped.") : tr("Counting…"),
                     Tone::Muted);
    };
    if (!m_days.answer()) {
        stateOf(m_days);
        m_plot->setEmptyText(m_sentence->text());
        return placeLines();
    }
    try {
        if (const auto sizes = m_known.sizes(m_split->kind, m_split->moments)) return showSizes(*sizes);
    } catch (const Error& error) {  // the moments are not in order: the lines are where the fields say
        for (int moment = 0; moment < MomentCount; ++moment)
            if (const auto time = m_known.timeOf(textOf(moment))) m_times[std::size_t(moment)] = time;
        m_plot->setRegions({});
        placeLines();
        return showSentence(QString::fromStdString(error.what()), Tone::Problem);
    }
    if (const auto sizes = m_sizes.cached(*m_split)) return showSizes(*sizes);
    // A request that failed or was stopped is not repeated. `run` calls this function again if it starts a job.
    if (m_sizes.request() != *m_split) return m_sizes.run(*m_split);
    if (!m_sizes.isOpen()) m_plot->setRegions({});
    placeLines();
    stateOf(m_sizes);
}

void SplitPlot::showSizes(const TimeSplitSizes& sizes) {
    const SplitRule& rule = sizes.rule;
    m_times = {rule.validFrom, rule.testFrom, hasWindow() ? std::optional(rule.testUntil) : std::nullopt};
    const double validFrom = m_scale.xOf(rule.validFrom), testFrom = m_scale.xOf(rule.testFrom);
    m_plot->setRegions({{.name = tr("Training part"), .from = -kInfinity, .to = validFrom, .category = 0},
                        {.name = tr("Validation"), .from = validFrom, .to = testFrom, .category = 1},
                        {.name = tr("Test"),
                         .from = testFrom,
                         .to = hasWindow() ? m_scale.xOf(rule.testUntil) : kInfinity,
                         .category = 2}});
    placeLines();
    const bool isUsable = sizes.training > 0 && sizes.validation > 0 && sizes.test > 0;
    showSentence(sentenceFor(sizes), isUsable ? Tone::Muted : Tone::Problem);
}

QString SplitPlot::sentenceFor(const TimeSplitSizes& sizes) const {
    const SplitRule& rule = sizes.rule;
    const QString training = wholeNumber(sizes.training), validation = wholeNumber(sizes.validation),
                  test = wholeNumber(sizes.test), from = dayText(rule.testFrom);
    QStringList sentences;
    sentences << (hasWindow() ? tr("Training %1 interactions, validation %2, test %3; test from %4 until %5.")
                                    .arg(training, validation, test, from, dayText(rule.testUntil))
                              : tr("Training %1 interactions, validation %2, test %3; test from %4.")
                                    .arg(training, validation, test, from));
    if (!hasWindow() || rule.targets == Targets::First)
        sentences << tr("In each of the two periods only a user's first item is to be recommended.");
    if (sizes.later > 0)
        sentences << tr("Interactions after the test window, which are not used: %1.").arg(wholeNumber(sizes.later));
    if (const std::int64_t fold = m_split->moments.fold; fold == 1)
        sentences << tr("Fold 1: moved back by the length of the test window.");
    else if (fold > 1)
        sentences << tr("Fold %1: moved back by %1 lengths of the test window.").arg(fold);
    return sentences.join(QLatin1Char(' '));
}

void SplitPlot::showSentence(const QString& sentence, Tone tone) {
    m_tone = tone;
    m_sentence->setText(sentence);
    applyTheme();
}

void SplitPlot::placeLines() {
    for (int moment = 0; moment < MomentCount; ++moment) {
        PlotHandle* line = m_lines[std::size_t(moment)];
        const auto time = m_times[std::size_t(moment)];
        line->setShown(time && (moment != TestUntil || hasWindow()));
        if (time) line->setValue(m_scale.xOf(*time));
        line->setTexts(nameOfLine(moment), nameOfLine(moment) + QLatin1Char('\n') +
                                               tr("Drag it, or press Left and Right to move it by a day."));
    }
}

QString SplitPlot::nameOfLine(int moment) const {
    const auto time = m_times[std::size_t(moment)];
    const QString day = time ? dayText(*time) : QStringLiteral("…");
    return (moment == ValidFrom  ? tr("Validation from %1")
            : moment == TestFrom ? tr("Test from %1")
                                 : tr("Test until %1"))
        .arg(day);
}

/// A line stays within the data and between its neighbours, so that the moments stay in order.
SplitPlot::Days SplitPlot::allowedDays(int moment) const {
    Days days = m_all;
    const auto before = moment == ValidFrom ? std::nullopt : m_times[std::size_t(moment - 1)];
    const bool hasNext = moment < (hasWindow() ? TestUntil : TestFrom);
    const auto after = hasNext ? m_times[std::size_t(moment + 1)] : std::nullopt;
    // Each part has at least a day. If no day is left, any day is allowed, and the sentence says what is wrong.
    if (before) days.first = std::max(days.first, dayStart(*before) + kSecondsPerDay);
    if (after) days.last = std::min(days.last, dayStart(*after - 1));
    return days.first <= days.last ? days : m_all;
}

void SplitPlot::moveTo(int moment, std::int64_t time) {
    if (!m_split || !m_times[std::size_t(moment)]) return;
    const Days days = allowedDays(moment);
    const QString date = dayText(std::clamp(time, days.first, days.last));
    if (date != QString::fromStdString(textOf(moment))) emit momentMoved(QLatin1String(kMomentKeys[moment]), date);
}

void SplitPlot::step(int moment, int days) {
    const auto time = m_times[std::size_t(moment)];
    if (!time) return;
    const std::int64_t start = dayStart(*time);
    // From within a day, the step back leads to the beginning of that day.
    const bool endsAtStart = days < 0 && start != *time;
    moveTo(moment, endsAtStart ? start : start + days * kSecondsPerDay);
}

void SplitPlot::applyTheme() {
    const Theme& theme = Theme::instance();
    m_plot->setFixedHeight(theme.px(kSplitPlotHeight));
    const Colours& colours = theme.colours();
    m_sentence->setStyleSheet(
        QStringLiteral("color: %1;").arg((m_tone == Tone::Problem ? colours.bad : colours.muted).name()));
}

}  // namespace recscope::ui
