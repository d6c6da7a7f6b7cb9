// SPDX-License-Identifier: GPL-3.0-or-later
// Tests output for other programs and for terminals: every CSV passes a strict parser, JSON contains the same intervals
// as the text, and tables fit the width of the terminal.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "../core/support/strict_csv.h"
#include "cli_fixture.h"

namespace recscope::test {
namespace {

/// How many columns of a terminal the line takes, simplified: two per character whose UTF-8 lead byte is E3 to ED (CJK
/// and Hangul), one per other character.
std::size_t columnsOf(const std::string& line) {
    std::size_t columns = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        const auto byte = static_cast<unsigned char>(line[at]);
        if ((byte & 0xC0U) == 0x80U) continue;
        columns += byte >= 0xE3 && byte <= 0xED ? 2 : 1;
    }
    return columns;
}

/// What recscope-cli prints in a terminal that has this number of columns.
std::string printedInTerminal(const Arguments& arguments, unsigned short columns) {
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) return "no terminal";
    const int childSide = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY);
    const winsize size{.ws_row = 40, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    ::ioctl(childSide, TIOCSWINSZ, &size);
    std::vector<std::string> all = {RECSCOPE_CLI};
    all.insert(all.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& argument : all) argv.push_back(argument.data());
    argv.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(childSide, STDOUT_FILENO);
        ::execv(argv.front(), argv.data());
        ::_exit(127);
    }
    ::close(childSide);
    std::string text;
    char bytes[4096];
    for (ssize_t count = 0; (count = ::read(terminal, bytes, sizeof bytes)) > 0;)
        text.append(bytes, static_cast<std::size_t>(count));
    ::close(terminal);
    ::waitpid(child, nullptr, 0);
    std::erase(text, '\r');
    return text;
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

class Exports : public CliFixture {
protected:
    static constexpr int kUsers = 60;

    static void SetUpTestSuite() {
        openFolder();
        json({"import", s_folder->write("small.csv", smallInteractions(kUsers)), "--name", "small, with a comma"});
        cli({"train", "--dataset", "small, with a comma", "--model", "sasrec", "--name", "run \"one\"", "--set",
             "epochs=2", "--set", "dim=8", "--set", "max_length=8", "--seed", "5"});
        json({"cohort", "--dataset", "small, with a comma", "--name", "few", "--users", "u1,u2,u3,u4,u5,u6,u7"});
    }
    /// The CSV file that export writes for this option, read by the strict parser.
    static StrictTable table(const std::string& option) {
        const std::string path = s_folder->path("export.csv");
        json({"export", "--run", "run \"one\"", option, path});
        std::ifstream file(path, std::ios::binary);
        std::stringstream text;
        text << file.rdbuf();
        return readStrictly(text.str());
    }
    static std::vector<std::string> column(const StrictTable& table, const std::string& name) {
        const auto position = std::find(table.header.begin(), table.header.end(), name);
        std::vector<std::string> cells;
        if (position == table.header.end()) return cells;
        for (const auto& row : table.rows)
            cells.push_back(row[static_cast<std::size_t>(position - table.header.begin())]);
        return cells;
    }
};

TEST(StrictCsv, FindsCsvThatAProgramWouldMisread) {
    EXPECT_TRUE(problemsOf(readStrictly("a,b\n1,\"x, \"\"y\"\"\"\n-0.5,2026-11-21\n1e-05,\n")).empty());
    for (const char* const cell : {"1,931", "18.3 ×", "12.3 %", "0.06 ± 0.01", "−0.3", "+0.3", "3 of 12", "8 s", "nan",
                                   "< 0.0001", "3 / 20", "12 % (8–16)", "–"})
        EXPECT_EQ(problemsOf(readStrictly("a\n\"" + std::string(cell) + "\"\n")).size(), 1u) << cell;
    for (const char* const text : {"a\n1", "a\n\"1\n", "a\nx\"y\n", "a\n\"x\"y\n", "a\r\n"})
        EXPECT_THROW(readStrictly(text), std::runtime_error) << text;
    EXPECT_EQ(problemsOf(readStrictly("a,a\n1\n")).size(), 2u);
}

TEST_F(Exports, EveryCsvIsReadByAStrictParser) {
    for (const char* const option : {"--ranks", "--curves", "--recommendations", "--scores"}) {
        const StrictTable read = table(option);
        EXPECT_FALSE(read.rows.empty()) << option;
        for (const std::string& problem : problemsOf(read)) ADD_FAILURE() << option << ": " << problem;
    }
}

TEST_F(Exports, EachRankHasTheIdOfItsProtocol) {
    const StrictTable ranks = table("--ranks");
    for (const std::string& protocol : column(ranks, "protocol"))
        EXPECT_EQ(protocol, "full-seen_removed-leave_one_out");
    EXPECT_EQ(column(table("--curves"), "validation protocol").front(), "full-seen_removed-leave_one_out");
    const Json evaluation = json({"evaluate", "--run", "run \"one\"", "--protocol", "pop100"});
    EXPECT_EQ(evaluation["protocol_id"], "pop100-seed_42-seen_removed-leave_one_out");
}

