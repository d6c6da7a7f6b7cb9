// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/earlier_rows.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/store/dataset_store.h"
#include "core/store/interaction_reader.h"
#include "core/store/user_attribute_store.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t kRowsPerProgress = 50000;

std::int64_t secondOf(const Row& row) {
    return std::chrono::floor<seconds>(milliseconds(row.time)).count();
}

/// Finds rows of the file among the stored rows of one user. Each stored row is found at most once.
class StoredRowsOfUser {
public:
    explicit StoredRowsOfUser(std::span<const Row> rows)
        : m_rows(rows), m_sorted(rows.size()), m_isFound(rows.size(), false) {
        std::iota(m_sorted.begin(), m_sorted.end(), std::size_t{0});
        std::stable_sort(m_sorted.begin(), m_sorted.end(),
                         [&](std::size_t a, std::size_t b) { return keyOf(m_rows[a]) < keyOf(m_rows[b]); });
    }

    bool find(const Row& row) {
        const auto begin = std::lower_bound(m_sorted.begin(), m_sorted.end(), keyOf(row),
                                            [&](std::size_t i, const Key& key) { return keyOf(m_rows[i]) < key; });
        for (auto at = begin; at != m_sorted.end() && keyOf(m_rows[*at]) == keyOf(row); ++at) {
            const float stored = m_rows[*at].rating;
            const bool isOtherRating = !std::isnan(stored) && !std::isnan(row.rating) && stored != row.rating;
            if (m_isFound[*at] || isOtherRating) continue;
            m_isFound[*at] = true;
            return true;
        }
        return false;
    }

private:
    using Key = std::pair<std::int32_t, std::int64_t>;
    static Key keyOf(const Row& row) { return {row.item, secondOf(row)}; }

    std::span<const Row> m_rows;
    std::vector<std::size_t> m_sorted;  // indices of the rows in the order of their keys
    std::vector<bool> m_isFound;        // by index of the row
};

/// Appends the orders and kinds of the version's rows, whose first line number is `firstLine`.
void joinDetails(const EarlierVersion& earlier, std::uint32_t firstLine, RowDetails& details, BatchContents& contents) {
    contents.hasRatings |= earlier.hasRatings;
    if (!earlier.orders.empty() && contents.orders == BatchOrders::None) contents.orders = BatchOrders::Column;
    if (contents.orders == BatchOrders::Column && !earlier.orders.empty()) {
        // The version's orders are numbered after those of the file. No order can span both, because the version does
        // not store the names of its orders.
        std::int32_t next = 0;
        for (const std::int32_t order : details.orders) next = std::max(next, order + 1);
        details.orders.resize(firstLine, -1);
        for (const std::int32_t order : earlier.orders) details.orders.push_back(next + order);
    }
    if (earlier.kinds.empty()) return;
    contents.hasKinds = true;
    std::vector<std::string> names = earlier.info.eventKinds;
    std::vector<std::int16_t> numbers;  // for each of the file's kinds, its number in `names`
    for (const std::string& name : details.kindNames) {
        const auto known = std::find(names.begin(), names.end(), name);
        numbers.push_back(static_cast<std::int16_t>(known - names.begin()));
        if (known == names.end()) names.push_back(name);
    }
    for (std::int16_t& kind : details.kinds)
        if (kind >= 0) kind = numbers[static_cast<std::size_t>(kind)];
    details.kinds.resize(firstLine, -1);
    details.kinds.insert(details.kinds.end(), earlier.kinds.begin(), earlier.kinds.end());
    details.kindNames = std::move(names);
}

/// The number of a label, which is added if it is new.
std::int32_t labelNumber(std::vector<std::string>& labels, const std::string& label) {
    const auto found = std::find(labels.begin(), labels.end(), label);
    if (found != labels.end()) return static_cast<std::int32_t>(found - labels.begin());
    labels.push_back(label);
    return static_cast<std::int32_t>(labels.size()) - 1;
}

}  // namespace

