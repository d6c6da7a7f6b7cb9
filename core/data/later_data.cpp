// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/later_data.h"

#include "core/data/import_report.h"
#include "core/store/dataset_versions.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

std::string LaterData::sentence() const {
    const std::string added =
        interactions == 1 ? translated("1 interaction") : translated("{} interactions", grouped(interactions));
    const std::string by = users == 1 ? translated("1 user") : translated("{} users", grouped(users));
    return isReplaced ? translated("After this run, \"{}\" was replaced by {} of {} ({}).", dataset, added, by, date)
           : interactions == 1
               ? translated("After this run, {} of {} was added to \"{}\" ({}).", added, by, dataset, date)
               : translated("After this run, {} of {} were added to \"{}\" ({}).", added, by, dataset, date);
}

std::vector<LaterData> laterData(std::span<const DatasetInfo> datasets, DatasetId dataset) {
    std::vector<LaterData> all;
    for (const DatasetInfo& version : laterVersions(datasets, dataset)) {
        const ImportReport report = ImportReport::fromJson(version.importReport);
        LaterData& later = all.emplace_back();
        later.date = version.createdAt.substr(0, version.createdAt.find('T'));
        later.isReplaced = report.earlierRows == 0;
        later.interactions = later.isReplaced ? version.interactions : report.rowsKept;
        later.users = later.isReplaced ? version.users : report.usersWithNewRows;
        for (LaterData& earlier : all) earlier.dataset = version.name;
    }
    return all;
}

std::string laterDataText(const std::vector<LaterData>& later) {
    std::string text;
    for (const LaterData& data : later) text += (text.empty() ? "" : " ") + data.sentence();
    return text;
}

}  // namespace recscope
