// SPDX-License-Identifier: GPL-3.0-or-later
#include <arrow/api.h>
#include <arrow/io/file.h>
#include <arrow/ipc/reader.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "core/parquet/arrow_values.h"
#include "core/parquet/parquet_reader.h"
#include "core/util/byte_source.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFormat = "Arrow";
constexpr std::string_view kFileMagic = "ARROW1";

/// Reads the record batches of an Arrow file one at a time, each in slices of kRowsAtOnce rows.
class ArrowIpcReader : public ParquetReader {
public:
    explicit ArrowIpcReader(const fs::path& path) : m_path(path) {
        m_isFile = readUpTo(*openFile(path), kFileMagic.size()) == kFileMagic;
        callArrow(path, kFormat, [&] {
            open();
            for (const auto& field : schema()->fields())
                m_columns.push_back(
                    {.name = field->name(), .content = contentOf(*field->type()), .type = field->type()->ToString()});
            if (!m_isFile) return;
            m_rowCount = valueOf(m_file->CountRows());
        });
    }

    const std::vector<ParquetColumn>& columns() const override { return m_columns; }
    std::int64_t rowCount() const override { return m_rowCount; }

    void begin(std::span<const ParquetChoice> choices) override {
        m_choices.assign(choices.begin(), choices.end());
        callArrow(m_path, kFormat, [&] { open(); });  // opened again, because a stream cannot be rewound
        m_batch.reset();
        m_nextBatch = 0;
    }

    bool next(ParquetRows& rows) override {
        return callArrow(m_path, kFormat, [&] {
            while (!m_batch || m_nextRow == m_batch->num_rows()) {
                m_batch = nextBatch();
                m_nextRow = 0;
                if (!m_batch) return false;
                // Finds offsets and dictionary indices that are out of range.
                const arrow::Status valid = m_batch->ValidateFull();
                if (!valid.ok()) throw std::runtime_error(valid.message());
            }
            const std::int64_t count = std::min(kRowsAtOnce, m_batch->num_rows() - m_nextRow);
            rows.count = static_cast<std::size_t>(count);
            rows.columns.clear();
            for (const ParquetChoice& choice : m_choices)
                rows.columns.push_back(valuesOf(*m_batch->column(choice.column)->Slice(m_nextRow, count), choice.as));
            m_nextRow += count;
            return true;
        });
    }

private:
    void open() {
        // The file is mapped into memory, so that uncompressed values are not copied.
        auto input = valueOf(arrow::io::MemoryMappedFile::Open(m_path.string(), arrow::io::FileMode::READ));
        if (m_isFile) {
            m_file = valueOf(arrow::ipc::RecordBatchFileReader::Open(std::move(input)));
        } else {
            m_stream = valueOf(arrow::ipc::RecordBatchStreamReader::Open(std::move(input)));
        }
    }

    std::shared_ptr<arrow::Schema> schema() const { return m_isFile ? m_file->schema() : m_stream->schema(); }

    /// The next record batch; null at the end.
    std::shared_ptr<arrow::RecordBatch> nextBatch() {
        if (!m_isFile) return valueOf(m_stream->Next());
        return m_nextBatch == m_file->num_record_batches() ? nullptr : valueOf(m_file->ReadRecordBatch(m_nextBatch++));
    }

    fs::path m_path;
    bool m_isFile = false;  // false: a stream, which has no list of its batches
    std::shared_ptr<arrow::ipc::RecordBatchFileReader> m_file;
    std::shared_ptr<arrow::ipc::RecordBatchStreamReader> m_stream;
    std::vector<ParquetColumn> m_columns;
    std::vector<ParquetChoice> m_choices;
    std::int64_t m_rowCount = -1;
    std::shared_ptr<arrow::RecordBatch> m_batch;
    std::int64_t m_nextRow = 0;  // in m_batch
    int m_nextBatch = 0;
};

}  // namespace

std::unique_ptr<ParquetReader> openArrow(const fs::path& path) {
    return std::make_unique<ArrowIpcReader>(path);
}

}  // namespace recscope
