// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include "app/cli/interrupt.h"
#include "core/metrics/metrics.h"
#include "core/recommender/references.h"
#include "core/sequence/dataset.h"
#include "core/store/workspace.h"
#include "core/train/pause_switch.h"
#include "core/util/progress.h"

namespace recscope::cli {

/// JSON objects that keep the order in which their keys were inserted, which makes the output easier to read.
using Json = nlohmann::ordered_json;

/// State shared by all subcommands: the workspace, the output format, the stop token.
class CliContext {
public:
    std::string workspacePath;  ///< --workspace; empty = the default workspace, which the window also uses
    bool json = false;          ///< --json
    int exitCode = 0;           ///< exit status of the program if no error is thrown
    /// Seconds between two status updates, progress lines or JSON events; empty = 0.1 for the status line of a
    /// terminal, 60 for lines in a file or pipe, 1 for JSON events.
    std::optional<double> progressEvery;

    /// The workspace; opened for writing on first use, and created if it does not exist yet.
    Workspace& workspace();
    /// For commands that only read: opens the workspace for reading only, also while another process writes to it.
    void openToRead();
    /// For workers that share the workspace with others, see `Workspace::openToShare`.
    void openToShare();
    /// For commands that store their result if they can: opens the workspace for writing. If another process writes to
    /// it, opens it for reading only and prints a note.
    void openToWriteOrRead();
    /// The path of the workspace and whether it is the default one.
    std::pair<std::filesystem::path, bool> path() const;
    void closeWorkspace() { m_workspace.reset(); }
    std::stop_token stop() const { return m_interrupt.token(); }
    /// The pause switch of trainings: SIGUSR1 pauses, SIGUSR2 resumes.
    PauseSwitch& pause() { return m_pause; }

    /// Prints one line of JSON to stdout and flushes it.
    void print(const Json& value) const;
    /// Shows progress on stderr with `showStatus`.
    ProgressSink progress();
    /// Shows a line on stderr, at most once per interval of `progressEvery`: in a terminal as a status line that the
    /// next one replaces, otherwise as an ordinary line, so that a log file also shows progress. Prints nothing with
    /// --json.
    void showStatus(const std::string& line);
    /// With --json, prints the JSON that `event` returns, at most once per interval of `progressEvery`.
    void showEvent(const std::function<Json()>& event);
    /// Clears the status line, so that other output can be printed.
    void endStatus();

private:
    bool isDue(double seconds);

    std::optional<Workspace> m_workspace;
    PauseSwitch m_pause;
    Interrupt m_interrupt{[this](bool paused) { paused ? m_pause.pause() : m_pause.resume(); }};
    std::chrono::steady_clock::time_point m_shownAt = std::chrono::steady_clock::now();
    bool m_isStatusShown = false;
};

Json toJson(const Metrics& metrics);
/// The name of a reference and, under `key`, the metrics; and in English what was chosen for it on validation, if
/// anything was.
Json toJson(const Reference& reference, const char* key, const Metrics& metrics);
Json toJson(const Protocol& protocol);
/// One element of the output of `datasets --json`.
Json toJson(const DatasetInfo& dataset);

}  // namespace recscope::cli
