// SPDX-License-Identifier: GPL-3.0-or-later
#include <arrow/api.h>
#include <fmt/format.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/properties.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/parquet/parquet.h"
#include "core/parquet/parquet_reader.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kRowsAtOnce = 1 << 14;

template <typename T>
T valueOf(arrow::Result<T> result) {
    if (!result.ok()) throw std::runtime_error(result.status().message());
    return std::move(result).ValueUnsafe();
}

/// The first line of Arrow's message, to be put into a sentence.
std::string_view reasonIn(std::string_view message) {
    const std::string_view line = trimmed(message.substr(0, message.find('\n')));
    return line.ends_with('.') ? line.substr(0, line.size() - 1) : line;
}

/// Runs `work`, which calls Arrow. Every exception becomes an Error(Input), because Arrow throws exceptions of several
/// classes if a file is damaged.
template <typename Work>
auto callArrow(const fs::path& path, const Work& work) {
    try {
        return work();
    } catch (const std::exception& exception) {
        throw Error(
            ErrorKind::Input,
            translated("{} could not be read as Parquet: {}.", path.filename().string(), reasonIn(exception.what())),
            translated("If the file is incomplete or damaged, write or copy it again."));
    }
}

bool isList(const arrow::DataType& type) {
    return type.id() == arrow::Type::LIST || type.id() == arrow::Type::LARGE_LIST ||
           type.id() == arrow::Type::FIXED_SIZE_LIST;
}

ParquetContent contentOf(const arrow::DataType& type) {
    if (!arrow::is_nested(type.id())) return ParquetContent::Value;
    return isList(type) && !arrow::is_nested(type.field(0)->type()->id()) ? ParquetContent::List
                                                                          : ParquetContent::Other;
}

/// Calls `take` with the value as a number or a text, whichever the column holds; does not call it for null.
template <typename Take>
void takeValue(const arrow::Array& array, std::int64_t row, const Take& take) {
    if (array.IsNull(row)) return;
    const auto value = [&]<typename Array>(const Array* typed) { return typed->Value(row); };
    switch (array.type_id()) {
        case arrow::Type::NA:
            return;
        case arrow::Type::INT8:
            return take(static_cast<std::int64_t>(value(static_cast<const arrow::Int8Array*>(&array))));
        case arrow::Type::INT16:
            return take(static_cast<std::int64_t>(value(static_cast<const arrow::Int16Array*>(&array))));
        case arrow::Type::INT32:
            return take(static_cast<std::int64_t>(value(static_cast<const arrow::Int32Array*>(&array))));
        case arrow::Type::INT64:
            return take(value(static_cast<const arrow::Int64Array*>(&array)));
        case arrow::Type::UINT8:
            return take(static_cast<std::uint64_t>(value(static_cast<const arrow::UInt8Array*>(&array))));
        case arrow::Type::UINT16:
            return take(static_cast<std::uint64_t>(value(static_cast<const arrow::UInt16Array*>(&array))));
        case arrow::Type::UINT32:
            return take(static_cast<std::uint64_t>(value(static_cast<const arrow::UInt32Array*>(&array))));
        case arrow::Type::UINT64:
            return take(value(static_cast<const arrow::UInt64Array*>(&array)));
        case arrow::Type::FLOAT:
            return take(value(static_cast<const arrow::FloatArray*>(&array)));
        case arrow::Type::DOUBLE:
            return take(value(static_cast<const arrow::DoubleArray*>(&array)));
        case arrow::Type::STRING:
        case arrow::Type::BINARY:
            return take(std::string_view(static_cast<const arrow::BinaryArray&>(array).GetView(row)));
        case arrow::Type::LARGE_STRING:
        case arrow::Type::LARGE_BINARY:
            return take(std::string_view(static_cast<const arrow::LargeBinaryArray&>(array).GetView(row)));
        case arrow::Type::DICTIONARY: {
            const auto& coded = static_cast<const arrow::DictionaryArray&>(array);
            return takeValue(*coded.dictionary(), coded.GetValueIndex(row), take);
        }
        default:  // dates, decimals, half-precision floats and other rare types
            return take(std::string_view(valueOf(array.GetScalar(row))->ToString()));
    }
}

