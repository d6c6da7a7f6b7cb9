// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/column_profile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include "core/data/column_names.h"
#include "core/data/date_text.h"
#include "core/data/missing_value.h"
#include "core/util/text.h"

namespace recscope {

namespace {

constexpr std::size_t kExamples = 5, kMaxExampleLength = 80;
constexpr std::size_t kMaxValuesExamined = 2000;  // number of distinct values that is enough to classify a column
constexpr double kNearlyAll = 0.95;

/// The distinct values of a column and how often each occurs.
struct Values {
    std::vector<std::string_view> texts;
    std::vector<std::size_t> counts;
};

/// Estimates the share of the non-missing values that pass the test, from the first kMaxValuesExamined distinct values.
template <class Test>
double shareOf(const Values& values, Test test) {
    std::size_t counted = 0, passed = 0;
    for (std::size_t i = 0; i < std::min(values.texts.size(), kMaxValuesExamined); ++i) {
        counted += values.counts[i];
        if (test(values.texts[i])) passed += values.counts[i];
    }
    return counted > 0 ? static_cast<double>(passed) / static_cast<double>(counted) : 0;
}

bool isUrl(std::string_view text) {
    return text.starts_with("http://") || text.starts_with("https://") || text.starts_with("www.");
}

std::size_t decimalsOf(std::string_view text) {
    const std::size_t point = text.find('.');
    return point == std::string_view::npos ? 0 : text.size() - point - 1;
}

/// True for several ids in one cell: "N55528 N19639 N61837".
bool isList(std::string_view text) {
    std::size_t tokens = 0, withDigits = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" |,"), text.size());
        const std::string_view token = text.substr(0, end);
        tokens += !token.empty();
        withDigits += token.find_first_of("0123456789") != std::string_view::npos;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return tokens >= 3 && 10 * withDigits >= 9 * tokens;
}

/// True for durations and times of day: "0 days 03:53:05", "00:13:33", "26:10:00".
bool isDuration(std::string_view text) {
    if (const std::size_t days = text.find(" day"); days != std::string_view::npos)
        text = trimmed(text.substr(std::min(text.find_first_of("0123456789+-", days), text.size())));
    std::size_t colons = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isDigit = text[i] >= '0' && text[i] <= '9';
        if (!isDigit && text[i] != ':' && text[i] != '.' && !(i == 0 && (text[i] == '+' || text[i] == '-')))
            return false;
        colons += text[i] == ':';
    }
    return colons == 2;
}

bool isSentence(std::string_view text) {
    constexpr std::size_t kWords = 6, kLength = 64;
    return text.size() > kLength || static_cast<std::size_t>(std::count(text.begin(), text.end(), ' ')) >= kWords - 1;
}

/// True for numbers on a short scale whose highest values are common too. The high values of counts, in contrast, are
/// rare.
bool isRatingScale(const Values& values, const ColumnProfile& profile) {
    if (profile.numberShare < kNearlyAll || profile.distinct < 3 || profile.distinct > 101) return false;
    if (profile.smallest < -10 || profile.largest > 100 || profile.largest < 3) return false;
    const double step = profile.largest <= 10 ? 0.1 : 1;
    if (profile.largest > 10 && profile.largest != 20 && profile.largest != 100) return false;
    std::map<double, std::size_t> counts;
    for (std::size_t i = 0; i < values.texts.size(); ++i) {
        const auto number = parseNumber(values.texts[i]);
        if (!number) continue;
        const double steps = *number / step;
        if (std::abs(steps - std::round(steps)) > 1e-6) return false;
        counts[*number] += values.counts[i];
    }
    if (!profile.hasEnoughRows()) return true;
    constexpr double kBestShare = 0.02;
    const double highestShare = static_cast<double>(counts.rbegin()->second) / static_cast<double>(profile.present());
    const double secondShare = counts.size() > 1 ? static_cast<double>(std::next(counts.rbegin())->second) /
                                                       static_cast<double>(profile.present())
                                                 : 0;
    const auto smallestShare = static_cast<double>(counts.begin()->second) / static_cast<double>(profile.present());
    return highestShare + secondShare >= kBestShare && smallestShare < 0.6;
}

