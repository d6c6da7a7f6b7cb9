// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/history_model.h"

#include <QDateTime>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <unordered_set>

#include "core/explain/scores/reading_sentences.h"
#include "ui/lists/history_timeline.h"
#include "ui/lists/row_delegates.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

QString patternText(Pattern pattern) {
    switch (pattern) {
        case Pattern::Start:
            return HistoryModel::tr("a random first item");
        case Pattern::Repeat:
            return HistoryModel::tr("a repeat");
        case Pattern::AfterGap:
            return HistoryModel::tr("made likely after a gap");
        case Pattern::Bundle:
            return HistoryModel::tr("the rest of a bundle");
        case Pattern::Chain:
            return HistoryModel::tr("the next item of a chain");
        case Pattern::Noise:
            return HistoryModel::tr("a random choice");
    }
    return {};
}

void HistoryModel::setAnswer(std::shared_ptr<const ExploreAnswer> answer,
                             std::shared_ptr<const ItemCatalogue> catalogue) {
    reset(std::move(catalogue), [&] {
        m_answer = std::move(answer);
        m_attention.clear();
        m_removal.clear();
        m_removedWith.clear();
        m_decisiveItems.clear();
        m_isRepeat.clear();
        m_hasTimes = m_hasRatings = false;
        std::unordered_set<Token> seen;
        for (int row = 0; row < rowCount(); ++row) {
            const Interaction& interaction = m_answer->interactions[size_t(row)];
            m_isRepeat.push_back(!seen.insert(interaction.token).second);
            m_hasTimes = m_hasTimes || interaction.time.has_value();
            m_hasRatings = m_hasRatings || interaction.rating.has_value();
        }
    });
}

void HistoryModel::setAttention(std::vector<float> weights, MapScale scale) {
    m_attention = std::move(weights);
    m_scale = scale;
    m_largestAttention = 0;
    for (const float weight : m_attention)
        if (!std::isnan(weight)) m_largestAttention = std::max(m_largestAttention, double(std::abs(weight)));
    reportChanged(Attention, Attention);
}

std::optional<ItemPartKind> HistoryModel::partKind() const {
    if (!m_answer || !m_answer->hasItemParts()) return {};
    return m_answer->explanation->parts->kind;
}

void HistoryModel::setRemoval(const std::vector<RemovalEffect>& effects) {
    m_removal.assign(effects.empty() ? 0 : size_t(rowCount()), std::numeric_limits<float>::quiet_NaN());
    m_removedWith.assign(m_removal.size(), -1);
    m_largestRemoval = 0;
    for (const RemovalEffect& effect : effects) {
        if (effect.position < 0 || effect.position >= rowCount()) continue;
        for (const std::int32_t position : effect.positions()) {
            m_removal[size_t(position)] = effect.effect;
            if (!effect.earlier.empty()) m_removedWith[size_t(position)] = effect.position;
        }
        m_largestRemoval = std::max(m_largestRemoval, double(std::abs(effect.effect)));
    }
    reportChanged(Removal, Removal);
}

void HistoryModel::setNumbersShown(bool shown) {
    if (shown == m_numbers) return;
    m_numbers = shown;
    emit headerDataChanged(Qt::Horizontal, Number, Number);
    reportChanged(Number, Number);
}

void HistoryModel::setInTimeOrder(bool inOrder) {
    if (inOrder == m_inTimeOrder) return;
    m_inTimeOrder = inOrder;
    reportChanged(Number, Number);
}

void HistoryModel::setDecisiveItems(std::vector<int> rows) {
    if (rows == m_decisiveItems) return;
    m_decisiveItems = std::move(rows);
    reportChanged(0, ColumnCount - 1);
}

bool HistoryModel::isDecisive(int row) const {
    return std::find(m_decisiveItems.begin(), m_decisiveItems.end(), row) != m_decisiveItems.end();
}

int HistoryModel::firstReadRow() const {
    return m_answer && m_answer->explanation && m_answer->explanation->firstPosition > 0
               ? m_answer->explanation->firstPosition
               : -1;
}

ItemRowModel::DashedLine HistoryModel::dashedLine() const {
    return {firstReadRow(), Theme::instance().colours().accent};
}

