// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/importer.h"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <optional>
#include <thread>
#include <unordered_set>
#include <utility>

#include "core/data/history_builder.h"
#include "core/data/import_source.h"
#include "core/data/item_titles.h"
#include "core/data/row_reader.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "core/util/sha256.h"
#include "core/util/text.h"

namespace recscope {

namespace {

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

/// The SHA-256 of a file, calculated by a thread of its own while the file is read.
class Checksum {
public:
    explicit Checksum(std::filesystem::path path)
        : m_thread([this, path = std::move(path)](const std::stop_token& stop) {
              try {
                  m_text = sha256OfFile(path, stop);
              } catch (...) {
                  m_failure = std::current_exception();
              }
          }) {}

    std::string wait() {
        if (m_thread.joinable()) m_thread.join();
        if (m_failure) std::rethrow_exception(m_failure);
        return m_text;
    }

private:
    std::string m_text;
    std::exception_ptr m_failure;
    std::jthread m_thread;  // last member: ends before what it uses
};

/// One import up to the point where something would be stored.
class Import {
public:
    Import(const ImportOptions& options, const ImportSource& source)
        : m_options(options), m_source(source), m_checksum(source.part.path) {
        m_report.path = source.part.shown();
        m_report.format = source.format->info().name;
        m_report.why = source.recognition.why;
        m_report.encoding = source.encoding;
    }

    /// Afterwards `builder` has the histories, `dataset` everything else.
    void read(const ProgressSink& progress, const std::stop_token& stop) {
        ReadRows read = readRows(m_source, m_options, m_report, progress, stop);
        GroupedRows grouped;
        const std::size_t users = read.users.ids().size();
        grouped.itemCount = read.items.ids().size();
        grouped.rows = read.rows.takeGroupedByUser(users, grouped.offsets);
        if (hasFilters(m_options)) {
            for (std::size_t user = 0; user < users && read.hasTimes; ++user) orderByTime(grouped, user);
            applyFilters(grouped, m_options, m_report);
            throwIfStopped(stop);
        }
        failIfUseless(grouped);
        takeNames(read, grouped);
        addTitles(progress, stop);
        builder.emplace(std::move(grouped), read.hasTimes, read.hasRatings, dataset);
        builder->completed = [this](DatasetInfo& info) { info.importReport = finishedReport().toJson(); };
    }

    /// Pre: all histories are built.
    const ImportReport& finishedReport() {
        builder->countInto(m_report);
        m_report.checksum = m_checksum.wait();
        m_report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
        return m_report;
    }
    const ImportReport& report() const { return m_report; }

    NewDataset dataset;
    std::optional<HistoryBuilder> builder;

private:
    void failIfUseless(const GroupedRows& grouped) const {
        if (grouped.rows.empty()) {
            throw Error(ErrorKind::Input, fmt::format("No interaction of {} is left.", m_source.part.name()),
                        m_report.dropped.empty()
                            ? "The file has no rows."
                            : fmt::format("Of {} rows all were dropped, most for: {}. Loosen the filters.",
                                          recscope::grouped(m_report.rowsRead), m_report.mostDropped()));
        }
        for (std::size_t user = 0; user + 1 < grouped.offsets.size(); ++user) {
            if (grouped.offsets[user + 1] - grouped.offsets[user] > 1) return;
        }
        throw Error(
            ErrorKind::Input, fmt::format("No user of {} has more than one interaction.", m_source.part.name()),
            fmt::format("Perhaps the file holds titles or users, or the columns are others. It was read with {}.",
                        m_report.why));
    }

    /// Ids of the users and items that are left, in the order of their numbers.
    void takeNames(ReadRows& read, GroupedRows& grouped) {
        const std::vector<std::int32_t> items = renumberItems(grouped), users = renumberUsers(grouped);
        std::vector<std::string> userIds = read.users.takeIds(), itemIds = read.items.takeIds();
        for (std::size_t i = 0; i < userIds.size(); ++i) {
            if (users[i] >= 0) dataset.userIds.push_back(std::move(userIds[i]));
        }
        for (std::size_t i = 0; i < itemIds.size(); ++i) {
            if (items[i] < 0) continue;
            ItemInfo item;
            item.id = std::move(itemIds[i]);
            item.token = kFirstItemToken + items[i];
            dataset.items.push_back(std::move(item));
        }
    }

    void addTitles(const ProgressSink& progress, const std::stop_token& stop) {
        ItemTitles titles;
        const auto key = [&](std::string_view id) { return m_source.hasWholeItems ? withoutZeroFraction(id) : id; };
        if (m_source.itemsPart) {
            std::unordered_set<std::string_view> ids;
            for (const ItemInfo& item : dataset.items) ids.insert(item.id);
            titles = readItemTitles(
                *m_source.itemsPart, [&](std::string_view id) { return ids.contains(key(id)); }, progress, stop);
            m_report.itemsPath = m_source.itemsPart->shown();
            m_report.itemsEncoding = titles.encoding;
        }
        std::unordered_map<std::string_view, const ItemTitle*> byKey;
        for (const auto& [id, title] : titles.byId) byKey.try_emplace(key(id), &title);
        for (ItemInfo& item : dataset.items) {
            const auto found = byKey.find(item.id);
            const bool hasTitle = found != byKey.end() && !found->second->title.empty();
            item.title = hasTitle ? found->second->title : item.id;
            if (found != byKey.end()) item.genres = found->second->genres;
            m_report.itemsWithoutTitle += !hasTitle;
        }
    }

    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    const ImportOptions& m_options;
    const ImportSource& m_source;
    ImportReport m_report;
    Checksum m_checksum;
};

}  // namespace

ImportReport countImport(const ImportOptions& options, const ProgressSink& progress, std::stop_token stop) {
    const ImportSource source = findSource(options);
    checkFilters(options, source);
    Import import(options, source);
    import.read(progress, stop);
    import.builder->start();
    import.builder->waitFor(import.dataset.histories.userCount() - 1);
    throwIfStopped(stop);
    return import.finishedReport();
}

ImportResult importDataset(Workspace& workspace, const ImportOptions& options, const ProgressSink& progress,
                           std::stop_token stop) {
    DatasetStore store(workspace);
    const ImportSource source = findSource(options);
    ImportOptions settled = settledOptions(options, source);
    if (settled.name.empty()) settled.name = source.suggestedName;
    failIfTaken(store, settled.name);
    checkFilters(options, source);

    Import import(options, source);
    import.read(progress, stop);
    import.dataset.info.name = settled.name;
    import.dataset.info.source = import.report().path;
    import.dataset.info.format = import.report().format;
    import.dataset.info.settings = settled.toJson();
    import.builder->start();
    const auto total = static_cast<std::int64_t>(import.dataset.histories.items.size());
    const auto tick = [&](std::int64_t rows) {
        throwIfStopped(stop);
        if (progress) progress({"Storing interactions", rows, total, "rows"});
    };
    const DatasetInfo info = store.add(import.dataset, tick, &*import.builder);
    return {info, import.report()};
}

}  // namespace recscope
