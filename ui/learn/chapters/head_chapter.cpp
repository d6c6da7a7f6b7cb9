// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/head_chapter.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/recommender/registry.h"
#include "ui/learn/bar_rows.h"
#include "ui/learn/course.h"
#include "ui/learn/growing_map.h"
#include "ui/learn/model_choice.h"
#include "ui/plot/plot_view.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_combo_box.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

enum Step { kQuery, kKeys, kProducts, kScaled, kMask, kExponentials, kWeights, kValues, kOutput };
constexpr int kTemperatureSteps = 20;  ///< either side of 1
constexpr double kMostTemperature = 4;
constexpr double kHalf = 0.5;

double lengthOf(std::span<const float> vector) {
    double sum = 0;
    for (const float value : vector) sum += double(value) * value;
    return std::sqrt(sum);
}

/// One point per coordinate.
void setVector(PlotView& plot, int line, std::span<const float> values) {
    QVector<double> x, y;
    for (std::size_t i = 0; i < values.size(); ++i) {
        x << double(i + 1);
        y << double(values[i]);
    }
    plot.setPoints(line, x, y);
    plot.replotSoon();
}

double temperatureOf(int slider) {
    return std::pow(kMostTemperature, double(slider) / kTemperatureSteps);
}

}  // namespace

HeadChapter::HeadChapter(Course& course)
    : ChapterWidget(course),
      m_asking(course.session().jobs(), {.title = tr("Working out one head"), .lane = Lane::Model},
               [cache = course.cache()](JobContext& context, const HeadOf& of) {
                   return cache->of(context.workspace, of.run).headSteps(of.history->items, of.head, of.row);
               }),
      m_model(new ModelChoice(course, "headModel")),
      m_head(new QComboBox),
      m_row(new ElidedComboBox),
      m_temperature(new QSlider(Qt::Horizontal)),
      m_temperatureText(new QLabel),
      m_left(new BarRows({})),
      m_right(new BarRows({})),
      m_vector(new PlotView({}, tr("coordinate"), tr("value"))),
      m_map(new GrowingMap) {
    m_asking.keep(64);
    m_head->setObjectName(QStringLiteral("headChoice"));
    m_head->setAccessibleName(tr("Head"));
    m_row->setObjectName(QStringLiteral("headRow"));
    m_row->setAccessibleName(tr("The position that reads"));
    m_temperature->setObjectName(QStringLiteral("temperature"));
    m_temperature->setRange(-kTemperatureSteps, kTemperatureSteps);
    m_temperature->setToolTip(tr("Scores are divided by it: above 1 the weights become even, below 1 unequal"));
    m_left->setObjectName(QStringLiteral("headLeft"));
    m_left->setClickable(true);
    m_right->setObjectName(QStringLiteral("headRight"));
    m_vector->setObjectName(QStringLiteral("headVector"));
    m_vector->setDecimals(0, 3);
    m_map->setObjectName(QStringLiteral("growingMap"));
    m_middle = column({grow(m_right), grow(m_vector)});
    arrange(this,
            column({row({m_model, m_head, mutedLabel(tr("reads at")), grow(m_row), m_temperatureText, m_temperature}),
                    grow(row({grow(m_left, 4), grow(m_middle, 4), grow(m_map, 3)}, space::kBetween))}));
    for (QComboBox* box : std::initializer_list<QComboBox*>{m_model, m_head, m_row}) {
        connect(box, &QComboBox::currentIndexChanged, this, [this, box] {
            if (box != m_row) m_map->begin(m_row->count());
            ask();
        });
    }
    connect(m_temperature, &QSlider::valueChanged, this, &HeadChapter::follow);
    connect(m_left, &BarRows::rowClicked, this, [this](int position) {
        m_chosen = position;
        draw();
    });
    connect(m_left, &BarRows::dragged, this, &HeadChapter::drag);
    connect(m_map, &GrowingMap::rowWanted, m_row, &QComboBox::setCurrentIndex);
    connect(&m_asking, &AnyQuestion::changed, this, &HeadChapter::take);
    connect(&course, &Course::historyChanged, this, &HeadChapter::fillModels);
    connect(&course, &Course::runsChanged, this, &HeadChapter::fillModels);
    connect(&Theme::instance(), &Theme::changed, this, &HeadChapter::draw);
    fillModels();
}

