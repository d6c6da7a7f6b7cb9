// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adopt/list_file.h"

#include <utility>

#include "core/adopt/list_readers.h"
#include "core/data/delimited.h"
#include "core/data/text_source.h"
#include "core/parquet/parquet.h"

namespace recscope {

namespace {

std::string readText(const std::filesystem::path& path) {
    const OpenedText opened = openText(partAt(path));
    std::string text;
    char buffer[1 << 16];
    while (const std::size_t size = opened.bytes->read(buffer, sizeof buffer)) text.append(buffer, size);
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // byte order mark
    return text;
}

bool isJson(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin != std::string_view::npos && (text[begin] == '{' || text[begin] == '[');
}

}  // namespace

bool looksLikeLists(const std::filesystem::path& path) {
    if (isParquet(path)) return looksLikeParquetLists(path);
    constexpr std::size_t kBytes = 1 << 16;
    const OpenedText opened = openText(partAt(path));
    const std::string text = readUpTo(*opened.bytes, kBytes);
    if (linesOf(text, 1).empty()) return false;
    return isJson(text) ? looksLikeJsonLists(text) : looksLikeDelimitedLists(text);
}

ListFileFacts readListFile(const std::filesystem::path& path, const ListColumns& columns, const DatasetIds& known,
                           const std::function<void(const ListedRow&)>& take) {
    ListSink sink(take);
    if (isParquet(path)) {
        readParquetLists(path, columns, sink);
        return sink.facts();
    }
    std::string text = readText(path);
    if (isJson(text))
        readJsonLists(path, text, columns, sink);
    else
        readDelimitedLists(path, std::move(text), columns, known, sink);
    return sink.facts();
}

}  // namespace recscope
