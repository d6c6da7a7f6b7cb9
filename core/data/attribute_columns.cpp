// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/attribute_columns.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "core/data/column_names.h"
#include "core/data/record_grammar.h"
#include "core/data/text_encoding.h"
#include "core/util/text.h"

namespace recscope {

namespace {

/// Unlike isMissing in core/data/missing_value.h, accepts "none" in lower case as a value, because it is an occupation
/// in MovieLens' u.user.
bool isMissing(std::string_view text) {
    static const std::set<std::string, std::less<>> kWords = {"", "-", "?", "\\n", "na", "n/a", "nan", "null"};
    text = trimmed(text);
    return text == "None" || kWords.contains(folded(text));
}

/// True if a column with this name holds codes, such as zip codes, which look like numbers but are not.
bool holdsCodes(const std::string& name) {
    static const std::set<std::string> kNames = {"zip", "zipcode", "postcode", "postalcode", "postal", "plz", "phone"};
    return kNames.contains(plainName(name));
}

bool holdsNumbers(const std::string& name, const std::vector<std::string>& texts) {
    constexpr std::size_t kMinDistinct = 11;  // columns with fewer distinct whole numbers are treated as codes
    if (texts.size() < 2 || holdsCodes(name)) return false;
    bool hasFraction = false;
    for (const std::string& text : texts) {
        const bool isCode = text.size() > 1 && text[0] == '0' && text[1] != '.' && text[1] != ',';  // "02139"
        const auto number = numberWithAnyPoint(text);
        if (isCode || !number) return false;
        hasFraction |= *number != std::floor(*number);
    }
    return hasFraction || texts.size() >= kMinDistinct;
}

/// Codes of MovieLens 1M, from its README ("USERS FILE DESCRIPTION").
constexpr std::array<std::pair<const char*, const char*>, 7> kAges = {{{"1", "under 18"},
                                                                       {"18", "18-24"},
                                                                       {"25", "25-34"},
                                                                       {"35", "35-44"},
                                                                       {"45", "45-49"},
                                                                       {"50", "50-55"},
                                                                       {"56", "56 and over"}}};
constexpr std::array<std::pair<const char*, const char*>, 21> kOccupations = {{{"0", "other or not specified"},
                                                                               {"1", "academic/educator"},
                                                                               {"2", "artist"},
                                                                               {"3", "clerical/admin"},
                                                                               {"4", "college/grad student"},
                                                                               {"5", "customer service"},
                                                                               {"6", "doctor/health care"},
                                                                               {"7", "executive/managerial"},
                                                                               {"8", "farmer"},
                                                                               {"9", "homemaker"},
                                                                               {"10", "K-12 student"},
                                                                               {"11", "lawyer"},
                                                                               {"12", "programmer"},
                                                                               {"13", "retired"},
                                                                               {"14", "sales/marketing"},
                                                                               {"15", "scientist"},
                                                                               {"16", "self-employed"},
                                                                               {"17", "technician/engineer"},
                                                                               {"18", "tradesman/craftsman"},
                                                                               {"19", "unemployed"},
                                                                               {"20", "writer"}}};

template <std::size_t N>
const char* wordOf(const std::array<std::pair<const char*, const char*>, N>& codes, const std::string& text) {
    for (const auto& [code, word] : codes) {
        if (text == code) return word;
    }
    return nullptr;
}

/// Replaces the codes of age and occupation by their names if these columns hold only MovieLens' codes.
void decodeMovieLens(const std::vector<AttributeColumn>& columns, std::vector<std::vector<std::string>>& texts) {
    std::optional<std::size_t> age, occupation;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (plainName(columns[i].name) == "age") age = i;
        if (plainName(columns[i].name) == "occupation") occupation = i;
    }
    if (!age || !occupation) return;
    const auto all = [](const std::vector<std::string>& list, const auto& codes) {
        return !list.empty() &&
               std::all_of(list.begin(), list.end(), [&](const auto& text) { return wordOf(codes, text); });
    };
    if (!all(texts[*age], kAges) || !all(texts[*occupation], kOccupations)) return;
    for (std::string& text : texts[*age]) text = wordOf(kAges, text);
    for (std::string& text : texts[*occupation]) text = wordOf(kOccupations, text);
}

UserAttribute attributeOf(AttributeColumn& column, std::vector<std::string> texts) {
    UserAttribute attribute;
    attribute.name = column.name;
    if (!holdsNumbers(column.name, texts)) {
        attribute.labels = std::move(texts);
        attribute.categories = std::move(column.values);
        return attribute;
    }
    attribute.kind = AttributeKind::Number;
    for (const std::int32_t value : column.values)
        attribute.numbers.push_back(value < 0 ? std::numeric_limits<double>::quiet_NaN()
                                              : *numberWithAnyPoint(texts[static_cast<std::size_t>(value)]));
    return attribute;
}

/// True for a category with a different value for each user or item, or with very many values: it identifies the users
/// or items instead of grouping them.
bool isLikeAnId(const UserAttribute& attribute, std::size_t described) {
    constexpr std::size_t kManyLabels = 10000, kMinDescribed = 20;
    return attribute.kind == AttributeKind::Category &&
           (attribute.labels.size() > kManyLabels ||
            (attribute.labels.size() == described && described >= kMinDescribed));
}

}  // namespace

