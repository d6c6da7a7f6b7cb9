// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/role_weights.h"

#include <array>

namespace recscope {

namespace {

/// Every number, with the case that needs it: RoleWeightsTest fails for a rule whose case does not need it. "Against"
/// is subtracted from the score of a column in that role and "for" is added; the score of a name is 0 to 10
/// (NameMeaning). The scores of words are in name_meaning.cpp. The limits that make values a sentence, a scale or a
/// time are in column_profile.cpp, because they only describe a column and do not decide its role.
constexpr std::array kRoleWeights = {
    // What the values of a column say about it as the user or the item.
    RoleWeight{"nothingAgainst", &RoleWeights::nothingAgainst, 2, 0, "12_id_names/strangers_titles_on_the_right",
               "the score of a column with an unknown name and nothing against it"},
    RoleWeight{"missingUser", &RoleWeights::missingUser, 10, 0, "23_several_candidates/visitors_who_log_in",
               "against the user: times the share of missing values"},
    RoleWeight{"missingItem", &RoleWeights::missingItem, 6, 0, "23_several_candidates/scrobbles_with_few_track_ids",
               "against the item: times the share of missing values"},
    RoleWeight{"fewValues", &RoleWeights::fewValues, 4, 0, "02_no_item_is_a_time/milliseconds_first_with_event",
               "against user and item: few different values"},
    RoleWeight{"few", &RoleWeights::few, 3, 0, "02_no_item_is_a_time/milliseconds_first_with_event",
               "the largest number of values that counts as few"},
    RoleWeight{"category", &RoleWeights::category, 2.5, 0, "23_several_candidates/browser_second",
               "against user and item: a few values that repeat"},
    RoleWeight{"textUser", &RoleWeights::textUser, 6, 0, "11_companions_and_packing/large_file_pointer",
               "against the user: sentences"},
    RoleWeight{"textItem", &RoleWeights::textItem, 4, 0, "11_companions_and_packing/large_file_pointer",
               "against the item: sentences that do not repeat, as people write them about items"},
    RoleWeight{"repeatedText", &RoleWeights::repeatedText, 1.5, 0, "23_several_candidates/headlines_before_article_ids",
               "against the item: sentences that repeat, as long titles do"},
    RoleWeight{"repeating", &RoleWeights::repeating, 0.5, 0, "12_id_names/strangers_titles_on_the_right",
               "sentences repeat if the share of different ones is less"},
    RoleWeight{"decimals", &RoleWeights::decimals, 7, 0, "23_several_candidates/price_second",
               "against user and item: decimals"},
    RoleWeight{"urlUser", &RoleWeights::urlUser, 3, 0, "23_several_candidates/address_first",
               "against the user: web addresses"},
    RoleWeight{"urlItem", &RoleWeights::urlItem, 1, 0, "23_several_candidates/picture_second",
               "against the item: web addresses"},
    RoleWeight{"scale", &RoleWeights::scale, 3, 0, "02_no_item_is_a_time/free_text_second",
               "against user and item: numbers on a short scale"},
    RoleWeight{"scaleOfFewRows", &RoleWeights::scaleOfFewRows, 0.5, 0,
               "23_several_candidates/rating_second_in_a_short_file", "the same in a file with few rows"},
    RoleWeight{"rowIdUser", &RoleWeights::rowIdUser, 5, 0, "02_no_item_is_a_time/row_number_first",
               "against the user: a different value in each row"},
    RoleWeight{"rowIdItem", &RoleWeights::rowIdItem, 6, 0, "02_no_item_is_a_time/row_number_first",
               "against the item: a different value in each row"},
    RoleWeight{"mostAgainstExact", &RoleWeights::mostAgainstExact, 2.5, 1000,
               "12_id_names/product_sold_once_beside_a_place",
               "the most that all this counts against a column named \"user_id\" or \"product_id\""},
    // What the names of all columns say together.
    RoleWeight{"idName", &RoleWeights::idName, 1, 0, "23_several_candidates/bundles_and_warehouses",
               "for an unknown name that ends in \"id\" or \"code\""},
    RoleWeight{"orderAsUser", &RoleWeights::orderAsUser, 8, 0, "15_order_lists/bakery",
               "for an order as the user if no column names persons"},
    RoleWeight{"descriptionAsItem", &RoleWeights::descriptionAsItem, 8, 0, "15_order_lists/invoices_and_descriptions",
               "for a description as the item if no column names items"},
    RoleWeight{"namedForOther", &RoleWeights::namedForOther, 4, -100, "14_whose_interactions/books_with_authors",
               "against a role if the column is named for something else: the author of a book is not the user"},
    RoleWeight{"coarser", &RoleWeights::coarser, 1.5, 0, "23_several_candidates/track_names_beside_ids_of_some",
               "against an item that another item determines, as a track determines its artist"},
    RoleWeight{"coarserWithin", &RoleWeights::coarserWithin, 2, 1000,
               "23_several_candidates/products_with_variants_and_coupons",
               "how much lower the score of that other item may be"},
    // Which columns can be users and items at all.
    RoleWeight{"hardlyRepeats", &RoleWeights::hardlyRepeats, 0.9, 2, "23_several_candidates/catalogue_of_games",
               "columns of unknown names with a larger share of different values are lists of things"},
    RoleWeight{"fewestValues", &RoleWeights::fewestValues, 5, 0, "23_several_candidates/few_numbers_beside_counts",
               "columns of unknown names with fewer different values are properties"},
    RoleWeight{"fewestNumbered", &RoleWeights::fewestNumbered, 3, 1000,
               "23_several_candidates/numbered_columns_of_a_jury",
               "from so many on, \"juror_1\", \"juror_2\" and so on are neither user nor item"},
    // Pairs of a user and an item.
    RoleWeight{"unknownNames", &RoleWeights::unknownNames, 0.5, 0, "12_id_names/strangers_as_json_keys",
               "times the evidence of leftIsUserScore, if neither name is known"},
    RoleWeight{"userFirst", &RoleWeights::userFirst, 0.7, 0, "23_several_candidates/some_rows_without_a_user",
               "for the user left of the item"},
    RoleWeight{"itemOfUser", &RoleWeights::itemOfUser, 6, 0, "23_several_candidates/home_store_of_a_member",
               "against an item that the user determines: it is a property of the user"},
    RoleWeight{"leastUnnamed", &RoleWeights::leastUnnamed, -1.5, 0, "23_several_candidates/ten_users_without_header",
               "lowest score of user and item in a file without names; with names it is 0"},
    RoleWeight{"close", &RoleWeights::close, 1, 0, "12_id_names/strangers_alike",
               "readings whose scores differ by less are offered to the user of the program"},
    // Two columns of ids without names: leftIsUserScore.
    RoleWeight{"left", &RoleWeights::left, 1.3, 0, "12_id_names/strangers_as_json_keys",
               "for the left column as the user"},
    RoleWeight{"leftOfLinks", &RoleWeights::leftOfLinks, 0.7, 0, "12_id_names/strangers_genre_of_the_left",
               "the same if the two columns are alike, as in an edge list of a graph"},
    RoleWeight{"asMany", &RoleWeights::asMany, 1.5, 1e9, "12_id_names/strangers_as_json_keys",
               "columns are alike if the ratio of their numbers of values is less"},
    RoleWeight{"asLong", &RoleWeights::asLong, 1.25, 1e9, "23_several_candidates/strangers_of_other_lengths",
               "columns are alike if the ratio of the lengths of their values is less"},
    RoleWeight{"runs", &RoleWeights::runs, 1.2, 0, "12_id_names/strangers_genre_of_the_left_kept_by_the_right",
               "for the column with equal values in consecutive rows as the user"},
    RoleWeight{"grouped", &RoleWeights::grouped, 0.3, 0, "12_id_names/strangers_many_items",
               "how much higher the share of such rows must be than in the other column"},
    RoleWeight{"stay", &RoleWeights::stay, 0.8, 0, "12_id_names/strangers_who_come_and_go",
               "for the column whose values each occur only within a short period as the user"},
    RoleWeight{"shorter", &RoleWeights::shorter, 0.7, 1e9, "12_id_names/strangers_who_come_and_go",
               "how much shorter that period is than in the other column"},
    RoleWeight{"titles", &RoleWeights::titles, 2.5, 0, "12_id_names/strangers_titles_on_the_left",
               "for the other column if this one has texts of three and more words"},
    RoleWeight{"twoWords", &RoleWeights::twoWords, 0.8, 0, "23_several_candidates/strangers_two_words_on_the_left",
               "the same for texts of two words"},
    RoleWeight{"mail", &RoleWeights::mail, 2.5, 0, "12_id_names/strangers_mail_on_the_right",
               "for a column of mail addresses as the user"},
    RoleWeight{"shareOfTexts", &RoleWeights::shareOfTexts, 0.25, 2, "12_id_names/strangers_mail_on_the_right",
               "the share of such texts or addresses that makes a column one of them"},
    RoleWeight{"property", &RoleWeights::property, 1.4, 0, "12_id_names/strangers_genre_of_the_left_kept_by_the_right",
               "for the column that determines a property of users, or whose neighbour determines one of items"},
    // The time.
    RoleWeight{"timeMissing", &RoleWeights::timeMissing, 40, 0,
               "23_several_candidates/most_books_without_a_day_of_reading",
               "against the time: times the share of missing values, whose rows would be lost"},
    RoleWeight{"clock", &RoleWeights::clock, 2, 0, "23_several_candidates/day_before_the_exact_time",
               "for a time with a time of day"},
    RoleWeight{"implausible", &RoleWeights::implausible, 8, 0, "23_several_candidates/seconds_in_the_video",
               "against numbers that would be far from any likely date"},
    RoleWeight{"spreadsheetDays", &RoleWeights::spreadsheetDays, 20, 0, "23_several_candidates/seconds_of_the_day",
               "against days as spreadsheets count them: such numbers often mean something else"},
    RoleWeight{"timeOfItem", &RoleWeights::timeOfItem, 5, 0, "23_several_candidates/recipes_submitted_before",
               "against a time that the item determines: its release"},
    RoleWeight{"timeOfUser", &RoleWeights::timeOfUser, 5, 0, "23_several_candidates/accounts_created_before",
               "against a time that the user determines: the registration"},
    RoleWeight{"timeOfSameNoun", &RoleWeights::timeOfSameNoun, 3, 0, "03_time_by_values/quiz_time_of_a_lecture",
               "for \"Quiz Time\" if the item is in \"Quiz ID\""},
    // The rating.
    RoleWeight{"weakRatingName", &RoleWeights::weakRatingName, 3, 100, "23_several_candidates/points_of_wines",
               "lowest score of a name that makes a short scale the rating"},
    RoleWeight{"scaleOfRating", &RoleWeights::scaleOfRating, 1, 0, "23_several_candidates/ratings_of_the_app",
               "for a short scale in a column that is named as the rating"},
    RoleWeight{"ratingMissing", &RoleWeights::ratingMissing, 4, 0, "23_several_candidates/rating_of_the_seller",
               "against the rating: times the share of missing values"},
    RoleWeight{"ratingOfWords", &RoleWeights::ratingOfWords, 5, 0, "23_several_candidates/rating_by_age",
               "against a rating whose values are mostly not numbers"},
    RoleWeight{"ratingByValues", &RoleWeights::ratingByValues, 2, 0, "02_no_item_is_a_time/free_text_second",
               "for a short scale with an unknown name"},
    RoleWeight{"gradesWithoutName", &RoleWeights::gradesWithoutName, 20, -1,
               "02_no_item_is_a_time/numbers_1_to_20_without_header",
               "numbers up to this are grades only in a column that is named as the rating"},
    RoleWeight{"ratingOfFewRows", &RoleWeights::ratingOfFewRows, 1, 0,
               "23_several_candidates/only_good_ratings_in_a_short_file",
               "for a third column of small numbers in a short file without a header"},
    RoleWeight{"mostColumnsByValues", &RoleWeights::mostColumnsByValues, 5, 1000,
               "23_several_candidates/short_scale_in_a_wide_file",
               "the most columns of a file without a header in which a short scale is the rating: in wider ones it is "
               "more often a code"},
    RoleWeight{"fewestRowNumbers", &RoleWeights::fewestRowNumbers, 20, 1e9,
               "29_what_is_no_role/order_numbers_1_to_100_without_header",
               "from so many rows on, whole numbers that differ in each row of a file without a header are no ratings"},
    RoleWeight{
        "fewestScores", &RoleWeights::fewestScores, 2, 1000, "29_what_is_no_role/applications_with_scores",
        "from so many on, columns of decimals such as \"skill_score\" are measurements, none of them the rating"},
    // Names of columns, see meaningOf.
    RoleWeight{"nameOfEntity", &RoleWeights::nameOfEntity, 1.5, 0, "23_several_candidates/two_customers_of_one_name",
               "against \"reviewer name\" beside \"reviewer\""},
    RoleWeight{"lastWord", &RoleWeights::lastWord, 1.5, 0, "23_several_candidates/who_recommended_it",
               "against \"new user\", of which only the last word is known"},
    RoleWeight{"plural", &RoleWeights::plural, 1.5, 0, "23_several_candidates/two_readers_of_one_name",
               "against \"films\" and \"filmname\" beside \"film\""},
    RoleWeight{"endsInTime", &RoleWeights::endsInTime, 1, 0, "23_several_candidates/arrival_and_booking",
               "against \"viewtime\", of which only the ending is known"},
    RoleWeight{"otherTime", &RoleWeights::otherTime, 4, 0, "23_several_candidates/shelves_updated_later",
               "against times of something else: \"release date\", \"updated at\""},
    RoleWeight{"moreWords", &RoleWeights::moreWords, 0.2, 0, "23_several_candidates/service_and_rooms",
               "against a rating for each further word of the name"},
    RoleWeight{"endsInRating", &RoleWeights::endsInRating, 7, 0, "23_several_candidates/scores_of_a_quiz",
               "the score of \"filmrating\" and \"userscore\" as the rating"},
    RoleWeight{"otherMeaning", &RoleWeights::otherMeaning, 4, 0, "12_id_names/strangers_with_an_age",
               "against user and item: the name says something else, as \"user_age\" does"},
    RoleWeight{"less", &RoleWeights::less, 3, -100, "23_several_candidates/channels_of_viewers",
               "the score of such a word alone"},
};

constexpr RoleWeights valuesOfTable() {
    RoleWeights weights{};
    for (const RoleWeight& row : kRoleWeights) weights.*row.member = row.value;
    return weights;
}

static_assert(sizeof(RoleWeights) == kRoleWeights.size() * sizeof(double), "each number has a row");

}  // namespace

constinit const RoleWeights kUsualWeights = valuesOfTable();

std::span<const RoleWeight> roleWeights() {
    return kRoleWeights;
}

}  // namespace recscope
