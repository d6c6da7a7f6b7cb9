// SPDX-License-Identifier: GPL-3.0-or-later
// Scores column names by the words that public datasets use: see meaningOf in column_names.h.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/data/column_names.h"
#include "core/data/foreign_words.h"
#include "core/util/text.h"

namespace recscope {

namespace {

using Scores = std::unordered_map<std::string, double>;

const Scores kUserWords = {
    {"user", 9},       {"users", 8},     {"usr", 8},          {"uid", 9},        {"u", 4},           {"userid", 9},
    {"reviewer", 9},   {"customer", 9},  {"cust", 8},         {"client", 8},     {"visitor", 9},     {"member", 8},
    {"reader", 8},     {"viewer", 8},    {"listener", 8},     {"player", 8},     {"subscriber", 8},  {"consumer", 8},
    {"shopper", 8},    {"buyer", 8},     {"purchaser", 8},    {"person", 8},     {"people", 7},      {"account", 7},
    {"profile", 7},    {"login", 7},     {"username", 8},     {"nickname", 7},   {"screenname", 7},  {"msno", 9},
    {"patron", 8},     {"student", 8},   {"learner", 8},      {"patient", 8},    {"guest", 8},       {"msisdn", 8},
    {"critic", 8},     {"rater", 8},     {"voter", 8},        {"follower", 7},   {"employee", 7},    {"household", 7},
    {"owner", 5},      {"author", 5},    {"reviewername", 7}, {"cookie", 5},     {"session", 5},     {"sessid", 5},
    {"sid", 3},        {"ses", 4},       {"device", 3},       {"visit", 4},      {"trip", 4},        {"utrip", 4},
    {"basket", 3},     {"order", 1},     {"invoice", 1},      {"email", 5},      {"source", 2},      {"src", 2},
    {"from", 2},       {"who", 4},       {"cid", 3},          {"traveler", 8},   {"traveller", 8},   {"passenger", 8},
    {"citizen", 7},    {"applicant", 8}, {"candidate", 5},    {"donor", 7},      {"investor", 7},    {"gamer", 8},
    {"steamid", 8},    {"steam", 3},     {"panelist", 8},     {"respondent", 8}, {"participant", 8}, {"ip", 3},
    {"impression", 2}, {"playlist", 5},  {"cart", 3},         {"nutzer", 7},     {"kunde", 7},       {"kunden", 7},
    {"usuario", 7},    {"cliente", 7},   {"utilisateur", 7},  {"client_id", 8}};

const Scores kItemWords = {
    {"item", 9},        {"items", 8},      {"iid", 9},      {"itemid", 9},       {"movie", 9},      {"film", 9},
    {"product", 9},     {"prod", 8},       {"asin", 9},     {"parentasin", 9.5}, {"book", 9},       {"isbn", 9},
    {"game", 9},        {"artist", 8.5},   {"track", 9},    {"song", 9},         {"music", 8.5},    {"article", 9},
    {"news", 9},        {"business", 9},   {"sku", 9},      {"stock", 8},        {"anime", 9},      {"manga", 9},
    {"video", 9},       {"clip", 8},       {"recipe", 9},   {"poi", 9},          {"venue", 9},      {"app", 8.5},
    {"application", 7}, {"restaurant", 9}, {"hotel", 9},    {"place", 8.5},      {"location", 7},   {"spot", 7},
    {"listing", 9},     {"show", 8},       {"series", 8},   {"course", 9},       {"lesson", 8},     {"job", 9},
    {"ad", 7},          {"advert", 7},     {"adgroup", 7},  {"creative", 7},     {"page", 7},       {"post", 8},
    {"doc", 8},         {"document", 8},   {"content", 7},  {"photo", 8},        {"pin", 8},        {"image", 5},
    {"channel", 5},     {"podcast", 9},    {"episode", 8},  {"album", 8},        {"beer", 9},       {"wine", 9},
    {"drink", 9},       {"cocktail", 9},   {"joke", 9},     {"merchant", 5},     {"store", 5},      {"shop", 5},
    {"brand", 2},       {"seller", 3},     {"tweet", 8},    {"hashtag", 7},      {"repo", 9},       {"repository", 9},
    {"question", 8},    {"problem", 8},    {"exercise", 8}, {"skill", 6},        {"keyword", 5},    {"gift", 8},
    {"drug", 9},        {"medicine", 9},   {"dish", 9},     {"food", 8},         {"meal", 8},       {"coupon", 8},
    {"deal", 7},        {"offer", 7},      {"link", 4},     {"website", 7},      {"site", 6},       {"thread", 7},
    {"subreddit", 8},   {"stream", 5},     {"streamer", 7}, {"sid", 5},          {"mid", 4},        {"pid", 5},
    {"aid", 5},         {"bid", 5},        {"gid", 5},      {"vid", 5},          {"nid", 5},        {"tid", 4},
    {"rid", 3},         {"target", 2},     {"dst", 2},      {"to", 2},           {"object", 6},     {"entity", 6},
    {"thing", 5},       {"what", 4},       {"goods", 9},    {"commodity", 8},    {"offering", 8},   {"material", 6},
    {"title", 3},       {"name", 3},       {"i", 4},        {"city", 3},         {"event", 2},      {"program", 7},
    {"programme", 7},   {"tv", 6},         {"trail", 8},    {"route", 7},        {"attraction", 8}, {"park", 7},
    {"museum", 8},      {"theme", 3},      {"toy", 8},      {"plant", 8},        {"comic", 8},      {"paper", 8},
    {"publication", 7}, {"patent", 8},     {"package", 7},  {"library", 5},      {"service", 6},    {"api", 7},
    {"mod", 6},         {"map", 5},        {"card", 6},     {"quiz", 7},         {"loan", 7},       {"project", 7},
    {"stop", 5},        {"station", 7},    {"artikel", 8},  {"produkt", 8},      {"producto", 8},   {"produit", 8},
    {"buch", 8},        {"livre", 8},      {"libro", 8},    {"pelicula", 8},     {"gid", 5},        {"task", 8},
    {"menu", 6},        {"titlename", 3},  {"webpage", 7},  {"pageurl", 7}};

const Scores kTimeWords = {{"timestamp", 10}, {"unixreviewtime", 10},
                           {"unixtime", 10},  {"unixtimestamp", 10},
                           {"ts", 9},         {"time", 9},
                           {"datetime", 9},   {"date", 8},
                           {"day", 2},        {"created", 8},
                           {"creation", 8},   {"added", 8},
                           {"posted", 8},     {"when", 6},
                           {"utc", 5},        {"epoch", 8},
                           {"dt", 7},         {"dat", 7},
                           {"at", 3},         {"published", 5},
                           {"submitted", 8},  {"updated", 4},
                           {"modified", 4},   {"updatedat", 4},
                           {"local", 2},      {"clock", 4},
                           {"reviewed", 7},   {"watched", 6},
                           {"purchased", 7},  {"ordered", 7},
                           {"rated", 7},      {"datum", 7},
                           {"fecha", 7},      {"zeit", 7},
                           {"moment", 5},     {"tstamp", 9},
                           {"timems", 9},     {"ratedat", 9},
                           {"createdat", 9},  {"reviewtime", 8}};

const Scores kRatingWords = {
    {"rating", 10}, {"ratings", 9},    {"score", 8},         {"stars", 9},       {"star", 8},       {"overall", 9},
    {"grade", 7},   {"rate", 6},       {"reviewoverall", 9}, {"mark", 5},        {"preference", 6}, {"bewertung", 8},
    {"nota", 6},    {"note", 4},       {"ocena", 6},         {"points", 4},      {"stelle", 4},     {"estrellas", 6},
    {"rank", 1},    {"evaluation", 5}, {"userrating", 10},   {"bookrating", 10}, {"feedback", 3}};

/// Words for properties, quantities and the like: a column named by one of them holds neither users nor items.
const std::unordered_set<std::string> kAttributes = {
    "transaction", "order",      "invoice",    "review",      "action",      "behavior",  "behaviour", "type",
    "category",    "cat",        "cate",       "genre",       "genres",      "tag",       "brand",     "class",
    "group",       "department", "quantity",   "qty",         "count",       "counts",    "price",     "amount",
    "cost",        "revenue",    "hours",      "duration",    "plays",       "playcount", "position",  "age",
    "gender",      "sex",        "occupation", "state",       "country",     "zip",       "zipcode",   "region",
    "language",    "lang",       "platform",   "os",          "browser",     "url",       "phone",     "label",
    "helpful",     "useful",     "funny",      "cool",        "text",        "comment",   "comments",  "summary",
    "description", "desc",       "body",       "headline",    "weekday",     "month",     "year",      "index",
    "row",         "line",       "seq",        "sequence",    "step",        "split",     "fold",      "train",
    "status",      "flag",       "verified",   "vote",        "votes",       "likes",     "views",     "size",
    "color",       "colour",     "weight",     "height",      "length",      "width",     "ratio",     "percent",
    "lat",         "lon",        "lng",        "latitude",    "longitude",   "hour",      "minute",    "second",
    "rating",      "ratings",    "score",      "stars",       "date",        "time",      "timestamp", "ts",
    "channel",     "method",     "mode",       "currency",    "discount",    "total",     "sum",       "unit",
    "city",        "address",    "postal",     "content",     "image",       "photo",     "query",     "search",
    "property",    "value",      "frequency",  "watch",       "behaviors",   "event",     "domain",    "origin",
    "publisher",   "director",   "parent",     "level",       "version",     "reason",    "note",      "notes",
    "sale",        "purchase",   "receipt",    "bill",        "segment",     "cluster",   "income",    "education",
    "marital",     "timezone",   "offset",     "impressions", "history",     "feedback",  "spam",      "bot",
    "is",          "has",        "num",        "n",           "amt",         "fare",      "fee",       "tax",
    "avg",         "average",    "mean",       "temp",        "temperature", "humidity",  "rainfall",  "pressure",
    "wind",        "quality",    "vat",        "mrp",         "eur",         "euro",      "usd",       "gbp",
    "inr",         "dollars",    "cents",      "subtotal",    "margin",      "profit",    "turnover",  "spend",
    "pcs",         "pieces",     "cnt",        "qnt",         "nb",          "nbr"};

/// Words for counts of an item ("members" of an anime, "episodes"), for durations and for parts of a day or year. They
/// name neither users nor items, although "member" and "episode" do.
const std::unordered_set<std::string> kCounts = {
    "members",   "followers", "subscribers", "listeners", "viewers",    "voters",    "episodes", "pages",    "chapters",
    "volumes",   "seasons",   "installs",    "downloads", "popularity", "played",    "ms",       "seconds",  "minutes",
    "days",      "day",       "week",        "quarter",   "daytime",    "daypart",   "daytype",  "period",   "skipped",
    "liked",     "bought",    "purchases",   "favorites", "favourites", "listens",   "listened", "sold",     "sales",
    "watched",   "dwell",     "streams",     "opened",    "finished",   "distance",  "steps",    "calories", "clicks",
    "sec",       "secs",      "min",         "mins",      "hrs",        "copies",    "reads",    "times",    "km",
    "m",         "rank",      "elapsed",     "taken",     "spent",      "timedelta", "runtime",  "playtime", "lifetime",
    "timespent", "matched"};

const std::unordered_set<std::string> kIdEndings = {"id",     "ids",  "idx", "index", "no",    "nr",   "num",
                                                    "number", "code", "key", "hash",  "uuid",  "guid", "pk",
                                                    "nummer", "sk",   "ref", "slug",  "token", "uri"};
/// Words for times of things other than the interaction.
const std::unordered_set<std::string> kOtherTimes = {
    "birth",     "birthday", "dob",     "release",    "released",     "expiry", "expire",  "expires",
    "end",       "ended",    "updated", "update",     "modified",     "start",  "started", "publish",
    "published", "joined",   "signup",  "registered", "registration", "video",  "since",   "last",
    "launch",    "first",    "crawl",   "scraped",    "deleted"};
/// Words for durations and other quantities that are not points in time, although their columns are often named like
/// times.
const std::unordered_set<std::string> kNoTimes = {
    "duration", "spent",     "length",   "zone",    "offset",    "elapsed",  "total",
    "playtime", "watch",     "play",     "frame",   "timeframe", "timezone", "runtime",
    "lifetime", "candidate", "mandate",  "daytime", "daypart",   "daytype",  "period",
    "overlap",  "response",  "reaction", "gap",     "taken",     "wait",     "timedelta"};

}  // namespace

std::vector<std::string> wordsOf(std::string_view header) {
    header = trimmed(header.substr(0, header.find(':')));
    std::vector<std::string> words(1);
    const auto isUpper = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    for (std::size_t i = 0; i < header.size(); ++i) {
        const char c = header[i];
        const bool isPart = isLetter(c) || static_cast<unsigned char>(c) >= 0x80;
        if (!isPart) {
            if (!words.back().empty()) words.emplace_back();
            continue;
        }
        const bool begins =
            isUpper(c) && i > 0 &&
            ((isLetter(header[i - 1]) && !isUpper(header[i - 1])) ||
             (isUpper(header[i - 1]) && i + 1 < header.size() && isLetter(header[i + 1]) && !isUpper(header[i + 1])));
        if (begins && !words.back().empty()) words.emplace_back();
        words.back() += c;
    }
    if (words.back().empty()) words.pop_back();
    for (std::string& word : words) word = folded(word);
    return inEnglish(std::move(words));
}

std::vector<std::string> subjectOf(std::string_view header) {
    std::vector<std::string> words = wordsOf(header);
    while (!words.empty() && kIdEndings.contains(words.back())) words.pop_back();
    while (!words.empty() && kIdEndings.contains(words.front())) words.erase(words.begin());
    for (const std::string_view ending : {"idx", "id"}) {
        constexpr std::size_t kShortest = 3;  // "uid" and "iid" are words of their own
        if (words.empty() || words.back().size() < ending.size() + kShortest || !words.back().ends_with(ending))
            continue;
        words.back().resize(words.back().size() - ending.size());
        break;
    }
    return words;
}

namespace {

double scoreIn(const Scores& scores, const std::string& word) {
    const auto found = scores.find(word);
    return found == scores.end() ? 0 : found->second;
}

/// The score of a word, or of the stem in "visitorid", "musicidx", "stockcode", "films".
double wordScore(const Scores& scores, const std::string& word, const RoleWeights& weights) {
    double best = scoreIn(scores, word);
    for (const char* ending : {"id", "idx", "ids", "code", "no", "name", "s", "hash", "nr", "nummer"}) {
        const std::string_view end = ending;
        if (word.size() <= end.size() + 1 || !word.ends_with(end)) continue;
        const double score = scoreIn(scores, word.substr(0, word.size() - end.size()));
        best = std::max(best, end == "name" || end == "s" ? score - weights.plural : score);
    }
    return best;
}

bool isAttribute(const std::string& word) {
    if (kAttributes.contains(word)) return true;
    for (const char* ending : {"id", "s", "no", "code"}) {
        const std::string_view end = ending;
        if (word.size() > end.size() + 2 && word.ends_with(end) &&
            kAttributes.contains(word.substr(0, word.size() - end.size())))
            return true;
    }
    return false;
}

/// Words after the word for an item that was acted upon: "product clicked", "item viewed".
bool isDoneTo(const std::string& word) {
    static const std::unordered_set<std::string> kDone = {"clicked", "viewed",   "purchased", "ordered",
                                                          "visited", "selected", "chosen",    "rated"};
    return kDone.contains(word);
}

/// Words after the word for a user or an item if the column holds its name: "reviewer name", "itemDescription".
bool isNameEnding(const std::string& word) {
    return word == "name" || word == "description" || word == "desc";
}

/// The score of a name, with and without an ending such as "id" or "name": "new_user_id", "stock code", "reviewer
/// name".
double entityScore(const Scores& scores, std::vector<std::string> words, const RoleWeights& weights) {
    std::string joined;
    for (const std::string& word : words) joined += word;
    double best = wordScore(scores, joined, weights), lost = 0;  // lost: deducted for the ending "name"
    const auto isTitleEnding = [&] { return &scores == &kItemWords && words.back() == "title"; };
    while (words.size() > 1 && (kIdEndings.contains(words.back()) || isNameEnding(words.back()) ||
                                isDoneTo(words.back()) || isTitleEnding())) {
        if (isNameEnding(words.back()) || isTitleEnding()) lost = weights.nameOfEntity;
        words.pop_back();
    }
    std::string stem;
    for (const std::string& word : words) stem += word;
    best = std::max(best, wordScore(scores, stem, weights) - lost);
    if (words.size() > 1) best = std::max(best, wordScore(scores, words.back(), weights) - weights.lastWord - lost);
    return best;
}

double timeScore(const std::vector<std::string>& words, const RoleWeights& weights) {
    std::string joined;
    for (const std::string& word : words) joined += word;
    if (words[0] == "is" || words[0] == "has") return 0;
    double best = scoreIn(kTimeWords, joined);
    bool isOther = false;
    for (const std::string& word : words) {
        if (kNoTimes.contains(word)) return 0;
        if (word == "time" && &word != &words.back() && *(&word + 1) == "on") return 0;  // "time_on_page"
        if (joined == "timeofday" || joined == "timeofweek" || joined == "timeofyear") return 0;
        isOther |= kOtherTimes.contains(word);
        double score = scoreIn(kTimeWords, word);
        for (const char* ending : {"timestamp", "datetime", "time", "date"}) {
            if (word.ends_with(ending)) score = std::max(score, scoreIn(kTimeWords, ending) - weights.endsInTime);
        }
        best = std::max(best, score);
    }
    return best - (isOther && best > 0 ? weights.otherTime : 0);
}

double ratingScore(const std::vector<std::string>& words, const RoleWeights& weights) {
    std::string joined;
    for (const std::string& word : words) joined += word;
    static const std::unordered_set<std::string> kOthers = {
        "count", "counts", "number", "num",     "average", "avg",       "mean", "total", "sum",  "n",
        "id",    "date",   "nr",     "receipt", "time",    "timestamp", "text", "at",    "votes"};
    for (const std::string& word : words) {
        if (kOthers.contains(word)) return 0;
    }
    double best = scoreIn(kRatingWords, joined);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const double score = scoreIn(kRatingWords, words[i]);
        if (score > 0) best = std::max(best, score - weights.moreWords * static_cast<double>(words.size() - 1));
        if (words[i].ends_with("rating") || words[i].ends_with("score")) best = std::max(best, weights.endsInRating);
    }
    return best;
}

}  // namespace