/// True for a latitude or longitude, recognised by its name or by values with three or more decimals.
bool isCoordinate(const Values& values, const ColumnProfile& profile) {
    const std::string name = plainName(profile.name);
    const bool isNamed = name == "lat" || name == "lon" || name == "lng" || name == "long" ||
                         name.ends_with("latitude") || name.ends_with("longitude");
    if (profile.numberShare < 0.9 || profile.smallest < -180 || profile.largest > 180) return false;
    if (isNamed) return true;
    const double precise = shareOf(values, [](std::string_view text) { return decimalsOf(text) >= 3; });
    return precise >= 0.9 && std::max(std::abs(profile.smallest), std::abs(profile.largest)) > 10;
}

bool isWhole(std::string_view text) {
    const std::size_t point = text.find('.');
    if (text.find_first_of("eE") != std::string_view::npos) return false;
    return point == std::string_view::npos || text.find_first_not_of('0', point + 1) == std::string_view::npos;
}

/// True for a column "day" that counts the days since some first day, rather than the day of a month, which lies
/// between 1 and 31.
bool isDayCount(const ColumnProfile& profile) {
    static constexpr std::array<std::string_view, 5> kNames = {"day", "days", "dayno", "daynumber", "daynum"};
    const bool isNamed = std::find(kNames.begin(), kNames.end(), plainName(profile.name)) != kNames.end();
    return isNamed && profile.wholeShare >= kNearlyAll && (profile.smallest < 0 || profile.largest > 31);
}

/// True for a time of day such as "0905" or "2345".
bool isShortClock(std::string_view text) {
    const auto number = parseNumber(text);
    return number && text.size() <= 4 && isWhole(text) && *number >= 0 && *number < 2400 &&
           std::fmod(*number, 100) < 60;
}

/// True for a column of order numbers that could be mistaken for seconds since 1970, such as 1483228801. The date of an
/// order, such as 20170101, is not an order number.
bool isOrderNumber(const ColumnProfile& profile) {
    return namesOrder(profile.name) && profile.wholeShare >= kNearlyAll && profile.time &&
           profile.time->format != TimeFormat::CompactDate;
}

ColumnKind kindOf(const Values& values, const ColumnProfile& profile, const RoleWeights& weights) {
    if (profile.distinct == 0) return ColumnKind::Empty;
    const NameMeaning meaning = meaningOf(profile.name, weights);
    const bool isNamedId = std::max(meaning.user, meaning.item) >= kSureName || isOrderNumber(profile);
    const bool isNamedTime =
        isDayCount(profile) || (meaning.time >= kPlainName && (profile.distinct > 2 || !profile.hasEnoughRows()));
    if (meaning.time >= kPlainName && profile.hasEnoughRows() && shareOf(values, isShortClock) >= kNearlyAll &&
        profile.largest > 60)
        return ColumnKind::Clock;
    if (profile.time && !isNamedId && (profile.time->isPlausible || isNamedTime)) return ColumnKind::Time;
    const auto isClock = [](std::string_view text) { return text.size() <= 16 && parseClock(text).has_value(); };
    if (shareOf(values, isClock) >= 0.9) return ColumnKind::Clock;
    if (profile.distinct == 1) return ColumnKind::Constant;
    if (isCoordinate(values, profile)) return ColumnKind::Coordinate;
    if (profile.numberShare >= kNearlyAll) {
        if (profile.isRatingLike) return ColumnKind::Rating;
        if (profile.wholeShare < kNearlyAll) return ColumnKind::Decimal;
        return profile.differsInEachRow() ? ColumnKind::RowId
               : profile.distinct == 2    ? ColumnKind::Flag
                                          : ColumnKind::WholeNumber;
    }
    if (shareOf(values, isUrl) >= 0.9) return ColumnKind::Url;
    if (shareOf(values, isList) >= 0.6) return ColumnKind::List;
    if (shareOf(values, isSentence) >= 0.3) return ColumnKind::Text;
    if (profile.distinct == 2) return ColumnKind::Flag;
    constexpr std::size_t kMaxCategories = 20;
    if (profile.distinct <= kMaxCategories && profile.present() >= 10 * profile.distinct) return ColumnKind::Category;
    return profile.differsInEachRow() ? ColumnKind::RowId : ColumnKind::Id;
}

