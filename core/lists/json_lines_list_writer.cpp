// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "core/lists/list_writer.h"

namespace recscope {

namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Writes the lists as JSON lines, one object for each user.
class JsonLinesListWriter : public ListWriter {
public:
    explicit JsonLinesListWriter(const ListSubject& subject) : m_subject(subject), m_run(dumped(subject.run.name)) {
        m_items.reserve(subject.items.size());
        for (const ItemInfo& item : subject.items)
            m_items.push_back(fmt::format(R"("item":{},"title":{})", dumped(item.id), dumped(item.title)));
    }

    std::string textOf(const UserList& list) const override {
        const std::string target = list.heldOut ? dumped(m_subject.item(*list.heldOut).id) : dumped(nullptr);
        std::string text =
            fmt::format(R"({{"run":{},"user":{},"input":{},"target":{},"recommendations":[)", m_run,
                        dumped(m_subject.userId(list.user)), dumped(historyInputName(list.input)), target);
        const char* separator = "";
        for (const Recommendation& recommendation : list.items) {
            fmt::format_to(std::back_inserter(text), R"({}{{{},"score":{},"probability":{},"rank":{}}})", separator,
                           m_items[ListSubject::indexOf(recommendation.token)], dumped(recommendation.score),
                           dumped(recommendation.probability), recommendation.rank);
            separator = ",";
        }
        return text + "]}\n";
    }

private:
    const ListSubject& m_subject;
    std::string m_run;
    std::vector<std::string> m_items;  ///< id and title as written; formatted once, because an item is in many lists
};

}  // namespace

std::unique_ptr<ListWriter> jsonLinesListWriter(const ListSubject& subject, std::ostream& /*file*/) {
    return std::make_unique<JsonLinesListWriter>(subject);
}

}  // namespace recscope
