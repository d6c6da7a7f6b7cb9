// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <span>
#include <thread>
#include <unordered_set>
#include <utility>

#include "core/data/earlier_rows.h"
#include "core/data/import_feed.h"
#include "core/data/import_items.h"
#include "core/data/import_source.h"
#include "core/data/import_users.h"
#include "core/data/item_tags.h"
#include "core/data/item_titles.h"
#include "core/data/row_reader.h"
#include "core/data/text_like_ids.h"
#include "core/store/dataset_store.h"
#include "core/store/user_attribute_store.h"
#include "core/util/error.h"
#include "core/util/sha256.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// The dataset that already has the name, to which the import adds rows or which it replaces; unset if there is none.
/// Throws Error(Input) if `existing` is Refuse and the name is taken.
std::optional<DatasetInfo> versionBefore(const DatasetStore& store, const std::string& name, ExistingDataset existing) {
    std::optional<DatasetInfo> before = store.find(name);
    if (!before || existing != ExistingDataset::Refuse) return before;
    throw Error(
        ErrorKind::Input, translated("There is already a dataset named \"{}\".", name),
        translated("Add the new rows to it (--existing add), replace it and keep its runs (--existing replace), "
                   "or choose another name."));
}

void failIfTimesDiffer(const DatasetInfo& before, const ImportSource& source) {
    const bool hasTimes = source.recognition.layout.time.has_value();
    if (before.hasTimes == hasTimes) return;
    throw Error(ErrorKind::Input,
                hasTimes
                    ? translated("The file has times, but the dataset \"{}\" has none: its rows have no order in time.",
                                 before.name)
                    : translated("The dataset \"{}\" has times, but the file has none: its rows have no order in time.",
                                 before.name),
                translated("Replace the dataset, or choose another name or another column for the time."));
}

/// The version to which the file is to be added, if any. Throws Error(Input) if only one of the two has times.
std::optional<EarlierVersion> versionToAddTo(Workspace& workspace, const std::optional<DatasetInfo>& before,
                                             const ImportSource& source, ExistingDataset existing,
                                             const ProgressSink& progress, const std::stop_token& stop) {
    if (!before || existing != ExistingDataset::AddRows) return {};
    failIfTimesDiffer(*before, source);
    return readEarlierVersion(workspace, *before, progress, stop);
}

/// The options with the kinds of events that are kept.
ImportOptions withKinds(ImportOptions options, const ImportSource& source,
                        const std::optional<EarlierVersion>& earlier) {
    if (options.kinds == std::vector<std::string>{kAllKinds}) {
        options.kinds.clear();
    } else if (options.kinds.empty() && earlier && source.recognition.layout.kind) {
        options.kinds = ImportOptions::fromJson(earlier->info.settings).kinds;
    }
    return options;
}

void checkFilters(const ImportOptions& options, const ImportSource& source) {
    const TableLayout& layout = source.recognition.layout;
    if (!options.kinds.empty() && !layout.kind) {
        throw Error(ErrorKind::Usage, translated("Kinds of events were chosen, but no column holds them."),
                    translated("Leave them out, or say which column holds the kind of event (kind=...)."));
    }
    if (options.orders == Orders::SameTime && !layout.time) {
        throw Error(ErrorKind::Usage,
                    translated("Interactions at the same time were to form one order, but the data has no times."),
                    translated("Leave it out, or say which column holds the time."));
    }
    if (options.minRating && !source.recognition.layout.rating) {
        throw Error(ErrorKind::Usage, translated("A minimum rating was given, but the data has no ratings."),
                    translated("Leave it out, or say which column holds the rating."));
    }
}

/// The SHA-256 of a file, computed by a separate thread while the import runs.
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
    std::jthread m_thread;  // last member: stops before the members it uses are destroyed
};

/// How the file is read: by `streamRows` or by `collectRows`.
enum class Way { Streamed, Collected };