/// Checks the values against the time format that the user of the program chose. Returns an unset value for Auto and
/// for numeric formats, which `guessTimeFormat` recognises by magnitude, or if less than half of the values fit.
std::optional<TimeGuess> chosenTime(const std::vector<std::string_view>& values, const TimeChoice& choice) {
    switch (choice.format) {
        case TimeFormat::Auto:
        case TimeFormat::Seconds:
        case TimeFormat::Milliseconds:
        case TimeFormat::Microseconds:
        case TimeFormat::Nanoseconds:
            return std::nullopt;
        default:
            break;
    }
    const TimeReader reader(choice.format, choice.pattern);
    const auto passed = static_cast<double>(std::count_if(
        values.begin(), values.end(), [&](std::string_view text) { return reader.read(text).has_value(); }));
    const double share = passed / static_cast<double>(std::max<std::size_t>(values.size(), 1));
    if (share < 0.5) return std::nullopt;
    return TimeGuess{.format = choice.format, .pattern = choice.pattern, .share = share, .hasClock = true};
}

/// Fills in the shares of values that have many words, that have two words, that are e-mail addresses and that are
/// lists.
void fillInWordShares(const std::vector<std::string_view>& texts, ColumnProfile& profile) {
    std::size_t many = 0, two = 0, mails = 0, lists = 0;
    for (const std::string_view text : texts) {
        const auto spaces = std::count(text.begin(), text.end(), ' ');
        lists += std::count(text.begin(), text.end(), ',') >= 2;
        many += spaces >= 2;
        two += spaces == 1;
        const std::size_t at = text.find('@');
        mails += spaces == 0 && at != 0 && at != std::string_view::npos && text.find('.', at) != std::string_view::npos;
    }
    const auto all = static_cast<double>(std::max<std::size_t>(texts.size(), 1));
    profile.manyWordsShare = static_cast<double>(many) / all;
    profile.twoWordsShare = static_cast<double>(two) / all;
    profile.mailShare = static_cast<double>(mails) / all;
    profile.commaListShare = static_cast<double>(lists) / all;
}

/// The time of each row in ms since 1970; NaN for a row without a readable time.
std::vector<double> timesOf(const SampleTable& table, std::size_t column, const TimeGuess& guess) {
    const TimeReader reader(guess.format, guess.pattern);
    std::vector<double> times;
    times.reserve(table.rows.size());
    for (const auto& row : table.rows) {
        const auto time = column < row.size() ? reader.read(row[column]) : std::nullopt;
        times.push_back(time ? static_cast<double>(*time) : std::numeric_limits<double>::quiet_NaN());
    }
    return times;
}

