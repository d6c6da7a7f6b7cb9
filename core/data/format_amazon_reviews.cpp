// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/object_lines.h"
#include "core/util/translated.h"

namespace recscope {

/// The required keys are "reviewerID", "asin", "overall" and "unixReviewTime".
std::unique_ptr<DatasetFormat> makeAmazonReviewsFormat() {
    return makeObjectFormat({
        .info = {"amazon-reviews", translatable("Amazon reviews 2014, 2018 (JSON lines)"),
                 translatable("reviewerID, asin, overall and unixReviewTime (seconds); titles from meta_….json")},
        .makeReader = makeJsonReader,
        .keys = {.user = "reviewerID", .item = "asin", .time = "unixReviewTime", .rating = "overall"},
        .timeFormat = TimeFormat::Seconds,
        .confidence = 1.0,
        .fileNames = {},
        .itemsFileNames = amazonMetadataNames,
    });
}

}  // namespace recscope
