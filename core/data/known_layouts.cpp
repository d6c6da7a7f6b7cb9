// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/known_layouts.h"

#include <algorithm>
#include <string_view>

#include "core/data/column_names.h"
#include "core/data/importer.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr int kNone = -1;

/// The columns of a public dataset.
/// - For files without a header, `kinds` has one letter per column: n a whole number, t a time, c a coordinate, m a
///   MusicBrainz id or nothing, h a SHA-1, s a text, w a song ("SO…"), d any number, b an action, x anything but a time
///   or a coordinate. The roles (user, item, time, rating) are column numbers from 0.
/// - For files with a header, `names` lists plain names (see plainName) that must all be present. The roles are indices
///   into `names`.
/// - If both are empty, the entry is only listed for display: the general rules find the columns of that dataset.
struct Layout {
    KnownLayout about;
    const char* kinds;
    std::vector<std::string> names;
    int user, item, time, rating;
    int secondTimeColumn = kNone;  ///< its text is appended to that of `time`
};

const std::vector<Layout>& layouts() {
    static const std::vector<Layout> kLayouts = {
        {{"lastfm-1k", translatable("Last.fm 1K (userid-timestamp-artid-artname-traid-traname.tsv)"),
          translatable("no header: user, time, artist, name, track, name; the track is the item")},
         "xtmsms",
         {},
         0,
         4,
         1,
         kNone},
        {{"lastfm-360k", translatable("Last.fm 360K (usersha1-artmbid-artname-plays.tsv)"),
          translatable("no header: user, artist, name, plays; no times, and plays are not ratings")},
         "hmsd",
         {},
         0,
         1,
         kNone,
         kNone},
        {{"gowalla", translatable("Gowalla and Brightkite check-ins"),
          translatable("no header: user, time, latitude, longitude, location")},
         "xtccx",
         {},
         0,
         4,
         1,
         kNone},
        {{"foursquare", translatable("Foursquare NYC and Tokyo (dataset_TSMC2014)"),
          translatable("no header: user, venue, category, its name, latitude, longitude, zone, time")},
         "nxxxccnt",
         {},
         0,
         1,
         7,
         kNone},
        {{"yoochoose-clicks", translatable("Yoochoose clicks (yoochoose-clicks.dat)"),
          translatable("no header: session, time, item, category")},
         "ntnx",
         {},
         0,
         2,
         1,
         kNone},
        {{"yoochoose-buys", translatable("Yoochoose buys (yoochoose-buys.dat)"),
          translatable("no header: session, time, item, price, quantity")},
         "ntndd",
         {},
         0,
         2,
         1,
         kNone},
        {{"user-behavior", translatable("Taobao UserBehavior (UserBehavior.csv)"),
          translatable("no header: user, item, category, behaviour (pv, buy, cart, fav), time")},
         "nnnbt",
         {},
         0,
         1,
         4,
         kNone},
        {{"million-song", translatable("Million Song triplets (train_triplets.txt)"),
          translatable("no header: user, song, play count; no times, and counts are not ratings")},
         "hwd",
         {},
         0,
         1,
         kNone,
         kNone},
        {{"steam-200k", translatable("Steam-200k (steam-200k.csv)"),
          translatable("no header: user, game, purchase or play, hours, 0; no times, and hours are not ratings")},
         "nsbdd",
         {},
         0,
         1,
         kNone,
         kNone},
        {{"retailrocket", translatable("RetailRocket (events.csv)"),
          translatable("timestamp, visitorid, event, itemid, transactionid")},
         "",
         {"visitorid", "itemid", "timestamp", "event"},
         0,
         1,
         2,
         kNone},
        {{"diginetica", translatable("Diginetica (train-item-views.csv)"),
          translatable(
              "sessionId;userId;itemId;timeframe;eventdate: the session is the user, timeframe is added to eventdate")},
         "",
         {"sessionid", "itemid", "eventdate", "timeframe"},
         0,
         1,
         2,
         kNone,
         3},
        {{"book-crossing", translatable("Book-Crossing (BX-Book-Ratings.csv)"),
          translatable("User-ID;ISBN;Book-Rating; no times")},
         "",
         {"userid", "isbn", "bookrating"},
         0,
         1,
         kNone,
         2},
        {{"goodbooks", translatable("goodbooks-10k (ratings.csv)"), translatable("user_id,book_id,rating; no times")},
         "",
         {"userid", "bookid", "rating"},
         0,
         1,
         kNone,
         2},
        {{"online-retail", translatable("Online Retail (UCI)"),
          translatable("InvoiceNo, StockCode, Description, Quantity, InvoiceDate, UnitPrice, CustomerID")},
         "",
         {"customerid", "stockcode", "invoicedate"},
         0,
         1,
         2,
         kNone},
        {{"h-and-m", translatable("H&M (transactions_train.csv)"),
          translatable("t_dat, customer_id, article_id, price, sales_channel_id")},
         "",
         {"customerid", "articleid", "tdat"},
         0,
         1,
         2,
         kNone},
        {{"kuairec", translatable("KuaiRec (big_matrix.csv, small_matrix.csv)"),
          translatable("user_id, video_id, play_duration, …, timestamp, watch_ratio; the watch ratio is not a rating")},
         "",
         {"userid", "videoid", "timestamp", "watchratio"},
         0,
         1,
         2,
         kNone},
        {{"hetrec", translatable("HetRec 2011 (user_ratedmovies.dat, user_artists.dat and others)"),
          translatable("tabs with a header; times as milliseconds or in columns for day, month and year")},
         "",
         {},
         0,
         0,
         kNone,
         kNone},
        {{"yelp", translatable("Yelp reviews (yelp_academic_dataset_review.json)"),
          translatable("JSON lines: user_id, business_id, stars, date")},
         "",
         {},
         0,
         0,
         kNone,
         kNone},
        {{"goodreads", translatable("Goodreads (goodreads_interactions.csv and JSON reviews)"),
          translatable("user_id, book_id, rating, and in the JSON date_added")},
         "",
         {},
         0,
         0,
         kNone,
         kNone},
    };
    return kLayouts;
}

