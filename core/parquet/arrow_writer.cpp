// SPDX-License-Identifier: GPL-3.0-or-later
#include <arrow/api.h>
#include <arrow/io/interfaces.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>

#include <utility>

#include "core/parquet/parquet_writer.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

// Larger row groups would hardly compress better, and a reader holds a whole column of a row group in memory.
constexpr std::int64_t kRowsInGroup = 1 << 17;

[[noreturn]] void fail(const std::string& reason) {
    throw Error(ErrorKind::Input, translated("The table could not be written as Parquet: {}.", reason),
                translated("Write it in another format, for example CSV."));
}

void require(const arrow::Status& status) {
    if (!status.ok()) fail(status.message());
}

template <typename T>
T valueOf(arrow::Result<T> result) {
    require(result.status());
    return std::move(result).ValueUnsafe();
}

/// Runs `work`, which calls Arrow; an exception that Arrow throws becomes an Error.
template <typename Work>
void callArrow(const Work& work) {
    try {
        work();
    } catch (const Error&) {
        throw;
    } catch (const std::exception& exception) {
        fail(exception.what());
    }
}

/// Presents a std::ostream to Arrow. A failed write is recorded in the state of the std::ostream, which its owner
/// checks.
class StreamOfArrow : public arrow::io::OutputStream {
public:
    explicit StreamOfArrow(std::ostream& stream) : m_stream(stream) { set_mode(arrow::io::FileMode::WRITE); }

    arrow::Status Write(const void* data, std::int64_t count) override {
        m_stream.write(static_cast<const char*>(data), count);
        m_written += count;
        return arrow::Status::OK();
    }
    arrow::Status Close() override {
        m_isClosed = true;
        return arrow::Status::OK();
    }
    arrow::Result<std::int64_t> Tell() const override { return m_written; }
    bool closed() const override { return m_isClosed; }

private:
    std::ostream& m_stream;
    std::int64_t m_written = 0;
    bool m_isClosed = false;
};

std::shared_ptr<arrow::DataType> typeOf(ParquetType type) {
    switch (type) {
        case ParquetType::Text:
            return arrow::utf8();
        case ParquetType::Integer:
            return arrow::int64();
        case ParquetType::Float:
            break;
    }
    return arrow::float32();
}

class ArrowWriter : public ParquetWriter {
public:
    ArrowWriter(std::ostream& file, const std::vector<ParquetField>& fields) {
        callArrow([&] {
            arrow::FieldVector columns;
            for (const ParquetField& field : fields) {
                columns.push_back(arrow::field(field.name, typeOf(field.type), /*nullable=*/false));
                m_columns.push_back(valueOf(arrow::MakeBuilder(columns.back()->type())));
            }
            m_schema = arrow::schema(columns);
            const auto properties = parquet::WriterProperties::Builder()
                                        .compression(parquet::Compression::SNAPPY)
                                        ->enable_page_checksum()
                                        ->build();
            m_file = valueOf(parquet::arrow::FileWriter::Open(*m_schema, arrow::default_memory_pool(),
                                                              std::make_shared<StreamOfArrow>(file), properties));
        });
    }

    void add(std::span<const ParquetCell> row) override {
        callArrow([&] {
            for (std::size_t i = 0; i < m_columns.size(); ++i)
                std::visit([&](const auto& value) { require(append(*m_columns[i], value)); }, row[i]);
            if (m_columns.front()->length() == kRowsInGroup) writeGroup();
        });
    }

    void finish() override {
        callArrow([&] {
            if (m_columns.front()->length() > 0) writeGroup();
            require(m_file->Close());
        });
    }

private:
    static arrow::Status append(arrow::ArrayBuilder& to, std::string_view text) {
        return static_cast<arrow::StringBuilder&>(to).Append(text);
    }
    static arrow::Status append(arrow::ArrayBuilder& to, std::int64_t number) {
        return static_cast<arrow::Int64Builder&>(to).Append(number);
    }
    static arrow::Status append(arrow::ArrayBuilder& to, float number) {
        return static_cast<arrow::FloatBuilder&>(to).Append(number);
    }

    void writeGroup() {
        arrow::ArrayVector arrays;
        for (const auto& column : m_columns) arrays.push_back(valueOf(column->Finish()));
        const std::shared_ptr<arrow::Table> table = arrow::Table::Make(m_schema, std::move(arrays));
        require(m_file->WriteTable(*table, kRowsInGroup));
    }

    std::shared_ptr<arrow::Schema> m_schema;
    std::vector<std::unique_ptr<arrow::ArrayBuilder>> m_columns;
    std::unique_ptr<parquet::arrow::FileWriter> m_file;
};

}  // namespace

std::unique_ptr<ParquetWriter> parquetWriter(std::ostream& file, const std::vector<ParquetField>& fields) {
    return std::make_unique<ArrowWriter>(file, fields);
}

}  // namespace recscope
