// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/history_model.h"

#include <QBrush>
#include <QDateTime>
#include <QFont>
#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "ui/lists/history_timeline.h"
#include "ui/lists/recommendation_model.h"
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
            return HistoryModel::tr("the next of a chain");
        case Pattern::Noise:
            return HistoryModel::tr("a random choice");
    }
    return {};
}

void HistoryModel::setAnswer(std::shared_ptr<const ExploreAnswer> answer,
                             std::shared_ptr<const ItemCatalogue> catalogue) {
    beginResetModel();
    m_answer = std::move(answer);
    m_catalogue = std::move(catalogue);
    m_attention.clear();
    m_removal.clear();
    m_deciding.clear();
    m_lit = -1;
    m_again.clear();
    m_hasTimes = m_hasRatings = false;
    std::unordered_set<Token> had;
    for (int row = 0; row < rowCount(); ++row) {
        const Interaction& interaction = m_answer->interactions[size_t(row)];
        m_again.push_back(!had.insert(interaction.token).second);
        m_hasTimes = m_hasTimes || interaction.time.has_value();
        m_hasRatings = m_hasRatings || interaction.rating.has_value();
    }
    endResetModel();
}

void HistoryModel::setAttention(std::vector<float> weights, MapScale scale) {
    m_attention = std::move(weights);
    m_scale = scale;
    m_largestAttention = 0;
    for (const float weight : m_attention)
        if (!std::isnan(weight)) m_largestAttention = std::max(m_largestAttention, std::abs(weight));
    tellChanged(Attention, Attention);
}

void HistoryModel::setRemoval(const std::vector<RemovalEffect>& effects) {
    m_removal.assign(effects.empty() ? 0 : size_t(rowCount()), std::numeric_limits<float>::quiet_NaN());
    m_largestRemoval = 0;
    for (const RemovalEffect& effect : effects) {
        if (effect.position < 0 || effect.position >= rowCount()) continue;
        m_removal[size_t(effect.position)] = effect.effect;
        m_largestRemoval = std::max(m_largestRemoval, std::abs(effect.effect));
    }
    tellChanged(Removal, Removal);
}

void HistoryModel::setLit(int row) {
    if (row == m_lit) return;
    m_lit = row;
    tellChanged(0, ColumnCount - 1);
}

void HistoryModel::setNumbersShown(bool shown) {
    if (shown == m_numbers) return;
    m_numbers = shown;
    emit headerDataChanged(Qt::Horizontal, Number, Number);
    tellChanged(Number, Number);
}

void HistoryModel::setInTimeOrder(bool inOrder) {
    if (inOrder == m_inTimeOrder) return;
    m_inTimeOrder = inOrder;
    tellChanged(Number, Number);
}

void HistoryModel::setDeciding(std::vector<int> rows) {
    if (rows == m_deciding) return;
    m_deciding = std::move(rows);
    tellChanged(0, ColumnCount - 1);
}

bool HistoryModel::isDeciding(int row) const {
    return std::find(m_deciding.begin(), m_deciding.end(), row) != m_deciding.end();
}

void HistoryModel::tellChanged(int firstColumn, int lastColumn) {
    if (rowCount() > 0) emit dataChanged(index(0, firstColumn), index(rowCount() - 1, lastColumn));
}

int HistoryModel::firstRead() const {
    return m_answer && m_answer->explanation && m_answer->explanation->firstPosition > 0
               ? m_answer->explanation->firstPosition
               : -1;
}

bool HistoryModel::isRead(int row) const {
    return row < m_answer->given &&
           (!m_answer->explanation || (m_answer->unreadHistory.empty() && m_answer->mapPosition(row) >= 0));
}

int HistoryModel::place(int row) const {
    int marks = 0;
    if (isRead(row)) marks |= PlaceRead;
    if (m_again[size_t(row)]) marks |= PlaceAgain;
    if (row == m_answer->given) marks |= PlaceHeldOut;
    if (row == 0 || !m_inTimeOrder) marks |= PlaceFirst;
    if (row + 1 == rowCount() || !m_inTimeOrder) marks |= PlaceLast;
    return marks;
}

QString HistoryModel::gap(int row) const {
    if (row == 0) return {};
    const auto &now = m_answer->interactions[size_t(row)].time, &before = m_answer->interactions[size_t(row) - 1].time;
    return now && before ? gapText(*now - *before) : QString();
}

