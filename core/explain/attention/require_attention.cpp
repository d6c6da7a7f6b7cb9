// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/attention/require_attention.h"

#include "core/explain/scores/inference_session.h"
#include "core/explain/scores/reading_sentences.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

void requireAttention(const InferenceSession& inference) {
    const std::string sentence = noAttentionSentence(inference.capabilities(), inference.run());
    if (sentence.empty()) return;
    throw Error(
        ErrorKind::Usage, sentence,
        translated("Choose a run of a model that has attention; recommend, explain and what-if work with every run."));
}

void requireSoftmaxAttention(const InferenceSession& inference) {
    requireAttention(inference);
    const std::string sentence = noSharesSentence(inference.capabilities(), inference.run());
    if (sentence.empty()) return;
    throw Error(ErrorKind::Usage, sentence, translated("Choose a run of a model whose attention is a softmax."));
}

}  // namespace recscope
