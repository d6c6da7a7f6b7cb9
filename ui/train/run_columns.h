// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/store/run_store.h"

namespace recscope::ui {

/// A value of the config as a column of a table of runs.
struct ConfigColumn {
    std::string key;
    QString title;    ///< the field's symbol if it has one: "d", "ρ"; else its label
    QString toolTip;  ///< label and help
    bool isNumber = false;

    bool operator==(const ConfigColumn&) const = default;
};

enum class ColumnsFor { Runs, Queue };

/// The values in which these runs differ: those that differ among runs of one model, and, of the few that make any two
/// models hard to compare (width, length, loss, seed …), also those that differ between models. For the queue: in the
/// order of the form, its whole first group also between models, and including the epochs, for which the table of runs
/// has a column of its own.
std::vector<ConfigColumn> differingColumns(const std::vector<RunConfig>& configs, ColumnsFor table = ColumnsFor::Runs);

/// "0.001", "on"; empty if the model has no such value.
QString configText(const RunConfig& config, const std::string& key);

}  // namespace recscope::ui
