// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/column_names.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

TEST(NameMeaning, RecognisesUsersByWordsAndEndings) {
    for (const char* name : {"user", "userId", "User-ID", "user_idx", "uid", "visitorid", "CustomerID", "reviewerID",
                             "new_user_id", "username", "user_id:token", "msno", "steamid"})
        EXPECT_GE(meaningOf(name).user, kSureName) << name;
    for (const char* name : {"user_age", "user_city", "Book-Rating", "rating", "timestamp", "transactionid", "gender"})
        EXPECT_LT(meaningOf(name).user, kKnownName) << name;
}

TEST(NameMeaning, RecognisesItemsByWordsAndEndings) {
    for (const char* name : {"item", "movieId", "anime_id", "video_id", "recipe_id", "poi_id", "venue_id", "app_id",
                             "StockCode", "ISBN", "parent_asin", "itemid", "business_id", "musicId", "article_id"})
        EXPECT_GE(meaningOf(name).item, kSureName) << name;
    for (const char* name : {"category_id", "item_category", "review_id", "price", "quantity", "user_id", "date"})
        EXPECT_LT(meaningOf(name).item, kKnownName) << name;
}

TEST(NameMeaning, RecognisesTimesButNotSimilarNames) {
    for (const char* name : {"timestamp", "event_time", "date_added", "review_date", "InvoiceDate", "timestamp_ms",
                             "t_dat", "purchase_date", "created_utc", "posted", "unixReviewTime", "ts"})
        EXPECT_GE(meaningOf(name).time, kSureName) << name;
    for (const char* name : {"play_duration", "runtime", "candidate", "time_zone", "release_date", "date_of_birth"})
        EXPECT_LT(meaningOf(name).time, kSureName) << name;
}

TEST(NameMeaning, RecognisesRatingsButNotTheirCounts) {
    for (const char* name : {"rating", "Book-Rating", "star_rating", "stars", "overall", "score", "userRating"})
        EXPECT_GE(meaningOf(name).rating, kSureName) << name;
    for (const char* name : {"rating_count", "ratings_avg", "plays", "hours", "quantity", "price", "watch_ratio"})
        EXPECT_LT(meaningOf(name).rating, kKnownName) << name;
}

TEST(NameMeaning, OfAKeyUnderIdsIsThatOfTheIds) {
    EXPECT_GE(meaningOf("episode.ids.imdb").item, kSureName);
    EXPECT_LT(meaningOf("episode.number").item, kKnownName);  // a position in a season
    EXPECT_LT(meaningOf("user_ids_count").user, kKnownName);
    EXPECT_LT(meaningOf("item_ids_length").item, kKnownName);
}

TEST(NamesSuitability, IsARatingByAgeAndNoOtherRating) {
    for (const char* name : {"mpaaRating", "content_rating", "Age Rating"}) EXPECT_TRUE(namesSuitability(name)) << name;
    for (const char* name : {"rating", "user_rating", "content_id", "age"})
        EXPECT_FALSE(namesSuitability(name)) << name;
}

}  // namespace
}  // namespace recscope