void AttributeColumn::add(std::size_t index, std::string_view text, bool isLatin1) {
    constexpr std::size_t kMaxAverageLength = 100;  // average in bytes; columns with longer texts are prose
    constexpr std::size_t kBeforeJudging = 1000;    // number of values after which isProse may be set
    if (isProse) return;
    if (index >= values.size()) values.resize(index + 1, UserAttribute::kUnknown);
    if (values[index] >= 0) return;
    text = trimmed(text);
    if (isMissing(text)) return;
    ++read;
    bytes += text.size();
    isProse = read >= kBeforeJudging && bytes > kMaxAverageLength * read;
    values[index] = isLatin1 || !isUtf8(text) ? texts.indexOf(windows1252ToUtf8(text)) : texts.indexOf(text);
}

void ItemColumns::renumber(std::span<const std::int32_t> numbers) {
    const auto move = [&](AttributeColumn& column) {
        std::vector<std::int32_t> moved;
        for (std::size_t item = 0; item < std::min(numbers.size(), column.values.size()); ++item) {
            if (numbers[item] < 0) continue;
            const auto to = static_cast<std::size_t>(numbers[item]);
            if (to >= moved.size()) moved.resize(to + 1, UserAttribute::kUnknown);
            moved[to] = column.values[item];
        }
        column.values = std::move(moved);
    };
    if (title) move(*title);
    if (category) move(*category);
    for (AttributeColumn& column : attributes) move(column);
}

AttributesFound attributesOf(std::vector<AttributeColumn> columns, std::size_t described) {
    AttributesFound found;
    std::vector<std::vector<std::string>> texts;
    for (AttributeColumn& column : columns) texts.push_back(column.texts.takeIds());
    decodeMovieLens(columns, texts);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (texts[i].empty()) continue;  // no values
        UserAttribute attribute = attributeOf(columns[i], std::move(texts[i]));
        if (columns[i].isProse || isLikeAnId(attribute, described)) {
            found.leftOut.push_back(attribute.name);
        } else {
            found.attributes.push_back(std::move(attribute));
        }
    }
    return found;
}

std::vector<UserAttribute> withOthers(std::vector<UserAttribute> attributes, std::vector<UserAttribute> others) {
    for (UserAttribute& other : others) {
        const bool isKnown = std::any_of(attributes.begin(), attributes.end(),
                                         [&](const UserAttribute& attribute) { return attribute.name == other.name; });
        if (!isKnown) attributes.push_back(std::move(other));
    }
    return attributes;
}

}  // namespace recscope
