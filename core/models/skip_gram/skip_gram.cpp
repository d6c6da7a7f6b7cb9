// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/models/skip_gram/skip_gram.h"

#include "core/models/word2vec/word2vec.h"
#include "core/util/translated.h"

namespace recscope {

ModelEntry skipGramEntry() {
    ModelEntry entry = word2VecEntry(skipGramConfig(), ContextWindow::OneByOne);
    entry.info = {
        "skip_gram", "Skip-gram",
        translatable("Finds items that occur near the last one: predicts each item from each of its neighbours."),
        translatable(
            "Mikolov et al., Distributed Representations of Words and Phrases, NIPS 2013; BERT4Rec, section 3.7")};
    entry.presets = skipGramPresets;
    return entry;
}

}  // namespace recscope
