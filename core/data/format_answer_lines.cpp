// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>
#include <vector>

#include "core/data/dataset_format.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Fields = std::vector<std::string_view>;

/// The fields of a line; a comma at its end adds no empty field.
Fields fieldsOf(std::string_view line) {
    Fields fields;
    line = trimmed(line);
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(','), line.size());
        fields.push_back(trimmed(line.substr(0, end)));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return fields;
}

/// The number of answers in the first line of a student; unset if the line holds anything but one whole number.
std::optional<std::size_t> answerCountIn(std::string_view line) {
    constexpr std::size_t kMaxDigits = 7;  // no student has ten million answers: a longer number is an id or a time
    const Fields fields = fieldsOf(line);
    if (fields.size() != 1 || fields[0].empty() || fields[0].size() > kMaxDigits) return std::nullopt;
    if (fields[0].find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
    return static_cast<std::size_t>(*parseNumber(fields[0]));
}

class AnswerRows : public RowParser {
public:
    const char* parse(std::string_view line, std::vector<RawRow>& rows) override {
        rows.clear();
        if (m_next == Next::Count) {
            const auto count = answerCountIn(line);
            if (!count) return translatable("no number of answers");
            m_count = *count;
            m_student = std::to_string(++m_students);
            if (m_count > 0) m_next = Next::Ids;
        } else if (m_next == Next::Ids) {
            m_line.assign(line);
            m_ids = fieldsOf(m_line);
            m_next = Next::Answers;
        } else {
            m_next = Next::Count;
            const Fields answers = fieldsOf(line);
            if (answers.size() != m_ids.size() || answers.size() != m_count)
                return translatable("lists of different lengths");
            for (std::size_t i = 0; i < answers.size(); ++i) rows.push_back({m_student, m_ids[i], {}, answers[i]});
        }
        return nullptr;
    }

    std::vector<std::vector<std::string>> cells(std::string_view line) override {
        std::vector<RawRow> rows;
        if (parse(line, rows)) return {{std::string(line)}};
        std::vector<std::vector<std::string>> all;
        for (const RawRow& row : rows)
            all.push_back({std::string(row.user), std::string(row.item), std::string(row.rating)});
        return all;
    }

    /// True after the first and the second of a student's three lines: only the third yields rows.
    bool isBetweenRows() const override { return m_next != Next::Count; }

private:
    enum class Next { Count, Ids, Answers };
    Next m_next = Next::Count;   // what the next line holds
    std::size_t m_count = 0;     // number of the current student's answers
    std::size_t m_students = 0;  // number of students so far
    std::string m_student;       // id of the current student: a number from 1
    std::string m_line;          // the current student's line of ids
    Fields m_ids;                // views into m_line
};

/// The format of knowledge tracing: for each student a line with the number of answers, a line with the ids of the
/// exercises or skills, and a line with the answers, 1 for right and 0 for wrong.
class AnswerLinesFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {
            "answer-lines", translatable("Three lines per student (knowledge tracing)"),
            translatable("for each student three lines: the number of answers, the ids of the exercises, and 1 or 0 "
                         "for each answer, which becomes the rating; no times")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping&) const override {
        constexpr std::size_t kMinStudents = 2;
        constexpr double kMinShare = 0.9;  // of the students; a few damaged lines do not prevent recognition
        std::size_t students = 0, passed = 0;
        std::vector<std::string_view> lines;
        for (const std::string_view line : sample.lines) {
            if (!trimmed(line).empty()) lines.push_back(line);
        }
        for (std::size_t i = 0; i < lines.size();) {
            const auto count = answerCountIn(lines[i]);
            if (count == std::size_t{0}) {
                ++i;
                continue;
            }
            if (i + 2 >= lines.size()) break;  // the sample may end between a student's lines
            ++students;
            passed += count && isStudent(*count, lines[i + 1], lines[i + 2]);
            i += 3;
        }
        if (passed < kMinStudents || static_cast<double>(passed) < kMinShare * static_cast<double>(students))
            return std::nullopt;
        return Recognition{
            /*confidence=*/1.0,
            translated("three lines for each student: the number of answers, the ids, and 1 or 0 for each answer"),
            {.delimiter = {}, .columns = {"student", "id", "answer"}, .columnCount = 3, .time = {}, .rating = 2},
            TimeFormat::Auto,
            ColumnChoice::Fixed};
    }

    std::unique_ptr<RowParser> makeLineParser(const TableLayout&) const override {
        return std::make_unique<AnswerRows>();
    }
    std::vector<std::string> itemsFileNames(const std::string&) const override { return {"items.csv"}; }

private:
    /// Whether these are the three lines of a student: `count` ids, and as many answers.
    static bool isStudent(std::size_t count, std::string_view ids, std::string_view answers) {
        const Fields fields = fieldsOf(answers);
        return fieldsOf(ids).size() == count && fields.size() == count &&
               std::all_of(fields.begin(), fields.end(),
                           [](std::string_view answer) { return answer == "0" || answer == "1"; });
    }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeAnswerLinesFormat() {
    return std::make_unique<AnswerLinesFormat>();
}

}  // namespace recscope