bool HistoryModel::isRead(int row) const {
    return row < m_answer->given &&
           (!m_answer->explanation || (m_answer->unreadHistory.empty() && m_answer->mapPosition(row) >= 0));
}

bool HistoryModel::isMuted(int row, int column) const {
    return !isRead(row) || column == Date || column == Gap || column == Number;
}

int HistoryModel::marks(int row) const {
    int marks = 0;
    if (isRead(row)) marks |= PositionRead;
    if (m_isRepeat[size_t(row)]) marks |= PositionRepeated;
    if (isHeldOut(row)) marks |= PositionHeldOut;
    if (row == 0 || !m_inTimeOrder) marks |= PositionFirst;
    if (row + 1 == rowCount() || !m_inTimeOrder) marks |= PositionLast;
    return marks;
}

QString HistoryModel::sumText(const std::vector<int>& rows) const {
    if (!m_answer || rows.size() < 2) return {};
    QStringList parts{tr("%1 items together").arg(rows.size())};
    const auto sum = [&](int column) {
        std::optional<double> sum;
        std::set<int> counted;  // rows that are removed together share one effect, which is counted once
        for (const int row : rows) {
            const int newestRow =
                column == Removal && size_t(row) < m_removedWith.size() ? m_removedWith[size_t(row)] : -1;
            if (newestRow >= 0 && !counted.insert(newestRow).second) continue;
            if (const QVariant known = value(row, column); known.isValid()) sum = sum.value_or(0) + known.toDouble();
        }
        return sum;
    };
    if (const auto attention = sum(Attention)) parts << sumOfParts(*attention);
    if (const auto removal = sum(Removal)) parts << tr("removal effects %1").arg(signedNumber(*removal, 3));
    return parts.join(QStringLiteral(" · "));
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid() || !m_answer) return 0;
    // The held-out items come last; interactions after them are not shown.
    return m_answer->given + m_answer->heldOut;
}

QString HistoryModel::sumOfParts(double sum) const {
    const auto kind = partKind();
    if (kind && isWeight(*kind)) return tr("weights %1").arg(signedNumber(sum, 3));
    return (kind ? tr("contributions %1") : tr("attention %1")).arg(fixedNumber(sum, 3));
}

ItemRowModel::ColumnHeader HistoryModel::attentionHeader() const {
    const auto kind = partKind();
    if (!kind)
        return {
            tr("Attention"),
            tr("Weight this item gets from the query position in the head shown; the bar is relative to the largest")};
    return {isWeight(*kind) ? tr("Weight") : tr("Contribution"), QString::fromStdString(itemPartSentence(*kind))};
}

std::vector<ItemRowModel::ColumnHeader> HistoryModel::columnHeaders() const {
    return {{m_numbers ? tr("#") : QString(), tr("Position in the history, oldest first. A solid line: the model reads "
                                                 "the item. A ring: the user had the item before.")},
            {tr("Date"), tr("Date and time in UTC")},
            {tr("Gap"), tr("Time since the previous interaction")},
            {tr("Item"), tr("Title and genres")},
            {tr("Rating"), tr("The user's rating")},
            attentionHeader(),
            {tr("Removal"), tr("Removal test: by how much (in nats) the log-probability of the chosen recommendation "
                               "falls when this item is removed. Orange, +: the item makes it more likely. Blue, −: "
                               "less likely. All rows of one item are removed together and share one effect.")}};
}

QVariant HistoryModel::value(int row, int column) const {
    const auto known = [](const std::vector<float>& values, int at) {
        const bool isKnown = at >= 0 && size_t(at) < values.size() && !std::isnan(values[size_t(at)]);
        return isKnown ? QVariant(double(values[size_t(at)])) : QVariant();
    };
    const Interaction& interaction = m_answer->interactions[size_t(row)];
    switch (column) {
        case Number:
            return row;
        case Date:
            return interaction.time ? QVariant(qlonglong(*interaction.time)) : QVariant();
        case Gap: {
            const auto before = row > 0 ? m_answer->interactions[size_t(row) - 1].time : std::nullopt;
            return interaction.time && before ? QVariant(qlonglong(*interaction.time - *before)) : QVariant();
        }
        case Item:
            return titleAt(row);
        case Rating:
            return interaction.rating ? QVariant(double(*interaction.rating)) : QVariant();
        case Attention:
            return known(m_attention, m_answer->mapPosition(row));
        default:
            return known(m_removal, row);
    }
}

