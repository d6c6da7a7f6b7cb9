// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_looks.h"

#include <QStringList>
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "core/recommender/registry.h"
#include "ui/session/session.h"
#include "ui/session/ui_state.h"

namespace recscope::ui {

namespace {

const QString kKey = QStringLiteral("runLooks");
constexpr int kReserved = 2;  ///< number of hues that are each preferred by one model

/// The hue that a model prefers: 0 or 1 for the registry's first two models, none for the others.
std::optional<int> preferredHue(const std::string& model) {
    for (int i = 0; i < kReserved && i < int(modelInfos().size()); ++i)
        if (modelInfos()[std::size_t(i)].name == model) return i;
    return {};
}

/// The order in which a model chooses among hues that equally many configs use: first its preferred hue, then hues that
/// no model prefers, last the hues that other models prefer.
std::vector<int> hueOrder(const std::string& model) {
    std::vector<int> order;
    const std::optional<int> preferred = preferredHue(model);
    if (preferred) order.push_back(*preferred);
    for (int hue = kReserved; hue < kRunHues; ++hue) order.push_back(hue);
    for (int hue = 0; hue < kReserved; ++hue)
        if (hue != preferred) order.push_back(hue);
    return order;
}

/// The config as text without its seed, and the seed. Runs that differ only in the seed have equal texts.
std::pair<std::string, std::uint64_t> configAndSeed(const RunRecord& run) {
    auto config = readableConfig(run.config);
    if (!config) return {run.config, 0};
    const std::uint64_t seed = config->training.seed;
    config->training.seed = 0;
    return {run.model + config->toJson(), seed};
}

/// Assigns looks to runs, one after the other.
class Allocation {
public:
    /// `known` also contains the looks of runs that are currently removed but may be restored.
    explicit Allocation(const Looks& known) {
        for (const auto& [run, look] : known) m_taken.insert(look);
    }

    /// Records that the run has this look.
    void take(const RunRecord& run, int look) {
        m_taken.insert(look);
        const auto [config, seed] = configAndSeed(run);
        auto group =
            std::find_if(m_groups.begin(), m_groups.end(), [&, &config = config, &seed = seed](const Group& group) {
                return group.config == config && group.hue == hueOfLook(look) && !group.seeds.contains(seed);
            });
        if (group == m_groups.end())
            group = m_groups.insert(m_groups.end(), {.model = run.model,
                                                     .config = config,
                                                     .hue = hueOfLook(look),
                                                     .marker = markerOfLook(look),
                                                     .seeds = {}});
        group->seeds.insert(seed);
    }

    /// Chooses a look for a run that has none.
    int choose(const RunRecord& run) const {
        const auto [config, seed] = configAndSeed(run);
        for (const Group& group : m_groups)
            if (group.config == config && !group.seeds.contains(seed)) return firstFree(group.hue, /*anyMarker=*/true);
        return firstFree(chooseHue(run.model), /*anyMarker=*/false);
    }

private:
    /// Runs of one config and hue that differ only in the seed. `marker` is that of the group's first run; it also
    /// marks the line if several seeds are drawn as one.
    struct Group {
        std::string model, config;
        int hue = 0, marker = 0;
        std::set<std::uint64_t> seeds;
    };

    int chooseHue(const std::string& model) const {
        const std::optional<int> preferred = preferredHue(model);
        if (preferred && std::none_of(m_groups.begin(), m_groups.end(), [&](const Group& group) {
                return group.model == model && group.hue == *preferred;
            }))
            return *preferred;
        const std::vector<int> order = hueOrder(model);
        const auto groupsIn = [this](int hue) {
            return std::count_if(m_groups.begin(), m_groups.end(),
                                 [hue](const Group& group) { return group.hue == hue; });
        };
        // Of the hues that the fewest configs use, the first in this order.
        return *std::min_element(order.begin(), order.end(), [&](int a, int b) { return groupsIn(a) < groupsIn(b); });
    }

    /// The first unused look of this hue. Unless `anyMarker` is set, its marker must differ from that of each group of
    /// this hue, if possible.
    int firstFree(int hue, bool anyMarker) const {
        const auto isMarkerFree = [&](int look) {
            return std::none_of(m_groups.begin(), m_groups.end(), [&](const Group& group) {
                return group.hue == hue && group.marker == markerOfLook(look);
            });
        };
        std::optional<int> first;
        for (int round = 0; round < kRunMarkers || !first; ++round) {
            const int look = hue + kRunHues * round;
            if (m_taken.contains(look)) continue;
            if (!first) first = look;
            if (anyMarker || isMarkerFree(look)) return look;
        }
        // Every look of the first rounds is taken or has the marker of a group. Later rounds use the same markers
        // again, so a look whose marker no group has may be free there.
        for (int round = kRunMarkers; !anyMarker && round < kRunMarkers * kRunDashes; ++round)
            if (const int look = hue + kRunHues * round; !m_taken.contains(look) && isMarkerFree(look)) return look;
        return *first;
    }

