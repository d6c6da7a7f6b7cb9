// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "core/lists/list_writer.h"
#include "core/util/csv.h"

namespace recscope {

namespace {

/// Writes the lists as CSV. For compatibility, a new column must be appended after the existing ones.
class CsvListWriter : public ListWriter {
public:
    CsvListWriter(const ListSubject& subject, std::ostream& file, bool hasHeader) : m_subject(subject), m_file(file) {
        if (!hasHeader) m_file << "user,rank,item,title,score,probability,input\n";
    }

    void add(const UserList& list) override {
        const std::string user = csvField(m_subject.userId(list.user));
        for (const Recommendation& recommendation : list.items) {
            const ItemInfo& item = m_subject.item(recommendation.token);
            fmt::print(m_file, "{},{},{},{},{},{},{}\n", user, recommendation.rank, csvField(item.id),
                       csvField(item.title), recommendation.score, recommendation.probability,
                       historyInputName(list.input));
        }
    }

private:
    const ListSubject& m_subject;
    std::ostream& m_file;
};

}  // namespace

std::unique_ptr<ListWriter> csvListWriter(const ListSubject& subject, std::ostream& file, bool hasHeader) {
    return std::make_unique<CsvListWriter>(subject, file, hasHeader);
}

}  // namespace recscope
