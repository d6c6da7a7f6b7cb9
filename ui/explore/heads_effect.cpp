// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/heads_effect.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/store/split_reader.h"
#include "ui/explore/slope_chart.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/remembering_splitter.h"

namespace recscope::ui {

namespace {
constexpr std::int64_t kUsers = 200;  ///< a sample: the interval says how sure it is
constexpr std::int32_t kRanks = 10;   ///< of both lists
}  // namespace

HeadsEffect::HeadsEffect(Session& session, std::shared_ptr<ExplainerCache> cache, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_cache(std::move(cache)),
      m_grid(new QGridLayout),
      m_allOn(new QPushButton(tr("All on"))),
      m_metric(new QLabel),
      m_interval(new QLabel),
      m_chart(new SlopeChart) {
    const Theme& theme = Theme::instance();
    auto* boxes = new QWidget;
    auto* boxesLayout = new QVBoxLayout(boxes);
    boxesLayout->setContentsMargins({});
    boxesLayout->addLayout(m_grid);
    boxesLayout->addStretch(1);
    m_grid->setHorizontalSpacing(theme.px(space::kBetween));
    m_grid->setVerticalSpacing(theme.px(space::kInside));
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setWidget(boxes);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    scroll->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_allOn->setObjectName(QStringLiteral("headsAllOn"));
    m_metric->setObjectName(QStringLiteral("headsMetric"));
    m_metric->setWordWrap(true);
    m_interval->setObjectName(QStringLiteral("headsInterval"));
    m_interval->setWordWrap(true);
    m_interval->setProperty("role", "caption");
    m_chart->setObjectName(QStringLiteral("headsSlope"));

    auto* title = new QLabel(tr("Heads that are on"));
    title->setProperty("muted", true);
    auto* top = new QHBoxLayout;
    top->addWidget(title, 1);
    top->addWidget(m_allOn);
    auto* side = new QWidget;
    auto* sideLayout = new QVBoxLayout(side);
    sideLayout->setContentsMargins({});
    sideLayout->setSpacing(theme.px(space::kInside));
    sideLayout->addLayout(top);
    sideLayout->addWidget(scroll);
    sideLayout->addWidget(m_metric);
    sideLayout->addWidget(m_interval);
    sideLayout->addStretch(1);
    auto* parts = new RememberingSplitter(Qt::Horizontal, QStringLiteral("explore/headsEffect"));
    parts->addWidget(side);
    parts->addWidget(m_chart);
    parts->restore({3500, 6500});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(parts);

    connect(m_allOn, &QPushButton::clicked, this, [this] {
        for (const auto& [head, box] : m_boxes) {
            const QSignalBlocker quiet(box);
            box->setChecked(true);
        }
        takeBoxes();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (!m_moves.empty()) show(m_moves);
    });
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
            box->setToolTip(tr("Off: what this head mixes is multiplied by 0 before the output projection"));
            box->setChecked(true);
            connect(box, &QCheckBox::toggled, this, &HeadsEffect::takeBoxes);
            m_grid->addWidget(box, layer, head + 1);
            m_boxes.emplace_back(HeadId{layer, head}, box);
        }
    }
    m_grid->setColumnStretch(heads + 1, 1);
}

void HeadsEffect::setAnswer(std::shared_ptr<const ExploreAnswer> answer) {
    const bool usable = answer && answer->explanation && answer->request.run;
    m_answer = usable ? std::move(answer) : nullptr;
    stopList();
    if (!m_answer) stopMetric();
    if (m_answer && m_answer->request.run != m_run) {
        const auto& maps = m_answer->explanation->attention;
        // A later epoch of the same run has the same heads: those switched off stay off.
        const bool sameRun = m_run && m_run->run == m_answer->request.run->run;
        m_run = m_answer->request.run;
        m_effects.clear();
        stopMetric();
        if (!sameRun) {
            m_off.clear();
            makeBoxes(maps.layers, maps.heads);
        }
    }
    for (const auto& [head, box] : m_boxes) box->setEnabled(m_answer != nullptr);
    ask();
}

void HeadsEffect::takeBoxes() {
    m_off.clear();
    for (const auto& [head, box] : m_boxes)
        if (!box->isChecked()) m_off.push_back(head);
    ask();
}

QString HeadsEffect::offText() const {
    if (m_off.size() > 3) return tr("%1 heads").arg(m_off.size());
    QStringList names;
    for (const HeadId& head : m_off) names << tr("layer %1 head %2").arg(head.layer + 1).arg(head.head + 1);
    return names.join(QStringLiteral(", "));
}

void HeadsEffect::ask() {
    m_allOn->setEnabled(!m_off.empty() && m_answer);
    m_allOn->setToolTip(m_allOn->isEnabled() ? tr("Switches every head on again") : tr("Every head is on"));
    m_failure.clear();
    const auto run = m_answer ? m_session.runById(m_answer->request.run->run) : std::nullopt;
    m_chart->setTitle(
        !m_answer || m_off.empty()
            ? QString()
            : tr("%1: every head → without %2").arg(run ? QString::fromStdString(run->name) : QString(), offText()));
    m_stale = !isVisible();
    if (!m_answer || m_off.empty()) {
        stopList();
        stopMetric();
        m_moves.clear();
        m_chart->setMessage(m_answer ? tr("Switch a head off: here is what it does to this user's list.")
                                     : tr("Choose a user: then heads can be switched off here."));
    } else if (!m_stale) {
        askList();
        askMetric();
    }
    showMetric();
}

