// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/import_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/data/column_names.h"
#include "core/data/delimited.h"
#include "core/data/file_finder.h"
#include "core/data/record_reader.h"
#include "core/data/user_attributes.h"
#include "core/util/error.h"
#include "core/util/text.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& sentence, const std::string& hint) {
    throw Error(ErrorKind::Input, sentence, hint);
}

[[noreturn]] void failUnknown(const ImportOptions& options, const SourcePart& part, std::string_view firstLine) {
    if (!options.format.empty()) {
        fail(fmt::format("The file is not in the format \"{}\": {}.", formatNamed(options.format).info().title,
                         part.shown()),
             "Leave the format open to have it recognised.");
    }
    const bool isObject = trimmed(firstLine).starts_with('{') || trimmed(firstLine).starts_with('[');
    fail(fmt::format("Nothing in {} looks like interactions.", part.shown()),
         isObject ? "Each line needs an object with a user and an item. Say which keys hold them (user=..., item=...)."
                  : "Each line needs a user and an item. For a table with other headers, say which columns hold them "
                    "(user=..., item=...).");
}

std::string chosenEncoding(const ImportOptions& options, const TextSample& sample) {
    if (options.encoding.empty()) return sample.encoding;
    if (options.encoding == "UTF-8" || options.encoding == "ISO-8859-1") return options.encoding;
    throw Error(ErrorKind::Usage, fmt::format("The encoding \"{}\" is not known.", options.encoding),
                "Encodings: UTF-8, ISO-8859-1.");
}

/// "ratings.dat" says nothing: the folder's or the archive's name does.
std::string suggestName(const SourcePart& part) {
    static const std::set<std::string> kEmptyNames = {"u", "ratings", "interactions", "reviews", "data", "train"};
    const std::string name = part.name(), stem = name.substr(0, name.rfind('.'));
    const std::string folder = part.folder();
    return kEmptyNames.contains(folded(stem)) && !folder.empty() ? folder : stem;
}

/// "205" and "205.0": what tables of numbers write for whole ones.
bool isWholeNumber(std::string_view text) {
    const std::size_t end = text.find('.');
    const std::string_view digits = text.substr(0, end);
    const std::string_view zeros = end == std::string_view::npos ? "0" : text.substr(end + 1);
    const auto all = [](std::string_view part, char first, char last) {
        return !part.empty() && std::all_of(part.begin(), part.end(), [&](char c) { return c >= first && c <= last; });
    };
    return all(digits, '0', '9') && all(zeros, '0', '0');
}

void lookAtIds(ImportSource& source) {
    const auto parser = source.format->makeParser(source.recognition.layout);
    std::vector<RawRow> rows;
    std::size_t counted = 0, wholeUsers = 0, wholeItems = 0;
    for (std::size_t i = source.recognition.layout.hasHeader; i < source.sample.lines.size(); ++i) {
        if (trimmed(source.sample.lines[i]).empty() || parser->parse(source.sample.lines[i], rows)) continue;
        for (const RawRow& row : rows) {
            ++counted;
            wholeUsers += isWholeNumber(trimmed(row.user));
            wholeItems += isWholeNumber(trimmed(row.item));
        }
    }
    source.hasWholeUsers = counted > 0 && wholeUsers == counted;
    source.hasWholeItems = counted > 0 && wholeItems == counted;
}

void findTitles(const ImportOptions& options, ImportSource& source) {
    if (!options.itemsPath.empty()) {
        source.itemsPart = partAt(options.itemsPath);
    } else if (options.findItems) {
        const auto found = partsBeside(source.part, source.format->itemsFileNames(source.part.name()));
        if (!found.empty()) source.itemsPart = found.front();
    }
    // Beside the titles, so that the stored settings, which name them, find the same again.
    if (!source.itemsPart) return;
    const auto tags = partsBeside(*source.itemsPart, source.format->tagsFileNames());
    if (!tags.empty()) source.tagsPart = tags.front();
}

}  // namespace

ImportSource findSource(const ImportOptions& options) {
    ImportSource source;
    source.part = findInteractions(options);
    source.sample = readSample(source.part);
    std::vector<Recognised> recognised = recognise(options, source.part, source.sample);
    if (recognised.empty()) failUnknown(options, source.part, source.sample.lines[0]);

    for (const Recognised& one : recognised) {
        const FormatInfo info = one.format->info();
        source.candidates.push_back({info.name, info.title, one.recognition.confidence, one.recognition.why});
    }
    source.format = recognised[0].format;
    source.recognition = std::move(recognised[0].recognition);
    source.sample.lines =
        recordsOf(std::vector<std::string_view>(source.sample.lines.begin(), source.sample.lines.end()),
                  source.recognition.layout.delimiter);
    source.encoding = chosenEncoding(options, source.sample);
    source.timeFormat = options.timeFormat == TimeFormat::Auto ? source.recognition.timeFormat : options.timeFormat;
    source.suggestedName = suggestName(source.part);
    lookAtIds(source);
    findTitles(options, source);
    if (!options.usersPath.empty()) {
        source.usersPart = partAt(options.usersPath);
    } else if (options.findUsers) {
        source.usersPart = findUsersFile(source.part);
    }
    return source;
}

ImportOptions settledOptions(const ImportOptions& options, const ImportSource& source) {
    ImportOptions settled = options;
    settled.path = fs::absolute(source.part.path);  // another day there may be another working folder
    settled.member = source.part.member;
    settled.itemsPath.clear();
    if (source.itemsPart) {
        settled.itemsPath = SourcePart{fs::absolute(source.itemsPart->path), source.itemsPart->member}.shown();
    }
    settled.findItems = false;
    settled.usersPath.clear();
    if (source.usersPart) {
        settled.usersPath = SourcePart{fs::absolute(source.usersPart->path), source.usersPart->member}.shown();
    }
    settled.findUsers = false;
    settled.format = source.format->info().name;
    settled.delimiter = source.recognition.layout.delimiter;
    if (source.recognition.columnChoice == ColumnChoice::Possible) {
        settled.columns = source.recognition.layout.asMapping();
    }
    settled.encoding = source.encoding;
    settled.timeFormat = source.timeFormat;
    return settled;
}

}  // namespace recscope
