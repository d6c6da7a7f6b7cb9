// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/import_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <set>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "core/data/column_roles.h"
#include "core/data/companions.h"
#include "core/data/date_text.h"
#include "core/data/file_finder.h"
#include "core/data/joined_rows.h"
#include "core/data/missing_value.h"
#include "core/data/order_tables.h"
#include "core/data/other_dates.h"
#include "core/data/record_reader.h"
#include "core/data/sparse_matrix.h"
#include "core/data/table_recognition.h"
#include "core/data/text_encoding.h"
#include "core/data/text_source.h"
#include "core/data/unrecognised.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

std::string chosenEncoding(const ImportOptions& options, const TextSample& sample) {
    const std::string chosen = encodingNamed(options.encoding);
    return chosen.empty() ? sample.encoding : chosen;
}

/// Suggests a name for the dataset. A file name such as "ratings.dat" identifies no dataset, but the name of its folder
/// or archive does.
std::string suggestName(const SourcePart& part) {
    static const std::set<std::string> kEmptyNames = {"u", "ratings", "interactions", "reviews", "data", "train"};
    const std::string name = part.name(), stem = name.substr(0, name.rfind('.'));
    const std::string folder = part.folder();
    return kEmptyNames.contains(folded(stem)) && !folder.empty() ? folder : stem;
}

/// True for "205" and "205.0": tables of floating-point numbers write whole numbers in the second form.
bool isWholeNumber(std::string_view text) {
    const std::size_t end = text.find('.');
    const std::string_view digits = text.substr(0, end);
    const std::string_view zeros = end == std::string_view::npos ? "0" : text.substr(end + 1);
    const auto all = [](std::string_view part, char first, char last) {
        return !part.empty() && std::all_of(part.begin(), part.end(), [&](char c) { return c >= first && c <= last; });
    };
    return all(digits, '0', '9') && all(zeros, '0', '0');
}

/// NewestFirst if, in the sample, the time of a row is nearly always earlier than that of the same user's row before
/// it. Programs that show a list newest first often export it in that order.
FileOrder orderOfSample(const ImportSource& source) {
    constexpr std::size_t kMinFalling = 3, kFallingPerRising = 20;
    const TableLayout& layout = source.recognition.layout;
    if (!layout.time || !source.timeProblem.empty()) return FileOrder::OldestFirst;
    const auto parser = source.format->makeParser(layout);
    const TimeReader times(source.timeFormat, source.timePattern);
    std::vector<RawRow> rows;
    std::unordered_map<std::string, std::int64_t> before;  // by user
    std::size_t falling = 0, rising = 0;
    for (std::size_t i = layout.hasHeader; i < source.sample.lines.size(); ++i) {
        if (trimmed(source.sample.lines[i]).empty() || parser->parse(source.sample.lines[i], rows)) continue;
        for (const RawRow& row : rows) {
            const auto time = times.read(row.time);
            if (!time || isMissing(row.user)) continue;
            const auto [last, isFirst] = before.try_emplace(std::string(row.user), *time);
            falling += *time < last->second;
            rising += *time > last->second;
            last->second = *time;
        }
    }
    return falling >= kMinFalling && falling >= kFallingPerRising * rising ? FileOrder::NewestFirst
                                                                           : FileOrder::OldestFirst;
}

void findWholeNumberIds(ImportSource& source) {
    const auto parser = source.format->makeParser(source.recognition.layout);
    std::vector<RawRow> rows;
    std::size_t counted = 0, wholeUsers = 0, wholeItems = 0;
    for (std::size_t i = source.recognition.layout.hasHeader; i < source.sample.lines.size(); ++i) {
        if (trimmed(source.sample.lines[i]).empty() || parser->parse(source.sample.lines[i], rows)) continue;
        for (const RawRow& row : rows) {
            if (isMissing(row.user) || isMissing(row.item)) continue;
            ++counted;
            wholeUsers += isWholeNumber(trimmed(row.user));
            wholeItems += isWholeNumber(trimmed(row.item));
        }
    }
    source.hasWholeUsers = counted > 0 && wholeUsers == counted;
    source.hasWholeItems = counted > 0 && wholeItems == counted;
}

/// Keeps only whole rows: lines from the middle of a file may belong to a quoted text.
void keepWholeRows(const RecordGrammar& grammar, std::vector<std::string>& lines) {
    if (grammar.delimiter.empty() || grammar.fieldCount == 0) return;
    FieldSplitter splitter(grammar);
    std::erase_if(lines, [&](const std::string& line) {
        return !splitter.split(line) || splitter.fields().size() != grammar.fieldCount;
    });
}

