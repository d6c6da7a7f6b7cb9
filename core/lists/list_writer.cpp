// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lists/list_writer.h"

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/parquet/parquet.h"
#include "core/util/error.h"
#include "core/util/new_file.h"
#include "core/util/sha256.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

const std::vector<ListFormat>& listFormats() {
    static const std::vector<ListFormat> formats = [] {
        std::vector<ListFormat> all = {
            {".csv", translatable("CSV, one row for each item of a list"), Continuation::Possible, csvListWriter},
            {".jsonl", translatable("JSON, one line for each user"), Continuation::Possible, jsonLinesListWriter}};
        // A Parquet file ends with an index of its content: without it, the file is useless, and nothing can follow it.
        if (hasParquet())
            all.push_back({kParquetSuffix, translatable("Parquet, one row for each item of a list"),
                           Continuation::Impossible, parquetListWriter});
        return all;
    }();
    return formats;
}

const ListFormat& listFormatOf(const std::filesystem::path& path) {
    std::vector<std::string> suffixes;
    for (const ListFormat& format : listFormats()) {
        if (path.extension() == format.suffix) return format;
        suffixes.emplace_back(format.suffix);
    }
    if (path.extension() == kParquetSuffix) refuseToWriteParquet(path);
    throw Error(ErrorKind::Usage, translated("Lists cannot be written as {}.", path.filename().string()),
                translated("The file's name must end in one of: {}.", listed(suffixes)));
}

namespace {

namespace fs = std::filesystem;

// Interval between two updates of "FILE.part.state": a killed process loses the lists that it made since the last one.
constexpr std::chrono::seconds kBetweenRecords{1};

/// A hash of everything that determines the lists, so that lists of another request, run or dataset are not continued.
std::string fingerprintOf(const ListSubject& subject) {
    const ListRequest& request = subject.request;
    nlohmann::json all = {request.top,
                          historyInputName(request.input),
                          subject.seen == SeenItems::Removed,
                          subject.run.name,
                          subject.run.createdAt,
                          subject.run.bestEpoch,
                          subject.run.epochsDone,
                          subject.dataset,
                          subject.users,
                          subject.listable};
    return sha256Of(all.dump());
}

/// The file "FILE.part.state", which records how many lists in "FILE.part" are complete.
class KeptLists {
public:
    KeptLists(const fs::path& path, std::string fingerprint)
        : m_part(path.string() + ".part"),
          m_state(path.string() + ".part.state"),
          m_fingerprint(std::move(fingerprint)) {}

    /// The recorded progress of an earlier call and the size of its complete lists in bytes; unset if there is none or
    /// if it was for other lists.
    std::optional<std::pair<ListProgress, std::uintmax_t>> read() const {
        std::ifstream file(m_state);
        const auto state = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
        if (!state.is_object() || state.value("lists", std::string()) != m_fingerprint) return std::nullopt;
        const auto bytes = state.value("bytes", std::uintmax_t{0});
        std::error_code missing;
        if (const std::uintmax_t size = fs::file_size(m_part, missing); missing || size < bytes) return std::nullopt;
        return std::pair(ListProgress{.users = state.value("users_done", std::size_t{0}),
                                      .totals = {.users = state.value("users", std::int64_t{0}),
                                                 .withoutHistory = state.value("without_history", std::int64_t{0}),
                                                 .unknownItems = state.value("unknown_items", std::int64_t{0})}},
                         bytes);
    }
    void write(const ListProgress& done, std::uintmax_t bytes) const {
        const fs::path next = m_state.string() + ".new";
        const nlohmann::json state = {{"lists", m_fingerprint},
                                      {"users_done", done.users},
                                      {"users", done.totals.users},
                                      {"without_history", done.totals.withoutHistory},
                                      {"unknown_items", done.totals.unknownItems},
                                      {"bytes", bytes}};
        std::ofstream(next) << state.dump() << '\n';
        std::error_code ignored;  // without the record, the lists only have to be made again
        fs::rename(next, m_state, ignored);
    }
    void remove() const {
        std::error_code ignored;
        fs::remove(m_state, ignored);
    }

private:
    fs::path m_part, m_state;
    std::string m_fingerprint;
};

}  // namespace

ListTotals writeLists(Workspace& workspace, const ListRequest& request, const fs::path& path, WhenStopped whenStopped,
                      const ProgressSink& progress, const std::stop_token& stop) {
    const ListFormat& format = listFormatOf(path);
    const ListSubject subject = listSubject(workspace, request);
    const bool keepsPart = whenStopped == WhenStopped::KeepPart && format.continuation == Continuation::Possible;
    const KeptLists kept(path, keepsPart ? fingerprintOf(subject) : std::string());
    const auto earlier = keepsPart ? kept.read() : std::nullopt;
    std::optional<NewFile> file;
    if (earlier) {
        file.emplace(path, earlier->second);
    } else {
        kept.remove();  // it describes the lists that are overwritten now
        file.emplace(path);
    }
    const std::unique_ptr<ListWriter> writer = format.writer(subject, file->stream());
    if (!earlier) file->stream() << writer->header();
    ListProgress done = earlier ? earlier->first : ListProgress();
    const auto record = [&] {
        file->stream().flush();
        file->stream().seekp(0, std::ios::end);
        file->requireWritten();
        kept.write(done, static_cast<std::uintmax_t>(file->stream().tellp()));
    };
    auto nextRecord = std::chrono::steady_clock::now() + kBetweenRecords;
    const ListReceiver receiver{.textOf = [&](const UserList& list) { return writer->textOf(list); },
                                .take = [&](const UserList& list) { writer->add(list, file->stream()); },
                                .batchDone =
                                    [&](const ListProgress& now) {
                                        file->requireWritten();
                                        done = now;
                                        if (!keepsPart || std::chrono::steady_clock::now() < nextRecord) return;
                                        record();
                                        nextRecord = std::chrono::steady_clock::now() + kBetweenRecords;
                                    }};
    ListTotals totals;
    try {
        totals = recommendLists(workspace, subject, receiver, progress, stop, done);
        writer->finish();
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Cancelled || whenStopped == WhenStopped::Discard || done.totals.users == 0)
            throw;
        if (keepsPart) {
            record();
            file->keepPart();
        }
        throw Error(ErrorKind::Cancelled,
                    translated("Stopped after {} of {} users; {} was not written.", grouped(done.totals.users),
                               grouped(static_cast<long long>(subject.users.size())), path.string()),
                    keepsPart ? translated("The complete lists are in {}; the same command continues after them.",
                                           file->partPath().string())
                              : translated("A {} file cannot be continued: the same command starts over. With a .csv "
                                           "or .jsonl file, it continues after the complete lists.",
                                           format.suffix));
    }
    file->commit();
    kept.remove();
    return totals;
}

}  // namespace recscope
