// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "core/data/dataset_format.h"
#include "core/data/delimited.h"
#include "core/data/header_row.h"
#include "core/data/object_lines.h"
#include "core/data/time_text.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isUpperOrDigit(char c) {
    return isDigit(c) || (c >= 'A' && c <= 'Z');
}

/// "A39HTATAQ9V7YF": an A and 9 to 20 letters and digits.
bool isReviewer(std::string_view id) {
    return id.size() >= 10 && id.size() <= 21 && id[0] == 'A' && std::all_of(id.begin(), id.end(), isUpperOrDigit);
}

/// "B00005N7P0", or an ISBN of ten digits, the last of which may be an X.
bool isProduct(std::string_view id) {
    if (id.size() != 10 || !std::all_of(id.begin(), id.end(), isUpperOrDigit)) return false;
    return id[0] == 'B' || (std::all_of(id.begin(), id.end() - 1, isDigit) && (isDigit(id[9]) || id[9] == 'X'));
}

/// How many values in each of the first two columns of the sample look like reviewer ids, and like product ids.
struct IdColumns {
    std::array<std::size_t, 2> reviewers{}, products{};
    std::array<std::set<std::string>, 2> distinct;
    std::size_t rows = 0;
};

/// Amazon ratings: four columns without a header; the user comes first in the 2014 release, the item in that of 2018.
class AmazonCsvFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {"amazon-csv", translatable("Amazon ratings csv (2014, 2018)"),
                translatable("no header; user,item,rating,seconds in 2014 and item,user,rating,seconds in 2018, "
                             "distinguished by the ids; titles from meta_….json")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping&) const override {
        IdColumns ids;
        const bool fits = mostLinesPass(sample, ",", [&](std::span<const std::string_view> fields) {
            if (fields.size() != 4) return false;
            const auto rating = parseNumber(fields[2]), seconds = parseNumber(fields[3]);
            if (!rating || *rating < 0 || *rating > 5 || !seconds || *seconds < 0) return false;
            ++ids.rows;
            for (std::size_t i = 0; i < 2; ++i) {
                ids.reviewers[i] += isReviewer(fields[i]);
                ids.products[i] += isProduct(fields[i]);
                ids.distinct[i].emplace(fields[i]);
            }
            return true;
        });
        if (!fits || hasHeaderRow(sample, ",")) return std::nullopt;
        return byIds(ids);
    }

    std::vector<std::string> itemsFileNames(const std::string& fileName) const override {
        return amazonMetadataNames(fileName);
    }

private:
    static Recognition recognition(std::size_t user, double confidence, std::string why) {
        return {
            confidence,
            std::move(why),
            {.delimiter = ",", .columns = {}, .columnCount = 4, .user = user, .item = 1 - user, .time = 3, .rating = 2},
            TimeFormat::Seconds};
    }

    static std::optional<Recognition> byIds(const IdColumns& ids) {
        const auto areNearlyAll = [&](std::size_t count) { return 10 * count >= 9 * ids.rows; };
        const auto order = [](std::size_t user) {
            return user == 0 ? translatable("user,item,rating,seconds as in the 2014 release")
                             : translatable("item,user,rating,seconds as in the 2018 release");
        };
        for (const std::size_t user : {std::size_t{0}, std::size_t{1}}) {
            const std::size_t item = 1 - user;
            const bool differs = ids.reviewers[user] > ids.reviewers[item];
            if (!areNearlyAll(ids.reviewers[user]) || !areNearlyAll(ids.products[item]) || !differs) continue;
            return recognition(user, 0.95,
                               translated("{}: column {} holds reviewers (A…), column {} products (B0… or ten digits)",
                                          translated(order(user)), user + 1, item + 1));
        }
        const bool hasProducts = areNearlyAll(ids.products[0]) || areNearlyAll(ids.products[1]);
        const std::size_t first = ids.distinct[0].size(), second = ids.distinct[1].size();
        if (!hasProducts || first == second) return std::nullopt;
        const std::size_t user = first > second ? 0 : 1;
        return recognition(user, 0.6,
                           translated("{}: the ids are ambiguous, but column {} has more distinct ids at the beginning "
                                      "({} and {}); choose the columns if this is wrong",
                                      translated(order(user)), user + 1, first, second));
    }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeAmazonCsvFormat() {
    return std::make_unique<AmazonCsvFormat>();
}

}  // namespace recscope
