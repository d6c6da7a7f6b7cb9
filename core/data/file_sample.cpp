// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/file_sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/util/error.h"
#include "core/util/line_reader.h"
#include "core/util/text.h"

namespace recscope {

namespace {

constexpr std::size_t kSampleLines = 500;
constexpr std::int64_t kSampleBytes = std::int64_t{256} * 1024;

[[noreturn]] void fail(const std::string& sentence, const std::string& hint) {
    throw Error(ErrorKind::Input, sentence, hint);
}

void failIfBinary(const SourcePart& part, const std::vector<std::string>& lines) {
    using namespace std::string_view_literals;
    struct Kind {
        std::string_view magic;
        const char* what;
        const char* hint;
    };
    static constexpr std::array kKinds = {
        Kind{"SQLite format 3\0"sv, "a SQLite database", "To open a workspace, choose it as the workspace."},
        Kind{"PK\x03\x04"sv, "a zip archive inside an archive", "Unpack the outer one and import the inner one."},
        Kind{"\x1F\x8B"sv, "a gzip file inside an archive", "Unpack the outer one and import the inner one."},
        Kind{"PAR1"sv, "a Parquet file", "Save it as csv and import that."},
        Kind{"\xFF\xFE"sv, "UTF-16 text", "Save it as UTF-8 and import it again."},
        Kind{"\xFE\xFF"sv, "UTF-16 text", "Save it as UTF-8 and import it again."},
    };
    for (const Kind& kind : kKinds) {
        if (lines[0].starts_with(kind.magic)) {
            fail(fmt::format("The file is {}, not plain text: {}.", kind.what, part.shown()), kind.hint);
        }
    }
    // A few damaged lines do not hide a text: the import names them.
    std::size_t linesWithZeros = 0, zeros = 0, bytes = 0;
    for (const std::string& line : lines) {
        const auto count = static_cast<std::size_t>(std::count(line.begin(), line.end(), '\0'));
        linesWithZeros += count > 0;
        zeros += count;
        bytes += line.size();
    }
    if (2 * linesWithZeros >= lines.size() || 100 * zeros > bytes) {
        fail(fmt::format("The file is not text: {}.", part.shown()),
             "RecScope reads text with one interaction a line.");
    }
}

std::string encodingOf(const std::vector<std::string>& lines) {
    std::size_t utf8 = 0, other = 0;
    for (const std::string& line : lines) {
        if (isAscii(line)) continue;
        ++(isUtf8(line) ? utf8 : other);
    }
    return other > utf8 ? "ISO-8859-1" : "UTF-8";
}

}  // namespace

TextSample readSample(const SourcePart& part) {
    LineReader reader(openPart(part));
    TextSample sample;
    std::string_view line;
    bool hasText = false, isEndless = false;
    while (sample.lines.size() < kSampleLines && reader.bytesRead() < kSampleBytes) {
        if (!reader.next(line)) {
            sample.isWhole = true;
            break;
        }
        isEndless |= reader.isTooLong();
        hasText |= !trimmed(line).empty();
        sample.lines.emplace_back(line);
    }
    sample.bytes = reader.bytesRead();
    sample.packedBytes = reader.source().consumed();
    if (!hasText) {
        fail(fmt::format("The file is empty: {}.", part.shown()), "Each line should hold a user and an item.");
    }
    failIfBinary(part, sample.lines);
    if (isEndless) {
        fail(fmt::format("A line of {} is longer than {} MiB, the longest RecScope reads.", part.shown(),
                         LineReader::kLongestLine >> 20),
             "It is probably no text, or its lines end in another way than text does.");
    }
    sample.encoding = encodingOf(sample.lines);
    return sample;
}

}  // namespace recscope