/// The distinct times in the sample as text, at most as many as are needed to determine their format.
std::vector<std::string> timeTexts(const ImportSource& source) {
    constexpr std::size_t kMaxTexts = 2000;
    const auto parser = source.format->makeParser(source.recognition.layout);
    std::vector<RawRow> rows;
    std::set<std::string, std::less<>> texts;
    bool headerIsNext = source.recognition.layout.hasHeader;
    for (const auto* lines : {&source.sample.lines, &source.sample.later}) {
        for (const std::string& line : *lines) {
            if (trimmed(line).empty()) continue;
            if (std::exchange(headerIsNext, false) || parser->parse(line, rows)) continue;
            for (const RawRow& row : rows) {
                if (texts.size() < kMaxTexts && !isMissing(row.time)) texts.emplace(trimmed(row.time));
            }
        }
    }
    return {texts.begin(), texts.end()};
}

/// Reads further in the file until a date shows which number is the day and which is the month. Unset if no date shows
/// it.
std::optional<TimeFormat> dateOrderIn(const ImportSource& source) {
    const TableLayout& layout = source.recognition.layout;
    const auto parser = source.format->makeParser(layout);
    const auto open = textOpener(source.part, source.encoding);
    RecordReader reader(readAhead(open()), layout.grammar, open);
    std::vector<RawRow> rows;
    std::string_view line;
    std::string last;
    while (reader.next(line)) {
        if (reader.isTooLong() || line.empty()) continue;
        if (parser->parse(line, rows) && (reader.join(line) != Joined::Whole || parser->parse(line, rows))) continue;
        for (const RawRow& row : rows) {
            if (row.time == last) continue;
            last = row.time;
            const bool isDayFirst = parseNumericDate(row.time, DateOrder::DayFirst).has_value();
            const bool isMonthFirst = parseNumericDate(row.time, DateOrder::MonthFirst).has_value();
            if (isDayFirst != isMonthFirst) return isDayFirst ? TimeFormat::DayFirst : TimeFormat::MonthFirst;
        }
    }
    return std::nullopt;
}

/// "3 April 2012".
std::string dayText(std::int64_t ms) {
    const std::chrono::year_month_day day{std::chrono::floor<std::chrono::days>(
        std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(ms)))};
    static constexpr std::array kMonths = {"January", "February", "March",     "April",   "May",      "June",
                                           "July",    "August",   "September", "October", "November", "December"};
    return fmt::format("{} {} {}", static_cast<unsigned>(day.day()), kMonths.at(static_cast<unsigned>(day.month()) - 1),
                       static_cast<int>(day.year()));
}

/// Offers both orders of day and month as alternatives, with the first date that the two orders read differently.
void askForDateOrder(const std::vector<std::string>& texts, ImportSource& source) {
    for (const std::string& text : texts) {
        const auto dayFirst = parseNumericDate(text, DateOrder::DayFirst);
        const auto monthFirst = parseNumericDate(text, DateOrder::MonthFirst);
        if (!dayFirst || !monthFirst || dayFirst == monthFirst) continue;
        const ColumnMapping columns = source.recognition.layout.asMapping();
        source.alternatives.push_back(
            {columns, TimeFormat::DayFirst, translated("\"{}\" is {} (the day first)", text, dayText(*dayFirst))});
        source.alternatives.push_back({columns, TimeFormat::MonthFirst,
                                       translated("\"{}\" is {} (the month first)", text, dayText(*monthFirst))});
        return;
    }
}

/// Guesses the format of dates whose parts are in separate columns, perhaps with a time of day: "2008 10 29 23 30 5".
std::optional<TimeGuess> guessParts(const std::vector<std::string>& texts) {
    for (const char* pattern : {"%Y %m %d %H %M %S", "%Y %m %d %H %M", "%Y %m %d"}) {
        const TimePattern times(pattern);
        const auto passed = std::count_if(texts.begin(), texts.end(),
                                          [&](const std::string& text) { return times.parse(text).has_value(); });
        const double share = static_cast<double>(passed) / static_cast<double>(texts.size());
        if (share < 0.9) continue;
        return TimeGuess{.format = TimeFormat::Pattern, .pattern = pattern, .share = share, .hasClock = true};
    }
    return std::nullopt;
}

