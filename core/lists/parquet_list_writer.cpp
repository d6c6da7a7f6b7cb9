// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/lists/list_writer.h"
#include "core/parquet/parquet_writer.h"

namespace recscope {

namespace {

/// Writes the lists as Parquet, with the columns of the CSV.
class ParquetListWriter : public ListWriter {
public:
    ParquetListWriter(const ListSubject& subject, std::ostream& file)
        : m_subject(subject),
          m_table(parquetWriter(file, {{"user", ParquetType::Text},
                                       {"rank", ParquetType::Integer},
                                       {"item", ParquetType::Text},
                                       {"title", ParquetType::Text},
                                       {"score", ParquetType::Float},
                                       {"probability", ParquetType::Float},
                                       {"input", ParquetType::Text}})) {}

    void add(const UserList& list, std::ostream& /*file*/) override {
        for (const Recommendation& recommendation : list.items) {
            const ItemInfo& item = m_subject.item(recommendation.token);
            m_table->add(std::array<ParquetCell, 7>{
                m_subject.userId(list.user), static_cast<std::int64_t>(recommendation.rank), item.id, item.title,
                recommendation.score, recommendation.probability, historyInputName(list.input)});
        }
    }

    void finish() override { m_table->finish(); }

private:
    const ListSubject& m_subject;
    std::unique_ptr<ParquetWriter> m_table;
};

}  // namespace

std::unique_ptr<ListWriter> parquetListWriter(const ListSubject& subject, std::ostream& file) {
    return std::make_unique<ParquetListWriter>(subject, file);
}

}  // namespace recscope
