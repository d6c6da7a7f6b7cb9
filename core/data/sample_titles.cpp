// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sample_titles.h"

#include <fmt/format.h>

#include <array>
#include <string>

namespace recscope {

namespace {

constexpr std::array kAdjectives = {"Amber",   "Borrowed", "Brass",  "Cobalt",    "Crooked",    "Drifting", "Feathered",
                                    "Folded",  "Hollow",   "Indigo", "Lopsided",  "Mossy",      "Muffled",  "Paper",
                                    "Patient", "Rusted",   "Salted", "Sleepless", "Threadbare", "Unposted"};
constexpr std::array kNouns = {
    "Almanac",    "Barge",    "Beehive",   "Carousel",  "Cellist",     "Compass", "Ferryman",   "Gasworks", "Glacier",
    "Gramophone", "Heron",    "Inkwell",   "Kiosk",     "Lamplighter", "Ledger",  "Marmalade",  "Orrery",   "Postcard",
    "Quarry",     "Spyglass", "Tollhouse", "Turnstile", "Umbrella",    "Viaduct", "Weathervane"};
constexpr std::array kPlaces = {"Quillmere",  "Bramblecote", "Osterwick", "Pellam Yard", "Tarnfold",
                                "Vexley Row", "Moorhatch",   "Sundrey",   "Harrowquay",  "Lindle Street"};
constexpr std::array kSeasons = {"Spring", "Summer", "Autumn", "Winter"};
constexpr std::array kHeroes = {"Inspector Thimble", "Captain Ostrava-Finch", "Doctor Pimpernickel"};
constexpr std::array kHeroGenres = {"Crime|Mystery", "Adventure", "Science Fiction|Comedy"};
constexpr std::array kGenres = {"Adventure", "Animation", "Comedy",  "Crime",           "Documentary",
                                "Drama",     "Fantasy",   "Mystery", "Science Fiction", "Romance"};
static_assert(kPlaces.size() == SampleRules::kBundles && kSeasons.size() == SampleRules::kBundleSize);
static_assert(kHeroes.size() == SampleRules::kSerials && kNouns.size() >= SampleRules::kSerialSize);

constexpr int kFirstYear = 1954, kLastYear = 2018;

int drawYear(Random& random) {
    return kFirstYear + static_cast<int>(random.below(kLastYear - kFirstYear + 1));
}

std::string drawGenres(Random& random) {
    const std::size_t first = random.below(kGenres.size());
    std::string genres = kGenres[first];
    const std::size_t second = random.below(kGenres.size());
    if (second > first) genres.append("|").append(kGenres[second]);
    return genres;
}

/// Draws names such as "The Brass Heron", each at most once.
class Names {
public:
    explicit Names(Random& random) {
        for (const char* adjective : kAdjectives) {
            for (const char* noun : kNouns) m_names.push_back(fmt::format("The {} {}", adjective, noun));
        }
        random.shuffle(std::span(m_names));
    }
    std::string next() {
        std::string name = m_names.back();
        m_names.pop_back();
        return name;
    }

private:
    std::vector<std::string> m_names;
};

}  // namespace

std::vector<ItemInfo> makeSampleItems(const SampleRules& rules, Random& random) {
    std::vector<ItemInfo> items(SampleRules::kItems);
    const auto set = [&](Token token, const std::string& name, int year, const std::string& genres) {
        ItemInfo& item = items[static_cast<std::size_t>(token - kFirstItemToken)];
        item = {token, fmt::format("f{:03}", token), fmt::format("{} ({})", name, year), genres, 0};
    };
    Names names(random);
    for (const auto& [trigger, partner] : rules.pairs) {
        const std::string name = names.next(), genres = drawGenres(random);
        const int year = drawYear(random);
        set(trigger, name, year, genres);
        set(partner, name + " Returns", year + 2 + static_cast<int>(random.below(4)), genres);
    }
    for (std::size_t i = 0; i < rules.bundles.size(); ++i) {
        const std::string genres = drawGenres(random);
        const int year = drawYear(random);
        for (std::size_t k = 0; k < kSeasons.size(); ++k) {
            set(rules.bundles[i][k], fmt::format("{}: {}", kPlaces[i], kSeasons[k]), year, genres);
        }
    }
    for (std::size_t i = 0; i < rules.serials.size(); ++i) {
        std::vector<const char*> nouns(kNouns.begin(), kNouns.end());
        random.shuffle(std::span(nouns));
        for (std::size_t k = 0; k < rules.serials[i].size(); ++k) {
            set(rules.serials[i][k], fmt::format("{} and the {}", kHeroes[i], nouns[k]),
                1960 + 10 * static_cast<int>(i) + static_cast<int>(k), kHeroGenres[i]);
        }
    }
    for (const Token token : rules.others) set(token, names.next(), drawYear(random), drawGenres(random));
    return items;
}

}  // namespace recscope
