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

/// The look of each run. A look is a number from which `styleOfLook` derives colour, marker and dash.
using Looks = std::map<RunId, int>;

/// Assigns looks to the runs of one dataset. Runs in `known` keep their looks; the other runs get looks in order of
/// age, oldest first. Runs of one config that differ only in their seed share a hue. The first config of the registry's
/// first model gets the first hue, and the first config of its second model gets the second hue; any other config gets
/// the hue that the fewest configs use. No two runs have the same look, and no two configs have the same hue and marker
/// while their hue has an unused marker.
Looks looksFor(std::span<const RunRecord> runs, const Looks& known = {});
/// The style that the first run of a model gets in a dataset without other runs.
RunStyle firstStyleOf(const std::string& model);

/// The looks of the runs on all pages of the window. A run keeps its look across restarts and when other runs are
/// removed; looks are stored in the settings, per workspace file and dataset. One instance per session (`runStylesOf`).
class RunStyles : public QObject {
    Q_OBJECT
public:
    explicit RunStyles(Session& session, QObject* parent = nullptr);

    RunStyle styleOf(const RunRecord& run);
    /// The looks of all runs of the chosen dataset.
    const Looks& looks();

private:
    const Looks& assignLooks(DatasetId dataset, std::span<const RunRecord> runs);

    Session& m_session;
    std::map<DatasetId, Looks> m_looks;
};

RunStyles& runStylesOf(Session& session);

}  // namespace recscope::ui
