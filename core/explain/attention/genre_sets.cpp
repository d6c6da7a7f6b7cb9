// SPDX-License-Identifier: GPL-3.0-or-later
// drawGenreSets: see attention_figures.h.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/explain/attention/attention_figures.h"
#include "core/store/item_genres.h"
#include "core/util/random.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// SASRec, section IV-G: two sets of 200 movies from four categories. The paper does not state the number per category;
// RecScope takes the same number from each.
constexpr std::size_t kGenres = 4;
constexpr std::int32_t kMaxPerGenre = 50, kMinPerGenre = 2;  // items per genre in each set

/// The paper's genres in the paper's order, in the spelling of MovieLens or another dataset; empty if one is missing.
std::vector<std::string> genresOfPaper(const std::map<std::string, std::int64_t>& counts) {
    const std::vector<std::vector<std::string>> names = {
        {"Sci-Fi", "Science Fiction"}, {"Romance"}, {"Animation"}, {"Horror"}};
    std::vector<std::string> found;
    for (const auto& spellings : names)
        for (const std::string& name : spellings)
            if (counts.contains(name)) {
                found.push_back(name);
                break;
            }
    return found.size() == kGenres ? found : std::vector<std::string>();
}

/// The four most common genres; fewer if the dataset has fewer.
std::vector<std::string> mostCommonGenres(const std::map<std::string, std::int64_t>& counts) {
    std::vector<std::pair<std::string, std::int64_t>> all(counts.begin(), counts.end());
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(kGenres, all.size()); ++i) names.push_back(all[i].first);
    return names;
}

}  // namespace

GenreSets drawGenreSets(std::span<const ItemInfo> items, std::uint64_t seed) {
    std::map<std::string, std::int64_t> counts;
    for (const ItemInfo& item : items)
        for (const std::string& genre : genresIn(item.genres)) ++counts[genre];
    GenreSets sets;
    sets.genres = genresOfPaper(counts);
    sets.usesPaperGenres = !sets.genres.empty();
    if (!sets.usesPaperGenres) sets.genres = mostCommonGenres(counts);
    if (sets.genres.size() < kGenres) {
        sets.problem =
            counts.empty() ? translated("The items of this dataset have no genres.")
            : counts.size() == 1
                ? translated("The items of this dataset have one genre; the figure needs four.")
                : translated("The items of this dataset have {} genres; the figure needs four.", counts.size());
        return sets;
    }
    std::vector<std::vector<Token>> exclusiveItems(kGenres);  // items that have exactly one of the four genres
    for (const ItemInfo& item : items) {
        const std::vector<std::string> genres = genresIn(item.genres);
        std::vector<std::size_t> matching;
        for (std::size_t genre = 0; genre < kGenres; ++genre)
            if (std::find(genres.begin(), genres.end(), sets.genres[genre]) != genres.end()) matching.push_back(genre);
        if (matching.size() == 1) exclusiveItems[matching.front()].push_back(item.token);
    }
    const auto smallest = std::min_element(exclusiveItems.begin(), exclusiveItems.end(),
                                           [](const auto& a, const auto& b) { return a.size() < b.size(); });
    sets.perGenre = std::min(kMaxPerGenre, static_cast<std::int32_t>(smallest->size() / 2));
    if (sets.perGenre < kMinPerGenre) {
        sets.problem = translated(
            "Too few items for two sets. Items of the genre {} that belong to none of the other three genres: {}; "
            "needed: {}.",
            sets.genres[static_cast<std::size_t>(smallest - exclusiveItems.begin())], smallest->size(),
            2 * kMinPerGenre);
        return sets;
    }
    Random random({seed});
    for (std::vector<Token>& tokens : exclusiveItems) {
        random.shuffle(std::span(tokens));
        sets.queryItems.insert(sets.queryItems.end(), tokens.begin(), tokens.begin() + sets.perGenre);
        sets.keyItems.insert(sets.keyItems.end(), tokens.begin() + sets.perGenre, tokens.begin() + 2 * sets.perGenre);
    }
    return sets;
}

}  // namespace recscope
