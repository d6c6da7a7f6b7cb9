// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/key_column.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "core/data/row_reader.h"
#include "core/util/text.h"

namespace recscope {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

std::optional<std::int64_t> wholeNumber(std::string_view digits) {
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || !isDigit(digits[0]) || failure != std::errc() || end != digits.data() + digits.size())
        return std::nullopt;
    return number;
}

/// Counts over the rows of one column.
struct Counts {
    std::vector<bool> isMatched;  // by known id
    double hits = 0;              // rows with a known id
    double ids = 0;               // number of distinct known ids
    double inRange = 0;           // rows with a number in the range of the known ids: see KnownIds::isInRange
};

/// True if unrelated numbers could match as well: a table of all numbers from 1 to 9,000 contains the ids 1 to 400,
/// whatever they identify. `density` is the share of the known ids' range that the column covers. The match is not a
/// coincidence if so many of the known ids would hardly ever match when each matched with probability `density`
/// (Chernoff bound of the binomial distribution).
bool couldBeChance(const Counts& counts, const KnownIds& known) {
    if (!known.areNumbers()) return false;
    constexpr double kLogOfHardlyEver = 10;  // e^-10, one in 22,000
    constexpr double kAlmostNone = 1e-9;     // log(0) is avoided
    const double all = static_cast<double>(known.size()), share = counts.ids / all;
    const double density = std::min(1.0, counts.inRange / static_cast<double>(known.range()));
    if (share <= density) return true;
    const double missed = 1 - share;
    const double divergence = share * std::log(share / std::max(density, kAlmostNone)) +
                              (missed > 0 ? missed * std::log(missed / std::max(1 - density, kAlmostNone)) : 0);
    return all * divergence < kLogOfHardlyEver;
}

/// The column with an agreeing name that holds at least half of `most`, the largest number of known ids in any column.
/// If `most` is less than half of `all` known ids, the column may hold any number of them. Unset if there is none.
std::optional<std::size_t> columnWithName(const std::vector<std::string>& names, const std::vector<Counts>& counts,
                                          double most, double all, const std::string& requested) {
    constexpr double kHalf = 0.5;
    const double enough = most < kHalf * all ? 0 : kHalf * most;
    std::optional<std::size_t> best;
    for (std::size_t column = 0; column < std::min(names.size(), counts.size()); ++column) {
        if (requested.empty() || counts[column].ids < enough || !nameTheSame(names[column], requested)) continue;
        if (!best || counts[column].ids > counts[*best].ids) best = column;
    }
    return best;
}

}  // namespace

KnownIds::KnownIds(const Described& described) : m_haveWholeNumberIds(described.haveWholeNumberIds) {
    const auto& ids = described.ids;
    for (std::size_t i = 0; i < ids.size(); ++i) m_indices.emplace(ids[i], static_cast<std::int32_t>(i));
    if (ids.empty()) return;
    const std::string& first = ids[0];
    m_letters = std::string_view(first).substr(0, first.find_first_of("0123456789"));
    constexpr std::size_t kMostLetters = 2;  // a longer beginning such as "TRACK_" says what the ids identify
    if (m_letters.size() > kMostLetters || m_letters.size() == first.size()) return;
    std::vector<std::int64_t> numbers;
    for (const std::string& id : ids) {
        const bool begins = id.starts_with(m_letters);
        const auto number = begins ? wholeNumber(std::string_view(id).substr(m_letters.size())) : std::nullopt;
        if (!number) return;
        numbers.push_back(*number);
    }
    std::sort(numbers.begin(), numbers.end());
    constexpr std::size_t kOutliers = 10;  // a tenth at each end: one huge id says nothing about the others
    m_areNumbers = true;
    m_low = numbers[numbers.size() / kOutliers];
    m_high = numbers[numbers.size() - 1 - numbers.size() / kOutliers];
}

std::int32_t KnownIds::indexOf(std::string_view id) const {
    id = trimmed(id);
    const auto found = m_indices.find(m_haveWholeNumberIds ? withoutZeroFraction(id) : id);
    return found == m_indices.end() ? -1 : found->second;
}

bool KnownIds::isInRange(std::string_view id) const {
    id = trimmed(id);
    if (m_haveWholeNumberIds) id = withoutZeroFraction(id);
    if (!m_areNumbers || !id.starts_with(m_letters)) return false;
    const auto number = wholeNumber(id.substr(m_letters.size()));
    return number && *number >= m_low && *number <= m_high;
}

KeyColumn findKeyColumn(UserRows& rows, const KnownIds& known, const Described& described,
                        const std::function<void(std::int64_t row)>& tick) {
    constexpr double kHalf = 0.5, kUnique = 0.9;
    constexpr double kMinMatches = 10;  // fewer matches may be due to chance
    std::vector<Counts> counts(rows.columnCount);
    for (Counts& column : counts) column.isMatched.resize(known.size());
    KeyColumn key;
    while (rows.next()) {
        ++key.rows;
        if (tick) tick(key.rows);
        const auto fields = rows.fields();
        for (std::size_t column = 0; column < std::min(fields.size(), counts.size()); ++column) {
            Counts& count = counts[column];
            const std::int32_t index = known.indexOf(fields[column]);
            count.inRange += known.isInRange(fields[column]);
            if (index < 0) continue;
            const auto id = static_cast<std::size_t>(index);
            ++count.hits;
            count.ids += !count.isMatched[id];
            count.isMatched[id] = true;
        }
    }
    if (counts.empty()) return key;
    const auto fullest =
        std::max_element(counts.begin(), counts.end(), [](const Counts& a, const Counts& b) { return a.ids < b.ids; });
    key.column = columnWithName(rows.columns, counts, fullest->ids, static_cast<double>(known.size()), described.column)
                     .value_or(static_cast<std::size_t>(fullest - counts.begin()));
    const Counts& found = counts[key.column];
    if (key.column < rows.columns.size()) key.name = rows.columns[key.column];
    key.matched = static_cast<std::int64_t>(found.ids);
    key.isUnique = found.ids >= kUnique * found.hits;
    const bool covers = found.ids >= kHalf * static_cast<double>(known.size()) ||
                        (found.ids >= kMinMatches && found.hits >= kHalf * static_cast<double>(key.rows));
    key.isUsable = covers && found.ids > 1 && key.isUnique;
    key.isByChance = couldBeChance(found, known);
    return key;
}

}  // namespace recscope
