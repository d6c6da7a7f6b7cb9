// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/object_lines.h"
#include "core/util/translated.h"

namespace recscope {

/// The keys are "user_id", "parent_asin", "rating" and "timestamp". The key "title" is the headline of the review, not
/// the title of the product.
std::unique_ptr<DatasetFormat> makeAmazonReviews2023Format() {
    return makeObjectFormat({
        .info = {"amazon-reviews-2023", translatable("Amazon reviews 2023 (JSON lines)"),
                 translatable("user_id, parent_asin, rating and timestamp (milliseconds); titles from meta_….jsonl")},
        .makeReader = makeJsonReader,
        .keys = {.user = "user_id", .item = "parent_asin", .time = "timestamp", .rating = "rating"},
        .timeFormat = TimeFormat::Milliseconds,
        .confidence = 1.0,
        .fileNames = {},
        .itemsFileNames = amazonMetadataNames,
    });
}

}  // namespace recscope
