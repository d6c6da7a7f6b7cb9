// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the steps of an attention head's computation, from the query to the output.
#include <QComboBox>
#include <QLabel>
#include <algorithm>
#include <cmath>
#include <span>

#include "ui/attention/head_steps_view.h"
#include "ui/plot/coordinates.h"
#include "ui/session/session.h"
#include "ui/widgets/bar_list.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr double kMinScaleEnd = 1e-6;  ///< smallest upper end of a scale, used if all values are 0

double lengthOf(std::span<const float> vector) {
    double sum = 0;
    for (const float value : vector) sum += double(value) * value;
    return std::sqrt(sum);
}

/// The largest absolute value, which is the end of the scale on which the values are drawn.
double largestAbsolute(const std::vector<float>& values) {
    double largest = kMinScaleEnd;
    for (const float value : values) largest = std::max(largest, double(std::abs(value)));
    return largest;
}

}  // namespace

QString HeadStepsView::titleOf(std::size_t position) const {
    const auto current = steps();
    return current && position < current->positions.size() ? m_session.titleOf(current->positions[position])
                                                           : QString();
}

BarRows::Change HeadStepsView::barChange() const {
    return m_drawsAtOnce ? BarRows::Change::AtOnce : BarRows::Change::Animations;
}

std::vector<BarRow> HeadStepsView::barsOf(const std::vector<float>& values, Quantity quantity, int decimals,
                                          bool isScore) const {
    const auto current = steps();
    std::vector<BarRow> rows;
    for (std::size_t position = 0; position < current->positions.size(); ++position) {
        const bool masked = m_step >= kMask && current->mask[position] != ColumnMask::Open;
        const double value = position < values.size() ? double(values[position]) : 0;
        rows.push_back(
            {.title = titleOf(position),
             .value = masked ? 0 : value,
             .text = masked && isScore ? QStringLiteral("−∞") : fixedNumber(value, decimals),
             .colour = colourOf(quantity),
             .bold = int(position) == (m_clickedPosition < 0 ? current->row : m_clickedPosition),
             .masked = masked,
             .tip = masked ? tr("%1: not read (%2)")
                                 .arg(titleOf(position), QString::fromLatin1(columnMaskName(current->mask[position])))
                           : QString()});
    }
    return rows;
}

void HeadStepsView::draw() {
    m_temperatureText->setText(tr("Temperature %1").arg(fixedNumber(temperature(), 2)));
    const auto current = steps();
    if (!current) return;
    const std::size_t chosen = std::size_t(m_clickedPosition < 0 ? current->row : m_clickedPosition);
    std::vector<float> lengths;
    for (std::size_t i = 0; i < current->positions.size(); ++i)
        lengths.push_back(float(lengthOf(current->key(std::int32_t(i)))));
    switch (m_step) {
        case kQuery: {
            std::vector<BarRow> names = barsOf(lengths, Quantity::Query, 0);
            for (BarRow& row : names) {
                row.value = 0;
                row.text.clear();
            }
            m_left->setTitle(tr("Positions of the input · bold: the query position"));
            m_left->setRows(names, 0, 1);
            showCoordinates(*m_vector, tr("Query of the bold position: %1 numbers").arg(current->headSize),
                            current->query, colourOf(Quantity::Query));
            break;
        }
        case kKeys:
            m_left->setTitle(tr("Length of each position's key · click one to see it"));
            m_left->setRows(barsOf(lengths, Quantity::Key, 2), 0, largestAbsolute(lengths));
            showCoordinates(*m_vector, tr("Key of %1").arg(titleOf(chosen)), current->key(std::int32_t(chosen)),
                            colourOf(Quantity::Key));
            break;
        case kProducts: {
            m_left->setTitle(tr("Query times key · click one to see its coordinates"));
            m_left->setRows(barsOf(current->products, Quantity::Weight, 2), -largestAbsolute(current->products),
                            largestAbsolute(current->products));
            std::vector<float> products;
            for (std::size_t i = 0; i < current->query.size(); ++i)
                products.push_back(current->query[i] * current->key(std::int32_t(chosen))[i]);
            showCoordinates(*m_vector,
                            tr("Sum %1: query times key of %2, by coordinate")
                                .arg(fixedNumber(current->products[chosen], 2), titleOf(chosen)),
                            products, colourOf(Quantity::Weight));
            break;
        }
        case kScaled:
        case kMask:
            m_left->setTitle(m_step == kScaled ? tr("Divided by √%1 = %2")
                                                     .arg(current->headSize)
                                                     .arg(fixedNumber(std::sqrt(double(current->headSize)), 2))
                                               : tr("The scores with the mask · hatched: must not be read"));
            m_left->setRows(barsOf(current->scores, Quantity::Weight, 2, true), -largestAbsolute(current->products),
                            largestAbsolute(current->products));
            showCoordinates(*m_vector, tr("Query of the bold position"), current->query, colourOf(Quantity::Query));
            break;
        case kExponentials:
        case kWeights:
            drawSoftmax();
            break;
        case kValues:
            drawValues(softmaxSteps(m_scores, current->mask, temperature()).weights);
            break;
        case kOutput:
            drawOutput();
            break;
        default:
            break;
    }
}

