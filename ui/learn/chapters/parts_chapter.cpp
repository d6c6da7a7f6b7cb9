// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/parts_chapter.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>
#include <algorithm>
#include <any>

#include "core/explain/scores/statistics.h"
#include "core/recommender/evaluate.h"
#include "core/store/run_store.h"
#include "core/train/live_training.h"
#include "ui/learn/course.h"
#include "ui/learn/experiments.h"
#include "ui/learn/live_curves.h"
#include "ui/learn/measures.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/shown_stack.h"

namespace recscope::ui {

namespace {

enum Step { kReference, kTrain, kCompare };
enum Model { kWholeModel, kWithoutPart };  // indices in m_curves

const std::string kMetric = "hr@10";

KindRanks rankedBy(JobContext& context, const LoadedRun& run) {
    const RunRecord record = RunStore(context.workspace).byId(run.run);
    KindRanks kindRanks;
    kindRanks.kinds = std::make_shared<const TargetKinds>(
        targetKinds(context.workspace, record.dataset, record.protocol, Split::Valid, context.stop));
    std::vector<UserRank>& ranks =
        kindRanks.ranks.emplace_back(RunStore(context.workspace).ranks(run.run, Split::Valid, record.protocol));
    if (ranks.empty())
        ranks = evaluateRun(context.workspace, run.run, record.protocol, Split::Valid, DeviceChoice::Cpu,
                            context.progress, context.stop)
                    .ranks;
    return kindRanks;
}

/// HR@10 with its 95 % interval. For one training, this is Wilson's interval over the users; for several trainings, an
/// interval over users and seeds.
std::pair<double, std::pair<double, double>> hitRate(const std::vector<std::vector<UserRank>>& lists) {
    if (lists.size() == 1) {
        const auto hits = std::count_if(lists.front().begin(), lists.front().end(),
                                        [](const UserRank& rank) { return rank.rank <= 10; });
        const ShareInterval share = shareOf(hits, std::int64_t(lists.front().size()));
        return {share.share, {share.low, share.high}};
    }
    const MeanInterval mean = seedMean(kMetric, {lists.begin(), lists.end()}).interval;
    return {mean.mean, {std::max(0.0, mean.mean - mean.halfWidth), std::min(1.0, mean.mean + mean.halfWidth)}};
}

std::vector<BarRow> rowsOf(const KindRanks& ranks, const QColor& colour) {
    std::vector<BarRow> rows;
    for (int kind = 0; kind < ranks.kinds->titles.size(); ++kind) {
        const auto lists = ofKind(*ranks.kinds, kind, ranks.ranks);
        if (lists.front().empty()) continue;
        const auto [share, bounds] = hitRate(lists);
        BarRow row{.title = ranks.kinds->titles[kind],
                   .value = share,
                   .text = percentText(share, 0),
                   .colour = colour,
                   .interval = bounds};
        row.tip = PartsChapter::tr("%1: held-out item in the top ten for %2 of %3 users (95 % interval %4 to %5)")
                      .arg(row.title, percentText(share), wholeNumber(qint64(lists.front().size())),
                           percentText(bounds.first), percentText(bounds.second));
        const std::vector<UserRank> best = ofKind(*ranks.kinds, kind, ranks.kinds->best);
        if (best.size() == lists.front().size()) {
            row.mark = hitRate({best}).first;
            row.tip += PartsChapter::tr("; best reachable %1").arg(percentText(*row.mark));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

PartsChapter::PartsChapter(Course& course)
    : ChapterWidget(course),
      m_reading(course.session().jobs(),
                {.title = tr("Ranking by kind of item"), .queue = WorkerQueue::Import, .isShownInStrip = true},
                [](JobContext& context, const RanksRequest& request) { return rankedBy(context, request.run); }),
      m_parts(new QButtonGroup(this)),
      m_views(new ShownStack),
      m_reference(new BarRows({})),
      m_whole(new BarRows({})),
      m_without(new BarRows({})),
      m_findingNote(captionLabel(QStringLiteral("boardNote"))),
      m_curves(new LiveCurves(course)) {
    m_reference->setObjectName(QStringLiteral("patternTable"));
    m_whole->setObjectName(QStringLiteral("patternsWhole"));
    m_without->setObjectName(QStringLiteral("patternsWithout"));
    for (BarRows* rows : {m_reference, m_whole, m_without}) rows->setTitleTip(aboutHitRate());
    auto* choices = new QVBoxLayout;
    choices->setSpacing(Theme::instance().px(space::kUnit));
    for (const RemovablePart& part : removableParts()) {
        auto* button = new QRadioButton(tr(part.title));
        button->setObjectName(QStringLiteral("part_") + QString::fromLatin1(part.key));
        button->setFocusPolicy(Qt::TabFocus);
        m_parts->addButton(button, int(m_parts->buttons().size()));
        choices->addWidget(button);
    }
    m_parts->button(0)->setChecked(true);
    connect(m_parts, &QButtonGroup::idClicked, this, [this] {
        m_curves->setModels({}, 0);
        makeModels();
        emit measured();
    });
    m_views->addWidget(m_reference);
    m_views->addWidget(
        boxed(row({column({sectionLabel(tr("Remove")), choices, stretch()}), grow(m_curves)}, space::kPageMargin)));
    m_views->addWidget(boxed(column({grow(row({grow(m_whole), grow(m_without)}, space::kPageMargin)), m_findingNote})));
    arrange(this, column({grow(m_views)}));

    m_reading.deferWhileHidden(*this);
    connect(&m_reading, &AnyAsyncQuery::changed, this, &PartsChapter::showRanks);
    connect(m_curves, &LiveCurves::epochDone, this, [this] {
        showRanks();
        const std::vector<KindLoss> all = losses();
        if (all.empty()) return;
        emit measured();
        if (std::any_of(all.begin(), all.end(), [](const KindLoss& loss) { return loss.isLost; })) emit taskDone();
    });
    const auto requestRanks = [this] {
        if (this->course().runs().bidirectional) m_reading.run({*this->course().runs().bidirectional});
    };
    connect(&course, &Course::runsChanged, this, requestRanks);
    connect(&course, &Course::datasetChanged, this, [this] { m_curves->setModels({}, 0); });
    requestRanks();
}

const RemovablePart& PartsChapter::part() const {
    return removableParts()[std::size_t(m_parts->checkedId())];
}

void PartsChapter::makeModels() {
    const auto dataset = course().session().dataset();
    if (!dataset || !m_curves->models().empty()) return;
    const Experiment experiment = partExperiment(*dataset, part());
    const Theme& theme = Theme::instance();
    const auto kinds = std::make_shared<std::shared_ptr<const TargetKinds>>();  // used only on the job's thread
    m_curves->setModels(
        {{tr("Whole"), experiment.usual, theme.categoryStyle(0)},
         {tr("Without: %1").arg(tr(part().title)), experiment.changed, theme.categoryStyle(1)}},
        experiment.epochs,
        [kinds, id = dataset->id, epochs = experiment.epochs](JobContext& context, LiveTraining& training) -> std::any {
            if (training.stepsDone() < epochs * training.stepsPerEpoch()) return {};
            if (!*kinds)
                *kinds = std::make_shared<const TargetKinds>(
                    targetKinds(context.workspace, id, training.run().protocol, Split::Valid, context.stop));
            return KindRanks{*kinds, {training.evaluate(Split::Valid, 0, context.stop).ranks}};
        },
        kLessonSeeds);
}

void PartsChapter::showStep(int step) {
    m_step = step;
    m_views->setCurrentIndex(step);
    if (step != kReference) makeModels();
    showRanks();
}

void PartsChapter::restart() {
    m_parts->button(0)->setChecked(true);
    m_curves->setModels({}, 0);
    emit measured();
}

void PartsChapter::leave() {
    m_curves->stop();
    m_reading.stop();
}

KindRanks PartsChapter::trainedRanksOf(int model) const {
    KindRanks all;
    for (int seed = 0; seed < m_curves->seeds(); ++seed) {
        const std::any& finding = m_curves->of(model, seed).findings.back();
        if (!finding.has_value()) return {};
        const KindRanks& ranks = std::any_cast<const KindRanks&>(finding);
        all.kinds = ranks.kinds;
        all.ranks.push_back(ranks.ranks.front());
    }
    return all;
}

std::optional<std::pair<KindRanks, KindRanks>> PartsChapter::trainedRanks() const {
    if (m_curves->models().empty() || !m_curves->isDone()) return {};
    std::pair ranks{trainedRanksOf(kWholeModel), trainedRanksOf(kWithoutPart)};
    if (!ranks.first.kinds || !ranks.second.kinds) return {};
    return ranks;
}

std::vector<KindLoss> PartsChapter::losses() const {
    const auto results = trainedRanks();
    return results ? lossesOf(*results->first.kinds, results->first.ranks, results->second.ranks)
                   : std::vector<KindLoss>();
}

QString PartsChapter::finding() const {
    const auto results = trainedRanks();
    if (!results) return {};
    QStringList lost;
    for (const KindLoss& loss : losses()) {
        if (!loss.isLost) continue;
        const auto shareOfKind = [&loss](const KindRanks& ranks) {
            return percentText(hitRate(ofKind(*ranks.kinds, loss.kind, ranks.ranks)).first, 0);
        };
        lost << tr("%1 %2 → %3")
                    .arg(results->first.kinds->titles[loss.kind], shareOfKind(results->first),
                         shareOfKind(results->second));
    }
    return lost.isEmpty()
               ? tr("Measured without this part (%1), %2 seeds of each model: no kind of item is ranked clearly worse; "
                    "here the other parts can compensate.")
                     .arg(tr(part().title))
                     .arg(m_curves->seeds())
               : tr("Measured without this part (%1), %2 seeds of each model, HR@10 on validation. Clearly worse: %3.")
                     .arg(tr(part().title))
                     .arg(m_curves->seeds())
                     .arg(lost.join(QStringLiteral(", ")));
}

void PartsChapter::showRanks() {
    const auto reference = m_reading.answer();
    m_reference->setEmptyText(!course().runs().bidirectional                 ? tr("The model must be trained first.")
                              : m_reading.state() == AsyncQueryState::Failed ? m_reading.failureWithHint()
                                                                             : tr("Ranking the held-out items…"));
    m_reference->setTitle(!reference ? QString()
                          : reference->kinds->areCauses
                              ? tr("Share of users whose held-out item is among the first ten (HR@10), by the item's "
                                   "cause · whisker: 95 % interval · line: best reachable")
                              : tr("Share of users whose held-out item is among the first ten (HR@10), by kind of item "
                                   "· whisker: 95 % interval"));
    m_reference->setRows(reference ? rowsOf(*reference, Theme::instance().colours().accent) : std::vector<BarRow>(), 0,
                         1);
    const auto results = trainedRanks();
    const Theme& theme = Theme::instance();
    m_whole->setTitle(tr("The whole model, trained here for %1 epochs with %2 seeds · HR@10")
                          .arg(m_curves->epochs())
                          .arg(m_curves->seeds()));
    m_without->setTitle(tr("Without: %1").arg(tr(part().title)));
    for (BarRows* rows : {m_whole, m_without})
        rows->setEmptyText(
            m_curves->isTraining()
                ? tr("Training both models, %1 of %2…").arg(m_curves->epochsDone()).arg(epochsText(m_curves->epochs()))
                : tr("Train both models first (step 2)."));
    m_whole->setRows(results ? rowsOf(results->first, theme.categoryStyle(0).colour) : std::vector<BarRow>(), 0, 1);
    m_without->setRows(results ? rowsOf(results->second, theme.categoryStyle(1).colour) : std::vector<BarRow>(), 0, 1);
    m_findingNote->setText(finding());
}

}  // namespace recscope::ui
