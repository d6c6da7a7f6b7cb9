// SPDX-License-Identifier: GPL-3.0-or-later
#include <arrow/api.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/file_reader.h>
#include <parquet/properties.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

#include "core/parquet/arrow_values.h"
#include "core/parquet/parquet.h"
#include "core/parquet/parquet_reader.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFormat = "Parquet";

std::unique_ptr<parquet::arrow::FileReader> readerOf(const fs::path& path) {
    // Reads one page at a time instead of reading ahead all columns of a row group or of the file.
    parquet::ReaderProperties pages;
    pages.enable_buffered_stream();
    pages.set_page_checksum_verification(true);
    parquet::ArrowReaderProperties rows;
    rows.set_pre_buffer(false);
    rows.set_batch_size(kRowsAtOnce);
    parquet::arrow::FileReaderBuilder builder;
    const arrow::Status opened = builder.OpenFile(path.string(), /*memory_map=*/false, pages);
    if (!opened.ok()) throw std::runtime_error(opened.message());
    return valueOf(builder.properties(rows)->Build());
}

/// Reads a Parquet file with the library Apache Arrow.
class ArrowReader : public ParquetReader {
public:
    explicit ArrowReader(const fs::path& path) : m_path(path) {
        callArrow(path, kFormat, [&] {
            m_file = readerOf(path);
            for (const parquet::arrow::SchemaField& field : m_file->manifest().schema_fields)
                m_columns.push_back({.name = field.field->name(),
                                     .content = contentOf(*field.field->type()),
                                     .type = field.field->type()->ToString()});
        });
    }

    const std::vector<ParquetColumn>& columns() const override { return m_columns; }

    std::int64_t rowCount() const override { return m_file->parquet_reader()->metadata()->num_rows(); }

    void begin(std::span<const ParquetChoice> choices) override {
        m_choices.assign(choices.begin(), choices.end());
        m_leafOf.clear();
        // The leaf columns to decode. Parquet numbers these instead of the columns: a nested column can have several.
        std::vector<int> leaves;
        for (const ParquetChoice& choice : choices) {
            const parquet::arrow::SchemaField* field =
                &m_file->manifest().schema_fields[static_cast<std::size_t>(choice.column)];
            while (!field->is_leaf()) field = &field->children.front();
            const auto known = std::find(leaves.begin(), leaves.end(), field->column_index);
            m_leafOf.push_back(static_cast<int>(known - leaves.begin()));
            if (known == leaves.end()) leaves.push_back(field->column_index);
        }
        std::vector<int> groups(static_cast<std::size_t>(m_file->num_row_groups()));
        std::iota(groups.begin(), groups.end(), 0);
        m_batches = callArrow(m_path, kFormat, [&] { return valueOf(m_file->GetRecordBatchReader(groups, leaves)); });
    }

    bool next(ParquetRows& rows) override {
        return callArrow(m_path, kFormat, [&] {
            const std::shared_ptr<arrow::RecordBatch> batch = valueOf(m_batches->Next());
            if (!batch) return false;
            // Finds offsets and dictionary indices that are out of range.
            const arrow::Status valid = batch->ValidateFull();
            if (!valid.ok()) throw std::runtime_error(valid.message());
            rows.count = static_cast<std::size_t>(batch->num_rows());
            rows.columns.clear();
            for (std::size_t i = 0; i < m_choices.size(); ++i)
                rows.columns.push_back(valuesOf(*batch->column(m_leafOf[i]), m_choices[i].as));
            return true;
        });
    }

private:
    fs::path m_path;
    std::unique_ptr<parquet::arrow::FileReader> m_file;
    std::vector<ParquetColumn> m_columns;
    std::vector<ParquetChoice> m_choices;
    std::vector<int> m_leafOf;  // for each choice, the index of its column among the decoded leaf columns
    std::unique_ptr<arrow::RecordBatchReader> m_batches;
};

}  // namespace

bool hasParquet() {
    return true;
}

std::unique_ptr<ParquetReader> openParquet(const fs::path& path) {
    std::error_code failed;
    if (!fs::exists(path, failed))
        throw Error(ErrorKind::Input, translated("There is no file {}.", path.string()), translated("Check the path."));
    return std::make_unique<ArrowReader>(path);
}

}  // namespace recscope
