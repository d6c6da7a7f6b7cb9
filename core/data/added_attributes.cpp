// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/added_attributes.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/data/source_part.h"
#include "core/data/user_attributes.h"
#include "core/store/dataset_store.h"
#include "core/store/user_attribute_store.h"
#include "core/store/workspace.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

std::vector<std::string> idsOf(Workspace& workspace, DatasetId dataset, AttributesOf of) {
    const DatasetStore store(workspace);
    std::vector<std::string> ids;
    if (of == AttributesOf::Items) {
        for (ItemInfo& item : store.items(dataset)) ids.push_back(std::move(item.id));
        return ids;
    }
    Page<UserInfo> users = store.users(dataset, {}, UserOrder::Index, Direction::Ascending, /*offset=*/0,
                                       /*limit=*/std::numeric_limits<std::int32_t>::max());
    for (UserInfo& user : users.rows) ids.push_back(std::move(user.id));
    return ids;
}

bool areWholeNumbers(const std::vector<std::string>& ids) {
    return std::all_of(ids.begin(), ids.end(), [](const std::string& id) {
        return !id.empty() && id.find_first_not_of("0123456789") == std::string::npos;
    });
}

}  // namespace

std::string AddedAttributes::sentence() const {
    const std::string withRow = grouped(described), total = grouped(all), file = std::filesystem::path(path).filename();
    std::string text = of == AttributesOf::Users
                           ? translated("Added {} for {} of {} users, from {}.", listed(names), withRow, total, file)
                           : translated("Added {} for {} of {} items, from {}.", listed(names), withRow, total, file);
    if (!leftOut.empty())
        text += translated(" Columns left out, because they do not divide them into groups: {}.", listed(leftOut));
    return text;
}

AddedAttributes addAttributes(Workspace& workspace, DatasetId dataset, AttributesOf of,
                              const std::filesystem::path& path, const ProgressSink& progress,
                              const std::stop_token& stop) {
    const SourcePart part = partAt(path);
    const std::vector<std::string> ids = idsOf(workspace, dataset, of);
    const Subject subject = of == AttributesOf::Users ? Subject::Users : Subject::Items;
    AttributesFile file = readAttributesFile(
        part, {.subject = subject, .ids = ids, .haveWholeNumberIds = areWholeNumbers(ids)}, {}, progress, stop);
    AddedAttributes added{.of = of,
                          .path = part.displayPath(),
                          .names = {},
                          .leftOut = std::move(file.leftOut),
                          .described = file.users,
                          .all = static_cast<std::int64_t>(ids.size())};
    if (file.attributes.empty()) {
        throw Error(ErrorKind::Input, translated("No column of {} can be an attribute.", part.name()),
                    translated("An attribute needs values that several users or items share, or numbers."));
    }
    for (const UserAttribute& attribute : file.attributes) added.names.push_back(attribute.name);
    throwIfStopped(stop);
    if (of == AttributesOf::Users) {
        UserAttributeStore(workspace).replace(dataset, std::move(file.attributes));
    } else {
        ItemAttributeStore(workspace).replace(dataset, std::move(file.attributes));
    }
    return added;
}

}  // namespace recscope