ColumnProfile profileOf(const SampleTable& table, std::size_t column, const TimeChoice& choice,
                        const RoleWeights& weights) {
    ColumnProfile profile;
    if (column < table.names.size()) profile.name = table.names[column];
    profile.rows = table.rows.size();
    profile.codes.reserve(profile.rows);
    std::unordered_map<std::string_view, std::uint32_t> known;
    Values values;
    double length = 0;
    for (const auto& row : table.rows) {
        const std::string_view text = column < row.size() ? trimmed(row[column]) : std::string_view();
        if (isMissing(text)) {
            ++profile.missing;
            profile.codes.push_back(0);
            continue;
        }
        const auto [entry, isNew] = known.try_emplace(text, static_cast<std::uint32_t>(known.size() + 1));
        if (isNew) {
            values.texts.push_back(text);
            values.counts.push_back(0);
            if (profile.examples.size() < kExamples) profile.examples.emplace_back(text.substr(0, kMaxExampleLength));
        }
        ++values.counts[entry->second - 1];
        profile.codes.push_back(entry->second);
        length += static_cast<double>(text.size());
    }
    profile.distinct = values.texts.size();
    const auto present = static_cast<double>(std::max<std::size_t>(profile.present(), 1));
    profile.averageLength = length / present;
    bool isFirst = true;
    double numbers = 0, wholes = 0;
    for (std::size_t i = 0; i < values.texts.size(); ++i) {
        const auto count = static_cast<double>(values.counts[i]);
        profile.mostFrequentShare = std::max(profile.mostFrequentShare, count / present);
        const auto number = parseNumber(values.texts[i]);
        if (!number) continue;
        numbers += count;
        if (isWhole(values.texts[i])) wholes += count;
        profile.smallest = isFirst ? *number : std::min(profile.smallest, *number);
        profile.largest = isFirst ? *number : std::max(profile.largest, *number);
        isFirst = false;
    }
    profile.numberShare = numbers / present;
    profile.wholeShare = wholes / present;
    profile.isRatingLike = isRatingScale(values, profile);
    values.texts.resize(std::min(values.texts.size(), kMaxValuesExamined));
    profile.time = chosenTime(values.texts, choice);
    if (!profile.time)
        profile.time =
            guessTimeFormat(values.texts, meaningOf(profile.name, weights).time >= kSureName || isDayCount(profile));
    fillInWordShares(values.texts, profile);
    const auto durations = std::count_if(values.texts.begin(), values.texts.end(), isDuration);
    profile.isDuration = 10 * durations >= 9 * static_cast<std::ptrdiff_t>(values.texts.size()) && durations > 0;
    profile.kind = kindOf(values, profile, weights);
    if (profile.kind == ColumnKind::Time) profile.times = timesOf(table, column, *profile.time);
    return profile;
}

}  // namespace

std::size_t SampleTable::columnCount() const {
    std::map<std::size_t, std::size_t> rowsByLength;
    for (const auto& row : rows) ++rowsByLength[row.size()];
    const auto usual = std::max_element(rowsByLength.begin(), rowsByLength.end(),
                                        [](const auto& a, const auto& b) { return a.second < b.second; });
    return std::max(names.size(), usual == rowsByLength.end() ? 0 : usual->first);
}

double ColumnProfile::missingShare() const {
    return rows > 0 ? static_cast<double>(missing) / static_cast<double>(rows) : 0;
}

double ColumnProfile::distinctShare() const {
    return present() > 0 ? static_cast<double>(distinct) / static_cast<double>(present()) : 0;
}

bool ColumnProfile::differsInEachRow() const {
    constexpr double kNearlyAllValues = 0.98;
    return hasEnoughRows() && distinctShare() >= kNearlyAllValues;
}

std::vector<ColumnProfile> profileColumns(const SampleTable& table, const TimeChoice& choice,
                                          const RoleWeights& weights) {
    std::vector<ColumnProfile> profiles;
    for (std::size_t column = 0; column < table.columnCount(); ++column)
        profiles.push_back(profileOf(table, column, choice, weights));
    return profiles;
}

bool determines(const ColumnProfile& from, const ColumnProfile& to) {
    std::unordered_map<std::uint32_t, std::uint32_t> first;
    std::size_t repeated = 0, differing = 0;
    for (std::size_t row = 0; row < std::min(from.codes.size(), to.codes.size()); ++row) {
        if (from.codes[row] == 0 || to.codes[row] == 0) continue;
        const auto [entry, isNew] = first.try_emplace(from.codes[row], to.codes[row]);
        repeated += !isNew;
        differing += !isNew && entry->second != to.codes[row];
    }
    constexpr std::size_t kEnough = 20;
    return repeated >= kEnough && 50 * differing <= repeated;
}

}  // namespace recscope