EarlierVersion readEarlierVersion(Workspace& workspace, const DatasetInfo& dataset, const ProgressSink& progress,
                                  const std::stop_token& stop) {
    const DatasetStore store(workspace);
    EarlierVersion earlier;
    earlier.info = dataset;
    earlier.items = store.items(dataset.id);
    for (UserInfo& user :
         store.users(dataset.id, {}, UserOrder::Index, Direction::Ascending, /*offset=*/0, dataset.users).rows) {
        earlier.userIds.push_back(std::move(user.id));
        earlier.offsets.push_back(earlier.offsets.back() + user.length);
    }
    earlier.userAttributes = UserAttributeStore(workspace).list(dataset.id);
    earlier.itemAttributes = ItemAttributeStore(workspace).list(dataset.id);
    earlier.rows.reserve(static_cast<std::size_t>(dataset.interactions));
    const bool hasKinds = !dataset.eventKinds.empty();
    readInteractions(workspace, dataset.id, [&](std::int32_t user, const Interaction& interaction) {
        if (earlier.rows.size() % kRowsPerProgress == 0) {
            throwIfStopped(stop);
            if (progress)
                progress({.stage = translated("Reading the dataset \"{}\"", dataset.name),
                          .done = std::ssize(earlier.rows),
                          .total = dataset.interactions,
                          .unit = "rows"});
        }
        earlier.rows.push_back(
            {.time = milliseconds(seconds(interaction.time.value_or(0))).count(),
             .user = user,
             .item = interaction.token - kFirstItemToken,
             .rating = static_cast<float>(interaction.rating.value_or(std::numeric_limits<double>::quiet_NaN())),
             .line = 0});
        earlier.hasRatings |= interaction.rating.has_value();
        if (dataset.hasOrders) earlier.orders.push_back(interaction.order.value_or(0));
        if (hasKinds) earlier.kinds.push_back(static_cast<std::int16_t>(interaction.kind.value_or(-1)));
    });
    return earlier;
}

void numberEarlierIds(const EarlierVersion& earlier, RowIds& ids) {
    for (const std::string& id : earlier.userIds) ids.users.indexOf(id);
    for (const ItemInfo& item : earlier.items) ids.items.indexOf(item.id);
}

GroupedRows joinRows(const EarlierVersion& earlier, RowTable& fileRows, FileOrder order, std::size_t userCount,
                     std::size_t itemCount, RowDetails& details, BatchContents& contents, ImportReport& report) {
    std::vector<std::int64_t> offsets;
    const std::vector<Row> added = fileRows.takeGroupedByUser(userCount, offsets, order);
    std::uint32_t lastLine = 0;
    for (const Row& row : added) lastLine = std::max(lastLine, row.line);
    GroupedRows grouped;
    grouped.itemCount = itemCount;
    grouped.firstEarlierLine = lastLine + 1;
    grouped.earlierItems = earlier.items.size();
    grouped.rows.reserve(earlier.rows.size() + added.size());
    for (std::size_t user = 0; user < userCount; ++user) {
        const bool isStored = user < earlier.userIds.size();
        const auto begin = isStored ? static_cast<std::size_t>(earlier.offsets[user]) : 0,
                   end = isStored ? static_cast<std::size_t>(earlier.offsets[user + 1]) : 0;
        for (std::size_t i = begin; i < end; ++i) {
            grouped.rows.push_back(earlier.rows[i]);
            grouped.rows.back().line = grouped.firstEarlierLine + static_cast<std::uint32_t>(i);
        }
        const auto firstAdded = static_cast<std::size_t>(offsets[user]),
                   endAdded = static_cast<std::size_t>(offsets[user + 1]);
        // Most users of a large dataset have no row in the file: nothing is sorted for them.
        StoredRowsOfUser stored(std::span(earlier.rows).subspan(begin, firstAdded < endAdded ? end - begin : 0));
        for (std::size_t i = firstAdded; i < endAdded; ++i) {
            if (stored.find(added[i])) {
                ++report.knownRows;
                report.drop(translatable("the dataset already has this row"), details.lineOf(added[i]));
            } else {
                grouped.rows.push_back(added[i]);
            }
        }
        grouped.offsets.push_back(std::ssize(grouped.rows));
    }
    joinDetails(earlier, grouped.firstEarlierLine, details, contents);
    return grouped;
}

