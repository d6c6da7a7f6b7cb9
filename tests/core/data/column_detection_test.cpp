// SPDX-License-Identifier: GPL-3.0-or-later
// One synthetic dataset, written in the layouts of public files: each import must give the same histories.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "core/util/random.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

struct Visit {
    int user = 0, item = 0, rating = 0;
    std::int64_t time = 0;  ///< unix seconds; all different, a day apart or more
    int row = 0;            ///< index of the line in the file, without the header
};

/// The visits of all users, sorted neither by user nor by time.
std::vector<Visit> visits() {
    constexpr int kUsers = 40, kItems = 70, kVisitsPerUser = 20;
    std::vector<Visit> all;
    for (int user = 0; user < kUsers; ++user) {
        for (int i = 0; i < kVisitsPerUser; ++i) {
            const int number = user * kVisitsPerUser + i;
            const int spread = number * 389 % (kUsers * kVisitsPerUser);  // all differ: 389 and 800 share no factor
            const int item = number * number % 97 % kItems;
            all.push_back({user, item, 1 + (number * 7 + number / 3) % 5, 1'300'000'000 + spread * 90'061LL, 0});
        }
    }
    std::sort(all.begin(), all.end(),
              [](const Visit& a, const Visit& b) { return a.time * 7919 % 1'000'003 < b.time * 7919 % 1'000'003; });
    for (std::size_t i = 0; i < all.size(); ++i) all[i].row = static_cast<int>(i);
    return all;
}

std::string userId(const Visit& v) {
    return std::to_string(1000 + 7 * v.user);
}
std::string itemId(const Visit& v) {
    return std::to_string(300 + 3 * v.item);
}
std::string clock(const Visit& v, const char* pattern) {
    return fmt::format(fmt::runtime(fmt::format("{{:{}}}", pattern)), fmt::gmtime(static_cast<std::time_t>(v.time)));
}

enum class Times { Known, None };

struct Layout {
    const char* name;
    const char* file;
    const char* header;                                   ///< with its line end; may be empty
    std::function<std::string(const Visit&)> line;        ///< without its line end
    std::function<std::string(const Visit&)> user, item;  ///< the ids that the import must store
    Times times = Times::Known;
    bool hasRatings = false;
    std::function<void(ImportOptions&)> change = {};  ///< changes the options before the import
};

