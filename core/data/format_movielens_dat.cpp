// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dataset_format.h"
#include "core/data/header_row.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// MovieLens 1M and 10M, MovieTweetings: "user::film::rating::Unix seconds".
class MovieLensDatFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {
            "movielens-dat", translatable("MovieLens 1M, 10M, MovieTweetings (ratings.dat)"),
            translatable("user::film::rating::Unix seconds, no header; titles from movies.dat, tags from tags.dat")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping&) const override {
        constexpr const char* kColons = "::";
        const bool fits = mostLinesPass(sample, kColons, [](std::span<const std::string_view> fields) {
            if (fields.size() != 4) return false;
            const auto rating = parseNumber(fields[2]), seconds = parseNumber(fields[3]);
            constexpr double kMaxRating = 100, kYear1973 = 1e8;
            return rating && *rating >= -kMaxRating && *rating <= kMaxRating && seconds && *seconds >= kYear1973;
        });
        if (!fits || hasHeaderRow(sample, kColons)) return std::nullopt;
        return Recognition{sample.fileName == "ratings.dat" ? 1.0 : 0.95,
                           "user::film::rating::time",
                           {.delimiter = kColons, .columns = {}, .columnCount = 4, .time = 3, .rating = 2}};
    }

    std::vector<std::string> fileNames() const override { return {"ratings.dat"}; }
    std::vector<std::string> itemsFileNames(const std::string&) const override { return {"movies.dat"}; }
    std::vector<std::string> tagsFileNames() const override { return {"tags.dat"}; }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeMovieLensDatFormat() {
    return std::make_unique<MovieLensDatFormat>();
}

}  // namespace recscope