/// Guesses whether the texts are dates with milliseconds from a separate column.
std::optional<TimeGuess> guessDateAndMs(const std::vector<std::string>& texts) {
    std::size_t passed = 0, clocks = 0;  // clocks: numbers such as "2015" or "201530" that may be times of day
    for (const std::string& text : texts) {
        const auto time = parseTime(text, TimeFormat::DateAndMs);
        const auto number = parseNumber(text.substr(std::min(text.rfind(' '), text.size())));
        passed += time.has_value();
        clocks += number && *number < 240000 && std::fmod(*number, 100) < 60;
    }
    const double share = static_cast<double>(passed) / static_cast<double>(texts.size());
    if (share < 0.9 || clocks == texts.size()) return std::nullopt;
    return TimeGuess{.format = TimeFormat::DateAndMs, .pattern = {}, .share = share, .hasClock = true};
}

TimeGuess settleTimes(const ImportOptions& options, ImportSource& source) {
    const TableLayout& layout = source.recognition.layout;
    const bool isChosen = options.timeFormat != TimeFormat::Auto;
    source.timeFormat = isChosen ? options.timeFormat : source.recognition.timeFormat;
    source.timePattern = options.timePattern;
    TimeGuess guess{.format = source.timeFormat, .pattern = source.timePattern};
    if (!layout.time) return guess;
    const std::vector<std::string> texts = timeTexts(source);
    if (isChosen && !texts.empty()) {
        const TimeReader reader(source.timeFormat, source.timePattern);
        const bool fits = std::any_of(texts.begin(), texts.end(),
                                      [&](const std::string& text) { return reader.read(text).has_value(); });
        if (!fits) {
            source.timeProblem = translated("The times of {} are not {}, for example \"{}\"", source.part.name(),
                                            timeFormatText(source.timeFormat, source.timePattern), texts[0]);
        }
    }
    if (source.timeFormat != TimeFormat::Auto || texts.empty()) return guess;
    auto found = layout.furtherTimeColumns.size() >= 2   ? guessParts(texts)
                 : layout.furtherTimeColumns.size() == 1 ? guessDateAndMs(texts)
                                                         : std::nullopt;
    if (!found) found = guessTimeFormat({texts.begin(), texts.end()}, /*isNamed=*/true);
    if (!found) {
        source.timeProblem =
            translated("The times of {} cannot be read, for example \"{}\"", source.part.name(), texts[0]);
        return guess;
    }
    if (found->fitsBothOrders) {
        if (const auto order = dateOrderIn(source)) {
            found->format = *order;
        } else {
            askForDateOrder(texts, source);
        }
    } else if (dateOrdersOf(texts).areMixed()) {
        askForDateOrder(texts, source);
    }
    source.timeFormat = found->format;
    source.timePattern = found->pattern;
    return *found;
}

/// Describes the columns with the roles that the layout gives them.
void describeColumns(const TimeGuess& time, ImportSource& source) {
    const TableLayout& layout = source.recognition.layout;
    const auto parser = source.format->makeParser(layout);
    SampleTable table{layout.columns, {}};
    bool headerIsNext = layout.hasHeader;
    for (const auto* lines : {&source.sample.lines, &source.sample.later}) {
        for (const std::string& line : *lines) {
            if (trimmed(line).empty() || std::exchange(headerIsNext, false)) continue;
            for (auto& row : parser->cells(line)) table.rows.push_back(std::move(row));
        }
    }
    const std::vector<ColumnProfile> profiles = profileColumns(table, {source.timeFormat, source.timePattern});
    const ColumnRoles roles = rolesOf(layout);
    source.hasLabels = layout.columns.empty() && roles.rating && areLabels(profiles, *roles.rating);
    source.findings = findingsOf(profiles, roles, source.recognition.reasons);
    // The column of line numbers is not in the file.
    std::vector<ColumnProfile> written = profiles;
    if (layout.lineColumn && !roles.of(*layout.lineColumn) && *layout.lineColumn < written.size())
        written.resize(*layout.lineColumn);
    source.reading = readingText(written, roles, time);
    if (!source.lacksUser || !source.whyNoUser.empty()) return;
    if (profiles.size() <= kReportedColumns) source.whyNoUser = whyNoRoles(profiles);
    source.columnsExample = exampleColumns(profiles);
}

