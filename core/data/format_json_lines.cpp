// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/object_lines.h"
#include "core/util/translated.h"

namespace recscope {

std::unique_ptr<DatasetFormat> makeJsonLinesFormat() {
    return makeObjectFormat({
        .info = {"json-lines", translatable("JSON lines"),
                 translatable(
                     "one JSON object per line; user, item and, if present, time and rating by the names of the keys")},
        .makeReader = makeJsonReader,
        .keys = {},
        .confidence = 0.7,
        .fileNames = {"interactions.jsonl", "reviews.json"},
        .itemsFileNames = [](const std::string&) -> std::vector<std::string> {
            return {
                "items.jsonl", "items.json",    "items.csv",  "movies.json",  "books.json",
                "songs.json",  "products.json", "games.json", "courses.json", "yelp_academic_dataset_business.json"};
        },
    });
}

}  // namespace recscope
