// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "core/config/run_config.h"
#include "core/store/run_store.h"

namespace recscope::ui {

/// A table column that shows one config value of each run.
struct ConfigColumn {
    std::string key;
    QString title;    ///< the field's label
    QString toolTip;  ///< label and help
    bool isNumber = false;

    bool operator==(const ConfigColumn&) const = default;
};

/// The table for which the columns are meant: the table of runs, or the training queue.
enum class ColumnsFor { Runs, Queue };

/// One column for each config value in which these runs differ. Runs of the same model are compared in all values. Runs
/// of different models are compared in only a few (seed, width, length, loss …), because their presets differ in nearly
/// everything. The queue also compares runs of different models in all values of the form's first group, orders the
/// columns as in the form, and includes the epochs (for which the table of runs has a fixed column).
std::vector<ConfigColumn> differingColumns(const std::vector<RunConfig>& configs, ColumnsFor table = ColumnsFor::Runs);

/// The value of a config key as text, e.g. "0.001", "on"; empty if the config has no such key.
QString configText(const RunConfig& config, const std::string& key);

}  // namespace recscope::ui
