// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/fmc/fmc.h"

#include "core/models/pairwise/transition_factors.h"
#include "core/util/translated.h"

namespace recscope {

ModelEntry fmcEntry() {
    ModelEntry entry = transitionFactorsEntry(fmcConfig(), GeneralPreference::None);
    entry.info = {
        "fmc", "FMC",
        translatable("Predicts the next item from the last: each item has one vector for each of the two roles."),
        translatable(
            "FPMC without the user: Rendle et al., Factorizing Personalized Markov Chains, WWW 2010; FMC in Kang "
            "& McAuley, ICDM 2018")};
    entry.presets = fmcPresets;
    return entry;
}

}  // namespace recscope
