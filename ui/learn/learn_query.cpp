// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/learn_query.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope::ui {

namespace {

constexpr std::int32_t kTopGuesses = 5;
/// The largest number of users whose histories are searched for a bundle, i.e. a planted group of items that users
/// choose together. The users whose history length suits the cards best are searched.
constexpr std::size_t kMaxSearched = 200;

/// Returns the position of a member of a bundle that has other members before and after it, all of them shown. Other
/// items may lie between the members.
std::optional<std::int32_t> middleOfBundle(const std::vector<PlantedCause>& causes, std::int32_t firstShown) {
    for (const PlantedCause& cause : causes) {
        if (cause.pattern != Pattern::Bundle) continue;
        std::vector<std::int32_t> members = cause.causes;
        members.push_back(cause.position);
        std::sort(members.begin(), members.end());
        if (members.size() >= 3 && members.front() >= firstShown) return members[members.size() / 2] - firstShown;
    }
    return {};
}

LearnHistory read(const DatasetStore& store, DatasetId dataset, const UserInfo& user) {
    LearnHistory history;
    history.user = user.user;
    history.id = user.id;
    history.length = user.length;
    for (const Interaction& interaction : store.history(dataset, user.user)) history.items.push_back(interaction.token);
    const auto firstShown = std::max<std::int32_t>(0, std::int32_t(history.items.size()) - kMaxCards);
    history.items.erase(history.items.begin(), history.items.begin() + firstShown);
    const std::vector<PlantedCause> causes = store.plantedCauses(dataset, user.user);
    history.knowsCauses = !causes.empty();
    history.bundleMiddle = middleOfBundle(causes, firstShown);
    return history;
}

}  // namespace

LearnHistory findLearnHistory(Workspace& workspace, const LearnChoice& choice) {
    const DatasetStore store(workspace);
    if (!choice.userId.empty()) return read(store, choice.dataset, store.userById(choice.dataset, choice.userId));

    const std::vector<std::int64_t> lengths = store.historyLengths(choice.dataset);
    if (lengths.empty())
        throw Error(ErrorKind::Input, translated("This dataset has no users."),
                    translated("Import a file with interactions."));
    // Users whose history length suits the cards best come first; ties keep the dataset's order.
    std::vector<std::int32_t> order(lengths.size());
    std::iota(order.begin(), order.end(), 0);
    const std::size_t searched = std::min(kMaxSearched, order.size());
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(searched), order.end(), [&](auto a, auto b) {
        return std::pair(std::abs(lengths[size_t(a)] - kMaxCards), a) <
               std::pair(std::abs(lengths[size_t(b)] - kMaxCards), b);
    });
    order.resize(searched);

    std::vector<std::int32_t> withBundle;
    for (const std::int32_t user : order) {
        const std::vector<PlantedCause> causes = store.plantedCauses(choice.dataset, user);
        if (causes.empty()) break;
        const auto firstShown = std::max<std::int32_t>(0, std::int32_t(lengths[size_t(user)]) - kMaxCards);
        if (middleOfBundle(causes, firstShown)) withBundle.push_back(user);
    }
    const std::vector<std::int32_t>& candidates = withBundle.empty() ? order : withBundle;
    UserInfo user;
    for (const std::uint64_t step : {choice.skip, choice.skip + 1}) {
        user = store.user(choice.dataset, candidates[step % candidates.size()]);
        if (user.id != choice.notId) break;
    }
    return read(store, choice.dataset, user);
}

LearnGuesses fillPositions(Workspace& workspace, InferenceCache& cache, const LearnRuns& runs,
                           const std::vector<Token>& items, const std::vector<std::int32_t>& positions) {
    LearnGuesses guesses;
    if (runs.bidirectional)
        guesses.bidirectional = cache.of(workspace, *runs.bidirectional).predictMasked(items, positions, kTopGuesses);
    if (runs.causal) guesses.causal = cache.of(workspace, *runs.causal).predictMasked(items, positions, kTopGuesses);
    return guesses;
}

}  // namespace recscope::ui
