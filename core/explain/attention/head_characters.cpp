// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/head_characters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "core/explain/attention/head_role.h"
#include "core/explain/attention/require_attention.h"

namespace recscope {

namespace {

/// The genres of each item, stored as genre indices.
class Genres {
public:
    explicit Genres(std::span<const ItemInfo> items) {
        for (const ItemInfo& item : items) m_ofItem.push_back(indicesOf(item.genres));
    }

    bool shareGenre(Token a, Token b) const {
        const auto &x = of(a), &y = of(b);
        return std::any_of(x.begin(), x.end(),
                           [&](std::size_t genre) { return std::find(y.begin(), y.end(), genre) != y.end(); });
    }
    bool isKnown(Token token) const { return !of(token).empty(); }

private:
    const std::vector<std::size_t>& of(Token token) const {
        static const std::vector<std::size_t> none;
        const auto index = static_cast<std::size_t>(token - kFirstItemToken);
        return token >= kFirstItemToken && index < m_ofItem.size() ? m_ofItem[index] : none;
    }

    std::vector<std::size_t> indicesOf(std::string_view genres) {
        std::vector<std::size_t> indices;
        while (!genres.empty()) {
            const std::size_t end = std::min(genres.find('|'), genres.size());
            if (const std::string name(genres.substr(0, end)); !name.empty()) {
                const auto found = std::find(m_names.begin(), m_names.end(), name);
                indices.push_back(static_cast<std::size_t>(found - m_names.begin()));
                if (found == m_names.end()) m_names.push_back(name);
            }
            genres.remove_prefix(std::min(end + 1, genres.size()));
        }
        return indices;
    }

    std::vector<std::string> m_names;
    std::vector<std::vector<std::size_t>> m_ofItem;
};

/// Whether each item belongs to the fraction `share` of items with the most interactions. Indexed by token, shape (V +
/// 2), where V is the number of items.
std::vector<bool> popularItems(std::span<const ItemInfo> items, double share) {
    std::vector<const ItemInfo*> order;
    for (const ItemInfo& item : items) order.push_back(&item);
    std::stable_sort(order.begin(), order.end(),
                     [](const ItemInfo* a, const ItemInfo* b) { return a->interactions > b->interactions; });
    const auto count = std::min(
        order.size(), static_cast<std::size_t>(std::max(1.0, std::round(share * static_cast<double>(order.size())))));
    std::vector<bool> popular(items.size() + 2, false);
    for (std::size_t i = 0; i < count; ++i) popular[static_cast<std::size_t>(order[i]->token)] = true;
    return popular;
}

/// Averages attention shares over the rows of each user, and then these means over the users.
class MassTally {
public:
    void addRow(double mass, double uniformMass) {
        m_mass += mass;
        m_uniform += uniformMass;
        ++m_rows;
    }
    void endUser() {
        if (m_rows == 0) return;
        m_masses.push_back(m_mass / static_cast<double>(m_rows));
        m_uniformMasses.push_back(m_uniform / static_cast<double>(m_rows));
        m_mass = m_uniform = 0;
        m_rows = 0;
    }
    AttentionMass result() const {
        std::vector<double> excess;
        for (std::size_t user = 0; user < m_masses.size(); ++user)
            excess.push_back(m_masses[user] - m_uniformMasses[user]);
        return {.mass = meanOf(m_masses),
                .uniformMass = meanOf(m_uniformMasses).mean,
                .excess = meanOf(excess),
                .users = static_cast<std::int64_t>(m_masses.size())};
    }
    bool empty() const { return m_masses.empty(); }

private:
    double m_mass = 0, m_uniform = 0;
    std::int64_t m_rows = 0;
    std::vector<double> m_masses, m_uniformMasses;  ///< for each user, the mean over the rows
};

/// Properties of the positions of one user's maps. They are the same for every head.
struct Columns {
    std::int32_t size = 0;
    bool isCausal = false;
    bool hasMask = false;           ///< whether the last column is [MASK]
    std::vector<bool> popular;      ///< whether the item is popular, shape (size)
    std::vector<bool> sharesGenre;  ///< whether two items share a genre, shape (size, size); false on the diagonal
    std::vector<bool> genreKnown;   ///< whether the item has a genre, shape (size)

    /// The number of columns that a row may attend to.
    std::int32_t visibleColumns(std::int32_t row) const { return isCausal ? row + 1 : size; }
};

/// Collects the attention shares of one head over all users.
struct HeadTally {
    explicit HeadTally(std::int32_t maxOffset) : byOffset(static_cast<std::size_t>(2 * maxOffset + 1)) {}

    MassTally previous, itself, oldest, sameGenre, popular, mask, entropy;
    std::vector<MassTally> byOffset;