TEST_F(Exports, JsonContainsTheSameIntervalsAsTheText) {
    const Json evaluation = json({"evaluate", "--run", "run \"one\""});
    const Outcome text = cli({"evaluate", "--run", "run \"one\""});
    int metricLines = 0;
    for (const std::string& line : linesOf(text.out)) {
        std::istringstream words(line);
        std::string name, value, low, high;
        words >> name >> value >> low >> high;
        if (!evaluation["low_95"].contains(name)) continue;
        ++metricLines;
        for (const auto& [key, shown] : {std::pair("metrics", value), {"low_95", low}, {"high_95", high}}) {
            char printed[32];
            std::snprintf(printed, sizeof printed, "%.4f", evaluation[key][name].get<double>());
            EXPECT_EQ(shown, printed) << line;
        }
        const double mean = evaluation["metrics"][name], below = mean - evaluation["low_95"][name].get<double>(),
                     above = evaluation["high_95"][name].get<double>() - mean;
        EXPECT_NEAR(evaluation["half_width_95"][name].get<double>(), std::max(below, above), 1e-9) << line;
    }
    EXPECT_EQ(metricLines, 8) << text.out;
    for (const Json& group : evaluation["by_history_length"])
        EXPECT_GE(group["half_width_95"]["ndcg@10"].get<double>(), 0);

    const std::string path = s_folder->path("metrics.json");
    json({"export", "--run", "run \"one\"", "--metrics", path});
    std::ifstream file(path);
    bool isExported = false;
    const Json exported = Json::parse(file);
    for (const Json& entry : exported["evaluations"]) {
        if (entry["split"] != "test" || entry["protocol_id"] != evaluation["protocol_id"]) continue;
        isExported = true;
        for (const char* key : {"half_width_95", "low_95", "high_95"}) EXPECT_EQ(entry[key], evaluation[key]) << key;
    }
    EXPECT_TRUE(isExported);
}

TEST_F(Exports, ReferenceMetricsOfACohortCountOnlyItsUsers) {
    const Json few = json({"evaluate", "--run", "run \"one\"", "--cohort", "few"});
    ASSERT_EQ(few["references"].size(), 3u);
    EXPECT_EQ(few["references"][0]["name"], "Popularity");
    // With seven users, a hit rate is a multiple of one seventh.
    for (const Json& reference : few["references"]) {
        const double hits = 7 * reference["metrics"]["hr@10"].get<double>();
        EXPECT_NEAR(hits, std::round(hits), 1e-9);
    }
    // For a cohort that contains all users, the reference values equal those without a cohort.
    std::string all;
    for (int i = 1; i <= kUsers; ++i) all += (i > 1 ? ",u" : "u") + std::to_string(i);
    json({"cohort", "--dataset", "small, with a comma", "--name", "all", "--users", all});
    EXPECT_EQ(json({"evaluate", "--run", "run \"one\"", "--cohort", "all"})["references"],
              json({"evaluate", "--run", "run \"one\""})["references"]);
}

TEST_F(Exports, ModelsHaveTheValuesOfTheirPresetsAndEveryLoss) {
    const Json models = json({"models"});
    for (const Json& model : models["models"])
        for (const Json& preset : model["presets"])
            for (const Json& key : model["keys"])
                EXPECT_TRUE(preset["config"].contains(key.get<std::string>()))
                    << model["name"] << preset["name"] << key;
    std::set<std::string> modelLosses, listed, choices;
    for (const Json& model : models["models"])
        for (const Json& loss : model["losses"]) modelLosses.insert(loss.get<std::string>());
    for (const Json& loss : models["losses"]) {
        listed.insert(loss["name"].get<std::string>());
        EXPECT_FALSE(loss["models"].empty()) << loss;
    }
    for (const Json& key : models["config_keys"])
        if (key["key"] == "loss")
            for (const Json& choice : key["choices"]) choices.insert(choice.get<std::string>());
    EXPECT_EQ(listed, modelLosses);
    EXPECT_EQ(choices, modelLosses);
}

TEST_F(Exports, TablesFitTheTerminalAndAreUncutInAPipe) {
    const std::string workspace = s_folder->path("w.recscope");
    const std::vector<Arguments> commands = {{"models"},
                                             {"formats"},
                                             {"--workspace", workspace, "runs"},
                                             {"--workspace", workspace, "datasets"},
                                             {"--workspace", workspace, "evaluate", "--run", "run \"one\""},
                                             {"--workspace", workspace, "stats", "--dataset", "small, with a comma"}};
    for (const Arguments& command : commands) {
        for (const unsigned short columns : {40, 80, 120}) {
            const std::string text = printedInTerminal(command, columns);
            ASSERT_FALSE(text.empty());
            // The terminal wraps sentences. Lines of a table are recognised by two spaces between columns.
            for (const std::string& line : linesOf(text))
                if (line.find("  ") != std::string::npos) {
                    EXPECT_LE(columnsOf(line), columns) << command.back() << ": " << line;
                }
        }
    }
    const Outcome piped = runCli({"models"});
    std::size_t widest = 0;
    for (const std::string& line : linesOf(piped.out)) widest = std::max(widest, columnsOf(line));
    EXPECT_GT(widest, 200u) << "in a pipe, each row of the table must be on one line";
}

TEST_F(Exports, WideCharactersCountTwiceInATerminal) {
    const std::string workspace = s_folder->path("wide.recscope");
    for (const char* const name : {"에스프레소 머신과 원두 그리고 종이 필터", "咖啡机和咖啡豆和滤纸的数据集", "short"})
        ASSERT_EQ(runCli({"--workspace", workspace, "import", s_folder->path("small.csv"), "--name", name}).exitCode,
                  0);
    for (const unsigned short columns : {50, 60, 76}) {
        const std::string text = printedInTerminal({"--workspace", workspace, "datasets"}, columns);
        for (const std::string& line : linesOf(text)) EXPECT_LE(columnsOf(line), columns) << line;
        EXPECT_NE(text.find("short"), std::string::npos);
    }
}

}  // namespace
}  // namespace recscope::test