/// The models there are, their heads, and the positions the chosen one reads.
void HeadChapter::fillModels() {
    const auto history = course().history();
    m_model->refill();
    m_left->setEmptyText(m_model->count() == 0 ? tr("The models must be trained first.") : QString());
    if (!history || m_model->count() == 0) {
        m_asking.withdraw();
        m_left->setRows({}, 0, 1);
        return;
    }
    ask();
}

void HeadChapter::ask() {
    const auto history = course().history();
    if (!history || m_model->count() == 0) return;
    const bool bothSides = m_model->model() == ModelChoice::Model::BothSides;
    const LoadedRun run = *m_model->run();
    {
        const QSignalBlocker quietHead(m_head), quietRow(m_row);
        const auto record = course().session().runById(run.run);
        const RunConfig config = record ? configFromJson(record->config) : defaultConfig(Course::leftOnlyModel());
        const int layers = std::stoi(configValue(config, "layers")), heads = std::stoi(configValue(config, "heads"));
        if (m_head->count() != layers * heads) {
            m_head->clear();
            for (int layer = 0; layer < layers; ++layer)
                for (int head = 0; head < heads; ++head)
                    m_head->addItem(QString::fromStdString(headName({layer, head})), layer * heads + head);
        }
        const int positions = int(history->items.size()) + (bothSides ? 1 : 0);
        if (m_row->count() != positions || m_row->property("of") != QVariant(course().userId())) {
            m_row->clear();
            for (int position = 0; position < positions; ++position)
                m_row->addItem(position < int(history->items.size())
                                   ? course().session().titleOf(history->items[std::size_t(position)])
                                   : QStringLiteral("[MASK]"));
            m_row->setProperty("of", course().userId());
            // A causal model masks nothing for the last position: one before it shows what the mask does.
            m_row->setCurrentIndex(bothSides ? positions - 1 : 2 * positions / 3);
            m_map->begin(positions);
        }
        const int heads0 = std::max(1, heads);
        const int index = std::max(0, m_head->currentIndex());
        m_asking.ask({run, history, {index / heads0, index % heads0}, std::max(0, m_row->currentIndex())});
    }
}

void HeadChapter::take() {
    if (m_asking.state() == QuestionState::Failed)
        course().session().tell(m_asking.failure(), m_asking.hint(), Severity::Warning);
    const auto of = steps();
    if (!of) return;
    m_scores = of->scores;
    m_chosen = -1;
    m_dragged = -1;
    m_map->setRow(of->row, of->softmax.weights);
    draw();
}

void HeadChapter::showStep(int step) {
    m_step = step;
    const bool softens = step >= kExponentials && step <= kValues;
    m_left->setDraggable(step == kWeights);
    m_right->setVisible(softens);
    m_vector->setVisible(step != kExponentials && step != kWeights);
    m_map->setVisible(step != kValues || !m_low);  // bars, bars and the vector fill a low window
    m_temperature->setVisible(softens);
    m_temperatureText->setVisible(softens);
    if (!softens || step == kExponentials) {
        const QSignalBlocker quiet(m_temperature);
        m_temperature->setValue(0);
        if (const auto of = steps()) m_scores = of->scores;
    }
    draw();
}

