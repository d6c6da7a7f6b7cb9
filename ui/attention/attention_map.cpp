// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/attention_map.h"

#include <QAccessible>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "core/explain/attention/run_difference.h"
#include "ui/attention/attention_export.h"
#include "ui/theme/theme.h"
#include "ui/widgets/figure_settings.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/table_text.h"

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

AttentionMap::AttentionMap(QWidget* parent) : QWidget(parent) {
    setAccessibleRole(this, QAccessible::Table);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setToolTip({});
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        rebuild();
        updateGeometry();
    });
    describe();
}

AttentionMap::~AttentionMap() = default;

void AttentionMap::setMaps(std::shared_ptr<const AttentionMaps> maps, QStringList labels, AttentionMask attentionMask) {
    const bool sameShape = m_maps && maps && maps->size == m_maps->size;
    m_maps = std::move(maps);
    forgetMapData();
    m_labels = std::move(labels);
    m_attentionMask = attentionMask;
    if (m_maps) m_usualRange = usualRange(*m_maps, attentionMask);
    m_hovered.reset();
    m_highlight = {-1, -1};
    if (!sameShape) {
        m_pinned.reset();
        m_rows.clear();
        m_view = m_maps ? QRectF(0, 0, m_maps->size, m_maps->size) : QRectF();
    }
    m_choice = existing(m_choice);
    rebuild();
    emit choiceChanged();
}

void AttentionMap::clear(const QString& reason) {
    m_maps.reset();
    forgetMapData();
    m_labels.clear();
    m_rows.clear();
    m_hovered.reset();
    m_pinned.reset();
    m_highlight = {-1, -1};
    rebuild();
    m_reason = reason;
    describe();
    emit choiceChanged();
}

void AttentionMap::forgetMapData() {
    m_rollout.reset();
    m_average.reset();
    m_pair.reset();
    m_noAverage.clear();
    m_noPair.clear();
    m_causes.clear();
}

const AttentionMaps* AttentionMap::otherMaps() const {
    if (m_choice.view != MapView::MinusRun) return m_maps.get();
    return m_pair ? &m_pair->other->attention : nullptr;
}

