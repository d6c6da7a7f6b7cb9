// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/importer.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "core/data/delimited.h"
#include "core/data/interaction_table.h"
#include "core/data/item_titles.h"
#include "core/data/source_files.h"
#include "core/sequence/split.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "core/util/text.h"

namespace recscope {

namespace {

constexpr std::size_t kPreviewRows = 20;

void failIfTaken(const DatasetStore& store, const std::string& name) {
    if (!store.find(name)) return;
    throw Error(ErrorKind::Input, fmt::format("There is already a dataset named \"{}\".", name),
                "Choose another name, or remove the old dataset first.");
}

void checkFilters(const ImportOptions& options, const ImportSource& source) {
    if (options.minRating && !source.recognition.layout.rating) {
        throw Error(ErrorKind::Usage, "A smallest rating was asked for, but the data has no ratings.",
                    "Leave it out, or say which column holds the rating.");
    }
}

void addTitles(const std::filesystem::path& path, NewDataset& dataset, ImportReport& report) {
    ItemTitles titles;
    if (!path.empty()) {
        titles = readItemTitles(path);
        report.itemsPath = path.string();
        report.itemsEncoding = titles.encoding;
    }
    for (std::size_t i = 0; i < dataset.items.size(); ++i) {
        ItemInfo& item = dataset.items[i];
        item.token = kFirstItemToken + static_cast<Token>(i);
        const auto found = titles.byId.find(item.id);
        const bool hasTitle = found != titles.byId.end() && !found->second.title.empty();
        item.title = hasTitle ? found->second.title : item.id;
        if (found != titles.byId.end()) item.genres = found->second.genres;
        report.itemsWithoutTitle += !hasTitle;
    }
}

void countUsers(const NewDataset& dataset, ImportReport& report) {
    const Histories& histories = dataset.histories;
    report.users = histories.userCount();
    report.items = histories.itemCount;
    report.rowsKept = static_cast<std::int64_t>(histories.items.size());
    for (std::int32_t user = 0; user < histories.userCount(); ++user) {
        report.usersUnderThree += !hasTarget(histories.of(user));
        const auto begin = static_cast<std::size_t>(histories.offsets[static_cast<std::size_t>(user)]);
        const std::size_t end = begin + histories.of(user).size();
        for (std::size_t i = begin + 1; i < end && !dataset.times.empty(); ++i) {
            report.tiedTimes += dataset.times[i] == dataset.times[i - 1];
        }
    }
}

/// Everything but storing.
NewDataset readDataset(const ImportOptions& options, const ImportSource& source, ImportReport& report,
                       const ProgressSink& progress, const std::stop_token& stop) {
    const auto start = std::chrono::steady_clock::now();
    report.path = source.path.string();
    report.format = source.format;
    report.why = source.recognition.why;
    report.encoding = source.encoding;
    InteractionTable table;
    table.read(source, options, report, progress, stop);
    table.dropRare(options, report);
    if (table.empty()) {
        throw Error(ErrorKind::Input, fmt::format("No interaction of {} is left.", source.path.filename().string()),
                    report.dropped.empty()
                        ? "The file has no rows."
                        : fmt::format("Of {} rows all were dropped, most for: {}. Loosen the filters.",
                                      grouped(report.rowsRead), report.dropped[0].reason));
    }
    NewDataset dataset;
    table.moveInto(dataset);
    if (dataset.userIds.size() == dataset.histories.items.size()) {
        throw Error(
            ErrorKind::Input,
            fmt::format("No user of {} has more than one interaction.", source.path.filename().string()),
            fmt::format("Perhaps the file holds titles or users, or the columns are others. It was read with {}.",
                        source.recognition.why));
    }
    throwIfStopped(stop);
    addTitles(source.itemsPath, dataset, report);
    countUsers(dataset, report);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return dataset;
}

void addFirstRows(const ImportSource& source, ImportPreview& preview) {
    FieldSplitter splitter(source.recognition.layout.delimiter);
    for (const std::string& line : source.firstLines) {
        if (preview.rows.size() == kPreviewRows) break;
        if (trimmed(line).empty()) continue;
        splitter.split(line);
        std::vector<std::string> fields(splitter.fields().begin(), splitter.fields().end());
        if (source.recognition.layout.hasHeader && preview.header.empty()) {
            preview.header = std::move(fields);
        } else {
            preview.rows.push_back(std::move(fields));
        }
    }
}

}  // namespace

ColumnMapping ColumnMapping::parse(const std::string& text) {
    ColumnMapping columns;
    std::string_view left = text;
    while (!left.empty()) {
        const std::size_t end = left.find(',');
        const std::string_view part = left.substr(0, end);
        left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
        const std::size_t equals = part.find('=');
        const std::string_view key = trimmed(part.substr(0, equals));
        const std::string_view value = equals == std::string_view::npos ? "" : trimmed(part.substr(equals + 1));
        std::string* column = key == "user"     ? &columns.user
                              : key == "item"   ? &columns.item
                              : key == "time"   ? &columns.time
                              : key == "rating" ? &columns.rating
                                                : nullptr;
        if (!column || value.empty()) {
            throw Error(ErrorKind::Usage, fmt::format("\"{}\" does not say which column holds what.", part),
                        "Write user=1,item=2,time=4,rating=3 with numbers from 1 or header names.");
        }
        *column = value;
    }
    return columns;
}

ImportPreview previewImport(const ImportOptions& options) {
    const ImportSource source = findSource(options);
    ImportPreview preview;
    preview.format = source.format;
    preview.why = source.recognition.why;
    preview.delimiter = source.recognition.layout.delimiter;
    preview.encoding = source.encoding;
    preview.columns = source.recognition.layout.asMapping();
    preview.itemsPath = source.itemsPath.string();
    preview.suggestedName = source.suggestedName;
    addFirstRows(source, preview);
    return preview;
}

ImportResult importDataset(Workspace& workspace, const ImportOptions& options, const ProgressSink& progress,
                           std::stop_token stop) {
    DatasetStore store(workspace);
    const ImportSource source = findSource(options);
    const std::string name = options.name.empty() ? source.suggestedName : options.name;
    failIfTaken(store, name);
    checkFilters(options, source);

    ImportReport report;
    NewDataset dataset = readDataset(options, source, report, progress, stop);
    dataset.info.name = name;
    dataset.info.source = report.path;
    dataset.info.format = source.format;
    dataset.info.importReport = report.toJson();
    const DatasetInfo info = store.add(dataset, [&](std::int64_t rows) {
        throwIfStopped(stop);
        if (progress) progress({"Storing interactions", rows, report.rowsKept, "rows"});
    });
    return {info, report};
}

}  // namespace recscope