void HeadChapter::setLow(bool low) {
    m_low = low;
    m_middle->setDirection(low ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    showStep(m_step);
}

void HeadChapter::restart() {
    m_temperature->setValue(0);
    take();
}

QString HeadChapter::finding() const {
    return {};
}

void HeadChapter::drag(int position, double score) {
    const auto of = steps();
    if (!of || m_step != kWeights || position >= int(m_scores.size())) return;
    m_scores[std::size_t(position)] = float(score);
    m_dragged = position;
    follow();
    const auto weights = softmaxSteps(m_scores, of->mask, float(temperatureOf(m_temperature->value()))).weights;
    if (weights[std::size_t(position)] > kHalf && of->softmax.weights[std::size_t(position)] <= kHalf) emit taskDone();
}

void HeadChapter::follow() {
    m_follows = true;
    draw();
    m_follows = false;
}

QString HeadChapter::titleOf(std::size_t position) const {
    const auto of = steps();
    return of && position < of->positions.size() ? course().session().titleOf(of->positions[position]) : QString();
}

std::vector<BarRow> HeadChapter::rowsOf(const std::vector<float>& values, Quantity quantity, int decimals,
                                        bool isScore) const {
    const auto of = steps();
    std::vector<BarRow> rows;
    for (std::size_t position = 0; position < of->positions.size(); ++position) {
        const bool masked = m_step >= kMask && of->mask[position] != ColumnMask::Open;
        const double value = position < values.size() ? double(values[position]) : 0;
        rows.push_back(
            {.title = titleOf(position),
             .value = masked ? 0 : value,
             .text = masked && isScore ? QStringLiteral("−∞") : fixedNumber(value, decimals),
             .colour = colourOf(quantity),
             .strong = int(position) == (m_chosen < 0 ? of->row : m_chosen),
             .crossed = masked,
             .tip = masked ? tr("%1: not read (%2)")
                                 .arg(titleOf(position), QString::fromLatin1(columnMaskName(of->mask[position])))
                           : QString()});
    }
    return rows;
}

void HeadChapter::showVector(const QString& title, std::span<const float> values, Quantity quantity) {
    m_vector->setLabels(title, tr("coordinate"), tr("value"));
    m_vector->clear();
    const int line = m_vector->addLine({.name = {}, .colour = colourOf(quantity), .marker = 0});
    setVector(*m_vector, line, values);
}

/// What each position gives, and one of them beside the sum of all.
void HeadChapter::drawValues(const std::vector<float>& weights) {
    const auto of = steps();
    const auto most = std::max_element(weights.begin(), weights.end());
    const std::size_t chosen = m_chosen < 0 ? std::size_t(most - weights.begin()) : std::size_t(m_chosen);
    std::vector<float> lengths, given;
    for (std::size_t i = 0; i < of->positions.size(); ++i) {
        lengths.push_back(float(lengthOf(of->value(std::int32_t(i)))));
        given.push_back(weights[i] * lengths.back());
    }
    const double reach = std::max(1e-6, double(*std::max_element(lengths.begin(), lengths.end())));
    std::vector<BarRow> values = rowsOf(lengths, Quantity::Value, 2), gifts = rowsOf(given, Quantity::Value, 2);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i].strong = gifts[i].strong = i == chosen;
        if (!gifts[i].crossed)
            gifts[i].text = tr("%1 × %2").arg(fixedNumber(double(weights[i]), 2), fixedNumber(double(lengths[i]), 2));
    }
    const BarRows::Change change = m_follows ? BarRows::Change::AtOnce : BarRows::Change::Glides;
    m_left->setTitle(tr("Length of each position's value: what it holds · click one"));
    m_left->setRows(std::move(values), 0, reach, change);
    m_right->setTitle(tr("Weight × value: how much of it is read"));
    m_right->setRows(std::move(gifts), 0, reach, change);

    std::vector<float> one;
    for (const float value : of->value(std::int32_t(chosen))) one.push_back(weights[chosen] * value);
    showVector(tr("What the head read: the sum of all"), weightedSum(weights, of->values), Quantity::Value);
    m_vector->setLine(0, {.name = tr("the sum"), .colour = colourOf(Quantity::Value), .marker = 0});
    const int line =
        m_vector->addLine({.name = tr("%1 × the value of the bold one").arg(fixedNumber(weights[chosen], 2)),
                           .colour = colourOf(Quantity::Weight),
                           .dash = Qt::DashLine});
    setVector(*m_vector, line, one);
}

