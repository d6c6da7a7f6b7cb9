// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace recscope {

/// The rows that were dropped for one reason.
struct DroppedRows {
    std::string reason;  ///< "too few fields", "rating below 4"
    std::int64_t count = 0;
    std::vector<std::int64_t> firstLines;  ///< 1-based line numbers of the first few (at most 5)
};

/// The result of an import. Every row of the file is accounted for: rowsRead = rowsKept + sum of dropped.
struct ImportReport {
    std::string path;                     ///< absolute; a file in an archive is written "/data/ml-1m.zip/ml-1m/u.data"
    std::string itemsPath;                ///< file with the titles; empty if there is none
    std::string format;                   ///< name of the format used
    std::string why;                      ///< why this format was chosen
    std::vector<std::string> reading;     ///< sentences: how the times are read, other times, unused columns
    std::string encoding;                 ///< of the interactions: "UTF-8", "windows-1252", …
    std::string itemsEncoding;            ///< of the titles, empty without a titles file
    std::int64_t rowsRead = 0;            ///< data rows, not counting a header
    std::int64_t rowsKept = 0;            ///< number of rows of the file that were kept; does not include `earlierRows`
    std::int64_t earlierRows = 0;         ///< rows of the version to which the file was added; 0 = it was not added
    std::int64_t earlierRowsLeftOut = 0;  ///< rows of that version that were left out as duplicates
    /// Path and SHA-256 of the files of that version, oldest first.
    std::vector<std::pair<std::string, std::string>> earlierFiles;
    std::int64_t knownRows = 0;  ///< rows of the file that the version already had; they are also counted in `dropped`
    std::int64_t usersWithNewRows = 0;  ///< users to whom rows were added; 0 unless the file was added to a version
    std::int64_t rowsDamaged = 0;       ///< number of rows dropped because they could not be read
    std::vector<DroppedRows> dropped;
    std::int64_t users = 0, items = 0;
    std::int64_t usersLeftOut = 0, itemsLeftOut = 0;  ///< users and items whose rows were all dropped
    std::int64_t commentLines = 0;                    ///< skipped comment lines (#), which do not count as rows
    std::vector<std::string> warnings;                ///< sentences about data that was read but may be wrong
    std::int64_t encodingErrors = 0;  ///< number of ids in a UTF-8 file that are invalid UTF-8: read as windows-1252
    std::int64_t duplicates = 0;      ///< interactions with an item the same user had before
    std::int64_t usersWithFewerThanThree = 0;  ///< users with fewer than 3 interactions: training only
    std::int64_t tiedTimes =
        0;  ///< interactions at the same time as the user's previous one, at the precision of the file
    bool newestFirst = false;  ///< the file runs from the newest row to the oldest
    bool onlyDates = false;    ///< no time includes a time of day, so equal times only mean the same day
    /// Users whose last two interactions have the same time, so that file order decides the held-out item.
    std::int64_t usersWithTiedLastTwo = 0;
    std::int64_t orders = 0;                      ///< orders (baskets) of all users; 0 = the data has none
    std::int64_t usersWithLastTwoInOneOrder = 0;  ///< users whose last two interactions are lines of the same order
    std::vector<std::pair<std::string, std::int64_t>> kinds;  ///< number of kept interactions of each kind of event
    std::int64_t itemsWithoutTitle = 0;
    std::string titlesReading;  ///< which columns gave the titles, or why the file was not used; may be empty
    static constexpr const char* kNotUsed = "not used: ";  ///< prefix of titlesReading; stored, not translated
    std::string titlesColumn, categoryColumn;  ///< columns of the interactions that describe the items; may be empty
    std::string genresColumn;  ///< column, of any file, that gave the items' genres: "genres", "Category"; may be empty
    std::vector<std::string> itemAttributes;      ///< attributes of the items: "price", "brand"
    std::vector<std::string> itemColumnsLeftOut;  ///< columns of free text, or nearly unique to each item
    std::string tagsPath;                         ///< file with tags of the items; empty if there is none
    std::int64_t itemsWithTags = 0;
    std::string usersPath;                        ///< file with user attributes; empty if there is none
    std::string usersProblem;                     ///< one sentence: why that file was not used; else empty
    std::vector<std::string> userAttributes;      ///< attributes in that file: "age", "occupation"
    std::vector<std::string> userColumnsLeftOut;  ///< columns of free text, or nearly unique to each user
    std::int64_t usersDescribed = 0;              ///< users with a row in that file
    std::string checksum;                         ///< SHA-256 of the file on disk, hexadecimal
    double seconds = 0;                           ///< duration of reading, sorting and storing the interactions

    /// Counts a dropped row; `firstLines` holds the smallest line numbers, whatever the order of the calls.
    void drop(std::string_view reason, std::int64_t line);
    /// A few lines about what was added to the earlier version; empty if the file was not added to one.
    std::string addedText() const;
    std::string titlesReadingText() const;  ///< `titlesReading` for display
    std::int64_t droppedRows() const;
    std::string maxDropped() const;  ///< the most frequent reason; empty if no rows were dropped

    std::string toJson() const;
    static ImportReport fromJson(const std::string& json);
    /// `onlyDates` of a stored report; false for a dataset that was not imported.
    static bool hasOnlyDates(const std::string& json);
    /// A summary of a few lines for display.
    std::string toText() const;
};

}  // namespace recscope
