// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attention_map_model.h"

#include <algorithm>
#include <cmath>

#include "core/explain/attention/run_difference.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

float largestWeight(const AttentionMaps& maps, AttentionMask attentionMask) {
    float largest = 0;
    const std::int32_t first = attentionMask == AttentionMask::Causal && maps.size > 1 ? 1 : 0;
    for (std::int32_t layer = 0; layer < maps.layers; ++layer)
        for (std::int32_t head = 0; head < maps.heads; ++head)
            for (std::int32_t row = first; row < maps.size; ++row)
                for (const float weight : maps.row(layer, head, row)) largest = std::max(largest, std::abs(weight));
    return largest;
}

MapRange usualRange(const AttentionMaps& maps, AttentionMask attentionMask) {
    const bool hasFixedRow = attentionMask == AttentionMask::Causal && maps.size > 1 && !maps.isPointwise;
    return hasFixedRow ? MapRange::Row : MapRange::Own;
}

void AttentionMapModel::setMaps(std::shared_ptr<const AttentionMaps> maps, QStringList labels,
                                AttentionMask attentionMask) {
    m_attentionMask = attentionMask;
    replaceMaps(std::move(maps), std::move(labels));
    if (m_maps) m_usualRange = usualRange(*m_maps, attentionMask);
    m_choice = existing(m_choice);
    rebuild();
    emit choiceChanged();
}

void AttentionMapModel::clear(const QString& reason) {
    replaceMaps({}, {});
    rebuild();
    m_reason = reason;
    emit changed();
    emit choiceChanged();
}

// Discards what belongs to the previous maps: rollout, mean over users, other run.
void AttentionMapModel::replaceMaps(std::shared_ptr<const AttentionMaps> maps, QStringList labels) {
    const bool sameSize = m_maps && maps && maps->size == m_maps->size;
    m_maps = std::move(maps);
    m_labels = std::move(labels);
    m_rollout.reset();
    m_average.reset();
    m_pair.reset();
    m_noAverage.clear();
    m_noPair.clear();
    emit mapsReplaced(sameSize);
}

const AttentionMaps* AttentionMapModel::otherMaps() const {
    if (m_choice.view != MapView::MinusRun) return m_maps.get();
    return m_pair ? &m_pair->other->attention : nullptr;
}

MapChoice AttentionMapModel::existing(MapChoice choice) const {
    if (!m_maps || m_maps->size == 0) return choice;
    const auto clamp = [](HeadId& head, const AttentionMaps& maps) {
        head.layer = std::clamp(head.layer, 0, maps.layers - 1);
        head.head = std::clamp(head.head, 0, maps.heads - 1);
    };
    clamp(choice.head, *m_maps);
    if (choice.view == MapView::MinusRun && m_pair) clamp(choice.other, m_pair->other->attention);
    if (choice.view == MapView::MinusHead) clamp(choice.other, *m_maps);
    choice.run = m_pair ? m_pair->otherName : QString();
    choice.users = m_average ? m_average->users() : 0;
    return choice;
}

void AttentionMapModel::choose(const MapChoice& choice) {
    m_choice = existing(choice);
    rebuild();
    emit choiceChanged();
}

void AttentionMapModel::setHead(int layer, int head) {
    MapChoice choice = m_choice;
    choice.head = {layer, head};
    choose(choice);
}

void AttentionMapModel::setView(MapView view) {
    MapChoice choice = m_choice;
    choice.view = view;
    // A head minus itself would be 0 everywhere, so the first comparison is with the next head.
    if (view == MapView::MinusHead && choice.other == choice.head && m_maps && m_maps->heads > 0) {
        const int next = (choice.head.layer * m_maps->heads + choice.head.head + 1) % (m_maps->layers * m_maps->heads);
        choice.other = {next / m_maps->heads, next % m_maps->heads};
    }
    choose(choice);
}

void AttentionMapModel::setOtherHead(HeadId other) {
    MapChoice choice = m_choice;
    choice.other = other;
    choose(choice);
}

void AttentionMapModel::setRollout(std::shared_ptr<const AttentionMaps> maps,
                                   std::shared_ptr<const AttentionView> rollout) {
    if (maps != m_maps) return;
    m_rollout = std::move(rollout);
    choose(m_choice);
}

