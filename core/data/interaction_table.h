// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/data/import_report.h"
#include "core/data/source_files.h"
#include "core/store/dataset_store.h"
#include "core/util/progress.h"

namespace recscope {

/// Numbers texts by their first appearance.
class IdTable {
public:
    std::int32_t indexOf(std::string_view id);
    const std::vector<std::string>& ids() const { return m_ids; }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> m_indices;
    std::vector<std::string> m_ids;
};

/// The kept rows of a file in its order, while they are read, filtered and brought into the order of the dataset.
class InteractionTable {
public:
    /// Reads the whole file; what is not kept is counted in the report. Throws Error(Input) if half of the rows or more
    /// are damaged, Error(Cancelled).
    void read(const ImportSource& source, const ImportOptions& options, ImportReport& report,
              const ProgressSink& progress, const std::stop_token& stop);

    /// Drops rare items, then users with few interactions left; one pass.
    void dropRare(const ImportOptions& options, ImportReport& report);

    bool empty() const { return m_rows.empty(); }

    /// Fills in users, items (ids only), histories, times and ratings. Histories are ordered by (time, row).
    void moveInto(NewDataset& dataset);

private:
    struct Row {
        std::int32_t user = 0, item = 0;
        std::int64_t time = 0;  // milliseconds since 1970; only if m_hasTimes
        float rating = 0;       // NaN = none; only if m_hasRatings
        std::uint32_t line = 0;
    };

    /// Null, or why the row is damaged.
    const char* parse(std::span<const std::string_view> fields, const TableLayout& layout, Row& row,
                      ImportReport& report);
    std::int32_t numberOf(IdTable& table, std::string_view id, ImportReport& report);
    void renumber();
    std::vector<Row> groupedByUser(std::vector<std::int64_t>& offsets) const;

    std::vector<Row> m_rows;
    IdTable m_users, m_items;
    bool m_hasTimes = false, m_hasRatings = false;
};

}  // namespace recscope