    std::set<int> m_taken;
    std::vector<Group> m_groups;
};

QString asText(const Looks& looks) {
    QStringList parts;
    for (const auto& [run, look] : looks) parts << QStringLiteral("%1=%2").arg(run).arg(look);
    return parts.join(QLatin1Char(' '));
}

Looks fromText(const QString& text) {
    Looks looks;
    std::set<int> taken;
    for (const QString& part : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        bool isRun = false, isLook = false;
        const RunId run = part.section(QLatin1Char('='), 0, 0).toLongLong(&isRun);
        const int look = part.section(QLatin1Char('='), 1, 1).toInt(&isLook);
        if (isRun && isLook && look >= 0 && taken.insert(look).second) looks[run] = look;
    }
    return looks;
}

}  // namespace

Looks looksFor(std::span<const RunRecord> runs, const Looks& known) {
    std::vector<const RunRecord*> byAge;
    for (const RunRecord& run : runs) byAge.push_back(&run);
    std::sort(byAge.begin(), byAge.end(), [](const RunRecord* a, const RunRecord* b) { return a->id < b->id; });
    Looks looks = known;
    Allocation allocation(known);
    for (const RunRecord* run : byAge)
        if (const auto look = known.find(run->id); look != known.end()) allocation.take(*run, look->second);
    for (const RunRecord* run : byAge) {
        if (known.contains(run->id)) continue;
        const int look = allocation.choose(*run);
        allocation.take(*run, look);
        looks[run->id] = look;
    }
    return looks;
}

RunStyle firstStyleOf(const std::string& model) {
    return styleOfLook(hueOrder(model).front());
}

RunStyles::RunStyles(Session& session, QObject* parent) : QObject(parent), m_session(session) {}

RunStyle RunStyles::styleOf(const RunRecord& run) {
    if (const auto dataset = m_looks.find(run.dataset); dataset != m_looks.end())
        if (const auto look = dataset->second.find(run.id); look != dataset->second.end())
            return styleOfLook(look->second);
    std::vector<RunRecord> runs{run};
    for (const RunRecord& other : m_session.runs())
        if (other.dataset == run.dataset && other.id != run.id) runs.push_back(other);
    return styleOfLook(assignLooks(run.dataset, runs).at(run.id));
}

const Looks& RunStyles::looks() {
    const auto dataset = m_session.dataset();
    return assignLooks(dataset ? dataset->id : 0, m_session.runs());
}

const Looks& RunStyles::assignLooks(DatasetId dataset, std::span<const RunRecord> runs) {
    const auto info = std::find_if(m_session.datasets().begin(), m_session.datasets().end(),
                                   [dataset](const DatasetInfo& datasetInfo) { return datasetInfo.id == dataset; });
    const bool isListed = info != m_session.datasets().end();
    const QString path = QString::fromStdString(m_session.jobs().workspacePath().string());
    if (!m_looks.contains(dataset))
        m_looks[dataset] = isListed ? fromText(UiState(path, *info).value(kKey).toString()) : Looks();
    Looks& looks = m_looks[dataset];
    const auto isUnknown = [&looks](const RunRecord& run) { return !looks.contains(run.id); };
    if (std::none_of(runs.begin(), runs.end(), isUnknown)) return looks;
    // A look becomes free only when its run is permanently deleted, because a removed run may still be restored. An
    // empty list of runs does not mean that all runs are deleted: the runs of another dataset may still be loading.
    const bool hasAllRuns = m_session.dataset() && m_session.dataset()->id == dataset && !m_session.runs().empty();
    const std::set<RunId> hidden = m_session.hiddenRuns();
    std::erase_if(looks, [&](const auto& entry) {
        return hasAllRuns && !hidden.contains(entry.first) &&
               std::none_of(runs.begin(), runs.end(), [&entry](const RunRecord& run) { return run.id == entry.first; });
    });
    looks = looksFor(runs, looks);
    if (isListed) UiState(path, *info).set(kKey, asText(looks));
    return looks;
}

RunStyles& runStylesOf(Session& session) {
    auto* styles = session.findChild<RunStyles*>(QString(), Qt::FindDirectChildrenOnly);
    return styles ? *styles : *new RunStyles(session, &session);
}

}  // namespace recscope::ui
