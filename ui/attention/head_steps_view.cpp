// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/head_steps_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/attention/growing_map.h"
#include "ui/plot/plot_view.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/bar_list.h"
#include "ui/widgets/elided_combo_box.h"

namespace recscope::ui {

namespace {

constexpr int kTemperatureSteps = 20;  ///< slider steps on each side of temperature 1
constexpr double kMaxTemperature = 4;
constexpr std::size_t kCachedAnswers = 64;

}  // namespace

HeadStepsView::HeadStepsView(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* leading, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_query(session.jobs(), {.title = tr("Computing one head"), .queue = WorkerQueue::Model},
              [cache = std::move(cache)](JobContext& context, const Request& request) {
                  return cache->of(context.workspace, request.subject.run)
                      .forUser(request.subject.user)
                      .atTime(request.subject.time)
                      .headSteps(request.subject.history, request.head, request.row);
              }),
      m_head(new QComboBox),
      m_row(new ElidedComboBox),
      m_temperature(new QSlider(Qt::Horizontal)),
      m_temperatureText(new QLabel),
      m_left(new BarList),
      m_right(new BarList),
      m_vector(new PlotView({}, tr("coordinate"), tr("value"))),
      m_map(new GrowingMap) {
    m_query.setCacheLimit(kCachedAnswers);
    m_head->setObjectName(QStringLiteral("headChoice"));
    m_head->setAccessibleName(tr("Head"));
    m_head->setToolTip(m_head->accessibleName());
    m_row->setObjectName(QStringLiteral("headRow"));
    m_row->setAccessibleName(tr("The query position"));
    m_row->setToolTip(tr("The query position, counted in the model's input"));
    m_temperature->setObjectName(QStringLiteral("temperature"));
    m_temperature->setRange(-kTemperatureSteps, kTemperatureSteps);
    m_temperature->setAccessibleName(tr("Temperature"));
    m_temperature->setToolTip(
        tr("The scores are divided by the temperature: above 1, the weights become more even; below 1, less even"));
    m_left->bars().setObjectName(QStringLiteral("headLeft"));
    m_left->bars().setClickable(true);
    m_right->bars().setObjectName(QStringLiteral("headRight"));
    m_left->scrollWith(*m_right);
    m_vector->setObjectName(QStringLiteral("headVector"));
    m_vector->setDecimals(0, 3);
    m_map->setObjectName(QStringLiteral("growingMap"));
    m_middle = column({grow(m_right), grow(m_vector)});
    auto* choices = row({m_head, mutedLabel(tr("at position")), grow(m_row), m_temperatureText, m_temperature});
    if (leading) choices->insertWidget(0, leading);
    arrange(this, column({choices, grow(row({grow(m_left, 4), grow(m_middle, 4), grow(m_map, 3)}, space::kSpacing))}));

    for (QComboBox* box : {m_head, m_row})
        connect(box, &QComboBox::currentIndexChanged, this, [this, box] {
            if (box == m_head) m_map->begin(m_row->count());
            requestSteps();
            emit chosen();
        });
    connect(m_temperature, &QSlider::valueChanged, this, &HeadStepsView::drawAtOnce);
    connect(&m_left->bars(), &BarRows::rowClicked, this, [this](int position) {
        m_clickedPosition = position;
        draw();
    });
    connect(&m_left->bars(), &BarRows::dragged, this, &HeadStepsView::drag);
    connect(m_map, &GrowingMap::rowRequested, m_row, &QComboBox::setCurrentIndex);
    connect(&m_query, &AnyAsyncQuery::changed, this, &HeadStepsView::showAnswer);
    connect(&Theme::instance(), &Theme::changed, this, &HeadStepsView::draw);
    showStep(0);
}

void HeadStepsView::setSubject(const HeadStepsSubject& subject, int initialRow) {
    if (m_subject != subject) {
        const bool sameRows = m_subject && m_subject->positions == subject.positions && m_subject->user == subject.user;
        m_subject = subject;
        fillChoices(sameRows ? m_row->currentIndex() : initialRow);
    }
    m_left->bars().setEmptyText({});
    requestSteps();
}

void HeadStepsView::clear(const QString& why) {
    m_subject.reset();
    m_query.cancel();
    m_left->bars().setEmptyText(why);
    m_left->setRows({}, 0, 1);
}

void HeadStepsView::fillChoices(int initialRow) {
    const QSignalBlocker quietHead(m_head), quietRow(m_row);
    const int before = m_head->currentIndex();
    m_head->clear();
    for (int layer = 0; layer < m_subject->layers; ++layer)
        for (int head = 0; head < m_subject->heads; ++head)
            m_head->addItem(QString::fromStdString(headName({layer, head})));
    m_head->setCurrentIndex(before >= 0 && before < m_head->count() ? before : 0);
    m_row->clear();
    for (const Token token : m_subject->positions)
        m_row->addItem(QStringLiteral("%1 · %2").arg(m_row->count() + 1).arg(m_session.titleOf(token)));
    m_row->setCurrentIndex(std::clamp(initialRow, 0, std::max(0, m_row->count() - 1)));
    m_map->begin(m_row->count());
}

void HeadStepsView::choose(HeadId head, int row) {
    {
        const QSignalBlocker quietHead(m_head), quietRow(m_row);
        if (head != chosenHead()) m_map->begin(m_row->count());
        m_head->setCurrentIndex(head.layer * m_subject->heads + head.head);
        m_row->setCurrentIndex(row);
    }
    requestSteps();
    emit chosen();
}

HeadId HeadStepsView::chosenHead() const {
    const int heads = m_subject ? std::max(1, m_subject->heads) : 1, index = std::max(0, m_head->currentIndex());
    return {index / heads, index % heads};
}

int HeadStepsView::chosenRow() const {
    return std::max(0, m_row->currentIndex());
}

void HeadStepsView::requestSteps() {
    if (m_subject && m_row->count() > 0) m_query.run({*m_subject, chosenHead(), chosenRow()});
}

void HeadStepsView::showAnswer() {
    if (m_query.state() == AsyncQueryState::Failed)
        m_session.notify(m_query.failure(), m_query.hint(), Severity::Warning);
    const auto current = steps();
    if (!current) return;
    m_scores = current->scores;
    m_clickedPosition = -1;
    m_map->setRow(current->row, current->softmax.weights);
    draw();
    m_left->reveal(current->row);
}

void HeadStepsView::showStep(int step) {
    m_step = step;
    const bool usesSoftmax = step >= kExponentials && step <= kValues;
    m_left->bars().setDraggable(step == kWeights);
    m_right->setVisible(usesSoftmax);
    m_vector->setVisible(step != kExponentials && step != kWeights);
    fitMap();
    m_temperature->setVisible(usesSoftmax);
    m_temperatureText->setVisible(usesSoftmax);
    if (!usesSoftmax || step == kExponentials) {
        const QSignalBlocker quiet(m_temperature);
        m_temperature->setValue(0);
        if (const auto current = steps()) m_scores = current->scores;
    }
    draw();
}

/// In the compact layout, hides the map in the step `kValues`, in which both bar lists and the vector are visible and
/// leave no space for it.
void HeadStepsView::fitMap() {
    m_map->setVisible(m_step != kValues || !m_isCompact);
}

void HeadStepsView::setCompact(bool compact) {
    m_isCompact = compact;
    m_middle->setDirection(compact ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    fitMap();
}

void HeadStepsView::restoreScores() {
    m_temperature->setValue(0);
    showAnswer();
}

float HeadStepsView::temperature() const {
    return float(std::pow(kMaxTemperature, double(m_temperature->value()) / kTemperatureSteps));
}

void HeadStepsView::drag(int position, double score) {
    const auto current = steps();
    if (!current || m_step != kWeights || position >= int(m_scores.size())) return;
    m_scores[std::size_t(position)] = float(score);
    drawAtOnce();
    const auto weights = softmaxSteps(m_scores, current->mask, temperature()).weights;
    emit scoreDragged(current->softmax.weights[std::size_t(position)], weights[std::size_t(position)]);
}

void HeadStepsView::drawAtOnce() {
    m_drawsAtOnce = true;
    draw();
    m_drawsAtOnce = false;
}

}  // namespace recscope::ui
