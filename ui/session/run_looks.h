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

/// Of runs of one dataset: those in `known` keep theirs, the others choose in the order of their age. Another seed of a
/// config has that one's hue. The first config of the registry's first model has the first hue and that of its second
/// model the second; any other has the hue that the fewest configs have. No two runs have the same look, and no two
/// configs the same hue and marker as long as their hue has one left.
Looks looksFor(std::span<const RunRecord> runs, const Looks& known = {});
/// Of a model that has no run yet.
RunStyle firstStyleOf(const std::string& model);

/// The same for the runs of the window, on all pages. A look stays with its run over restarts and whatever other runs
/// are removed; it lies in the settings, for the workspace's file and the dataset. One a session (`looksOf`).
class RunStyles : public QObject {
    Q_OBJECT
public:
    explicit RunStyles(Session& session, QObject* parent = nullptr);

    RunStyle styleOf(const RunRecord& run);
    /// Of all runs of the chosen dataset.
    const Looks& looks();

private:
    const Looks& giveLooks(DatasetId dataset, std::span<const RunRecord> runs);

    Session& m_session;
    std::map<DatasetId, Looks> m_looks;
};

RunStyles& looksOf(Session& session);

}  // namespace recscope::ui
