// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/file_sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "core/data/archive.h"
#include "core/data/file_kind.h"
#include "core/data/text_encoding.h"
#include "core/data/text_source.h"
#include "core/util/error.h"
#include "core/util/line_reader.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::size_t kSampleLines = 4000;
constexpr std::int64_t kSampleBytes = std::int64_t{1} << 20;
// A sample holds at least this many records unless it reaches kMaxSampleBytes. All lines from one with an odd number of
// quotes to the next such line count as one record, because quoted fields may span lines.
constexpr std::size_t kFewRecords = 50;
constexpr std::int64_t kMaxSampleBytes = std::int64_t{4} << 20;

void failIfDocument(const SourcePart& part) {
    if (!part.member.empty() || packingOf(part.path) != Packing::Zip) return;
    const FileKind kind = documentKindOf(archiveMembers(part.path));
    if (!kind.empty())
        failInput(translated("The file is {}, not plain text: {}.", translated(kind.what), part.displayPath()),
                  translated(kind.hint));
}

void failIfBinary(const SourcePart& part, const std::vector<std::string>& lines) {
    constexpr std::size_t kBeginning = 50;  // lines
    const FileKind kind = binaryKindOf(
        fmt::format("{}", fmt::join(lines.begin(), lines.begin() + std::min(lines.size(), kBeginning), "\n")));
    if (!kind.empty())
        failInput(translated("The file is {}, not plain text: {}.", translated(kind.what), part.displayPath()),
                  translated(kind.hint));
    // A few damaged lines do not make the file binary: the import reports them.
    std::size_t linesWithZeros = 0, zeros = 0, bytes = 0;
    for (const std::string& line : lines) {
        const auto count = static_cast<std::size_t>(std::count(line.begin(), line.end(), '\0'));
        linesWithZeros += count > 0;
        zeros += count;
        bytes += line.size();
    }
    if (2 * linesWithZeros >= lines.size() || 100 * zeros > bytes) {
        failInput(translated("The file is not text: {}.", part.displayPath()),
                  translated("RecScope reads text with one interaction per line."));
    }
}

std::string encodingOf(const std::vector<std::string>& lines) {
    std::size_t utf8 = 0, other = 0;
    for (const std::string& line : lines) {
        if (isAscii(line)) continue;
        ++(isUtf8(line) ? utf8 : other);
    }
    // A line in another encoding is hardly ever valid UTF-8 by chance. So a few lines show that at least the beginning
    // of the file is UTF-8; ids that are not UTF-8 are then read as windows-1252, and the report says in which line
    // they begin.
    constexpr std::size_t kShare = 20;
    return kShare * utf8 < utf8 + other ? kWindows1252 : kUtf8;
}

/// Adds blocks of whole lines, evenly spaced over the file after the sample.
void addLinesApart(const SourcePart& part, TextSample& sample) {
    constexpr std::int64_t kBlocks = 8, kBlockBytes = 32 << 10;
    constexpr int kBlockLines = 500;
    std::error_code failure;
    const auto size = static_cast<std::int64_t>(std::filesystem::file_size(part.path, failure));
    std::ifstream file(part.path, std::ios::binary);
    if (failure || !file) return;
    const std::int64_t step = (size - sample.bytes) / kBlocks;
    if (step < kBlockBytes) return;
    std::string block(static_cast<std::size_t>(kBlockBytes), '\0');
    for (std::int64_t i = 0; i < kBlocks; ++i) {
        file.seekg(sample.bytes + i * step + step / 2);
        file.read(block.data(), kBlockBytes);
        std::string_view text(block.data(), static_cast<std::size_t>(file.gcount()));
        file.clear();
        const std::size_t first = text.find('\n'), last = text.rfind('\n');
        if (first == last) continue;
        text = text.substr(first + 1, last - first - 1);
        for (int lines = 0; !text.empty() && lines < kBlockLines; ++lines) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::string_view line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (line.find('\0') == std::string_view::npos) sample.later.emplace_back(line);
        }
    }
}

/// Adds one in kEvery of the lines that follow the sample.
void addLinesAfter(const SourcePart& part, TextSample& sample) {
    constexpr std::int64_t kBytes = std::int64_t{4} << 20;
    constexpr std::int64_t kEvery = 16;
    LineReader reader(openText(part, sample.encoding).bytes);
    std::string_view line;
    const auto skipped = static_cast<std::int64_t>(sample.lines.size());
    while (reader.bytesRead() < sample.bytes + kBytes && reader.next(line)) {
        const std::int64_t behind = reader.lineNumber() - skipped;
        if (behind > 0 && behind % kEvery == 0 && !reader.isTooLong()) sample.later.emplace_back(line);
    }
}

}  // namespace

void addLaterLines(const SourcePart& part, TextSample& sample) {
    if (sample.isWhole || !sample.later.empty()) return;
    const bool isAsOnDisk =
        (sample.encoding == kUtf8 || sample.encoding == kWindows1252) && sample.objects == Objects::Lines;
    if (isAsOnDisk && isPlainFile(part)) {
        addLinesApart(part, sample);
    } else {
        addLinesAfter(part, sample);
    }
}

TextSample readSample(const SourcePart& part, const std::string& encoding) {
    OpenedText text = openText(part, encoding);
    failIfDocument(part);
    LineReader reader(std::move(text.bytes));
    TextSample sample;
    sample.objects = text.objects;
    std::string_view line;
    bool hasText = false, isQuoteOpen = false;
    std::size_t records = 0, tooLong = 0;
    const auto isEnough = [&] {
        if (reader.bytesRead() >= kMaxSampleBytes) return true;
        if (isQuoteOpen || records < std::min(kFewRecords, sample.lines.size() / 2)) return false;
        return sample.lines.size() >= kSampleLines || reader.bytesRead() >= kSampleBytes;
    };
    while (!isEnough()) {
        if (!reader.next(line)) {
            sample.isWhole = true;
            break;
        }
        isQuoteOpen ^= std::count(line.begin(), line.end(), '"') % 2 != 0;
        records += !isQuoteOpen;
        hasText |= !trimmed(line).empty();
        if (reader.isTooLong()) {  // one such line is merely damaged: the import will report it
            ++tooLong;
        } else {
            sample.lines.emplace_back(line);
        }
    }
    sample.bytes = reader.bytesRead();
    sample.packedBytes = reader.source().consumed();
    if (!hasText) {
        failInput(translated("The file is empty: {}.", part.displayPath()),
                  translated("Each line should hold a user and an item."));
    }
    if (!sample.lines.empty()) failIfBinary(part, sample.lines);
    if (tooLong >= std::max<std::size_t>(sample.lines.size(), 1)) {
        failInput(translated("A line of {} is longer than {} MiB, the longest RecScope reads.", part.displayPath(),
                             LineReader::kMaxLineBytes >> 20),
                  translated("It is probably not text, or its line endings are unusual."));
    }
    sample.encoding = text.encoding.empty() ? encodingOf(sample.lines) : text.encoding;
    sample.remarks = remarkLinesIn(sample.lines);
    if (!sample.remarks.empty()) sample.lines = withoutRemarks(sample.lines, sample.remarks);
    if (sample.lines.empty()) {
        failInput(translated("The file holds no rows: {}.", part.displayPath()),
                  translated("Each line should hold a user and an item."));
    }
    return sample;
}

}  // namespace recscope
