// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/fpmc/fpmc.h"

#include "core/models/pairwise/transition_factors.h"
#include "core/util/translated.h"

namespace recscope {

ModelEntry fpmcEntry() {
    ModelEntry entry = transitionFactorsEntry(fpmcConfig(), GeneralPreference::OfUser);
    entry.info = {
        "fpmc", "FPMC",
        translatable("Predicts the next item from the last item and the user: a Markov chain and BPR-MF combined."),
        translatable("Rendle et al., Factorizing Personalized Markov Chains for Next-Basket Recommendation, WWW 2010")};
    entry.presets = fpmcPresets;
    return entry;
}

}  // namespace recscope