    void addRow(std::span<const float> weights, std::int32_t row, const Columns& columns);
    void endUser();
    HeadCharacter result(HeadId head) const;
};

void HeadTally::addRow(std::span<const float> weights, std::int32_t row, const Columns& columns) {
    const std::int32_t visible = columns.visibleColumns(row);
    const double uniformWeight = 1.0 / visible;
    const auto weight = [&](std::int32_t column) {
        return static_cast<double>(weights[static_cast<std::size_t>(column)]);
    };
    if (row > 0) {
        previous.addRow(weight(row - 1), uniformWeight);
        oldest.addRow(weight(0), uniformWeight);
    }
    itself.addRow(weight(row), uniformWeight);
    if (columns.hasMask) mask.addRow(weight(columns.size - 1), uniformWeight);
    double genreMass = 0, popularMass = 0, entropySum = 0;
    std::int32_t genreCount = 0, popularCount = 0;
    for (std::int32_t column = 0; column < visible; ++column) {
        const auto at = static_cast<std::size_t>(column);
        const double w = weight(column);
        if (w > 0) entropySum -= w * std::log(w);
        if (columns.sharesGenre[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns.size) + at]) {
            genreMass += w;
            ++genreCount;
        }
        if (columns.popular[at]) {
            popularMass += w;
            ++popularCount;
        }
    }
    if (columns.genreKnown[static_cast<std::size_t>(row)]) sameGenre.addRow(genreMass, genreCount * uniformWeight);
    popular.addRow(popularMass, popularCount * uniformWeight);
    if (visible > 1) entropy.addRow(entropySum / std::log(static_cast<double>(visible)), 1);
    const auto maxOffset = static_cast<std::int32_t>(byOffset.size() / 2);
    for (std::int32_t offset = -maxOffset; offset <= maxOffset; ++offset) {
        const std::int32_t column = row + offset;
        if (column >= 0 && column < visible)
            byOffset[static_cast<std::size_t>(offset + maxOffset)].addRow(weight(column), uniformWeight);
    }
}

void HeadTally::endUser() {
    for (MassTally* tally : {&previous, &itself, &oldest, &sameGenre, &popular, &mask, &entropy}) tally->endUser();
    for (MassTally& tally : byOffset) tally.endUser();
}

HeadCharacter HeadTally::result(HeadId head) const {
    HeadCharacter character;
    character.head = head;
    character.previous = previous.result();
    character.itself = itself.result();
    character.oldest = oldest.result();
    character.sameGenre = sameGenre.result();
    character.popular = popular.result();
    character.mask = mask.result();
    character.entropy = entropy.result().mass;
    for (const MassTally& tally : byOffset) character.byOffset.push_back(tally.result());
    const auto best =
        std::max_element(character.byOffset.begin(), character.byOffset.end(),
                         [](const AttentionMass& a, const AttentionMass& b) { return a.mass.mean < b.mass.mean; });
    character.topOffset =
        static_cast<std::int32_t>(best - character.byOffset.begin()) - static_cast<std::int32_t>(byOffset.size() / 2);
    character.sentence = roleSentence(character);
    return character;
}

Columns columnsOf(const Explanation& explanation, const Capabilities& capabilities, const Genres& genres,
                  const std::vector<bool>& popular) {
    const bool hasMask = capabilities.readsMask;
    std::vector<Token> items = explanation.positions;  // [MASK] is replaced by the first recommendation
    Columns columns;
    columns.size = explanation.attention.size;
    columns.isCausal = !capabilities.usesBidirectionalAttention;
    columns.hasMask = hasMask;
    if (hasMask)
        items.back() = explanation.recommendations.empty() ? kPadToken : explanation.recommendations.front().token;
    const auto isMask = [&](std::size_t position) { return hasMask && position + 1 == items.size(); };
    for (std::size_t row = 0; row < items.size(); ++row) {
        columns.popular.push_back(!isMask(row) && popular[static_cast<std::size_t>(items[row])]);
        columns.genreKnown.push_back(genres.isKnown(items[row]));
        for (std::size_t column = 0; column < items.size(); ++column)
            columns.sharesGenre.push_back(row != column && !isMask(column) &&
                                          genres.shareGenre(items[row], items[column]));
    }
    return columns;
}

}  // namespace

std::vector<std::vector<double>> HeadCharacters::offsetMatrix() const {
    std::vector<std::vector<double>> matrix;
    for (const HeadCharacter& head : heads) {
        matrix.emplace_back();
        for (const AttentionMass& mass : head.byOffset) matrix.back().push_back(mass.mass.mean);
    }
    return matrix;
}

HeadCharacters studyHeads(const InferenceSession& inference, const Histories& histories,
                          std::span<const ItemInfo> items, const CharacterOptions& options,
                          const ProgressSink& progress, const std::stop_token& stop) {
    requireSoftmaxAttention(inference);
    const Genres genres(items);
    const std::vector<bool> popular = popularItems(items, options.popularShare);
    const auto layers = static_cast<std::int32_t>(inference.capabilities().layers);
    const auto heads = static_cast<std::int32_t>(inference.capabilities().heads);
    HeadCharacters study;
    study.maxOffset = std::max(options.maxOffset, 1);
    study.rows = options.rows;
    std::vector<HeadTally> tallies(static_cast<std::size_t>(layers * heads), HeadTally(study.maxOffset));
    const auto visit = [&](std::int32_t, const Explanation& explanation) {
        ++study.users;
        study.profile.add(explanation.attention);
        const Columns columns = columnsOf(explanation, inference.capabilities(), genres, popular);
        for (std::int32_t layer = 0; layer < layers; ++layer) {
            for (std::int32_t head = 0; head < heads; ++head) {
                HeadTally& tally = tallies[static_cast<std::size_t>(layer * heads + head)];
                const std::int32_t first = options.rows == MeasuredRows::All ? 0 : columns.size - 1;
                for (std::int32_t row = first; row < columns.size; ++row)
                    tally.addRow(explanation.attention.row(layer, head, row), row, columns);
                tally.endUser();
            }
        }
    };
    forEachStudied(inference, histories, options.study, /*topK=*/1, visit, progress, stop);
    for (std::int32_t layer = 0; layer < layers; ++layer) {
        for (std::int32_t head = 0; head < heads; ++head)
            study.heads.push_back(tallies[static_cast<std::size_t>(layer * heads + head)].result({layer, head}));
    }
    return study;
}

}  // namespace recscope
