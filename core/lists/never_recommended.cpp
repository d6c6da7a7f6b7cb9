// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lists/never_recommended.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/lists/list_writer.h"
#include "core/store/history_reader.h"
#include "core/util/csv.h"
#include "core/util/new_file.h"
#include "core/util/time.h"

namespace recscope {

double NeverRecommended::coverage() const {
    if (listable == 0) return 0;
    return static_cast<double>(listable - static_cast<std::int64_t>(items.size())) / static_cast<double>(listable);
}

std::string monthText(const std::optional<std::int64_t>& time) {
    constexpr std::size_t kYearAndMonth = 7;
    return time ? dateText(*time).substr(0, kYearAndMonth) : std::string();
}

NeverRecommended neverRecommended(Workspace& workspace, const ListRequest& request, const ProgressSink& progress,
                                  const std::stop_token& stop) {
    NeverRecommended found;
    found.subject = listSubject(workspace, request);
    const ListSubject& subject = found.subject;
    std::vector<bool> listed(subject.listable.size(), false);
    const auto take = [&](const UserList& list) {
        for (const Recommendation& recommendation : list.items)
            listed[static_cast<std::size_t>(recommendation.token)] = true;
    };
    found.lists = recommendLists(workspace, subject, {.textOf = {}, .take = take, .batchDone = {}}, progress, stop);

    std::vector<std::optional<std::int64_t>> first(listed.size()), last(listed.size());
    readHistories(workspace, subject.run.dataset, [&](const HistoryRows& rows) {
        throwIfStopped(stop);
        for (std::size_t i = 0; i < rows.times.size(); ++i) {
            const auto token = static_cast<std::size_t>(rows.items[i]);
            first[token] = std::min(first[token].value_or(rows.times[i]), rows.times[i]);
            last[token] = std::max(last[token].value_or(rows.times[i]), rows.times[i]);
        }
    });
    for (const ItemInfo& item : subject.items) {
        const auto token = static_cast<std::size_t>(item.token);
        if (!subject.listable[token]) continue;
        ++found.listable;
        if (!listed[token]) found.items.push_back({item, first[token], last[token]});
    }
    std::stable_sort(found.items.begin(), found.items.end(),
                     [](const auto& a, const auto& b) { return a.item.interactions > b.item.interactions; });
    return found;
}

void writeNeverRecommended(const NeverRecommended& found, const std::filesystem::path& path) {
    const bool isCsv = std::string_view(listFormatOf(path).suffix) == ".csv";
    const ListRequest& request = found.subject.request;
    NewFile file(path);
    std::ostream& to = file.stream();
    if (isCsv) to << "item,title,categories,tags,interactions,first_month,last_month,top,input\n";
    for (const auto& [item, firstTime, lastTime] : found.items) {
        if (isCsv) {
            fmt::print(to, "{},{},{},{},{},{},{},{},{}\n", csvField(item.id), csvField(item.title),
                       csvField(item.genres), csvField(item.tags), item.interactions, monthText(firstTime),
                       monthText(lastTime), request.top, historyInputName(request.input));
            continue;
        }
        const auto orNull = [](const std::string& text) {
            return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
        };
        const nlohmann::ordered_json line = {{"run", found.subject.run.name},
                                             {"item", item.id},
                                             {"title", item.title},
                                             {"categories", item.genres},
                                             {"tags", item.tags},
                                             {"interactions", item.interactions},
                                             {"first_month", orNull(monthText(firstTime))},
                                             {"last_month", orNull(monthText(lastTime))},
                                             {"top", request.top},
                                             {"input", historyInputName(request.input)}};
        to << line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
    }
    file.requireWritten();
    file.commit();
}

}  // namespace recscope
