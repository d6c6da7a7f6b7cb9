// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <map>
#include <span>
#include <string>

#include "core/store/run_store.h"
#include "ui/theme/run_palette.h"

namespace recscope::ui {

class Session;

/// The look of each run (`styleOfLook`).
using Looks = std::map<RunId, int>;

/// Looks for the runs of one dataset: runs in `known` keep theirs, the others choose in order of age, the oldest first.
/// Seeds of one config share a hue. The first config of the registry's first model has the first hue, that of its
/// second model the second hue; any other config gets the hue that the fewest configs have. No two runs have the same
/// look, and no two configs the same hue and marker as long as their hue has a marker left.
Looks looksFor(std::span<const RunRecord> runs, const Looks& known = {});
/// The style of a model that has no run yet.
RunStyle firstStyleOf(const std::string& model);

/// The looks of the runs on all pages of the window. A run keeps its look across restarts and when other runs are
/// removed; looks are stored in the settings, per workspace file and dataset. One instance per session (`looksOf`).
class RunStyles : public QObject {
    Q_OBJECT
public:
    explicit RunStyles(Session& session, QObject* parent = nullptr);

    RunStyle styleOf(const RunRecord& run);
    /// The looks of all runs of the chosen dataset.
    const Looks& looks();

private:
    const Looks& giveLooks(DatasetId dataset, std::span<const RunRecord> runs);

    Session& m_session;
    std::map<DatasetId, Looks> m_looks;
};

RunStyles& looksOf(Session& session);

}  // namespace recscope::ui