/// Adds the format's warning to the report, and sentences on how a sparse matrix was read.
void warnOfFormat(ImportSource& source) {
    if (!source.recognition.warning.empty()) source.warnings.push_back(source.recognition.warning);
    if (!source.part.member.empty() || !isSparseMatrixFile(source.part.path)) return;
    source.warnings.push_back(
        translated("A sparse matrix has no times: the items of a user are in the order in which the matrix stores "
                   "them, which is not the order in time."));
    if (source.recognition.reasons.at(static_cast<std::size_t>(ColumnRole::User)) == RoleReason::Chosen) return;
    source.warnings.push_back(
        translated("The rows of the matrix are taken for the users and its columns for the items. If it is the other "
                   "way round, choose the columns: {}.",
                   source.recognition.layout.rating ? "user=item,item=user,rating=rating" : "user=item,item=user"));
}

}  // namespace

std::string unusableText(const SourcePart& part, const char* content, const std::string& why) {
    return translated("{} were not read from {}. {}", translated(content), part.name(), why);
}

Described ImportSource::described(Subject subject, std::span<const std::string> ids) const {
    const TableLayout& layout = recognition.layout;
    const bool areItems = subject == Subject::Items;
    Described described{.subject = subject, .ids = ids, .haveWholeNumberIds = areItems ? hasWholeItems : hasWholeUsers};
    const std::size_t column = areItems ? layout.item : layout.user;
    // The names in the layouts of some formats are not from the file.
    const bool isFixed = recognition.columnChoice == ColumnChoice::Fixed;
    const bool isMatrix = part.member.empty() && isSparseMatrixFile(part.path);
    if (isFixed || isMatrix || !layout.cellColumns.empty() || column >= layout.columns.size()) return described;
    const std::string& name = layout.columns[column];
    described.column = trimmed(std::string_view(name).substr(name.rfind('.') + 1));  // "events[].item_id"
    return described;
}

namespace {

/// Unset if the two tables cannot be read as one, for example because of a row that is not in the sample.
std::optional<ImportSource> joinedSource(ImportOptions options, const SourcePart& both) {
    options.path = both.path;
    options.member = both.member;
    try {
        return findSource(options);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Input) throw;
        return std::nullopt;
    }
}

/// The source in which each line is joined with its order, whose user and time are in a table beside the lines. Unset
/// if that table is not certain or if the user of the program chose columns or a format; a sentence in `source` then
/// says where the orders may be found.
std::optional<ImportSource> withOrders(const ImportOptions& options, ImportSource& source) {
    const auto table = findOrderTable(source);
    if (!table) return std::nullopt;
    const SourcePart both = joinedWith(source.part, table->part);
    const bool isChosen = !options.columns.empty() || !options.format.empty();
    auto found = table->isSure && !isChosen ? joinedSource(options, both) : std::nullopt;
    if (found && !found->lacksUser) {
        found->reading.push_back(
            translated("{}: both tables were read as one. To read {} alone, choose its "
                       "columns: {}.",
                       table->sentence(), source.part.name(), source.recognition.layout.asMapping().text()));
        return found;
    }
    const std::string hint =
        translated("{}. To read both tables as one, import \"{}\"", table->sentence(), both.displayPath());
    source.reading.push_back(hint + ".");
    if (source.lacksUser) source.whyNoUser += (source.whyNoUser.empty() ? "" : ". ") + hint;
    return std::nullopt;
}

}  // namespace

ImportSource findSource(const ImportOptions& options) {
    ImportSource source;
    FoundInteractions found = findInteractions(options);
    source.part = std::move(found.part);
    source.sample = readSample(source.part, options.encoding);
    addLaterLines(source.part, source.sample);
    std::vector<Recognised> recognised = recognise(options, source.part, source.sample);
    if (recognised.empty()) failUnrecognised(options, source.part, source.sample);

    for (const Recognised& candidate : recognised) {
        const FormatInfo info = candidate.format->info();
        source.candidates.push_back(
            {info.name, info.title, candidate.recognition.confidence, candidate.recognition.why});
    }
    source.format = recognised[0].format;
    source.recognition = std::move(recognised[0].recognition);
    source.sample.lines =
        recordsOf(std::vector<std::string_view>(source.sample.lines.begin(), source.sample.lines.end()),
                  source.recognition.layout.grammar);
    keepWholeRows(source.recognition.layout.grammar, source.sample.later);
    source.encoding = chosenEncoding(options, source.sample);
    warnOfFormat(source);
    if (!found.others.empty()) {
        source.warnings.push_back(translated(
            "Other tables with interactions: {}. To import one of them, choose it (--member NAME on the command line).",
            listed(found.others)));
    }
    source.alternatives = source.recognition.alternatives;
    source.lacksUser = source.recognition.lacksUser;
    source.timeProblem = options.timeFormat == TimeFormat::Auto ? source.recognition.noTime : std::string();
    source.whyNoUser = source.recognition.whyNoUser;
    describeColumns(settleTimes(options, source), source);
    if (auto joined = withOrders(options, source)) return *std::move(joined);
    source.order = orderOfSample(source);
    source.suggestedName = suggestName(source.part);
    findWholeNumberIds(source);
    findCompanions(options, source);
    return source;
}