bool namesOrder(std::string_view header) {
    static const std::unordered_set<std::string> kOrders = {
        "transaction", "order",    "invoice",  "basket",  "receipt",    "bill",      "ticket",    "cart",
        "bon",         "purchase", "checkout", "beleg",   "bestellung", "rechnung",  "auftrag",   "kassenbon",
        "pedido",      "factura",  "commande", "facture", "ordine",     "scontrino", "bestelling"};
    std::vector<std::string> words = wordsOf(header);
    const std::size_t all = words.size();
    while (words.size() > 1 && kIdEndings.contains(words.back())) words.pop_back();
    if (words.empty()) return false;
    if (kOrders.contains(words.back()) || (words.back() == "sale" && words.size() < all)) return true;
    for (const char* ending : {"id", "no", "nr", "number", "nummer", "key"}) {
        const std::string_view end = ending;
        const std::string& word = words.back();
        if (word.ends_with(end) && kOrders.contains(word.substr(0, word.size() - end.size()))) return true;
    }
    return false;
}

bool namesAction(std::string_view header) {
    const std::vector<std::string> words = wordsOf(header);
    return words.size() > 1 && isDoneTo(words.back());
}

bool namesSuitability(std::string_view header) {
    static const std::unordered_set<std::string> kWords = {"mpaa", "content", "age", "esrb", "pegi"};
    const std::vector<std::string> words = wordsOf(header);
    return words.size() > 1 && words.back() == "rating" && kWords.contains(words[words.size() - 2]);
}

