// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/object_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/data/column_names.h"
#include "core/data/list_recognition.h"
#include "core/data/object_keys.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

class ObjectRows : public RowParser {
public:
    ObjectRows(std::unique_ptr<ObjectReader> reader, TableLayout layout)
        : m_reader(std::move(reader)), m_layout(std::move(layout)) {}

    const char* parse(std::string_view line, std::vector<RawRow>& rows) override {
        if (const char* wrong = m_reader->read(line)) return wrong;
        const auto scalar = [&](const std::optional<std::size_t>& column) {
            return column ? m_reader->scalar(m_layout.columns[*column]) : std::string_view();
        };
        rows.resize(1);
        rows[0] = {.user = m_layout.isOnePerson ? std::string_view(kOnlyUser) : scalar(m_layout.user),
                   .item = scalar(m_layout.item),
                   .time = scalar(m_layout.time),
                   .rating = scalar(m_layout.rating),
                   .order = scalar(m_layout.order),
                   .kind = scalar(m_layout.kind),
                   .title = scalar(m_layout.title),
                   .category = scalar(m_layout.category)};
        m_attributes.clear();
        for (const std::size_t column : m_layout.attributes) m_attributes.push_back(scalar(column));
        rows[0].attributes = m_attributes;
        if (!m_layout.furtherTimeColumns.empty()) {
            m_time = rows[0].time;
            for (const std::size_t column : m_layout.furtherTimeColumns) m_time.append(1, ' ').append(scalar(column));
            rows[0].time = m_time;
        }
        return nullptr;
    }

    std::vector<std::vector<std::string>> cells(std::string_view line) override {
        if (m_reader->read(line)) return {{std::string(line)}};
        std::vector<std::string> cells;
        for (const std::string& key : m_layout.columns) cells.emplace_back(m_reader->scalar(key));
        return {cells};
    }

private:
    std::unique_ptr<ObjectReader> m_reader;
    TableLayout m_layout;
    std::string m_time;  // text of the time, joined from several keys
    std::vector<std::string_view> m_attributes;
};

std::optional<std::size_t> indexOf(const std::vector<std::string>& keys, const std::string& key) {
    const auto found = std::find(keys.begin(), keys.end(), key);
    if (key.empty() || found == keys.end()) return std::nullopt;
    return static_cast<std::size_t>(found - keys.begin());
}

class ObjectLines : public DatasetFormat {
public:
    explicit ObjectLines(ObjectFormat format) : m_format(std::move(format)) {}

    FormatInfo info() const override { return m_format.info; }
    std::vector<std::string> fileNames() const override { return m_format.fileNames; }
    std::vector<std::string> itemsFileNames(const std::string& fileName) const override {
        return m_format.itemsFileNames(fileName);
    }
    std::unique_ptr<RowParser> makeLineParser(const TableLayout& layout) const override {
        return std::make_unique<ObjectRows>(m_format.makeReader(), layout);
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping& columns) const override {
        Recognition recognition{m_format.confidence, {}, {}, m_format.timeFormat, ColumnChoice::Possible};
        TableLayout& layout = recognition.layout;
        if (!findKeys(sample, layout)) return std::nullopt;
        if (m_format.keys.empty()) {
            auto reading = readTableOrLists(tableOf(sample, layout), columns, sample, layout);
            if (!reading) return std::nullopt;
            recognition.lacksUser = reading->lacksUser;
            recognition.why = fmt::format("{}; {}", shape(sample), reading->why);
            recognition.reasons = reading->reasons;
            recognition.confidence = m_format.confidence * std::min(1.0, reading->confidence / 0.8);
            recognition.alternatives = std::move(reading->alternatives);
            recognition.noTime = std::move(reading->noTime);
            return recognition;
        }
        const auto user = indexOf(layout.columns, m_format.keys.user);
        const auto item = indexOf(layout.columns, m_format.keys.item);
        if (!user || !item) return std::nullopt;
        layout.user = *user;
        layout.item = *item;
        layout.time = indexOf(layout.columns, m_format.keys.time);
        layout.rating = indexOf(layout.columns, m_format.keys.rating);
        recognition.why = fmt::format("{}; {}", shape(sample), columnsText(layout));
        if (!layout.time)
            recognition.why += translated("; without times, the order of the lines is taken as the order in time");
        return recognition;
    }

private:
    static std::string shape(const FileSample& sample) {
        if (!sample.origin.empty()) return sample.origin;
        if (sample.objects == Objects::Dictionary) return translated("a dictionary of objects");
        return sample.objects == Objects::Array ? translated("an array of objects") : translated("one object per line");
    }

    SampleTable tableOf(const FileSample& sample, const TableLayout& layout) const {
        SampleTable table{layout.columns, {}};
        const auto reader = m_format.makeReader();
        for (const auto* lines : {&sample.lines, &sample.later}) {
            for (const std::string_view line : *lines) {
                if (trimmed(line).empty() || reader->read(line)) continue;
                auto& row = table.rows.emplace_back();
                for (const std::string& key : layout.columns) row.emplace_back(reader->scalar(key));
            }
        }
        return table;
    }

    /// Finds the keys of the sample in the order of their first appearance; returns false if the format's reader cannot
    /// read at least half of the lines as objects.
    bool findKeys(const FileSample& sample, TableLayout& layout) const {
        const auto reader = m_format.makeReader();
        std::size_t counted = 0, passed = 0;
        ObjectKeys keys;
        for (const std::string_view line : sample.lines) {
            if (trimmed(line).empty()) continue;
            ++counted;
            if (reader->read(line)) continue;
            ++passed;
            keys.add(reader->keys());
        }
        layout.columns = keys.most();
        layout.columnCount = layout.columns.size();
        return !layout.columns.empty() && 2 * passed >= counted;
    }

    ObjectFormat m_format;
};

}  // namespace

std::unique_ptr<DatasetFormat> makeObjectFormat(ObjectFormat format) {
    return std::make_unique<ObjectLines>(std::move(format));
}

std::vector<std::string> amazonMetadataNames(const std::string& fileName) {
    std::string stem = fileName.substr(0, fileName.find('.'));
    for (const std::string_view prefix : {"reviews_", "ratings_"}) {
        if (stem.starts_with(prefix)) stem.erase(0, prefix.size());
    }
    if (stem.ends_with("_5")) stem.resize(stem.size() - 2);  // suffix of Amazon's 5-core subsets
    std::vector<std::string> names;
    for (const char* ending : {".json", ".jsonl"}) names.push_back(fmt::format("meta_{}{}", stem, ending));
    return names;
}

}  // namespace recscope