const std::vector<Layout>& layouts() {
    using V = const Visit&;
    const auto iso = [](V v) { return clock(v, "%Y-%m-%dT%H:%M:%SZ"); };
    static const std::vector<Layout> kLayouts = {
        {"ItemBeforeUserTabSeparated", "a.tsv", "itemId\tuserId\trating\ttimestamp\n",
         [](V v) { return fmt::format("{}\t{}\t{}\t{}", itemId(v), userId(v), v.rating, v.time); }, userId, itemId,
         Times::Known, true},
        {"ItemBeforeUserTabSeparatedWithAColumnChosen", "a.tsv", "itemId\tuserId\trating\ttimestamp\n",
         [](V v) { return fmt::format("{}\t{}\t{}\t{}", itemId(v), userId(v), v.rating, v.time); }, userId, itemId,
         Times::Known, true, [](ImportOptions& o) { o.columns = ColumnMapping::parse("user=userId"); }},
        {"ItemBeforeUserDoubleColonSeparated", "ratings.dat", "MovieID::UserID::Rating::Timestamp\n",
         [](V v) { return fmt::format("{}::{}::{}::{}", itemId(v), userId(v), v.rating, v.time); }, userId, itemId,
         Times::Known, true},
        {"ItemBeforeUserSpaceSeparated", "a.txt", "item user\n",
         [](V v) { return fmt::format("{} {}", itemId(v), userId(v)); }, userId, itemId, Times::None},
        {"CheckIns", "loc-gowalla_totalCheckins.txt", "",
         [iso](V v) {
             return fmt::format("{}\t{}\t{:.7f}\t{:.7f}\t{}", userId(v), iso(v), 30 + v.item * 0.1234567,
                                -97.5 - v.item * 0.0312345, itemId(v));
         },
         userId, itemId},
        {"CheckInsWithUnknownColumnNames", "c.csv", "who,check-in,lat,lon,where\n",
         [iso](V v) {
             return fmt::format("{},{},{:.7f},{:.7f},{}", userId(v), iso(v), 30 + v.item * 0.1234567,
                                -97.5 - v.item * 0.0312345, itemId(v));
         },
         userId, itemId},
        {"FoursquareTimes", "dataset_TSMC2014_NYC.txt", "",
         [](V v) {
             return fmt::format("{}\t4a{:022x}\t4b{:022x}\tArts & Crafts\t{:.7f}\t{:.7f}\t-240\t{}", userId(v), v.item,
                                v.item % 7, 40 + v.item * 0.0123457, -73.5 - v.item * 0.0123451,
                                clock(v, "%a %b %d %H:%M:%S +0000 %Y"));
         },
         userId, [](V v) { return fmt::format("4a{:022x}", v.item); }},
        {"LastFm1K", "userid-timestamp-artid-artname-traid-traname.tsv", "",
         [iso](V v) {
             return fmt::format(
                 "user_{:06}\t{}\t{:08x}-1111-2222-3333-444444444444\tSome Artist\t{:08x}-aaaa-bbbb-"
                 "cccc-dddddddddddd\tA Song",
                 v.user, iso(v), v.item / 5, v.item);
         },
         [](V v) { return fmt::format("user_{:06}", v.user); },
         [](V v) { return fmt::format("{:08x}-aaaa-bbbb-cccc-dddddddddddd", v.item); }},
        {"LastFm360K", "usersha1-artmbid-artname-plays.tsv", "",
         [](V v) {
             return fmt::format("{:040x}\t{:08x}-1111-2222-3333-444444444444\tthe band\t{}", v.user + 1, v.item,
                                1 + v.row % 300 * (v.row % 7));
         },
         [](V v) { return fmt::format("{:040x}", v.user + 1); },
         [](V v) { return fmt::format("{:08x}-1111-2222-3333-444444444444", v.item); }, Times::None},
        {"YoochooseClicks", "yoochoose-clicks.dat", "",
         [](V v) {
             return fmt::format("{},{},{},{}", userId(v), clock(v, "%Y-%m-%dT%H:%M:%S.123Z"), itemId(v),
                                v.row % 3 ? "0" : "S");
         },
         userId, itemId},
        {"RetailRocket", "events.csv", "timestamp,visitorid,event,itemid,transactionid\n",
         [](V v) {
             return fmt::format("{}123,{},{},{},{}", v.time, userId(v), v.row % 9 ? "view" : "addtocart", itemId(v),
                                v.row % 50 ? std::string() : std::to_string(v.row));
         },
         userId, itemId},
        {"UserBehavior", "UserBehavior.csv", "",
         [](V v) {
             return fmt::format("{},{},{},{},{}", userId(v), itemId(v), 4000 + v.item % 9, v.row % 6 ? "pv" : "buy",
                                v.time);
         },
         userId, itemId},
        {"Steam200K", "steam-200k.csv", "",
         [](V v) { return fmt::format("{},\"Game {}, Gold\",purchase,1.0,0", userId(v), v.item); }, userId,
         [](V v) { return fmt::format("Game {}, Gold", v.item); }, Times::None},
        {"OnlineRetail", "online.csv",
         "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n",
         [](V v) {
             return fmt::format("{},{}B,WHITE HANGING HEART {},{},{},{:.2f},{},United Kingdom", 536365 + v.row / 3,
                                itemId(v), v.item, 1 + v.row % 40, clock(v, "%m/%d/%Y %H:%M"), 0.85 + v.item * 0.1,
                                userId(v));
         },
         userId, [](V v) { return itemId(v) + "B"; }},
        {"HAndM", "transactions_train.csv", "t_dat,customer_id,article_id,price,sales_channel_id\n",
         [](V v) {
             return fmt::format("{},{:064x},06637130{:02},0.0{},{}", clock(v, "%Y-%m-%d"), v.user + 5, v.item,
                                50830 + v.item, 1 + v.row % 2);
         },
         [](V v) { return fmt::format("{:064x}", v.user + 5); },
         [](V v) { return fmt::format("06637130{:02}", v.item); }},
        {"BookCrossing", "BX-Book-Ratings.csv", "\"User-ID\";\"ISBN\";\"Book-Rating\"\n",
         [](V v) { return fmt::format("\"{}\";\"0345{:05}X\";\"{}\"", userId(v), v.item, 2 * v.rating - 2); }, userId,
         [](V v) { return fmt::format("0345{:05}X", v.item); }, Times::None, true},
        {"HetRecWithTheDayInThreeColumns", "user_taggedartists.dat", "userID\tartistID\ttagID\tday\tmonth\tyear\n",
         [](V v) {
             return fmt::format("{}\t{}\t{}\t{}\t{}\t{}", userId(v), itemId(v), v.row % 30, std::stoi(clock(v, "%d")),
                                std::stoi(clock(v, "%m")), clock(v, "%Y"));
         },
         userId, itemId},
        {"KuaiRec", "big_matrix.csv", "user_id,video_id,play_duration,video_duration,time,date,timestamp,watch_ratio\n",
         [](V v) {
             return fmt::format("{},{},{},{},{},{},{}.378,{:.6f}", userId(v), itemId(v), 900 + v.row, 9000 + v.item,
                                clock(v, "%Y-%m-%d %H:%M:%S.378"), clock(v, "%Y%m%d"), v.time, 0.1 + v.row * 0.001);
         },
         userId, itemId},
        {"Diginetica", "train-item-views.csv", "sessionId;userId;itemId;timeframe;eventdate\n",
         [](V v) {
             return fmt::format("{};{};{};{};{}", userId(v), v.user % 3 ? "NA" : "77", itemId(v), v.row * 131,
                                clock(v, "%Y-%m-%d"));
         },
         userId, itemId},
        {"Yelp", "yelp_academic_dataset_review.json", "",
         [](V v) {
             return fmt::format(R"({{"review_id":"r{}","user_id":"u-{}","business_id":"b-{}","stars":{}.0,"useful":0,)"
                                R"("text":"Good food, but the wait was long and the room loud.","date":"{}"}})",
                                v.row, v.user, v.item, v.rating, clock(v, "%Y-%m-%d %H:%M:%S"));
         },
         [](V v) { return fmt::format("u-{}", v.user); }, [](V v) { return fmt::format("b-{}", v.item); }, Times::Known,
         true},
        {"GoodreadsObjects", "goodreads_interactions.json", "",
         [](V v) {
             return fmt::format(
                 R"({{"user_id":"{:032x}","book_id":"{}","review_id":"{:032x}","rating":{},"date_added":"{}",)"
                 R"("date_updated":"{}","read_at":"","started_at":""}})",
                 v.user, itemId(v), v.row, v.rating, clock(v, "%a %b %d %H:%M:%S +0000 %Y"),
                 clock(v, "%a %b %d %H:%M:%S +0000 2019"));
         },
         [](V v) { return fmt::format("{:032x}", v.user); }, itemId, Times::Known, true},
        {"MongoExport", "export.json", "",
         [iso](V v) {
             return fmt::format(R"({{"_id":{{"$oid":"{:024x}"}},"buyer":{{"$oid":"{:024x}"}},"sku":"{}",)"
                                R"("bought":{{"$date":"{}"}}}})",
                                v.row, v.user, itemId(v), iso(v));
         },
         [](V v) { return fmt::format("{:024x}", v.user); }, itemId},
        {"NestedObjects", "nested.json", "",
         [](V v) {
             return fmt::format(R"({{"user":{{"id":"{}","name":"N. N."}},"item":{{"id":{}}},"ts":{}}})", userId(v),
                                itemId(v), v.time);
         },
         userId, itemId},
        {"RowNumbersBeforeUnusualNames", "r.csv", ",user_idx,poi_id,created_utc\n",
         [](V v) { return fmt::format("{},{},{},{}.0", v.row, userId(v), itemId(v), v.time); }, userId, itemId},
        {"AnItemAndATimeUnderUnknownNames", "n.csv", "user,beta,gamma\n",
         [](V v) { return fmt::format("{},{},{}", userId(v), itemId(v), v.time); }, userId, itemId},
        {"OnlyTextUnderAHeader", "t.csv", "reader,werk\n",
         [](V v) { return fmt::format("ann{},film{}", v.user, v.item); },
         [](V v) { return fmt::format("ann{}", v.user); }, [](V v) { return fmt::format("film{}", v.item); },
         Times::None},
        {"ANumericHeaderThatWasChosen", "h.csv", "1,2,3\n",
         [](V v) { return fmt::format("{},{},{}", userId(v), itemId(v), v.time); }, userId, itemId, Times::Known, false,
         [](ImportOptions& o) { o.header = Header::Yes; }},
        {"DaysWithDots", "d.csv", "user;item;datum\n",
         [](V v) { return fmt::format("{};{};{}", userId(v), itemId(v), clock(v, "%d.%m.%Y %H:%M")); }, userId, itemId},
        {"TwelveHours", "h.csv", "user,item,date\n",
         [](V v) { return fmt::format("{},{},{}", userId(v), itemId(v), clock(v, "%m/%d/%Y %I:%M:%S %p")); }, userId,
         itemId},
        {"MonthNames", "m.csv", "user,item,posted\n",
         [](V v) { return fmt::format("{},{},{}", userId(v), itemId(v), clock(v, "%d-%b-%Y")); }, userId, itemId},
        {"DaysWithoutSeparators", "y.csv", "user,item,day\n",
         [](V v) { return fmt::format("{},{},{}", userId(v), itemId(v), clock(v, "%Y%m%d")); }, userId, itemId},
        {"DateAndClockInTwoColumns", "dc.csv", "user,item,date,time\n",
         [](V v) {
             return fmt::format("{},{},{},{}", userId(v), itemId(v), clock(v, "%Y-%m-%d"), clock(v, "%H:%M:%S"));
         },
         userId, itemId},
        {"Nanoseconds", "ns.csv", "user,item,timestamp\n",
         [](V v) { return fmt::format("{},{},{}000000077", userId(v), itemId(v), v.time); }, userId, itemId},
        {"ACustomTimePattern", "p.csv", "user,item,timestamp\n",
         [](V v) { return fmt::format("{},{},{}", userId(v), itemId(v), clock(v, "%Y|%d|%m")); }, userId, itemId,
         Times::Known, false,
         [](ImportOptions& o) {
             o.timeFormat = TimeFormat::Pattern;
             o.timePattern = "%Y|%d|%m";
         }},
    };
    return kLayouts;
}

