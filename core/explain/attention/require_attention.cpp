// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/require_attention.h"

#include "core/explain/scores/explainer.h"
#include "core/explain/scores/reading_sentences.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

void requireAttention(const Explainer& explainer) {
    const std::string sentence = noAttentionSentence(explainer.capabilities(), explainer.run());
    if (sentence.empty()) return;
    throw Error(
        ErrorKind::Usage, sentence,
        translated("Choose a run of a model that has attention; recommend, explain and what-if work with every run."));
}

}  // namespace recscope