/// One attempt at an import. Reads the file and fills in the results that are known only at its end.
class Import : public HistoryFeed {
public:
    /// If `workspace` is null, nothing is stored. If `earlier` is not null, the rows are added to that version.
    Import(const ImportOptions& options, const ImportSource& source, Way way, Workspace* workspace,
           const ProgressSink& progress, std::stop_token stop, const EarlierVersion* earlier = nullptr)
        : m_options(options),
          m_source(source),
          m_workspace(workspace),
          m_earlier(earlier),
          m_progress(progress),
          m_stop(std::move(stop)),
          m_checksum(source.part.path) {
        // Report an unusable users file or titles file before the interactions are read.
        if (!options.usersPath.empty()) readSample(*source.usersPart);
        if (source.itemsPart && source.hasChosenTitlesFile) readSample(*source.itemsPart);
        m_report.path = source.part.absolutePath();
        m_report.format = source.format->info().name;
        m_report.why = source.recognition.why;
        m_report.reading = source.reading;
        m_report.encoding = source.encoding;
        m_report.newestFirst = source.order == FileOrder::NewestFirst;
        if (way == Way::Streamed) {
            m_rows = streamRows(source, options, m_report, m_stop);
        } else {
            const auto notify = [&](std::int64_t bytes, std::int64_t size) {
                if (progress) progress({translated("Reading interactions"), bytes, size, "bytes"});
            };
            m_rows = collectRows(source, options, m_report, notify, m_stop, earlier);
            m_rowsInAll = m_rows->rowCount();
        }
    }

    bool next(HistoryBatch& batch) override {
        if (m_rows->next(batch)) {
            m_rowsGiven += static_cast<std::int64_t>(batch.size());
            if (m_source.hasLabels) m_zeroLabels += std::count(batch.ratings.begin(), batch.ratings.end(), 0.0F);
            return true;
        }
        m_rowsInAll = m_rowsGiven;
        return false;
    }

    void complete(const HistoryStatistics& statistics, NewDataset& dataset) override {
        failIfUseless(statistics);
        warnOfLabels(statistics);
        dataset.userIds = m_rows->takeUserIds();
        for (std::string& id : m_rows->takeItemIds()) {
            ItemInfo item;
            item.id = std::move(id);
            item.token = kFirstItemToken + static_cast<Token>(dataset.items.size());
            dataset.items.push_back(std::move(item));
        }
        warnOfDominant(statistics, dataset);
        warnOfTexts(dataset.userIds, m_report);
        m_report.warnings.insert(m_report.warnings.end(), m_source.warnings.begin(), m_source.warnings.end());
        const ItemTitles titles = addTitles(dataset);
        ItemColumns columns = m_rows->takeItemColumns();
        addTitlesOfRows(columns, dataset.items, m_report);
        auto itemAttributes =
            importItemAttributes(m_source, titles, std::move(columns), dataset.items, m_report, m_progress, m_stop);
        auto attributes = importUsers(m_source, dataset.userIds, m_report, m_progress, m_stop);
        if (m_earlier) {
            failIfNothingNew(*m_earlier, statistics, m_report);
            m_report.earlierFiles = filesOf(*m_earlier);
            warnOfKinds(ImportOptions::fromJson(m_earlier->info.settings).kinds);
            keepDescriptions(*m_earlier, dataset.items, m_report);
            keepAttributes(m_earlier->userAttributes, dataset.userIds.size(), attributes);
            keepAttributes(m_earlier->itemAttributes, dataset.items.size(), itemAttributes);
        }
        if (m_workspace) ItemAttributeStore(*m_workspace).add(dataset.info.id, itemAttributes);
        if (m_workspace) UserAttributeStore(*m_workspace).add(dataset.info.id, attributes);
        m_report.users = static_cast<std::int64_t>(statistics.users.size());
        m_report.items = static_cast<std::int64_t>(dataset.items.size());
        m_report.rowsKept = statistics.interactions - m_report.earlierRows;
        m_report.usersWithFewerThanThree = statistics.usersWithFewerThanThree;
        const TimeTies ties = m_rows->ties();
        m_report.tiedTimes = ties.interactions;
        m_report.usersWithTiedLastTwo = ties.usersLastTwo;
        m_report.onlyDates = m_source.recognition.layout.time && ties.onlyDates;
        dataset.info.tiedTimeShare =
            static_cast<double>(ties.interactions) / static_cast<double>(statistics.interactions);
        m_report.orders = statistics.orderCount;
        m_report.usersWithLastTwoInOneOrder = statistics.usersWithLastTwoInOneOrder;
        dataset.info.eventKinds = m_rows->takeKinds();
        for (std::size_t kind = 0; kind < dataset.info.eventKinds.size(); ++kind) {
            const std::int64_t count = kind < statistics.kindCounts.size() ? statistics.kindCounts[kind] : 0;
            if (count > 0) m_report.kinds.emplace_back(dataset.info.eventKinds[kind], count);
        }
        m_report.duplicates += statistics.repeats;
        m_report.checksum = m_checksum.wait();
        m_report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
        dataset.info.importReport = m_report.toJson();
    }