void append(const arrow::Array& array, std::int64_t row, ParquetAs as, ParquetValues& to) {
    if (as == ParquetAs::Text) {
        std::string& text = to.texts.emplace_back();
        takeValue(array, row, [&]<typename T>(T value) {
            if constexpr (std::is_floating_point_v<T>) {
                if (!std::isnan(value)) text = fmt::format("{}", value);
            } else if constexpr (std::is_arithmetic_v<T>) {
                text = fmt::format_int(value).str();
            } else {
                text = value;
            }
        });
        return;
    }
    std::optional<double>& number = to.numbers.emplace_back();
    takeValue(array, row, [&]<typename T>(T value) {
        if constexpr (std::is_arithmetic_v<T>)
            number = static_cast<double>(value);
        else
            number = parseNumber(value);
        if (number && std::isnan(*number)) number.reset();
    });
}

template <typename Lists>
void appendLists(const Lists& lists, ParquetAs as, ParquetValues& to) {
    const std::shared_ptr<arrow::Array> values = lists.values();
    std::size_t end = 0;
    for (std::int64_t row = 0; row < lists.length(); ++row) {
        if (lists.IsValid(row)) {
            const std::int64_t first = lists.value_offset(row), last = first + lists.value_length(row);
            for (std::int64_t i = first; i < last; ++i) append(*values, i, as, to);
            end += static_cast<std::size_t>(last - first);
        }
        to.ends.push_back(end);
    }
}

ParquetValues valuesOf(const arrow::Array& array, ParquetAs as) {
    ParquetValues values;
    switch (array.type_id()) {
        case arrow::Type::LIST:
            appendLists(static_cast<const arrow::ListArray&>(array), as, values);
            break;
        case arrow::Type::LARGE_LIST:
            appendLists(static_cast<const arrow::LargeListArray&>(array), as, values);
            break;
        case arrow::Type::FIXED_SIZE_LIST:
            appendLists(static_cast<const arrow::FixedSizeListArray&>(array), as, values);
            break;
        default:
            for (std::int64_t row = 0; row < array.length(); ++row) append(array, row, as, values);
    }
    return values;
}

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

class ArrowReader : public ParquetReader {
public:
    explicit ArrowReader(const fs::path& path) : m_path(path) {
        callArrow(path, [&] {
            m_file = readerOf(path);
            for (const parquet::arrow::SchemaField& field : m_file->manifest().schema_fields)
                m_columns.push_back({.name = field.field->name(),
                                     .content = contentOf(*field.field->type()),
                                     .type = field.field->type()->ToString()});
        });
    }

    const std::vector<ParquetColumn>& columns() const override { return m_columns; }

    void read(std::span<const ParquetChoice> choices, const std::function<void(const ParquetRows&)>& take) override {
        std::vector<int> leaves;          // Parquet numbers leaf columns: those of nested types count separately
        std::vector<std::size_t> leafOf;  // for each choice, the index of its column in `leaves`
        for (const ParquetChoice& choice : choices) {
            const parquet::arrow::SchemaField* field =
                &m_file->manifest().schema_fields[static_cast<std::size_t>(choice.column)];
            while (!field->is_leaf()) field = &field->children.front();
            const auto known = std::find(leaves.begin(), leaves.end(), field->column_index);
            leafOf.push_back(static_cast<std::size_t>(known - leaves.begin()));
            if (known == leaves.end()) leaves.push_back(field->column_index);
        }
        std::vector<int> groups(static_cast<std::size_t>(m_file->num_row_groups()));
        std::iota(groups.begin(), groups.end(), 0);
        const auto batches = callArrow(m_path, [&] { return valueOf(m_file->GetRecordBatchReader(groups, leaves)); });
        while (true) {
            ParquetRows rows;
            const bool isEnd = callArrow(m_path, [&] {
                const std::shared_ptr<arrow::RecordBatch> batch = valueOf(batches->Next());
                if (!batch) return true;
                const arrow::Status valid = batch->ValidateFull();  // finds offsets and codes that are out of range
                if (!valid.ok()) throw std::runtime_error(valid.message());
                rows.count = static_cast<std::size_t>(batch->num_rows());
                for (std::size_t i = 0; i < choices.size(); ++i)
                    rows.columns.push_back(valuesOf(*batch->column(static_cast<int>(leafOf[i])), choices[i].as));
                return false;
            });
            if (isEnd) return;
            take(rows);
        }
    }

private:
    fs::path m_path;
    std::unique_ptr<parquet::arrow::FileReader> m_file;
    std::vector<ParquetColumn> m_columns;
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