QString HistoryModel::sumText(const std::vector<int>& rows) const {
    if (!m_answer || rows.size() < 2) return {};
    double attention = 0, removal = 0;
    int looked = 0, tested = 0;
    for (const int row : rows) {
        const int position = m_answer->mapPosition(row);
        if (position >= 0 && size_t(position) < m_attention.size() && !std::isnan(m_attention[size_t(position)])) {
            attention += double(m_attention[size_t(position)]);
            ++looked;
        }
        if (size_t(row) < m_removal.size() && !std::isnan(m_removal[size_t(row)])) {
            removal += double(m_removal[size_t(row)]);
            ++tested;
        }
    }
    QStringList parts{tr("%1 items together").arg(rows.size())};
    if (looked > 0) parts << tr("attention %1").arg(attention, 0, 'f', 3);
    if (tested > 0) parts << tr("removal effects %1").arg(signedNumber(removal, 3));
    return parts.join(QStringLiteral(" · "));
}

const ItemInfo* HistoryModel::item(int row) const {
    const Token token = m_answer->interactions[size_t(row)].token;
    if (!m_catalogue || token < kFirstItemToken || size_t(token) > m_catalogue->size()) return nullptr;
    return &(*m_catalogue)[size_t(token - kFirstItemToken)];
}

QString HistoryModel::titleOf(int row) const {
    if (!m_answer || row < 0 || row >= rowCount()) return {};
    const ItemInfo* info = item(row);
    return info ? QString::fromStdString(info->title) : tr("item %1").arg(m_answer->interactions[size_t(row)].token);
}

int HistoryModel::rowCount(const QModelIndex& parent) const {
    if (parent.isValid() || !m_answer) return 0;
    // The held-out item is the last row; what came after it stays unseen.
    const int heldOut = m_answer->request.predicted == Predicted::Next ? 0 : 1;
    return m_answer->given + heldOut;
}

int HistoryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant HistoryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::DisplayRole)
        return QStringList{m_numbers ? tr("#") : QString(),
                           tr("Date"),
                           tr("Gap"),
                           tr("Item"),
                           tr("Rating"),
                           tr("Attention"),
                           tr("Removal")}
            .value(section);
    if (role == Qt::ToolTipRole)
        return QStringList{
            tr("Position in the history, oldest first. A solid line: the model reads it. A ring: the user had it "
               "before."),
            tr("When, in UTC"),
            tr("How long after the interaction before"),
            tr("Title and genres"),
            tr("The user's rating"),
            tr("Weight this item gets from the looking row in the shown head; the bar is relative to the largest"),
            tr("Removal test: by how much (in nats) the log-probability of the chosen recommendation falls when this "
               "item is removed. Orange, +: the item makes it more likely. Blue, −: less likely.")}
            .value(section);
    return {};
}

QString HistoryModel::display(int row, int column) const {
    const Interaction& interaction = m_answer->interactions[size_t(row)];
    switch (column) {
        case Number:
            return QString::number(row + 1);
        case Date:
            return interaction.time ? QDateTime::fromSecsSinceEpoch(*interaction.time, Qt::UTC)
                                          .toString(QStringLiteral("d MMM yyyy"))
                                    : QString();
        case Gap:
            return gap(row);
        case Item:
            return titleOf(row);
        case Rating:
            return interaction.rating ? QString::number(*interaction.rating) : QString();
        case Attention: {
            const int position = m_answer->mapPosition(row);
            if (position < 0 || size_t(position) >= m_attention.size() || std::isnan(m_attention[size_t(position)]))
                return {};
            return m_scale == MapScale::Diverging ? signedNumber(double(m_attention[size_t(position)]), 3)
                                                  : QString::number(double(m_attention[size_t(position)]), 'f', 3);
        }
        default:
            return size_t(row) < m_removal.size() && !std::isnan(m_removal[size_t(row)])
                       ? signedNumber(double(m_removal[size_t(row)]), 3)
                       : QString();
    }
}

QVariant HistoryModel::bar(int row, int column) const {
    if (column == Attention) {
        const int position = m_answer->mapPosition(row);
        if (position < 0 || size_t(position) >= m_attention.size() || std::isnan(m_attention[size_t(position)]))
            return {};
        return m_largestAttention > 0 ? double(m_attention[size_t(position)] / m_largestAttention) : 0.0;
    }
    if (size_t(row) >= m_removal.size() || std::isnan(m_removal[size_t(row)])) return {};
    return m_largestRemoval > 0 ? double(m_removal[size_t(row)] / m_largestRemoval) : 0.0;
}