    /// Pre: the import is complete.
    const ImportReport& report() const { return m_report; }
    std::int64_t bytesRead() const { return m_rows->bytesRead(); }
    std::int64_t rowsInAll() const { return m_rowsInAll; }  ///< 0 = not known yet

private:
    void failIfUseless(const HistoryStatistics& statistics) const {
        if (statistics.interactions == 0) {
            throw Error(ErrorKind::Input, translated("No interaction of {} is left.", m_source.part.name()),
                        m_report.dropped.empty()
                            ? translated("The file has no rows.")
                            : translated("All {} rows were dropped, most for this reason: {}. Loosen the filters.",
                                         grouped(m_report.rowsRead), m_report.maxDropped()));
        }
        if (statistics.interactions > static_cast<std::int64_t>(statistics.users.size())) return;
        throw Error(ErrorKind::Input, translated("No user of {} has more than one interaction.", m_source.part.name()),
                    translated("Perhaps the file holds titles or users, or the columns are wrong. It was read with {}.",
                               m_report.why));
    }

    /// Files made for training often contain sampled negatives, pairs that never happened, with the label 0.
    void warnOfLabels(const HistoryStatistics& statistics) {
        if (m_zeroLabels == 0) return;
        m_report.warnings.push_back(translated(
            "The third column holds 0 and 1 and was read as the rating: {} of the {} interactions have 0, which "
            "often marks items that the user never had. A minimum rating of 1 leaves them out.",
            grouped(m_zeroLabels), grouped(statistics.interactions)));
    }

    /// Warns of a user or item with more than a fifth of all rows, more than twice the average and far more than the
    /// next one, which is hardly ever genuine.
    void warnOfDominant(const HistoryStatistics& statistics, const NewDataset& dataset) {
        const auto warn = [&](const char* sentence, const auto& counts, const auto& nameOf) {
            if (counts.empty()) return;
            const auto largest = std::max_element(counts.begin(), counts.end());
            const auto all = static_cast<double>(statistics.interactions), share = static_cast<double>(*largest) / all;
            constexpr double kMinShare = 0.2, kTimesNext = 2.5;
            std::int64_t next = 0;
            for (auto count = counts.begin(); count != counts.end(); ++count)
                if (count != largest) next = std::max<std::int64_t>(next, *count);
            const bool isUsual = static_cast<double>(*largest) <= 2 * all / static_cast<double>(counts.size()) ||
                                 static_cast<double>(*largest) <= kTimesNext * static_cast<double>(next);
            if (share <= kMinShare || isUsual) return;
            const std::string name(nameOf(static_cast<std::size_t>(largest - counts.begin()))),
                rows = grouped(*largest), total = grouped(statistics.interactions);
            const double percent = 100 * share;
            m_report.warnings.push_back(translatedFormat(sentence, fmt::make_format_args(name, rows, total, percent)));
        };
        std::vector<std::int64_t> lengths;
        lengths.reserve(statistics.users.size());
        for (const HistoryStatistics::User& user : statistics.users) lengths.push_back(user.length);
        warn(
            translatable(
                "The user \"{}\" has {} of the {} rows ({:.0f} %): perhaps this is a placeholder for a missing value."),
            lengths, [&](std::size_t user) { return dataset.userIds[user]; });
        const auto first = std::min<std::size_t>(statistics.itemCounts.size(), kFirstItemToken);
        warn(
            translatable(
                "The item \"{}\" has {} of the {} rows ({:.0f} %): perhaps this is a placeholder for a missing value."),
            std::span(statistics.itemCounts).subspan(first), [&](std::size_t item) { return dataset.items[item].id; });
    }