void HeadChapter::draw() {
    m_temperatureText->setText(tr("Temperature %1").arg(temperatureOf(m_temperature->value()), 0, 'f', 2));
    const auto of = steps();
    if (!of) return;
    const auto reach = [](const std::vector<float>& values) {
        double most = 1e-6;
        for (const float value : values) most = std::max(most, double(std::abs(value)));
        return most;
    };
    const std::size_t chosen = std::size_t(m_chosen < 0 ? of->row : m_chosen);
    const SoftmaxSteps softmax = softmaxSteps(m_scores, of->mask, float(temperatureOf(m_temperature->value())));
    std::vector<float> lengths;
    for (std::size_t i = 0; i < of->positions.size(); ++i) lengths.push_back(float(lengthOf(of->key(std::int32_t(i)))));
    switch (m_step) {
        case kQuery: {
            std::vector<BarRow> names = rowsOf(lengths, Quantity::Query, 0);
            for (BarRow& row : names) {
                row.value = 0;
                row.text.clear();
            }
            m_left->setTitle(tr("What is read · bold: the position that asks"));
            m_left->setRows(names, 0, 1);
            showVector(tr("Its query: %1 numbers").arg(of->headSize), of->query, Quantity::Query);
            break;
        }
        case kKeys:
            m_left->setTitle(tr("Length of each position's key · click one to see it"));
            m_left->setRows(rowsOf(lengths, Quantity::Key, 2), 0, reach(lengths));
            showVector(tr("Key of %1").arg(titleOf(chosen)), of->key(std::int32_t(chosen)), Quantity::Key);
            break;
        case kProducts: {
            m_left->setTitle(tr("Query times key · click one to see its coordinates"));
            m_left->setRows(rowsOf(of->products, Quantity::Weight, 2), -reach(of->products), reach(of->products));
            std::vector<float> products;
            for (std::size_t i = 0; i < of->query.size(); ++i)
                products.push_back(of->query[i] * of->key(std::int32_t(chosen))[i]);
            showVector(tr("Coordinate times coordinate with %1: their sum is %2")
                           .arg(titleOf(chosen), fixedNumber(of->products[chosen], 2)),
                       products, Quantity::Weight);
            break;
        }
        case kScaled:
        case kMask:
            m_left->setTitle(
                m_step == kScaled
                    ? tr("Divided by √%1 = %2").arg(of->headSize).arg(fixedNumber(std::sqrt(double(of->headSize)), 2))
                    : tr("The scores with the mask · hatched: must not be read"));
            m_left->setRows(rowsOf(of->scores, Quantity::Weight, 2, true), -reach(of->products), reach(of->products));
            showVector(tr("Its query"), of->query, Quantity::Query);
            break;
        case kValues:
            drawValues(softmax.weights);
            break;
        case kExponentials:
        case kWeights: {
            m_left->setTitle(m_step == kWeights ? tr("The scores · drag a bar") : tr("The scores"));
            const double most = std::max(2.0, 2 * reach(of->scores));
            m_left->setRows(rowsOf(m_scores, Quantity::Weight, 2, true), -most, most,
                            m_follows ? BarRows::Change::AtOnce : BarRows::Change::Glides);
            const bool exponentials = m_step == kExponentials;
            m_right->setTitle(
                exponentials
                    ? tr("e to the power of (score − largest); their sum is %1").arg(fixedNumber(softmax.sum, 3))
                    : tr("The weights: each divided by the sum; together 1"));
            m_right->setRows(rowsOf(exponentials ? softmax.exponentials : softmax.weights, Quantity::Weight, 3), 0, 1,
                             m_follows ? BarRows::Change::AtOnce : BarRows::Change::Glides);
            break;
        }
        case kOutput: {
            const double input = lengthOf(of->residual.empty() ? of->input : of->residual);
            const double read = lengthOf(of->attentionOutput), sum = lengthOf(of->sum);
            const double after = lengthOf(of->afterAttention), most = std::max({input, read, sum, after, 1e-6});
            const auto bar = [](const QString& title, double value) {
                return BarRow{.title = title,
                              .value = value,
                              .text = fixedNumber(value, 2),
                              .colour = colourOf(Quantity::Output)};
            };
            m_left->setTitle(tr("Lengths of the vectors, width %1").arg(of->dim));
            m_left->setRows(
                {bar(tr("What was there (residual)"), input), bar(tr("What all heads read, times W_O"), read),
                 bar(tr("Both added"), sum), bar(tr("What the next part gets"), after)},
                0, most);
            showVector(tr("What the next part gets"), of->afterAttention, Quantity::Output);
            break;
        }
        default:
            break;
    }
}

}  // namespace recscope::ui