void failIfUndecided(const ImportSource& source) {
    if (source.lacksUser) {
        std::vector<std::string> readings;
        for (const ColumnReading& reading : source.alternatives)
            readings.push_back(translated("--columns {} ({})", reading.columns.text(), reading.sentence));
        failInput(
            source.whyNoUser.empty()
                ? translated("No column of {} says whose interactions these are.", source.part.name())
                : translated("No column of {} says whose interactions these are: {}.", source.part.name(),
                             source.whyNoUser),
            source.columnsExample.empty()
                ? translated("Whose interactions are these? Say {}.", fmt::join(readings, translated(" or ")))
                : translated(
                      "Whose interactions are these? Say {}; or name the columns of the persons, or of the sessions "
                      "whose items belong together, of the items and of the times: {}.",
                      fmt::join(readings, translated(" or ")), source.columnsExample));
    }
    if (!source.alternatives.empty()) {
        std::vector<std::string> readings, lines;
        for (const ColumnReading& reading : source.alternatives) {
            readings.push_back(reading.sentence);
            lines.push_back(reading.option());
        }
        failInput(translated("{} can be read in more than one way: {}.", source.part.name(),
                             fmt::join(readings, translated("; or "))),
                  translated("Say which one: {}.", fmt::join(lines, translated(" or "))));
    }
    if (!source.timeProblem.empty()) {
        const TableLayout& layout = source.recognition.layout;
        failInput(
            source.timeProblem + ".",
            translated("Times that RecScope can read: seconds to nanoseconds since 1970, 2017-12-17 20:15, 20171217, "
                       "17.12.2017, 12/17/2017 8:15 PM, 17 Dec 2017, Sun Dec 17 20:15:00 +0000 2017. Others need a "
                       "pattern, such as --time-format \"%d.%m.%Y %H:%M\". To import without times: --columns "
                       "user={},item={}.",
                       layout.user + 1, layout.item + 1));
    }
}

ImportOptions settledOptions(const ImportOptions& options, const ImportSource& source) {
    ImportOptions settled = options;
    std::error_code failure;  // ignored: if there is no working directory, the path stays relative
    settled.path = fs::absolute(source.part.path, failure);  // the working directory may differ next time
    settled.member = source.part.member;
    settled.itemsPath.clear();
    if (source.itemsPart) settled.itemsPath = source.itemsPart->absolutePath();
    settled.findItems = false;
    settled.usersPath.clear();
    if (source.usersPart) settled.usersPath = source.usersPart->absolutePath();
    settled.findUsers = false;
    settled.format = source.format->info().name;
    settled.delimiter = source.recognition.layout.delimiter;
    const ItemLists& lists = source.recognition.layout.itemLists;
    settled.itemSeparator = lists.empty() ? kWholeItems : lists.separator;
    if (source.recognition.columnChoice == ColumnChoice::Possible) {
        settled.columns = source.recognition.layout.asMapping();
        settled.foundRoles.clear();
        for (std::size_t i = 0; i < kColumnRoles; ++i) {
            const auto role = static_cast<ColumnRole>(i);
            const bool isListed = role <= ColumnRole::Rating || !settled.columns.of(role).empty();
            if (isListed && source.recognition.reasons.at(i) != RoleReason::Chosen) settled.foundRoles.push_back(role);
        }
    }
    settled.encoding = source.encoding;
    settled.timeFormat = source.timeFormat;
    settled.timePattern = source.timePattern;
    if (!source.recognition.layout.delimiter.empty())
        settled.header = source.recognition.layout.hasHeader ? Header::Yes : Header::No;
    return settled;
}

}  // namespace recscope
