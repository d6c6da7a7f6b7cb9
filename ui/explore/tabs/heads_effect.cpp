// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/heads_effect.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/recommender/run_histories.h"
#include "ui/explore/tabs/slope_chart.h"
#include "ui/session/run_looks.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/stateful_splitter.h"

namespace recscope::ui {

namespace {
constexpr std::int64_t kUsers = 200;  ///< number of users drawn at random for the metrics
constexpr std::int32_t kRanks = 10;   ///< number of ranks in each of the two lists

template <class Request>
GateEffect effectOf(JobContext& context, const Request& request) {
    // Loads its own copy of the weights: only `WorkerQueue::Model` may use the shared copies in `InferenceCache`.
    const InferenceSession inference = InferenceSession::load(context.workspace, request.run.run);
    const Histories histories = historiesOf(context.workspace, inference.run());
    const std::vector<std::vector<HeadId>> gates{request.off};
    return studyGates(inference, histories, gates, {.users = kUsers}, context.progress, context.stop).front();
}
}  // namespace

HeadsEffect::HeadsEffect(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_list(session.jobs(), {.title = tr("Switching heads off"), .queue = WorkerQueue::Model},
             [cache = std::move(cache)](JobContext& context, const ListRequest& listRequest) {
                 const ExploreRequest& request = listRequest.answer->request;
                 const auto& truth = listRequest.answer->explanation->heldOut;
                 const std::vector<Token> requested = truth ? std::vector{truth->token} : std::vector<Token>();
                 return listWithoutHeads(listRequest.answer->sessionOf(cache->of(context.workspace, *request.run)),
                                         listRequest.answer->modelHistory(), listRequest.off, kRanks, requested);
             }),
      m_effect(session.jobs(), {.queue = WorkerQueue::Import, .isShownInStrip = true}, effectOf<MetricRequest>),
      m_grid(new QGridLayout),
      m_allOn(new QPushButton(tr("All on"))),
      m_metric(new QLabel),
      m_interval(captionLabel(QStringLiteral("headsInterval"))),
      m_chart(new SlopeChart) {
    const Theme& theme = Theme::instance();
    m_grid->setHorizontalSpacing(theme.px(space::kSpacing));
    m_grid->setVerticalSpacing(theme.px(space::kPadding));
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setWidget(boxed(column({m_grid, stretch()})));
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    scroll->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_allOn->setObjectName(QStringLiteral("headsAllOn"));
    m_metric->setObjectName(QStringLiteral("headsMetric"));
    m_metric->setWordWrap(true);
    m_chart->setObjectName(QStringLiteral("headsSlope"));

    QLayout* top = row({grow(mutedLabel(tr("Heads that are on"))), m_allOn});
    auto* parts = new StatefulSplitter(Qt::Horizontal, QStringLiteral("explore/headsEffect"));
    parts->addWidget(boxed(column({top, scroll, m_metric, m_interval, stretch()})));
    parts->addWidget(m_chart);
    parts->restore({3500, 6500});
    arrange(this, column({parts}));

    connect(m_allOn, &QPushButton::clicked, this, [this] {
        for (const auto& [head, box] : m_boxes) {
            const QSignalBlocker quiet(box);
            box->setChecked(true);
        }
        readBoxes();
    });
    m_list.deferWhileHidden(*this);
    m_effect.deferWhileHidden(*this);
    m_effect.setCacheLimit(std::numeric_limits<std::size_t>::max());
    connect(&m_list, &AnyAsyncQuery::changed, this, &HeadsEffect::showList);
    connect(&m_effect, &AnyAsyncQuery::changed, this, [this] {
        showMetric();
        if (m_effect.state() == AsyncQueryState::Answered) emit metricShown();
    });
    connect(&Theme::instance(), &Theme::changed, this, &HeadsEffect::draw);
    setAnswer({});
}

void HeadsEffect::makeBoxes(int layers, int heads) {
    for (const auto& [head, box] : m_boxes) delete box;
    for (QLabel* name : m_layerNames) delete name;
    m_boxes.clear();
    m_layerNames.clear();
    for (int layer = 0; layer < layers; ++layer) {
        m_layerNames.push_back(new QLabel(tr("layer %1").arg(layer + 1)));
        m_grid->addWidget(m_layerNames.back(), layer, 0);
        for (int head = 0; head < heads; ++head) {
            auto* box = new QCheckBox(tr("head %1").arg(head + 1));
            box->setObjectName(QStringLiteral("head%1.%2").arg(layer + 1).arg(head + 1));
            box->setAccessibleName(tr("Layer %1, head %2 is on").arg(layer + 1).arg(head + 1));
            box->setToolTip(tr("Off: the output of this head is multiplied by 0 before the output projection"));
            box->setChecked(true);
            connect(box, &QCheckBox::toggled, this, &HeadsEffect::readBoxes);
            m_grid->addWidget(box, layer, head + 1);
            m_boxes.emplace_back(HeadId{layer, head}, box);
        }
    }
    m_grid->setColumnStretch(heads + 1, 1);
}

void HeadsEffect::setAnswer(std::shared_ptr<const ExploreAnswer> answer) {
    const bool usable = answer && answer->explanation && answer->request.run;
    m_answer = usable ? std::move(answer) : nullptr;
    if (m_answer && m_answer->request.run != m_run) {
        const auto& maps = m_answer->explanation->attention;
        // A later epoch of the same run has the same heads, so heads that were switched off stay off.
        const bool sameRun = m_run && m_run->run == m_answer->request.run->run;
        m_run = m_answer->request.run;
        m_effect.clear();
        if (!sameRun) {
            m_off.clear();
            makeBoxes(maps.layers, maps.heads);
        }
    }
    for (const auto& [head, box] : m_boxes) box->setEnabled(m_answer != nullptr);
    requestEffects();
}

void HeadsEffect::readBoxes() {
    m_off.clear();
    for (const auto& [head, box] : m_boxes)
        if (!box->isChecked()) m_off.push_back(head);
    requestEffects();
}

QString HeadsEffect::offText() const {
    if (m_off.size() > 3) return tr("%1 heads").arg(m_off.size());
    QStringList names;
    for (const HeadId& head : m_off) names << tr("layer %1 head %2").arg(head.layer + 1).arg(head.head + 1);
    return names.join(QStringLiteral(", "));
}

void HeadsEffect::requestEffects() {
    m_allOn->setEnabled(!m_off.empty() && m_answer);
    m_allOn->setToolTip(m_allOn->isEnabled() ? tr("Switches every head on again") : tr("Every head is on"));
    const auto run = m_answer ? m_session.runById(m_answer->request.run->run) : std::nullopt;
    m_chart->setTitle(
        !m_answer || m_off.empty()
            ? QString()
            : tr("%1: every head → without %2").arg(run ? QString::fromStdString(run->name) : QString(), offText()));
    if (!m_answer || m_off.empty()) {
        m_list.cancel();
        m_effect.cancel();
        m_chart->setMessage(m_answer ? tr("Switch a head off to see its effect on this user's list here.")
                                     : tr("Choose a user: then heads can be switched off here."));
    } else {
        m_list.run({m_answer, m_off});
        m_effect.setTitle(tr("Measuring without %1").arg(offText()));
        m_effect.run({*m_run, m_off});
    }
    showMetric();
}

void HeadsEffect::showList() {
    if (m_list.state() == AsyncQueryState::Answered) {
        m_moves = *m_list.answer();
        draw();
        emit listShown();
    } else if (!m_list.isOpen()) {
        m_moves.clear();
        if (m_list.state() == AsyncQueryState::Failed)
            m_chart->setMessage(m_list.failure() + QLatin1Char('\n') + m_list.hint());
    }
}

void HeadsEffect::draw() {
    if (m_moves.empty() || !m_answer) return;
    const auto& truth = m_answer->explanation->heldOut;
    const auto run = m_session.runById(m_run->run);
    std::vector<SlopeItem> items;
    for (const RankMove& move : m_moves)
        items.push_back({.title = m_session.titleOf(move.before.token),
                         .before = move.before.rank,
                         .after = move.after.rank,
                         .probabilityBefore = double(move.before.probability),
                         .probabilityAfter = double(move.after.probability),
                         .isTruth = truth && truth->token == move.before.token});
    const RunStyle style = run ? runStylesOf(m_session).styleOf(*run) : styleOfLook(0);
    m_chart->setItems(std::move(items), kRanks, style.colour);
}

void HeadsEffect::showMetric() {
    const auto effect = m_effect.answer();
    m_interval->setVisible(effect != nullptr);
    if (!m_answer) {
        m_metric->clear();
    } else if (m_off.empty()) {
        m_metric->setText(tr("Every head is on."));
    } else if (effect) {
        m_metric->setText(
            tr("NDCG@10 %1 → %2").arg(metricText(effect->with.ndcg10), metricText(effect->without.ndcg10)));
        m_interval->setText(
            tr("Change %1 ±%2 over %3 users of the run's dataset, drawn at random (95 %), full ranking of "
               "the test items; HR@10 %4 ±%5")
                .arg(signedMetric(effect->ndcg10.mean), metricText(effect->ndcg10.halfWidth),
                     wholeNumber(effect->users), signedMetric(effect->hr10.mean), metricText(effect->hr10.halfWidth)));
    } else if (m_effect.state() == AsyncQueryState::Failed) {
        m_metric->setText(m_effect.failure());
    } else if (m_effect.state() == AsyncQueryState::Stopped) {
        m_metric->setText(tr("Not measured: the measurement was stopped. Choose the heads again to restart it."));
    } else {
        m_metric->setText(tr("NDCG@10: measuring over %1 users…").arg(kUsers));
    }
}

}  // namespace recscope::ui