    /// Reports which kinds of events were added if the dataset was restricted to some kinds: `earlier`.
    void warnOfKinds(const std::vector<std::string>& earlier) {
        if (earlier.empty() || !m_source.recognition.layout.kind) return;
        const std::string kinds = listed(earlier, /*limit=*/20);
        if (m_options.kinds.empty()) {
            m_report.warnings.push_back(translated(
                "The dataset held only these kinds of events: {}. All kinds of the file were added.", kinds));
        } else if (m_options.kinds == earlier) {
            m_report.reading.push_back(
                translated("Only these kinds of events were added, because the dataset holds no others: {}.", kinds));
        }
    }

    /// Calls `read()`. Problems with a file that the user of the program did not name become warnings and do not stop
    /// the import; the function then returns false.
    template <class Read>
    bool readBeside(const SourcePart& part, const char* what, Read read) {
        try {
            read();
            return true;
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::Input || m_source.hasChosenTitlesFile) throw;
            m_report.warnings.push_back(unusableText(part, what, error.what()));
            return false;
        }
    }

    /// Returns what was read from the titles file; empty if there is none.
    ItemTitles addTitles(NewDataset& dataset) {
        std::vector<ItemInfo>& items = dataset.items;
        ItemTitles titles;
        const auto key = [&](std::string_view id) { return m_source.hasWholeItems ? withoutZeroFraction(id) : id; };
        std::unordered_set<std::string_view> ids;
        for (const ItemInfo& item : items) ids.insert(item.id);
        const auto isNeeded = [&](std::string_view id) { return ids.contains(key(id)); };
        if (m_source.itemsPart) {
            const bool isRead = readBeside(*m_source.itemsPart, translatable("Titles"), [&] {
                titles = readItemTitles(*m_source.itemsPart, isNeeded, m_progress, m_stop, items.size(),
                                        m_source.described(Subject::Items, {}).column);
                m_report.itemsPath = m_source.itemsPart->displayPath();
                m_report.itemsEncoding = titles.encoding;
                if (titles.isUsed) m_report.genresColumn = titles.genresColumn;
                m_report.titlesReading = titles.isUsed ? titles.reading : ImportReport::kNotUsed + titles.reading;
            });
            if (!isRead && !dataset.info.settings.empty()) {
                ImportOptions settings = ImportOptions::fromJson(dataset.info.settings);
                settings.itemsPath.clear();  // so that a repeated import does not fail on this file
                dataset.info.settings = settings.toJson();
            }
        }
        titles.isNeeded = nullptr;  // it refers to `ids`
        std::unordered_map<std::string_view, const ItemTitle*> byKey;
        for (const auto& [id, title] : titles.byId) byKey.try_emplace(key(id), &title);
        for (ItemInfo& item : items) {
            const auto found = byKey.find(item.id);
            const bool hasTitle = found != byKey.end() && !found->second->title.empty();
            item.title = hasTitle ? found->second->title : item.id;
            if (found != byKey.end()) item.genres = found->second->genres;
            m_report.itemsWithoutTitle += !hasTitle;
        }
        if (!m_source.tagsPart) return titles;
        std::unordered_map<std::string_view, std::string> tagsByKey;
        std::unordered_map<std::string, std::string> tags;
        const bool areUsed = readBeside(*m_source.tagsPart, translatable("Tags"),
                                        [&] { tags = readItemTags(*m_source.tagsPart, isNeeded, m_progress, m_stop); });
        if (!areUsed) return titles;
        m_report.tagsPath = m_source.tagsPart->displayPath();
        for (const auto& [id, text] : tags) tagsByKey.try_emplace(key(id), text);
        for (ItemInfo& item : items) {
            const auto found = tagsByKey.find(item.id);
            if (found == tagsByKey.end()) continue;
            item.tags = found->second;
            ++m_report.itemsWithTags;
        }
        return titles;
    }

    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    const ImportOptions& m_options;
    const ImportSource& m_source;
    Workspace* m_workspace;
    const EarlierVersion* m_earlier;
    const ProgressSink& m_progress;
    std::stop_token m_stop;
    ImportReport m_report;
    Checksum m_checksum;
    std::int64_t m_rowsGiven = 0;  // number of rows that next() has returned so far
    std::int64_t m_rowsInAll = 0;
    std::int64_t m_zeroLabels = 0;       // rows with the label 0, see ImportSource::hasLabels
    std::unique_ptr<ImportRows> m_rows;  // last member: its thread stops before the others are destroyed
};

