// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/data/dataset_format.h"
#include "core/data/delimited.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

const std::vector<std::string> kHeader = {"userId", "movieId", "rating", "timestamp"};

/// MovieLens 20M, 25M, latest: CSV with a header, sorted by user and film, not by time.
class MovieLensCsvFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {"movielens-csv", translatable("MovieLens 20M, 25M, latest (ratings.csv)"),
                translatable(
                    "csv with the header userId,movieId,rating,timestamp; titles from movies.csv, tags from tags.csv")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping&) const override {
        if (sample.header == Header::No) return std::nullopt;
        FieldSplitter splitter(",");
        if (!splitter.split(sample.lines[0])) return std::nullopt;
        if (!std::equal(kHeader.begin(), kHeader.end(), splitter.fields().begin(), splitter.fields().end())) {
            return std::nullopt;
        }
        return Recognition{
            sample.fileName == "ratings.csv" ? 1.0 : 0.95,
            translated("the header userId,movieId,rating,timestamp"),
            {.delimiter = ",", .hasHeader = true, .columns = kHeader, .columnCount = 4, .time = 3, .rating = 2}};
    }

    std::vector<std::string> fileNames() const override { return {"ratings.csv"}; }
    std::vector<std::string> itemsFileNames(const std::string&) const override { return {"movies.csv"}; }
    std::vector<std::string> tagsFileNames() const override { return {"tags.csv"}; }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeMovieLensCsvFormat() {
    return std::make_unique<MovieLensCsvFormat>();
}

}  // namespace recscope
