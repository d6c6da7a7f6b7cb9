// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/user_or_item.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "core/data/column_names.h"

namespace recscope {

namespace {

double ratioOf(double a, double b) {
    return a > 0 && b > 0 ? std::max(a, b) / std::min(a, b) : 1;
}

/// True if the two columns are alike, as in an edge list of a graph (follower, followed): only their order
/// distinguishes them.
bool areAlike(const ColumnProfile& a, const ColumnProfile& b, const RoleWeights& weights) {
    return a.kind == b.kind && (a.numberShare >= 0.9) == (b.numberShare >= 0.9) &&
           ratioOf(static_cast<double>(a.distinct), static_cast<double>(b.distinct)) < weights.asMany &&
           ratioOf(a.averageLength, b.averageLength) < weights.asLong;
}

/// The share of rows with the same value as the row above, minus the share expected by chance.
double runShare(const ColumnProfile& profile) {
    std::size_t same = 0, pairs = 0;
    std::unordered_map<std::uint32_t, double> counts;
    for (std::size_t row = 0; row < profile.codes.size(); ++row) {
        if (profile.codes[row] == 0) continue;
        ++counts[profile.codes[row]];
        if (row == 0 || profile.codes[row - 1] == 0) continue;
        ++pairs;
        same += profile.codes[row] == profile.codes[row - 1];
    }
    double chance = 0;
    const auto present = static_cast<double>(std::max<std::size_t>(profile.present(), 1));
    for (const auto& [code, count] : counts) chance += (count / present) * (count / present);
    return pairs > 0 ? static_cast<double>(same) / static_cast<double>(pairs) - chance : 0;
}

const ColumnProfile* timesAmong(const std::vector<ColumnProfile>& profiles) {
    for (const ColumnProfile& profile : profiles) {
        if (profile.kind == ColumnKind::Time && profile.times.size() == profile.rows && profile.distinct > 1)
            return &profile;
    }
    return nullptr;
}

/// How long a value keeps occurring on average, divided by the span expected if its rows were spread at random over all
/// times. Below 1, each value occurs only within a short period. Returns 1 if no value occurs twice.
double stayOf(const ColumnProfile& profile, const ColumnProfile& times) {
    struct Span {
        double first = std::numeric_limits<double>::max(), last = std::numeric_limits<double>::lowest();
        double rows = 0;
    };
    std::unordered_map<std::uint32_t, Span> spans;
    Span all;
    const auto take = [](Span& span, double time) {
        span.first = std::min(span.first, time);
        span.last = std::max(span.last, time);
        ++span.rows;
    };
    for (std::size_t row = 0; row < std::min(profile.codes.size(), times.times.size()); ++row) {
        if (profile.codes[row] == 0 || std::isnan(times.times[row])) continue;
        take(spans[profile.codes[row]], times.times[row]);
        take(all, times.times[row]);
    }
    double sum = 0, values = 0;
    for (const auto& [code, span] : spans) {
        if (span.rows < 2) continue;
        const double anywhere = (span.rows - 1) / (span.rows + 1) * (all.last - all.first);
        sum += anywhere > 0 ? (span.last - span.first) / anywhere : 1;
        ++values;
    }
    return values > 0 ? sum / values : 1;
}

/// Whether a column with this name is a property of users (1) or of items (-1).
int propertyOf(const std::string& name) {
    static const std::unordered_set<std::string> kUserColumnNames = {
        "age",       "gender",  "sex",      "occupation", "country", "zip",  "zipcode", "income",
        "education", "marital", "birthday", "city",       "state",   "mail", "email"};
    static const std::unordered_set<std::string> kItemColumnNames = {
        "title",    "genre", "genres",      "category", "brand", "price", "artist", "author", "publisher",
        "director", "cat",   "description", "desc",     "url",   "image", "label",  "tags",   "album"};
    const std::string plain = plainName(name);
    return kUserColumnNames.contains(plain) ? 1 : kItemColumnNames.contains(plain) ? -1 : 0;
}

/// Positive if another column is a property of users and depends on `left`, or a property of items and depends on
/// `right`.
double propertyScore(const std::vector<ColumnProfile>& profiles, std::size_t left, std::size_t right,
                     const RoleWeights& weights) {
    double sum = 0;
    for (std::size_t column = 0; column < profiles.size(); ++column) {
        const ColumnProfile& profile = profiles[column];
        if (column == left || column == right || profile.distinct < 2) continue;
        const bool ofLeft = determines(profiles[left], profile), ofRight = determines(profiles[right], profile);
        if (ofLeft == ofRight) continue;
        int property = propertyOf(profile.name);
        if (property == 0 && (profile.kind == ColumnKind::Url || profile.manyWordsShare >= weights.shareOfTexts))
            property = -1;
        sum += ofLeft ? property : -property;
    }
    return std::clamp(sum, -1.0, 1.0) * weights.property;
}

/// How much a column's texts look like titles of items rather than people: positive for titles.
double titleScore(const ColumnProfile& profile, const RoleWeights& weights) {
    if (profile.mailShare >= weights.shareOfTexts) return -weights.mail;
    if (profile.manyWordsShare >= weights.shareOfTexts) return weights.titles;
    return profile.twoWordsShare >= weights.shareOfTexts ? weights.twoWords : 0;
}

}  // namespace

double leftIsUserScore(const std::vector<ColumnProfile>& profiles, std::size_t left, std::size_t right,
                       const RoleWeights& weights) {
    const ColumnProfile& a = profiles[left];
    const ColumnProfile& b = profiles[right];
    if (!a.hasEnoughRows() || !b.hasEnoughRows()) return weights.leftOfLinks;
    double score = areAlike(a, b, weights) ? weights.leftOfLinks : weights.left;

    const double runsA = runShare(a), runsB = runShare(b);
    if (runsA - runsB >= weights.grouped) score += weights.runs;
    if (runsB - runsA >= weights.grouped) score -= weights.runs;
    if (const ColumnProfile* times = timesAmong(profiles)) {
        const double stayA = stayOf(a, *times), stayB = stayOf(b, *times);
        if (stayA < weights.shorter * stayB) score += weights.stay;
        if (stayB < weights.shorter * stayA) score -= weights.stay;
    }
    return score + titleScore(b, weights) - titleScore(a, weights) + propertyScore(profiles, left, right, weights);
}

}  // namespace recscope
