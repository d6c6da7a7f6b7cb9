// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/run_store.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/store/connection.h"
#include "core/store/run_curves.h"
#include "core/store/run_row.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/time.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::array kStateNames = {translatable("running"), translatable("stopped"), translatable("finished"),
                                    translatable("failed")};

constexpr const char* kSelectRun =
    "SELECT run.id, run.name, run.dataset, dataset.name, run.model, run.config, run.protocol, run.state, run.message, "
    "run.created_at, run.device, run.epochs_done, run.best_epoch, run.sequences_seen, run.seconds, run.best_valid, "
    "run.test FROM run JOIN dataset ON dataset.id = run.dataset ";

RunState stateFromName(const std::string& name) {
    for (std::size_t i = 0; i < kStateNames.size(); ++i) {
        if (name == kStateNames[i]) return static_cast<RunState>(i);
    }
    throw Error(ErrorKind::Workspace, translated("The workspace contains an unknown run state: {}.", name),
                translated("It was written by another version of RecScope."));
}

const char* kindName(CheckpointKind kind) {
    return kind == CheckpointKind::Best ? "best" : "last";
}

/// The numbers of a text such as "3 17".
std::vector<std::int32_t> numbersIn(const std::string& text) {
    std::vector<std::int32_t> numbers;
    for (const char *next = text.data(), *const end = next + text.size(); next < end; ++next) {
        std::int32_t number = 0;
        next = std::from_chars(next, end, number).ptr;
        numbers.push_back(number);
    }
    return numbers;
}

/// The numbers as a text such as "3 17": of each other target its rank or its token.
std::string textOf(const std::vector<TargetRank>& others, std::int32_t TargetRank::*number) {
    std::vector<std::int32_t> numbers;
    for (const TargetRank& other : others) numbers.push_back(other.*number);
    return fmt::format("{}", fmt::join(numbers, " "));
}

/// The inverse of `textOf`. Older versions did not store the targets.
std::vector<TargetRank> othersOf(const std::string& ranks, const std::string& targets) {
    std::vector<TargetRank> others;
    for (const std::int32_t rank : numbersIn(ranks)) others.push_back({.target = kPadToken, .rank = rank});
    const std::vector<Token> tokens = numbersIn(targets);
    for (std::size_t i = 0; i < std::min(tokens.size(), others.size()); ++i) others[i].target = tokens[i];
    return others;
}

std::optional<Metrics> metricsAt(SQLite::Statement& row, int column) {
    if (row.isColumnNull(column)) return std::nullopt;
    return Metrics::fromJson(textAt(row, column));
}

RunRecord runAt(SQLite::Statement& row) {
    RunRecord run;
    run.id = row.getColumn(0).getInt64();
    run.name = textAt(row, 1);
    run.dataset = row.getColumn(2).getInt64();
    run.datasetName = textAt(row, 3);
    run.model = textAt(row, 4);
    run.config = textAt(row, 5);
    run.protocol = Protocol::fromJson(textAt(row, 6));
    run.state = stateFromName(textAt(row, 7));
    run.message = messagesFromJson(textAt(row, 8));
    run.createdAt = textAt(row, 9);
    run.device = deviceFromJson(textAt(row, 10));
    run.epochsDone = row.getColumn(11).getInt64();
    run.bestEpoch = row.getColumn(12).getInt64();
    run.sequencesSeen = row.getColumn(13).getInt64();
    run.seconds = row.getColumn(14).getDouble();
    run.bestValid = metricsAt(row, 15);
    run.test = metricsAt(row, 16);
    return run;
}

std::vector<RunRecord> allRuns(SQLite::Statement& select) {
    std::vector<RunRecord> runs;
    while (select.executeStep()) runs.push_back(runAt(select));
    return runs;
}

void insertCheckpoint(SQLite::Database& database, RunId id, CheckpointKind kind, const Checkpoint& checkpoint) {
    SQLite::Statement insert(database, "INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?, ?, ?, ?)");
    SQLite::bind(insert, id, kindName(kind), checkpoint.epoch);
    insert.bindNoCopy(4, checkpoint.weights.data(), static_cast<int>(checkpoint.weights.size()));
    insert.bindNoCopy(5, checkpoint.state.data(), static_cast<int>(checkpoint.state.size()));
    insert.bindNoCopy(6, checkpoint.progress);
    insert.exec();
}

/// Deletes the evaluations of replaced weights, on test only or on both splits.
void forgetEvaluations(SQLite::Database& database, RunId run, bool alsoValidation) {
    SQLite::Statement remove(database, alsoValidation ? "DELETE FROM evaluation WHERE run = ?"
                                                      : "DELETE FROM evaluation WHERE run = ? AND split = 'test'");
    remove.bind(1, run);
    remove.exec();
}