void AttentionMapModel::setAverage(std::shared_ptr<const AttentionProfile> average, const QString& why) {
    m_average = std::move(average);
    m_noAverage = why;
    choose(m_choice);
}

void AttentionMapModel::setOtherRun(std::shared_ptr<const RunPair> pair, const QString& why) {
    m_pair = std::move(pair);
    m_noPair = why;
    choose(m_choice);
}

std::vector<float> AttentionMapModel::sumOf(const std::vector<int>& rows) const {
    return isEmpty() ? std::vector<float>() : sumOfRows(m_shown, rows);
}

void AttentionMapModel::setRange(MapRange range) {
    if (range == this->range()) return;
    m_range = range;
    rebuild();
    emit rangeChanged(range);
}

void AttentionMapModel::setCommonMaximum(float maximum) {
    if (maximum == m_common) return;
    m_common = maximum;
    rebuild();
}

void AttentionMapModel::rebuild() {
    m_shown = {};
    m_reason.clear();
    if (m_maps && m_maps->size > 0) makeView();
    m_maximum = largestValue(range());
    emit changed();
}

float AttentionMapModel::largestValue(MapRange range) const {
    if (isEmpty()) return 0;
    const bool differs = isDifference(m_choice.view);
    if (m_common > 0 && !differs) return m_common;
    float maximum = 0;
    for (const float number : range == MapRange::Shared && !differs ? m_maps->weights : m_shown.weights)
        if (!std::isnan(number)) maximum = std::max(maximum, std::abs(number));
    return maximum;
}

void AttentionMapModel::makeView() {
    switch (m_choice.view) {
        case MapView::Rollout:
            if (m_maps->isPointwise) {
                m_reason =
                    tr("The attention of this model is pointwise: its weights need not sum to 1, so there is no "
                       "rollout.");
            } else if (m_rollout) {
                m_shown = *m_rollout;
            } else {
                m_reason = tr("Computing the attention rollout…");
                emit rolloutRequested(m_maps);
            }
            break;
        case MapView::MinusAverage:
            if (m_average) m_shown = m_average->differenceFrom(*m_maps, m_choice.head);
            m_reason = m_average ? QString() : m_noAverage;
            break;
        case MapView::MinusRun:
            if (m_pair) m_shown = runDifference(*m_pair->own, m_choice.head, *m_pair->other, m_choice.other);
            m_reason = m_pair ? QString() : m_noPair;
            break;
        default:
            m_shown = shownView(*m_maps, m_choice);
    }
}

QString AttentionMapModel::sentence(MapCell cell) const {
    if (isEmpty()) return {};
    const QString looker = m_labels.value(cell.row), seen = m_labels.value(cell.column), where = sourceOf(m_choice);
    if (std::isnan(valueAt(cell)))
        return tr("%1 looks at %2: %3 has no such position (%4)").arg(looker, seen, m_choice.run, where);
    // Another run may attend to positions that the shown run's mask excludes.
    if (m_attentionMask == AttentionMask::Causal && cell.column > cell.row && m_choice.view != MapView::MinusRun)
        return tr("%1 cannot look at %2, which comes later (%3)").arg(looker, seen, where);
    const double value = double(valueAt(cell));
    const QString number = fixedNumber(std::abs(value), 3);
    if (isDifference(m_choice.view))
        return value < 0 ? tr("%1 looks at %2 by %3 less (%4)").arg(looker, seen, number, where)
                         : tr("%1 looks at %2 by %3 more (%4)").arg(looker, seen, number, where);
    if (m_choice.view == MapView::Rollout)
        return tr("%2 reaches %1 with weight %3 (%4)").arg(looker, seen, number, where);
    return tr("%1 looks at %2: %3 (%4)").arg(looker, seen, isSigned() ? signedNumber(value, 3) : number, where);
}

AttentionImage imageOf(const AttentionMapModel& model, MapRange range) {
    AttentionImage image;
    if (model.isEmpty()) return image;
    const AttentionView& values = model.values();
    if (range == MapRange::Row && !model.isSigned())
        image.setByRow(values.weights, values.size, model.attentionMask());
    else
        image.set(values.weights, values.size, model.maximumOf(range), model.attentionMask(),
                  model.isSigned() ? MapScale::Diverging : MapScale::Sequential);
    return image;
}

}  // namespace recscope::ui