class ColumnDetectionTest : public ImporterTest, public testing::WithParamInterface<std::size_t> {
protected:
    fs::path write(const Layout& layout, const std::vector<Visit>& all) {
        std::string text = layout.header;
        for (const Visit& v : all) text += layout.line(v) + "\n";
        return m_folder.write(layout.file, text);
    }
};

TEST_P(ColumnDetectionTest, EveryHistoryEqualsTheWrittenOne) {
    const Layout& layout = layouts()[GetParam()];
    const std::vector<Visit> all = visits();
    ImportOptions options = optionsFor(write(layout, all));
    options.findItems = false;
    if (layout.change) layout.change(options);
    const ImportResult result = import(options);
    SCOPED_TRACE(result.report.why);
    EXPECT_TRUE(result.report.dropped.empty());
    EXPECT_EQ(result.dataset.hasTimes, layout.times == Times::Known);
    EXPECT_EQ(result.dataset.users, 40);

    std::map<std::string, std::vector<Visit>> byUser;
    for (const Visit& v : all) byUser[layout.user(v)].push_back(v);
    for (auto& [user, history] : byUser) {
        if (layout.times == Times::Known)
            std::sort(history.begin(), history.end(), [](const Visit& a, const Visit& b) { return a.time < b.time; });
        std::string expected;
        for (const Visit& v : history) expected += (expected.empty() ? "" : " ") + layout.item(v);
        EXPECT_EQ(historyOf(result, user), expected) << user;
        const auto stored = m_store.history(result.dataset.id, m_store.userById(result.dataset.id, user).user);
        EXPECT_EQ(stored[0].rating.has_value(), layout.hasRatings);
        if (layout.times == Times::Known) {
            EXPECT_EQ(*stored[0].time / 86400, history[0].time / 86400);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, ColumnDetectionTest, testing::Range(std::size_t{0}, layouts().size()),
                         [](const auto& info) { return std::string(layouts()[info.param].name); });

using ColumnQuestionsTest = ImporterTest;

std::string table(const char* header, const std::function<std::string(const Visit&)>& line) {
    std::string text = header;
    for (const Visit& v : visits()) text += line(v) + "\n";
    return text;
}

TEST_F(ColumnQuestionsTest, TwoItemColumnsNeedAChoice) {
    ImportOptions options =
        optionsFor(m_folder.write("two.csv", table("user_id,movie_id,book_id,timestamp\n", [](const Visit& v) {
                                      return fmt::format("{},{},{},{}", userId(v), itemId(v), v.row * 31 % 77, v.time);
                                  })));
    EXPECT_ERROR(import(options), ErrorKind::Input,
                 "user in \"user_id\", item in \"movie_id\"; or user in \"user_id\", item in \"book_id\"");
    const ImportPreview preview = previewImport(options);
    ASSERT_EQ(preview.alternatives.size(), 2u);
    EXPECT_EQ(preview.alternatives[1].columns.text(), "user=1,item=3,time=4");
    options.columns = preview.alternatives[1].columns;
    EXPECT_EQ(import(options).dataset.items, 77);
    expectEveryRowAccounted(import([&] {
                                options.name = "again";
                                return options;
                            }())
                                .report);
}

TEST_F(ColumnQuestionsTest, UnknownColumnNamesAreJudgedByTheirValues) {
    const auto result = import(m_folder.write("n.csv", table("alpha,beta,gamma\n", [](const Visit& v) {
                                                  return fmt::format("{},{},{}", userId(v), itemId(v), v.time);
                                              })));
    EXPECT_EQ(result.dataset.users, 40);
    EXPECT_TRUE(result.report.why.ends_with("(by the values: choose the columns if this is wrong)"));
}

TEST_F(ColumnQuestionsTest, UnknownNamesOverSimilarColumnsNeedAChoice) {
    std::string links = "alpha,beta,gamma\n";
    for (int i = 0; i < 800; ++i)
        links += fmt::format("{},{},{}\n", 1000 + i % 40, 5000 + (7 * i + 3 * (i / 40)) % 40,
                             1'500'000'000 + i * 389 % 800 * 1000);
    const auto path = m_folder.write("n.csv", links);
    EXPECT_ERROR(import(path), ErrorKind::Input, "user in \"beta\", item in \"alpha\"");
    ImportOptions options = optionsFor(path);
    options.columns = ColumnMapping::parse("user=alpha");
    EXPECT_EQ(import(options).dataset.users, 40);
}

TEST_F(ColumnQuestionsTest, AmbiguousDaysAndMonthsNeedAChoice) {
    ImportOptions options = optionsFor(m_folder.write("d.csv", table("user,item,date\n", [](const Visit& v) {
                                                          return fmt::format("{},{},{:02}/{:02}/2015", userId(v),
                                                                             itemId(v), 1 + v.row % 12, 1 + v.row % 5);
                                                      })));
    EXPECT_ERROR(import(options), ErrorKind::Input, "\"01/02/2015\" is 1 February 2015");
    ASSERT_EQ(previewImport(options).alternatives.size(), 2u);
    options.timeFormat = TimeFormat::MonthFirst;
    EXPECT_EQ(import(options).dataset.interactions, 800);
}

TEST_F(ColumnQuestionsTest, OneDateAtTheEndOfALongFileSettlesTheOrderOfDayAndMonth) {
    std::string text = "user,item,date\n";
    for (int i = 0; i < 30'000; ++i) text += fmt::format("{},{},03/0{}/2015\n", i % 50, i % 90, 1 + i % 9);
    const ImportPreview preview = previewImport(optionsFor(m_folder.write("d.csv", text + "1,2,03/25/2015\n")));
    EXPECT_EQ(preview.timeFormat, TimeFormat::MonthFirst);
    EXPECT_TRUE(preview.alternatives.empty());
}

TEST_F(ColumnQuestionsTest, ADateWithTheMonthFirstAmongOthersIsReadAndReported) {
    std::string text = "user,item,date\n";
    for (int i = 0; i < 60; ++i) text += fmt::format("{},{},{}/03/2015\n", i % 5, i % 9, 10 + i % 18);
    const ImportReport report = import(m_folder.write("d.csv", text + "1,2,03/25/2015\n")).report;
    EXPECT_TRUE(report.dropped.empty());
    EXPECT_NE(report.toText().find("1 date (\"03/25/2015\") can be read only with the month first."), std::string::npos)
        << report.toText();
}

TEST_F(ColumnQuestionsTest, AnUnreadableTimeIsQuotedInTheRefusal) {
    const fs::path path =
        m_folder.write("t.csv", table("user,item,timestamp\n", [](const Visit& v) {
                           return fmt::format("{},{},day {} of the trial", userId(v), itemId(v), v.row % 97);
                       }));
    EXPECT_ERROR(import(path), ErrorKind::Input, "of the trial\" is not a time");
    ImportOptions options = optionsFor(path);
    options.columns = ColumnMapping::parse("user=user,item=item");
    EXPECT_FALSE(import(options).dataset.hasTimes);
}

TEST_F(ColumnQuestionsTest, AColumnWithTwoValuesIsNotTheUser) {
    EXPECT_ERROR(import(m_folder.write("g.csv", table("gender,item_id,timestamp\n",
                                                      [](const Visit& v) {
                                                          return fmt::format("{},{},{}", v.user % 2 ? "F" : "M",
                                                                             itemId(v), v.time);
                                                      }))),
                 ErrorKind::Input, "\"gender\" holds two values only");
}

TEST_F(ColumnQuestionsTest, TheReportNotesADifferentItemInEachRow) {
    const ImportReport report =
        import(m_folder.write("g.csv", table("user,item,timestamp\n",
                                             [](const Visit& v) {
                                                 return fmt::format("{},{},{}", userId(v), 5000 + v.row, v.time);
                                             })))
            .report;
    EXPECT_NE(report.toText().find("800 items in 800 rows"), std::string::npos) << report.toText();
}

TEST_F(ColumnQuestionsTest, TheReportNamesOtherTimesAndUnusedColumns) {
    const ImportReport report =
        import(m_folder.write("o.csv", table("user,item,event_time,date_updated,mood\n",
                                             [](const Visit& v) {
                                                 return fmt::format("{},{},{},2019-03-0{},{}", userId(v), itemId(v),
                                                                    v.time, 1 + v.row % 9, v.row % 2 ? "up" : "down");
                                             })))
            .report;
    const std::string text = report.toText();
    EXPECT_NE(text.find("Times from \"event_time\""), std::string::npos) << text;
    EXPECT_NE(text.find("other times, not used: \"date_updated\""), std::string::npos) << text;
    EXPECT_NE(text.find("Not used: \"mood\" (two values: "), std::string::npos) << text;
    EXPECT_EQ(ImportReport::fromJson(report.toJson()).reading, report.reading);
}

TEST_F(ColumnQuestionsTest, ThePreviewDescribesEachColumn) {
    const ImportPreview preview = previewImport(optionsFor(m_folder.write(
        "k.csv", table("user,item,stars,when,price,note\n", [](const Visit& v) {
            return fmt::format("{},{},{},{},{:.2f},{}", userId(v), itemId(v), v.rating, v.time, 1 + v.row * 0.37,
                               v.row % 4 ? "" : "a rather long remark about this and that");
        }))));
    const auto& findings = preview.columnFindings;
    ASSERT_EQ(findings.size(), 6u);
    EXPECT_EQ(findings[0].role, ColumnRole::User);
    EXPECT_EQ(findings[1].role, ColumnRole::Item);
    EXPECT_EQ(findings[2].role, ColumnRole::Rating);
    EXPECT_EQ(findings[3].role, ColumnRole::Time);
    EXPECT_EQ(findings[3].kind, ColumnKind::Time);
    EXPECT_EQ(findings[4].kind, ColumnKind::Decimal);
    EXPECT_FALSE(findings[4].role);
    EXPECT_EQ(findings[0].distinct, 40);
    EXPECT_EQ(findings[0].rows, 800);
    EXPECT_EQ(findings[0].examples.size(), 5u);
    EXPECT_DOUBLE_EQ(findings[5].missingShare, 0.75);
    EXPECT_TRUE(preview.hasHeader);
    for (const ColumnFinding& column : findings) EXPECT_FALSE(column.why.empty());
}

TEST_F(ColumnQuestionsTest, HeaderNoReadsTheFirstRowAsData) {
    ImportOptions options = optionsFor(m_folder.write("w.csv", "user,item\nann,x\nann,y\n"));
    options.header = Header::No;
    const ImportResult result = import(options);
    EXPECT_EQ(result.dataset.interactions, 3);
    EXPECT_EQ(ImportOptions::fromJson(result.dataset.settings).header, Header::No);
}

TEST_F(ColumnQuestionsTest, AFileThatBeginsWithOneUserIsSampledFurtherOn) {
    std::string text;
    for (int i = 0; i < 60'000; ++i) {
        text += fmt::format("u{}\t2009-05-{:02}T20:00:{:02}Z\t{}\n", i / 6000, 1 + i % 28, i % 60, i * 7 % 500);
    }
    const ImportPreview preview = previewImport(optionsFor(m_folder.write("one.tsv", text)));
    EXPECT_EQ(preview.columns.text(), "user=1,item=3,time=2") << preview.why;
    EXPECT_GT(preview.columnFindings[0].distinct, 4);
}

}  // namespace
}  // namespace recscope
