// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/workbook.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "core/data/cell_dates.h"
#include "core/data/table_text.h"
#include "core/data/xml_reader.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

constexpr const char* kWorkbookPart = "xl/workbook.xml";
constexpr std::size_t kMaxColumns = 16384;  // Excel's limit: A to XFD
// Largest size of the texts that cells share, which are held in memory.
constexpr std::size_t kMaxSharedBytes = std::size_t{2} << 30;

[[noreturn]] void failDamaged(const fs::path& path, const std::string& what) {
    throw Error(ErrorKind::Input, translated("The workbook is damaged: {} ({}).", path.string(), what),
                translated("Save it again in a spreadsheet program. Nothing was imported."));
}

std::size_t numberIn(std::string_view text, std::size_t otherwise) {
    const auto number = parseNumber(text);
    return number && *number >= 0 && *number < 1e9 ? static_cast<std::size_t>(*number) : otherwise;
}

/// The column of a cell such as "AB12", counted from 0; unset if the reference has no letters. At most kMaxColumns.
std::optional<std::size_t> columnOf(std::string_view reference) {
    std::size_t column = 0;
    for (const char c : reference) {
        if (c < 'A' || c > 'Z') break;
        column = column * 26 + static_cast<std::size_t>(c - 'A' + 1);
        if (column > kMaxColumns) return kMaxColumns;
    }
    if (column == 0) return std::nullopt;
    return column - 1;
}

void readPart(const fs::path& path, const std::string& member, XmlHandlers handlers) {
    XmlReader(openMember(path, member), std::move(handlers), path.string()).readAll();
}

struct Sheet {
    std::string name, member;  ///< member: of the zip archive
};

/// What must be known of a workbook before one of its sheets can be read.
struct Workbook {
    std::vector<Sheet> sheets;
    DateSystem dates = DateSystem::From1900;
    std::string sharedTexts, styles;  ///< members of the zip archive; empty = none
};

/// The path of a target in xl/_rels/workbook.xml.rels as a member of the archive.
std::string memberOf(std::string_view target) {
    return target.starts_with('/') ? std::string(target.substr(1)) : "xl/" + std::string(target);
}

Workbook readWorkbook(const fs::path& path) {
    Workbook book;
    std::map<std::string, std::string, std::less<>> targets;  // by relationship id
    readPart(path, "xl/_rels/workbook.xml.rels",
             {.begin =
                  [&](std::string_view name, const XmlAttributes& attributes) {
                      if (name != "Relationship") return;
                      const std::string member = memberOf(attributes.value("Target"));
                      const std::string_view type = attributes.value("Type");
                      if (type.ends_with("/sharedStrings")) book.sharedTexts = member;
                      if (type.ends_with("/styles")) book.styles = member;
                      if (type.ends_with("/worksheet")) targets[std::string(attributes.value("Id"))] = member;
                  },
              .end = {},
              .text = {}});
    readPart(path, kWorkbookPart,
             {.begin =
                  [&](std::string_view name, const XmlAttributes& attributes) {
                      const std::string_view date1904 = attributes.value("date1904");
                      if (name == "workbookPr" && (date1904 == "1" || date1904 == "true"))
                          book.dates = DateSystem::From1904;
                      if (name != "sheet") return;
                      // Charts and macros are sheets, too, but have no worksheet.
                      const auto target = targets.find(attributes.value("id"));
                      if (target != targets.end())
                          book.sheets.push_back({std::string(attributes.value("name")), target->second});
                  },
              .end = {},
              .text = {}});
    return book;
}

/// The texts that the cells refer to by their index. Phonetic readings (rPh) are left out.
std::vector<std::string> readSharedTexts(const fs::path& path, const std::string& member) {
    std::vector<std::string> texts;
    std::size_t bytes = 0;
    int phonetic = 0;
    bool isInText = false;
    readPart(path, member,
             {.begin =
                  [&](std::string_view name, const XmlAttributes&) {
                      if (name == "si") texts.emplace_back();
                      if (name == "rPh") ++phonetic;
                      isInText = name == "t" && phonetic == 0 && !texts.empty();
                  },
              .end =
                  [&](std::string_view name) {
                      if (name == "rPh") --phonetic;
                      isInText = false;
                  },
              .text =
                  [&](std::string_view text) {
                      if (!isInText) return;
                      texts.back() += text;
                      bytes += text.size();
                      if (bytes > kMaxSharedBytes) failDamaged(path, translated("it has too much text"));
                  }});
    return texts;
}

/// For each cell style, what its number format shows.
std::vector<DateParts> readStyles(const fs::path& path, const std::string& member) {
    std::map<std::size_t, DateParts> own;
    std::vector<DateParts> styles;
    bool isInCellStyles = false;
    readPart(path, member,
             {.begin =
                  [&](std::string_view name, const XmlAttributes& attributes) {
                      const std::size_t id = numberIn(attributes.value("numFmtId"), 0);
                      if (name == "numFmt") own[id] = formatParts(attributes.value("formatCode"));
                      if (name == "cellXfs") isInCellStyles = true;
                      if (name == "xf" && isInCellStyles)
                          styles.push_back(own.contains(id) ? own[id] : builtInFormat(static_cast<int>(id)));
                  },
              .end =
                  [&](std::string_view name) {
                      if (name == "cellXfs") isInCellStyles = false;
                  },
              .text = {}});
    return styles;
}

