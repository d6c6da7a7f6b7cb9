// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parquet/arrow_values.h"

#include <arrow/api.h>
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/util/text.h"

namespace recscope {

namespace {

bool isList(const arrow::DataType& type) {
    return type.id() == arrow::Type::LIST || type.id() == arrow::Type::LARGE_LIST ||
           type.id() == arrow::Type::FIXED_SIZE_LIST;
}

std::int64_t inMilliseconds(std::int64_t time, arrow::TimeUnit::type unit) {
    using namespace std::chrono;
    switch (unit) {
        case arrow::TimeUnit::SECOND:
            // A value that would overflow is returned unchanged: also as milliseconds, it is outside the range of times
            // that the program reads.
            return time > INT64_MAX / 1000 || time < INT64_MIN / 1000 ? time : time * 1000;
        case arrow::TimeUnit::MILLI:
            return time;
        case arrow::TimeUnit::MICRO:
            return floor<milliseconds>(microseconds(time)).count();
        case arrow::TimeUnit::NANO:
            return floor<milliseconds>(nanoseconds(time)).count();
    }
    return time;
}

std::string dayText(std::chrono::sys_days day) {
    const std::chrono::year_month_day date{day};
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                       static_cast<unsigned>(date.day()));
}

std::string timeText(std::int64_t ms, const char* zone) {
    using namespace std::chrono;
    const sys_time<milliseconds> time{milliseconds(ms)};
    const auto day = floor<days>(time);
    const hh_mm_ss clock(time - day);
    return fmt::format("{} {:02}:{:02}:{:02}.{:03}{}", dayText(day), clock.hours().count(), clock.minutes().count(),
                       clock.seconds().count(), clock.subseconds().count(), zone);
}

/// Calls `take` with the value of the row, as a number or a text depending on the type of the column; does not call it
/// for null.
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
        case arrow::Type::TIMESTAMP: {
            const auto& type = static_cast<const arrow::TimestampType&>(*array.type());
            const std::int64_t ms =
                inMilliseconds(value(static_cast<const arrow::TimestampArray*>(&array)), type.unit());
            return take(std::string_view(timeText(ms, type.timezone().empty() ? "" : "Z")));
        }
        case arrow::Type::DATE32: {
            const std::chrono::sys_days day{std::chrono::days(value(static_cast<const arrow::Date32Array*>(&array)))};
            return take(std::string_view(dayText(day)));
        }
        default:  // decimals, half-precision floats and other rare types
            return take(std::string_view(valueOf(array.GetScalar(row))->ToString()));
    }
}

void append(const arrow::Array& array, std::int64_t row, ParquetAs as, ParquetValues& to) {
    if (as == ParquetAs::Text) {
        bool isNull = true;
        takeValue(array, row, [&]<typename T>(T value) {
            isNull = false;
            if constexpr (std::is_floating_point_v<T>) {
                fmt::memory_buffer text;
                if (!std::isnan(value)) fmt::format_to(fmt::appender(text), "{}", value);
                to.texts.append({text.data(), text.size()});
            } else if constexpr (std::is_arithmetic_v<T>) {
                const fmt::format_int text(value);
                to.texts.append({text.data(), text.size()});
            } else {
                to.texts.append(value);
            }
        });
        if (isNull) to.texts.append({});
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

}  // namespace

std::string_view reasonIn(std::string_view message) {
    const std::string_view line = trimmed(message.substr(0, message.find('\n')));
    return line.ends_with('.') ? line.substr(0, line.size() - 1) : line;
}

ParquetContent contentOf(const arrow::DataType& type) {
    if (!arrow::is_nested(type.id())) return ParquetContent::Value;
    return isList(type) && !arrow::is_nested(type.field(0)->type()->id()) ? ParquetContent::List
                                                                          : ParquetContent::Other;
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
            if (as == ParquetAs::Text)
                values.texts.reserve(static_cast<std::size_t>(array.length()));
            else
                values.numbers.reserve(static_cast<std::size_t>(array.length()));
            for (std::int64_t row = 0; row < array.length(); ++row) append(array, row, as, values);
    }
    return values;
}

}  // namespace recscope
