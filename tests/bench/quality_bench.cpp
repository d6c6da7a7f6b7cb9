// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <stdexcept>

#include "bench.h"

namespace recscope::bench {

namespace {

/// Two presets of one model: `fast`, which aims at the published quality in little time, and `published`, the paper's.
struct Race {
    const char* title;
    const char* model;
    const char* fast;
    const char* published;
    double ndcgAt10;  ///< the published test value, ML-1M, full ranking (Klenitskiy & Vasilev 2023; Petrov & Macdonald
                      ///< 2022)
};
constexpr Race kRaces[] = {{"SASRec", "sasrec", "fast", "ce", 0.1779},
                           {"BERT4Rec", "bert4rec", "fast", "replication", 0.1516}};

enum class Next { Continue, Stop };

/// Runs recscope-cli and calls `onEvent` with each event that it prints (a line of JSON). If `onEvent` returns
/// Next::Stop, stops the program as Ctrl-C does and ignores its further events.
void follow(const std::vector<std::string>& arguments, const std::function<Next(const Json&)>& onEvent) {
    const std::string path = (programFolder() / "recscope-cli").string();
    std::vector<char*> words = {const_cast<char*>(path.c_str())};
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    int ends[2];
    if (::pipe(ends) != 0) throw std::runtime_error("cannot make a pipe");
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(ends[1], STDOUT_FILENO);
        ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);
        ::close(ends[0]);
        ::close(ends[1]);
        ::execv(path.c_str(), words.data());
        ::_exit(127);
    }
    ::close(ends[1]);
    std::FILE* lines = ::fdopen(ends[0], "r");
    char* line = nullptr;
    std::size_t capacity = 0;
    bool stopped = false;
    while (::getline(&line, &capacity, lines) > 0) {
        if (!stopped && onEvent(Json::parse(line)) == Next::Stop) {
            stopped = true;
            ::kill(child, SIGINT);
        }
    }
    std::free(line);
    std::fclose(lines);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (status != 0 && !stopped)
        throw std::runtime_error("failed: recscope-cli " + fmt::format("{}", fmt::join(arguments, " ")));
}

struct TrainingOutcome {
    double seconds = 0;         ///< from the start of the import
    double bestValidation = 0;  ///< best validation NDCG@10
    std::int64_t epochs = 0;
    double test = 0;  ///< test NDCG@10; 0 if the training was stopped early
};

/// Imports the file into a new workspace and trains there with `preset`. Stops the training early once its validation
/// NDCG@10 reaches `goal`.
TrainingOutcome trainUntil(const std::filesystem::path& folder, const std::filesystem::path& file, const Race& race,
                           const char* preset, double goal) {
    const std::string workspace = (folder / "quality.recscope").string();
    for (const char* ending : {"", "-wal", "-shm", ".lock"}) std::filesystem::remove(workspace + ending);
    TrainingOutcome outcome;
    const double start = now();
    follow({"import", file.string(), "--name", "quality", "--workspace", workspace, "--json"},
           [](const Json&) { return Next::Continue; });
    follow({"train", "--dataset", "quality", "--model", race.model, "--preset", preset, "--workspace", workspace,
            "--json"},
           [&](const Json& event) {
               if (event.at("event") == "finished") outcome.test = event.at("test").at("ndcg@10");
               if (event.at("event") != "epoch") return Next::Continue;
               outcome.epochs = event.at("epoch");
               const Json valid = event.value("valid", Json());
               if (!valid.is_object()) return Next::Continue;
               outcome.bestValidation = std::max(outcome.bestValidation, valid.at("ndcg@10").get<double>());
               return outcome.bestValidation >= goal ? Next::Stop : Next::Continue;
           });
    outcome.seconds = secondsSince(start);
    return outcome;
}

}  // namespace

void benchQuality(const std::filesystem::path& folder, const std::filesystem::path& file, QualityBaseline baselineKind,
                  const Notify& notify) {
    constexpr double kNoGoal = 2;  // never reached: an NDCG is at most 1
    for (const Race& race : kRaces) {
        const TrainingOutcome fast = trainUntil(folder, file, race, race.fast, kNoGoal);
        Measurement measurement = {.name = fmt::format("{} {}: test {:.4f} (published {:.4f})", race.title, race.fast,
                                                       fast.test, race.ndcgAt10),
                                   .unit = "s",
                                   .ours = fast.seconds,
                                   .baselineName = {},
                                   .moreIsBetter = false};
        if (baselineKind == QualityBaseline::PublishedPreset) {
            const TrainingOutcome published = trainUntil(folder, file, race, race.published, fast.bestValidation);
            measurement.baseline = published.seconds;
            measurement.baselineName =
                published.bestValidation >= fast.bestValidation
                    ? fmt::format("preset {} until its validation is as good, {:.4f}: {} epochs, not {}",
                                  race.published, fast.bestValidation, published.epochs, fast.epochs)
                    : fmt::format("preset {} to its end; its validation is {:.4f}, not {:.4f}", race.published,
                                  published.bestValidation, fast.bestValidation);
        }
        notify(measurement);
    }
}

}  // namespace recscope::bench
