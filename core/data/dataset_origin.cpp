// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dataset_origin.h"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <vector>

#include "core/data/import_report.h"
#include "core/data/importer.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::string filtersOf(const ImportOptions& options) {
    std::vector<std::string> parts;
    if (options.minRating) parts.push_back(translated("ratings of {} or more", *options.minRating));
    if (options.duplicates == Duplicates::First)
        parts.push_back(translated("the first of a user's interactions with the same item"));
    if (options.duplicates == Duplicates::Last)
        parts.push_back(translated("the last of a user's interactions with the same item"));
    if (options.kCore != KCore::None) {
        if (options.minUserInteractions > 1)
            parts.push_back(translated("users with {} interactions or more", options.minUserInteractions));
        if (options.minItemInteractions > 1)
            parts.push_back(translated("items with {} interactions or more", options.minItemInteractions));
        if (options.minUserInteractions > 1 || options.minItemInteractions > 1)
            parts.push_back(options.kCore == KCore::Iterative ? translated("repeated until nothing changes (k-core)")
                                                              : translated("in a single pass"));
    }
    if (options.minHistoryLength > 1)
        parts.push_back(translated("then histories of {} or more", options.minHistoryLength));
    return parts.empty() ? translated("none") : fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

DatasetOrigin originOf(const DatasetInfo& dataset) {
    DatasetOrigin origin{.file = {}, .isMerged = false, .checksum = {}, .filters = translated("none"), .rows = {}};
    try {
        const ImportReport report = ImportReport::fromJson(dataset.importReport);
        origin.checksum = report.checksum;
        if (report.rowsRead > 0)
            origin.rows = translated("{} read, {} kept", grouped(report.rowsRead), grouped(report.rowsKept));
        if (dataset.settings.empty() || dataset.settings == "{}") return origin;
        const ImportOptions options = ImportOptions::fromJson(dataset.settings);
        origin.filters = filtersOf(options);
        std::vector<std::string> files, checksums;
        for (const auto& [path, checksum] : report.earlierFiles) {
            files.push_back(std::filesystem::path(path).filename().string());
            checksums.push_back(checksum);
        }
        // Without the folders above the opened path, which are private.
        const std::string above = options.path.parent_path().string() + "/";
        files.push_back(report.path.starts_with(above) ? report.path.substr(above.size())
                                                       : std::filesystem::path(report.path).filename().string());
        checksums.push_back(report.checksum);
        origin.file = listed(files);
        origin.isMerged = files.size() > 1;
        origin.checksum = fmt::format("{}", fmt::join(checksums, ", "));
    } catch (const std::exception&) {
        // Another version wrote these settings: leave out the values that cannot be read.
    }
    return origin;
}

}  // namespace recscope
