// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/import_users.h"

#include <utility>

#include "core/data/user_attributes.h"
#include "core/util/error.h"

namespace recscope {

std::vector<UserAttribute> importUsers(const ImportSource& source, std::span<const std::string> userIds,
                                       ImportReport& report, const ProgressSink& progress,
                                       const std::stop_token& stop) {
    if (!source.usersPart) {  // reports why a users file beside the interactions was not used
        report.usersPath = source.usersMatch.path;
        report.usersProblem = source.usersMatch.sentence;
        if (!report.usersProblem.empty() && !report.usersProblem.ends_with('.')) report.usersProblem += '.';
        return {};
    }
    report.usersPath = source.usersPart->displayPath();
    try {
        AttributesFile file =
            readAttributesFile(*source.usersPart, source.described(Subject::Users, userIds), {}, progress, stop);
        for (const UserAttribute& attribute : file.attributes) report.userAttributes.push_back(attribute.name);
        report.userColumnsLeftOut = std::move(file.leftOut);
        report.usersDescribed = file.users;
        return std::move(file.attributes);
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::Cancelled) throw;
        report.usersProblem = error.what();
        return {};
    }
}

}  // namespace recscope
