// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/object_lines.h"
#include "core/util/translated.h"

namespace recscope {

/// McAuley's Steam reviews: one Python dictionary per line with "username", "product_id", "date"; no rating.
std::unique_ptr<DatasetFormat> makeSteamReviewsFormat() {
    return makeObjectFormat({
        .info = {"steam-reviews", translatable("Steam reviews (Python literals)"),
                 translatable("username, product_id and date (YYYY-MM-DD); titles from steam_games.json")},
        .makeReader = makePythonReader,
        .keys = {.user = "username", .item = "product_id", .time = "date", .rating = {}},
        .timeFormat = TimeFormat::Date,
        .confidence = 1.0,
        .fileNames = {"steam_reviews.json"},
        .itemsFileNames = [](const std::string&) -> std::vector<std::string> { return {"steam_games.json"}; },
    });
}

}  // namespace recscope