void countJoined(const GroupedRows& grouped, ImportReport& report) {
    report.earlierRows = 0;
    report.usersWithNewRows = 0;
    for (std::size_t user = 0; user + 1 < grouped.offsets.size(); ++user) {
        bool hasNew = false;
        for (auto i = static_cast<std::size_t>(grouped.offsets[user]);
             i < static_cast<std::size_t>(grouped.offsets[user + 1]); ++i) {
            const bool isEarlier = grouped.isEarlier(grouped.rows[i]);
            report.earlierRows += isEarlier;
            hasNew |= !isEarlier;
        }
        report.usersWithNewRows += hasNew;
    }
}

void failIfNothingNew(const EarlierVersion& earlier, const HistoryStatistics& facts, const ImportReport& report) {
    if (facts.interactions > report.earlierRows) return;
    throw Error(
        ErrorKind::Input, translated("The file holds no row that \"{}\" does not have already.", earlier.info.name),
        report.droppedRows() > report.knownRows
            ? translated("{} of its rows are known, and the others were dropped: {}. The dataset stays as it "
                         "is.",
                         grouped(report.knownRows), report.maxDropped())
            : translated("All of its {} rows are known. The dataset stays as it is.", grouped(report.knownRows)));
}

std::vector<std::pair<std::string, std::string>> filesOf(const EarlierVersion& earlier) {
    if (earlier.info.importReport.empty()) return {};  // the dataset was not imported
    const ImportReport report = ImportReport::fromJson(earlier.info.importReport);
    auto files = report.earlierFiles;
    if (!report.path.empty()) files.emplace_back(report.path, report.checksum);
    return files;
}

void keepDescriptions(const EarlierVersion& earlier, std::span<ItemInfo> items, ImportReport& report) {
    for (std::size_t i = 0; i < std::min(items.size(), earlier.items.size()); ++i) {
        const ItemInfo& known = earlier.items[i];
        ItemInfo& item = items[i];
        const bool isUntitled = item.title.empty() || item.title == item.id;
        if (isUntitled && known.title != known.id) {
            item.title = known.title;
            --report.itemsWithoutTitle;
        }
        if (item.genres.empty()) item.genres = known.genres;
        if (item.tags.empty()) item.tags = known.tags;
    }
}

void keepAttributes(std::span<const UserAttribute> earlier, std::size_t count, std::vector<UserAttribute>& attributes) {
    for (const UserAttribute& known : earlier) {
        const auto same = std::find_if(attributes.begin(), attributes.end(),
                                       [&](const UserAttribute& attribute) { return attribute.name == known.name; });
        if (same != attributes.end() && same->kind != known.kind) continue;
        UserAttribute& kept = same != attributes.end() ? *same : attributes.emplace_back();
        kept.name = known.name;
        kept.kind = known.kind;
        if (known.kind == AttributeKind::Number) {
            kept.numbers.resize(count, std::numeric_limits<double>::quiet_NaN());
            for (std::size_t i = 0; i < known.numbers.size(); ++i)
                if (!kept.isKnown(i)) kept.numbers[i] = known.numbers[i];
            continue;
        }
        kept.categories.resize(count, UserAttribute::kUnknown);
        for (std::size_t i = 0; i < known.categories.size(); ++i) {
            if (!kept.isKnown(i) && known.isKnown(i))
                kept.categories[i] =
                    labelNumber(kept.labels, known.labels[static_cast<std::size_t>(known.categories[i])]);
        }
    }
}

}  // namespace recscope
