// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <iterator>

#include "core/lists/list_writer.h"
#include "core/util/csv.h"

namespace recscope {

namespace {

/// Writes the lists as CSV. For compatibility, a new column must be appended after the existing ones.
class CsvListWriter : public ListWriter {
public:
    explicit CsvListWriter(const ListSubject& subject) : m_subject(subject) {
        m_items.reserve(subject.items.size());
        for (const ItemInfo& item : subject.items) m_items.push_back(csvField(item.id) + ',' + csvField(item.title));
    }

    std::string header() const override { return "user,rank,item,title,score,probability,input\n"; }

    std::string textOf(const UserList& list) const override {
        const std::string user = csvField(m_subject.userId(list.user));
        std::string text;
        for (const Recommendation& recommendation : list.items) {
            fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{}\n", user, recommendation.rank,
                           m_items[ListSubject::indexOf(recommendation.token)], recommendation.score,
                           recommendation.probability, historyInputName(list.input));
        }
        return text;
    }

private:
    const ListSubject& m_subject;
    std::vector<std::string> m_items;  ///< id and title as written; formatted once, because an item is in many lists
};

}  // namespace

std::unique_ptr<ListWriter> csvListWriter(const ListSubject& subject, std::ostream& /*file*/) {
    return std::make_unique<CsvListWriter>(subject);
}

}  // namespace recscope
