// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/lists/list_writer.h"

namespace recscope {

namespace {

using Json = nlohmann::ordered_json;

class JsonLinesListWriter : public ListWriter {
public:
    JsonLinesListWriter(const ListSubject& subject, std::ostream& file) : m_subject(subject), m_file(file) {}

    void add(const UserList& list) override {
        Json items = Json::array();
        for (const Recommendation& recommendation : list.items) {
            const ItemInfo& item = m_subject.item(recommendation.token);
            items.push_back({{"item", item.id},
                             {"title", item.title},
                             {"score", recommendation.score},
                             {"probability", recommendation.probability},
                             {"rank", recommendation.rank}});
        }
        const Json line = {{"run", m_subject.run.name},
                           {"user", m_subject.userId(list.user)},
                           {"input", historyInputName(list.input)},
                           {"target", list.heldOut ? Json(m_subject.item(*list.heldOut).id) : Json(nullptr)},
                           {"recommendations", std::move(items)}};
        m_file << line.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
    }

private:
    const ListSubject& m_subject;
    std::ostream& m_file;
};

}  // namespace

std::unique_ptr<ListWriter> jsonLinesListWriter(const ListSubject& subject, std::ostream& file, bool /*hasHeader*/) {
    return std::make_unique<JsonLinesListWriter>(subject, file);
}

}  // namespace recscope