bool namesEventKind(std::string_view header) {
    static const std::unordered_set<std::string> kNames = {
        "event",         "eventtype",       "eventname",       "eventkind",  "action",       "actiontype",
        "actionname",    "useraction",      "behavior",        "behaviour",  "behaviors",    "behaviortype",
        "behaviourtype", "interactiontype", "interactionkind", "activity",   "activitytype", "feedbacktype",
        "ereignis",      "aktion",          "evento",          "tipoevento", "evenement",    "typeevenement"};
    std::string joined;
    for (const std::string& word : wordsOf(header)) joined += word;
    return kNames.contains(plainName(header)) || kNames.contains(joined);
}

bool isEventKind(std::string_view value) {
    static const std::unordered_set<std::string> kKinds = {
        "view", "views", "click", "clicks", "cart", "carts", "addtocart", "buy", "buys", "purchase", "purchases",
        "order", "orders", "transaction", "pv", "fav", "favorite", "favourite", "wishlist", "addtowishlist", "like",
        "likes", "play", "plays", "impression", "impressions", "detail", "remove", "removefromcart", "share", "shares",
        "rate", "rating", "comment", "pageview", "viewitem", "checkout", "begincheckout", "collect", "return", "refund",
        "going", "interested", "maybe", "notgoing",
        // Portuguese, Spanish, French, German, Italian and Indonesian
        "avaliacao", "avaliação", "interesse", "compartilhamento", "visualizacao", "visualização", "compra", "curtida",
        "clique", "vista", "clic", "achat", "vue", "kauf", "ansicht", "klick", "acquisto", "pembelian", "klik"};
    return kKinds.contains(plainName(value));
}