/// Calls `work(way)`. If the streamed attempt finds that the rows of a user are not contiguous, calls it again with
/// Way::Collected.
template <class Work>
auto streamedOrCollected(const ImportSource& source, const ImportOptions& options, Work work) {
    if (canBeStreamed(source, options)) {
        try {
            return work(Way::Streamed);
        } catch (const UsersNotTogether&) {
            // The failed attempt stored nothing.
        }
    }
    return work(Way::Collected);
}

/// Reports the progress of an import from the writing thread: in bytes while the file is being read, then in rows.
class WritingProgress {
public:
    WritingProgress(const Import& import, Way way, const ImportSource& source, const ProgressSink& progress)
        : m_import(import), m_isStreamed(way == Way::Streamed), m_progress(progress) {
        std::error_code failure;
        m_size = static_cast<std::int64_t>(std::filesystem::file_size(source.part.path, failure));
    }

    void notify(std::int64_t rows, std::int64_t allRows) const {
        if (!m_progress) return;
        if (m_isStreamed && allRows == 0) {
            m_progress({translated("Reading and storing interactions"), std::min(m_import.bytesRead(), m_size), m_size,
                        "bytes"});
        } else {
            m_progress({translated("Storing interactions"), rows, allRows, "rows"});
        }
    }

private:
    const Import& m_import;
    bool m_isStreamed;
    const ProgressSink& m_progress;
    std::int64_t m_size = 0;
};

}  // namespace

ImportReport countImport(const ImportOptions& options, const ProgressSink& progress, std::stop_token stop,
                         Workspace* workspace, ExistingDataset existing) {
    const ImportSource source = findSource(options);
    failIfUndecided(source);
    std::optional<EarlierVersion> earlier;
    if (workspace) {
        const std::string& name = options.name.empty() ? source.suggestedName : options.name;
        const auto before = versionBefore(DatasetStore(*workspace), name, existing);
        earlier = versionToAddTo(*workspace, before, source, existing, progress, stop);
    }
    const ImportOptions complete = withKinds(options, source, earlier);
    checkFilters(complete, source);
    const auto work = [&](Way way) {
        Import import(complete, source, way, /*workspace=*/nullptr, progress, stop, earlier ? &*earlier : nullptr);
        const WritingProgress position(import, way, source, progress);
        HistoryStatistics statistics;
        HistoryBatch batch;
        while (import.next(batch)) {
            throwIfStopped(stop);
            statistics.add(batch);
            if (way == Way::Streamed) position.notify(statistics.interactions, 0);
        }
        NewDataset dataset;
        import.complete(statistics, dataset);
        return import.report();
    };
    return earlier ? work(Way::Collected) : streamedOrCollected(source, complete, work);
}

ImportResult importDataset(Workspace& workspace, const ImportOptions& options, const ProgressSink& progress,
                           std::stop_token stop, ExistingDataset existing) {
    DatasetStore store(workspace);
    const ImportSource source = findSource(options);
    ImportOptions settled = settledOptions(options, source);
    if (settled.name.empty()) settled.name = source.suggestedName;
    const std::optional<DatasetInfo> before = versionBefore(store, settled.name, existing);
    failIfUndecided(source);
    const std::optional<EarlierVersion> earlier = versionToAddTo(workspace, before, source, existing, progress, stop);
    const ImportOptions complete = withKinds(options, source, earlier);
    checkFilters(complete, source);
    settled.kinds = complete.kinds;

    const auto work = [&](Way way) -> ImportResult {
        Import import(complete, source, way, &workspace, progress, stop, earlier ? &*earlier : nullptr);
        const WritingProgress position(import, way, source, progress);
        NewDataset dataset;
        dataset.info.name = settled.name;
        dataset.info.previous = before ? before->id : 0;
        dataset.info.source = source.part.displayPath();
        dataset.info.format = settled.format;
        dataset.info.settings = settled.toJson();
        const DatasetInfo info = store.add(dataset, import, [&](std::int64_t rows) {
            throwIfStopped(stop);
            position.notify(rows, import.rowsInAll());
        });
        return {info, import.report()};
    };
    return earlier ? work(Way::Collected) : streamedOrCollected(source, complete, work);
}

}  // namespace recscope
