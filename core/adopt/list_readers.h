// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/adopt/list_file.h"

namespace recscope {

/// Receives the rows from the readers of the file formats, counts them, and passes them to `take`.
class ListSink {
public:
    explicit ListSink(const std::function<void(const ListedRow&)>& take) : m_take(take) {}

    void add(const ListedRow& row) {
        ++m_facts.rows;
        m_take(row);
    }
    /// Counts a row that could not be read, for example because it names no user or no item.
    void addDamaged() { ++m_facts.damaged; }
    void setLayout(std::string layout) { m_facts.layout = std::move(layout); }
    const ListFileFacts& facts() const { return m_facts; }

private:
    const std::function<void(const ListedRow&)>& m_take;
    ListFileFacts m_facts;
};

// One reader for each file format. For the errors see `readListFile`.
void readDelimitedLists(const std::filesystem::path& path, std::string text, const ListColumns& chosen,
                        const DatasetIds& known, ListSink& sink);
void readJsonLists(const std::filesystem::path& path, std::string_view text, const ListColumns& chosen, ListSink& sink);
void readParquetLists(const std::filesystem::path& path, const ListColumns& chosen, ListSink& sink);

// Whether the beginning of a file looks like recommendations: see `looksLikeLists`.
bool looksLikeDelimitedLists(std::string_view text);
bool looksLikeJsonLists(std::string_view text);
bool looksLikeParquetLists(const std::filesystem::path& path);

}  // namespace recscope