std::string blobAt(SQLite::Statement& row, int column) {
    const SQLite::Column value = row.getColumn(column);
    const auto* bytes = static_cast<const char*>(value.getBlob());
    return bytes ? std::string(bytes, static_cast<std::size_t>(value.getBytes())) : std::string();
}

constexpr const char *kCoverage = "coverage@10", *kPopularity = "average_popularity@10";

std::string metricsJson(const Evaluation& evaluation) {
    auto object = nlohmann::ordered_json::parse(evaluation.metrics.toJson());
    if (evaluation.lists) {
        object[kCoverage] = evaluation.lists->coverage10;
        object[kPopularity] = evaluation.lists->popularity10;
    }
    return object.dump();
}

std::optional<ListFacts> listFactsOf(const std::string& metricsJson) {
    const auto object = nlohmann::json::parse(metricsJson, nullptr, /*allow_exceptions=*/false);
    if (!object.is_object() || !object.contains(kCoverage)) return std::nullopt;
    return ListFacts{.coverage10 = object.value(kCoverage, 0.0), .popularity10 = object.value(kPopularity, 0.0)};
}

EvaluationRecord evaluationAt(SQLite::Statement& row, int first) {
    EvaluationRecord evaluation;
    evaluation.split = textAt(row, first) == splitName(Split::Valid) ? Split::Valid : Split::Test;
    evaluation.protocol = Protocol::fromJson(textAt(row, first + 1));
    evaluation.users = row.getColumn(first + 2).getInt64();
    evaluation.tieRate = row.getColumn(first + 3).getDouble();
    evaluation.metrics = Metrics::fromJson(textAt(row, first + 4));
    evaluation.lists = listFactsOf(textAt(row, first + 4));
    evaluation.createdAt = textAt(row, first + 5);
    return evaluation;
}

/// Compares the parsed protocols, not their JSON texts, because later versions may add keys.
std::optional<std::int64_t> findEvaluation(SQLite::Database& database, RunId run, Split split,
                                           const Protocol& protocol) {
    SQLite::Statement select(database, "SELECT id, protocol FROM evaluation WHERE run = ? AND split = ?");
    SQLite::bind(select, run, std::string(splitName(split)));
    while (select.executeStep()) {
        if (Protocol::fromJson(textAt(select, 1)) == protocol) return select.getColumn(0).getInt64();
    }
    return std::nullopt;
}

void replaceEvaluation(SQLite::Database& database, RunId id, const Evaluation& evaluation) {
    if (const auto old = findEvaluation(database, id, evaluation.split, evaluation.protocol)) {
        SQLite::Statement remove(database, "DELETE FROM evaluation WHERE id = ?");
        remove.bind(1, *old);
        remove.exec();
    }
    SQLite::Statement insert(database,
                             "INSERT INTO evaluation (run, split, protocol, users, tie_rate, metrics, created_at) "
                             "VALUES (?, ?, ?, ?, ?, ?, ?)");
    SQLite::bind(insert, id, std::string(splitName(evaluation.split)), evaluation.protocol.toJson(), evaluation.users,
                 evaluation.tieRate, metricsJson(evaluation), utcNow());
    insert.exec();
    const std::int64_t evaluationId = database.getLastInsertRowid();
    SQLite::Statement rankInsert(database, "INSERT INTO user_rank VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (const UserRank& rank : evaluation.ranks) {
        SQLite::bind(rankInsert, evaluationId, rank.user, rank.target, rank.rank, rank.ties,
                     textOf(rank.others, &TargetRank::rank), textOf(rank.others, &TargetRank::target));
        rankInsert.exec();
        rankInsert.reset();
    }
    if (evaluation.recommended.empty()) return;
    SQLite::Statement listInsert(database, "INSERT INTO recommended_lists VALUES (?, ?)");
    listInsert.bind(1, evaluationId);
    const std::vector<Token>& items = evaluation.recommended.items;
    listInsert.bind(2, items.data(), static_cast<int>(items.size() * sizeof(Token)));
    listInsert.exec();
}

}  // namespace

const char* runStateName(RunState state) {
    return kStateNames.at(static_cast<std::size_t>(state));
}

std::vector<RunRecord> RunStore::list() const {
    return reading(m_workspace, [](SQLite::Database& database) {
        SQLite::Statement select(database,
                                 std::string(kSelectRun) + "WHERE dataset.removal IS NULL ORDER BY run.id DESC");
        return allRuns(select);
    });
}

