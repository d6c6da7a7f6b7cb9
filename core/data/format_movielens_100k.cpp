// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dataset_format.h"
#include "core/data/header_row.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// GroupLens' first dataset: user, item, rating, Unix seconds, separated by tabs, unsorted.
class MovieLens100kFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {"movielens-100k", translatable("MovieLens 100K (u.data)"),
                translatable("user, film, rating and Unix seconds separated by tabs, no header; titles from u.item")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping&) const override {
        constexpr const char* kTab = "\t";
        const bool fits = mostLinesPass(sample, kTab, [](std::span<const std::string_view> fields) {
            if (fields.size() != 4) return false;
            const auto rating = parseNumber(fields[2]), seconds = parseNumber(fields[3]);
            constexpr double kYear1990 = 631152000, kYear2100 = 4102444800;
            return rating && *rating >= 0 && *rating <= 5 && seconds && *seconds >= kYear1990 && *seconds < kYear2100 &&
                   parseNumber(fields[0]) && parseNumber(fields[1]);
        });
        if (!fits || hasHeaderRow(sample, kTab)) return std::nullopt;
        return Recognition{
            sample.fileName == "u.data" ? 1.0 : 0.9,
            translated("four numbers per line, separated by tabs: user, film, rating 0 to 5, Unix seconds"),
            {.delimiter = kTab, .columns = {}, .columnCount = 4, .time = 3, .rating = 2}};
    }

    std::vector<std::string> fileNames() const override { return {"u.data"}; }
    std::vector<std::string> itemsFileNames(const std::string&) const override { return {"u.item"}; }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeMovieLens100kFormat() {
    return std::make_unique<MovieLens100kFormat>();
}

}  // namespace recscope
