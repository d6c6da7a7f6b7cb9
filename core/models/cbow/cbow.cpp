// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/cbow/cbow.h"

#include "core/models/word2vec/word2vec.h"
#include "core/util/translated.h"

namespace recscope {

ModelEntry cbowEntry() {
    ModelEntry entry = word2VecEntry(cbowConfig(), ContextWindow::Together);
    entry.info = {
        "cbow", "CBOW",
        translatable(
            "Finds items that occur near the newest ones: predicts each item from the mean of its neighbours."),
        translatable(
            "Mikolov et al., Distributed Representations of Words and Phrases, NIPS 2013; BERT4Rec, section 3.7")};
    entry.presets = cbowPresets;
    return entry;
}

}  // namespace recscope