std::vector<RunRecord> RunStore::listFor(DatasetId dataset) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, std::string(kSelectRun) + "WHERE run.dataset = ? ORDER BY run.id DESC");
        select.bind(1, dataset);
        return allRuns(select);
    });
}

RunRecord RunStore::byId(RunId id) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, std::string(kSelectRun) + "WHERE run.id = ?");
        select.bind(1, id);
        if (!select.executeStep()) throwNoRun(id);
        return runAt(select);
    });
}

RunRecord RunStore::byName(const std::string& name) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement select(database, std::string(kSelectRun) + "WHERE run.name = ?");
        select.bind(1, name);
        if (select.executeStep()) return runAt(select);
        std::vector<std::string> names;
        for (const RunRecord& run : list()) names.push_back(fmt::format("\"{}\"", run.name));
        throw Error(
            ErrorKind::Input, translated("There is no run named \"{}\" in this workspace.", name),
            names.empty() ? translated("Nothing has been trained yet.") : translated("Available: {}.", listed(names)));
    });
}

std::string RunStore::freeName(const std::string& stem) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        for (int number = 1;; ++number) {
            const std::string name = fmt::format("{} {}", stem, number);
            if (!isTaken(database, name)) return name;
        }
    });
}

RunRecord RunStore::add(RunRecord run, IfTaken ifTaken) {
    writing(m_workspace, [&](SQLite::Database& database) {
        if (ifTaken == IfTaken::Number) numberName(database, run.name);
        insertRun(database, run);
    });
    return run;
}

void RunStore::rename(RunId id, const std::string& name) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement current(database, "SELECT name FROM run WHERE id = ?");
        current.bind(1, id);
        if (!current.executeStep()) throwNoRun(id);
        if (textAt(current, 0) == name) return;
        if (trimmed(name).empty()) {
            throw Error(ErrorKind::Input, translated("A run needs a name."),
                        translated("Type a name that no other run has."));
        }
        throwIfTaken(database, name);
        SQLite::Statement update(database, "UPDATE run SET name = ? WHERE id = ?");
        SQLite::bind(update, name, id);
        update.exec();
    });
}

void RunStore::remove(RunId id) {
    writing(m_workspace, [&](SQLite::Database& database) {
        SQLite::Statement statement(database, "DELETE FROM run WHERE id = ?");  // the schema cascades
        statement.bind(1, id);
        statement.exec();
    });
}

void RunStore::recordEpoch(const RunRecord& run, const EpochRecord& epoch, std::span<const StepRecord> steps,
                           const Checkpoint& last, const Checkpoint* best, const Evaluation* bestValid) {
    writing(m_workspace, [&](SQLite::Database& database) {
        updateRun(database, run);
        insertEpoch(database, run.id, epoch);
        insertSteps(database, run.id, steps);
        insertCheckpoint(database, run.id, CheckpointKind::Last, last);
        if (best) {
            insertCheckpoint(database, run.id, CheckpointKind::Best, *best);
            // Best weights without validation ranks come from the second training, which includes the validation items.
            // The validation ranks of the first training are kept.
            forgetEvaluations(database, run.id, /*alsoValidation=*/bestValid != nullptr);
        }
        if (bestValid) replaceEvaluation(database, run.id, *bestValid);
    });
}

void RunStore::recordStop(const RunRecord& run, std::span<const StepRecord> steps, const Checkpoint& last) {
    writing(m_workspace, [&](SQLite::Database& database) {
        updateRun(database, run);
        insertSteps(database, run.id, steps);
        insertCheckpoint(database, run.id, CheckpointKind::Last, last);
    });
}

void RunStore::recordTrainedElsewhere(RunRecord& run, const Checkpoint& best, std::span<const EpochRecord> epochs,
                                      std::span<const StepRecord> steps, std::span<const Evaluation> evaluations,
                                      IfTaken ifTaken) {
    RunRecord whole = run;
    writing(m_workspace, [&](SQLite::Database& database) {
        if (whole.id == 0) {
            if (ifTaken == IfTaken::Number) numberName(database, whole.name);
            insertRun(database, whole);
            whole.state = run.state;
        }
        updateRun(database, whole);
        insertCheckpoint(database, whole.id, CheckpointKind::Best, best);
        forgetEvaluations(database, whole.id, /*alsoValidation=*/true);
        for (const EpochRecord& epoch : epochs) insertEpoch(database, whole.id, epoch);
        insertSteps(database, whole.id, steps);
        for (const Evaluation& evaluation : evaluations) replaceEvaluation(database, whole.id, evaluation);
    });
    run = std::move(whole);
}