namespace {

/// The words of a header without the endings of ids: {"product"} for "ProductId".
std::vector<std::string> stemOf(std::string_view header) {
    std::vector<std::string> words = wordsOf(header);
    while (words.size() > 1 && kIdEndings.contains(words.back())) words.pop_back();
    return words;
}

/// True if the last word, or the whole name, is one of `names`.
bool endsWithOneOf(const std::vector<std::string>& words, const std::unordered_set<std::string>& names) {
    if (words.empty()) return false;
    std::string joined;
    for (const std::string& word : words) joined += word;
    return names.contains(words.back()) || names.contains(joined);
}

}  // namespace

int titleNameRank(std::string_view header, std::string_view itemHeader) {
    static const std::unordered_set<std::string> kTitles = {"title",       "titel",
                                                            "titulo",      "titolo",
                                                            "titre",       "productname",
                                                            "itemname",    "moviename",
                                                            "bookname",    "name",
                                                            "nombre",      "nome",
                                                            "nom",         "nazwa",
                                                            "tytul",       "judul",
                                                            "nama",        "naam",
                                                            "bezeichnung", "artikelname",
                                                            "produktname", "produktbezeichnung"};
    static const std::unordered_set<std::string> kDescriptions = {"description", "desc", "beschreibung", "descripcion",
                                                                  "descrizione"};
    const std::vector<std::string> words = wordsOf(header), stem = stemOf(itemHeader);
    if (words.empty()) return 0;
    // "user name", "brand name", "category name" and "review title" name something else.
    const std::string& first = words.front();
    const std::string subject = stem.empty() ? std::string() : stem.front();
    const bool isQualified = words.size() > 1 && first != subject;
    if (isQualified && (isAttribute(first) || wordScore(kUserWords, first, kUsualWeights) >= kSureName)) return 0;
    if (words == stem) return 2;  // "product" beside "product_id"
    if (endsWithOneOf(words, kTitles)) {
        static const std::unordered_set<std::string> kNames = {"name",  "nombre", "nome", "nom",
                                                               "nazwa", "nama",   "naam"};
        const bool isNameOnly = kNames.contains(words.back());
        // Beside "track_id", "artist_name" names the artist, and "track_name" the track.
        const bool mayBeOther = isQualified && wordScore(kItemWords, first, kUsualWeights) >= kSureName;
        return mayBeOther ? 2 : isNameOnly ? 3 : 4;
    }
    return endsWithOneOf(words, kDescriptions) ? 1 : 0;
}