class SheetText : public TableText {
public:
    SheetText(const fs::path& path, const Workbook& book, const std::string& member)
        : m_path(path),
          m_dates(book.dates),
          m_reader(openMember(path, member),
                   {.begin = [this](std::string_view name,
                                    const XmlAttributes& attributes) { beginElement(name, attributes); },
                    .end = [this](std::string_view name) { endElement(name); },
                    .text =
                        [this](std::string_view text) {
                            if (m_isInValue) m_value += text;
                        }},
                   path.string()) {
        if (!book.sharedTexts.empty()) m_texts = readSharedTexts(path, book.sharedTexts);
        if (!book.styles.empty()) m_styles = readStyles(path, book.styles);
    }

    std::int64_t consumed() const override { return m_reader.source().consumed(); }
    std::int64_t size() const override { return m_reader.source().size(); }

protected:
    bool nextRow(std::vector<std::string>& cells) override {
        while (m_given == m_rows.size()) {
            m_rows.clear();
            m_given = 0;
            if (!m_reader.step()) return false;
        }
        cells = std::move(m_rows[m_given++]);
        return true;
    }

private:
    void beginElement(std::string_view name, const XmlAttributes& attributes) {
        if (name == "row") {
            m_row.clear();
            m_hasValue = false;
        } else if (name == "c") {
            m_column = columnOf(attributes.value("r")).value_or(m_row.size());
            if (m_column >= kMaxColumns) failDamaged(m_path, translated("a row has too many cells"));
            m_type = attributes.value("t");
            const std::size_t style = numberIn(attributes.value("s"), 0);
            m_format = style < m_styles.size() ? m_styles[style] : DateParts{};
            m_value.clear();
        } else if (name == "rPh") {
            ++m_phonetic;
        } else if (name == "v" || name == "t") {
            m_isInValue = m_phonetic == 0;
        }
    }

    void endElement(std::string_view name) {
        if (name == "v" || name == "t") {
            m_isInValue = false;
        } else if (name == "rPh") {
            --m_phonetic;
        } else if (name == "c") {
            if (m_row.size() <= m_column) m_row.resize(m_column + 1);
            m_row[m_column] = cellValue();
            m_hasValue |= !m_row[m_column].empty();
        } else if (name == "row" && m_hasValue) {
            // Excel leaves out the empty cells at the end of a row.
            m_width = std::max(m_width, m_row.size());
            m_row.resize(m_width);
            m_rows.push_back(std::move(m_row));
        }
    }

    std::string cellValue() {
        if (m_type == "s") {
            const std::size_t text = numberIn(m_value, m_texts.size());
            if (text >= m_texts.size() && !m_value.empty())
                failDamaged(m_path, translated("a cell refers to a string that does not exist"));
            return m_value.empty() ? std::string() : m_texts[text];
        }
        if (m_type == "e") return {};
        if (m_type == "b") return m_value == "1" ? "TRUE" : "FALSE";
        if (m_type == "d") {  // ISO 8601
            std::replace(m_value.begin(), m_value.end(), 'T', ' ');
            return m_value;
        }
        if (m_type == "str" || m_type == "inlineStr") return m_value;
        const auto number = parseNumber(m_value);
        if (!number) return m_value;
        return m_format.isDate() ? dateText(*number, m_format, m_dates) : cellText(*number);
    }

    fs::path m_path;
    DateSystem m_dates;
    std::vector<std::string> m_texts;
    std::vector<DateParts> m_styles;
    std::vector<std::vector<std::string>> m_rows;  // parsed, not yet returned
    std::size_t m_given = 0;                       // number of rows of m_rows already returned
    std::size_t m_width = 0;                       // number of cells of the widest row so far
    std::vector<std::string> m_row;
    std::size_t m_column = 0;
    std::string m_type, m_value;
    DateParts m_format;
    int m_phonetic = 0;  // number of open elements rPh, phonetic readings that are not part of the text
    bool m_isInValue = false, m_hasValue = false;
    XmlReader m_reader;  // calls the handlers, so all other members exist before it
};

}  // namespace

bool isWorkbook(const std::vector<ArchiveMember>& members) {
    return std::any_of(members.begin(), members.end(), [](const auto& member) { return member.name == kWorkbookPart; });
}

bool isWorkbookFile(const fs::path& path) {
    return packingOf(path) == Packing::Zip && isWorkbook(archiveMembers(path));
}

std::vector<std::string> sheetsOf(const fs::path& path) {
    std::vector<std::string> names;
    for (const Sheet& sheet : readWorkbook(path).sheets) names.push_back(sheet.name);
    return names;
}

std::unique_ptr<ByteSource> openSheet(const fs::path& path, const std::string& sheet) {
    const Workbook book = readWorkbook(path);
    const auto found =
        std::find_if(book.sheets.begin(), book.sheets.end(), [&](const Sheet& each) { return each.name == sheet; });
    if (found == book.sheets.end())
        throw Error(ErrorKind::Input, translated("There is no sheet \"{}\" in {}.", sheet, path.string()),
                    translated("Its sheets are {}.", listed(sheetsOf(path))));
    return std::make_unique<SheetText>(path, book, found->member);
}

}  // namespace recscope