QVariant HistoryModel::sortValue(int row, int column) const {
    const Interaction& interaction = m_answer->interactions[size_t(row)];
    switch (column) {
        case Number:
            return row;
        case Date:
            return interaction.time ? QVariant(qlonglong(*interaction.time)) : QVariant();
        case Gap: {
            if (row == 0 || !interaction.time || !m_answer->interactions[size_t(row) - 1].time) return {};
            return qlonglong(*interaction.time - *m_answer->interactions[size_t(row) - 1].time);
        }
        case Item:
            return titleOf(row);
        case Rating:
            return interaction.rating ? QVariant(double(*interaction.rating)) : QVariant();
        case Attention: {
            const int position = m_answer->mapPosition(row);
            if (position < 0 || size_t(position) >= m_attention.size() || std::isnan(m_attention[size_t(position)]))
                return {};
            return double(m_attention[size_t(position)]);
        }
        default:
            return size_t(row) < m_removal.size() && !std::isnan(m_removal[size_t(row)])
                       ? QVariant(double(m_removal[size_t(row)]))
                       : QVariant();
    }
}

QString HistoryModel::badge(int row) const {
    if (row == m_answer->given) return tr("held out");
    if (isDeciding(row)) return tr("decides");
    const PlantedCause* cause = m_answer->heldOutCause();
    if (cause && std::find(cause->causes.begin(), cause->causes.end(), row) != cause->causes.end()) return tr("cause");
    return {};
}

QString HistoryModel::toolTip(int row) const {
    QString text = titleOf(row);
    const ItemInfo* info = item(row);
    if (info && !info->genres.empty()) text += QLatin1Char('\n') + genresText(info->genres);
    const Interaction& interaction = m_answer->interactions[size_t(row)];
    if (interaction.time)
        text += QLatin1Char('\n') + QDateTime::fromSecsSinceEpoch(*interaction.time, Qt::UTC)
                                        .toString(QStringLiteral("d MMM yyyy, hh:mm 'UTC'"));
    if (const QString later = gap(row); !later.isEmpty()) text += QStringLiteral(", ") + later;
    if (m_again[size_t(row)]) text += QLatin1Char('\n') + tr("The user had this item before.");
    if (interaction.rating) text += QLatin1Char('\n') + tr("Rated %1").arg(*interaction.rating);
    const PlantedCause* cause = m_answer->heldOutCause();
    if (row == m_answer->given) {
        text += QLatin1Char('\n') + tr("Held out: the model does not read it; it is asked to predict it.");
        if (cause) text += QLatin1Char('\n') + tr("Planted in the sample data as %1.").arg(patternText(cause->pattern));
    } else if (isDeciding(row)) {
        text += QLatin1Char('\n') + tr("Decides: without it the chosen recommendation falls.");
    } else if (!badge(row).isEmpty()) {
        text += QLatin1Char('\n') +
                tr("A planted cause of the held-out item, which is %1.").arg(patternText(cause->pattern));
    }
    if (m_answer->explanation && row < m_answer->explanation->firstPosition)
        text += QLatin1Char('\n') + tr("Too long ago: the model does not read it.");
    else if (!isRead(row) && row < m_answer->given)
        text += QLatin1Char('\n') + tr("The model does not read the history.");
    return text;
}

QVariant HistoryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_answer) return {};
    const int row = index.row();
    const Colours& colours = Theme::instance().colours();
    const bool unread = !isRead(row);
    switch (role) {
        case Qt::DisplayRole:
            return display(row, index.column());
        case Qt::ToolTipRole:
            return index.column() == Attention || index.column() == Removal ? display(row, index.column())
                                                                            : toolTip(row);
        case CaptionRole: {
            const ItemInfo* info = item(row);
            return info ? genresText(info->genres) : QString();
        }
        case BadgeRole:
            return index.column() == Item ? badge(row) : QString();
        case BadgeColourRole:
            return row == m_answer->given ? colours.good : isDeciding(row) ? colours.accent : colours.warning;
        case SortRole:
            return sortValue(row, index.column());
        case BarRole:
            return bar(row, index.column());
        case PlaceRole:
            return place(row);
        case Qt::AccessibleTextRole:
            if (index.column() != Number) return {};
            return row == m_answer->given ? tr("%1, held out").arg(row + 1)
                   : unread               ? tr("%1, not read by the model").arg(row + 1)
                                          : QString::number(row + 1);
        case Qt::ForegroundRole:
            if (unread || index.column() == Date || index.column() == Gap || index.column() == Number)
                return QBrush(colours.muted);
            return {};
        case Qt::FontRole:
            if (row == m_answer->given && index.column() == Item) {
                QFont font;
                font.setWeight(QFont::DemiBold);
                return font;
            }
            return {};
        case Qt::BackgroundRole:
            if (row == m_lit || isDeciding(row)) {
                QColor lit = colours.accent;
                lit.setAlphaF(0.10f);
                return QBrush(lit);
            }
            return {};
        default:
            return {};
    }
}

}  // namespace recscope::ui