void HeadStepsView::drawSoftmax() {
    const auto current = steps();
    const SoftmaxSteps softmax = softmaxSteps(m_scores, current->mask, temperature());
    m_left->setTitle(m_step == kWeights ? tr("The scores · drag a bar") : tr("The scores"));
    const double scaleEnd = std::max(2.0, 2 * largestAbsolute(current->scores));
    m_left->setRows(barsOf(m_scores, Quantity::Weight, 2, true), -scaleEnd, scaleEnd, barChange());
    const bool exponentials = m_step == kExponentials;
    m_right->setTitle(exponentials
                          ? tr("e to the power of (score − largest score); sum %1").arg(fixedNumber(softmax.sum, 3))
                          : tr("The weights: each number divided by the sum; they add up to 1"));
    m_right->setRows(barsOf(exponentials ? softmax.exponentials : softmax.weights, Quantity::Weight, 3), 0, 1,
                     barChange());
}

/// Draws the length of each value vector before and after weighting, then the coordinates of the chosen weighted vector
/// beside those of the weighted sum.
void HeadStepsView::drawValues(const std::vector<float>& weights) {
    const auto current = steps();
    const auto maxWeight = std::max_element(weights.begin(), weights.end());
    const std::size_t chosen =
        m_clickedPosition < 0 ? std::size_t(maxWeight - weights.begin()) : std::size_t(m_clickedPosition);
    std::vector<float> lengths, weightedLengths;
    for (std::size_t i = 0; i < current->positions.size(); ++i) {
        lengths.push_back(float(lengthOf(current->value(std::int32_t(i)))));
        weightedLengths.push_back(weights[i] * lengths.back());
    }
    std::vector<BarRow> values = barsOf(lengths, Quantity::Value, 2);
    std::vector<BarRow> weighted = barsOf(weightedLengths, Quantity::Value, 2);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i].bold = weighted[i].bold = i == chosen;
        if (!weighted[i].masked)
            weighted[i].text =
                tr("%1 × %2").arg(fixedNumber(double(weights[i]), 2), fixedNumber(double(lengths[i]), 2));
    }
    m_left->setTitle(tr("Length of each position's value · click one to see it"));
    m_left->setRows(std::move(values), 0, largestAbsolute(lengths), barChange());
    m_right->setTitle(tr("Weight × value: how much of each value is read"));
    m_right->setRows(std::move(weighted), 0, largestAbsolute(lengths), barChange());

    std::vector<float> weightedValue;
    for (const float value : current->value(std::int32_t(chosen))) weightedValue.push_back(weights[chosen] * value);
    m_vector->setLabels(tr("What the head read: the sum of weight × value"), tr("coordinate"), tr("value"));
    m_vector->clear();
    addCoordinates(*m_vector, tr("the sum"), weightedSum(weights, current->values), colourOf(Quantity::Value));
    addCoordinates(*m_vector, tr("%1 × the value of the bold position").arg(fixedNumber(weights[chosen], 2)),
                   weightedValue, colourOf(Quantity::Weight));
}

void HeadStepsView::drawOutput() {
    const auto current = steps();
    const double input = lengthOf(current->residual.empty() ? current->input : current->residual);
    const double read = lengthOf(current->attentionOutput), sum = lengthOf(current->sum),
                 after = lengthOf(current->afterAttention);
    const auto bar = [](const QString& title, double value) {
        return BarRow{
            .title = title, .value = value, .text = fixedNumber(value, 2), .colour = colourOf(Quantity::Output)};
    };
    m_left->setTitle(tr("Lengths of the vectors, width %1").arg(current->dim));
    std::vector<BarRow> rows{bar(tr("Residual"), input), bar(tr("Attention output"), read)};
    if (!current->gate.empty()) rows.push_back(bar(tr("Times the gate"), lengthOf(current->gatedOutput())));
    rows.push_back(bar(tr("Both added"), sum));
    rows.push_back(bar(tr("Passed on"), after));
    m_left->setRows(std::move(rows), 0, std::max({input, read, sum, after, kMinScaleEnd}));
    showCoordinates(*m_vector, tr("Passed on to the next part"), current->afterAttention, colourOf(Quantity::Output));
}

}  // namespace recscope::ui
