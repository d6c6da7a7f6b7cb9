// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/entity_names.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "core/data/column_names.h"

namespace recscope {

namespace {

using Words = std::vector<std::string>;

/// A word without the endings of the plural and the last vowel, in the languages in which this is enough to compare two
/// words: "course" and "courses" give "cours", "movies" gives "movy", "libro" and "libri" give "libr".
std::string stemmed(std::string word) {
    constexpr std::size_t kShortest = 4;
    if (word.size() >= kShortest && word.ends_with('s') && !word.ends_with("ss")) word.pop_back();
    if (word.size() >= kShortest && word.ends_with("en")) word.pop_back();
    if (word.size() >= kShortest && word.ends_with("ie")) return word.substr(0, word.size() - 2) + "y";
    constexpr std::string_view kVowels = "aeio";
    if (word.size() >= kShortest && kVowels.find(word.back()) != std::string_view::npos) word.pop_back();
    return word;
}

bool areTheSame(const std::string& word, const std::string& other) {
    return stemmed(word) == stemmed(other);
}

/// Words around the noun in the name of a file that say nothing about the things in it.
bool isAboutTheFile(const std::string& word) {
    static const std::unordered_set<std::string> kWords = {
        "title", "titles",    "name",  "names",   "info",    "information", "meta",   "metadata", "data",
        "file",  "dataset",   "set",   "detail",  "details", "list",        "table",  "tables",   "catalog",
        "tbl",   "catalogue", "clean", "cleaned", "raw",     "full",        "final",  "all",      "new",
        "csv",   "features",  "dim",   "sample",  "small",   "processed",   "export", "sheet",    "v"};
    return kWords.contains(word);
}

/// The words of a file's name without those about the file; the last of them is the noun.
Words thingsOf(std::string_view file) {
    Words words = wordsOf(file.substr(0, file.rfind('.')));
    std::erase_if(words, isAboutTheFile);
    return words;
}

/// True for "titles.csv", "metadata.csv" and the like, which do not say what the titles belong to.
bool isOfTitles(std::string_view file) {
    const Words words = wordsOf(file.substr(0, file.rfind('.')));
    return std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return word.starts_with("title") || word.starts_with("catalog") || word.starts_with("meta");
    });
}

}  // namespace

bool nameTheSame(std::string_view header, std::string_view other) {
    if (plainName(header) == plainName(other)) return !header.empty();
    const Words words = subjectOf(header), others = subjectOf(other);
    if (words.empty() || others.empty()) return false;
    if (std::equal(words.begin(), words.end(), others.begin(), others.end(), areTheSame)) return true;
    // "track_name" and "artist_name" end in the same word, but it does not say what the ids identify.
    const std::string& last = words.back();
    return last != "name" && last != "title" && areTheSame(last, others.back());
}

bool isBareId(std::string_view header) {
    return !header.empty() && subjectOf(header).empty();
}

bool isGeneralName(std::string_view header, Subject subject) {
    const Words words = subjectOf(header);
    if (words.size() != 1) return false;
    return subject == Subject::Items ? words[0] == "item" || words[0] == "iid" || words[0] == "i"
                                     : words[0] == "user" || words[0] == "uid" || words[0] == "u";
}

FileNaming fileNaming(std::string_view file, std::string_view column, Subject subject) {
    const Words words = thingsOf(file), things = subjectOf(column);
    if (words.empty()) return subject == Subject::Items && isOfTitles(file) ? FileNaming::Usual : FileNaming::Other;
    const bool isAlone = wordsOf(file.substr(0, file.rfind('.'))).size() == 1;
    if (!things.empty() && areTheSame(words.back(), things.back()))
        return isAlone ? FileNaming::Exact : FileNaming::Qualified;
    const NameMeaning meaning = meaningOf(words.back());
    const double score = subject == Subject::Items ? meaning.item : meaning.user;
    if (score < kSureName) return FileNaming::Other;
    return isAlone ? FileNaming::Usual : FileNaming::Similar;
}

bool isNamedAfter(std::string_view file, std::string_view header) {
    const Words words = thingsOf(file), things = subjectOf(header);
    return !words.empty() && !things.empty() && areTheSame(words.back(), things.back());
}

}  // namespace recscope