MapChoice AttentionMap::existing(MapChoice choice) const {
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

void AttentionMap::choose(const MapChoice& choice) {
    m_choice = existing(choice);
    rebuild();
    emit choiceChanged();
}

void AttentionMap::setHead(int layer, int head) {
    MapChoice choice = m_choice;
    choice.head = {layer, head};
    choose(choice);
}

void AttentionMap::setView(MapView view) {
    MapChoice choice = m_choice;
    choice.view = view;
    // A head minus itself would be 0 everywhere, so the first comparison is with the next head.
    if (view == MapView::MinusHead && choice.other == choice.head && m_maps && m_maps->heads > 0) {
        const int next = (choice.head.layer * m_maps->heads + choice.head.head + 1) % (m_maps->layers * m_maps->heads);
        choice.other = {next / m_maps->heads, next % m_maps->heads};
    }
    choose(choice);
}

void AttentionMap::setOtherHead(HeadId other) {
    MapChoice choice = m_choice;
    choice.other = other;
    choose(choice);
}

void AttentionMap::setRollout(std::shared_ptr<const AttentionMaps> maps, std::shared_ptr<const AttentionView> rollout) {
    if (maps != m_maps) return;
    m_rollout = std::move(rollout);
    choose(m_choice);
}

void AttentionMap::setAverage(std::shared_ptr<const AttentionProfile> average, const QString& why) {
    m_average = std::move(average);
    m_noAverage = why;
    choose(m_choice);
}

void AttentionMap::setOtherRun(std::shared_ptr<const RunPair> pair, const QString& why) {
    m_pair = std::move(pair);
    m_noPair = why;
    choose(m_choice);
}

void AttentionMap::setCauses(std::vector<int> columns) {
    m_causes = std::move(columns);
    update();
}

void AttentionMap::toggleRow(int row) {
    if (isEmpty() || row < 0 || row >= m_shown.size) return;
    if (m_rows.erase(row) == 0) m_rows.insert(row);
    describe();
    update();
    emit rowsChanged();
}

void AttentionMap::clearRows() {
    if (m_rows.empty()) return;
    m_rows.clear();
    describe();
    update();
    emit rowsChanged();
}

float AttentionMap::valueAt(MapCell cell) const {
    return isEmpty() ? 0.0f : m_shown.at(cell.row, cell.column);
}

std::vector<float> AttentionMap::sumOf(const std::vector<int>& rows) const {
    return isEmpty() ? std::vector<float>() : sumOfRows(m_shown, rows);
}

void AttentionMap::setRange(MapRange range) {
    if (range == this->range()) return;
    m_range = range;
    rebuild();
    emit rangeChanged(range);
}

void AttentionMap::setCommonMaximum(float maximum) {
    if (maximum == m_common) return;
    m_common = maximum;
    rebuild();
}

void AttentionMap::rebuild() {
    const QFontMetricsF caption(Theme::instance().caption());
    m_widestLabel = 0;
    for (const QString& label : m_labels) m_widestLabel = std::max(m_widestLabel, caption.horizontalAdvance(label));
    m_shown = {};
    m_reason.clear();
    m_image.clear();
    m_maximum = 0;
    if (m_maps && m_maps->size > 0) makeView();
    if (!isEmpty()) {
        const bool differs = isDifference(m_choice.view), bothSigns = isSigned();
        const auto& numbers = range() == MapRange::Shared && !differs ? m_maps->weights : m_shown.weights;
        for (const float number : numbers) {
            if (!std::isnan(number)) m_maximum = std::max(m_maximum, std::abs(number));
        }
        if (m_common > 0 && !differs) m_maximum = m_common;
        if (range() == MapRange::Row && !bothSigns) {
            m_image.setByRow(m_shown.weights, m_shown.size, m_attentionMask);
        } else {
            m_image.set(m_shown.weights, m_shown.size, m_maximum, m_attentionMask,
                        bothSigns ? MapScale::Diverging : MapScale::Sequential);
        }
    }
    describe();
    update();
}

void AttentionMap::makeView() {
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

QString AttentionMap::sentence(MapCell cell) const {
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

QString AttentionMap::tagText() const {
    if (m_hovered) return sentence(*m_hovered);
    return m_pinned ? sentence(*m_pinned) : QString();
}

void AttentionMap::describe() {
    setAccessibleName(isEmpty() ? tr("Attention map, empty") : tr("Attention map, %1").arg(sourceOf(m_choice)));
    QString description = isEmpty() ? m_reason : tagText();
    if (!m_rows.empty()) description += tr(" %1 rows are summed.").arg(m_rows.size());
    setAccessibleDescription(description.trimmed());
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
    reportCurrentCell(this);
}

QRect AttentionMap::cellArea(PaintedCell cell) const {
    return cellRect({cell.row, cell.column}).toAlignedRect();
}

std::optional<PaintedCell> AttentionMap::currentCell() const {
    if (!m_pinned) return std::nullopt;
    return PaintedCell{m_pinned->row, m_pinned->column};
}

void AttentionMap::pin(int row, int column) {
    if (isEmpty()) return;
    const MapCell cell{std::clamp(row, 0, m_maps->size - 1), std::clamp(column, 0, m_maps->size - 1)};
    reveal(cell);
    if (m_pinned == cell) return;
    m_pinned = cell;
    describe();
    update();
    emit pinned(cell.row, cell.column);
}

void AttentionMap::unpin() {
    if (!m_pinned) return;
    m_pinned.reset();
    describe();
    update();
    emit pinned(-1, -1);
}

void AttentionMap::setHighlight(int row, int column) {
    const MapCell highlight{row, column};
    if (highlight == m_highlight) return;
    m_highlight = highlight;
    update();
}

QSize AttentionMap::sizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(520), theme.px(380)};
}

QSize AttentionMap::minimumSizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(280), theme.px(190)};
}

QString AttentionMap::valuesAsText(QChar separator) const {
    if (isEmpty()) return {};
    // An item may occur at several positions, so the position is part of the name.
    const auto name = [&](int position) {
        return separatedCell(QStringLiteral("%1 %2").arg(position + 1).arg(m_labels.value(position)), separator);
    };
    QString text = tr("looks \\ looked at");
    for (int column = 0; column < m_maps->size; ++column) text += separator + name(column);
    text += '\n';
    for (int row = 0; row < m_maps->size; ++row) {
        text += name(row);
        for (int column = 0; column < m_maps->size; ++column)
            text += separator + (std::isnan(m_shown.at(row, column))
                                     ? QString()
                                     : QString::number(double(m_shown.at(row, column)), 'g', 6));
        text += '\n';
    }
    return text;
}

void AttentionMap::exportTo(const QString& path) {
    if (path.endsWith(".csv", Qt::CaseInsensitive)) return announceEnd(this, path, writeText(path, valuesAsText(',')));
    const FigureColours colours = figureSettings().colours;
    if (colours == FigureColours::AsShown) return savePicture(this, path, picture());
    // `savePicture` paints before it returns, so the range can be restored afterwards.
    const std::optional<MapRange> before = m_range;
    m_range = colours == FigureColours::Map        ? MapRange::Own
              : colours == FigureColours::AllHeads ? MapRange::Shared
                                                   : MapRange::Row;
    rebuild();
    savePicture(this, path, picture());
    m_range = before;
    rebuild();
}

Picture AttentionMap::picture() const {
    return {
        .size = size(),
        .title = tr("Attention, %1").arg(sourceOf(m_choice)),
        .paint = [this](QPainter& painter) { paint(painter, QSizeF(size()), /*interactive=*/false); },
        .paintAt = [this](QPainter& painter, const QSize& at) { paint(painter, QSizeF(at), /*interactive=*/false); },
        .makePainter = {}};
}

}  // namespace recscope::ui