QString HistoryModel::text(int row, int column) const {
    const QVariant known = value(row, column);
    if (!known.isValid()) return {};
    switch (column) {
        case Number:
            return QString::number(row + 1);
        case Date:
            return shortDay(known.toLongLong());
        case Gap:
            return gapText(known.toLongLong());
        case Item:
            return known.toString();
        case Rating:
            return shortNumber(known.toDouble());
        default:
            return column == Attention && m_scale != MapScale::Diverging ? fixedNumber(known.toDouble(), 3)
                                                                         : signedNumber(known.toDouble(), 3);
    }
}

QString HistoryModel::exactTitle(int column) const {
    switch (column) {
        case Number:
            return tr("Position");
        case Date:
            return tr("Time (UTC)");
        case Gap:
            return tr("Gap (s)");
        case Removal:
            return tr("Removal (nats)");
        default:
            return columnHeaders()[size_t(column)].title;
    }
}

QVariant HistoryModel::exactValue(int row, int column) const {
    const QVariant known = value(row, column);
    if (!known.isValid()) return {};
    if (column == Number) return row + 1;
    return column == Date ? QVariant(timeText(known.toLongLong())) : known;
}

ItemRowModel::Badge HistoryModel::badge(int row) const {
    const Colours& colours = Theme::instance().colours();
    if (isHeldOut(row)) return {tr("held out"), colours.good};
    if (isDecisive(row)) return {tr("decides"), colours.accent};
    const PlantedCause* cause = m_answer->heldOutCause();
    const bool isCause = cause && std::find(cause->causes.begin(), cause->causes.end(), row) != cause->causes.end();
    return {isCause ? tr("cause") : QString(), colours.warning};
}

QString HistoryModel::toolTip(int row, int column) const {
    if (column == Removal && size_t(row) < m_removedWith.size() && m_removedWith[size_t(row)] >= 0)
        return tr("%1, for all %2 rows of this item together")
            .arg(text(row, column))
            .arg(std::count(m_removedWith.begin(), m_removedWith.end(), m_removedWith[size_t(row)]));
    if (column == Attention || column == Removal) return text(row, column);
    QStringList lines{titleAndGenres(row)};
    const Interaction& interaction = m_answer->interactions[size_t(row)];
    if (interaction.time) {
        const QString later = text(row, Gap);
        lines
            << shortDay(*interaction.time) +
                   QDateTime::fromSecsSinceEpoch(*interaction.time, Qt::UTC).toString(QStringLiteral(", hh:mm 'UTC'")) +
                   (later.isEmpty() ? QString() : QStringLiteral(", ") + later);
    }
    if (m_isRepeat[size_t(row)]) lines << tr("The user had this item before.");
    if (interaction.rating) lines << tr("Rated %1").arg(shortNumber(*interaction.rating));
    const PlantedCause* cause = m_answer->heldOutCause();
    if (isHeldOut(row) && row > m_answer->given) {
        lines << tr("Held out with its order: the model does not read it. The test counts the order's first item.");
    } else if (isHeldOut(row)) {
        lines << tr("Held out: the model does not read it, but must predict it.");
        if (cause) lines << tr("Planted in the sample data as %1.").arg(patternText(cause->pattern));
    } else if (isDecisive(row)) {
        lines << tr("Decisive: without the deciding items the chosen recommendation falls out of the first ranks.");
    } else if (!badge(row).text.isEmpty()) {
        lines << tr("A planted cause of the held-out item, which is %1.").arg(patternText(cause->pattern));
    }
    if (m_answer->explanation && row < m_answer->explanation->firstPosition)
        lines << tr("Too long ago: the model does not read it.");
    else if (!isRead(row) && row < m_answer->given)
        lines << tr("The model does not read the history.");
    return lines.join(QLatin1Char('\n'));
}

QVariant HistoryModel::extraData(int row, int column, int role) const {
    if (role == PositionRole) return marks(row);
    if (role != Qt::AccessibleTextRole || column != Number) return {};
    return isHeldOut(row) ? tr("%1, held out").arg(row + 1)
           : isRead(row)  ? QString::number(row + 1)
                          : tr("%1, not read by the model").arg(row + 1);
}

}  // namespace recscope::ui
