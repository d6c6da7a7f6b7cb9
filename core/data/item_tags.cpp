// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/item_tags.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/data/delimited.h"
#include "core/data/file_sample.h"
#include "core/data/record_reader.h"
#include "core/data/text_encoding.h"
#include "core/data/text_source.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::size_t kItemField = 1, kTagField = 2;  // the "movieId" of a header is not a needed id, so it is skipped
constexpr std::size_t kMaxTags = 5;
constexpr std::int64_t kLinesPerProgress = 20000;

using Counts = std::map<std::string, std::int64_t>;

std::string tagOf(std::string_view text) {
    text = trimmed(text);
    std::string tag = folded(isUtf8(text) ? std::string(text) : windows1252ToUtf8(text));
    std::replace(tag.begin(), tag.end(), '|', '/');
    std::replace(tag.begin(), tag.end(), '\n', ' ');
    return tag;
}

/// The kMaxTags most frequent tags, separated by "|". Tags with the same count are sorted alphabetically.
std::string mostFrequent(const Counts& counts) {
    std::vector<std::pair<std::string, std::int64_t>> tags(counts.begin(), counts.end());
    std::stable_sort(tags.begin(), tags.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string text;
    for (std::size_t i = 0; i < std::min(tags.size(), kMaxTags); ++i) text += (i > 0 ? "|" : "") + tags[i].first;
    return text;
}

}  // namespace

std::unordered_map<std::string, std::string> readItemTags(const SourcePart& part,
                                                          const std::function<bool(std::string_view id)>& isNeeded,
                                                          const ProgressSink& progress, const std::stop_token& stop) {
    const std::string delimiter = part.name().ends_with(".dat") ? "::" : ",";
    const TextSample sample = readSample(part);
    const RecordGrammar grammar =
        grammarOf(std::vector<std::string_view>(sample.lines.begin(), sample.lines.end()), delimiter);
    FieldSplitter splitter(grammar);
    RecordReader reader(readAhead(openText(part).bytes), grammar, textOpener(part));
    std::unordered_map<std::string, Counts> counts;
    std::string_view line;
    for (std::int64_t read = 1; reader.next(line); ++read) {
        if (read % kLinesPerProgress == 0) {
            throwIfStopped(stop);
            if (progress)
                progress({translated("Reading tags"), reader.source().consumed(), reader.source().size(), "bytes"});
        }
        const Joined joined = reader.join(line);
        if (joined == Joined::NotClosed || joined == Joined::TooLong) continue;
        if (!splitter.split(line) || splitter.fields().size() <= kTagField) continue;
        const std::string_view id = trimmed(splitter.fields()[kItemField]);
        if (!isNeeded(id)) continue;
        if (std::string tag = tagOf(splitter.fields()[kTagField]); !tag.empty()) ++counts[std::string(id)][tag];
    }
    std::unordered_map<std::string, std::string> tags;
    for (const auto& [id, ofItem] : counts) tags.emplace(id, mostFrequent(ofItem));
    return tags;
}

}  // namespace recscope