bool namesCategory(std::string_view header) {
    static const std::unordered_set<std::string> kCategories = {
        "category",     "categories",  "genre",     "genres",       "department",   "section", "aisle",
        "kategorie",    "kategorien",  "categoria", "categorie",    "genere",       "rubrik",  "warengruppe",
        "productgroup", "producttype", "itemtype",  "categoryname", "categorycode", "cat",     "productcategory"};
    return endsWithOneOf(stemOf(header), kCategories);
}

bool namesItemAttribute(std::string_view header) {
    static const std::unordered_set<std::string> kNames = {
        "price",       "unitprice", "preis",    "precio",      "prezzo",  "prix",   "brand",      "marke",
        "marca",       "marque",    "colour",   "color",       "farbe",   "size",   "material",   "manufacturer",
        "hersteller",  "vendor",    "supplier", "author",      "authors", "artist", "director",   "publisher",
        "developer",   "language",  "platform", "subcategory", "weight",  "style",  "collection", "season",
        "releaseyear", "year",      "cost",     "listprice",   "model"};
    return endsWithOneOf(stemOf(header), kNames) || namesCategory(header);
}

namespace {

bool namesVisit(const std::vector<std::string>& words) {
    static const std::unordered_set<std::string> kVisits = {"session", "sessid", "sess", "visit", "basket", "cart"};
    return endsWithOneOf(words, {"sessionid", "sessionno"}) || kVisits.contains(words.back()) ||
           (words.size() > 1 && kIdEndings.contains(words.back()) && kVisits.contains(words[words.size() - 2]));
}

/// True for a word that public datasets use for users or items, followed by "id" and nothing else.
bool isExactName(const std::vector<std::string>& words) {
    if (words.size() != 2 && words.size() != 1) return false;
    const auto isBest = [&](const std::string& word) {
        constexpr double kBest = 9;
        return std::max(scoreIn(kUserWords, word), scoreIn(kItemWords, word)) >= kBest;
    };
    if (words.size() == 2) return words[1] == "id" && isBest(words[0]);
    return words[0].size() > 4 && words[0].ends_with("id") && isBest(words[0].substr(0, words[0].size() - 2));
}

}  // namespace