void RunStore::update(const RunRecord& run) {
    writing(m_workspace, [&](SQLite::Database& database) { updateRun(database, run); });
}

void RunStore::recordEvaluation(RunId id, const Evaluation& evaluation) {
    writing(m_workspace, [&](SQLite::Database& database) { replaceEvaluation(database, id, evaluation); });
}

std::vector<EvaluationRecord> RunStore::evaluations(RunId id) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        std::vector<EvaluationRecord> all;
        SQLite::Statement select(database,
                                 "SELECT split, protocol, users, tie_rate, metrics, created_at FROM evaluation "
                                 "WHERE run = ? ORDER BY id");
        select.bind(1, id);
        while (select.executeStep()) all.push_back(evaluationAt(select, 0));
        return all;
    });
}

std::vector<UserRank> RunStore::ranks(RunId id, Split split, const Protocol& protocol) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        std::vector<UserRank> ranks;
        const auto evaluation = findEvaluation(database, id, split, protocol);
        if (!evaluation) return ranks;
        SQLite::Statement select(database,
                                 "SELECT user, target, rank, ties, other_ranks, other_targets FROM user_rank "
                                 "WHERE evaluation = ? ORDER BY user");
        select.bind(1, *evaluation);
        while (select.executeStep()) {
            ranks.push_back({.user = select.getColumn(0).getInt(),
                             .target = select.getColumn(1).getInt(),
                             .rank = select.getColumn(2).getInt(),
                             .ties = select.getColumn(3).getInt(),
                             .others = othersOf(textAt(select, 4), textAt(select, 5))});
        }
        return ranks;
    });
}

RecommendedLists RunStore::recommended(RunId id, Split split, const Protocol& protocol) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        RecommendedLists lists;
        const auto evaluation = findEvaluation(database, id, split, protocol);
        if (!evaluation) return lists;
        SQLite::Statement select(database, "SELECT items FROM recommended_lists WHERE evaluation = ?");
        select.bind(1, *evaluation);
        if (!select.executeStep()) return lists;
        const SQLite::Column items = select.getColumn(0);
        lists.items.resize(static_cast<std::size_t>(items.getBytes()) / sizeof(Token));
        std::memcpy(lists.items.data(), items.getBlob(), lists.items.size() * sizeof(Token));
        SQLite::Statement users(database, "SELECT user FROM user_rank WHERE evaluation = ? ORDER BY user");
        users.bind(1, *evaluation);
        while (users.executeStep()) lists.users.push_back(users.getColumn(0).getInt());
        if (lists.items.size() != lists.users.size() * RecommendedLists::kLength) lists = {};
        return lists;
    });
}

std::vector<EpochRecord> RunStore::epochs(RunId id) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        std::vector<EpochRecord> epochs;
        SQLite::Statement select(database,
                                 "SELECT epoch, loss, seconds, sequences_per_second, valid FROM epoch WHERE run = ? "
                                 "ORDER BY epoch");
        select.bind(1, id);
        while (select.executeStep()) {
            epochs.push_back({.epoch = select.getColumn(0).getInt64(),
                              .loss = select.getColumn(1).getDouble(),
                              .seconds = select.getColumn(2).getDouble(),
                              .sequencesPerSecond = select.getColumn(3).getDouble(),
                              .valid = metricsAt(select, 4)});
        }
        return epochs;
    });
}

std::vector<StepRecord> RunStore::steps(RunId id) const {
    return reading(m_workspace, [&](SQLite::Database& database) {
        std::vector<StepRecord> steps;
        SQLite::Statement select(database, "SELECT step, loss FROM step WHERE run = ? ORDER BY step");
        select.bind(1, id);
        while (select.executeStep()) {
            steps.push_back(
                {.step = select.getColumn(0).getInt64(), .loss = static_cast<float>(select.getColumn(1).getDouble())});
        }
        return steps;
    });
}

std::optional<Checkpoint> RunStore::checkpoint(RunId id, CheckpointKind kind) const {
    return reading(m_workspace, [&](SQLite::Database& database) -> std::optional<Checkpoint> {
        SQLite::Statement select(database,
                                 "SELECT epoch, weights, state, progress FROM checkpoint WHERE run = ? AND kind = ?");
        SQLite::bind(select, id, kindName(kind));
        if (!select.executeStep()) return std::nullopt;
        return Checkpoint{.epoch = select.getColumn(0).getInt64(),
                          .weights = blobAt(select, 1),
                          .state = blobAt(select, 2),
                          .progress = textAt(select, 3)};
    });
}

}  // namespace recscope