void HeadsEffect::stopList() {
    if (m_listJob != 0) m_session.jobs().cancel(m_listJob);
    m_listJob = 0;
}

void HeadsEffect::stopMetric() {
    if (m_metricJob != 0) m_session.jobs().cancel(m_metricJob);
    m_metricJob = 0;
    m_measured.clear();
    ++m_measuring;
}

void HeadsEffect::askList() {
    std::vector<Token> asked;
    if (m_answer->explanation->heldOut) asked.push_back(m_answer->explanation->heldOut->token);
    m_listJob = m_session.jobs().start(
        this,
        JobSpec{.title = tr("Switching heads off"),
                .lane = Lane::Model,
                .inStrip = false,
                .latestOnly = QStringLiteral("explore/headsList")},
        [cache = m_cache, run = *m_run, user = m_answer->request.user, history = m_answer->givenTokens(), off = m_off,
         asked](JobContext& context) {
            return listWithoutHeads(cache->of(context.workspace, run).forUser(user), history, off, kRanks, asked);
        },
        [this, answer = m_answer, off = m_off](std::vector<RankMove> moves) {
            if (answer != m_answer || off != m_off) return;
            show(std::move(moves));
            emit listShown();
        },
        [this](const QString& message, const QString& hint) {
            m_moves.clear();
            m_chart->setMessage(message + QLatin1Char('\n') + hint);
        });
}

void HeadsEffect::show(std::vector<RankMove> moves) {
    m_moves = std::move(moves);
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
    const RunStyle style = Theme::instance().runStyle(run ? QString::fromStdString(run->model) : QString(),
                                                      run ? m_session.styleOrdinal(run->id) : 0);
    m_chart->setItems(std::move(items), kRanks, style.colour);
}

void HeadsEffect::askMetric() {
    const auto known =
        std::any_of(m_effects.begin(), m_effects.end(), [this](const auto& one) { return one.first == m_off; });
    // The metric is the same whoever is shown: what is being measured goes on.
    if (known || m_measured == m_off) return;
    m_measured = m_off;
    const int number = ++m_measuring;
    m_metricJob = m_session.jobs().start(
        this,
        JobSpec{.title = tr("Measuring without %1").arg(offText()),
                .lane = Lane::Import,
                .inStrip = true,
                .latestOnly = QStringLiteral("explore/headsMetric")},
        [run = *m_run, off = m_off](JobContext& context) {
            // Own weights: the shared ones belong to the lane that answers clicks.
            const Explainer explainer = Explainer::load(context.workspace, run.run);
            const Histories histories =
                splitHistories(context.workspace, explainer.run().dataset, explainer.run().protocol.split);
            const std::vector<std::vector<HeadId>> gates{off};
            return studyGates(explainer, histories, gates, {.users = kUsers}, context.progress, context.stop).front();
        },
        [this, number, off = m_off](const GateEffect& effect) {
            if (number != m_measuring) return;
            m_measured.clear();
            m_effects.emplace_back(off, effect);
            showMetric();
            emit metricShown();
        },
        [this, number](const QString& message, const QString&) {
            if (number != m_measuring) return;
            m_measured.clear();
            m_failure = message;
            showMetric();
        },
        [this, number] {
            if (number != m_measuring) return;
            m_measured.clear();
            m_failure = tr("Not measured: it was stopped. Choose the heads again to go on.");
            showMetric();
        });
}

void HeadsEffect::showMetric() {
    const auto known =
        std::find_if(m_effects.begin(), m_effects.end(), [this](const auto& one) { return one.first == m_off; });
    m_interval->setVisible(known != m_effects.end() && !m_off.empty());
    if (!m_answer) {
        m_metric->clear();
    } else if (m_off.empty()) {
        m_metric->setText(tr("Every head is on."));
    } else if (!m_failure.isEmpty()) {
        m_metric->setText(m_failure);
    } else if (known == m_effects.end()) {
        m_metric->setText(tr("NDCG@10: measuring over %1 users…").arg(kUsers));
    } else {
        const GateEffect& effect = known->second;
        m_metric->setText(tr("NDCG@10 %1 → %2").arg(metricText(effect.with.ndcg10), metricText(effect.without.ndcg10)));
        m_interval->setText(tr("%1 ±%2 over %3 users (95 %), full ranking of the test items; HR@10 %4 ±%5")
                                .arg(signedMetric(effect.ndcg10.mean), metricText(effect.ndcg10.halfWidth),
                                     wholeNumber(effect.users), signedMetric(effect.hr10.mean),
                                     metricText(effect.hr10.halfWidth)));
    }
}

void HeadsEffect::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_stale) ask();
}

}  // namespace recscope::ui
