// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cli_context.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "app/cli/text_output.h"
#include "core/store/default_workspace.h"
#include "core/store/workspace_lock.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {
// Default intervals in seconds between two status updates in a terminal, between two lines in a file or pipe, and
// between two JSON events.
constexpr double kStatusInTerminal = 0.1, kLinesInFile = 60, kEvents = 1;
}  // namespace

std::pair<std::filesystem::path, bool> CliContext::path() const {
    const bool isDefault = workspacePath.empty();
    return {isDefault ? defaultWorkspacePath() : std::filesystem::path(workspacePath), isDefault};
}

void CliContext::openToRead() {
    if (m_workspace || !std::filesystem::exists(path().first)) return;  // `workspace` creates a missing one
    m_workspace = Workspace::openToRead(path().first);
}

void CliContext::openToShare() {
    const auto [path, isDefault] = this->path();
    if (isDefault) makeFolderOf(path);
    m_workspace = Workspace::openToShare(path);
}

void CliContext::openToWriteOrRead() {
    try {
        workspace();
    } catch (const WorkspaceInUse& inUse) {
        openToRead();
        fmt::print(stderr, "{}\n", translated("Note: {} The result is not stored.", inUse.what()));
    }
}

Workspace& CliContext::workspace() {
    if (!m_workspace) {
        const auto [path, isDefault] = this->path();
        const bool isNew = !std::filesystem::exists(path);
        if (isDefault) makeFolderOf(path);
        m_workspace = Workspace::open(path);
        if (isDefault && isNew) fmt::print(stderr, "{}\n", translated("New workspace: {}", path.string()));
    }
    return *m_workspace;
}

void CliContext::print(const Json& value) const {
    fmt::print(stdout, "{}\n", value.dump(-1, ' ', false, Json::error_handler_t::replace));
    std::fflush(stdout);
}

ProgressSink CliContext::progress() {
    return [this](const Progress& progress) {
        std::string line = progress.stage;
        if (progress.total > 0) {
            line += fmt::format("  {} of {} {}", grouped(progress.done), grouped(progress.total), progress.unit);
        } else if (progress.done > 0) {
            line += fmt::format("  {} {}", grouped(progress.done), progress.unit);
        }
        showStatus(line);
    };
}

void CliContext::showStatus(const std::string& line) {
    static const bool isTerminal = ::isatty(STDERR_FILENO) == 1;
    if (json || !isDue(isTerminal ? kStatusInTerminal : kLinesInFile)) return;
    m_isStatusShown = isTerminal;
    if (isTerminal)
        fmt::print(stderr, "\r\033[K{}", line);
    else
        fmt::print(stderr, "{}\n", line);
    std::fflush(stderr);
}

void CliContext::showEvent(const std::function<Json()>& event) {
    if (json && isDue(kEvents)) print(event());
}

bool CliContext::isDue(double seconds) {
    const auto now = std::chrono::steady_clock::now();
    if (std::chrono::duration<double>(now - m_shownAt).count() < progressEvery.value_or(seconds)) return false;
    m_shownAt = now;
    return true;
}

void CliContext::endStatus() {
    if (m_isStatusShown) fmt::print(stderr, "\r\033[K");
    m_isStatusShown = false;
}

Json toJson(const Metrics& metrics) {
    Json json = Json::object();
    for (const auto& [name, value] : metrics.named()) json[name] = value;
    return json;
}

Json toJson(const Reference& reference, const char* key, const Metrics& metrics) {
    Json json = {{"name", reference.name}, {key, toJson(metrics)}};
    const std::string detail = wordsOf(reference.detail, Wording::English);
    if (!detail.empty()) json["detail"] = detail;
    return json;
}

Json toJson(const Protocol& protocol) {
    return Json::parse(protocol.toJson());
}

Json toJson(const DatasetInfo& dataset) {
    return {{"name", dataset.name},
            {"users", dataset.users},
            {"items", dataset.items},
            {"interactions", dataset.interactions},
            {"average_length", dataset.averageLength()},
            {"density", dataset.density()},
            {"source", dataset.source},
            {"format", dataset.format},
            {"is_newest", dataset.isNewest()}};
}

}  // namespace recscope::cli