bool isHexadecimal(std::string_view text) {
    return text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

bool isMusicBrainzId(std::string_view text) {
    constexpr std::size_t kLength = 36;
    return text.size() == kLength && text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-';
}

bool allExamples(const ColumnProfile& profile, bool (*test)(std::string_view)) {
    return std::all_of(profile.examples.begin(), profile.examples.end(), test);
}

bool isBehaviour(std::string_view text) {
    constexpr std::string_view kWords[] = {"pv", "buy", "cart", "fav", "purchase", "play"};
    return std::find(std::begin(kWords), std::end(kWords), text) != std::end(kWords);
}

bool fits(const ColumnProfile& profile, char kind) {
    switch (kind) {
        case 'n':
            return profile.present() > 0 && profile.wholeShare >= 0.95 && profile.kind != ColumnKind::Time;
        case 't':
            return profile.kind == ColumnKind::Time;
        case 'c':
            return profile.kind == ColumnKind::Coordinate;
        case 'm':
            return allExamples(profile, isMusicBrainzId);
        case 'h':
            return profile.present() > 0 && allExamples(profile, [](std::string_view text) {
                       constexpr std::size_t kSha1 = 40;
                       return text.size() == kSha1 && isHexadecimal(text);
                   });
        case 's':
            return profile.numberShare < 0.9;
        case 'w':
            return profile.present() > 0 && allExamples(profile, [](std::string_view text) {
                       return text.size() == 18 && text.starts_with("SO");
                   });
        case 'd':
            return profile.present() > 0 && profile.numberShare >= 0.95 && profile.kind != ColumnKind::Time;
        case 'b':
            return profile.distinct <= 6 && allExamples(profile, isBehaviour);
        default:
            return profile.kind != ColumnKind::Time && profile.kind != ColumnKind::Coordinate;
    }
}

std::optional<ColumnRoles> rolesByKinds(const Layout& layout, const std::vector<ColumnProfile>& profiles) {
    const std::string_view kinds = layout.kinds;
    if (kinds.empty() || kinds.size() != profiles.size()) return std::nullopt;
    for (std::size_t column = 0; column < kinds.size(); ++column) {
        if (!fits(profiles[column], kinds[column])) return std::nullopt;
    }
    ColumnRoles roles;
    const auto set = [](std::optional<std::size_t>& role, int column) {
        if (column != kNone) role = static_cast<std::size_t>(column);
    };
    set(roles.user, layout.user);
    set(roles.item, layout.item);
    set(roles.rating, layout.rating);
    if (layout.time != kNone) roles.time = {static_cast<std::size_t>(layout.time)};
    return roles;
}

std::optional<ColumnRoles> rolesByNames(const Layout& layout, const std::vector<ColumnProfile>& profiles) {
    if (layout.names.empty()) return std::nullopt;
    std::vector<std::size_t> columns;
    for (const std::string& name : layout.names) {
        std::size_t column = 0;
        while (column < profiles.size() && plainName(profiles[column].name) != name) ++column;
        if (column == profiles.size()) return std::nullopt;
        columns.push_back(column);
    }
    const auto at = [&](int index) { return columns[static_cast<std::size_t>(index)]; };
    ColumnRoles roles;
    roles.user = at(layout.user);
    roles.item = at(layout.item);
    if (layout.rating != kNone) roles.rating = at(layout.rating);
    // The header determines the roles, but the values of the user and the item column must be of a suitable kind.
    for (const std::size_t column : {*roles.user, *roles.item}) {
        const ColumnKind kind = profiles[column].kind;
        if (kind == ColumnKind::Time || kind == ColumnKind::Coordinate || kind == ColumnKind::Empty ||
            kind == ColumnKind::Text || kind == ColumnKind::Decimal)
            return std::nullopt;
    }
    const auto isTime = [](const ColumnProfile& profile) { return profile.kind == ColumnKind::Time; };
    if (layout.time == kNone && std::any_of(profiles.begin(), profiles.end(), isTime)) return std::nullopt;
    if (layout.time != kNone) {
        if (profiles[at(layout.time)].kind != ColumnKind::Time) return std::nullopt;
        roles.time = {at(layout.time)};
        if (layout.secondTimeColumn != kNone) roles.time.push_back(at(layout.secondTimeColumn));
    }
    return roles;
}

}  // namespace

std::vector<KnownLayout> knownLayouts() {
    std::vector<KnownLayout> all;
    for (const Layout& layout : layouts()) all.push_back(layout.about);
    return all;
}

std::optional<LayoutMatch> matchLayout(const std::vector<ColumnProfile>& profiles, bool isWithoutHeader) {
    for (const Layout& layout : layouts()) {
        const auto roles = isWithoutHeader ? rolesByKinds(layout, profiles) : rolesByNames(layout, profiles);
        if (roles) return LayoutMatch{layout.about.title, *roles};
    }
    return std::nullopt;
}

}  // namespace recscope
