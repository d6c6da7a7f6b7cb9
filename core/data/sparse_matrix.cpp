// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/sparse_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "core/data/npy_reader.h"
#include "core/data/table_text.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

constexpr const char* kValues = "data.npy";

NpyReader arrayIn(const fs::path& path, const char* member) {
    return NpyReader(openMember(path, member), path, member);
}

[[noreturn]] void failDamaged(const fs::path& path, const std::string& what) {
    throw Error(ErrorKind::Input, translated("The sparse matrix {} is damaged: {}.", path.string(), what),
                translated("Save it again with scipy.sparse.save_npz. Nothing was imported."));
}

/// Whether the matrix has other values than 0 and 1.
bool hasRatings(const fs::path& path) {
    NpyReader values = arrayIn(path, kValues);
    while (!values.isEnd()) {
        const double value = values.nextNumber();
        if (value != 0 && value != 1) return true;
    }
    return false;
}

/// The row and the column of each entry, in the order in which the matrix stores the entries.
class Places {
public:
    virtual ~Places() = default;
    struct Place {
        std::int64_t row = 0, column = 0;
    };
    virtual Place next() = 0;
    virtual std::int64_t count() const = 0;
};

/// COO: the row and the column of each entry.
class ListedPlaces : public Places {
public:
    ListedPlaces(const fs::path& path, const char* rows, const char* columns)
        : m_rows(arrayIn(path, rows)), m_columns(arrayIn(path, columns)) {
        if (m_rows.count() != m_columns.count())
            failDamaged(path, translated("its arrays have different numbers of values"));
    }
    Place next() override { return {m_rows.nextIndex(), m_columns.nextIndex()}; }
    std::int64_t count() const override { return m_rows.count(); }

private:
    NpyReader m_rows, m_columns;
};

/// CSR and CSC: the entries of one line (row or column) after the other. The value i+1 of indptr is the number of
/// entries up to the end of line i.
class CompressedPlaces : public Places {
public:
    CompressedPlaces(const fs::path& path, bool areLinesRows)
        : m_path(path),
          m_areLinesRows(areLinesRows),
          m_ends(arrayIn(path, "indptr.npy")),
          m_indices(arrayIn(path, "indices.npy")) {
        if (!m_ends.isEnd()) m_end = m_ends.nextIndex();
    }
    Place next() override {
        while (m_given == m_end) {
            if (m_ends.isEnd()) failDamaged(m_path, translated("its arrays have different numbers of values"));
            const std::int64_t end = m_ends.nextIndex();
            if (end < m_end) failDamaged(m_path, translated("the lengths of its rows are negative"));
            m_end = end;
            ++m_line;
        }
        ++m_given;
        const std::int64_t index = m_indices.nextIndex();
        return m_areLinesRows ? Place{m_line, index} : Place{index, m_line};
    }
    std::int64_t count() const override { return m_indices.count(); }

private:
    fs::path m_path;
    bool m_areLinesRows;
    NpyReader m_ends, m_indices;
    std::int64_t m_end = 0;    // number of entries up to the end of the current line
    std::int64_t m_given = 0;  // number of entries already returned
    std::int64_t m_line = -1;  // index of the current line
};

std::unique_ptr<Places> placesOf(const fs::path& path) {
    NpyReader name = arrayIn(path, "format.npy");
    const std::string format = name.isEnd() ? std::string() : name.nextText();
    if (format == "csr" || format == "csc") return std::make_unique<CompressedPlaces>(path, format == "csr");
    if (format == "coo") return std::make_unique<ListedPlaces>(path, "row.npy", "col.npy");
    throw Error(
        ErrorKind::Input,
        translated("The sparse matrix {} is stored as \"{}\", which RecScope does not read.", path.string(), format),
        translated("Save it with scipy.sparse.save_npz after tocsr()."));
}

class MatrixText : public TableText {
public:
    explicit MatrixText(const fs::path& path)
        : m_places(placesOf(path)), m_values(arrayIn(path, kValues)), m_hasRatings(hasRatings(path)) {
        if (m_values.count() != m_places->count())
            failDamaged(path, translated("its arrays have different numbers of values"));
        m_size = m_values.source().size();
    }

    std::int64_t consumed() const override {
        const double share =
            static_cast<double>(m_given) / static_cast<double>(std::max<std::int64_t>(m_values.count(), 1));
        return static_cast<std::int64_t>(share * static_cast<double>(m_size));
    }
    std::int64_t size() const override { return m_size; }

protected:
    bool nextRow(std::vector<std::string>& cells) override {
        cells.resize(m_hasRatings ? 3 : 2);
        if (!std::exchange(m_hasGivenNames, true)) {
            cells = {"user", "item"};
            if (m_hasRatings) cells.emplace_back("rating");
            return true;
        }
        while (!m_values.isEnd()) {
            const Places::Place place = m_places->next();
            const double value = m_values.nextNumber();
            ++m_given;
            if (value == 0) continue;
            cells[0] = fmt::format_int(place.row).str();
            cells[1] = fmt::format_int(place.column).str();
            if (m_hasRatings) cells[2] = std::isnan(value) ? std::string() : cellText(value);
            return true;
        }
        return false;
    }

private:
    std::unique_ptr<Places> m_places;
    NpyReader m_values;
    bool m_hasRatings, m_hasGivenNames = false;
    std::int64_t m_given = 0, m_size = 0;
};

}  // namespace

bool isSparseMatrix(const std::vector<ArchiveMember>& members) {
    const auto has = [&](std::string_view name) {
        return std::any_of(members.begin(), members.end(), [&](const auto& member) { return member.name == name; });
    };
    return has(kValues) && has("shape.npy") && has("format.npy");
}

bool isSparseMatrixFile(const fs::path& path) {
    return packingOf(path) == Packing::Zip && isSparseMatrix(archiveMembers(path));
}

std::unique_ptr<ByteSource> openSparseMatrix(const fs::path& path) {
    return std::make_unique<MatrixText>(path);
}

}  // namespace recscope
