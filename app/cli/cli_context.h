// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/interrupt.h"
#include "core/data/dataset.h"
#include "core/metrics/metrics.h"
#include "core/store/workspace.h"
#include "core/util/progress.h"

namespace recscope::cli {

/// Keeps the order in which keys are written: easier to read.
using Json = nlohmann::ordered_json;

/// What every subcommand shares: the workspace, the manner of printing, the stop.
class CliContext {
public:
    std::string workspacePath;  ///< --workspace; empty = the default one, shared with the window
    bool json = false;          ///< --json
    int exitCode = 0;           ///< what main returns when no error was thrown

    /// Opened on first use; made where it does not exist yet.
    Workspace& workspace();
    void closeWorkspace() { m_workspace.reset(); }
    std::stop_token stop() const { return m_interrupt.token(); }

    /// One line of JSON on stdout, at once.
    void print(const Json& value) const;
    /// Shows where the work stands on stderr, in place, ten times a second, if that is a terminal and not --json.
    ProgressSink progress();
    void showStatus(const std::string& line);
    /// Wipes the status line, so that something else can be printed.
    void endStatus();

private:
    std::optional<Workspace> m_workspace;
    Interrupt m_interrupt;
    std::chrono::steady_clock::time_point m_shownAt;
    bool m_statusShown = false;
};

Json toJson(const Metrics& metrics);
Json toJson(const Protocol& protocol);
/// The shape of `datasets` in DESIGN's list.
Json toJson(const DatasetInfo& dataset);

}  // namespace recscope::cli
