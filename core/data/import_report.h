// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// Rows that were not kept, for one reason.
struct DroppedRows {
    std::string reason;  ///< "fewer than 4 fields", "rating below 4"
    std::int64_t count = 0;
    std::vector<std::int64_t> firstLines;  ///< 1-based line numbers of the first few (at most 5)
};

/// What an import did with every row. Nothing is dropped silently: rowsRead = rowsKept + sum of dropped.
struct ImportReport {
    std::string path, itemsPath;       ///< a file in an archive as "ml-1m.zip/ml-1m/ratings.dat"
    std::string format;                ///< name of the format used
    std::string why;                   ///< why this format was chosen
    std::vector<std::string> reading;  ///< sentences: which column is what, other times, columns not used
    std::string encoding;              ///< of the interactions: "UTF-8", "windows-1252", …
    std::string itemsEncoding;         ///< of the titles, empty without a titles file
    std::int64_t rowsRead = 0;         ///< data rows (a header is not one)
    std::int64_t rowsKept = 0;
    std::int64_t rowsDamaged = 0;  ///< of the dropped: those that could not be read
    std::vector<DroppedRows> dropped;
    std::int64_t users = 0, items = 0;
    std::int64_t usersLeftOut = 0, itemsLeftOut = 0;  ///< those that all rows of were dropped
    std::int64_t commentLines = 0;                    ///< lines passed over because they are remarks (#): no rows
    std::vector<std::string> warnings;                ///< sentences on what may be wrong though it could be read
    std::int64_t encodingErrors = 0;   ///< ids with bytes that are no UTF-8 in a UTF-8 file: read as windows-1252
    std::int64_t duplicates = 0;       ///< interactions of a user with an item the same user had before
    std::int64_t usersUnderThree = 0;  ///< users with fewer than 3 interactions: they only train
    std::int64_t tiedTimes = 0;        ///< interactions whose time equals the one before, same user
    std::int64_t usersLastTwoTie =
        0;  ///< users whose last two interactions have one time: file order decides the target
    std::int64_t itemsWithoutTitle = 0;
    std::string titlesReading;  ///< which columns gave the titles, or why the file was not used; may be empty
    static constexpr const char* kNotUsed = "not used: ";  ///< begins it then; stored, so the same in every language
    std::string tagsPath;                                  ///< what people called the items; empty without such a file
    std::int64_t itemsWithTags = 0;
    std::string usersPath;                        ///< what is known of users; empty without such a file
    std::string usersProblem;                     ///< why that file was not used, a sentence; else empty
    std::vector<std::string> userAttributes;      ///< what it says: "age", "occupation"
    std::vector<std::string> userColumnsLeftOut;  ///< text, or a name of each user
    std::int64_t usersDescribed = 0;              ///< users it has a row for
    std::string checksum;                         ///< SHA-256 of the file on disk, hexadecimal
    double seconds = 0;                           ///< for reading and ordering, without storing

    /// Counts a row that is not kept; `firstLines` are the smallest numbers, whatever the order of the calls.
    void drop(std::string_view reason, std::int64_t line);
    std::string titlesReadingText() const;  ///< `titlesReading` for people
    std::int64_t droppedRows() const;
    std::string mostDropped() const;  ///< the reason of most dropped rows; empty if there are none

    std::string toJson() const;
    static ImportReport fromJson(const std::string& json);
    /// A few lines for a person.
    std::string toText() const;
};

}  // namespace recscope