NameMeaning meaningOf(std::string_view header, const RoleWeights& weights) {
    const double against = -weights.otherMeaning;
    std::vector<std::string> words = wordsOf(header);
    if (words.empty()) return {};
    // An e-mail address identifies a person, unlike other addresses.
    const bool isMailAddress = words.size() > 1 && words.back() == "address" &&
                               (words[words.size() - 2] == "email" || words[words.size() - 2] == "mail");
    if (isMailAddress) words.pop_back();
    // "episode.ids.imdb" is an id of the episode.
    if (const std::size_t ids = header.find(".ids."); ids != std::string_view::npos)
        words = wordsOf(header.substr(0, ids + std::string_view(".ids").size()));
    NameMeaning meaning;
    meaning.user = entityScore(kUserWords, words, weights);
    meaning.item = entityScore(kItemWords, words, weights);
    meaning.time = timeScore(words, weights);
    meaning.rating = ratingScore(words, weights);
    // "user_age" is not a user and "item_category" not an item: the last word shows what the column is about.
    std::size_t last = words.size() - 1;
    while (last > 0 && kIdEndings.contains(words[last])) --last;
    if (last > 0 && isNameEnding(words[last]) && wordScore(kItemWords, words[last - 1], weights) >= kSureName) --last;
    std::string joined;
    for (const std::string& word : words) joined += word;
    if (isAttribute(words[last]) && joined != "pageurl") {  // a page is visited by its address
        const auto lower = [&](double& score) {
            // A word such as "content" has two meanings: "content_id" is an item, but "content" alone is a property.
            const bool isBoth = last == 0 && score > kKnownName;
            if (!isBoth) {
                score = against;
            } else if (words.size() == 1) {
                score = std::min(score, weights.less);
            }
        };
        lower(meaning.user);
        lower(meaning.item);
    }
    // A profile stands for a person, but "flavor_profiles" are properties of a thing.
    if (words[last] == "profiles" && last > 0 && wordScore(kUserWords, words[last - 1], weights) < kSureName)
        meaning.user = 0;
    // "episode number" is a position in a series.
    static const std::unordered_set<std::string> kParts = {"season",   "seasons", "episode",
                                                           "episodes", "chapter", "chapters"};
    const bool isPosition = words.size() > 1 && kParts.contains(words[words.size() - 2]) &&
                            (words.back() == "number" || words.back() == "num" || words.back() == "no");
    // "is_base_game" says yes or no.
    const bool isQuestion = words.size() > 1 && (words[0] == "is" || words[0] == "has" || words[0] == "was");
    if (isQuestion || isPosition || kCounts.contains(words[last]) || meaning.time >= kSureName ||
        meaning.rating >= kSureName) {
        meaning.user = std::min(meaning.user, against);
        meaning.item = std::min(meaning.item, against);
    }
    // A session, visit or basket is not an item.
    if (namesVisit(words)) meaning.item = against;
    meaning.isExact = isExactName(words);
    // A name that suggests users counts against items, and the other way round.
    if (meaning.user >= kSureName && meaning.item < meaning.user) meaning.item = against;
    if (meaning.item >= kSureName && meaning.user < meaning.item) meaning.user = against;
    return meaning;
}

}  // namespace recscope
